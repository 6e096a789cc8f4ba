//! The load: what is sent to a service, and what comes back.

use std::time::Duration;

use anyhow::Context as _;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use indicatif::ProgressBar;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::plan::{ORDERS, TENANTS, TOPICS, Turn, Way, order_status};

const IN_FLIGHT: usize = 16;
/// Rows of the background are taken as complete when their number has not changed for this long.
const SETTLED_AFTER: Duration = Duration::from_millis(600);
const SETTLE_ROUNDS: usize = 15;

pub(crate) struct Driven {
    pub(crate) turns: Vec<(Turn, Outcome)>,
    pub(crate) refusals: Vec<Refusal>,
    pub(crate) listings: Vec<Listing>,
}

#[derive(Debug)]
pub(crate) enum Outcome {
    Answered { status: u16, body: Value },
    Streamed { events: Vec<StreamEvent>, ended: bool },
    Cancelled,
    Failed(String),
}

#[derive(Debug)]
pub(crate) struct StreamEvent {
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// A request that must not be let in.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) what: &'static str,
    pub(crate) expected: (u16, Value),
    pub(crate) got: (u16, Value),
    pub(crate) retry_after: Option<String>,
}

/// The rows that a tenant sees.
pub(crate) struct Listing {
    pub(crate) tenant: &'static str,
    pub(crate) path: &'static str,
    pub(crate) rows: Vec<Value>,
}

pub(crate) async fn drive(url: &str, turns: Vec<Turn>, progress: &ProgressBar) -> anyhow::Result<Driven> {
    let service = Target { client: Client::new(), url };
    service.seed().await.context("failed to store documents and orders")?;
    progress.set_length(turns.len() as u64);
    let turns = stream::iter(turns)
        .map(|turn| async {
            let outcome = service.turn(&turn).await.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
            progress.inc(1);
            (turn, outcome)
        })
        .buffer_unordered(IN_FLIGHT)
        .collect()
        .await;
    progress.finish_and_clear();
    let mut refusals = service.refusals().await?;
    let listings = service.settled_listings().await?;
    refusals.push(service.drain().await?);
    Ok(Driven { turns, refusals, listings })
}

struct Target<'a> {
    client: Client,
    url: &'a str,
}

