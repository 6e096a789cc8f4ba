//! The locks and threads of a pool's state; the tests of its interleavings put others here.

pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
pub(super) use std::thread::{ThreadId, current};
