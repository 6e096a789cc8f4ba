//! Processor time of `cargo check`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::crates::{MACROS, WAYS};

/// How the crates are checked.
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    /// Its own folder below the target folder.
    target: &'static str,
    variables: &'static [(&'static str, &'static str)],
    /// Whether a check has to go before.
    goes_on: bool,
}

pub(crate) const FULL: Setting =
    Setting { name: "full check", target: "full", variables: &[("CARGO_INCREMENTAL", "0")], goes_on: false };

pub(crate) const FURTHER: [Setting; 2] = [
    Setting {
        name: "incremental, nothing changed",
        target: "incremental",
        variables: &[("CARGO_INCREMENTAL", "1")],
        goes_on: true,
    },
    Setting {
        name: "full check, optimised macros",
        target: "optimised",
        variables: &[("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", "3")],
        goes_on: false,
    },
];

/// The least time of each way.
pub(crate) fn least(folder: &Path, setting: &Setting, rounds: usize) -> Result<[f64; 3], Box<dyn Error>> {
    let mut least = [f64::INFINITY; 3];
    check(folder, MACROS, setting)?;
    for round in usize::from(!setting.goes_on)..=rounds {
        for (way, least) in WAYS.iter().zip(&mut least) {
            let root = folder.join(way.package).join("src/lib.rs");
            // Newer than what was checked, and the same.
            fs::write(&root, fs::read(&root)?)?;
            let time = check(folder, way.package, setting)?;
            if round > 0 {
                *least = least.min(time);
            }
        }
    }
    Ok(least)
}

/// Seconds of processor time. Of a child that has ended, only the shell tells them without `unsafe`.
fn check(folder: &Path, package: &str, setting: &Setting) -> Result<f64, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new("bash")
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\"", "bash"])
        .arg(cargo)
        .args(["check", "--offline", "--quiet", "-p", package])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target").join(setting.target))
        .envs(setting.variables.iter().copied())
        .output()?;
    let said = String::from_utf8(output.stderr)?;
    let times: Option<f64> =
        said.lines().last().and_then(|line| line.split(' ').map(|time| time.parse::<f64>().ok()).sum());
    match times {
        Some(seconds) if output.status.success() => Ok(seconds),
        _ => {
            let first: Vec<&str> = said.lines().take(20).collect();
            Err(format!("`{package}` could not be checked:\n{}", first.join("\n")).into())
        }
    }
}
