//! Instructions of one operation, counted by valgrind.
//!
//! The program starts itself under callgrind, once for a few and once for more operations of a case: the difference is the
//! operations alone, without the start of a process or a runtime.
//!
//! What the allocator does inside is not counted: it depends on where the heap happens to stand. Allocations are counted by
//! themselves.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::case::Case;
use crate::hops;

const FEW: u64 = 200;
const MORE: u64 = 600;

/// How often a case is counted in which threads wait for each other. Of several counts the least is taken: what makes them
/// differ is a thread that looked once more before it slept.
const TRIES_ON_THREADS: usize = 3;

/// The first argument of a child.
const CHILD: &str = "--count-case";

/// The case and the number of operations, when this process is a child.
pub(crate) fn asked_for(arguments: &[String]) -> Option<(Case, u64)> {
    let [flag, name, operations] = arguments else { return None };
    (flag == CHILD).then_some(())?;
    Some((hops::cases().find(|case| case.name() == *name)?, operations.parse().ok()?))
}

/// Callgrind stops counting where one of these begins and goes on where it ends: the allocator, and what fastrace's clock
/// does before `main`, which is to measure itself until it is content.
const NOT_COUNTED: [&str; 6] = ["malloc", "calloc", "realloc", "posix_memalign", "free", "*fastant*init*"];

/// Whether there is a valgrind to count with.
pub(crate) fn can_be_counted() -> bool {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Instructions of one operation.
pub(crate) fn of(case: &Case) -> Result<f64, String> {
    let tries = if case.hop.on_threads { TRIES_ON_THREADS } else { 1 };
    let counts = (0..tries).map(|_| counted(case)).collect::<Result<Vec<_>, _>>()?;
    Ok(counts.into_iter().fold(f64::INFINITY, f64::min))
}

fn counted(case: &Case) -> Result<f64, String> {
    // Both at once, for machines with more than one core.
    let (few, more) = (start(case, FEW)?, start(case, MORE)?);
    let (few, more) = (collected(few)?, collected(more)?);
    Ok((more as f64 - few as f64) / (MORE - FEW) as f64)
}

/// A child under callgrind, and the file that callgrind writes in any case. Never `/dev/null`: for root, callgrind puts a file in
/// its place.
struct Counting {
    child: Child,
    written: PathBuf,
}

fn start(case: &Case, operations: u64) -> Result<Counting, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program was not found: {error}"))?;
    let written = std::env::temp_dir().join(format!("callgrind.{}.{operations}", std::process::id()));
    let child = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", written.display()))
        .args(NOT_COUNTED.map(|function| format!("--toggle-collect={function}")))
        // After the toggles, which would have it begin with the first of them.
        .arg("--collect-atstart=yes")
        .arg(program)
        .args([CHILD, &case.name(), &operations.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("valgrind did not start: {error}"))?;
    Ok(Counting { child, written })
}

/// The total that callgrind says at the end: `==7== Collected : 1234`.
fn collected(counting: Counting) -> Result<u64, String> {
    let Counting { child, written } = counting;
    let output = child.wait_with_output().map_err(|error| format!("valgrind was lost: {error}"))?;
    // Not there if valgrind failed, which it says below.
    let _ = std::fs::remove_file(written);
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("valgrind ended with {}:\n{said}", output.status));
    }
    let total = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    total.ok_or_else(|| format!("valgrind gave no total:\n{said}"))
}
