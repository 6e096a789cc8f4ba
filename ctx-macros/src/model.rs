//! A function whose checks have passed: only `check` builds it, and `expand` turns it into tokens without a further
//! question.

use proc_macro2::{Ident, TokenStream};

/// What to emit.
pub(crate) struct Model {
    /// As written.
    pub(crate) attributes: TokenStream,
    /// Visibility and `default`, as written.
    pub(crate) visibility: TokenStream,
    /// The signature without the inserted parameter. Lifetimes that only the inserted parameter makes necessary are named.
    pub(crate) signature: syn::Signature,
    /// As written.
    pub(crate) body: TokenStream,
    /// `None`: the parameter is written already.
    pub(crate) parameter: Option<Parameter>,
}

/// The parameter to insert.
pub(crate) struct Parameter {
    /// Its place among the inputs: after the receiver, else first.
    pub(crate) index: usize,
    /// `ctx`, as the body sees it.
    pub(crate) name: Ident,
    /// The type behind the `&`.
    pub(crate) context: TokenStream,
    /// Whether the body has the name: then lints would take the parameter for one that the user wrote.
    pub(crate) named_in_body: bool,
    /// Whether this parameter is the one too many for `clippy::too_many_arguments`.
    pub(crate) one_too_many: bool,
}
