//! The model: a client for any server with OpenAI's chat API, and a small offline server for when there is none.

mod calls;
mod chat;
mod client;
mod offline_model;

pub(crate) use calls::Llm;
pub(crate) use chat::prompt;
pub(crate) use offline_model::OfflineModel;
