//! The inner functions on tokens, without a compiler: expansions as files, mistakes with their tokens, half-typed code.

mod blocks;
mod expansions;
mod half_typed;
mod handed_on;
mod log_field_mistakes;
mod mistakes;
mod owners;
mod plain;
mod raw_forms;

use proc_macro2::{TokenStream, TokenTree};

use crate::capture_rules::CaptureRules;
use crate::check;
use crate::errors::Errors;

fn parse(source: &str) -> TokenStream {
    source.parse().expect("the test has tokens")
}

/// What `#[with_ctx]` emits, with the mistakes, squeezed.
fn expand(arguments: &str, item: &str) -> String {
    squeezed(&crate::annotated(parse(arguments), parse(item), CaptureRules::All).to_string())
}

/// The mistakes of `#[with_ctx(arguments)] item`.
fn mistakes(arguments: &str, item: &str) -> Vec<Mistake> {
    let mut errors = Errors::default();
    let _ = check::item(parse(arguments), parse(item), CaptureRules::All, &mut errors);
    listed(&errors)
}

/// A mistake: the text it stands at, and what it says.
#[derive(Debug)]
struct Mistake {
    at: String,
    message: String,
}

fn listed(errors: &Errors) -> Vec<Mistake> {
    let mistakes = errors
        .list()
        .iter()
        .map(|error| Mistake { at: error.span().source_text().unwrap_or_default(), message: error.to_string() });
    mistakes.collect()
}

/// Checks that there is exactly one mistake, at `at`, which says `says`.
#[track_caller]
fn assert_one(mistakes: &[Mistake], at: &str, says: &str) {
    match mistakes {
        [one] => {
            assert_eq!(one.at, at, "the place of: {}", one.message);
            assert!(one.message.contains(says), "`{says}` is not in: {}", one.message);
        }
        others => panic!("one mistake expected, got {others:#?}"),
    }
}

/// Tokens without the spaces between them, which differ with where the tokens come from.
fn squeezed(source: &str) -> String {
    source.split_whitespace().collect()
}

/// All words of some tokens.
fn words(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => found.push(ident.to_string()),
            TokenTree::Group(group) => found.extend(words(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}
