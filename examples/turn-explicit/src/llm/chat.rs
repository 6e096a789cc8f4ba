//! The part of the chat API that is used, and what the model is told by it.

use serde::{Deserialize, Serialize};

use crate::storage::Document;
use crate::tools::ToolResult;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ChatRequest {
    pub(super) model: String,
    pub(super) messages: Vec<ChatMessage>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChatMessage {
    pub(crate) role: String,
    pub(crate) content: String,
}

impl ChatMessage {
    pub(super) fn new(role: &str, content: impl Into<String>) -> Self {
        Self { role: role.to_owned(), content: content.into() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ChatResponse {
    pub(super) choices: Vec<Choice>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Choice {
    pub(super) message: ChatMessage,
}

/// One message per document and per tool result, then the user's.
pub(crate) fn prompt(message: &str, documents: &[Document], tools: &[ToolResult]) -> Vec<ChatMessage> {
    let documents = documents.iter().map(|document| ChatMessage::new("system", &document.content));
    let tools = tools.iter().map(|tool| ChatMessage::new("tool", format!("{}: {}", tool.name, tool.output)));
    documents.chain(tools).chain([ChatMessage::new("user", message)]).collect()
}
