//! What must not change while a turn runs.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AgentPin {
    pub(crate) agent_version: String,
}

impl AgentPin {
    pub(crate) fn new(agent_version: &str) -> Self {
        Self { agent_version: agent_version.to_owned() }
    }

    /// For a client that does not say.
    pub(crate) fn unspecified() -> Self {
        Self::new("1")
    }
}

/// Shown by every log line as `pin`.
impl ctx::Pin for AgentPin {
    fn label(&self) -> Option<&dyn fmt::Display> {
        Some(&self.agent_version)
    }
}
