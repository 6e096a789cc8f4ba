//! Turns for code that is called by code without one.

use std::fmt;
use std::panic::Location;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::comparisons::Reads;
use super::per_place::PerPlace;
use super::seams::{Passes, Seam};
use crate::context::{Ctx, Origin, Slots};
use crate::gate::Gate;
use crate::hops::{Hop, kinds};
use crate::installing::{Shows, current};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::Above;
use crate::tenant::{NoTenant, Tenant, TenantSlot};
use crate::turn::Turn;

/// Where the turns of a program come from while it is migrated: seams, and providers that replace calls which set old places.
///
/// One static per application. Until [`use_gate`](Self::use_gate) it has a gate of its own. None of its turns is ever refused:
/// the code that asks for one could not handle it.
///
/// # Example
///
/// See [the module](super).
pub struct Roots {
    places: fn(&Gate),
    own: OnceLock<Gate>,
    given: RwLock<Option<Gate>>,
    seams: PerPlace<Passes>,
    pub(super) reads: PerPlace<Reads>,
}

impl Roots {
    /// Roots whose turns are installed in the old places that `places` registers with a gate: `|gate| { gate.bridge(..); }`.
    #[must_use]
    pub const fn new(places: fn(&Gate)) -> Self {
        Self { places, own: OnceLock::new(), given: RwLock::new(None), seams: PerPlace::new(), reads: PerPlace::new() }
    }

    /// Registers the old places with the gate of the application, and takes turns from there from now on: a
    /// [`Gate::drain`] then waits for them too. To be called in `main`, right after [`Gate::new`]. A second gate replaces the first.
    pub fn use_gate(&self, gate: &Gate) {
        let mut given = self.given.write().unwrap_or_else(PoisonError::into_inner);
        if given.as_ref().is_some_and(|given| given.is(gate)) {
            return;
        }
        *given = Some(gate.clone());
        drop(given);
        (self.places)(gate);
    }

    /// The gate that turns come from: the application's, or the one of their own.
    #[must_use]
    pub fn gate(&self) -> Gate {
        let given = self.given.read().unwrap_or_else(PoisonError::into_inner).clone();
        given.unwrap_or_else(|| self.own.get_or_init(|| own_gate(self.places)).clone())
    }

    /// A seam: a turn for migrated code that old code calls, with what the old code has in its old places. Counted by line: see
    /// [`seams`](Self::seams).
    ///
    /// Is there a context installed on this thread (the old code was called, without a hop in between, by work under a ctx) whose
    /// tenant, pin and fields are all equal to these, this is *the same turn*: cancelled with it, with its deadline, and kept
    /// alive by it. If old code has set another value since, or runs on a thread or in a task that no hop started, it is a new
    /// turn. What cannot be told apart is work for the same tenant, pin and fields that another turn happens to poll: a
    /// request's number among the fields tells it apart.
    ///
    /// # Example
    ///
    /// See [the module](super).
    #[track_caller]
    pub fn turn<T, P, L>(&self, tenant: T, pin: P, fields: L) -> Turn<T, P, L>
    where
        T: Tenant + PartialEq,
        P: Pin + PartialEq,
        L: LogFields + PartialEq,
    {
        let same = |t: &T, p: &P, l: &L| *t == tenant && *p == pin && *l == fields;
        let installed = installed_where(same);
        self.pass(installed, tenant, pin, fields, Location::caller())
    }

    /// [`turn`](Self::turn) for slots that cannot be compared, or of which not all count: `is_same` gets the tenant, pin and fields
    /// of the context that is installed.
    #[track_caller]
    pub fn turn_if<T: Tenant, P: Pin, L: LogFields>(
        &self,
        tenant: T,
        pin: P,
        fields: L,
        is_same: impl FnOnce(&T, &P, &L) -> bool,
    ) -> Turn<T, P, L> {
        self.pass(installed_where(is_same), tenant, pin, fields, Location::caller())
    }

    fn pass<T: Tenant, P: Pin, L: LogFields>(
        &self,
        installed: Option<Arc<dyn Shows>>,
        tenant: T,
        pin: P,
        fields: L,
        at: &'static Location<'static>,
    ) -> Turn<T, P, L> {
        const KIND: &str = "seam";
        self.seams.count((at, KIND), |passes| match installed {
            Some(_) => passes.same_turn += 1,
            None => passes.new_turn += 1,
        });
        Turn::new(match installed {
            Some(installed) => match Ctx::unerase(Arc::clone(&installed).into_any()) {
                Some(ctx) => ctx,
                // It shows these fields and has others by now: see `Shown::fields`.
                None => Slots::new(tenant, pin, fields, installed.deadline()).on(installed),
            },
            None => self.gate().begin(Slots::new(tenant, pin, fields, None), KIND, at),
        })
    }

