//! What is written in the parentheses of `#[with_ctx(..)]`?

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{token, LitStr, Path, Token};

use crate::errors::Errors;

const ALLOWED: &str =
    "it takes a context type, as in `#[with_ctx(crate::PlatformCtx)]`, and `raw = \"why raw forms are right here\"`";

/// The arguments, as far as they are right.
#[derive(Default)]
pub(crate) struct Arguments {
    /// The type behind the `&`, where it is not `crate::Ctx`.
    pub(crate) context: Option<Path>,
    /// Why raw forms are allowed in the body.
    pub(crate) raw: Option<LitStr>,
}

impl Arguments {
    /// Reads all arguments; a wrong one is reported and left out.
    pub(crate) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Self::default();
        let read_all = |input: ParseStream<'_>| -> syn::Result<()> {
            while !input.is_empty() {
                if let Err(error) = arguments.read_one(input, errors) {
                    errors.parser_found(error);
                    skip_to_comma(input)?;
                }
                if input.parse::<Option<Token![,]>>()?.is_none() && !input.is_empty() {
                    errors.at(next_token(input)?, "a comma is missing before this", ALLOWED);
                    if !input.peek(Ident::peek_any) {
                        skip_to_comma(input)?;
                        input.parse::<Option<Token![,]>>()?;
                    }
                }
            }
            Ok(())
        };
        if let Err(error) = read_all.parse2(tokens) {
            errors.parser_found(error);
        }
        arguments
    }

    fn read_one(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        if let Some(name) = option_name(input) {
            return self.read_option(&name, input, errors);
        }
        if input.peek(Token![&]) {
            let and: Token![&] = input.parse()?;
            input.parse::<Option<syn::Lifetime>>()?;
            input.parse::<Option<Token![mut]>>()?;
            errors.at(
                and,
                "`#[with_ctx]` adds the `&` itself",
                "name the type alone, as in `#[with_ctx(crate::PlatformCtx)]`",
            );
        }
        if !(input.peek(Ident::peek_any) || input.peek(Token![::])) {
            errors.at(next_token(input)?, "this is no argument of `#[with_ctx]`", ALLOWED);
            return skip_to_comma(input);
        }
        let path: Path = input.parse()?;
        if input.peek(token::Paren) {
            errors.at(&path, format_args!("unknown argument `{}`", path.to_token_stream()), ALLOWED);
            return skip_to_comma(input);
        }
        if self.context.is_some() {
            errors.at(path, "a second context type", "a function has one context");
        } else {
            self.context = Some(path);
        }
        Ok(())
    }

    fn read_option(&mut self, name: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        if name != "raw" {
            errors.at(name, format_args!("unknown argument `{name}`"), ALLOWED);
            return skip_to_comma(input);
        }
        const FORM: &str = "write `raw = \"why raw forms are right here\"`";
        input.call(Ident::parse_any)?;
        if !input.peek(Token![=]) {
            errors.at(name, "`raw` needs a reason", FORM);
            return skip_to_comma(input);
        }
        input.parse::<Token![=]>()?;
        if !input.peek(LitStr) {
            errors.at(name, "the reason of `raw` is a string", FORM);
            return skip_to_comma(input);
        }
        let reason: LitStr = input.parse()?;
        if reason.value().trim().is_empty() {
            errors.at(&reason, "`raw` needs a reason", FORM);
        } else if self.raw.is_some() {
            errors.at(name, "a second `raw`", "give one reason for all raw forms of the function");
        }
        // Also where the reason is empty: the raw forms would only repeat that it is missing.
        self.raw = Some(reason);
        Ok(())
    }
}

/// A type starts with a capital or has a path, so one lower-case word is an option, right or wrong.
fn option_name(input: ParseStream<'_>) -> Option<Ident> {
    let name = input.fork().call(Ident::parse_any).ok()?;
    let is_path = input.peek2(Token![::]) || input.peek2(Token![<]);
    (!is_path && name.unraw().to_string().starts_with(char::is_lowercase)).then_some(name)
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
