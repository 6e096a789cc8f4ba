//! What does a returned `impl Trait` capture by itself: every lifetime in scope, or those it mentions?
//!
//! Edition 2024 captures all, the editions before it those that are mentioned. A procedural macro is not told the edition of
//! the crate it expands in, and neither a span nor the tokens show it. But it runs inside the compiler, whose command line
//! has it. Only one case asks (see `captures`). A wrong answer cannot change what a program does: it can make a function, or
//! a caller that keeps the result, fail to compile.

use std::sync::OnceLock;

/// The rules of the crate that is compiled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CaptureRules {
    /// Edition 2024.
    All,
    /// Editions before 2024.
    Mentioned,
}

impl CaptureRules {
    /// The rules that the compiler's command line asks for. An editor's has no edition: then those of 2024.
    pub(crate) fn of_this_compilation() -> Self {
        static RULES: OnceLock<CaptureRules> = OnceLock::new();
        *RULES.get_or_init(|| {
            Self::of_command_line(std::env::args_os().filter_map(|argument| argument.into_string().ok()))
        })
    }

    fn of_command_line(arguments: impl Iterator<Item = String>) -> Self {
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let edition = match argument.strip_prefix("--edition") {
                Some("") => arguments.next(),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            if let Some("2015" | "2018" | "2021") = edition.as_deref() {
                return Self::Mentioned;
            }
        }
        Self::All
    }
}

#[cfg(test)]
mod tests {
    use super::CaptureRules;

    fn of(line: &str) -> CaptureRules {
        CaptureRules::of_command_line(line.split(' ').map(str::to_owned))
    }

    #[test]
    fn the_edition_is_read_in_both_spellings() {
        assert_eq!(of("rustc --crate-name a --edition=2021 src/lib.rs"), CaptureRules::Mentioned);
        assert_eq!(of("rustc --edition 2018 src/lib.rs"), CaptureRules::Mentioned);
        assert_eq!(of("rustc --edition=2024 src/lib.rs"), CaptureRules::All);
        assert_eq!(of("rust-analyzer-proc-macro-srv"), CaptureRules::All);
    }
}
