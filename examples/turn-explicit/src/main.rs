//! Runs the service with the settings of the environment until ctrl-c or SIGTERM.

use turn_explicit::{Settings, serve};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    serve(Settings::from_env()?).await
}
