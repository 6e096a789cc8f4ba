//! Where a panic says that it happened.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// What a panic said.
#[derive(Clone, Debug, Default)]
pub struct Panicked {
    /// Its message.
    pub message: String,
    /// `file:line`.
    pub place: String,
}

/// Threads that expect a panic, and what it said.
static EXPECTED: LazyLock<Mutex<HashMap<ThreadId, Panicked>>> = LazyLock::new(Mutex::default);

static HOOK: LazyLock<()> = LazyLock::new(|| {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let known = expected().get_mut(&thread::current().id()).map(|said| *said = Panicked::from(info));
        if known.is_none() {
            before(info);
        }
    }));
});

fn expected() -> MutexGuard<'static, HashMap<ThreadId, Panicked>> {
    EXPECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<&PanicHookInfo<'_>> for Panicked {
    fn from(info: &PanicHookInfo<'_>) -> Self {
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        Self { message: info.payload_as_str().unwrap_or_default().to_owned(), place }
    }
}

/// Runs `work`, which has to panic on this thread, and says what it said instead of printing it.
///
/// # Panics
///
/// When `work` does not.
#[track_caller]
pub fn panic_of<O>(work: impl FnOnce() -> O) -> Panicked {
    LazyLock::force(&HOOK);
    let this = thread::current().id();
    expected().insert(this, Panicked::default());
    let panicked = catch_unwind(AssertUnwindSafe(work)).is_err();
    let said = expected().remove(&this).unwrap_or_default();
    assert!(panicked, "no panic");
    said
}
