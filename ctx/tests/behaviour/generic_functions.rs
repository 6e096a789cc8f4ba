//! Library functions that take any context which has what they need.

use std::fmt::Display;

use ctx::{Context, LogFields, NoTenant, Pin, Tenant, TenantSlot};

use crate::identity::{Request, TenantId, Version, admit, gate};

/// Needs the tenant, and does not care about the rest.
fn schema(ctx: &impl Context<Tenant = TenantId>) -> String {
    format!("tenant_{}", ctx.as_ctx().tenant())
}

/// Any tenant, as a label.
fn label<C: Context<Tenant: Tenant>>(ctx: &C) -> String {
    ctx.as_ctx().tenant().to_string()
}

/// For platform work only.
fn vacuum(ctx: &impl Context<Tenant = NoTenant>) -> &'static str {
    ctx.as_ctx().kind()
}

/// With the three slots spelled out.
fn label_of<T: TenantSlot, P: Pin, L: LogFields>(ctx: &ctx::Ctx<T, P, L>) -> Option<String> {
    ctx.tenant().label().map(ToString::to_string)
}

/// Anything at all: only cancellation.
fn checked<T, P, L>(ctx: &ctx::Ctx<T, P, L>) -> bool {
    ctx.check().is_ok() && ctx.deadline().is_none()
}

/// A hop in a generic function.
async fn on_a_task<C: Context<Tenant = TenantId>>(ctx: &C, suffix: &'static str) -> String {
    let ctx = ctx.as_ctx();
    let task = ctx.spawn(async move |ctx| format!("{}{suffix}", schema(ctx)));
    let blocking = ctx.spawn_blocking(move |ctx| format!("{}{suffix}", label(ctx)));
    format!("{} {}", task.await.unwrap(), blocking.await.unwrap())
}

/// Fields of its own, whatever the caller's are.
fn with_step<T: TenantSlot, P: Pin, L: LogFields>(ctx: &ctx::Ctx<T, P, L>) -> usize {
    ctx.with_fields(Request::new("library")).in_span(|ctx| ctx.fields().id.len())
}

/// A trait of the application, implemented for a context by nobody: it takes one.
trait Store {
    fn load(&self, ctx: &impl Context<Tenant = TenantId>, id: u64) -> impl Future<Output = String> + Send;
}

struct Memory;

impl Store for Memory {
    async fn load(&self, ctx: &impl Context<Tenant = TenantId>, id: u64) -> String {
        tokio::task::yield_now().await;
        format!("{}/{id}", schema(ctx))
    }
}

#[tokio::test]
async fn each_takes_every_context_it_may() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let derived = turn.with_fields(());
    let bare = gate.admit(TenantId("globex"), (), ()).unwrap();
    let job = gate.platform("job", ()).unwrap();

    assert_eq!(
        (schema(&*turn), schema(&*derived), schema(&*bare)),
        ("tenant_acme".into(), "tenant_acme".into(), "tenant_globex".into())
    );
    assert_eq!((label(&*turn), label(&*bare)), ("acme".into(), "globex".into()));
    assert_eq!(vacuum(&*job), "job");
    assert_eq!((label_of(&turn), label_of(&job)), (Some("acme".into()), None));
    assert!(checked(&turn) && checked(&derived) && checked(&job));
    assert_eq!(on_a_task(&*derived, "!").await, "tenant_acme! acme!");
    assert_eq!((with_step(&turn), with_step(&job)), (7, 7));
    assert_eq!(Memory.load(&*turn, 7).await, "tenant_acme/7");
    let in_a_task = turn.spawn(async |ctx| Memory.load(ctx, 8).await);
    assert_eq!(in_a_task.await.unwrap(), "tenant_acme/8");
}

/// The types of a context by its slots.
#[test]
fn slots_by_name() {
    fn names<C: Context<Fields: LogFields, Pin: Pin>>(_: &C) -> &'static [&'static str] {
        C::Fields::NAMES
    }
    fn pin_label(ctx: &impl Context) -> Option<String> {
        let label: Option<&dyn Display> = ctx.as_ctx().pin().label();
        label.map(ToString::to_string)
    }

    let gate = gate();
    let turn = gate.admit(TenantId("acme"), Version(7), Request::new("r")).unwrap();
    assert_eq!(names(&*turn), ["request_id"]);
    assert_eq!(names(&*turn.with_fields(())), [""; 0]);
    assert_eq!((pin_label(&*turn), pin_label(&*gate.platform("job", ()).unwrap())), (Some("7".into()), None));
    let mut seen = Vec::new();
    turn.fields().visit(&mut |name, value| seen.push(format!("{name}={value}")));
    assert_eq!(seen, ["request_id=r"]);
}
