//! What all turns share. No gate is in it, so that no turn can reach another tenant.

use std::sync::Arc;

use ctx::with_ctx;

use crate::audit::Audit;
use crate::llm::Llm;
use crate::platform::Platform;
use crate::retrieval::Retrieval;
use crate::settings::Settings;
use crate::storage::Storage;
use crate::usage::Usage;
use crate::workers::Workers;

/// As many as the machine this runs on has cores to spare for scoring.
const WORKER_THREADS: usize = 2;

pub(crate) struct App {
    pub(crate) storage: Arc<Storage>,
    pub(crate) retrieval: Retrieval,
    pub(crate) workers: Workers,
    pub(crate) llm: Llm,
    pub(crate) audit: Audit,
    pub(crate) usage: Arc<Usage>,
}

impl App {
    /// Starts what runs for as long as the service does, under the platform's context. Threads and tasks end when the last
    /// handle to their queue is dropped, which is when this is.
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn start(platform: &Platform, settings: &Settings, model_url: String) -> anyhow::Result<Arc<Self>> {
        let storage = Arc::new(Storage::new(settings.data_dir.clone())?);
        let usage = Arc::new(Usage::new(storage.clone()));
        usage.flush_periodically(ctx, platform.gate.clone());
        Ok(Arc::new(Self {
            retrieval: Retrieval::default(),
            workers: Workers::start(WORKER_THREADS)?,
            llm: Llm::start(ctx, model_url)?,
            audit: Audit::start(ctx, storage.clone()),
            usage,
            storage,
        }))
    }
}
