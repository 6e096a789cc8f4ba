//! What looks like a case and is none: it compiles, and does what it says.
//!
//! Not built by trybuild: one crate of tests builds faster than a program for each.

#[path = "../pass/annotated_function.rs"]
mod annotated_function;
#[path = "../pass/annotated_function_that_names_no_raw_form.rs"]
mod annotated_function_that_names_no_raw_form;
#[path = "../pass/argument_with_the_name_of_the_crate.rs"]
mod argument_with_the_name_of_the_crate;
#[path = "../pass/batches_of_one_tenant.rs"]
mod batches_of_one_tenant;
#[path = "../pass/bound_closure_on_a_foreign_pool.rs"]
mod bound_closure_on_a_foreign_pool;
#[path = "../pass/boxed_future_that_says_it_borrows.rs"]
mod boxed_future_that_says_it_borrows;
#[path = "../pass/buffered_in_place.rs"]
mod buffered_in_place;
#[path = "../pass/callback_that_says_it_borrows.rs"]
mod callback_that_says_it_borrows;
#[path = "../pass/carried_future_on_a_foreign_executor.rs"]
mod carried_future_on_a_foreign_executor;
#[path = "../pass/derived_context_as_an_argument.rs"]
mod derived_context_as_an_argument;
#[path = "../pass/first_of_two_in_place.rs"]
mod first_of_two_in_place;
#[path = "../pass/joined_in_place.rs"]
mod joined_in_place;
#[path = "../pass/lazily_started_refresher.rs"]
mod lazily_started_refresher;
#[path = "../pass/library_that_needs_some_of_a_context.rs"]
mod library_that_needs_some_of_a_context;
#[path = "../pass/methods_named_like_raw_forms.rs"]
mod methods_named_like_raw_forms;
#[path = "../pass/one_tenant_after_another.rs"]
mod one_tenant_after_another;
#[path = "../pass/platform_work_inside_a_turn.rs"]
mod platform_work_inside_a_turn;
#[path = "../pass/raw_form_with_a_reason.rs"]
mod raw_form_with_a_reason;
#[path = "../pass/response_body.rs"]
mod response_body;
#[path = "../pass/scoped_thread.rs"]
mod scoped_thread;
#[path = "../pass/shared_value_dropped_before_the_await.rs"]
mod shared_value_dropped_before_the_await;
#[path = "../pass/shared_value_over_an_await_of_a_local_task.rs"]
mod shared_value_over_an_await_of_a_local_task;
#[path = "../pass/span_of_a_step_over_an_await.rs"]
mod span_of_a_step_over_an_await;
#[path = "../pass/stamped_message.rs"]
mod stamped_message;
#[path = "../pass/statics_of_other_things.rs"]
mod statics_of_other_things;
#[path = "../pass/struct_with_a_lifetime.rs"]
mod struct_with_a_lifetime;
#[path = "../pass/task_of_a_derived_context.rs"]
mod task_of_a_derived_context;
#[path = "../pass/task_of_a_named_function.rs"]
mod task_of_a_named_function;
#[path = "../pass/task_with_captured_values.rs"]
mod task_with_captured_values;
#[path = "../pass/tasks_inside_tasks.rs"]
mod tasks_inside_tasks;
#[path = "../pass/tick_of_the_platform.rs"]
mod tick_of_the_platform;
#[path = "../pass/tools_that_borrow.rs"]
mod tools_that_borrow;
#[path = "../pass/turn_moved_into_a_task.rs"]
mod turn_moved_into_a_task;

use std::fs;
use std::path::Path;

use application::{AgentPin, Ctx, TenantId, Turn, TurnFields};

fn gate() -> ctx::Gate {
    ctx::Gate::new()
}

fn turn(tenant: &'static str) -> Turn {
    gate().admit(TenantId(tenant), AgentPin(1), TurnFields { request_id: 1 }).expect("a new gate is open")
}

#[test]
fn every_look_alike_is_run_and_asserts() {
    let this_file = include_str!("look_alikes.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pass");
    let files: Vec<_> =
        fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    assert!(files.len() >= 15, "{} look-alikes", files.len());
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("plain names");
        assert!(this_file.contains(&format!("#[path = \"../pass/{name}\"]")), "`{name}` is not a module here");
        let text = fs::read_to_string(&file).expect("the file is there");
        let tests = text.matches("#[test]").count() + text.matches("#[tokio::test]").count();
        assert!(tests >= 1 && text.contains("assert"), "`{name}` asserts nothing");
    }
}
