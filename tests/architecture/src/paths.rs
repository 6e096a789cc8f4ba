//! The paths that a source file names, in `use` and anywhere else, as they are seen from its crate's root.
//!
//! Plain scanning, no name resolution: what it cannot see is a path inside a macro's output. Code for tests only is not
//! looked at, because a test may look at anything.

use crate::tokens::{Token, after_group, after_item, tokens};

/// A path that stands in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) line: usize,
    /// `["crate", ..]` for what is found from the root of this crate; else as it is written, an outside crate first.
    pub(crate) segments: Vec<String>,
}

/// What is in a file.
#[derive(Default)]
pub(crate) struct Contents {
    pub(crate) named: Vec<Named>,
    /// Modules that are there for tests only, from the root, for example `["gate", "tests"]`.
    pub(crate) test_modules: Vec<Vec<String>>,
    /// Names that `macro_rules!` defines; outside their file they are found at the root.
    pub(crate) macros: Vec<String>,
}

/// `["gate", "drain"]` for `gate/drain.rs`, given from the folder of `lib.rs`; empty for the root.
pub(crate) fn module_of(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let mut module: Vec<_> = stem.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// Reads the file that is this module.
pub(crate) fn contents(source: &str, module: &[String]) -> Contents {
    let tokens = tokens(source);
    let mut reader =
        Reader { tokens: &tokens, module: module.to_vec(), ends: Vec::new(), contents: Contents::default() };
    reader.read();
    reader.contents
}

struct Reader<'t> {
    tokens: &'t [Token<'t>],
    /// Where we are, the inline modules included.
    module: Vec<String>,
    /// Where the inline modules we are in end.
    ends: Vec<usize>,
    contents: Contents,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn read(&mut self) {
        let mut at = 0;
        let mut for_tests = false;
        while at < self.tokens.len() {
            while self.ends.last().is_some_and(|end| *end <= at) {
                self.ends.pop();
                self.module.pop();
            }
            if self.text(at) == "#" {
                let inner = self.text(at + 1) == "!";
                let open = at + 1 + usize::from(inner);
                if self.text(open) == "[" {
                    let after = after_group(self.tokens, open);
                    let is_for_tests = self.is_for_tests(open, after);
                    if is_for_tests && inner {
                        return;
                    }
                    for_tests |= is_for_tests;
                    // An attribute names paths too: `#[pin_project_lite::..]`, `#[derive(serde::Serialize)]`.
                    at = if for_tests { after } else { open + 1 };
                    continue;
                }
            }
            if for_tests {
                at = self.skip_for_tests(at);
                for_tests = false;
                continue;
            }
            at = match self.text(at) {
                "mod" if self.text(at + 2) == "{" => {
                    self.module.push(self.text(at + 1).to_owned());
                    self.ends.push(after_group(self.tokens, at + 2));
                    at + 3
                }
                "macro_rules" if self.text(at + 1) == "!" && self.text(at + 2) != "$" => {
                    let name = self.text(at + 2).to_owned();
                    self.contents.macros.push(name);
                    at + 3
                }
                "use" if self.text(at + 1) != "<" => self.read_use(at + 1, &[]),
                _ => self.read_path(at),
            };
        }
    }

    /// Whether the attribute between these positions is a `cfg` that asks for `test`.
    fn is_for_tests(&self, open: usize, after: usize) -> bool {
        let has = |word| self.tokens[open..after].iter().any(|token| token.text == word);
        self.text(open + 1) == "cfg" && has("test") && !has("not") && !has("any")
    }

    fn skip_for_tests(&mut self, at: usize) -> usize {
        let after = after_item(self.tokens, at);
        let found = (at..after).find(|at| self.text(*at) == "mod");
        if let Some(name) =
            found.filter(|found| self.text(found + 2) == ";").map(|found| self.text(found + 1).to_owned())
        {
            self.contents.test_modules.push([self.module.as_slice(), &[name]].concat());
        }
        after
    }

    /// Reads one tree of a `use`, and returns where it ends: at its `,`, `}` or `;`.
    fn read_use(&mut self, mut at: usize, before: &[String]) -> usize {
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        let mut segments = before.to_vec();
        loop {
            match self.text(at) {
                "::" => at += 1,
                "{" => {
                    let after = after_group(self.tokens, at);
                    at += 1;
                    while at < after - 1 {
                        at = self.read_use(at, &segments);
                        at += usize::from(self.text(at) == ",");
                    }
                    return after;
                }
                "as" => at += 2,
                "," | "}" | ";" | "" => break,
                // `use a::{self}` names `a`.
                "self" if !segments.is_empty() => at += 1,
                text => {
                    segments.push(text.to_owned());
                    at += 1;
                }
            }
        }
        self.add(line, segments);
        at
    }

    /// Reads a path of two segments or more, if one starts here.
    fn read_path(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        // `::tokio::spawn` starts at its colons, also after the `>` of an arrow; `<T as a::B>::C` does not start at them.
        let text_before = |distance: usize| at.checked_sub(distance).map_or("", |before| self.text(before));
        let after_type = text_before(2) == ">" && !matches!(text_before(3), "-" | "=");
        let goes_on = text_before(1) == "::" && (after_type || at > 1 && self.tokens[at - 2].is_word());
        if !token.is_word() || goes_on || text_before(1) == "." || self.text(at + 1) != "::" {
            return at + 1;
        }
        let mut segments = vec![token.text.to_owned()];
        let mut end = at + 1;
        while self.text(end) == "::" && self.tokens.get(end + 1).is_some_and(Token::is_word) {
            segments.push(self.text(end + 1).to_owned());
            end += 2;
        }
        // `crate::error!` is not the module `error`, and a macro may itself be made by a macro.
        let is_macro_of_the_crate = self.text(end) == "!" && token.text == "crate" && segments.len() == 2;
        if !is_macro_of_the_crate {
            self.add(token.line, segments);
        }
        end
    }

    /// Resolves `self` and `super`; `crate` stays.
    fn add(&mut self, line: usize, segments: Vec<String>) {
        let mut base = match segments.first().map(String::as_str) {
            Some("self" | "super") => self.module.clone(),
            _ => return self.contents.named.push(Named { line, segments }),
        };
        let mut rest = segments.as_slice();
        while let Some((first, after)) =
            rest.split_first().filter(|(first, _)| matches!(first.as_str(), "self" | "super"))
        {
            if first == "super" {
                base.pop();
            }
            rest = after;
        }
        let segments = [&["crate".to_owned()], base.as_slice(), rest].concat();
        self.contents.named.push(Named { line, segments });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(module: &str, source: &str) -> Vec<String> {
        let contents = contents(source, &module_of(module));
        contents.named.iter().map(|named| named.segments.join("::")).collect()
    }

    #[test]
    fn modules_of_files() {
        assert_eq!(module_of("lib.rs"), [""; 0]);
        assert_eq!(module_of("gate/mod.rs"), ["gate"]);
        assert_eq!(module_of("gate/drain.rs"), ["gate", "drain"]);
    }

    #[test]
    fn every_leaf_of_a_use() {
        assert_eq!(
            named("a.rs", "pub(crate) use crate::{b::{self, C as D}, e::*}; use tokio; use ::x::y;"),
            ["crate::b", "crate::b::C", "crate::e::*", "tokio", "x::y"]
        );
    }

    #[test]
    fn paths_outside_of_use() {
        assert_eq!(
            named(
                "a.rs",
                "fn f(x: &crate::b::B<c::C>) -> ::tokio::Id { m!(crate::d::e()); x.g::<h::I>().j; k::l::<M>::n }"
            ),
            ["crate::b::B", "c::C", "tokio::Id", "crate::d::e", "h::I", "k::l"]
        );
    }

    #[test]
    fn relative_paths_are_seen_from_the_root() {
        assert_eq!(
            named(
                "a/b.rs",
                "use super::c; use super::super::d; mod e { use super::f; use super::super::g; } use self::h;"
            ),
            ["crate::a::c", "crate::d", "crate::a::b::f", "crate::a::g", "crate::a::b::h"]
        );
    }

    #[test]
    fn macros_name_through_their_crate() {
        assert_eq!(
            named("a.rs", "macro_rules! m { () => { $crate::b::c!($crate::d::E) } } fn f() { crate::m!() }"),
            ["crate::b::c", "crate::d::E"]
        );
    }

    #[test]
    fn captured_lifetimes_are_no_import() {
        assert_eq!(named("a.rs", "fn f(x: &str) -> impl Sized + use<'_> { b::c(x) }"), ["b::c"]);
    }

    #[test]
    fn attributes_name_paths() {
        assert_eq!(
            named("a.rs", "#[derive(serde::Serialize)] struct A; #[cfg(feature = \"x\")] use b::C;"),
            ["serde::Serialize", "b::C"]
        );
    }

    #[test]
    fn code_for_tests_is_not_looked_at() {
        let source = "#[cfg(test)] mod tests { use crate::b::C; } #[cfg(all(test, unix))] use d::E;
            #[cfg(test)] #[track_caller] fn f() { g::h() } #[cfg(not(test))] use i::J;
            struct S { #[cfg(test)] k: l::M, n: o::P }";
        assert_eq!(named("a.rs", source), ["i::J", "o::P"]);
        assert_eq!(named("a.rs", "#![cfg(test)] use b::C;"), [""; 0]);
        assert_eq!(contents("#[cfg(test)] mod tests; mod b;", &module_of("a.rs")).test_modules, [["a", "tests"]]);
    }
}
