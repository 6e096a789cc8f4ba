//! `expansions/NAME.rs` expands to `expansions/NAME.expanded.rs`. To write the second anew: `UPDATE_EXPANSIONS=1 cargo test`.
//!
//! A file whose name ends in `_2021` has the capture rules before edition 2024. That the first and last token of a returned
//! `impl Trait` are marked as this crate's cannot be seen in text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, File, ImplItem, Item, Meta, TraitItem};

use super::{parse, squeezed, words};
use crate::capture_rules::CaptureRules;

#[test]
fn each_expansion_is_as_recorded() {
    let update = std::env::var_os("UPDATE_EXPANSIONS").is_some();
    for input in inputs() {
        let recorded = input.with_extension("expanded.rs");
        let expanded = prettyplease::unparse(&expand_file(&input));
        if update {
            fs::write(&recorded, &expanded).expect("the expansion can be written");
        }
        let wanted = fs::read_to_string(&recorded).unwrap_or_default();
        for (number, (is, was)) in expanded.lines().zip(wanted.lines()).enumerate() {
            assert_eq!(is, was, "{}:{} is not what is expanded to", recorded.display(), number + 1);
        }
        assert_eq!(expanded.lines().count(), wanted.lines().count(), "{} has other lines", recorded.display());
    }
}

#[test]
fn an_expansion_adds_no_names_but_these() {
    const WITH_CTX: &[&str] = &[
        "ctx",
        "crate",
        "Ctx",
        "allow",
        "clippy",
        "too_many_arguments",
        "unused_variables",
        "reason",
        "use",
        "argument",
        "argument2",
        "ImplArgument",
        "context",
        "needless_pass_by_value",
        "let",
        "turn",
        "Turn",
        "test_turn",
    ];
    for input in inputs().into_iter().filter(|input| !is_derive(input)) {
        let written: BTreeSet<String> = words(parse(&read(&input))).into_iter().collect();
        let expanded = words(expand_file(&input).to_token_stream());
        for added in expanded.iter().filter(|word| !written.contains(*word)) {
            assert!(WITH_CTX.contains(&added.as_str()), "{} adds `{added}`", input.display());
        }
    }
}

#[test]
fn a_derive_names_everything_from_a_root() {
    for input in inputs().into_iter().filter(|input| is_derive(input)) {
        let mut derived = String::new();
        for item in parsed(&input).items {
            derived.push_str(&squeezed(&crate::derived(item.into_token_stream()).to_string()));
        }
        for name in ["FnMut", "Display", "Option::Some", "format_args!", "for_macros", "LogFields"] {
            for (place, _) in derived.match_indices(name) {
                assert!(derived[..place].ends_with("::"), "{}: `{name}` without a path", input.display());
            }
        }
        assert!(!derived.contains("std::"), "{}: `std` is not there without std", input.display());
    }
}

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let files = fs::read_dir(folder).expect("there are expansions").map(|entry| entry.expect("a file").path());
    let mut inputs: Vec<PathBuf> = files.filter(|path| !path.to_string_lossy().ends_with(".expanded.rs")).collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "there are expansions");
    inputs
}

fn is_derive(input: &Path) -> bool {
    read(input).contains("derive(LogFields)")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the input can be read")
}

fn parsed(path: &Path) -> File {
    syn::parse_file(&read(path)).expect("the input parses")
}

fn expand_file(path: &Path) -> File {
    let before_2024 = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_2021"));
    let rules = if before_2024 { CaptureRules::Mentioned } else { CaptureRules::All };
    let mut expanded = TokenStream::new();
    for item in parsed(path).items {
        expand_item(item, rules).to_tokens(&mut expanded);
    }
    syn::parse2(expanded).expect("the expansion parses")
}

fn expand_item(item: Item, rules: CaptureRules) -> TokenStream {
    let mut item = item;
    let of_item = match &mut item {
        Item::Fn(function) => arguments(&mut function.attrs),
        Item::Impl(block) => arguments(&mut block.attrs),
        Item::Trait(block) => arguments(&mut block.attrs),
        Item::Mod(block) => arguments(&mut block.attrs),
        _ => None,
    };
    if let Some(arguments) = of_item {
        return crate::annotated(arguments, item.into_token_stream(), rules);
    }
    match item {
        Item::Impl(mut block) => {
            for member in &mut block.items {
                if let ImplItem::Fn(method) = member {
                    if let Some(arguments) = arguments(&mut method.attrs) {
                        *member = ImplItem::Verbatim(crate::annotated(arguments, method.into_token_stream(), rules));
                    }
                }
            }
            block.into_token_stream()
        }
        Item::Trait(mut block) => {
            for member in &mut block.items {
                if let TraitItem::Fn(method) = member {
                    if let Some(arguments) = arguments(&mut method.attrs) {
                        *member = TraitItem::Verbatim(crate::annotated(arguments, method.into_token_stream(), rules));
                    }
                }
            }
            block.into_token_stream()
        }
        Item::Struct(fields) if !fields.attrs.is_empty() => crate::derived(fields.into_token_stream()),
        other => other.into_token_stream(),
    }
}

/// Takes `#[with_ctx(..)]` off, as the compiler does.
fn arguments(attributes: &mut Vec<Attribute>) -> Option<TokenStream> {
    let place = attributes.iter().position(|attribute| attribute.path().is_ident("with_ctx"))?;
    match attributes.remove(place).meta {
        Meta::List(list) => Some(list.tokens),
        Meta::Path(_) | Meta::NameValue(_) => Some(TokenStream::new()),
    }
}
