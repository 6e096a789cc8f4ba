//! `cargo run -p annotated-crates -- [--write] [--scratch FOLDER] [--macros FOLDER] [CRATE ..]`

use std::path::PathBuf;
use std::process::ExitCode;

use annotated_crates::{Attribute, Published, Scratch, TEN, details, markdown, try_published};
use anyhow::{Context as _, bail};

const USAGE: &str = "\
usage: cargo run -p annotated-crates -- [--write] [--scratch FOLDER] [--macros FOLDER] [CRATE ..]

Puts `#[with_ctx]` on a copy of every function of the crates, all ten if none is named,
and prints what the compiler says. Needs the registry.

  --write            write the table to `tests/annotated-crates/RESULTS.md`
  --scratch FOLDER   work there and leave everything, for a look at it; else in the
                     system's temporary folder, which is cleared
  --macros FOLDER    the package `explicit-ctx-macros` to try, if not this repository's

exit codes: 1 a function was miscompiled, or a warning is new; 2 it could not be tried.";

const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");

const RESULTS_HEAD: &str = "\
# `#[with_ctx]` on published crates

Written by `cargo run -p annotated-crates -- --write`. What the columns mean stands in `src/trial.rs`.

";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything is as it must be.
fn run() -> anyhow::Result<bool> {
    let mut crates: Vec<Published> = Vec::new();
    let mut kept: Option<PathBuf> = None;
    let mut attribute = Attribute::with_ctx();
    let mut write = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "-h" | "--help" => {
                println!("{USAGE}");
                return Ok(true);
            }
            "--write" => write = true,
            "--scratch" => kept = Some(absolute(arguments.next().context("`--scratch` needs a folder")?)?),
            "--macros" => attribute.folder = absolute(arguments.next().context("`--macros` needs a folder")?)?,
            name => match TEN.iter().find(|published| published.name == name) {
                Some(published) => crates.push(*published),
                None => bail!("unknown crate or argument `{name}`\n\n{USAGE}"),
            },
        }
    }
    if write && !crates.is_empty() {
        bail!("`--write` is for all ten (name no crate)");
    }
    if crates.is_empty() {
        crates = TEN.to_vec();
    }
    let folder =
        kept.clone().unwrap_or_else(|| std::env::temp_dir().join(format!("annotated-crates-{}", std::process::id())));
    let result =
        try_all(&crates, &attribute, &Scratch { target: folder.join("target"), folder: folder.clone() }, write);
    if kept.is_none() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("could not remove `{}`", folder.display()))?;
    }
    result
}

fn absolute(folder: String) -> anyhow::Result<PathBuf> {
    std::path::absolute(&folder).with_context(|| format!("`{folder}` is no folder"))
}

fn try_all(crates: &[Published], attribute: &Attribute, scratch: &Scratch, write: bool) -> anyhow::Result<bool> {
    let mut outcomes = Vec::new();
    for published in crates {
        eprintln!("trying {} {}", published.name, published.version);
        let outcome = try_published(published, attribute, scratch)?;
        eprint!("{}", details(&outcome));
        outcomes.push(outcome);
    }
    let table = markdown(&outcomes);
    print!("{table}");
    if write {
        std::fs::write(RESULTS, format!("{RESULTS_HEAD}{table}"))?;
    }
    Ok(outcomes.iter().all(annotated_crates::Outcome::is_good))
}
