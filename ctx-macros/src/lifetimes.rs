//! What did the result borrow from, before there was a `ctx` beside it?
//!
//! `fn pick(s: &str) -> &str` says it by elision, which a second reference makes ambiguous. So the one lifetime that elision
//! chose is named, in the parameter and in the result. The rules are rustc's: a receiver behind a reference is what elided
//! lifetimes of the result mean, and `ctx` changes nothing; any other receiver does not count; else exactly one lifetime in
//! exactly one parameter does.
//!
//! A lifetime that nobody wrote (`fn parse(i: Span) -> Span`, with `Span<'a>`) cannot be seen. In a parameter it is found if
//! only one type can have it. In the result it stays: rustc then asks for it, and `Span<'_>` is enough.

use syn::{FnArg, GenericParam, Lifetime, LifetimeParam, ReturnType, Signature, Type};

use crate::hidden_lifetimes;
use crate::lifetime_slots::{self, Slot};
use crate::names::FreshNames;

/// Names what the result borrows from, if it would be ambiguous beside `ctx`.
pub(crate) fn name_the_source(signature: &mut Signature, names: &mut FreshNames) {
    let ReturnType::Type(_, output) = &mut signature.output else { return };
    if lifetimes_in(output).iter().all(Option::is_some) || receiver_is_borrowed(signature) {
        return;
    }
    let mut sources: Vec<(Vec<Option<Lifetime>>, &mut Type)> =
        parameters(signature).map(|ty| (lifetimes_in(ty), ty)).filter(|(found, _)| !found.is_empty()).collect();
    let source = match sources.as_mut_slice() {
        [] => hidden_lifetimes::name_the_only_one(signature, names),
        [(found, ty)] => match found.as_slice() {
            [None] => {
                let name = name_elided(ty, names);
                declare(signature, &name);
                name.into_iter().next()
            }
            [Some(first), rest @ ..] if rest.iter().all(|other| other.as_ref() == Some(first)) => Some(first.clone()),
            _ => None,
        },
        // Ambiguous before, too.
        _ => None,
    };
    if let (Some(source), ReturnType::Type(_, output)) = (source, &mut signature.output) {
        lifetime_slots::each(output, |slot| {
            if slot.name().is_none() {
                slot.set(source.clone());
            }
        });
    }
}

/// The lifetimes of a type: `None` for an elided one.
pub(crate) fn lifetimes_in(ty: &mut Type) -> Vec<Option<Lifetime>> {
    let mut found = Vec::new();
    lifetime_slots::each(ty, |slot| found.push(slot.name().cloned()));
    found
}

/// Names all elided lifetimes of a parameter. They are not declared yet.
pub(crate) fn name_elided(ty: &mut Type, names: &mut FreshNames) -> Vec<Lifetime> {
    let mut given = Vec::new();
    lifetime_slots::each(ty, |slot: Slot<'_>| {
        if slot.name().is_none() {
            let name = names.lifetime(slot.place());
            given.push(name.clone());
            slot.set(name);
        }
    });
    given
}

/// Adds lifetime parameters to the function.
pub(crate) fn declare(signature: &mut Signature, names: &[Lifetime]) {
    for name in names.iter().rev() {
        signature.generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(name.clone())));
    }
}

/// The types of the parameters without the receiver.
pub(crate) fn parameters(signature: &mut Signature) -> impl Iterator<Item = &mut Type> {
    signature.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Receiver(_) => None,
        FnArg::Typed(typed) => Some(&mut *typed.ty),
    })
}

/// `&self`, `self: Pin<&mut Self>`, `self: &Rc<Self>`; but not `self: Guard<'_>`.
pub(crate) fn receiver_is_borrowed(signature: &Signature) -> bool {
    let Some(receiver) = signature.receiver() else { return false };
    let mut found = false;
    lifetime_slots::each(&mut receiver.ty.as_ref().clone(), |slot| found |= matches!(slot, Slot::Reference { .. }));
    found
}
