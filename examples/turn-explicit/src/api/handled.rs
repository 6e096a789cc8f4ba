//! The frame of every handler: how long it may take, and what is logged of it.

use std::time::Instant;

use axum::response::{IntoResponse, Response};

use super::failure::Failure;
use crate::{Ctx, Turn};

/// Runs a handler's work to its end, to the deadline of the turn, or to the end of a shutdown's grace.
pub(super) async fn handled<O, W>(turn: &Turn, work: W) -> Response
where
    O: IntoResponse,
    W: AsyncFnOnce(&Ctx) -> Result<O, Failure>,
{
    let started = Instant::now();
    let handled = turn.run(work).await.unwrap_or_else(|ended| Err(ended.into()));
    if let Err(Failure::Internal(error)) = &handled {
        ctx::error!(turn, error = format!("{error:#}"), "request failed");
    }
    let response = handled.into_response();
    let took_ms = started.elapsed().as_millis() as u64;
    ctx::info!(turn, status = response.status().as_u16(), took_ms, "request handled");
    response
}
