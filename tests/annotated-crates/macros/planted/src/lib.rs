//! Attributes that do what `#[with_ctx]` must not do, so that the tests know that it would be seen.

use std::path::PathBuf;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Inserts the parameter and thinks of nothing else: not of the lifetimes of the result.
#[proc_macro_attribute]
pub fn insert_only(_: TokenStream, item: TokenStream) -> TokenStream {
    with_parameter(item, "_: &crate::Ctx,")
}

/// A parameter that warns of being unused.
#[proc_macro_attribute]
pub fn insert_loudly(_: TokenStream, item: TokenStream) -> TokenStream {
    with_parameter(item, "ctx: &crate::Ctx,")
}

/// Switches lints off.
#[proc_macro_attribute]
pub fn insert_silently(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut silent: TokenStream = "#[allow(unused, clippy::all, reason = \"planted\")]".parse().expect("an attribute");
    silent.extend(with_parameter(item, "_: &crate::Ctx,"));
    silent
}

/// All references get one lifetime: it compiles, and the result borrows from the context.
#[proc_macro_attribute]
pub fn borrow_from_ctx(_: TokenStream, item: TokenStream) -> TokenStream {
    let text = item.to_string();
    let (head, body) = text.split_once('{').expect("a body");
    let head = head.replace('&', "&'ctx ").replacen('(', "<'ctx>(_: &'ctx crate::Ctx, ", 1);
    format!("{head}{{{body}").parse().expect("still a function")
}

/// Refuses everything from the first time that it sees callers of the copies, also when they are gone.
#[proc_macro_attribute]
pub fn refuse_once_called(_: TokenStream, mut item: TokenStream) -> TokenStream {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).expect("cargo names the folder of the package");
    let source = std::fs::read_to_string(folder.join("src/lib.rs")).expect("the root can be read");
    let mark = folder.join("called");
    if source.contains("fn caller_") {
        std::fs::write(&mark, "").expect("it can be written");
    }
    if mark.exists() {
        item.extend("compile_error!(\"called\");".parse::<TokenStream>());
    }
    item
}

fn with_parameter(item: TokenStream, parameter: &str) -> TokenStream {
    let mut parameter: Option<TokenStream> = parameter.parse().ok();
    let insert = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && parameter.is_some() => {
            // With the place of the user's parentheses: lints look away from what only the macro wrote.
            let at_user = |mut token: TokenTree| {
                token.set_span(group.span());
                token
            };
            let mut inside: TokenStream = parameter.take().into_iter().flatten().map(at_user).collect();
            inside.extend(group.stream());
            Group::new(Delimiter::Parenthesis, inside).into()
        }
        other => other,
    };
    item.into_iter().map(insert).collect()
}
