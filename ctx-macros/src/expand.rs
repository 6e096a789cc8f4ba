//! From a model to tokens. Cannot fail.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, Pat, PatType, Token, Type};

use crate::model::{Model, Parameter};

/// The function with its context.
pub(crate) fn function(model: Model) -> TokenStream {
    let Model { attributes, visibility, mut signature, body, parameter } = model;
    let mut lints = TokenStream::new();
    if let Some(parameter) = parameter {
        if parameter.one_too_many {
            // Behind the user's attributes, so that it is the one that counts.
            lints = quote!(#[allow(clippy::too_many_arguments, reason = "`#[with_ctx]` added the eighth")]);
        }
        signature.inputs.insert(parameter.index, input(parameter));
    }
    quote!(#attributes #lints #visibility #signature #body)
}

fn input(parameter: Parameter) -> FnArg {
    let Parameter { name, context, named_in_body, .. } = parameter;
    let lints = named_in_body.then(|| quote!(#[allow(unused_variables, reason = "`#[with_ctx]` added it")]));
    FnArg::Typed(PatType {
        attrs: Vec::new(),
        pat: Box::new(Pat::Verbatim(quote!(#lints #name))),
        colon_token: Token![:](name.span()),
        ty: Box::new(Type::Verbatim(quote!(&#context))),
    })
}
