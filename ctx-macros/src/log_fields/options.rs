//! What is written in `#[log(..)]`, on a field and on the struct?

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{parse_quote, Attribute, LitStr, Meta, Path, Token};

use super::model::Shown;
use crate::errors::Errors;

const ON_FIELD: &str = "`debug`, `display`, `redact`, `rename = \"name\"` and `skip` are allowed on a field";
const ON_STRUCT: &str = "`crate = path` is allowed on the struct";

/// The options of a field.
#[derive(Default)]
pub(super) struct FieldOptions {
    pub(super) skip: bool,
    pub(super) shown: Option<Shown>,
    pub(super) rename: Option<LitStr>,
    /// The options as written, for what they say together.
    seen: Vec<Ident>,
}

impl FieldOptions {
    /// Reads the options of a field; a wrong one is reported and left out.
    pub(super) fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut options = Self::default();
        each_option(attributes, ON_FIELD, errors, |name, input, errors| options.read_one(name, input, errors));
        options.agree(errors);
        options
    }

    fn read_one(&mut self, name: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        if self.seen.contains(name) {
            errors.at(name, format_args!("a second `{name}`"), "write it once");
            return skip_to_comma(input);
        }
        match name.to_string().as_str() {
            "skip" => self.skip = true,
            "debug" => self.shown = self.shown.or(Some(Shown::Debug)),
            "display" => self.shown = self.shown.or(Some(Shown::Display)),
            "redact" => self.shown = Some(Shown::Redacted),
            "rename" => self.rename = read_name(name, input, errors)?,
            _ => return unknown(name, ON_FIELD, input, errors),
        }
        self.seen.push(name.clone());
        Ok(())
    }

    fn agree(&self, errors: &mut Errors) {
        let seen = |wanted: &str| self.seen.iter().any(|name| name == wanted);
        for name in &self.seen {
            if seen("skip") && name != "skip" {
                errors.at(name, format_args!("`{name}` on a field that is not shown"), "remove it, or remove `skip`");
            } else if seen("redact") && (name == "debug" || name == "display") {
                errors.at(
                    name,
                    format_args!("`{name}` on a field whose value is not shown"),
                    "remove it, or remove `redact`",
                );
            } else if seen("debug") && name == "display" {
                errors.at(name, "`display` beside `debug`", "a value is shown in one way: remove one of them");
            }
        }
    }
}

/// `crate = path` of the struct, else `::ctx`.
pub(super) fn runtime(attributes: &[Attribute], errors: &mut Errors) -> Path {
    let mut runtime = None;
    each_option(attributes, ON_STRUCT, errors, |name, input, errors| {
        if name != "crate" {
            return unknown(name, ON_STRUCT, input, errors);
        }
        if runtime.is_some() {
            errors.at(name, "a second `crate`", "write it once");
            return skip_to_comma(input);
        }
        if input.parse::<Option<Token![=]>>()?.is_none() || input.is_empty() {
            errors.at(name, "`crate` needs a path", "write `crate = path::to::ctx`");
            return skip_to_comma(input);
        }
        runtime = Some(input.call(Path::parse_mod_style)?);
        Ok(())
    });
    runtime.unwrap_or_else(|| parse_quote!(::ctx))
}

fn each_option(
    attributes: &[Attribute],
    allowed: &str,
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("log")) {
        let Meta::List(list) = &attribute.meta else {
            errors.at(attribute, "`#[log]` says nothing", allowed);
            continue;
        };
        let read_all = |input: ParseStream<'_>| -> syn::Result<()> {
            while !input.is_empty() {
                if !input.peek(Ident::peek_any) {
                    errors.at(next_token(input)?, "this is no option of `#[log(..)]`", allowed);
                    skip_to_comma(input)?;
                } else {
                    let name = input.call(Ident::parse_any)?;
                    if let Err(error) = read(&name, input, errors) {
                        errors.parser_found(error);
                        skip_to_comma(input)?;
                    }
                }
                if input.parse::<Option<Token![,]>>()?.is_none() && !input.is_empty() {
                    errors.at(next_token(input)?, "a comma is missing before this", allowed);
                    skip_to_comma(input)?;
                    input.parse::<Option<Token![,]>>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = list.parse_args_with(read_all) {
            errors.parser_found(error);
        }
    }
}

fn read_name(option: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<LitStr>> {
    const FORM: &str = "write `rename = \"name\"`, with a-z, 0-9, `_` and `.`, and a letter or `_` first";
    if input.parse::<Option<Token![=]>>()?.is_none() || !input.peek(LitStr) {
        errors.at(option, "`rename` needs a name", FORM);
        return skip_to_comma(input).map(|()| None);
    }
    let name: LitStr = input.parse()?;
    if is_field_name(&name.value()) {
        return Ok(Some(name));
    }
    errors.at(&name, format_args!("`{}` is no name for a log field", name.value()), FORM);
    Ok(None)
}

fn is_field_name(name: &str) -> bool {
    let first = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    first && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.'))
}

fn unknown(name: &Ident, allowed: &str, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    errors.at(name, format_args!("unknown option `{name}`"), allowed);
    skip_to_comma(input)
}

fn next_token(input: ParseStream<'_>) -> syn::Result<TokenTree> {
    input.fork().parse()
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
