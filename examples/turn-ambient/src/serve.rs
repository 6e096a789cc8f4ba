//! The life of the service: start, listen, stop.

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::llm::OfflineModel;
use crate::settings::Settings;
use crate::{api, logging};

/// Serves until ctrl-c, SIGTERM or `Settings::shutdown`, then finishes the requests that are in flight.
///
/// Prints one line, `listening on http://ADDRESS`, to standard output once requests are accepted. Log lines are JSON objects
/// on standard error.
///
/// # Errors
///
/// If the address is taken, the data directory cannot be created or a tenant's name is malformed.
pub async fn serve(settings: Settings) -> anyhow::Result<()> {
    logging::start();
    let offline_model = match settings.llm_base_url {
        Some(_) => None,
        None => Some(OfflineModel::start().await?),
    };
    let model_url = settings.llm_base_url.clone().or_else(|| offline_model.as_ref().map(OfflineModel::url));
    let app = App::new(&settings, model_url.unwrap_or_default())?;

    let listener = TcpListener::bind(settings.listen).await.context("failed to listen")?;
    let mut terminated = signal(SignalKind::terminate()).context("failed to listen for SIGTERM")?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(listener, api::router(app.clone()))
        .with_graceful_shutdown(async move {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
                () = settings.shutdown.notified() => {}
            }
            tracing::info!("stopping");
        })
        .await?;
    app.stop().await;
    Ok(())
}
