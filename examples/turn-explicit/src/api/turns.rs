//! `POST /v1/turns`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use ctx::with_ctx;

use super::failure::Failure;
use crate::app::App;
use crate::turn::{TurnAnswer, TurnRequest};
use crate::{audit, turn};

const MAX_ID: usize = 64;
const MAX_MESSAGE: usize = 8 * 1024;

#[with_ctx(entry)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    body: Result<Json<TurnRequest>, JsonRejection>,
) -> Result<Json<TurnAnswer>, Failure> {
    let request = checked(body?.0)?;
    // From here on every log line has the session too.
    let ctx = &*ctx.map_fields(|fields| fields.with_session(&request.session));
    Ok(Json(answer(ctx, &app, request).await?))
}

/// Runs the turn and leaves its audit row to the background.
#[with_ctx]
pub(super) async fn answer(app: &Arc<App>, request: TurnRequest) -> Result<TurnAnswer, Failure> {
    let finished = turn::run(ctx, app, &request).await;
    let finished = finished.inspect_err(|error| {
        ctx::error!(ctx, message_id = request.message_id, error = format!("{error:#}"), "turn failed");
    })?;
    let answer = finished.map_err(|_| Failure::Blocked)?;
    audit::turn_completed(ctx, app, &answer);
    Ok(answer)
}

pub(super) fn checked(request: TurnRequest) -> Result<TurnRequest, Failure> {
    let usable = |id: &str| (1..=MAX_ID).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic());
    if !usable(&request.session) || !usable(&request.message_id) {
        return Err(Failure::Malformed("bad session or message id"));
    }
    if request.message.trim().is_empty() || request.message.len() > MAX_MESSAGE {
        return Err(Failure::Malformed("bad message"));
    }
    Ok(request)
}
