//! How does `use<..>` name an `impl Trait` argument? As a type parameter, where nobody can tell the difference.
//!
//! A caller can tell where the function has type or const parameters: `f::<u8>(..)` counts them.

use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, GenericParam, ParenthesizedGenericArguments, Signature, Type, TypeBareFn, TypeImplTrait, TypeParam,
};

use crate::errors::Errors;
use crate::lifetime_slots::parameters;
use crate::names::FreshNames;

/// Turns each `impl Trait` argument into a type parameter. `false`, with an error, if a caller could tell.
pub(crate) fn name_all(signature: &mut Signature, names: &mut FreshNames, errors: &mut Errors) -> bool {
    let counted = signature.generics.params.iter().any(|own| !matches!(own, GenericParam::Lifetime(_)));
    let mut arguments = Arguments { names, errors, counted, given: Vec::new(), refused: false };
    parameters(signature).for_each(|ty| arguments.visit_type_mut(ty));
    let Arguments { given, refused, .. } = arguments;
    signature.generics.params.extend(given.into_iter().map(GenericParam::Type));
    !refused
}

struct Arguments<'a> {
    names: &'a mut FreshNames,
    errors: &'a mut Errors,
    counted: bool,
    given: Vec<TypeParam>,
    refused: bool,
}

impl Arguments<'_> {
    fn name(&mut self, argument: &TypeImplTrait) -> Option<Type> {
        if self.counted {
            self.refused = true;
            self.errors.at(
                argument,
                "the returned `impl Trait` would borrow from `ctx`, because this argument has no name to leave `ctx` out with",
                "give the argument a type parameter, or say in the returned type what it borrows from, as in `+ '_` or `+ 'a`",
            );
            return None;
        }
        let name = self.names.type_parameter(argument.impl_token.span);
        let bounds = &argument.bounds;
        self.given.push(parse_quote!(#name: #bounds));
        Some(parse_quote!(#name))
    }
}

impl VisitMut for Arguments<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::ImplTrait(argument) = ty {
            if let Some(named) = self.name(argument) {
                *ty = named;
            }
        }
    }

    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
}
