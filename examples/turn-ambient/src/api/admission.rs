//! Who gets in, and the scope in which the request is handled.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::timeout;

use super::failure::Failure;
use super::headers::Incoming;
use crate::app::App;

pub(super) async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Result<Response, Failure> {
    let incoming = Incoming::read(request.headers(), &app.tenants)?;
    if app.draining() {
        return Err(Failure::Draining);
    }
    let left = incoming.deadline.map(time_left).transpose()?;
    incoming.context.scope(handle(left, request, next)).await
}

fn time_left(deadline: SystemTime) -> Result<Duration, Failure> {
    deadline.duration_since(SystemTime::now()).map_err(|_| Failure::DeadlinePassed)
}

async fn handle(left: Option<Duration>, request: Request, next: Next) -> Result<Response, Failure> {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let handled = next.run(request);
    let response = match left {
        Some(left) => timeout(left, handled).await.map_err(|_| Failure::DeadlinePassed)?,
        None => handled.await,
    };
    let took_ms = started.elapsed().as_millis() as u64;
    tracing::info!(%method, path, status = response.status().as_u16(), took_ms, "request handled");
    Ok(response)
}
