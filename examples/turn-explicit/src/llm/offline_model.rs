//! A model server in this process: answers deterministically from the prompt, over the API of a real one.

use std::time::Duration;

use anyhow::Context as _;
use axum::http::HeaderMap;
use axum::routing::post;
use axum::{Json, Router};
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::chat::{ChatMessage, ChatRequest, ChatResponse, Choice};

/// Long enough for calls to overlap, as they do with a real model.
const THINKING: Duration = Duration::from_millis(15);

/// Listens, and answers while `serve` is awaited.
pub(crate) struct OfflineModel {
    listener: TcpListener,
    url: String,
}

impl OfflineModel {
    /// Takes a free loopback port.
    pub(crate) async fn bind() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("failed to start the offline model")?;
        let url = format!("http://{}", listener.local_addr()?);
        Ok(Self { listener, url })
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    pub(crate) async fn serve(self) -> anyhow::Result<()> {
        let router = Router::new().route("/v1/chat/completions", post(complete));
        Ok(axum::serve(self.listener, router).await?)
    }
}

async fn complete(headers: HeaderMap, Json(request): Json<ChatRequest>) -> Json<ChatResponse> {
    sleep(THINKING).await;
    let tenant = headers.get("x-tenant").and_then(|value| value.to_str().ok()).unwrap_or("nobody");
    let message = ChatMessage::new("assistant", answer(tenant, &request.messages));
    Json(ChatResponse { choices: vec![Choice { message }] })
}

/// Says for whom it serves and quotes what it was given.
fn answer(tenant: &str, messages: &[ChatMessage]) -> String {
    let of_role = |role| -> Vec<&str> {
        messages.iter().filter(|message| message.role == role).map(|message| message.content.as_str()).collect()
    };
    let (documents, tools) = (of_role("system"), of_role("tool"));
    let mut answer = format!("[served for {tenant}] You asked: {}.", of_role("user").join(" "));
    if !documents.is_empty() {
        answer += &format!(" Your documents say: {}.", documents.join("; "));
    }
    if !tools.is_empty() {
        answer += &format!(" Your tools say: {}.", tools.join("; "));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_names_the_tenant_and_quotes_the_prompt() {
        let messages = [
            ChatMessage::new("system", "refunds take two weeks"),
            ChatMessage::new("tool", "calculator: 42"),
            ChatMessage::new("user", "refunds?"),
        ];
        let expected = "[served for acme] You asked: refunds?. Your documents say: refunds take two weeks. \
                        Your tools say: calculator: 42.";
        assert_eq!(answer("acme", &messages), expected);
        assert_eq!(answer("globex", &messages[2..]), "[served for globex] You asked: refunds?.");
    }
}
