//! A service in the old style: each function finds its tenant in an ambient place. Nothing in it knows of a ctx.
//!
//! And what a migration puts beside it: the places as the bridge has to know them, in `BRIDGE`.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use ctx::Gate;
use ctx::bridge::{self, Roots};
use opentelemetry::Context;
use sentry_core::{Hub, User};
use support::{AgentPin, TenantId, TurnFields};

thread_local! {
    static TENANT: RefCell<Option<TenantId>> = const { RefCell::new(None) };
    static PIN: Cell<u32> = const { Cell::new(0) };
}

tokio::task_local! {
    static REQUEST: u64;
}

/// What old code has in opentelemetry's context.
#[derive(Debug, PartialEq)]
struct Baggage(TenantId);

/// Everything that old code finds in its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Old {
    /// A thread-local with a `RefCell`.
    pub tenant: Option<&'static str>,
    /// A thread-local with a `Cell`; zero is none.
    pub pin: u32,
    /// A task-local.
    pub request: Option<u64>,
    /// A value in opentelemetry's current context.
    pub baggage: Option<&'static str>,
    /// The user of sentry's current scope.
    pub user: Option<String>,
}

impl Old {
    /// What a worker has that nobody has set anything on.
    pub const NOTHING: Self = Self { tenant: None, pin: 0, request: None, baggage: None, user: None };

    /// What old code finds here.
    #[must_use]
    pub fn here() -> Self {
        Self {
            tenant: tenant().map(|tenant| tenant.0),
            pin: PIN.get(),
            request: REQUEST.try_get().ok(),
            baggage: Context::current().get::<Baggage>().map(|baggage| baggage.0.0),
            user: user(),
        }
    }

    /// What it has to find under a context with these slots.
    #[must_use]
    pub fn of(tenant: &TenantId, pin: &AgentPin, fields: &TurnFields) -> Self {
        Self {
            tenant: Some(tenant.0),
            pin: pin.version,
            request: Some(fields.request_id),
            baggage: Some(tenant.0),
            user: Some(tenant.0.to_owned()),
        }
    }

    /// What it has to find under `ctx`.
    #[must_use]
    pub fn under(ctx: &support::Ctx) -> Self {
        Self::of(ctx.tenant(), ctx.pin(), ctx.fields())
    }
}

/// The accessor of the old code.
#[must_use]
pub fn tenant() -> Option<TenantId> {
    TENANT.with_borrow(|tenant| *tenant)
}

/// The setter of the old code: from here on, for whatever runs on this thread.
pub fn set_tenant(tenant: Option<&'static str>) {
    TENANT.set(tenant.map(TenantId));
}

/// Another setter.
pub fn set_pin(version: u32) {
    PIN.set(version);
}

/// The provider of the old code for its task-local.
pub async fn with_request<O>(request: u64, work: impl Future<Output = O>) -> O {
    REQUEST.scope(request, work).await
}

/// A provider that shows the old code's value inside a borrow of it.
pub fn with_borrowed_tenant<O>(work: impl FnOnce() -> O) -> O {
    TENANT.with_borrow(|_| work())
}

fn user() -> Option<String> {
    let mut id = None;
    Hub::current().configure_scope(|scope| id = scope.user().and_then(|user| user.id.clone()));
    id
}

/// What the old code does to sentry's current scope.
pub fn set_user(tenant: &str) {
    Hub::current().configure_scope(|scope| scope.set_user(Some(of_id(tenant.to_owned()))));
}

fn of_id(id: String) -> User {
    User { id: Some(id), ..User::default() }
}

/// What a generated `context.rs` has.
pub static BRIDGE: Roots = Roots::new(|gate| {
    register(gate);
});

fn register(gate: &Gate) -> &Gate {
    gate.bridge(bridge::thread_local(&TENANT, |shown| shown.tenant().copied()))
        .bridge(bridge::thread_local(&PIN, |shown| shown.pin::<AgentPin>().map_or(0, |pin| pin.version)))
        .bridge(bridge::task_local(&REQUEST, |shown| shown.fields::<TurnFields>().map(|fields| fields.request_id)))
        .bridge(bridge::guarded(
            |shown| match shown.tenant::<TenantId>() {
                Some(tenant) => Context::new().with_value(Baggage(*tenant)),
                None => Context::new(),
            },
            |context| context.clone().attach(),
        ))
        .bridge(bridge::around(
            |shown| {
                let hub = Hub::new_from_top(Hub::main());
                if let Some(tenant) = shown.tenant_label() {
                    hub.configure_scope(|scope| scope.set_user(Some(of_id(tenant))));
                }
                Arc::new(hub)
            },
            |hub, run| Hub::run(Arc::clone(hub), run),
        ))
}

/// A gate that knows the old places.
#[must_use]
pub fn gate() -> Gate {
    let gate = support::gate();
    register(&gate);
    gate
}
