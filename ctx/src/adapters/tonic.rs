//! tonic: a `tonic::Request` can be asked for its turn.
//!
//! The door is `ctx::tower::TurnLayer` on the server, `Server::builder().layer(..)`; a call that it refuses is answered with a status
//! of gRPC (`UNAUTHENTICATED`, `INVALID_ARGUMENT`, `PERMISSION_DENIED`, `UNAVAILABLE`, `DEADLINE_EXCEEDED`). Each of the four call
//! shapes is in the turn to its last message: those of a response are made when its body is polled, and those of a request are taken
//! by the method.
//!
//! A client sends trace and tenant on with `ctx::tower::SendOnLayer` around its channel, and
//! `request.extensions_mut().insert(ctx.outgoing())`.
//!
//! # Example
//!
//! ```
//! # #[derive(Clone)] pub struct TenantId(String);
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! use tonic::{Request, Response, Status};
//!
//! type Turn = ctx::Turn<TenantId>;
//!
//! /// A method of a generated trait.
//! async fn greet(request: Request<String>) -> Result<Response<String>, Status> {
//!     let turn = Turn::of(&request)?;
//!     Ok(Response::new(format!("{} from {}", request.get_ref(), turn.tenant())))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let outside = greet(Request::new("hello".into())).await.unwrap_err();
//! assert_eq!(outside.code(), tonic::Code::Internal);
//!
//! let mut request = Request::new("hello".to_owned());
//! ctx::Gate::new().admit(TenantId("acme".into()), (), ()).unwrap().attach_to(&mut request);
//! assert_eq!(greet(request).await.unwrap().into_inner(), "hello from acme");
//! # }
//! ```

use crate::requests::{Attached, NoTurn, sealed};

impl<M> sealed::Sealed for tonic::Request<M> {
    fn put(&mut self, attached: Attached) {
        self.extensions_mut().put(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.extensions().attached()
    }
}

/// `INTERNAL`, with a fixed text that names the layer.
impl From<NoTurn> for tonic::Status {
    fn from(missing: NoTurn) -> Self {
        missing.log("POST", None);
        Self::internal(NoTurn::TEXT)
    }
}