    /// The lines that have asked for a turn until now, by file and line.
    #[must_use]
    pub fn seams(&self) -> Vec<Seam> {
        self.seams.all().into_iter().map(|((at, _), passes)| Seam { at, passes }).collect()
    }

    /// A turn that begins here, of some `kind`: for code that used to set an old place for the rest of a block, for middleware, and
    /// for places that are roots until they have a door.
    #[track_caller]
    pub fn begin<T: Tenant, P: Pin, L: LogFields>(
        &self,
        kind: &'static str,
        tenant: T,
        pin: P,
        fields: L,
    ) -> Turn<T, P, L> {
        Turn::new(self.gate().begin(Slots::new(tenant, pin, fields, None), kind, Location::caller()))
    }

    /// [`begin`](Self::begin) for work without a tenant.
    #[track_caller]
    pub fn platform<L: LogFields>(&self, kind: &'static str, fields: L) -> Turn<NoTenant, (), L> {
        Turn::new(self.gate().begin(Slots::new(NoTenant::new(), (), fields, None), kind, Location::caller()))
    }

    /// A provider: runs `work` with a turn of its own, and with the turn's context in the old places at every poll. It replaces
    /// `TENANT.scope(tenant, async { .. })`.
    ///
    /// Inside work under a ctx it is attached to that: cancelled with it, and not later than its deadline. `Send` when what the
    /// work holds is.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone, PartialEq, Debug)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// tokio::task_local! {
    ///     static TENANT: TenantId;
    /// }
    ///
    /// static BRIDGE: ctx::bridge::Roots = ctx::bridge::Roots::new(|gate| {
    ///     gate.bridge(ctx::bridge::task_local(&TENANT, |shown| shown.tenant().cloned()));
    /// });
    ///
    /// let (explicit, ambient) =
    ///     BRIDGE.scope(TenantId("acme"), (), (), async |ctx| (ctx.tenant().clone(), TENANT.get())).await;
    /// assert_eq!(explicit, ambient);
    /// # }
    /// ```
    #[track_caller]
    pub fn scope<T, P, L, O, F>(&self, tenant: T, pin: P, fields: L, work: F) -> impl Future<Output = O>
    where
        T: Tenant,
        P: Pin,
        L: LogFields,
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O,
    {
        let site = Location::caller();
        async move {
            // Made where it is polled: what is installed there is what it is inside of.
            let hop = self.provided(tenant, pin, fields, site);
            hop.observe(|ctx| work(ctx)).await
        }
    }

    /// [`scope`](Self::scope) for work that does not await.
    #[track_caller]
    pub fn sync_scope<T: Tenant, P: Pin, L: LogFields, O>(
        &self,
        tenant: T,
        pin: P,
        fields: L,
        work: impl FnOnce(&Ctx<T, P, L>) -> O,
    ) -> O {
        self.provided(tenant, pin, fields, Location::caller()).call(work)
    }

    fn provided<T: Tenant, P: Pin, L: LogFields>(
        &self,
        tenant: T,
        pin: P,
        fields: L,
        site: &'static Location<'static>,
    ) -> Hop<kinds::Entry, T, P, L> {
        const KIND: &str = "scope";
        let ctx = match current() {
            Some(around) => {
                let slots = Slots::new(tenant, pin, fields, around.deadline());
                let keeper = Arc::clone(&around).keeper();
                let above = Above::Root(keeper.root().above().unwrap_or(&keeper).clone());
                let ctx = slots.root(keeper.root().started(KIND, site, above));
                ctx.own_span().follows_from(around.span());
                ctx.registered_inside()
            }
            None => self.gate().begin(Slots::new(tenant, pin, fields, None), KIND, site),
        };
        Hop::new(ctx, site)
    }
}

/// The context that is installed here, if these are its slots.
fn installed_where<T: Tenant, P: Pin, L: LogFields>(same: impl FnOnce(&T, &P, &L) -> bool) -> Option<Arc<dyn Shows>> {
    current().filter(|installed| {
        let shown = installed.shown();
        match (shown.tenant(), shown.pin(), shown.fields()) {
            (Some(tenant), Some(pin), Some(fields)) => same(tenant, pin, fields),
            _ => false,
        }
    })
}

impl<T: TenantSlot, P: Pin, L: LogFields> Slots<T, P, L> {
    /// A context on the root of `parent`.
    fn on(self, parent: Arc<dyn Shows>) -> Ctx<T, P, L> {
        let keeper = Arc::clone(&parent).keeper();
        let span = self.span(keeper.root(), keeper.root().kind);
        span.follows_from(parent.span());
        self.with_span(span, Origin::Derived(keeper))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "generated code has turns before `main` has a gate; `cargo ctx finish` asks for it"
)]
fn own_gate(places: fn(&Gate)) -> Gate {
    let gate = Gate::new();
    places(&gate);
    gate
}

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roots").field("seams", &self.seams()).finish_non_exhaustive()
    }
}
