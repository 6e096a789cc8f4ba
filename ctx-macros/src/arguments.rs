//! What is written in the parentheses of `#[with_ctx(..)]`?

use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{token, Path, Token};

use crate::errors::Errors;
use crate::options::{self, skip_to_comma, Options};

/// The arguments, as far as they are right.
#[derive(Clone, Default)]
pub(crate) struct Arguments {
    /// The type behind the `&`, where it is not `Ctx` of the crate.
    context: Option<Path>,
    options: Options,
}

/// Where a function has its context from, if not from its caller.
pub(crate) enum Owner {
    /// A parameter of this type.
    Parameter(TokenStream),
    /// A call of this function.
    Call(TokenStream),
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
                    errors.at(next_token(input)?, "a comma is missing before this", options::ALLOWED);
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
        arguments.options.agree(arguments.context.is_some(), errors);
        arguments
    }

    /// The arguments of an item in a block: its own, and from the block where the crate is and what the parameter is called.
    pub(crate) fn in_block(mut self, block: &Self) -> Self {
        self.options.take_from_block(&block.options);
        self
    }

    /// The type behind the `&`.
    pub(crate) fn context(&self) -> TokenStream {
        self.context.as_ref().map_or_else(|| self.of_crate("Ctx"), ToTokens::to_token_stream)
    }

    /// What the function gets instead of a reference.
    pub(crate) fn owner(&self) -> Option<Owner> {
        if let Some(entry) = &self.options.entry {
            let ty = entry.value.as_ref().map_or_else(|| self.of_crate("Turn"), ToTokens::to_token_stream);
            return Some(Owner::Parameter(ty));
        }
        let test = self.options.test.as_ref()?;
        let function = test.value.as_ref().map_or_else(|| self.of_crate("test_turn"), ToTokens::to_token_stream);
        Some(Owner::Call(function))
    }

    /// What the parameter is called, if it is not `ctx`.
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.options.name.as_ref()?.value.as_ref()
    }

    /// Whether a reason allows raw forms in the body.
    pub(crate) fn allows_raw_forms(&self) -> bool {
        self.options.raw.is_some()
    }

    /// Whether they ask for no more than a parameter.
    pub(crate) fn may_be_plain(&self) -> bool {
        let Options { entry, test, capture, .. } = &self.options;
        entry.is_none() && test.is_none() && capture.is_none()
    }

    /// The word `capture`, if it is there.
    pub(crate) fn capture(&self) -> Option<&Ident> {
        self.options.capture.as_ref().map(|option| &option.word)
    }

    /// The word `skip`, if it is there.
    pub(crate) fn skip(&self) -> Option<&Ident> {
        self.options.skip.as_ref().map(|option| &option.word)
    }

    fn of_crate(&self, name: &str) -> TokenStream {
        let given = self.options.root.as_ref().and_then(|option| option.value.as_ref());
        let word = |word| TokenTree::from(Ident::new(word, Span::call_site()));
        let mut path = given.map_or_else(|| word("crate").into(), ToTokens::to_token_stream);
        let colon = |spacing| TokenTree::from(Punct::new(':', spacing));
        path.extend([colon(Spacing::Joint), colon(Spacing::Alone), word(name)]);
        path
    }

    fn read_one(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        if let Some(word) = option_name(input) {
            return self.options.read_one(word, input, errors);
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
            errors.at(next_token(input)?, "this is no argument of `#[with_ctx]`", options::ALLOWED);
            return skip_to_comma(input);
        }
        let path: Path = input.parse()?;
        if input.peek(token::Paren) {
            errors.at(&path, format_args!("unknown argument `{}`", path.to_token_stream()), options::ALLOWED);
            return skip_to_comma(input);
        }
        if self.context.is_some() {
            errors.at(path, "a second context type", "a function has one context");
        } else {
            self.context = Some(path);
        }
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
