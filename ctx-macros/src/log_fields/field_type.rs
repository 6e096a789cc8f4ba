//! What does the written type of a field say: may the value be missing, and does a span take it as it is?

use syn::{GenericArgument, PathArguments, PathSegment, Type};

const PRIMITIVES: &[&str] =
    &["bool", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "u128", "u16", "u32", "u64", "u8", "usize"];

/// The answer.
pub(super) struct FieldType {
    pub(super) optional: bool,
    pub(super) primitive: bool,
}

/// Reads a type. Only its name is known: an alias of `Option` is no `Option`.
pub(super) fn read(ty: &Type) -> FieldType {
    let ty = without_group(ty);
    let inner = inside_option(ty);
    let value = last_segment(inner.unwrap_or(ty));
    let primitive = value.is_some_and(|segment| PRIMITIVES.iter().any(|name| segment.ident == name));
    FieldType { optional: inner.is_some(), primitive }
}

fn inside_option(ty: &Type) -> Option<&Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(without_group(inner)),
        _ => None,
    })
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// A `$ty` of `macro_rules!` comes in an invisible group.
fn without_group(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => without_group(&group.elem),
        Type::Paren(paren) => without_group(&paren.elem),
        other => other,
    }
}
