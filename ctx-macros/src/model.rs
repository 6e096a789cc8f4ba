//! An item whose checks have passed: only `check` builds it, and `expand` turns it into tokens without a further question.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::Lifetime;

/// What to emit.
pub(crate) enum Model {
    Function(Box<Function>),
    Plain(PlainFunction),
    Block(Block),
}

/// An `impl`, a `trait` or a `mod`.
pub(crate) struct Block {
    /// All before the braces, as written.
    pub(crate) head: TokenStream,
    /// The braces, for their place.
    pub(crate) braces: Group,
    pub(crate) members: Vec<Member>,
}

/// An item of a block.
pub(crate) enum Member {
    Model(Model),
    /// Not changed, or what there is instead of a model.
    Tokens(TokenStream),
}

/// A function.
pub(crate) struct Function {
    /// As written.
    pub(crate) attributes: TokenStream,
    /// Visibility and `default`, as written.
    pub(crate) visibility: TokenStream,
    /// The signature without the inserted parameter. Lifetimes that only the inserted parameter makes necessary are named.
    pub(crate) signature: syn::Signature,
    /// As written.
    pub(crate) body: Option<TokenTree>,
    /// `None`: the parameter is written already, or the function makes its turn.
    pub(crate) inserted: Option<Inserted>,
    /// What the body begins with, where the function owns its turn.
    pub(crate) binding: Option<Binding>,
}

/// A function whose signature needs no change but the parameter.
pub(crate) struct PlainFunction {
    /// All before the body, as written.
    pub(crate) head: Vec<TokenTree>,
    /// Where in it the parentheses are.
    pub(crate) parentheses: usize,
    /// What is in them, as written.
    pub(crate) parameters: Vec<TokenTree>,
    /// How many of those tokens are the receiver.
    pub(crate) receiver: usize,
    /// As written.
    pub(crate) body: Option<TokenTree>,
    pub(crate) inserted: Parameter,
}

/// A parameter among others.
pub(crate) struct Inserted {
    pub(crate) parameter: Parameter,
    /// Its place among the inputs: after the receiver, else first.
    pub(crate) index: usize,
    /// Whether this parameter is the one too many for `clippy::too_many_arguments`.
    pub(crate) one_too_many: bool,
}

/// The parameter to insert.
pub(crate) struct Parameter {
    pub(crate) name: Ident,
    pub(crate) ty: ParameterType,
    /// Whether the body has the name: then lints would take the parameter for one that the user wrote.
    pub(crate) named_in_body: bool,
}

/// The type of the parameter.
pub(crate) enum ParameterType {
    /// `&crate::Ctx`, or `&'a crate::Ctx` where the result says that it borrows from it.
    Context { lifetime: Option<Lifetime>, context: TokenStream },
    /// `crate::Turn`
    Owner(TokenStream),
}

/// `let ctx: &crate::Ctx = &turn;`
pub(crate) struct Binding {
    pub(crate) name: Ident,
    pub(crate) context: TokenStream,
    pub(crate) turn: Ident,
    /// What to call for the turn, where it is no parameter.
    pub(crate) made_by: Option<TokenStream>,
    /// As in [`Parameter`].
    pub(crate) named_in_body: bool,
}
