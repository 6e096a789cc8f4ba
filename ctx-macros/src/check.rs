//! From what is written to a model. Everything that can be wrong is found here, all of it at once.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::visit_mut::VisitMut;
use syn::{FnArg, Pat, PatIdent, Signature, Type};

use crate::arguments::Arguments;
use crate::body::Body;
use crate::capture_rules::CaptureRules;
use crate::errors::Errors;
use crate::fallback::Fallback;
use crate::model::{Model, Parameter};
use crate::names::{self, FreshNames, CTX};
use crate::owned_signatures;
use crate::signature::{self, Function, NotAFunction};
use crate::{captures, lifetimes};

/// A model, or what to emit instead; then `errors`, or the compiler, says why.
pub(crate) fn function(
    arguments: TokenStream,
    item: TokenStream,
    rules: CaptureRules,
    errors: &mut Errors,
) -> Result<Model, Fallback> {
    let arguments = Arguments::read(arguments, errors);
    let function = signature::read(item).map_err(|other| not_a_function(other, &arguments, errors))?;
    let body = Body::read(function.body.clone());
    if arguments.raw.is_none() {
        raw_forms(&body, errors);
    }
    let owned = owned_signatures::refuse(&function, errors);
    match place_of_ctx(&function.signature, errors) {
        Ok(index) if !owned => Ok(model(function, &body, &arguments, index, rules, errors)),
        _ => Err(Fallback::AsWritten),
    }
}

fn model(
    function: Function,
    body: &Body,
    arguments: &Arguments,
    index: Option<usize>,
    rules: CaptureRules,
    errors: &mut Errors,
) -> Model {
    let Function { attributes, visibility, mut signature, body: block } = function;
    let parameter = index.map(|index| {
        if may_borrow(signature.output.to_token_stream()) {
            let fresh = &mut FreshNames::beside(&signature);
            lifetimes::name_the_source(&mut signature, fresh);
            let in_block = body.mentions_self || body.is_missing;
            captures::keep_ctx_out(&mut signature, in_block, rules, fresh, errors);
        }
        Parameter {
            index,
            name: names::ctx(body.ctx),
            context: context(arguments),
            named_in_body: body.ctx.is_some(),
            one_too_many: signature.inputs.len() == CLIPPY_LIMIT,
        }
    });
    Model { attributes: quote!(#(#attributes)*), visibility, signature, body: block, parameter }
}

/// Whether anything in the result can depend on the parameters' lifetimes. Most results have nothing: they cost no more.
fn may_borrow(output: TokenStream) -> bool {
    output.into_iter().any(|token| match token {
        TokenTree::Group(group) => may_borrow(group.stream()),
        TokenTree::Ident(word) => word == "impl",
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '\''),
        TokenTree::Literal(_) => false,
    })
}

/// `too_many_arguments` counts the receiver, and is silent up to this many.
const CLIPPY_LIMIT: usize = 7;

fn context(arguments: &Arguments) -> TokenStream {
    arguments.context.as_ref().map_or_else(|| quote!(crate::Ctx), ToTokens::to_token_stream)
}

fn not_a_function(other: NotAFunction, arguments: &Arguments, errors: &mut Errors) -> Fallback {
    const HELP: &str = "put it on a function, on a method, or on a method of a trait";
    match other {
        NotAFunction::Other(kind) => {
            errors.at(&kind, format_args!("`#[with_ctx]` does not go on `{kind}`"), HELP);
        }
        NotAFunction::Unreadable { is_plain: true, .. } => {
            let (name, context) = (names::ctx(None), context(arguments));
            return Fallback::WithUnparsed(quote!(#name: &#context));
        }
        NotAFunction::Unreadable { error, is_plain: false } => errors.parser_found(error),
        NotAFunction::Nothing => errors.at(TokenStream::new(), "`#[with_ctx]` is on nothing", HELP),
    }
    Fallback::AsWritten
}

fn raw_forms(body: &Body, errors: &mut Errors) {
    for found in &body.raw_forms {
        errors.at(
            &found.tokens,
            format_args!("`{}` {}", found.written, found.form.mistake),
            format_args!("{}\nhelp: if it is right here, say why: `#[with_ctx(raw = \"why\")]`", found.form.instead),
        );
    }
}

/// The place to insert `ctx` at, or `None` if it is there already.
fn place_of_ctx(signature: &Signature, errors: &mut Errors) -> Result<Option<usize>, AlreadyTaken> {
    let place = usize::from(signature.receiver().is_some());
    let mut result = Ok(Some(place));
    for (index, input) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        match &*typed.pat {
            Pat::Ident(pat) if pat.ident == CTX => {
                result = result.and(Ok(None));
                if index != place {
                    errors.at(&pat.ident, "`ctx` is not the first parameter", "put it first, or directly after `self`");
                }
                shared_reference(&typed.ty, errors);
            }
            pat => {
                let mut inner = pat.clone();
                let mut bound = BoundToCtx(None);
                bound.visit_pat_mut(&mut inner);
                if let Some(name) = bound.0 {
                    errors.at(
                        name,
                        "this pattern binds `ctx`, the name of the inserted parameter",
                        "choose another name",
                    );
                    result = Err(AlreadyTaken);
                }
            }
        }
    }
    result
}

/// With a second `ctx` the compiler would only say that the name is bound twice.
struct AlreadyTaken;

fn shared_reference(ty: &Type, errors: &mut Errors) {
    match ty {
        Type::Group(group) => shared_reference(&group.elem, errors),
        Type::Paren(paren) => shared_reference(&paren.elem, errors),
        Type::Reference(reference) => {
            if let Some(mutable) = reference.mutability {
                errors.at(mutable, "a context is shared, not changed", "write `ctx: &crate::Ctx`");
            }
        }
        other => errors.at(other, "`ctx` is not a reference", "a context is only borrowed: write `ctx: &crate::Ctx`"),
    }
}

struct BoundToCtx(Option<syn::Ident>);

impl VisitMut for BoundToCtx {
    fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
        if pat.ident == CTX {
            self.0 = Some(pat.ident.clone());
        }
        syn::visit_mut::visit_pat_ident_mut(self, pat);
    }
}
