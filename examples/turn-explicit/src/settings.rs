//! What can be set from outside, and from which variables of the environment.

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use tokio::sync::Notify;

/// The settings of one service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Port 0 takes a free port; the `listening on` line tells which.
    pub listen: SocketAddr,
    /// The directory of the tenants' databases, created if it is missing.
    pub data_dir: PathBuf,
    /// The base URL of an OpenAI-compatible model, over plain HTTP. `None` starts the small offline model in this process.
    pub llm_base_url: Option<String>,
    /// The tenants that are let in.
    pub tenants: Vec<String>,
    /// Stops the service as a signal would, for a service that is not the only one in its process.
    pub shutdown: Arc<Notify>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data"),
            llm_base_url: None,
            tenants: ["acme", "globex", "initech"].map(String::from).to_vec(),
            shutdown: Arc::new(Notify::new()),
        }
    }
}

impl Settings {
    /// Reads `LISTEN`, `DATA_DIR`, `LLM_BASE_URL` and `TENANTS` (separated by commas); what is not set keeps its default.
    ///
    /// # Errors
    ///
    /// If `LISTEN` is not an address with a port.
    pub fn from_env() -> anyhow::Result<Self> {
        let mut settings = Self::default();
        if let Ok(listen) = env::var("LISTEN") {
            settings.listen = listen.parse().with_context(|| format!("`LISTEN` is not an address: `{listen}`"))?;
        }
        if let Some(data_dir) = env::var_os("DATA_DIR") {
            settings.data_dir = data_dir.into();
        }
        if let Ok(url) = env::var("LLM_BASE_URL") {
            settings.llm_base_url = Some(url.trim_end_matches('/').to_owned());
        }
        if let Ok(tenants) = env::var("TENANTS") {
            settings.tenants = tenants.split(',').map(|name| name.trim().to_owned()).collect();
        }
        Ok(settings)
    }
}
