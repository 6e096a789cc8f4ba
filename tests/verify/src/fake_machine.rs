//! A machine in a temporary folder: its `PATH` holds only what a test put there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::detect;
use crate::needs::Need;
use crate::surroundings::Surroundings;

/// Removed with everything in it when dropped.
pub(crate) struct FakeMachine {
    folder: PathBuf,
    variables: BTreeMap<OsString, OsString>,
    /// What a person answers; without a terminal there is none.
    answer: Option<bool>,
    is_root_user: bool,
}

/// What came of using a machine.
pub(crate) struct Used<R> {
    pub(crate) result: R,
    pub(crate) said: String,
    pub(crate) asked: Vec<String>,
    /// The command lines that were run.
    pub(crate) calls: Vec<String>,
}

impl FakeMachine {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("ctx-verify-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("bin")).expect("a temporary folder");
        let variables = BTreeMap::from([("PATH".into(), folder.join("bin").into())]);
        Self { folder, variables, answer: None, is_root_user: false }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn bin(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// A link, never a written file: a file that another thread's child still holds open cannot be run.
    pub(crate) fn has_program(&self, name: &str) {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/program");
        std::os::unix::fs::symlink(program, self.bin().join(name)).expect("a link");
    }

    pub(crate) fn has_file(&self, path: &str) {
        self.write(path, "");
    }

    /// The package manager knows this package, which brings this program.
    pub(crate) fn has_package(&self, package: &str, brings: &str) {
        self.write(&format!("packages/{package}"), &format!("{brings}\n"));
    }

    /// The program ends with this code; `NAME-SUBCOMMAND` for one subcommand only.
    pub(crate) fn fails(&self, name: &str, code: u8) {
        self.write(&format!("failing/{name}"), &format!("{code}\n"));
    }

    pub(crate) fn set(&mut self, variable: &str, value: &str) {
        self.variables.insert(variable.into(), value.into());
    }

    pub(crate) fn is_used_by_root(&mut self) {
        self.is_root_user = true;
    }

    pub(crate) fn has_terminal_where_one_answers(&mut self, answer: bool) {
        self.answer = Some(answer);
    }

    pub(crate) fn look(&self, need: &Need) -> Option<PathBuf> {
        self.run(|surroundings| detect::find(need, surroundings)).result
    }

    pub(crate) fn run<R>(&self, body: impl FnOnce(&mut Surroundings<'_>) -> R) -> Used<R> {
        let mut out = Vec::new();
        let mut asked = Vec::new();
        let mut person = |question: &str| {
            asked.push(question.to_owned());
            self.answer == Some(true)
        };
        let result = body(&mut Surroundings {
            variables: self.variables.clone(),
            root: self.folder.clone(),
            is_root_user: self.is_root_user,
            ask: if self.answer.is_some() { Some(&mut person) } else { None },
            out: &mut out,
        });
        let calls = fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        let said = String::from_utf8(out).expect("text");
        Used { result, said, asked, calls: calls.lines().map(|line| line.trim_end().to_owned()).collect() }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("a path in the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

impl Drop for FakeMachine {
    fn drop(&mut self) {
        // A folder that stays behind fails no test.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
