//! What does the result borrow from: what it borrowed from before, or also the context?

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Lifetime, Signature};

use crate::capture_rules::CaptureRules;
use crate::errors::Errors;
use crate::handed_on::{handed_on, Future};
use crate::names::FreshNames;
use crate::{boxed_futures, captures, lifetimes};

/// A function whose result is looked at.
pub(crate) struct ReturnsFrom<'a> {
    pub(crate) signature: &'a mut Signature,
    pub(crate) body: Option<&'a TokenTree>,
    /// What the context is called.
    pub(crate) name: &'a str,
    /// Whether it is known to be in an `impl` or a `trait`.
    pub(crate) in_block: bool,
}

/// The option `capture`.
pub(crate) struct Capture<'a> {
    pub(crate) word: &'a Ident,
    /// From the block around the function: then it need not say anything.
    pub(crate) inherited: bool,
}

/// Names what has to be named, and gives the lifetime of the context if the result mentions it.
pub(crate) fn borrow(
    function: ReturnsFrom<'_>,
    capture: Option<Capture<'_>>,
    rules: CaptureRules,
    errors: &mut Errors,
) -> Option<Lifetime> {
    let ReturnsFrom { signature, body, name, in_block } = function;
    if let Some(capture) = capture.as_ref().filter(|capture| !capture.inherited && !captures::returns_impl(signature)) {
        errors.at(
            capture.word,
            "`capture` on a function that returns no `impl Trait`",
            "remove it: references are written as always, and the future of an `async fn` borrows from `ctx` by itself",
        );
    }
    let result = Kind::of(&trees(signature.output.to_token_stream()));
    let fresh = &mut match result {
        Kind::Owned => return None,
        Kind::Dyn => {
            let (Future::Boxed, used) = handed_on(body, name)? else { return None };
            let context = boxed_futures::borrow_from_context(signature, &mut FreshNames::beside(signature))?;
            errors.at(
                used,
                format_args!("`{name}` is handed to a boxed future that borrows from nothing"),
                "write `dyn Future<..> + '_`; and below `#[async_recursion]` and the like, put `#[with_ctx]` above it",
            );
            return Some(context);
        }
        Kind::Borrows | Kind::Impl => FreshNames::beside(signature),
    };
    if let Some(context) = boxed_futures::outlived(signature, fresh) {
        return Some(context);
    }
    lifetimes::name_the_source(signature, fresh);
    if result != Kind::Impl {
        return None;
    }
    let missing = match &capture {
        None if captures::is_kept_out(signature, in_block) => missing_capture(body, name, errors),
        _ => None,
    };
    // After that error the function is emitted as it would be right: the compiler has nothing to add.
    if let Some(word) = capture.map(|capture| capture.word).or(missing.as_ref()) {
        return captures::let_ctx_in(signature, in_block, rules, word, fresh, errors);
    }
    captures::keep_ctx_out(signature, in_block, rules, fresh, errors);
    None
}

fn missing_capture(body: Option<&TokenTree>, name: &str, errors: &mut Errors) -> Option<Ident> {
    let (Future::Plain, used) = handed_on(body, name)? else { return None };
    errors.at(
        &used,
        format_args!("`{name}` is handed to a future that does not borrow from it"),
        "write `#[with_ctx(capture)]`, or make the function an `async fn`",
    );
    Some(used)
}

/// What a result is, by its tokens.
#[derive(PartialEq, PartialOrd)]
pub(crate) enum Kind {
    /// It cannot depend on the parameters' lifetimes. Most are so: they cost no more than this look.
    Owned,
    /// So is this, but what it points to may be handed something.
    Dyn,
    /// It has references or lifetimes.
    Borrows,
    /// It has an `impl Trait`, which may capture any lifetime.
    Impl,
}

impl Kind {
    /// The last kind that is in it.
    pub(crate) fn of(output: &[TokenTree]) -> Self {
        let mut kind = Self::Owned;
        for token in output {
            let found = match token {
                TokenTree::Group(group) => Self::of(&trees(group.stream())),
                TokenTree::Ident(word) => match word.to_string().as_str() {
                    "impl" => Self::Impl,
                    "dyn" => Self::Dyn,
                    _ => continue,
                },
                TokenTree::Punct(punct) if matches!(punct.as_char(), '&' | '\'') => Self::Borrows,
                TokenTree::Punct(_) | TokenTree::Literal(_) => continue,
            };
            if found > kind {
                kind = found;
            }
        }
        kind
    }
}

fn trees(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}
