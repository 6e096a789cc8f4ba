//! actix: middleware that admits a turn for each request, and a `Turn` as an extractor.
//!
//! [`TurnMiddleware`] is for actix what [`TurnLayer`](crate::tower::TurnLayer) is for tower, with the same resolvers and the same
//! promises; futures and bodies need not be `Send`. Two things are actix's own. What is refused, or has to end before it is answered,
//! is an [`actix_web::Error`] whose response has the refusal's status and text. And actix's requests are of an earlier version of the
//! `http` crate, so the head of each request is copied for the resolver; what an authentication middleware has left in the
//! request's extensions is copied where [`claims`](TurnMiddleware::claims) names its type.
//!
//! # Example
//!
//! ```
//! # use std::fmt;
//! # #[derive(Clone)] pub struct TenantId(String);
//! # impl TenantId { fn parse(name: &str) -> Option<Self> { Some(Self(name.to_owned())) } }
//! # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! use actix_web::{App, test, web};
//! use ctx::actix::TurnMiddleware;
//! use ctx::requests::{Incoming, TenantSource, TrustedHeader};
//! use ctx::with_ctx;
//! use http::request::Parts;
//!
//! pub type Ctx = ctx::Ctx<TenantId>;
//! pub type Turn = ctx::Turn<TenantId>;
//!
//! #[with_ctx(entry)]
//! async fn order(id: web::Path<u64>) -> String {
//!     format!("order {id} of {}", ctx.tenant())
//! }
//!
//! # fn main() { actix_web::rt::System::new().block_on(async {
//! let tenant = TrustedHeader::new("x-tenant", TenantId::parse);
//! let resolver = move |request: &Parts| Ok(Incoming::new(tenant.of(request)?, (), ()));
//! let door = TurnMiddleware::new(ctx::Gate::new(), resolver);
//! let app = test::init_service(App::new().wrap(door).route("/orders/{id}", web::get().to(order))).await;
//!
//! let request = test::TestRequest::get().uri("/orders/7").insert_header(("x-tenant", "acme")).to_request();
//! assert_eq!(test::call_and_read_body(&app, request).await, "order 7 of acme");
//! # }) }
//! ```

mod body;
mod extractor;
mod middleware;

pub use body::TurnBody;
pub use middleware::{Answering, TurnMiddleware, TurnService};
