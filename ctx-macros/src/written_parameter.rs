//! Is the name of the context among the parameters already?

use syn::visit_mut::VisitMut;
use syn::{FnArg, Ident, Pat, PatIdent, Signature, Type};

use crate::errors::Errors;

/// Where the parameter goes: directly after the receiver, else first.
pub(crate) fn place(signature: &Signature) -> usize {
    usize::from(signature.receiver().is_some())
}

/// With a second `ctx` the compiler would only say that the name is bound twice.
pub(crate) struct AlreadyTaken;

/// Whether the context `name` is a parameter already. Then it is checked.
pub(crate) fn is_there(signature: &Signature, name: &str, errors: &mut Errors) -> Result<bool, AlreadyTaken> {
    let place = place(signature);
    let mut result = Ok(false);
    for (index, input) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        match &*typed.pat {
            Pat::Ident(pat) if pat.ident == name => {
                result = result.and(Ok(true));
                if index != place {
                    errors.at(
                        &pat.ident,
                        format_args!("`{name}` is not the first parameter"),
                        "put it first, or directly after `self`",
                    );
                }
                shared_reference(&typed.ty, name, errors);
            }
            pat => {
                if let Some(bound) = bound_to(name, pat) {
                    errors.at(
                        bound,
                        format_args!("this pattern binds `{name}`, the name of the inserted parameter"),
                        "choose another name",
                    );
                    result = Err(AlreadyTaken);
                }
            }
        }
    }
    result
}

/// Checks that no parameter has the name that is bound in the body.
pub(crate) fn is_free(signature: &Signature, name: &str, errors: &mut Errors) -> Result<(), AlreadyTaken> {
    let mut result = Ok(());
    for input in &signature.inputs {
        let FnArg::Typed(typed) = input else { continue };
        if let Some(bound) = bound_to(name, &typed.pat) {
            errors.at(
                bound,
                format_args!("`{name}` is a parameter already, and here the attribute binds it in the body"),
                "remove the parameter, or choose another name",
            );
            result = Err(AlreadyTaken);
        }
    }
    result
}

fn shared_reference(ty: &Type, name: &str, errors: &mut Errors) {
    match ty {
        Type::Group(group) => shared_reference(&group.elem, name, errors),
        Type::Paren(paren) => shared_reference(&paren.elem, name, errors),
        Type::Reference(reference) => {
            if let Some(mutable) = reference.mutability {
                let help = format_args!("write `{name}: &crate::Ctx`");
                errors.at(mutable, "a context is shared, not changed", help);
            }
        }
        other => errors.at(
            other,
            format_args!("`{name}` is not a reference"),
            format_args!("a context is only borrowed: write `{name}: &crate::Ctx`"),
        ),
    }
}

fn bound_to(name: &str, pat: &Pat) -> Option<Ident> {
    let mut bound = Bound { name, found: None };
    bound.visit_pat_mut(&mut pat.clone());
    bound.found
}

struct Bound<'a> {
    name: &'a str,
    found: Option<Ident>,
}

impl VisitMut for Bound<'_> {
    fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
        if pat.ident == self.name {
            self.found = Some(pat.ident.clone());
        }
        syn::visit_mut::visit_pat_ident_mut(self, pat);
    }
}
