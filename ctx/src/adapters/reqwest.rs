//! reqwest: a client that sends trace and tenant on.
//!
//! # Example
//!
//! ```
//! # #[derive(Clone)] pub struct TenantId(&'static str);
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! # type Ctx = ctx::Ctx<TenantId>;
//! use ctx::requests::SendOn;
//! use reqwest_middleware::ClientWithMiddleware;
//!
//! async fn invoices(ctx: &Ctx, client: &ClientWithMiddleware) -> reqwest_middleware::Result<String> {
//!     let request = client.get("http://billing.internal/invoices").with_extension(ctx.outgoing());
//!     Ok(request.send().await?.text().await?)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let send_on = SendOn::traceparent().tenant_to("x-tenant", ["billing.internal"]);
//! let client = ctx::reqwest::client(reqwest::Client::builder(), send_on)?.build();
//!
//! // A request that was made without a context is not sent.
//! let refused = client.get("http://billing.internal/invoices").send().await.unwrap_err();
//! assert!(refused.is_middleware());
//! # Ok(()) }
//! ```

use async_trait::async_trait;
use http::{Extensions, Uri};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder as RawBuilder, Request, Response};
use reqwest_middleware::{ClientBuilder, Error, Middleware, Next, Result};

use crate::requests::{Outgoing, SendOn};

/// A client whose requests say what `send_on` allows. A request needs [`ctx.outgoing()`](crate::Ctx::outgoing) in its extensions:
/// `.with_extension(ctx.outgoing())`; without it, it is not sent.
///
/// Redirects are not followed, whatever `builder` says: reqwest would take the tenant along to a host that nobody has named. Other
/// middleware can be added to the result.
///
/// # Errors
///
/// When the client cannot be built.
pub fn client(builder: RawBuilder, send_on: SendOn) -> std::result::Result<ClientBuilder, reqwest::Error> {
    let client: Client = builder.redirect(Policy::none()).build()?;
    Ok(ClientBuilder::new(client).with(SendingOn(send_on)))
}

/// Not public: with a client that follows redirects it would promise too much.
struct SendingOn(SendOn);

#[async_trait]
impl Middleware for SendingOn {
    async fn handle(&self, mut request: Request, extensions: &mut Extensions, next: Next<'_>) -> Result<Response> {
        // A host that cannot be read is none that was named.
        let uri: Uri = request.url().as_str().parse().unwrap_or_default();
        // Left where it is: a retry further in sends the request again.
        let written = self.0.write(extensions.get::<Outgoing>(), &uri, request.headers_mut());
        written.map_err(Error::middleware)?;
        next.run(request, extensions).await
    }
}
