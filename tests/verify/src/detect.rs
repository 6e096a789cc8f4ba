//! Which needs are met on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::needs::Need;
use crate::surroundings::Surroundings;

/// Where the need was found, if it was.
pub(crate) fn find(need: &Need, surroundings: &Surroundings<'_>) -> Option<PathBuf> {
    need.found_by.iter().find_map(|sign| {
        if sign.starts_with('/') {
            return file(sign, surroundings);
        }
        match sign.strip_prefix('$') {
            // `CC="ccache gcc"` is a usual form: the first word is the program.
            Some(variable) => surroundings
                .variable(variable)
                .and_then(|value| value.to_str())
                .and_then(|value| value.split_whitespace().next())
                .and_then(|name| program(name, surroundings)),
            None => program(sign, surroundings),
        }
    })
}

/// The program of this name on `PATH`; a name that is a path is taken as it is.
pub(crate) fn program(name: &str, surroundings: &Surroundings<'_>) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return is_executable(path).then(|| path.to_owned());
    }
    let file_name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(surroundings.variable("PATH")?)
        .map(|folder| folder.join(&file_name))
        .find(|path| is_executable(path))
}

/// The last file, by name, that the pattern fits: of several versions the newest, mostly.
fn file(pattern: &str, surroundings: &Surroundings<'_>) -> Option<PathBuf> {
    let mut fitting = vec![surroundings.root.clone()];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        fitting = fitting.iter().flat_map(|folder| entries(folder, part)).collect();
    }
    fitting.sort();
    fitting.pop()
}

fn entries(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let Some((start, end)) = pattern.split_once('*') else {
        let path = folder.join(pattern);
        return if path.exists() { vec![path] } else { Vec::new() };
    };
    let fits = |name: &str| name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end);
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    listing.flatten().filter(|entry| entry.file_name().to_str().is_some_and(fits)).map(|entry| entry.path()).collect()
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::fake_machine::FakeMachine;

    fn need(found_by: &'static [&'static str]) -> Need {
        Need { name: "it", why: "why", required: true, found_by, packages: &[], otherwise: "" }
    }

    #[test]
    fn program_on_the_path() {
        let machine = FakeMachine::new();
        let cc = need(&["cc"]);
        assert_eq!(machine.look(&cc), None);
        machine.has_program("cc");
        assert_eq!(machine.look(&cc), Some(machine.bin().join("cc")));
    }

    #[test]
    fn a_file_that_cannot_be_run_is_not_a_program() {
        let machine = FakeMachine::new();
        machine.has_file("bin/cc");
        assert_eq!(machine.look(&need(&["cc"])), None);
    }

    #[test]
    fn program_named_by_a_variable() {
        let mut machine = FakeMachine::new();
        machine.has_program("clang-19");
        let cc = need(&["cc", "$CC"]);
        machine.set("CC", "clang-18");
        assert_eq!(machine.look(&cc), None);
        machine.set("CC", "clang-19 -m64");
        assert_eq!(machine.look(&cc), Some(machine.bin().join("clang-19")));
        let whole_path = machine.bin().join("clang-19");
        machine.set("CC", whole_path.to_str().expect("a readable path"));
        assert_eq!(machine.look(&cc), Some(whole_path));
    }

    #[test]
    fn newest_file_that_a_pattern_fits() {
        let machine = FakeMachine::new();
        let server = need(&["/usr/lib/server/*/bin/start"]);
        assert_eq!(machine.look(&server), None);
        machine.has_file("usr/lib/server/15/bin/start");
        machine.has_file("usr/lib/server/17/bin/start");
        machine.has_file("usr/lib/server/18/bin/stop");
        assert_eq!(machine.look(&server), Some(machine.folder().join("usr/lib/server/17/bin/start")));
    }

    #[test]
    fn pattern_within_a_name() {
        let machine = FakeMachine::new();
        machine.has_file("lib/libx.so");
        assert_eq!(machine.look(&need(&["/lib/libx.so*.so"])), None, "the two ends may not overlap");
        assert_eq!(machine.look(&need(&["/lib/lib*.so"])), Some(machine.folder().join("lib/libx.so")));
    }
}
