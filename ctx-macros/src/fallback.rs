//! What is emitted where there is no model: always the user's item.
//!
//! Without it an editor loses completion in the item, and every caller reports a function that does not exist.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::errors::Errors;
use crate::expand;
use crate::model::Binding;

/// How to emit an item that has no model.
pub(crate) enum Fallback {
    /// As it is written: it is no function, or its signature is not the user's.
    AsWritten,
    /// With `ctx`, found by tokens alone. A parameter that is half typed must not take the name `ctx` from the body, and syntax
    /// that is newer than this crate works. What is wrong with the signature, the compiler reports.
    WithUnparsed(Box<Unparsed>),
}

/// What to put into a function that does not parse.
pub(crate) struct Unparsed {
    /// What the context is called.
    pub(crate) name: String,
    pub(crate) parameter: Option<TokenStream>,
    pub(crate) binding: Option<Binding>,
}

impl Fallback {
    /// The item.
    pub(crate) fn item(&self, item: TokenStream) -> TokenStream {
        match self {
            Self::AsWritten => item,
            Self::WithUnparsed(unparsed) => unparsed.insert(item),
        }
    }
}

/// The item, then the mistakes.
pub(crate) fn item_and_mistakes(item: TokenStream, errors: Errors) -> TokenStream {
    let mut tokens = item;
    tokens.extend(errors.into_tokens());
    tokens
}

impl Unparsed {
    fn insert(&self, item: TokenStream) -> TokenStream {
        let mut after_fn = false;
        let mut done = false;
        let mut tokens: Vec<TokenTree> = Vec::new();
        for token in item {
            after_fn |= matches!(&token, TokenTree::Ident(word) if word == "fn");
            tokens.push(match token {
                TokenTree::Group(group) if after_fn && !done && group.delimiter() == Delimiter::Parenthesis => {
                    done = true;
                    let mut with_ctx = Group::new(Delimiter::Parenthesis, self.with_parameter(group.stream()));
                    with_ctx.set_span(group.span());
                    with_ctx.into()
                }
                other => other,
            });
        }
        if let (Some(binding), Some(TokenTree::Group(body))) = (&self.binding, tokens.last()) {
            if body.delimiter() == Delimiter::Brace {
                let begun = expand::begin_with(binding, TokenTree::from(body.clone()).into());
                tokens.pop();
                tokens.extend(begun);
            }
        }
        tokens.into_iter().collect()
    }

    fn with_parameter(&self, parameters: TokenStream) -> TokenStream {
        let Some(parameter) = &self.parameter else { return parameters };
        let tokens: Vec<TokenTree> = parameters.into_iter().collect();
        if tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if *word == self.name)) {
            return tokens.into_iter().collect();
        }
        let is =
            |token: &TokenTree, ends: &str| matches!(token, TokenTree::Punct(punct) if ends.contains(punct.as_char()));
        let mut first_name = tokens.iter().take_while(|token| !is(token, ":,"));
        let receiver = first_name.any(|token| matches!(token, TokenTree::Ident(word) if word == "self"));
        let comma = tokens.iter().position(|token| is(token, ","));
        let (before, after) = tokens.split_at(match comma {
            _ if !receiver => 0,
            Some(comma) => comma + 1,
            None => tokens.len(),
        });
        let missing_comma = (receiver && comma.is_none()).then(|| quote!(,));
        quote!(#(#before)* #missing_comma #parameter, #(#after)*)
    }
}
