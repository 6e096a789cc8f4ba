//! Which names does the expansion add, so that they meet no name of the user's?

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Lifetime;

/// The name of the context, where the attribute gives no other.
pub(crate) const CTX: &str = "ctx";

/// The name as the body sees it: `ctx`, or the one that the attribute gives.
///
/// It stands where the attribute stands. A body that comes from another macro than the attribute does (`#[with_ctx] $item`)
/// has names of its own, so the name is one of those that the body uses.
pub(crate) fn context(given: Option<&Ident>, in_body: Option<Span>) -> Ident {
    let attribute = Span::call_site();
    let mut name = given.map_or_else(|| Ident::new(CTX, attribute), Ident::clone);
    name.set_span(in_body.map_or(attribute, |span| attribute.resolved_at(span)));
    name
}

/// The name of the turn in a function that owns it. The body cannot name it.
pub(crate) fn turn() -> Ident {
    Ident::new("turn", Span::mixed_site())
}

/// Names that do not occur in one signature.
pub(crate) struct FreshNames {
    taken: BTreeSet<String>,
}

impl FreshNames {
    /// Names that do not occur in `tokens`.
    pub(crate) fn beside(tokens: &impl ToTokens) -> Self {
        let mut taken = BTreeSet::new();
        collect(tokens.to_token_stream(), &mut taken);
        Self { taken }
    }

    /// A lifetime, reported at `place` where the user wrote none. Its name is what messages call it.
    pub(crate) fn lifetime(&mut self, place: Span) -> Lifetime {
        let name = self.fresh("argument");
        Lifetime::new(&format!("'{name}"), Span::call_site().located_at(place))
    }

    /// The lifetime of the context, where the result captures it.
    pub(crate) fn context_lifetime(&mut self, place: Span) -> Lifetime {
        let name = self.fresh("context");
        Lifetime::new(&format!("'{name}"), Span::call_site().located_at(place))
    }

    /// A type parameter for an `impl Trait` argument.
    pub(crate) fn type_parameter(&mut self, place: Span) -> Ident {
        Ident::new(&self.fresh("ImplArgument"), Span::call_site().located_at(place))
    }

    fn fresh(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        for number in 2.. {
            if self.taken.insert(name.clone()) {
                break;
            }
            name = format!("{base}{number}");
        }
        name
    }
}

fn collect(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                names.insert(ident.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
