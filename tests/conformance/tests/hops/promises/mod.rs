//! One file per promise: a function that checks it for any hop.

mod captured_at_submission;
mod exactly_that_context;
mod expected;
mod nested_submission;
mod panic_is_reported_once;
mod platform_work_shows_no_tenant;
mod reused_worker;
mod work_that_runs_on_the_caller;
mod worker_state_is_put_back;
mod worker_that_existed_before;
mod worker_with_a_state_of_its_own;

pub(crate) use captured_at_submission::captured_at_submission;
pub(crate) use exactly_that_context::exactly_that_context;
pub(crate) use nested_submission::nested_submission;
pub(crate) use panic_is_reported_once::panic_is_reported_once;
pub(crate) use platform_work_shows_no_tenant::platform_work_shows_no_tenant;
pub(crate) use reused_worker::reused_worker;
pub(crate) use work_that_runs_on_the_caller::work_that_runs_on_the_caller;
pub(crate) use worker_state_is_put_back::worker_state_is_put_back;
pub(crate) use worker_that_existed_before::worker_that_existed_before;
pub(crate) use worker_with_a_state_of_its_own::worker_with_a_state_of_its_own;

use crate::table::Executor;

type Promise = (&'static str, fn(Executor));

/// The promises in their order in `ctx::hops`, and after them all of them in a row on one worker.
pub(crate) const PROMISES: &[Promise] = &[
    ("captured_at_submission", captured_at_submission),
    ("exactly_that_context", exactly_that_context),
    ("worker_state_is_put_back", worker_state_is_put_back),
    ("nested_submission", nested_submission),
    ("worker_that_existed_before", worker_that_existed_before),
    ("worker_with_a_state_of_its_own", worker_with_a_state_of_its_own),
    ("platform_work_shows_no_tenant", platform_work_shows_no_tenant),
    ("work_that_runs_on_the_caller", work_that_runs_on_the_caller),
    ("panic_is_reported_once", panic_is_reported_once),
    ("reused_worker", reused_worker),
];
