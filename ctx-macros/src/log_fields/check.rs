//! From a struct as written to log fields. Everything that can be wrong is found here, all of it at once.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Fields, Generics, Item, ItemStruct};

use super::field_type;
use super::model::{Field, Model, Shown};
use super::options::{self, FieldOptions};
use crate::errors::Errors;

/// Names that a record has from elsewhere, and what has them.
const RESERVED: &[(&str, &str)] = &[
    ("tenant", "the tenant of the context"),
    ("pin", "the pin of the context"),
    ("kind", "the kind of the turn"),
    ("message", "the text of the event"),
];

/// The fields that are right. `None`: there is nothing to implement the trait for.
pub(crate) fn fields(item: TokenStream, errors: &mut Errors) -> Option<Model> {
    const HELP: &str = "log fields are a struct with named fields, or a unit struct for none";
    let item = match syn::parse2(item) {
        Ok(Item::Struct(item)) => item,
        Ok(Item::Enum(other)) => return refuse(other.enum_token, "`LogFields` for an enum", HELP, errors),
        Ok(Item::Union(other)) => return refuse(other.union_token, "`LogFields` for a union", HELP, errors),
        Ok(other) => return refuse(other, "`LogFields` for this item", HELP, errors),
        Err(error) => {
            errors.parser_found(error);
            return None;
        }
    };
    if let Fields::Unnamed(unnamed) = &item.fields {
        return refuse(unnamed, "`LogFields` for fields without names", HELP, errors);
    }
    without_lifetimes(&item.generics, errors)?;
    let runtime = options::runtime(&item.attrs, errors);
    let fields = checked(&item, errors);
    Some(Model { name: item.ident, generics: item.generics, runtime, fields })
}

fn refuse(place: impl ToTokens, mistake: &str, help: &str, errors: &mut Errors) -> Option<Model> {
    errors.at(place, mistake, help);
    None
}

fn without_lifetimes(generics: &Generics, errors: &mut Errors) -> Option<()> {
    let mut result = Some(());
    for own in generics.lifetimes() {
        errors.at(
            own,
            "log fields that borrow",
            "a context travels to other threads, so its fields are owned, or `&'static`",
        );
        result = None;
    }
    result
}

fn checked(item: &ItemStruct, errors: &mut Errors) -> Vec<Field> {
    let mut names = BTreeSet::new();
    let mut fields = Vec::new();
    for field in &item.fields {
        let options = FieldOptions::read(&field.attrs, errors);
        let Some(member) = field.ident.clone().filter(|_| !options.skip) else { continue };
        let name = options.rename.as_ref().map_or_else(|| member.unraw().to_string(), syn::LitStr::value);
        let place = options.rename.as_ref().map_or_else(|| member.to_token_stream(), ToTokens::to_token_stream);
        if let Some((_, owner)) = RESERVED.iter().find(|(reserved, _)| name == *reserved) {
            errors.at(
                place,
                format_args!("`{name}` is {owner}"),
                "choose another name, as with `#[log(rename = \"name\")]`",
            );
        } else if !names.insert(name.clone()) {
            errors.at(
                place,
                format_args!("a second log field `{name}`"),
                "choose another name, as with `#[log(rename = \"name\")]`",
            );
        } else {
            let ty = field_type::read(&field.ty);
            let by_type = if ty.primitive { Shown::Primitive } else { Shown::Display };
            let shown = options.shown.unwrap_or(by_type);
            fields.push(Field { member, name, optional: ty.optional, shown, place: field.ty.span() });
        }
    }
    fields
}
