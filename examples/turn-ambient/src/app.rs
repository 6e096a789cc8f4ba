//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use crate::audit::Audit;
use crate::context::TenantId;
use crate::llm::Llm;
use crate::retrieval::Retrieval;
use crate::settings::Settings;
use crate::storage::Storage;
use crate::usage::Usage;
use crate::workers::Workers;

/// As many as the machine this runs on has cores to spare for scoring.
const WORKER_THREADS: usize = 2;

pub(crate) struct App {
    pub(crate) tenants: Vec<TenantId>,
    pub(crate) storage: Arc<Storage>,
    pub(crate) retrieval: Retrieval,
    pub(crate) workers: Workers,
    pub(crate) llm: Llm,
    pub(crate) audit: Audit,
    pub(crate) usage: Arc<Usage>,
    draining: AtomicBool,
}

impl App {
    pub(crate) fn new(settings: &Settings, model_url: String) -> anyhow::Result<Arc<Self>> {
        let tenants = settings
            .tenants
            .iter()
            .map(|name| TenantId::parse(name).with_context(|| format!("`{name}` cannot be the name of a tenant")));
        let tenants = tenants.collect::<Result<_, _>>()?;
        let storage = Arc::new(Storage::new(settings.data_dir.clone())?);
        Ok(Arc::new(Self {
            tenants,
            retrieval: Retrieval::default(),
            workers: Workers::start(WORKER_THREADS)?,
            llm: Llm::start(model_url)?,
            audit: Audit::start(storage.clone()),
            usage: Arc::new(Usage::new(storage.clone())),
            storage,
            draining: AtomicBool::new(false),
        }))
    }

    pub(crate) fn draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Writes what is still in memory and closes the databases. Called when the last request has been answered.
    pub(crate) async fn stop(&self) {
        self.audit.stop().await;
        self.usage.stop().await;
        self.storage.close().await;
    }
}
