//! Has another macro boxed the future of the function already, and said how long it lives?
//!
//! Below `#[async_trait]` or `#[async_recursion]` an `async fn` arrives as a function that returns
//! `Pin<Box<dyn Future + 'async_trait>>`, with `'life0: 'async_trait` for each reference. The context is one reference more.

use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, FnArg, GenericParam, Lifetime, LifetimeParam, ReturnType, Signature, Type, TypeTraitObject};

use crate::lifetime_slots::{declare, lifetimes_in};
use crate::names::FreshNames;

/// What the macros call the lifetime of the future.
const OF_THE_FUTURE: &[&str] = &["async_trait", "async_recursion"];

/// Declares the lifetime of the context, which outlives the future, where there is such a future. It stands where the other macro
/// would have put it, so that a trait and its impls agree whichever of the two attributes is above.
pub(crate) fn outlived(signature: &mut Signature, names: &mut FreshNames) -> Option<Lifetime> {
    let future =
        signature.generics.lifetimes().find(|own| OF_THE_FUTURE.iter().any(|name| own.lifetime.ident == name))?;
    let future = future.lifetime.clone();
    let context = names.context_lifetime(future.span());
    let of_receiver: Vec<Lifetime> = match signature.inputs.first() {
        Some(FnArg::Receiver(own)) => lifetimes_in(&mut own.ty.as_ref().clone()).into_iter().flatten().collect(),
        _ => Vec::new(),
    };
    let is_later = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => {
            *lifetime == future || (lifetime.ident.to_string().starts_with("life") && !of_receiver.contains(lifetime))
        }
        GenericParam::Type(_) | GenericParam::Const(_) => true,
    };
    let place = signature.generics.params.iter().position(is_later)?;
    signature.generics.params.insert(place, GenericParam::Lifetime(LifetimeParam::new(context.clone())));
    signature.generics.make_where_clause().predicates.push(parse_quote!(#context: #future));
    Some(context)
}

/// Lets a `Pin<Box<dyn Future>>` borrow from the context. `None`: the result is something else.
pub(crate) fn borrow_from_context(signature: &mut Signature, names: &mut FreshNames) -> Option<Lifetime> {
    let ReturnType::Type(_, output) = &mut signature.output else { return None };
    match &**output {
        Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Pin") => {}
        _ => return None,
    }
    let context = names.context_lifetime(signature.ident.span());
    AllObjects(&context).visit_type_mut(output);
    declare(signature, std::slice::from_ref(&context));
    Some(context)
}

struct AllObjects<'a>(&'a Lifetime);

impl VisitMut for AllObjects<'_> {
    fn visit_type_trait_object_mut(&mut self, object: &mut TypeTraitObject) {
        let context = self.0;
        object.bounds.push(parse_quote!(#context));
        visit_mut::visit_type_trait_object_mut(self, object);
    }
}
