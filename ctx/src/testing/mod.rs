//! Turns for tests: any tenant, pin and fields, with a captured log and a list of what was started.
//!
//! For `[dev-dependencies]` only: `cargo add --dev explicit-ctx --features testing`. The feature has a name of its own so
//! that its use elsewhere can be found.
//!
//! # Example
//!
//! ```
//! # #[derive(Clone)] struct TenantId(&'static str);
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! type Ctx = ctx::Ctx<TenantId>;
//!
//! async fn import(ctx: &Ctx) {
//!     let rows = ctx.task("count").spawn_blocking(|_| 3).await.unwrap();
//!     ctx::info!(ctx, rows, "imported");
//! }
//!
//! let turn = ctx::testing::turn(TenantId("acme"), (), ());
//! import(&turn).await;
//!
//! turn.log().assert_logged("imported");
//! turn.log().assert_every("tenant", "acme");
//! assert_eq!(turn.hops().len(), 1);
//! turn.assert_nothing_running();
//! # }
//! ```
//!
//! # Ambient access
//!
//! The log is captured by a subscriber that the first test turn of the process installs as the global one. A test that has
//! a subscriber of its own adds [`layer`] to it.

mod capture;
mod hop;
mod log;

use std::fmt;
use std::ops::Deref;

use capture::Captured;
pub use capture::{Capture, layer};
pub use hop::Hop;
pub(crate) use hop::{Hops, note_hop};
pub use log::Log;

use crate::gate::Gate;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::{NoTenant, Tenant, TenantSlot};
use crate::turn::Turn;

/// A turn for a test, with a gate of its own.
///
/// # Panics
///
/// When the current subscriber is the test's own and has no [`layer`].
#[track_caller]
pub fn turn<T: Tenant, P: Pin, L: LogFields>(tenant: T, pin: P, fields: L) -> TestTurn<T, P, L> {
    let captured = Captured::current();
    let gate = new_gate();
    let turn = gate.admit(tenant, pin, fields);
    TestTurn::new(captured, gate, turn)
}

/// Platform work for a test, with a gate of its own.
///
/// # Panics
///
/// When the current subscriber is the test's own and has no [`layer`].
#[track_caller]
pub fn platform<L: LogFields>(kind: &'static str, fields: L) -> TestTurn<NoTenant, (), L> {
    let captured = Captured::current();
    let gate = new_gate();
    let turn = gate.platform(kind, fields);
    TestTurn::new(captured, gate, turn)
}

#[expect(clippy::disallowed_methods, reason = "a test turn is a root by itself; the feature keeps it out of services")]
fn new_gate() -> Gate {
    Gate::new()
}

/// A turn for a test. Lends its context as a [`Turn`] does.
pub struct TestTurn<T: TenantSlot, P: Pin, L: LogFields> {
    captured: Captured,
    gate: Gate,
    turn: Turn<T, P, L>,
    number: u64,
}

impl<T: TenantSlot, P: Pin, L: LogFields> TestTurn<T, P, L> {
    #[track_caller]
    fn new(captured: Captured, gate: Gate, turn: Result<Turn<T, P, L>, crate::Error>) -> Self {
        let turn = match turn {
            Ok(turn) => turn,
            Err(error) => panic!("a new gate refused a turn: {error}"),
        };
        let number = captured.begin(turn.span_id());
        Self { captured, gate, turn, number }
    }

    /// The turn itself, to cancel it.
    pub fn turn(&self) -> &Turn<T, P, L> {
        &self.turn
    }

    /// A second owner of the turn, for code that takes a `Turn`. Only a test can have two.
    pub fn to_turn(&self) -> Turn<T, P, L> {
        Turn::new(self.turn.share())
    }

    /// The gate that admitted it, to close or drain it.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// What was logged until now under this turn and under all that was derived or started from it.
    #[must_use]
    pub fn log(&self) -> Log {
        Log::new(self.captured.records(self.number))
    }

    /// What was started until now under this turn and under all that was derived or started from it.
    #[must_use]
    pub fn hops(&self) -> Vec<Hop> {
        hop::hops(self.turn.root())
    }

    /// Asserts that no detached, platform or named work is running any more, and no task, thread or stream holds the turn.
    ///
    /// # Panics
    ///
    /// When something is, with a list of it.
    #[track_caller]
    pub fn assert_nothing_running(&self) {
        let running = self.gate.still_running();
        let other = running.iter().filter(|root| root.started_at() != self.turn.root().site || root.holders() > 1);
        let lines: Vec<String> = other.map(ToString::to_string).collect();
        assert!(lines.is_empty(), "work of the turn is still running:\n{}", lines.join("\n"));
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Deref for TestTurn<T, P, L> {
    type Target = crate::Ctx<T, P, L>;

    fn deref(&self) -> &Self::Target {
        &self.turn
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Drop for TestTurn<T, P, L> {
    fn drop(&mut self) {
        self.captured.end(self.number);
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> fmt::Debug for TestTurn<T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TestTurn({:?}, ..)", self.kind())
    }
}
