//! Runs the planned tools side by side.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ctx::with_ctx;
use serde::Serialize;
use tokio::time::sleep;

use super::calculator::calculate;
use super::plan::ToolCall;
use crate::app::App;
use crate::storage::Storage;

/// The output of a tool that returned an error or panicked. The details are in the log, not in the answer.
const FAILED: &str = "failed";

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ToolResult {
    pub(crate) name: &'static str,
    pub(crate) output: String,
}

/// One result per call, in the order of the calls.
#[with_ctx]
pub(crate) async fn run_all(app: &Arc<App>, message_id: &str, calls: Vec<ToolCall>) -> Vec<ToolResult> {
    let failed = |call: &ToolCall| ToolResult { name: call.name(), output: FAILED.to_owned() };
    let mut results: Vec<ToolResult> = calls.iter().map(failed).collect();
    let mut running = ctx.join_set();
    for (position, call) in calls.into_iter().enumerate() {
        let app = app.clone();
        let message_id = message_id.to_owned();
        running.spawn(async move |ctx| (position, run(ctx, &app, &message_id, call).await));
    }
    while let Some(finished) = running.join_next().await {
        match finished {
            Ok((position, Some(output))) => results[position].output = output,
            Ok((_, None)) => {}
            Err(error) => ctx::error!(ctx, message_id, %error, "a tool stopped"),
        }
    }
    results
}

#[with_ctx]
async fn run(app: &Arc<App>, message_id: &str, call: ToolCall) -> Option<String> {
    let tool = call.name();
    app.usage.count(ctx, message_id, tool, 1);
    let output = match call {
        ToolCall::Calculate(expression) => calculate(ctx, &app.workers, message_id, &expression).await,
        ToolCall::Clock => Ok(read_clock()),
        ToolCall::Order(id) => look_up_order(ctx, &app.storage, id).await,
        // Stands in for a service far away, such as a weather forecast.
        ToolCall::Slow(duration) => {
            sleep(duration).await;
            Ok(format!("waited {} ms", duration.as_millis()))
        }
    };
    match output {
        Ok(output) => {
            ctx::info!(ctx, message_id, tool, "tool finished");
            Some(output)
        }
        Err(error) => {
            ctx::warn!(ctx, message_id, tool, error = format!("{error:#}"), "tool failed");
            None
        }
    }
}

#[with_ctx]
async fn look_up_order(storage: &Storage, id: i64) -> anyhow::Result<String> {
    let status = storage.order_status(ctx, id).await?;
    Ok(format!("order {id}: {}", status.as_deref().unwrap_or("not found")))
}

/// Seconds since the epoch.
fn read_clock() -> String {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since_epoch.as_secs().to_string()
}
