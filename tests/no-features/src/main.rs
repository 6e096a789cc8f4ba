//! What `explicit-ctx` does without any feature: no runtime, no spans. `no-features panic` panics in a hop.
//!
//! A program and not a test, so that it can be built alone: a test that is built with the whole workspace gets the features that
//! other packages ask for.

use std::fmt;
use std::sync::mpsc;
use std::time::Duration;

use ctx::{Batch, Gate, NoTenant, PerTenant, Stamped};

#[derive(Clone, PartialEq, Eq, Hash)]
struct TenantId(&'static str);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl ctx::Tenant for TenantId {}

type Ctx = ctx::Ctx<TenantId>;

fn page(ctx: &Ctx, number: u32) -> Result<String, ctx::Error> {
    ctx.check()?;
    Ok(format!("page {number} of {}", ctx.tenant()))
}

fn sweep(ctx: &ctx::Ctx<NoTenant>) -> String {
    format!("{} for no tenant", ctx.kind())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gate = Gate::new();
    if std::env::args().nth(1).as_deref() == Some("panic") {
        let turn = gate.admission("render").admit(TenantId("acme"), (), ())?;
        // Two hops, one in the other: one report.
        let render = turn.thread("render", |ctx| ctx.bind(|_| panic!("no font\nfor you"))())?;
        assert!(render.join().is_err_and(|payload| payload.downcast_ref() == Some(&"no font\nfor you")));
        println!("joined");
        return Ok(());
    }
    let turn = gate.admission("render").time_limit(Duration::from_secs(60)).admit(TenantId("acme"), (), ())?;
    println!("{}", turn.thread("render", |ctx| page(ctx, 1))?.join().expect("it does not panic")?);
    println!("{}", turn.bind(|ctx| page(ctx, 2))()?);
    let mut next = turn.bind_mut(page);
    println!("{}", next(3)?);

    let (sender, messages) = mpsc::channel::<Stamped<u32, TenantId>>();
    sender.send(turn.stamp(4))?;
    drop(sender);
    for message in messages {
        println!("{}", message.open_sync(page)?);
    }
    let batch = Batch::by_tenant([turn.stamp(7), turn.stamp(8)]).remove(0);
    println!("{}", batch.open_sync("batch", |ctx, numbers| format!("pages {numbers:?} of {}", ctx.tenant())));
    let read = PerTenant::new();
    println!("{} read, {:?}", read.get_or_init(&turn, |_| 2), turn.key(7));
    println!("{}", turn.with_fields(()).in_span(|ctx| page(ctx, 5))?);
    println!("{}", std::thread::scope(|scope| scope.spawn(|| page(&turn, 6)).join()).expect("it does not panic")?);
    println!("{}", turn.platform("sweep", ()).bind(sweep)());

    let audit = turn.detach("audit").thread("audit", |ctx| format!("{} for {}", ctx.kind(), ctx.tenant()))?;
    turn.cancel();
    println!("{}", page(&turn, 7).expect_err("it was cancelled"));
    println!("{}", audit.join().expect("it does not panic"));
    let report = gate.drain_blocking(Duration::ZERO);
    println!("{} left, {}", report.still_running().len(), turn.check().expect_err("the grace has ended"));
    drop(next);
    drop(turn);
    println!("{}", gate.drain_blocking(Duration::from_secs(20)));
    println!("{}", gate.admit(TenantId("acme"), (), ()).expect_err("the gate is closed"));
    Ok(())
}