impl Target<'_> {
    async fn seed(&self) -> anyhow::Result<()> {
        let documents = TENANTS.into_iter().flat_map(|tenant| {
            TOPICS.iter().map(move |topic| {
                let content = format!("{} ({tenant})", topic.content);
                (tenant, format!("documents/{}", topic.document), json!({ "content": content, "tenant_mark": tenant }))
            })
        });
        let orders = TENANTS.into_iter().flat_map(|tenant| {
            ORDERS.map(move |id| (tenant, format!("orders/{id}"), json!({ "status": order_status(tenant) })))
        });
        stream::iter(documents.chain(orders).map(Ok))
            .try_for_each_concurrent(IN_FLIGHT, |(tenant, path, body)| async move {
                let put = self.client.put(format!("{}/v1/{path}", self.url)).header("x-tenant", tenant);
                put.json(&body).send().await?.error_for_status()?;
                Ok(())
            })
            .await
    }

    async fn turn(&self, turn: &Turn) -> anyhow::Result<Outcome> {
        let request = |path: &str| {
            self.post(path, turn.tenant, &turn.message_id, &turn.message)
                .header("x-request-id", format!("q-{}", turn.message_id))
        };
        match turn.way {
            Way::Request => {
                let (status, body) = read(request("turns").send().await?).await;
                Ok(Outcome::Answered { status, body })
            }
            Way::Cancelled(after) => match timeout(after, request("turns").send()).await {
                Err(_) => Ok(Outcome::Cancelled),
                Ok(response) => {
                    let (status, body) = read(response?).await;
                    Ok(Outcome::Answered { status, body })
                }
            },
            Way::Stream => read_events(request("turns/stream").send().await?, usize::MAX).await,
            Way::DroppedStream(after) => read_events(request("turns/stream").send().await?, after).await,
        }
    }

    fn post(&self, path: &str, tenant: &str, message_id: &str, message: &str) -> RequestBuilder {
        let body = json!({ "session": "s1", "message_id": message_id, "message": message });
        self.client.post(format!("{}/v1/{path}", self.url)).header("x-tenant", tenant).json(&body)
    }

    async fn refusals(&self) -> anyhow::Result<Vec<Refusal>> {
        let too_long = "a".repeat(65);
        let bad = (400, json!({ "error": "bad tenant" }));
        let unknown = (401, json!({ "error": "unknown tenant" }));
        let mut refusals = Vec::new();
        for (what, tenant, expected) in [
            ("an empty tenant", "", &bad),
            ("a tenant in capitals", "ACME", &bad),
            ("a tenant with a path", "../acme", &bad),
            ("a tenant of 65 bytes", &too_long, &bad),
            ("an unknown tenant", "umbrella", &unknown),
            ("the tenant `default`", "default", &unknown),
        ] {
            let request = self.post("turns", tenant, "intruder-0001", "opening hours?");
            refusals.push(refusal(what, expected.clone(), request).await?);
        }
        let nobody = self.client.post(format!("{}/v1/turns", self.url));
        refusals.push(refusal("no tenant", unknown, nobody).await?);
        let late = self.post("turns", TENANTS[0], "intruder-0002", "opening hours?").header("x-deadline-ms", "1000");
        refusals.push(refusal("a deadline in the past", (504, json!({ "error": "deadline passed" })), late).await?);
        Ok(refusals)
    }

    /// The rows that each tenant sees once the background has written what it had to.
    async fn settled_listings(&self) -> anyhow::Result<Vec<Listing>> {
        let mut listings = self.listings().await?;
        for _ in 0..SETTLE_ROUNDS {
            let before: Vec<usize> = listings.iter().map(|listing| listing.rows.len()).collect();
            sleep(SETTLED_AFTER).await;
            listings = self.listings().await?;
            if listings.iter().map(|listing| listing.rows.len()).eq(before) {
                break;
            }
        }
        Ok(listings)
    }

    async fn listings(&self) -> anyhow::Result<Vec<Listing>> {
        let mut listings = Vec::new();
        for tenant in TENANTS {
            for path in ["turns", "audit", "usage"] {
                let request = self.client.get(format!("{}/v1/{path}", self.url)).header("x-tenant", tenant);
                let rows = request.send().await?.error_for_status()?.json().await?;
                listings.push(Listing { tenant, path, rows });
            }
        }
        Ok(listings)
    }

    /// From here on nobody is let in.
    async fn drain(&self) -> anyhow::Result<Refusal> {
        self.client.post(format!("{}/admin/drain", self.url)).send().await?.error_for_status()?;
        let request = self.post("turns", TENANTS[0], "intruder-0003", "opening hours?");
        refusal("a turn after the drain", (503, json!({ "error": "draining" })), request).await
    }
}

async fn refusal(what: &'static str, expected: (u16, Value), request: RequestBuilder) -> anyhow::Result<Refusal> {
    let response = request.send().await?;
    let retry_after = response.headers().get("retry-after").and_then(|value| value.to_str().ok()).map(str::to_owned);
    Ok(Refusal { what, expected, got: read(response).await, retry_after })
}

/// A body that is no JSON is as wrong as none.
async fn read(response: Response) -> (u16, Value) {
    (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
}

/// Reads until the stream ends or there are `enough` events, and then hangs up.
async fn read_events(mut response: Response, enough: usize) -> anyhow::Result<Outcome> {
    if !response.status().is_success() {
        let (status, body) = read(response).await;
        return Ok(Outcome::Answered { status, body });
    }
    let mut unread = Vec::new();
    let mut events = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        unread.extend_from_slice(&chunk);
        while let Some(end) = unread.windows(2).position(|bytes| bytes == b"\n\n") {
            let event: Vec<u8> = unread.drain(..end + 2).collect();
            events.extend(event_of(&String::from_utf8_lossy(&event)));
            if events.len() >= enough {
                return Ok(Outcome::Streamed { events, ended: false });
            }
        }
    }
    Ok(Outcome::Streamed { events, ended: true })
}

/// `None` for what is no event, such as a keep-alive comment.
fn event_of(text: &str) -> Option<StreamEvent> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let data = serde_json::from_str(field("data: ")?).unwrap_or(Value::Null);
    Some(StreamEvent { name: field("event: ").unwrap_or("message").to_owned(), data })
}
