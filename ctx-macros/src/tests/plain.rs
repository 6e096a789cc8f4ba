//! A signature that is not parsed expands to what it would expand to if it was.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use super::{parse, squeezed};
use crate::capture_rules::CaptureRules;
use crate::errors::Errors;
use crate::members::{members, Kind};
use crate::model::Model;
use crate::{block, check, expand};

#[test]
fn each_function_of_this_repository_expands_to_the_same_in_both_ways() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut functions, mut plain) = (0, 0);
    for file in sources(&root) {
        let source = fs::read_to_string(&file).expect("a source can be read");
        // What is no Rust, as a half-typed case, may have no tokens.
        let Ok(tokens) = source.parse::<TokenStream>() else { continue };
        each_function(tokens, &mut |function| {
            functions += 1;
            plain += usize::from(is_same_in_both_ways(&function, &file));
        });
    }
    assert!(functions > 1_000, "only {functions} functions");
    assert!(plain * 2 > functions, "only {plain} of {functions} are plain");
}

#[test]
fn what_may_need_the_parser_is_parsed() {
    for item in [
        "fn f<T>(n: T) {}",
        "const fn f() {}",
        "extern \"C\" fn f() {}",
        "default fn f() {}",
        "fn main() {}",
        "#[test] fn f() {}",
        "#[unsafe(no_mangle)] fn f() {}",
        "#[axum::debug_handler] async fn f(id: Path<u64>) {}",
        "fn f(ctx: &crate::Ctx) {}",
        "fn f(mut ctx: u8) {}",
        "fn f(n: u8, ctx: &Ctx) {}",
        "fn f((ctx, n): (u8, u8)) {}",
        "fn f(Row { ctx }: Row) {}",
        "fn f(Row::Of(ctx): Row) {}",
        "fn f(n: ::a::B) {}",
        "fn f(ref ctx: u8) {}",
        "fn f(&ctx: &u8) {}",
        "fn f(ctx @ 1..: u8) {}",
        "fn f(_: u8) -> impl Debug {}",
        "fn f(#[cfg(a)] n: u8) {}",
        "fn f(n: u8, ...) {}",
        "fn f(self: Rc<Self>, n: u8) {}",
        "fn f(&'a self, n: u8) -> &u8 {}",
        "fn f(rows: &[Row]) -> &Row {}",
        "fn f(self) -> Row<'_> {}",
        "fn f(mut self, n: &u8) -> &u8 {}",
        "fn f(&self) -> Box<dyn Debug> {}",
        "fn f(&self) -> (u8, impl Debug) {}",
        "fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}",
        "fn f(&self, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}",
        "fn f(n: impl Fn(&u8) -> &u8) {}",
        "fn f(n: ) {}",
        "fn f(n) {}",
        "fn f(n: Vec<) {}",
        "fn f(n: u8>) {}",
        "fn f(n: Vec<u8, m: u8) {}",
        "fn f(n: u8,, m: u8) {}",
        "fn f(&self n) {}",
        "fn f(n: & , m: u8) {}",
        "fn f {}",
        "fn (n: u8) {}",
        "struct Row { n: u8 }",
        "impl Row { fn f() {} }",
        "",
    ] {
        assert!(!is_plain(item), "{item}");
    }
    for item in [
        "fn f() {}",
        "fn f(self);",
        "pub async unsafe fn f(&mut self, n: u8,) {}",
        "/// Text.\n#[inline] #[cfg(all(a, b))] pub(crate) fn f(mut self, rows: &'static [Row],) -> Vec<Vec<u8>> {}",
        "fn f(&self, n: &u8) -> Option<&u8> {}",
        "fn f(&mut self) -> Row<'_> where Self: Sized {}",
        "fn f(mut n: a::B<C<D>>, m: E) -> ::e::F {}",
        "fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8) {}",
    ] {
        assert!(is_plain(item), "{item}");
        assert!(is_same_in_both_ways(&parse(item), Path::new("this test")), "{item}");
    }
}

fn is_plain(item: &str) -> bool {
    let model = check::item(TokenStream::new(), parse(item), CaptureRules::All, &mut Errors::default());
    matches!(model, Ok(Model::Plain(_)))
}

/// Whether it is plain. If so, it expands as if it was parsed.
fn is_same_in_both_ways(function: &TokenStream, file: &Path) -> bool {
    let (mut errors, mut parsed_errors) = (Errors::default(), Errors::default());
    let Ok(plain @ Model::Plain(_)) = check::item(TokenStream::new(), function.clone(), CaptureRules::All, &mut errors)
    else {
        return false;
    };
    let parsed = check::parsed_item(function.clone(), CaptureRules::All, &mut parsed_errors);
    let parsed = parsed.unwrap_or_else(|_| panic!("{}: a plain function does not parse: {function}", file.display()));
    let (plain, parsed) = (expand::item(plain).to_string(), expand::item(parsed).to_string());
    assert_eq!(squeezed(&plain), squeezed(&parsed), "{}", file.display());
    let text = |errors: Errors| errors.into_tokens().to_string();
    assert_eq!(text(errors), text(parsed_errors), "{}", file.display());
    true
}

/// Calls `visit` with each function of a file or a block that is in no other function.
fn each_function(items: TokenStream, visit: &mut impl FnMut(TokenStream)) {
    for member in members(items) {
        match member.kind {
            Kind::Function => visit(member.tokens),
            Kind::Block => {
                if let Some(block) = block::read(member.tokens) {
                    each_function(block.braces.stream(), visit);
                }
            }
            Kind::Other(_) => {}
        }
    }
}

/// The Rust files below a folder of the repository.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
    found
}
