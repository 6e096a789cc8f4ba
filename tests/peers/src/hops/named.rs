//! A task with a name, which has a line in the report of a shutdown.
//!
//! None of the peers has that. Each has the same register by hand here, the least that could say which task of which tenant
//! still runs, since when, and where it was started.

use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use slab::Slab;

use crate::burst::done;
use crate::carried::{TenantId, id, load, load_explicit, turn};
use crate::case::{Hop, again};
use crate::meter::Measured;
use crate::peers::{ByHand, Carry, Fastrace, Inherited, OpenTelemetry, TaskLocal, Tracing};

pub(crate) const NAMED: Hop = Hop {
    name: "named_task",
    operation: "a small task with a name in the report of a shutdown",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", explicit),
        ("raw", super::tasks::spawn::<crate::peers::Raw>),
        ("by_hand", named::<ByHand>),
        ("task_local", named::<TaskLocal>),
        ("inherited", named::<Inherited>),
        ("opentelemetry", named::<OpenTelemetry>),
        ("tracing", named::<Tracing>),
        ("fastrace", named::<Fastrace>),
    ],
    note: "no peer has the report: each keeps the same register by hand, but for `raw`, which has no name",
};

/// What a report would read.
struct Line {
    _name: &'static str,
    _tenant: TenantId,
    _since: Instant,
    _site: &'static Location<'static>,
}

#[derive(Clone, Default)]
struct Register(Arc<Mutex<Slab<Line>>>);

impl Register {
    fn lock(&self) -> MutexGuard<'_, Slab<Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn enter(&self, name: &'static str, tenant: TenantId) -> Registered {
        let line = Line { _name: name, _tenant: tenant, _since: Instant::now(), _site: Location::caller() };
        let key = self.lock().insert(line);
        Registered { register: self.clone(), key }
    }
}

struct Registered {
    register: Register,
    key: usize,
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.register.lock().remove(self.key);
    }
}

fn explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let id = id();
        done(turn.task("audit").spawn(async move |ctx| load_explicit(ctx, id).await).await);
    })
}

fn named<P: Carry>(operations: u64) -> Measured {
    let register = Register::default();
    P::turn(|handed| {
        again(operations, async || {
            let (work, id) = (handed.clone(), id());
            let registered = register.enter("audit", P::tenant(handed, Clone::clone));
            let task = async move {
                let _registered = registered;
                load::<P>(&work, id).await
            };
            done(tokio::spawn(P::carry(handed, task)).await);
        })
    })
}
