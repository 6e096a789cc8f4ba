//! All mistakes of one use of a macro, each at its token.
//!
//! A macro that stops at the first mistake makes its user compile once per mistake, so checks push here and go on.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far. Empty means that the model is complete.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// A mistake at `tokens`, and what to write instead.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, mistake: impl Display, help: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, format!("{mistake}\nhelp: {help}")));
    }

    /// A mistake that syn found.
    pub(crate) fn parser_found(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` per mistake.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn list(&self) -> &[syn::Error] {
        &self.0
    }
}
