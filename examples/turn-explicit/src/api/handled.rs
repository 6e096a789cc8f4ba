//! The frame of every handler: what is logged of a request.

use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use ctx::with_ctx;

#[with_ctx(entry)]
pub(super) async fn handled(request: Request, next: Next) -> Response {
    let started = Instant::now();
    ctx::info!(ctx, method = %request.method(), path = request.uri().path(), "request admitted");
    let response = next.run(request).await;
    let took_ms = started.elapsed().as_millis() as u64;
    ctx::info!(ctx, status = response.status().as_u16(), took_ms, "request handled");
    response
}
