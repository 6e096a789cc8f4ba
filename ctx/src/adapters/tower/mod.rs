//! A tower layer that admits a turn for each request, and keeps it until the response has been read.
//!
//! [`TurnLayer`] asks a [`Resolve`](crate::requests::Resolve) for whom the request is, admits the turn at the gate, attaches it
//! to the request, and calls the inner service in the turn's span. What it promises:
//!
//! 1. **No request passes without a turn.** What the resolver or the gate refuses is answered here; the inner service is not
//!    called.
//! 2. **The span is entered** for the call, for every poll of the response's future and of its body, and when either is
//!    dropped; what the thread had before is put back.
//! 3. **The turn lives until the body ends**, or is dropped. Its trailers, its size hint and its errors stay what they are.
//! 4. **A response is waited for until the turn is cancelled or its deadline passes**: then it is dropped, and the request is
//!    answered with 503 or 504. A body that has begun is not cut off, as half an answer would look like a whole one: its
//!    producer asks [`ctx.check()`](crate::Ctx::check), or waits with [`ctx.until_done(..)`](crate::Ctx::until_done).
//! 5. **A client that leaves cancels the turn**: when the response's future, or a body that has not ended, is dropped. When the
//!    answer has been read, what the turn left to do goes on.
//! 6. **A panic is reported once**, with the tenant, and passes on.
//! 7. **The end of each request is one record** (target `ctx::door`, level DEBUG) with `status`, `outcome` and `elapsed_ms`, and
//!    so is each refusal (level WARN).
//! 8. **tower's contract is kept.** `poll_ready` and the service's error are passed on, the inner service is called on itself
//!    and not on a clone, and need be neither `Clone` nor `Send`.
//!
//! A worker further in, such as tower's `buffer`, calls its service in a task of its own. The turn is in the request there too
//! (`Turn::of(&request)`), and tower's takes the current span along.
//!
//! # Example
//!
//! ```
//! # use std::convert::Infallible;
//! # #[derive(Clone)] struct TenantId(String);
//! # impl TenantId { fn parse(name: &str) -> Option<Self> { Some(Self(name.to_owned())) } }
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! use ctx::requests::{Incoming, TenantSource, TrustedHeader};
//! use ctx::tower::TurnLayer;
//! use http::request::Parts;
//! use http::{Request, Response};
//! use tower::{Layer, ServiceExt, service_fn};
//!
//! type Turn = ctx::Turn<TenantId>;
//!
//! async fn handle(request: Request<String>) -> Result<Response<String>, Infallible> {
//!     let turn = Turn::of(&request).expect("the layer is around this");
//!     Ok(Response::new(format!("hello {}", turn.tenant())))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gate = ctx::Gate::new();
//! let tenant = TrustedHeader::new("x-tenant", TenantId::parse);
//! let layer = TurnLayer::new(gate.clone(), move |request: &Parts| Ok(Incoming::new(tenant.of(request)?, (), ())));
//! let service = layer.layer(service_fn(handle));
//!
//! let request = Request::builder().header("x-tenant", "acme").body(String::new())?;
//! let response = service.clone().oneshot(request).await?;
//! assert_eq!(response.status(), 200);
//! assert_eq!(gate.live(), 1); // until the body has been read
//! drop(response);
//!
//! let nobodys = service.oneshot(Request::new(String::new())).await?;
//! assert_eq!(nobodys.status(), 401);
//! # Ok(()) }
//! ```
//!
//! # Example: middleware of your own
//!
//! Where a tenant has to be looked up first, or the framework's own middleware is in use, [`in_turn`] is all of the above but for
//! the refusals.
//!
//! ```
//! # #[derive(Clone)] pub struct TenantId(&'static str);
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! # async fn look_up(_: &Request<String>) -> Result<TenantId, Refusal> { Ok(TenantId("acme")) }
//! use ctx::requests::{Incoming, Refusal};
//! use ctx::tower::{TurnBody, in_turn};
//! use http::{Request, Response};
//!
//! # async fn next(request: Request<String>) -> Response<String> {
//! #     let turn = ctx::Turn::<TenantId>::of(&request).expect("it is attached");
//! #     Response::new(format!("hello {}", turn.tenant()))
//! # }
//! async fn door(gate: &ctx::Gate, request: Request<String>) -> Result<Response<TurnBody<String, TenantId>>, Refusal> {
//!     let tenant = look_up(&request).await?;
//!     let turn = Incoming::new(tenant, (), ()).admit(gate)?;
//!     Ok(in_turn(turn, request, |request| next(request)).await?)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let response = door(&ctx::Gate::new(), Request::new(String::new())).await?;
//! assert_eq!(response.status(), 200);
//! # Ok(()) }
//! ```

mod answers;
mod body;
mod in_turn;
mod layer;
mod send_on;

pub use answers::{Answers, Refused, ShortText};
pub use body::TurnBody;
pub use in_turn::{Answer, InTurn, in_turn};
pub use layer::{ResponseFuture, TurnLayer, TurnService};
pub use send_on::{BoxError, SendOnLayer, SendOnService, Sending};
