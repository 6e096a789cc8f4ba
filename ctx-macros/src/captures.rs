//! What may a returned `impl Trait` borrow from? Not from `ctx`, which was not there before.
//!
//! In edition 2024 it captures every lifetime in scope. Three cases:
//!
//! 1. It mentions all lifetimes that it could borrow from. Then the rules before 2024, "what it mentions, and all type
//!    parameters", say the same without `ctx`. Rules follow the edition of the tokens and this crate is of edition 2021, so the
//!    first and last token of the type are marked as ours. That holds in methods too, whose `impl` block the attribute does not
//!    see: its type parameters are captured.
//! 2. It does not, and the function is a free one. Then `use<..>` names everything but the lifetime of `ctx`.
//! 3. It does not, and the function may be in an `impl` block. `use<..>` would have to name what the attribute does not see, so
//!    it stays as it is: in edition 2024 the result borrows from `ctx` too, until its bounds say what it borrows from (`+ '_`).
//!
//! Methods of traits and of their impls are none of these: there an `impl Trait` captures every lifetime in each edition, `ctx`'s
//! too, attribute or not.
//!
//! Rejected: `use<..>` everywhere (fails in a generic `impl`, in a trait before Rust 1.87, and beside `impl Trait` arguments);
//! a marker trait that mentions lifetimes (shows in the user's API, and an impl of a trait may not add bounds).

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote_spanned, FnArg, GenericParam, Lifetime, ParenthesizedGenericArguments, ReturnType, Signature, Type,
    TypeBareFn, TypeImplTrait, TypeParamBound,
};

use crate::argument_impls;
use crate::capture_rules::CaptureRules;
use crate::errors::Errors;
use crate::lifetime_slots::{declare, lifetimes_in, name_elided, parameters, receiver_is_borrowed};
use crate::names::FreshNames;

/// Keeps `ctx` out of what the result captures. `in_block`: the body shows that the function is in an `impl` or a `trait`.
pub(crate) fn keep_ctx_out(
    signature: &mut Signature,
    in_block: bool,
    rules: CaptureRules,
    names: &mut FreshNames,
    errors: &mut Errors,
) {
    let mut output = match &signature.output {
        ReturnType::Type(_, output) => output.clone(),
        ReturnType::Default => return,
    };
    if !returns_impl(signature) {
        return;
    }
    let sources = Sources::of(signature);
    let mut all_mention = true;
    each_returned_impl(&mut output, |ty, returned| all_mention &= sources.all_mentioned_in(ty, &returned));
    let may_be_in_block = in_block || mentions_self(signature) || signature.receiver().is_some();
    if all_mention {
        each_returned_impl(&mut output, |ty, returned| *ty = with_rules_of_this_crate(&returned));
    } else if !may_be_in_block && rules == CaptureRules::All && argument_impls::name_all(signature, names, errors) {
        let mut given: Vec<Lifetime> = Vec::new();
        parameters(signature).for_each(|ty| given.extend(name_elided(ty, names)));
        declare(signature, &given);
        each_returned_impl(&mut output, |ty, mut returned| {
            let place = returned.to_token_stream().into_iter().last().map_or_else(Span::call_site, |last| last.span());
            returned.bounds.push(use_all(signature, place));
            *ty = Type::ImplTrait(returned);
        });
    }
    if let ReturnType::Type(_, ty) = &mut signature.output {
        *ty = output;
    }
}

/// Whether a returned `impl Trait` is there that does not say itself what it captures.
pub(crate) fn returns_impl(signature: &Signature) -> bool {
    let mut found = false;
    if let ReturnType::Type(_, output) = &signature.output {
        each_returned_impl(&mut output.clone(), |_, _| found = true);
    }
    found
}

/// Whether the result is an `impl Trait` that certainly does not capture `ctx`: that of a free function.
pub(crate) fn is_kept_out(signature: &Signature, in_block: bool) -> bool {
    let is_impl = matches!(&signature.output, ReturnType::Type(_, output) if matches!(**output, Type::ImplTrait(_)));
    let is_free = !in_block && !mentions_self(signature) && signature.receiver().is_none();
    is_impl && is_free && signature.asyncness.is_none() && returns_impl(signature)
}

/// Lets the result capture `ctx`: by itself where the edition does that, else with a `use<..>` that has the lifetime of `ctx`, which
/// is given back.
pub(crate) fn let_ctx_in(
    signature: &mut Signature,
    in_block: bool,
    rules: CaptureRules,
    capture: &Ident,
    names: &mut FreshNames,
    errors: &mut Errors,
) -> Option<Lifetime> {
    if rules == CaptureRules::All || !returns_impl(signature) {
        return None;
    }
    if in_block || mentions_self(signature) || signature.receiver().is_some() {
        errors.at(
            capture,
            "before edition 2024, `capture` needs a function that is not in an `impl` or a `trait`",
            "write `ctx` and what the result captures: `ctx: &'c crate::Ctx` and `+ use<'c, ..>`",
        );
        return None;
    }
    if !argument_impls::name_all(signature, names, errors) {
        return None;
    }
    let context = names.context_lifetime(capture.span());
    let ReturnType::Type(_, mut output) = signature.output.clone() else { return None };
    each_returned_impl(&mut output, |ty, mut returned| {
        let mut captured = vec![context.clone()];
        for name in lifetimes_in(ty).into_iter().flatten().filter(|name| name.ident != "static") {
            if !captured.contains(&name) {
                captured.push(name);
            }
        }
        returned.bounds.push(use_these(&captured, signature, capture.span()));
        *ty = Type::ImplTrait(returned);
    });
    if let ReturnType::Type(_, ty) = &mut signature.output {
        *ty = output;
    }
    declare(signature, std::slice::from_ref(&context));
    Some(context)
}

