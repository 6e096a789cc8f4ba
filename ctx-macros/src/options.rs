//! Which options does `#[with_ctx(..)]` take, with which values, and which of them beside each other?

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Path, Token};

use crate::errors::Errors;

/// All that is allowed, for the mistakes.
pub(crate) const ALLOWED: &str = "it takes a context type, as in `#[with_ctx(crate::PlatformCtx)]`, and `entry`, `test`, `name = word`, `crate = path`, `capture`, \
     `raw = \"why raw forms are right here\"`; in a block also `skip`";

/// An option: its word, and its value if it has one that is right.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) word: Ident,
    pub(crate) value: Option<T>,
}

/// The options that are given.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub(crate) entry: Option<Given<Path>>,
    pub(crate) test: Option<Given<Path>>,
    pub(crate) name: Option<Given<Ident>>,
    /// `crate = path`
    pub(crate) root: Option<Given<Path>>,
    pub(crate) capture: Option<Given<()>>,
    /// Also where the reason is missing: the raw forms would only repeat that.
    pub(crate) raw: Option<Given<LitStr>>,
    pub(crate) skip: Option<Given<()>>,
}

impl Options {
    /// Reads the option that is next and begins with `word`.
    pub(crate) fn read_one(&mut self, word: Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        let name = word.to_string();
        if !["entry", "test", "name", "crate", "capture", "raw", "skip"].contains(&name.as_str()) {
            errors.at(&word, format_args!("unknown argument `{word}`"), ALLOWED);
            return skip_to_comma(input);
        }
        input.call(Ident::parse_any)?;
        match name.as_str() {
            "entry" => {
                let value = optional(&word, "the type of the parameter", "`entry = crate::Turn`", input, errors)?;
                keep(&mut self.entry, word, value, errors);
            }
            "test" => {
                let value = optional(&word, "the function that makes the turn", TEST, input, errors)?;
                keep(&mut self.test, word, value, errors);
            }
            "name" => {
                let value = needed(&word, "a name", "`name = word`", input, errors, Ident::parse)?;
                keep(&mut self.name, word, value, errors);
            }
            "crate" => {
                let form = "`crate = path`, where `path::Ctx` is the context";
                let value = needed(&word, "a path", form, input, errors, Path::parse_mod_style)?;
                keep(&mut self.root, word, value, errors);
            }
            "raw" => {
                let form = "`raw = \"why raw forms are right here\"`";
                let value = needed(&word, "a reason", form, input, errors, reason)?;
                keep(&mut self.raw, word, value, errors);
            }
            _ => {
                if !(input.is_empty() || input.peek(Token![,]) || input.peek(Ident::peek_any)) {
                    errors.at(&word, format_args!("`{word}` has no value"), format_args!("write `{word}` alone"));
                    skip_to_comma(input)?;
                }
                let slot = if name == "skip" { &mut self.skip } else { &mut self.capture };
                keep(slot, word, Some(()), errors);
            }
        }
        Ok(())
    }

    /// Reports what says nothing beside the others. `context`: whether a context type is given.
    pub(crate) fn agree(&mut self, context: bool, errors: &mut Errors) {
        let others = [word(&self.entry), word(&self.test), word(&self.name), word(&self.root), word(&self.capture)];
        let beside_others = context || self.raw.is_some() || others.iter().any(Option::is_some);
        if let Some(skip) = self.skip.take_if(|_| beside_others) {
            errors.at(&skip.word, "`skip` beside other arguments", "leave it alone: the item gets no context");
        }
        if let Some(test) = self.test.take_if(|_| self.entry.is_some()) {
            errors.at(
                test.word,
                "`test` beside `entry`",
                "a test makes its turn, an entry is given one: remove one of them",
            );
        }
        if let (Some(capture), Some(owner)) = (&self.capture, word(&self.entry).or(word(&self.test))) {
            errors.at(
                &capture.word,
                format_args!("`capture` beside `{owner}`"),
                "the turn ends with the function, so nothing that it returns can borrow from it: remove `capture`",
            );
            self.capture = None;
        }
        let names_owner = |option: &Option<Given<Path>>| option.as_ref().is_some_and(|option| option.value.is_none());
        if let Some(root) = self.root.as_ref().filter(|_| context) {
            if !names_owner(&self.entry) && !names_owner(&self.test) {
                errors.at(
                    &root.word,
                    "`crate` says nothing beside a context type",
                    "remove it, or the context type: `crate = path` makes it `path::Ctx`",
                );
            }
        }
    }

    /// What an item in a block has from the block, unless it says so itself.
    pub(crate) fn take_from_block(&mut self, block: &Self) {
        self.name = self.name.take().or_else(|| block.name.clone());
        self.root = self.root.take().or_else(|| block.root.clone());
    }
}

const TEST: &str = "`test = path::to::function`, which gives what lends the context";

fn word<T>(option: &Option<Given<T>>) -> Option<&Ident> {
    option.as_ref().map(|option| &option.word)
}

fn keep<T>(slot: &mut Option<Given<T>>, word: Ident, value: Option<T>, errors: &mut Errors) {
    if slot.is_some() {
        errors.at(&word, format_args!("a second `{word}`"), "write it once");
    } else {
        *slot = Some(Given { word, value });
    }
}

/// `word`, or `word = path`.
fn optional(
    word: &Ident,
    what: &str,
    form: &str,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Option<Path>> {
    if input.is_empty() || input.peek(Token![,]) || input.peek(Ident::peek_any) {
        return Ok(None);
    }
    needed(word, what, form, input, errors, Path::parse)
}

/// `word = value`
fn needed<T>(
    word: &Ident,
    what: &str,
    form: &str,
    input: ParseStream<'_>,
    errors: &mut Errors,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Option<T>> {
    let is_given = input.parse::<Option<Token![=]>>()?.is_some() && !input.is_empty() && !input.peek(Token![,]);
    let next: Option<TokenTree> = input.fork().parse().ok();
    let value = if is_given { parse(input).ok() } else { None };
    if value.is_none() {
        match next.filter(|_| is_given) {
            Some(wrong) => errors.at(wrong, format_args!("this is not {what}"), format_args!("write {form}")),
            None => errors.at(word, format_args!("`{word}` needs {what}"), format_args!("write {form}")),
        }
        skip_to_comma(input)?;
    }
    Ok(value)
}

/// A string that says something.
fn reason(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let reason: LitStr = input.parse()?;
    if reason.value().trim().is_empty() {
        return Err(syn::Error::new(reason.span(), "an empty reason"));
    }
    Ok(reason)
}

/// Leaves the rest of an argument out.
pub(crate) fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
