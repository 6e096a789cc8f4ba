//! What is known of each hop, and the macro that makes the table of them: dispatch, and a test for each promise.

use crate::submitted::Submitted;
use crate::worker::{Foreign, Place};

/// Whose context the work gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sees {
    /// The one it was submitted with.
    Same,
    /// The same under another name.
    Named(&'static str),
    /// One with a span of its own and without deadline and cancellation.
    Detached(&'static str),
    /// One without a tenant.
    Platform(&'static str),
}

/// What is known of a hop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// Its name in the report of a panic.
    pub(crate) hop: &'static str,
    pub(crate) place: Place,
    pub(crate) form: Form,
    pub(crate) sees: Sees,
    /// The promises with a test.
    pub(crate) tested: &'static [&'static str],
    /// The other promises, and why they have none.
    pub(crate) not_applicable: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// Can be dropped while it waits.
    Future,
    /// Runs to its end once it has begun.
    Closure,
}

/// What submitting gives.
pub(crate) enum Work<'c> {
    /// The hop has started it.
    Started(Submitted<'c>),
    /// Somebody else has to run it.
    Ready(Foreign),
}

impl<'c> From<Submitted<'c>> for Work<'c> {
    fn from(started: Submitted<'c>) -> Self {
        Self::Started(started)
    }
}

impl From<Foreign> for Work<'_> {
    fn from(ready: Foreign) -> Self {
        Self::Ready(ready)
    }
}

/// `name: class, "hop in reports", sees, form, place => |ctx, on, job| { how to submit }`.
macro_rules! executors {
    ($(
        $name:ident: $class:ident, $hop:literal, $sees:expr, $form:ident, $place:ident
        => |$ctx:ident, $on:ident, $job:ident| $submit:block
    )*) => {
        /// Every hop.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[expect(non_camel_case_types, reason = "they are the names of the calls")]
        pub(crate) enum Executor { $($name),* }

        impl Executor {
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            pub(crate) fn spec(self) -> Spec {
                match self {
                    $(Self::$name => Spec {
                        name: stringify!($name),
                        hop: $hop,
                        place: Place::$place,
                        form: Form::$form,
                        sees: $sees,
                        tested: $name::TESTED,
                        not_applicable: $name::NOT_APPLICABLE,
                    }),*
                }
            }

            /// Submits `job` with `ctx`, as far as the hop itself does.
            #[track_caller]
            pub(crate) fn prepare<'c, T: TenantSlot, P: Pin, L: LogFields>(
                self,
                ctx: &'c Ctx<T, P, L>,
                on: &On,
                job: Job,
            ) -> Work<'c> {
                match self {
                    $(Self::$name => {
                        let ($ctx, $on, $job) = (ctx, on, job);
                        $submit.into()
                    }),*
                }
            }
        }

        $(mod $name {
            tests_of!($class $name);
        })*
    };
}

/// The tests of a hop by its class, and the reasons why others are not there.
macro_rules! tests_of {
    (runtime $name:ident) => {
        tests_of!(@ $name [
            captured_at_submission, exactly_that_context, worker_state_is_put_back, nested_submission,
            worker_that_existed_before, worker_with_a_state_of_its_own, platform_work_shows_no_tenant,
            panic_is_reported_once, reused_worker,
        ] [
            work_that_runs_on_the_caller: "tokio queues it and never runs it inside the call that submits it",
        ]);
    };
    (thread $name:ident) => {
        tests_of!(@ $name [
            captured_at_submission, exactly_that_context, nested_submission, platform_work_shows_no_tenant,
            panic_is_reported_once, reused_worker,
        ] [
            worker_state_is_put_back: "the thread ends with the work",
            worker_that_existed_before: "every call starts a thread",
            worker_with_a_state_of_its_own: "a new thread has no state yet",
            work_that_runs_on_the_caller: "it runs on the thread it starts, or the call is an error",
        ]);
    };
    (pool $name:ident) => {
        tests_of!(@ $name [
            captured_at_submission, exactly_that_context, worker_state_is_put_back, nested_submission,
            worker_that_existed_before, worker_with_a_state_of_its_own, platform_work_shows_no_tenant,
            panic_is_reported_once, reused_worker,
        ] [
            work_that_runs_on_the_caller: "this pool has room; one that has none is `pool_on_the_caller`",
        ]);
    };
    (caller $name:ident) => {
        tests_of!(@ $name [
            exactly_that_context, worker_state_is_put_back, nested_submission, worker_that_existed_before,
            worker_with_a_state_of_its_own, platform_work_shows_no_tenant, work_that_runs_on_the_caller,
            panic_is_reported_once, reused_worker,
        ] [
            captured_at_submission: "it runs inside the call that submits it",
        ]);
    };
    (rayon $name:ident) => {
        tests_of!(@ $name [
            captured_at_submission, exactly_that_context, worker_state_is_put_back, nested_submission,
            worker_that_existed_before, worker_with_a_state_of_its_own, platform_work_shows_no_tenant,
            panic_is_reported_once, reused_worker,
        ] [
            work_that_runs_on_the_caller: "rayon queues it and never runs it inside the call that submits it",
        ]);
    };
    (rayon_waited $name:ident) => {
        tests_of!(@ $name [
            exactly_that_context, worker_state_is_put_back, nested_submission, worker_that_existed_before,
            worker_with_a_state_of_its_own, platform_work_shows_no_tenant, reused_worker,
        ] [
            captured_at_submission: "the caller waits for it",
            work_that_runs_on_the_caller: "it runs on the pool's thread, where the caller is not",
            panic_is_reported_once: "it leaves the call that submits: `a06_a_panic_in_a_pool` shows it reported with its line",
        ]);
    };
    (rayon_borrowed $name:ident) => {
        tests_of!(@ $name [
            exactly_that_context, worker_state_is_put_back, nested_submission, worker_that_existed_before,
            worker_with_a_state_of_its_own, platform_work_shows_no_tenant, reused_worker,
        ] [
            captured_at_submission: "the caller waits for it",
            work_that_runs_on_the_caller: "it runs on the pool's thread, where the caller is not",
            panic_is_reported_once: "no hop: it borrows, and the panic goes on to the caller, whose own hop reports it",
        ]);
    };
    (foreign $name:ident) => {
        tests_of!(@ $name [
            captured_at_submission, exactly_that_context, worker_state_is_put_back, nested_submission,
            worker_that_existed_before, worker_with_a_state_of_its_own, platform_work_shows_no_tenant,
            work_that_runs_on_the_caller, panic_is_reported_once, reused_worker,
        ] []);
    };
    (@ $name:ident [$($tested:ident,)*] [$($other:ident: $reason:literal,)*]) => {
        pub(crate) const TESTED: &[&str] = &[$(stringify!($tested)),*];
        pub(crate) const NOT_APPLICABLE: &[(&str, &str)] = &[$((stringify!($other), $reason)),*];
        $(
            #[test]
            fn $tested() {
                crate::keeps(crate::promises::$tested, crate::table::Executor::$name);
            }
        )*
    };
}
