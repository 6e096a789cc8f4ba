//! Where in a signature can a lifetime of the function stand?
//!
//! `Fn(&str) -> &str` and `fn(&str) -> &str` are not entered: elision inside them is their own. Neither are the lifetimes of
//! `for<'x>`, array lengths and macros.

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{
    BoundLifetimes, Expr, FnArg, GenericParam, Lifetime, LifetimeParam, Macro, ParenthesizedGenericArguments,
    Signature, TraitBound, Type, TypeBareFn, TypeReference,
};

use crate::names::FreshNames;

/// One place.
pub(crate) enum Slot<'a> {
    /// Behind the `&` of a reference.
    Reference { and: Span, lifetime: &'a mut Option<Lifetime> },
    /// Written, maybe as `'_`.
    Written(&'a mut Lifetime),
}

impl Slot<'_> {
    /// The name, if it is not elided.
    pub(crate) fn name(&self) -> Option<&Lifetime> {
        let lifetime = match self {
            Self::Reference { lifetime, .. } => lifetime.as_ref()?,
            Self::Written(lifetime) => lifetime,
        };
        (lifetime.ident != "_").then_some(lifetime)
    }

    /// Where a message about it belongs.
    pub(crate) fn place(&self) -> Span {
        match self {
            Self::Reference { and, .. } => *and,
            Self::Written(lifetime) => lifetime.span(),
        }
    }

    /// Writes `name` into it.
    pub(crate) fn set(self, name: Lifetime) {
        match self {
            Self::Reference { lifetime, .. } => *lifetime = Some(name),
            Self::Written(lifetime) => *lifetime = name,
        }
    }
}

/// Calls `visit` with each slot of `ty`, in the order in which they are written.
pub(crate) fn each(ty: &mut Type, visit: impl FnMut(Slot<'_>)) {
    Slots { visit, bound: Vec::new() }.visit_type_mut(ty);
}

/// The lifetimes of a type: `None` for an elided one.
pub(crate) fn lifetimes_in(ty: &mut Type) -> Vec<Option<Lifetime>> {
    let mut found = Vec::new();
    each(ty, |slot| found.push(slot.name().cloned()));
    found
}

/// Names all elided lifetimes of a parameter. They are not declared yet.
pub(crate) fn name_elided(ty: &mut Type, names: &mut FreshNames) -> Vec<Lifetime> {
    let mut given = Vec::new();
    each(ty, |slot| {
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
    each(&mut receiver.ty.as_ref().clone(), |slot| found |= matches!(slot, Slot::Reference { .. }));
    found
}

struct Slots<F> {
    visit: F,
    /// The names of the `for<'x>` around the place.
    bound: Vec<Ident>,
}

impl<F: FnMut(Slot<'_>)> VisitMut for Slots<F> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        let inner_name = reference.lifetime.as_ref().is_some_and(|lifetime| self.bound.contains(&lifetime.ident));
        if !inner_name {
            (self.visit)(Slot::Reference { and: reference.and_token.span, lifetime: &mut reference.lifetime });
        }
        self.visit_type_mut(&mut reference.elem);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if !self.bound.contains(&lifetime.ident) {
            (self.visit)(Slot::Written(lifetime));
        }
    }

    fn visit_trait_bound_mut(&mut self, bound: &mut TraitBound) {
        let outer = self.bound.len();
        self.bound.extend(bound.lifetimes.iter().flat_map(binder_names));
        visit_mut::visit_path_mut(self, &mut bound.path);
        self.bound.truncate(outer);
    }

    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}

    fn visit_expr_mut(&mut self, _: &mut Expr) {}

    fn visit_macro_mut(&mut self, _: &mut Macro) {}
}

fn binder_names(binder: &BoundLifetimes) -> impl Iterator<Item = Ident> + '_ {
    binder.lifetimes.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(lifetime) => Some(lifetime.lifetime.ident.clone()),
        _ => None,
    })
}
