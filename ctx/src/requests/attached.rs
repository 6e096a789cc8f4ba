//! Putting a turn into a request, and asking a request for its turn.

use std::any::{Any, type_name};
use std::fmt;
use std::sync::Arc;

use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;
use crate::turn::Turn;

/// A turn in a request. `Clone`, because a request's extensions are: opened by [`Turn::of`] only, into an owner.
#[derive(Clone)]
pub struct Attached {
    ctx: Arc<dyn Any + Send + Sync>,
    slots: &'static str,
}

pub(crate) mod sealed {
    use super::Attached;

    #[diagnostic::on_unimplemented(
        message = "a turn cannot be attached to `{Self}`",
        note = "it can to `http::Request`, its `Parts` and `Extensions`, to `tonic::Request` (feature `tonic`), and to actix's \
                requests (feature `actix`)"
    )]
    pub trait Sealed {
        fn put(&mut self, attached: Attached);
        fn attached(&self) -> Option<Attached>;
    }
}

/// What a turn can be attached to: a request, or a part of one that its handler gets.
#[diagnostic::on_unimplemented(
    message = "a turn cannot be attached to `{Self}`",
    note = "it can to `http::Request`, its `Parts` and `Extensions`, to `tonic::Request` (feature `tonic`), and to actix's \
            requests (feature `actix`)"
)]
pub trait CarriesTurn: sealed::Sealed {}

impl<S: sealed::Sealed> CarriesTurn for S {}

impl sealed::Sealed for http::Extensions {
    fn put(&mut self, attached: Attached) {
        self.insert(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.get().cloned()
    }
}

impl sealed::Sealed for http::request::Parts {
    fn put(&mut self, attached: Attached) {
        self.extensions.put(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.extensions.attached()
    }
}

impl<B> sealed::Sealed for http::Request<B> {
    fn put(&mut self, attached: Attached) {
        self.extensions_mut().put(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.extensions().attached()
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Turn<T, P, L> {
    /// Puts this turn into a request, for whoever handles it. A turn that was there is replaced: the inner door wins.
    ///
    /// The request keeps the turn alive, and so does each copy that is made of its extensions.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// type Turn = ctx::Turn<TenantId>;
    ///
    /// fn handle(request: http::Request<()>) -> Result<String, ctx::requests::NoTurn> {
    ///     let turn = Turn::of(&request)?;
    ///     Ok(format!("hello {}", turn.tenant()))
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let mut request = http::Request::new(());
    /// gate.admit(TenantId("acme"), (), ())?.attach_to(&mut request);
    /// assert_eq!(handle(request)?, "hello acme");
    ///
    /// assert!(handle(http::Request::new(())).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attach_to(&self, request: &mut impl CarriesTurn) {
        request.put(Attached { ctx: self.share().erase(), slots: type_name::<Ctx<T, P, L>>() });
    }

    /// The turn that a request is handled in, as one more owner of it. Asked twice, it is the same turn.
    ///
    /// # Errors
    ///
    /// [`NoTurn`], when none was attached, or one with other slots.
    pub fn of(request: &impl CarriesTurn) -> Result<Self, NoTurn> {
        let asked = type_name::<Ctx<T, P, L>>();
        let attached = request.attached().ok_or(NoTurn { asked, found: None })?;
        let found = Some(attached.slots);
        Ctx::unerase(attached.ctx).map(Self::new).ok_or(NoTurn { asked, found })
    }
}

/// A request was asked for its turn, and has none of that type: it did not pass a door.
///
/// A mistake in how the service is put together. Its text names what is missing and nothing of the inside; `Debug` has the
/// types, for a log.
#[derive(Clone, PartialEq, Eq)]
pub struct NoTurn {
    asked: &'static str,
    found: Option<&'static str>,
}

impl NoTurn {
    /// What a client is told: a fixed text that names the layer.
    pub const TEXT: &'static str = "this route is not inside a `TurnLayer`";

    /// Whether a turn is attached, but one with other slots than were asked for.
    #[must_use]
    pub const fn has_other_slots(&self) -> bool {
        self.found.is_some()
    }

    /// One line for the operator. `route` is the pattern that matched, where the framework knows it.
    #[cfg(any(feature = "axum", feature = "tonic", feature = "actix"))]
    pub(crate) fn log(&self, method: &str, route: Option<&str>) {
        #[cfg(feature = "tracing")]
        tracing::error!(
            target: "ctx::door",
            method,
            route = route.map(crate::for_macros::event_display),
            asked = self.asked,
            found = self.found,
            "{self}"
        );
        #[cfg(not(feature = "tracing"))]
        let _ = (method, route);
    }
}

impl fmt::Display for NoTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has_other_slots() {
            "the turn of the request has other slots than were asked for (help: use the aliases `Ctx` and `Turn` of the \
             crate whose door admitted it)"
        } else {
            "no turn is attached to the request (help: put its route inside a `TurnLayer`, or attach one with \
             `turn.attach_to(&mut request)`)"
        })
    }
}

impl fmt::Debug for NoTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoTurn").field("asked", &self.asked).field("found", &self.found).finish()
    }
}

impl std::error::Error for NoTurn {}
