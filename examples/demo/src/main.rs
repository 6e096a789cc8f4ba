//! `cargo demo`: the same turns through both example services, and a count of what ended up with the wrong tenant.
//!
//! Each service runs in a child process of its own, with an empty data directory. It is driven over HTTP; then every answer,
//! stream event, row and log line is compared with the tenant its message belongs to.

mod check;
mod cli;
mod drive;
mod plan;
mod report;
mod service;
mod workspace;

use std::process::ExitCode;

use anyhow::bail;

use crate::check::Tally;
use crate::cli::Command;
use crate::service::{Child, SERVICES, Service};
use crate::workspace::Workspace;

/// A service did not behave as the table of services says: the explicit one misplaced something, or the ambient one nothing.
const UNEXPECTED: u8 = 1;
/// The demo could not be run to its end.
const FAILED: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match cli::parse(std::env::args().skip(1)) {
        Ok(Command::Help) => {
            print!("{}", cli::usage());
            return ExitCode::SUCCESS;
        }
        Ok(Command::Serve(service)) => {
            // Not by way of `main`: dropping the runtime would wait for the reader of standard input.
            let served = service::serve(service).await;
            served.as_ref().inspect_err(|error| eprintln!("error: {error:#}")).ok();
            std::process::exit(i32::from(served.is_err()));
        }
        Ok(Command::Run(options)) => tokio::select! {
            outcome = run(&options) => outcome,
            _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("interrupted")),
        },
        Err(error) => {
            eprint!("error: {error:#}\n\n{}", cli::usage());
            return ExitCode::from(FAILED);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(UNEXPECTED),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

/// Whether every service did what the table of services expects of it.
async fn run(options: &cli::Options) -> anyhow::Result<bool> {
    let mut tallies = Vec::new();
    for service in SERVICES.iter().filter(|service| options.only.is_none_or(|only| only == service.name)) {
        let tally = measure(service, options.keep).await?;
        report::print(service, &tally, options.signs);
        tallies.push((service, tally));
    }
    if tallies.is_empty() {
        bail!("there is no service to run");
    }
    report::print_last_line(&tallies);
    Ok(tallies.iter().all(|(service, tally)| service.misplaces == (tally.total().misplaced > 0)))
}

async fn measure(service: &Service, keep: bool) -> anyhow::Result<Tally> {
    let workspace = Workspace::create(service.name, keep)?;
    let child = Child::start(service, &workspace).await?;
    let driven = match drive::drive(child.url(), plan::turns(), &report::progress(service.name)).await {
        Ok(driven) => driven,
        Err(error) => return Err(child.failed(error)),
    };
    child.stop().await?;

    let mut tally = Tally::default();
    check::answers(&mut tally, &driven.turns);
    check::refusals(&mut tally, &driven.refusals);
    check::rows_over_http(&mut tally, &driven.listings);
    check::rows(&mut tally, &check::read_rows(&workspace.data_dir()).await?, &driven.turns);
    check::log_lines(&mut tally, &std::fs::read_to_string(workspace.log_file())?);
    Ok(tally)
}
