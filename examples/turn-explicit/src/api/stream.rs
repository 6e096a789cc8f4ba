//! `POST /v1/turns/stream`: the same turn, its answer word by word.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use ctx::hops::Out;
use ctx::with_ctx;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::failure::Failure;
use super::turns::{answer, checked};
use crate::app::App;
use crate::turn::{TurnAnswer, TurnRequest};

/// About the speed at which models speak.
const PAUSE: Duration = Duration::from_millis(3);
const WORDS_PER_EVENT: usize = 4;

#[with_ctx(entry)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    body: Result<Json<TurnRequest>, JsonRejection>,
) -> Result<impl IntoResponse, Failure> {
    let request = checked(body?.0)?;
    let ctx = &*ctx.map_fields(|fields| fields.with_session(&request.session));
    let answer = answer(ctx, &app, request).await?;
    let turn = serde_json::to_value(&answer).map_err(anyhow::Error::from)?;
    Ok(Sse::new(ctx.stream(async move |ctx, out| {
        // The deadline is the answer's; a shutdown ends the stream too.
        tokio::select! {
            () = events(ctx, out, answer, turn) => {}
            () = ctx.cancelled() => {}
        }
    })))
}

/// Produced while the client reads.
#[with_ctx]
async fn events(out: &mut Out<Result<Event, Infallible>>, answer: TurnAnswer, turn: Value) {
    let message_id = &answer.message_id;
    out.send(event(ctx, "status", message_id, "status", "answered".into())).await;
    let words: Vec<&str> = answer.answer.split_whitespace().collect();
    for words in words.chunks(WORDS_PER_EVENT) {
        sleep(PAUSE).await;
        ctx::info!(ctx, message_id, "token sent");
        out.send(event(ctx, "token", message_id, "text", words.join(" ").into())).await;
    }
    out.send(event(ctx, "done", message_id, "turn", turn)).await;
}

/// Every event says to whom it belongs, for clients that follow several sessions.
#[with_ctx]
fn event(name: &str, message_id: &str, key: &str, value: Value) -> Result<Event, Infallible> {
    let data = json!({ "message_id": message_id, "tenant": ctx.tenant(), key: value });
    Ok(Event::default().event(name).data(data.to_string()))
}
