//! What did the result borrow from, before there was a `ctx` beside it?
//!
//! `fn pick(s: &str) -> &str` says it by elision, which a second reference makes ambiguous. So the one lifetime that elision
//! chose is named, in the parameter and in the result. The rules are rustc's: a receiver behind a reference is what elided
//! lifetimes of the result mean, and `ctx` changes nothing; any other receiver does not count; else exactly one lifetime in
//! exactly one parameter does.
//!
//! A lifetime that nobody wrote (`fn parse(i: Span) -> Span`, with `Span<'a>`) cannot be seen. In a parameter it is found if
//! only one type can have it. In the result it stays: rustc then asks for it, and `Span<'_>` is enough.

use syn::{Lifetime, ReturnType, Signature, Type};

use crate::hidden_lifetimes;
use crate::lifetime_slots::{self, declare, lifetimes_in, name_elided, parameters, receiver_is_borrowed};
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
