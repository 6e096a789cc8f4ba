//! Instructions of the compiler for one function, counted by callgrind.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::crates::{write_workspace, MACROS, OF_MODULE, WAYS};

/// Millions of instructions of a check per function, for each way. `None` where there is no valgrind.
pub(crate) fn per_function(folder: &Path) -> Result<Option<[f64; 3]>, Box<dyn Error>> {
    let found = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    // What a check costs at all is in both, and not in the difference.
    let (few, more) = (of_modules(&folder.join("few"), 1)?, of_modules(&folder.join("more"), 2)?);
    let mut each = [0.0; 3];
    for ((each, few), more) in each.iter_mut().zip(few).zip(more) {
        *each = (more - few) / (OF_MODULE as f64 * 1e6);
    }
    Ok(Some(each))
}

fn of_modules(folder: &Path, modules: usize) -> Result<Vec<f64>, Box<dyn Error>> {
    write_workspace(folder, modules)?;
    let compiler = compiler()?;
    let mut built = check(folder, MACROS, &compiler);
    if !built.status()?.success() {
        return Err("the macros could not be checked".into());
    }
    let counting = counting_compiler(folder)?;
    WAYS.iter().map(|way| counted(check(folder, way.package, &compiler), way.package, &counting)).collect()
}

fn check(folder: &Path, package: &str, compiler: &OsString) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["check", "--offline", "--quiet", "-p", package]).current_dir(folder);
    command.env("CARGO_TARGET_DIR", folder.join("target")).env("CARGO_INCREMENTAL", "0").env("RUSTC", compiler);
    command
}

/// The compiler itself: valgrind would count rustup, which only starts it.
fn compiler() -> Result<OsString, Box<dyn Error>> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let sysroot = String::from_utf8(output.stdout)?;
    Ok(Path::new(sysroot.trim()).join("bin/rustc").into())
}

/// What cargo runs instead of the compiler. Valgrind takes the tool from its command line only, and cargo gives it none.
fn counting_compiler(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let script = folder.join("counting-compiler");
    // Not to `/dev/null`: for root, callgrind puts a file in its place.
    let written = folder.join("callgrind.%p");
    let valgrind = format!("exec valgrind --tool=callgrind '--callgrind-out-file={}' \"$@\"", written.display());
    fs::write(&script, format!("#!/bin/sh\n{valgrind}\n"))?;
    Command::new("chmod").arg("+x").arg(&script).status()?;
    Ok(script)
}

/// Callgrind says at the end: `==7== Collected : 1234`. Cargo also asks the compiler for its version, which is less.
fn counted(mut check: Command, package: &str, counting: &Path) -> Result<f64, Box<dyn Error>> {
    // The packages of the workspace, and so none that they depend on.
    let output = check.env("RUSTC_WORKSPACE_WRAPPER", counting).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counts = said.lines().filter_map(|line| line.split_once("Collected : ")?.1.trim().parse::<f64>().ok());
    counts.reduce(f64::max).ok_or_else(|| format!("`{package}` could not be counted:\n{said}").into())
}
