//! The services, and one of them as a child process.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use futures_util::future::BoxFuture;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, Lines};
use tokio::process::{Child as Process, ChildStdout, Command};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::workspace::Workspace;

const START_WITHIN: Duration = Duration::from_secs(20);
const STOP_WITHIN: Duration = Duration::from_secs(20);
const LAST_LOG_LINES: usize = 5;

pub(crate) struct Service {
    pub(crate) name: &'static str,
    /// Whether the service is expected to misplace records.
    pub(crate) misplaces: bool,
    serve: fn(Arc<Notify>) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// Both example services have the same surface, so that a line of the table is enough.
macro_rules! service {
    ($package:ident, $name:literal, misplaces: $misplaces:literal) => {
        Service {
            name: $name,
            misplaces: $misplaces,
            serve: |shutdown| {
                Box::pin(async {
                    $package::serve($package::Settings { shutdown, ..$package::Settings::from_env()? }).await
                })
            },
        }
    };
}

pub(crate) static SERVICES: &[Service] =
    &[service!(turn_ambient, "ambient", misplaces: true), service!(turn_explicit, "explicit", misplaces: false)];

/// Runs the service in this process until standard input ends, which it also does when the demo dies.
pub(crate) async fn serve(service: &Service) -> anyhow::Result<()> {
    let shutdown = Arc::new(Notify::new());
    let mut serving = (service.serve)(shutdown.clone());
    let (mut input, mut ignored) = (tokio::io::stdin(), Vec::new());
    tokio::select! {
        stopped = &mut serving => stopped,
        _ = input.read_to_end(&mut ignored) => {
            shutdown.notify_one();
            serving.await
        }
    }
}

/// A running service. Killed when this is dropped.
pub(crate) struct Child {
    name: &'static str,
    process: Process,
    /// Kept open, so that the child can print.
    _output: Lines<BufReader<ChildStdout>>,
    url: String,
    log_file: PathBuf,
}

impl Child {
    /// Starts the service on a free loopback port and waits until it listens.
    pub(crate) async fn start(service: &Service, workspace: &Workspace) -> anyhow::Result<Self> {
        let log_file = workspace.log_file();
        let mut process = Command::new(std::env::current_exe().context("failed to find the demo's own file")?)
            .args(["serve", service.name])
            .env("LISTEN", "127.0.0.1:0")
            .env("DATA_DIR", workspace.data_dir())
            .env_remove("LLM_BASE_URL")
            .env_remove("TENANTS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log_file).context("failed to create the log file")?)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("failed to start the {} service", service.name))?;
        let output = process.stdout.take().context("the child has no standard output")?;
        let mut output = BufReader::new(output).lines();
        let line = timeout(START_WITHIN, output.next_line()).await;
        let line = line.ok().transpose()?.flatten().unwrap_or_default();
        let url = line.strip_prefix("listening on ").map(str::to_owned);
        let child = Self { name: service.name, process, _output: output, url: url.unwrap_or_default(), log_file };
        if child.url.is_empty() {
            return Err(child.failed(anyhow!("it did not start listening")));
        }
        Ok(child)
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Ends the child's standard input and waits for its exit, by which all rows are written.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        drop(self.process.stdin.take());
        match timeout(STOP_WITHIN, self.process.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(_)) => Err(self.failed(anyhow!("it did not stop cleanly"))),
            Ok(Err(error)) => Err(self.failed(error.into())),
            Err(_) => Err(self.failed(anyhow!("it did not stop within {} s", STOP_WITHIN.as_secs()))),
        }
    }

    /// Adds what is known about the service to an error that it caused.
    pub(crate) fn failed(mut self, error: anyhow::Error) -> anyhow::Error {
        let state = match self.process.try_wait() {
            Ok(Some(status)) => format!(", which has ended ({status})"),
            _ => String::new(),
        };
        let log = fs::read_to_string(&self.log_file).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LOG_LINES)..].join("\n");
        anyhow!("failed to drive the {} service{state}: {error:#}\nthe last lines of its log:\n{last}", self.name)
    }
}