/// What a result can borrow from.
struct Sources {
    /// By name: declared by the function, or seen in its parameters.
    named: BTreeSet<String>,
    /// Declared by the function.
    declared: BTreeSet<String>,
    /// A parameter has an elided lifetime that the result does not name.
    elided: bool,
    /// The receiver is behind a reference without a name: what `'_` in the result means.
    elided_self: bool,
    /// `self` or another `Self` is taken by value: lifetimes of the `impl` block, which nobody sees, may be in it.
    owned_self: bool,
}

impl Sources {
    fn of(signature: &mut Signature) -> Self {
        let declared: BTreeSet<String> = signature.generics.lifetimes().map(|own| own.lifetime.to_string()).collect();
        let borrowed = receiver_is_borrowed(signature);
        let mut of_receiver =
            signature.receiver().map_or_else(Vec::new, |own| lifetimes_in(&mut own.ty.as_ref().clone()));
        let elided_receiver = of_receiver.iter().any(Option::is_none);
        let of_parameters: Vec<Option<Lifetime>> = parameters(signature).flat_map(lifetimes_in).collect();
        let owned_self = signature.inputs.iter().any(|input| match input {
            FnArg::Receiver(_) => !borrowed,
            FnArg::Typed(typed) => mentions_self(&typed.ty),
        });
        let elided = of_parameters.iter().any(Option::is_none) || (elided_receiver && !borrowed);
        of_receiver.extend(of_parameters);
        let mut named = declared.clone();
        named.extend(of_receiver.into_iter().flatten().map(|name| name.to_string()).filter(|name| name != "'static"));
        Self { named, declared, elided, elided_self: elided_receiver && borrowed, owned_self }
    }

    fn all_mentioned_in(&self, ty: &mut Type, returned: &TypeImplTrait) -> bool {
        let mentioned = lifetimes_in(ty);
        let names: BTreeSet<String> = mentioned.iter().flatten().map(|name| name.to_string()).collect();
        let of_block =
            mentions_self(returned) || names.iter().any(|name| name != "'static" && !self.declared.contains(name));
        self.named.is_subset(&names)
            && !self.elided
            && (!self.elided_self || mentioned.iter().any(Option::is_none))
            && (!self.owned_self || of_block)
    }
}

/// Calls `visit` with each `impl Trait` that does not say itself what it captures, the inner ones first.
fn each_returned_impl(output: &mut Type, visit: impl FnMut(&mut Type, TypeImplTrait)) {
    Returned(visit).visit_type_mut(output);
}

struct Returned<F>(F);

impl<F: FnMut(&mut Type, TypeImplTrait)> VisitMut for Returned<F> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::ImplTrait(returned) = ty {
            if !returned.bounds.iter().any(|bound| matches!(bound, TypeParamBound::PreciseCapture(_))) {
                let returned = returned.clone();
                (self.0)(ty, returned);
            }
        }
    }

    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
}

fn with_rules_of_this_crate(returned: &TypeImplTrait) -> Type {
    let mut tokens: Vec<TokenTree> = returned.to_token_stream().into_iter().collect();
    let mark = |token: &mut TokenTree| token.set_span(token.span().resolved_at(Span::call_site()));
    // Both ends: the span of the type is joined from them.
    tokens.first_mut().map(mark);
    tokens.last_mut().map(mark);
    Type::Verbatim(tokens.into_iter().collect())
}

fn use_all(signature: &Signature, place: Span) -> TypeParamBound {
    let lifetimes: Vec<Lifetime> = signature.generics.lifetimes().map(|own| own.lifetime.clone()).collect();
    use_these(&lifetimes, signature, place)
}

/// These lifetimes, and all parameters of other kinds, which a `use<..>` may not leave out.
fn use_these(lifetimes: &[Lifetime], signature: &Signature, place: Span) -> TypeParamBound {
    let others = signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(own) => Some(&own.ident),
        GenericParam::Const(own) => Some(&own.ident),
    });
    let captured = lifetimes.iter().map(ToTokens::to_token_stream).chain(others.map(ToTokens::to_token_stream));
    parse_quote_spanned!(place=> use<#(#captured),*>)
}

fn mentions_self(tokens: &impl ToTokens) -> bool {
    fn in_stream(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => in_stream(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    in_stream(tokens.to_token_stream())
}
