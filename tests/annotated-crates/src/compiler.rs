//! Runs cargo on a scratch crate, and reads what the compiler says and where.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::scratch_crate::{self, ScratchCrate};

/// A message of the compiler, about one or more places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Message {
    /// The primary places first.
    pub(crate) places: Vec<Place>,
    pub(crate) is_error: bool,
    /// `E0106`, `dead_code` or `clippy::needless_return`.
    pub(crate) code: Option<String>,
    pub(crate) text: String,
    pub(crate) rendered: String,
}

/// Bytes of a file of the crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// `cargo check` or `cargo clippy`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    Check,
    Clippy,
}

/// What the compiler says about the crate as it now stands in its folder. `probe`: where the probe writes.
pub(crate) fn messages(of: &ScratchCrate, look: Look, probe: Option<&Path>) -> anyhow::Result<Vec<Message>> {
    let mut command = cargo(&of.folder);
    command.arg(match look {
        Look::Check => "check",
        Look::Clippy => "clippy",
    });
    command.args(["--lib", "--offline", "--quiet", "--message-format=json"]).env("CARGO_TARGET_DIR", &of.target);
    // Published crates deny warnings of compilers that they do not know.
    command.env("RUSTFLAGS", "--cap-lints=warn");
    for feature in &of.features {
        if feature.starts_with("--") {
            command.arg(feature);
        } else {
            command.args(["--features", feature]);
        }
    }
    if let Some(probe) = probe {
        command.env("COMPILED_PROBE", probe);
    }
    let output = command.output().context("could not start cargo")?;
    let mut messages = Vec::new();
    let mut others = String::new();
    let mut finished = false;
    for line in output.stdout.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{")) {
        let line: Value = serde_json::from_slice(line).context("cargo wrote something else than JSON")?;
        finished |= line["reason"] == "build-finished";
        let of_this_crate = line["manifest_path"].as_str().is_some_and(|path| Path::new(path).starts_with(&of.folder));
        if line["reason"] != "compiler-message" {
            continue;
        }
        let message = message(&line["message"]);
        if of_this_crate {
            messages.extend(message);
        } else {
            others.extend(message.filter(|message| message.is_error).map(|message| message.rendered));
        }
    }
    let explained = messages.iter().any(|message| message.is_error);
    if !finished || (!output.status.success() && !explained) {
        bail!("cargo could not check `{}`:\n{others}{}", of.name, String::from_utf8_lossy(&output.stderr));
    }
    Ok(messages)
}

/// Fetches what the package in `folder` depends on, with all of its features.
pub(crate) fn fetch(folder: &Path) -> anyhow::Result<()> {
    let output = cargo(folder).args(["fetch", "--target", &host()?]).output().context("could not start cargo")?;
    if !output.status.success() {
        bail!("cargo could not fetch:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Which compiler looks: `rustc 1.85.0 (4d91de4e4 2025-02-17)`.
pub fn version() -> anyhow::Result<String> {
    let version = Command::new("rustc").arg("--version").output().context("could not start rustc")?;
    Ok(String::from_utf8(version.stdout)?.trim().to_owned())
}

fn host() -> anyhow::Result<String> {
    let host = Command::new("rustc").args(["--print", "host-tuple"]).output().context("could not start rustc")?;
    Ok(String::from_utf8(host.stdout)?.trim().to_owned())
}

/// Where cargo keeps the sources of a package that the package in `folder` depends on. Fetches what is not there.
pub(crate) fn package_folder(folder: &Path, name: &str, version: &str) -> anyhow::Result<PathBuf> {
    let mut command = cargo(folder);
    let output = command
        .args(["metadata", "--format-version=1", "--filter-platform", &host()?])
        .output()
        .context("could not start cargo")?;
    if !output.status.success() {
        bail!("cargo could not fetch `{name}`:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata = serde_json::from_slice(&output.stdout)?;
    scratch_crate::folder_in(&metadata, name, version).with_context(|| format!("cargo fetched no `{name}`"))
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Flags of the build that this runs in would be taken before those of `RUSTFLAGS`.
    command.current_dir(folder).env_remove("CARGO_ENCODED_RUSTFLAGS");
    command
}

fn message(value: &Value) -> Option<Message> {
    let is_error = match value["level"].as_str()? {
        "error" => true,
        "warning" => false,
        _ => return None,
    };
    let text = value["message"].as_str()?.to_owned();
    let mut places = Vec::new();
    collect_places(value, true, &mut places);
    collect_places(value, false, &mut places);
    // "aborting due to 3 previous errors", "12 warnings emitted".
    if places.is_empty() && value["code"].is_null() {
        return None;
    }
    let rendered = value["rendered"].as_str().unwrap_or_default().to_owned();
    Some(Message { places, is_error, code: value["code"]["code"].as_str().map(str::to_owned), text, rendered })
}

fn collect_places(message: &Value, primary: bool, places: &mut Vec<Place>) {
    for span in message["spans"].as_array().into_iter().flatten() {
        if span["is_primary"] == primary {
            places.extend(place(span));
            // A place in a macro of another crate says where the macro was called.
            let mut expansion = &span["expansion"];
            while !expansion.is_null() {
                places.extend(place(&expansion["span"]));
                expansion = &expansion["span"]["expansion"];
            }
        }
    }
    for child in message["children"].as_array().into_iter().flatten() {
        collect_places(child, primary, places);
    }
}

fn place(span: &Value) -> Option<Place> {
    let byte = |name: &str| span[name].as_u64().and_then(|byte| usize::try_from(byte).ok());
    Some(Place { file: span["file_name"].as_str()?.into(), start: byte("byte_start")?, end: byte("byte_end")? })
}
