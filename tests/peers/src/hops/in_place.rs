//! What is not a hop: reading, passing down, and having more fields for a while.

use std::hint::black_box;

use crate::carried::{Ctx, Step, id, turn, used};
use crate::case::{Hop, again};
use crate::meter::{Measured, measure};
use crate::peers::{ByHand, Derive, Fastrace, Inherited, OpenTelemetry, Peer, Raw, TaskLocal, ThreadLocal, Tracing};

pub(crate) const READ: Hop = Hop {
    name: "read",
    operation: "the length of the tenant's name",
    operations: 1_000_000,
    on_threads: false,
    ways: &[
        ("ctx", read_explicit),
        ("raw", read::<Raw>),
        ("by_hand", read::<ByHand>),
        ("thread_local", read::<ThreadLocal>),
        ("task_local", read::<TaskLocal>),
        ("inherited", read::<Inherited>),
        ("opentelemetry", read::<OpenTelemetry>),
    ],
    note: "the fields of a span cannot be read: not with `tracing`, not with `fastrace`",
};

pub(crate) const LEVELS: Hop = Hop {
    name: "pass_down_8",
    operation: "eight nested async fns, each of which reads the tenant; the innermost waits once",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", levels_explicit),
        ("raw", levels_handed::<Raw>),
        ("by_hand", levels_handed::<ByHand>),
        ("task_local", levels_ambient::<TaskLocal>),
        ("inherited", levels_ambient::<Inherited>),
        ("opentelemetry", levels_ambient::<OpenTelemetry>),
    ],
    note: "",
};

pub(crate) const DERIVED: Hop = Hop {
    name: "derived",
    operation: "two fields more: a derived context, entered, read, and left",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", derived_explicit),
        ("by_hand", derived::<ByHand>),
        ("thread_local", derived::<ThreadLocal>),
        ("task_local", derived::<TaskLocal>),
        ("inherited", derived::<Inherited>),
        ("opentelemetry", derived::<OpenTelemetry>),
        ("tracing", derived::<Tracing>),
        ("fastrace", derived::<Fastrace>),
    ],
    note: "by hand: a second `Arc`, which can go over a hop as the first one can",
};

fn read_explicit(operations: u64) -> Measured {
    let turn = turn();
    let ctx: &Ctx = &turn;
    measure(operations, || used(black_box(ctx).tenant().len()))
}

fn read<P: Peer>(operations: u64) -> Measured {
    P::turn(|handed| measure(operations, || used(P::tenant(black_box(handed), |tenant| tenant.len()))))
}

/// Eight async fns, written out: `level_8` awaits `level_7`, and so on down to a leaf that yields once. Each reads what it
/// was given after the await too, as code with a context does.
macro_rules! levels {
    ($family:ident $generics:tt $parameters:tt $arguments:tt $tenant:expr) => {
        mod $family {
            use super::*;
            levels!(@ $generics $parameters $arguments $tenant; level_2 level_1, level_3 level_2, level_4 level_3,
                level_5 level_4, level_6 level_5, level_7 level_6, level_8 level_7);
            levels!(# $generics $parameters $tenant);
        }
    };
    (# [$($generics:tt)*] ($($parameter:tt)*) $tenant:expr) => {
        async fn level_1$($generics)*($($parameter)*) -> usize {
            tokio::task::yield_now().await;
            $tenant
        }
    };
    (@ $generics:tt $parameters:tt $arguments:tt $tenant:expr; $($level:ident $below:ident),*) => {
        $(levels!(% $generics $parameters $arguments $tenant; $level $below);)*
    };
    (% [$($generics:tt)*] ($($parameter:tt)*) [$($call:tt)*] $tenant:expr; $level:ident $below:ident) => {
        pub(super) async fn $level$($generics)*($($parameter)*) -> usize {
            $below$($call)*.await + $tenant
        }
    };
}

macro_rules! down {
    ($operations:ident, $first:expr) => {
        again($operations, async || used($first.await))
    };
}

levels!(explicit [] (ctx: &Ctx) [(ctx)] ctx.tenant().len());
levels!(handed [<P: Peer>] (handed: &P::Handed) [::<P>(handed)] P::tenant(handed, |tenant| tenant.len()));
levels!(ambient [<P: Peer<Handed = ()>>] () [::<P>()] P::tenant(&(), |tenant| tenant.len()));

fn levels_explicit(operations: u64) -> Measured {
    let turn = turn();
    down!(operations, explicit::level_8(&turn))
}

fn levels_handed<P: Peer>(operations: u64) -> Measured {
    P::turn(|handed| down!(operations, handed::level_8::<P>(handed)))
}

fn levels_ambient<P: Peer<Handed = ()>>(operations: u64) -> Measured {
    P::turn(|()| down!(operations, ambient::level_8::<P>()))
}

fn step() -> Step {
    Step { request: id(), step: 2 }
}

pub(super) fn derived_explicit(operations: u64) -> Measured {
    let turn = turn();
    measure(operations, || {
        let derived = turn.with_fields(step());
        derived.in_span(|ctx| {
            let Step { request, step } = *ctx.fields();
            black_box(ctx.tenant().len() as u64 + request + u64::from(step));
        });
    })
}

pub(super) fn derived<P: Derive>(operations: u64) -> Measured {
    P::turn(|handed| {
        measure(operations, || {
            P::derive(handed, step(), |handed| {
                black_box(P::tenant(handed, |tenant| tenant.len()) as u64 + P::request(handed));
            });
        })
    })
}
