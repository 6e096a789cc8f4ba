//! A turn that travels in a request: from the door that admitted it to the handler that works for it.
//!
//! A framework calls a handler with a request and nothing else, so between the two the turn is in the request's extensions:
//! [`turn.attach_to(&mut request)`](crate::Turn::attach_to) puts it there, [`Turn::of(&request)`](crate::Turn::of) asks for it.
//! What is put there is a private handle that nothing but `Turn::of` opens: no code on the way can take the context out, or
//! put in one that no gate admitted.
//!
//! | framework | who attaches | how a handler gets it |
//! |---|---|---|
//! | tower, hyper | `ctx::tower::TurnLayer` | `Turn::of(&request)` |
//! | axum | `ctx::tower::TurnLayer` | a parameter `turn: Turn`, which `#[with_ctx(entry)]` adds |
//! | tonic | `ctx::tower::TurnLayer` | `Turn::of(&request)` of the `tonic::Request` |
//! | actix | `ctx::actix::TurnMiddleware` | a parameter `turn: Turn` |
//! | middleware of your own | `turn.attach_to(&mut request)`, or `ctx::tower::in_turn` | any of these |
//!
//! Which tenant a request is for is said by a [`Resolve`], with [`TenantSource`]s that refuse what is missing, malformed, sent
//! twice or contradictory. There is no default tenant, and no `Option<Turn>`: a handler that asks for a turn and is reached
//! without one gets a [`NoTurn`].

mod attached;
#[cfg(feature = "tower")]
mod client;
mod incoming;
mod outgoing;
mod refusal;
#[cfg(feature = "tower")]
mod served;
mod tenant_source;

#[cfg(any(feature = "tonic", feature = "actix"))]
pub(crate) use attached::{Attached, sealed};
pub use attached::{CarriesTurn, NoTurn};
#[cfg(feature = "tower")]
pub(crate) use client::{Client, Outcome};
pub use incoming::{Incoming, Resolve, Resolved};
pub use outgoing::{NoOutgoing, Outgoing, SendOn};
pub use refusal::Refusal;
#[cfg(feature = "tower")]
pub(crate) use served::Served;
pub use tenant_source::{Agreeing, Authenticated, TenantSource, TrustedHeader};

pub use crate::trace_context::TraceContext;
