//! The context of a turn, which code only ever borrows.

#[cfg(any(feature = "http", feature = "bridge"))]
use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::clock;
use crate::installing::{Earlier, Installed};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::{Above, Root, Rooted};
use crate::spans::{Entered, Span, TurnSpan};
use crate::tenant::TenantSlot;

/// The context of a turn: tenant `T`, pin `P` and log fields `L`, cancellation and deadline.
///
/// Code sees only `&Ctx`. It cannot be cloned, stored in a static or sent to a thread, it has no default and no public
/// constructor, so a context always belongs to a turn that a [`Gate`](crate::Gate) admitted, and work that runs elsewhere
/// can get it in one way only: through a hop, such as `ctx.spawn(async move |ctx| ..)`. See [`hops`](crate::hops) for all.
///
/// An application names its three types once, at its crate root:
///
/// ```
/// # use std::fmt;
/// #[derive(Clone)]
/// pub struct TenantId(String);
/// # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) } }
/// impl ctx::Tenant for TenantId {}
///
/// #[derive(Clone, ctx::LogFields)]
/// pub struct TurnFields {
///     request_id: u64,
/// }
///
/// pub type Ctx = ctx::Ctx<TenantId, (), TurnFields>;
///
/// fn greet(ctx: &Ctx) -> String {
///     format!("hello {}, this is request {}", ctx.tenant(), ctx.fields().request_id)
/// }
///
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme".into()), (), TurnFields { request_id: 7 })?;
/// assert_eq!(greet(&turn), "hello acme, this is request 7");
/// # Ok::<(), ctx::Error>(())
/// ```
///
/// Shared by reference count between the hops of a turn: a plain [`spawn`](Self::spawn), [`bind`](Self::bind) or
/// [`stamp`](Self::stamp) costs one increment and no allocation of its own.
pub struct Ctx<T, P = (), L = ()>(Arc<Inner<T, P, L>>);

pub(crate) struct Inner<T, P, L> {
    pub(crate) tenant: T,
    pub(crate) pin: P,
    pub(crate) fields: L,
    pub(crate) deadline: Option<Instant>,
    pub(crate) span: Span,
    /// Makes another span with the same fields: see [`Span::enter`].
    span_anew: fn(&Self) -> Span,
    pub(crate) origin: Origin,
    pub(crate) earlier: Earlier,
    #[cfg(feature = "bridge")]
    shows: fn(&Arc<Self>) -> Arc<dyn crate::installing::Shows>,
}

/// Where a context comes from: it is a root itself, or it lives on another's.
pub(crate) enum Origin {
    Root(Root),
    Derived(Arc<dyn Rooted>),
}

impl<T, P, L> Inner<T, P, L> {
    pub(crate) fn root(&self) -> &Root {
        match &self.origin {
            Origin::Root(root) => root,
            Origin::Derived(root) => root.root(),
        }
    }
}

