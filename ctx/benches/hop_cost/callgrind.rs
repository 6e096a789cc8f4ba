//! This program once more, under callgrind: how many instructions is one operation?
//!
//! It is started once for a few and once for more operations: the difference is the operations alone, without the start of a
//! process or a runtime. gungraun would do as well, but asks for a runner program of exactly its own version to be installed.
//!
//! What the allocator does inside is not counted: it depends on where the heap happens to stand, by several hundred
//! instructions for one of tokio's tasks. Allocations are counted by themselves.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The first argument of a child.
const CHILD: &str = "--count-case";

/// Callgrind stops counting where one of these begins and goes on where it ends.
const ALLOCATOR: [&str; 5] = ["malloc", "calloc", "realloc", "posix_memalign", "free"];

/// The name of the case and the number of operations, when this process is a child.
pub(crate) fn asked_for(arguments: &[String]) -> Option<(&str, u64)> {
    let [flag, name, operations] = arguments else { return None };
    (flag == CHILD).then_some(())?;
    Some((name, operations.parse().ok()?))
}

/// Whether there is a valgrind to count with.
pub(crate) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// How the operations of this program are counted.
pub(crate) struct Counting {
    pub(crate) few: u64,
    pub(crate) more: u64,
    /// Functions whose instructions do not count, besides the allocator's.
    pub(crate) left_out: &'static [&'static str],
}

impl Counting {
    /// Instructions of one operation of a case.
    pub(crate) fn of(&self, case: &str) -> Result<f64, String> {
        // Both at once, for machines with more than one core.
        let (few, more) = (self.start(case, self.few)?, self.start(case, self.more)?);
        let (few, more) = (few.collected()?, more.collected()?);
        Ok((more as f64 - few as f64) / (self.more - self.few) as f64)
    }

    fn start(&self, case: &str, operations: u64) -> Result<Counted, String> {
        let program = std::env::current_exe().map_err(|error| format!("this program was not found: {error}"))?;
        let written = std::env::temp_dir().join(format!("callgrind.{}.{operations}", std::process::id()));
        let child = Command::new("valgrind")
            .arg("--tool=callgrind")
            .arg(format!("--callgrind-out-file={}", written.display()))
            .args(ALLOCATOR.iter().chain(self.left_out).map(|function| format!("--toggle-collect={function}")))
            // After the toggles, which would have it begin with the first of them.
            .arg("--collect-atstart=yes")
            .arg(program)
            .args([CHILD, case, &operations.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("valgrind did not start: {error}"))?;
        Ok(Counted { child, written })
    }
}

/// A child under callgrind, and the file that callgrind writes in any case. Never `/dev/null`: for root, callgrind puts a file in
/// its place.
struct Counted {
    child: Child,
    written: PathBuf,
}

impl Counted {
    /// The total that callgrind says at the end: `==7== Collected : 1234`.
    fn collected(self) -> Result<u64, String> {
        let output = self.child.wait_with_output().map_err(|error| format!("valgrind was lost: {error}"))?;
        // Not there if valgrind failed, which it says below.
        let _ = std::fs::remove_file(self.written);
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("valgrind ended with {}:\n{said}", output.status));
        }
        let total = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
        total.ok_or_else(|| format!("valgrind gave no total:\n{said}"))
    }
}
