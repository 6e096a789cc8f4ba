//! From log fields to an implementation. Cannot fail.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::model::{Field, Model, Shown};

/// `impl LogFields for S`.
pub(crate) fn implementation(model: &Model) -> TokenStream {
    let Model { name, generics, runtime, fields } = model;
    let (parameters, arguments, where_clause) = generics.split_for_impl();
    let names: Vec<&String> = fields.iter().map(|field| &field.name).collect();
    let visits = fields.iter().map(|field| visit(field, runtime));
    let values = fields.iter().map(|field| value(field, runtime));
    quote! {
        impl #parameters #runtime::LogFields for #name #arguments #where_clause {
            const NAMES: &'static [&'static str] = &[#(#names),*];

            fn visit(&self, visit: &mut dyn ::core::ops::FnMut(&'static str, &dyn ::core::fmt::Display)) {
                #(#visits)*
            }

            fn span(&self, turn: &#runtime::for_macros::TurnSpan<'_>) -> #runtime::for_macros::Span {
                #runtime::for_macros::turn_span!(turn #(, #names = #values)*)
            }
        }
    }
}

/// The call of `visit` for one field, if it has a value.
fn visit(field: &Field, runtime: &Path) -> TokenStream {
    let Field { member, name, optional, shown, .. } = field;
    let place = at(field);
    let value = if *optional { quote_spanned!(place=> value) } else { quote_spanned!(place=> &self.#member) };
    let shown = match shown {
        Shown::Primitive | Shown::Display => value,
        Shown::Debug => quote_spanned!(place=> &::core::format_args!("{:?}", #value)),
        Shown::Redacted => quote_spanned!(place=> &#runtime::for_macros::REDACTED),
    };
    let call = quote_spanned!(place=> visit(#name, #shown););
    match (optional, field.shown) {
        // Read, so that it is no dead code because of being redacted.
        (false, Shown::Redacted) => quote_spanned!(place=> let _ = &self.#member; #call),
        (false, _) => call,
        (true, Shown::Redacted) => quote_spanned!(place=> if self.#member.is_some() { #call }),
        (true, _) => quote_spanned!(place=> if let ::core::option::Option::Some(value) = &self.#member { #call }),
    }
}

/// The value of one field, as a span takes it.
fn value(field: &Field, runtime: &Path) -> TokenStream {
    let Field { member, optional, shown, .. } = field;
    let place = at(field);
    let function = match shown {
        Shown::Primitive => return quote_spanned!(place=> self.#member),
        Shown::Display => quote_spanned!(place=> #runtime::for_macros::display),
        Shown::Debug => quote_spanned!(place=> #runtime::for_macros::debug),
        Shown::Redacted if *optional => quote_spanned!(place=> |_| #runtime::for_macros::REDACTED),
        Shown::Redacted => return quote_spanned!(place=> #runtime::for_macros::REDACTED),
    };
    if *optional {
        quote_spanned!(place=> self.#member.as_ref().map(#function))
    } else {
        quote_spanned!(place=> #function(&self.#member))
    }
}

/// The place of the field's type, where the compiler reports what the type lacks.
fn at(field: &Field) -> Span {
    Span::call_site().located_at(field.place)
}
