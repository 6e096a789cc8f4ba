//! What this program sees of the machine, as values, so that a test can hand it another machine.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::Command;

/// Puts a yes-or-no question to a person.
pub(crate) type Ask<'a> = &'a mut dyn FnMut(&str) -> bool;

pub(crate) struct Surroundings<'a> {
    /// The environment; programs are looked for on its `PATH` and started with all of it.
    pub(crate) variables: BTreeMap<OsString, OsString>,
    /// Where absolute paths start.
    pub(crate) root: PathBuf,
    pub(crate) is_root_user: bool,
    /// `None` where nobody can be asked.
    pub(crate) ask: Option<Ask<'a>>,
    pub(crate) out: &'a mut dyn Write,
}

impl Surroundings<'_> {
    pub(crate) fn variable(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str)
    }

    /// Prints a line. A closed output is no reason to stop.
    pub(crate) fn say(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }
}

pub(crate) fn is_root_user() -> bool {
    // Without `unsafe` the only portable way to ask.
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether a question would be seen and an answer could be typed.
pub(crate) fn is_on_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn ask_on_terminal(question: &str) -> bool {
    print!("{question} [y/N] ");
    let mut answer = String::new();
    let asked = io::stdout().flush().and_then(|()| io::stdin().read_line(&mut answer));
    asked.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}