/// The last holder is gone: the turn, or the named, detached or platform work, has ended.
#[cfg(feature = "tracing")]
impl<T, P, L> Drop for Inner<T, P, L> {
    fn drop(&mut self) {
        if let Origin::Root(root) = &self.origin {
            // A turn that was refused has not begun.
            if root.is_registered() {
                self.span.ended(root);
            }
        }
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Rooted for Inner<T, P, L> {
    fn root(&self) -> &Root {
        self.root()
    }

    fn tenant_label(&self) -> Option<String> {
        self.tenant.label().map(crate::escaped::field)
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Inner<T, P, L> {
    fn new_span(&self) -> Span {
        let span = new_span(&self.tenant, &self.pin, &self.fields, self.root(), self.root().kind);
        span.follows_from(&self.span);
        span
    }
}

fn new_span<T: TenantSlot, P: Pin, L: LogFields>(
    tenant: &T,
    pin: &P,
    fields: &L,
    #[cfg_attr(not(feature = "tracing"), expect(unused_variables, reason = "only a span has a parent"))] root: &Root,
    kind: &'static str,
) -> Span {
    fields.span(&TurnSpan {
        kind,
        tenant: tenant.label(),
        pin: pin.label(),
        #[cfg(feature = "tracing")]
        parent: root.parent_span.clone(),
    })
}

/// The three slots and the deadline of a context to be.
pub(crate) struct Slots<T, P, L> {
    pub(crate) tenant: T,
    pub(crate) pin: P,
    pub(crate) fields: L,
    pub(crate) deadline: Option<Instant>,
    pub(crate) earlier: Earlier,
}

impl<T: TenantSlot, P: Pin, L: LogFields> Slots<T, P, L> {
    pub(crate) fn new(tenant: T, pin: P, fields: L, deadline: Option<Instant>) -> Self {
        Self { tenant, pin, fields, deadline, earlier: Earlier::default() }
    }

    /// The span of these slots in a turn of `root`'s.
    pub(crate) fn span(&self, root: &Root, kind: &'static str) -> Span {
        new_span(&self.tenant, &self.pin, &self.fields, root, kind)
    }

    /// A root context, not yet registered with its gate.
    pub(crate) fn root(self, root: Root) -> Ctx<T, P, L> {
        let span = self.span(&root, root.kind);
        #[cfg(feature = "tracing")]
        let root = if span.as_tracing().is_disabled() { root.without_parent_span() } else { root };
        self.with_span(span, Origin::Root(root))
    }

    /// A context on the root of `parent`, with a span of its own.
    pub(crate) fn derived<T2, P2, L2>(self, parent: &Ctx<T2, P2, L2>) -> Ctx<T, P, L>
    where
        T2: TenantSlot,
        P2: Pin,
        L2: LogFields,
    {
        let span = self.span(parent.root(), parent.kind());
        span.follows_from(&parent.0.span);
        self.with_span(span, Origin::Derived(parent.keeper()))
    }

    pub(crate) fn with_span(self, span: Span, origin: Origin) -> Ctx<T, P, L> {
        let Self { tenant, pin, fields, deadline, earlier } = self;
        Ctx(Arc::new(Inner {
            tenant,
            pin,
            fields,
            deadline,
            span,
            span_anew: Inner::new_span,
            origin,
            earlier,
            #[cfg(feature = "bridge")]
            shows: |inner| Arc::clone(inner) as _,
        }))
    }
}

impl<T, P, L> Ctx<T, P, L> {
    /// The tenant, or [`NoTenant`](crate::NoTenant) for platform work.
    #[must_use]
    #[inline]
    pub fn tenant(&self) -> &T {
        &self.0.tenant
    }

    /// What is pinned for the length of the turn.
    #[must_use]
    #[inline]
    pub fn pin(&self) -> &P {
        &self.0.pin
    }

    /// The log fields.
    #[must_use]
    #[inline]
    pub fn fields(&self) -> &L {
        &self.0.fields
    }

    /// What started the turn, for example `"turn"` or the kind given to [`Gate::admission`](crate::Gate::admission),
    /// [`Gate::platform`](crate::Gate::platform), [`Ctx::detach`] or [`Ctx::task`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.root().kind
    }

    /// When the work must have ended, if there is a deadline. Detached work has none.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// The time left until the deadline, zero when it has passed; `None` without a deadline.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.0.deadline.map(|deadline| deadline.saturating_duration_since(clock::now()))
    }

    /// The span of this context, as the parent of a span of your own: `info_span!(parent: ctx.span_id(), "step")`.
    ///
    /// An id and not a [`Span`](tracing::Span), which could be entered and held over an await: each hop runs inside it, and
    /// [`in_span`](Self::in_span) and [`in_span_async`](Self::in_span_async) do so for the rest.
    #[cfg(feature = "tracing")]
    #[must_use]
    pub fn span_id(&self) -> Option<tracing::Id> {
        self.0.span.as_tracing().id()
    }

    /// For `ctx::info!` and its siblings.
    #[cfg(feature = "tracing")]
    #[doc(hidden)]
    pub fn __span(&self) -> &tracing::Span {
        self.0.span.as_tracing()
    }

    /// Runs `f` inside the span of this context, so that lines logged by code that takes no ctx show its fields.
    ///
    /// Needed where no hop is around the code: in the entry that admitted the turn, and for a derived context. A hop already
    /// runs inside the span of the context it was started from.
    pub fn in_span<O>(&self, f: impl FnOnce(&Self) -> O) -> O {
        let _entered = self.enter();
        self.installed().within(|| f(self))
    }

    /// What work under this context begins with in old places.
    #[inline]
    pub(crate) fn installed(&self) -> Installed {
        #[cfg(feature = "bridge")]
        return match &self.root().ambients {
            Some(ambients) => Installed::new(ambients, &(self.0.shows)(&self.0)),
            None => Installed::NOTHING,
        };
        #[cfg(not(feature = "bridge"))]
        Installed
    }

    /// Enters the span of this context; the one that was current before is current again when the result is dropped.
    #[inline]
    pub(crate) fn enter(&self) -> Entered<'_> {
        self.0.span.enter(|| (self.0.span_anew)(&self.0))
    }

    /// Tells the test harness of a hop; compiled to nothing otherwise.
    #[inline]
    pub(crate) fn note_hop(&self, hop: &'static str, site: &'static std::panic::Location<'static>) {
        #[cfg(feature = "testing")]
        crate::testing::note_hop(self.root(), hop, site);
        #[cfg(not(feature = "testing"))]
        let _ = (hop, site);
    }

    pub(crate) fn own_span(&self) -> &Span {
        &self.0.span
    }

    pub(crate) fn root(&self) -> &Root {
        self.0.root()
    }

    /// The one place where a context is shared. Not public: a hop does it, and gives its work a borrow.
    #[inline]
    pub(crate) fn share(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// A context whose slots only those know who ask for them: in a request, which has no slots, or on a thread.
#[cfg(any(feature = "http", feature = "bridge"))]
impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    #[cfg(feature = "http")]
    pub(crate) fn erase(self) -> Arc<dyn Any + Send + Sync> {
        self.0
    }

    pub(crate) fn unerase(erased: Arc<dyn Any + Send + Sync>) -> Option<Self> {
        erased.downcast().ok().map(Self)
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// This context as the keeper of itself: for the register of its gate.
    pub(crate) fn rooted(&self) -> Arc<dyn Rooted> {
        Arc::clone(&self.0) as Arc<dyn Rooted>
    }

    /// What a root that is started here is below: see [`Above::Root`].
    pub(crate) fn above(&self) -> Above {
        Above::Root(self.root().above().map_or_else(|| self.keeper(), Arc::clone))
    }

    /// The root this context lives on.
    pub(crate) fn keeper(&self) -> Arc<dyn Rooted> {
        match &self.0.origin {
            Origin::Root(_) => self.rooted(),
            Origin::Derived(root) => Arc::clone(root),
        }
    }

    pub(crate) fn slots(&self) -> Slots<T, P, L> {
        Slots {
            tenant: self.0.tenant.clone(),
            pin: self.0.pin.clone(),
            fields: self.0.fields.clone(),
            deadline: self.0.deadline,
            earlier: self.0.earlier.clone(),
        }
    }

    /// [`slots`](Self::slots) with other fields.
    pub(crate) fn slots_with<L2: LogFields>(&self, fields: L2) -> Slots<T, P, L2> {
        let slots = Slots::new(self.0.tenant.clone(), self.0.pin.clone(), fields, self.0.deadline);
        #[cfg(feature = "bridge")]
        if self.root().ambients.is_some() {
            return Slots { earlier: self.0.earlier.below::<L, L2>(&self.0.fields), ..slots };
        }
        slots
    }
}

#[cfg(feature = "bridge")]
impl<T: TenantSlot, P: Pin, L: LogFields> crate::installing::Shows for Inner<T, P, L> {
    fn shown(&self) -> crate::installing::Shown<'_> {
        crate::installing::Shown {
            tenant: &self.tenant,
            tenant_label: self.tenant.label(),
            pin: &self.pin,
            fields: &self.fields,
            earlier: &self.earlier,
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    fn span(&self) -> &Span {
        &self.span
    }

    fn keeper(self: Arc<Self>) -> Arc<dyn Rooted> {
        Ctx(self).keeper()
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

/// Short, and without a word of the tenant's: `Ctx("turn", ..)`.
impl<T, P, L> fmt::Debug for Ctx<T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ctx({:?}, ..)", self.kind())
    }
}

// Nothing in a context is left half-written by a panic: its slots never change, the rest is locks and atomics.
impl<T: RefUnwindSafe, P: RefUnwindSafe, L: RefUnwindSafe> RefUnwindSafe for Ctx<T, P, L> {}
impl<T: RefUnwindSafe, P: RefUnwindSafe, L: RefUnwindSafe> UnwindSafe for Ctx<T, P, L> {}

/// What `ctx.clone()` asks for, and nothing gives: the error at the call says what to do instead. Without it the borrow would
/// be copied, and the error would come later and say less.
#[diagnostic::on_unimplemented(
    message = "a context has no copies",
    label = "this is only borrowed",
    note = "pass `&Ctx` on; work that goes elsewhere gets a ctx of its own: `ctx.spawn(async move |ctx| ..)`, \
            `ctx.bind(|ctx| ..)`, `ctx.stamp(value)`"
)]
pub trait Copies {}

#[doc(hidden)]
impl<T, P, L> Ctx<T, P, L> {
    #[expect(clippy::should_implement_trait, reason = "it stands before the trait's, which would copy the borrow")]
    pub fn clone(&self) -> &Self
    where
        Self: Copies,
    {
        self
    }

    pub fn to_owned(&self) -> &Self
    where
        Self: Copies,
    {
        self
    }
}
