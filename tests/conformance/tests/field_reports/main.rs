//! Field reports as tests: what goes wrong for those who carry a context by other means, and must not here. A report is a
//! file, named for what it shows; `a` is about hops, `b` about log fields.

mod a01_spawn_does_not_inherit;
mod a02_the_worker_and_not_the_waiter;
mod a03_blocking_work_is_not_killed;
mod a04_panics_name_the_callers_line;
mod a05_a_losing_branch_leaves_nothing;
mod a06_a_panic_in_a_pool;
mod a06_a_panic_is_attributed;
mod a06_one_report_per_panic;
mod a07_a_span_over_an_await;
mod a08_rayon_has_a_parent;
mod a09_work_after_the_response;
mod a10_a_pool_thread_is_clean;
mod a11_a_body_after_the_handler;
mod a12_a_connection_of_several_turns;
mod a13_every_poll_has_the_context;
mod a14_borrowed_in_static_work;
mod a15_a_batch_is_of_one_tenant;
mod a15_a_queue_worker_has_no_context;
mod a16_plain_and_scoped_threads;
mod a17_a_context_inside_itself;
mod a17_nested_scopes;
mod a18_siblings_do_not_overwrite;
mod b01_every_field_once;
mod b02_json_keeps_the_fields;
mod b03_values_do_not_forge_lines;

/// For `#[with_ctx]`.
pub(crate) use support::Ctx;
