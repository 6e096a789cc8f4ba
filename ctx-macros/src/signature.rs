//! What is the attribute on: a function, and how is it declared?
//!
//! Only what stands before the body is parsed, and most often not even that (see `plain`). The body is the last token and stays a
//! token: code that is half typed, or newer than this crate, passes through, and its spans stay the user's.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Signature, Token, Visibility};

/// An item that may be a function.
pub(crate) struct Written {
    /// All before the body.
    pub(crate) head: Vec<TokenTree>,
    /// A block, or the `;` of a required method.
    pub(crate) body: Option<TokenTree>,
}

/// A function as written.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: TokenStream,
    pub(crate) signature: Signature,
    /// A block, or the `;` of a required method.
    pub(crate) body: Option<TokenTree>,
}

/// An attribute as written.
pub(crate) struct Attribute {
    tokens: [TokenTree; 2],
    /// Its name without the path before it: `test` for `#[tokio::test]`, `no_mangle` for `#[unsafe(no_mangle)]`.
    pub(crate) name: Option<Ident>,
}

/// What it is on instead.
pub(crate) enum NotAFunction {
    /// An item of another kind, with the word that says which.
    Other(TokenTree),
    /// A function whose signature does not parse, and whether only `pub`, `async` and the like stand before `fn`.
    Unreadable { error: syn::Error, is_plain: bool },
    /// Nothing at all.
    Nothing,
}

/// Takes the body off.
pub(crate) fn split(item: TokenStream) -> Written {
    let mut head: Vec<TokenTree> = transparent(item).collect();
    let body = if head.last().is_some_and(is_body) { head.pop() } else { None };
    Written { head, body }
}

/// Parses a signature.
pub(crate) fn read(written: Written) -> Result<Function, NotAFunction> {
    let Written { head, body } = written;
    if head.is_empty() && body.is_none() {
        return Err(NotAFunction::Nothing);
    }
    match syn::parse2::<Head>(head.iter().cloned().collect()) {
        Ok(Head { attributes, visibility, signature }) => Ok(Function { attributes, visibility, signature, body }),
        Err(error) => Err(match other_kind(&head) {
            Some(kind) => NotAFunction::Other(kind),
            None => NotAFunction::Unreadable { error, is_plain: is_plain(&head) },
        }),
    }
}

/// The tokens of an item, out of the invisible group in which a `$item` of `macro_rules!` may come.
pub(crate) fn transparent(item: TokenStream) -> impl Iterator<Item = TokenTree> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    while let [TokenTree::Group(group)] = tokens.as_slice() {
        if group.delimiter() != Delimiter::None {
            break;
        }
        tokens = group.stream().into_iter().collect();
    }
    tokens.into_iter()
}

/// A block, a block in the invisible group of a `$block`, or `;`.
fn is_body(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            matches!(transparent(group.stream()).last(), Some(TokenTree::Group(inner)) if inner.delimiter() == Delimiter::Brace)
        }
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

/// The word that makes the item something else than a function.
fn other_kind(head: &[TokenTree]) -> Option<TokenTree> {
    const KINDS: [&str; 12] =
        ["struct", "enum", "union", "type", "use", "mod", "impl", "trait", "static", "macro_rules", "macro", "let"];
    const BEFORE_FN: [&str; 6] = ["const", "async", "unsafe", "safe", "extern", "default"];
    let mut qualifier = None;
    for token in head {
        let TokenTree::Ident(word) = token else { continue };
        let name = word.to_string();
        match name.as_str() {
            "pub" => {}
            "fn" => return None,
            kind if KINDS.contains(&kind) => return Some(token.clone()),
            before if BEFORE_FN.contains(&before) => qualifier = Some(token.clone()),
            // A name before any `fn`: the qualifier was the kind, as in `const N: fn() = f;`.
            _ => return Some(qualifier.unwrap_or_else(|| token.clone())),
        }
    }
    qualifier.or_else(|| head.first().cloned())
}

fn is_plain(head: &[TokenTree]) -> bool {
    const PLAIN: [&str; 4] = ["pub", "async", "unsafe", "default"];
    let words = head.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    });
    words.take_while(|word| word != "fn").all(|word| PLAIN.contains(&word.as_str()))
}

struct Head {
    attributes: Vec<Attribute>,
    visibility: TokenStream,
    signature: Signature,
}

impl Parse for Head {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut attributes = Vec::new();
        while input.peek(Token![#]) {
            attributes.push(input.parse()?);
        }
        let mut visibility = input.parse::<Visibility>()?.into_token_stream();
        input.parse::<Option<Token![default]>>()?.to_tokens(&mut visibility);
        Ok(Self { attributes, visibility, signature: input.parse()? })
    }
}

impl Parse for Attribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let pound = input.parse::<TokenTree>()?;
        let brackets = input.parse::<Group>()?;
        Ok(Self { name: name_of(brackets.stream()), tokens: [pound, brackets.into()] })
    }
}

/// The name of an attribute, without the path before it.
pub(crate) fn name_of(attribute: TokenStream) -> Option<Ident> {
    let mut name = None;
    for token in transparent(attribute) {
        match token {
            // `unsafe(..)` is a wrapper, not a name.
            TokenTree::Group(group) if name.as_ref().is_some_and(|name| name == "unsafe") => {
                return name_of(group.stream())
            }
            TokenTree::Ident(ident) => name = Some(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => break,
        }
    }
    name
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.iter().cloned());
    }
}
