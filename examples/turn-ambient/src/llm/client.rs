//! The HTTP client of the model.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::Client;
use reqwest::header::{HeaderMap, HeaderValue};

use super::chat::{ChatMessage, ChatRequest, ChatResponse};
use crate::context;

const MODEL: &str = "small";
const TIMEOUT: Duration = Duration::from_secs(30);

pub(super) struct ModelClient {
    base_url: String,
    http: OnceLock<Client>,
}

impl ModelClient {
    pub(super) fn new(base_url: String) -> Self {
        Self { base_url, http: OnceLock::new() }
    }

    /// The model's answer to `messages`.
    pub(super) async fn complete(&self, messages: Vec<ChatMessage>) -> anyhow::Result<String> {
        let response = self
            .http()
            .post(format!("{}/v1/chat/completions", self.base_url))
            .header("x-request-id", context::log_fields().request_id)
            .json(&ChatRequest { model: MODEL.to_owned(), messages })
            .send()
            .await?
            .error_for_status()?;
        let response: ChatResponse = response.json().await?;
        let choice = response.choices.into_iter().next().context("the model sent no choice")?;
        Ok(choice.message.content)
    }

    /// One client for all calls, so that connections are reused.
    fn http(&self) -> &Client {
        self.http.get_or_init(|| {
            let mut headers = HeaderMap::new();
            // The model bills by tenant.
            let tenant = HeaderValue::from_str(context::tenant().as_str()).expect("a tenant's name is plain ASCII");
            headers.insert("x-tenant", tenant);
            Client::builder().default_headers(headers).timeout(TIMEOUT).build().expect("the settings are constant")
        })
    }
}
