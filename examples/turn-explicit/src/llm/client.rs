//! The HTTP client of the model. It has no tenant: each call says for whom it is.

use std::time::Duration;

use anyhow::Context as _;
use ctx::with_ctx;
use reqwest::Client;

use super::chat::{ChatMessage, ChatRequest, ChatResponse};

const MODEL: &str = "small";
const TIMEOUT: Duration = Duration::from_secs(30);

pub(super) struct ModelClient {
    base_url: String,
    /// One client for all calls, so that connections are reused.
    http: Client,
}

impl ModelClient {
    pub(super) fn new(base_url: String) -> anyhow::Result<Self> {
        Ok(Self { base_url, http: Client::builder().timeout(TIMEOUT).build()? })
    }

    /// The model's answer to `messages`.
    #[with_ctx]
    pub(super) async fn complete(&self, messages: Vec<ChatMessage>) -> anyhow::Result<String> {
        let response = self
            .http
            .post(format!("{}/v1/chat/completions", self.base_url))
            // The model bills by tenant.
            .header("x-tenant", ctx.tenant().as_str())
            .header("x-request-id", &ctx.fields().request_id)
            .json(&ChatRequest { model: MODEL.to_owned(), messages })
            .send()
            .await?
            .error_for_status()?;
        let response: ChatResponse = response.json().await?;
        let choice = response.choices.into_iter().next().context("the model sent no choice")?;
        Ok(choice.message.content)
    }
}
