//! What the tests need from the system. A new need is one row of [`NEEDS`].

use crate::managers::Manager::{self, Apk, AptGet, Dnf, Pacman};

/// One thing that is not built by cargo.
pub(crate) struct Need {
    /// As it reads after "the tests need".
    pub(crate) name: &'static str,
    /// As it reads in brackets after the name.
    pub(crate) why: &'static str,
    /// Without a required one nothing is tested; without an optional one the tests that want it say so.
    pub(crate) required: bool,
    /// Any one of these is enough: `name` is a program on `PATH`, `$NAME` a variable that names a program, `/a/b*/c` a
    /// file, where `*` stands for anything within one folder or file name.
    pub(crate) found_by: &'static [&'static str],
    /// What the package is called; several packages are separated by spaces.
    pub(crate) packages: &'static [(Manager, &'static str)],
    /// What to do where no package manager has it, as it reads after "help: ".
    pub(crate) otherwise: &'static str,
}

impl Need {
    pub(crate) fn package(&self, manager: Manager) -> Option<&'static str> {
        self.packages.iter().find(|(of, _)| *of == manager).map(|(_, package)| *package)
    }
}

pub(crate) const NEEDS: &[Need] = &[
    Need {
        name: "a C compiler",
        why: "SQLite is compiled from source",
        required: true,
        found_by: &["cc", "$CC"],
        // `gcc` alone has no headers on Debian and Alpine.
        packages: &[(AptGet, "build-essential"), (Dnf, "gcc"), (Pacman, "gcc"), (Apk, "build-base")],
        otherwise: "on macOS run `xcode-select --install`; a compiler of another name goes into the variable `CC`",
    },
    Need {
        name: "valgrind",
        why: "the benchmarks count instructions with it; without it they say so and measure time only",
        required: false,
        found_by: &["valgrind"],
        packages: &[(AptGet, "valgrind"), (Dnf, "valgrind"), (Pacman, "valgrind"), (Apk, "valgrind")],
        otherwise: "it exists for Linux and some BSDs only",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_says_how_to_find_it_and_where_to_get_it() {
        for need in NEEDS {
            assert!(!need.found_by.is_empty(), "{}: no sign", need.name);
            assert!(need.package(AptGet).is_some(), "{}: no package for the machine that CI runs on", need.name);
            assert!(!need.why.is_empty() && !need.otherwise.is_empty(), "{}: says too little", need.name);
        }
    }
}
