//! Which type of the parameters has a lifetime that nobody wrote?
//!
//! `fn name(row: Row) -> &str`, with `Row<'a>`, borrows from `row`. If only one type can be meant, it is that one.

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, Expr, GenericArgument, Lifetime, ParenthesizedGenericArguments, PathArguments, PathSegment, Signature,
    TypeBareFn, TypePath,
};

use crate::lifetime_slots::{declare, parameters};
use crate::names::FreshNames;

/// Types that have none, so that `Vec<Row>` is one candidate and not two.
const WITHOUT_LIFETIME: &[&str] = &[
    "Arc", "BTreeMap", "BTreeSet", "Box", "Duration", "HashMap", "HashSet", "Instant", "Mutex", "Option", "PathBuf",
    "Pin", "Rc", "Result", "RwLock", "Self", "String", "Vec", "VecDeque", "bool", "char", "f32", "f64", "i128", "i16",
    "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Names it in the parameter and returns the name. There must be no other lifetime in the parameters.
pub(crate) fn name_the_only_one(signature: &mut Signature, names: &mut FreshNames) -> Option<Lifetime> {
    let mut paths = Paths {
        own: signature.generics.type_params().map(|own| own.ident.to_string()).collect(),
        found: Vec::new(),
        give: None,
    };
    parameters(signature).for_each(|ty| paths.visit_type_mut(ty));
    let &[place] = paths.found.as_slice() else { return None };
    let name = names.lifetime(place);
    paths.give = Some(name.clone());
    parameters(signature).for_each(|ty| paths.visit_type_mut(ty));
    declare(signature, std::slice::from_ref(&name));
    Some(name)
}

/// The paths that can have one.
struct Paths {
    /// The type parameters of the function.
    own: Vec<String>,
    found: Vec<Span>,
    /// Written into each path that is found.
    give: Option<Lifetime>,
}

impl VisitMut for Paths {
    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        if let Some(segment) = ty.path.segments.last_mut() {
            let name = segment.ident.to_string();
            if !WITHOUT_LIFETIME.contains(&name.as_str()) && !self.own.contains(&name) {
                self.found.push(segment.ident.span());
                if let Some(lifetime) = &self.give {
                    give(segment, lifetime);
                }
            }
        }
        visit_mut::visit_type_path_mut(self, ty);
    }

    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

fn give(segment: &mut PathSegment, lifetime: &Lifetime) {
    if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
        arguments.args.insert(0, GenericArgument::Lifetime(lifetime.clone()));
    } else {
        segment.arguments = PathArguments::AngleBracketed(parse_quote!(<#lifetime>));
    }
}
