//! The life of the service: start, listen, stop.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::app::App;
use crate::llm::OfflineModel;
use crate::platform::Platform;
use crate::settings::Settings;
use crate::{api, logging};

#[cfg(test)]
mod tests;

/// How long requests in flight, and then what they left to the background, may take to end.
const GRACE: Duration = Duration::from_secs(5);

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
    let listener = TcpListener::bind(settings.listen).await.context("failed to listen")?;
    serve_on(listener, settings).await
}

async fn serve_on(listener: TcpListener, settings: Settings) -> anyhow::Result<()> {
    match settings.llm_base_url.clone() {
        Some(url) => run(listener, settings, url).await,
        None => {
            // Beside the service and not in a task: there is nothing to stop when the service has.
            let model = OfflineModel::bind().await?;
            let url = model.url();
            tokio::select! {
                stopped = run(listener, settings, url) => stopped,
                failed = model.serve() => failed,
            }
        }
    }
}

async fn run(listener: TcpListener, settings: Settings, model_url: String) -> anyhow::Result<()> {
    let platform = Arc::new(Platform::new(&settings.tenants)?);
    let gate = platform.gate.clone();
    let service = gate.platform("service", ())?;
    let app = App::start(&service, &platform, &settings, model_url)?;
    let (storage, usage) = (app.storage.clone(), app.usage.clone());

    let stop = stop_signal(settings.shutdown)?;
    println!("listening on http://{}", listener.local_addr()?);
    let stopping = Arc::new(Notify::new());
    let (stopped, door) = (stopping.clone(), gate.clone());
    let server = axum::serve(listener, api::router(app, platform)).with_graceful_shutdown(async move {
        stop.await;
        door.close();
        stopped.notify_one();
    });
    tokio::select! {
        served = server.into_future() => served?,
        // A client that does not read its stream, say.
        () = async { stopping.notified().await; sleep(GRACE).await } => ctx::warn!(service, "connections are still open"),
    }

    // The server is gone, and with it the application, unless a connection that is still open holds it: what has a queue
    // empties it and ends.
    usage.flush(&service, &gate).await;
    drop(service);
    let report = gate.drain(GRACE).await;
    if report.is_clean() {
        tracing::info!("stopped: {report}");
    } else {
        tracing::warn!("stopped: {report}");
    }
    storage.close().await;
    Ok(())
}

/// Resolves when the service is to stop.
fn stop_signal(shutdown: Arc<Notify>) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminated = signal(SignalKind::terminate()).context("failed to listen for SIGTERM")?;
    Ok(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
            () = shutdown.notified() => {}
        }
        tracing::info!("stopping");
    })
}
