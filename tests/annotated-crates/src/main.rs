//! `cargo run -p annotated-crates -- [--write] [--scratch FOLDER] [--macros FOLDER] [CRATE ..]`

use std::path::PathBuf;
use std::process::ExitCode;

use annotated_crates::{Attribute, Published, Scratch, TEN, compiler_version, details, markdown, try_published};
use anyhow::{Context as _, bail};

const USAGE: &str = "\
usage: cargo run -p annotated-crates -- [--write] [--scratch FOLDER] [--macros FOLDER] [CRATE ..]

Puts `#[with_ctx]` on a copy of every function of the crates, all ten if none is named,
and prints what the compiler says. Needs the registry.

  --write            write the table to `tests/annotated-crates/RESULTS.md`
  --scratch FOLDER   work there and leave everything, for a look at it; else in the
                     system's temporary folder, which is cleared
  --macros FOLDER    the package `explicit-ctx-macros` to try, if not this repository's

exit codes: 1 a function was miscompiled, a warning is new or a caller broke; 2 it could not be tried.";

const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");

const RESULTS_HEAD: &str = "\
# `#[with_ctx]` on published crates

Written by `cargo run -p annotated-crates -- --write`.

Beside each function of ten published crates stands a copy under another name, with the attribute. What the compiler says:

- functions: those that the features of the trial compile. The sum of *accepted*, *refused*, *no place* and *miscompiled*.
- accepted: the copy compiles.
- refused: the macro says no, with a message that has a fix.
- no place: no copy of the function compiles beside it, attribute or not.
- miscompiled: the copy compiles without the attribute, and not with it. Must be 0.
- new warnings: of the compiler and of clippy, with the attribute and not without it. Must be 0.
- called: a caller of the accepted copy compiles. It has the function's own signature, and a context that ends with the call,
  so what the copy returns borrows from what it borrowed from before. The other accepted copies have no caller that compiles
  without the attribute, or are in the next two columns.
- captured: such a caller does not compile, because the copy is a method of a trait that returns an `impl Trait`, and in a trait
  that captures every lifetime in scope, also that of the context. This is the language's rule in each edition; a parameter
  written by hand does the same. What awaits the result, or keeps it no longer than the context, does not notice.
- broken callers: such a caller does not compile for any other reason. Must be 0.
- not compiled: functions for other features and platforms, and tests.

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
        let compiler = compiler_version()?;
        std::fs::write(RESULTS, format!("{RESULTS_HEAD}The compiler is {compiler}.\n\n{table}"))?;
    }
    Ok(outcomes.iter().all(annotated_crates::Outcome::is_good))
}
