//! `POST /v1/turns/stream`: the same turn, its answer word by word.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::sse::{Event, Sse};
use futures_util::stream::{self, Stream, StreamExt as _};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::failure::Failure;
use super::turns::{answer, checked};
use crate::app::App;
use crate::context;
use crate::turn::{TurnAnswer, TurnRequest};

/// About the speed at which models speak.
const PAUSE: Duration = Duration::from_millis(3);
const WORDS_PER_EVENT: usize = 4;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    body: Result<Json<TurnRequest>, JsonRejection>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let answer = answer(&app, checked(body?.0)?).await?;
    let status = event("status", &answer.message_id, "status", "answered".into());
    let tokens = tokens(&answer);
    let turn = serde_json::to_value(&answer).map_err(anyhow::Error::from)?;
    let done = stream::once(async move { event("done", &answer.message_id, "turn", turn) });
    Ok(Sse::new(stream::iter([status]).chain(tokens).chain(done).map(Ok)))
}

/// Produced while the client reads.
fn tokens(answer: &TurnAnswer) -> impl Stream<Item = Event> + use<> {
    let words: Vec<String> = answer.answer.split_whitespace().map(str::to_owned).collect();
    let chunks: Vec<String> = words.chunks(WORDS_PER_EVENT).map(|words| words.join(" ")).collect();
    let message_id = answer.message_id.clone();
    stream::iter(chunks).then(move |text| {
        let message_id = message_id.clone();
        async move {
            sleep(PAUSE).await;
            tracing::info!(message_id, "token sent");
            event("token", &message_id, "text", text.into())
        }
    })
}

/// Every event says to whom it belongs, for clients that follow several sessions.
fn event(name: &str, message_id: &str, key: &str, value: Value) -> Event {
    let data = json!({ "message_id": message_id, "tenant": context::tenant(), key: value });
    Event::default().event(name).data(data.to_string())
}
