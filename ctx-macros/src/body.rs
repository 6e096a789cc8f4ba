//! What does the body say? One walk over its tokens; nothing is parsed.
//!
//! Rejected: parsing it with syn. It fails on half-typed code and on syntax newer than syn, costs most of what an attribute
//! costs, and finds paths no better, since most of them stand in macros.

use std::iter;

use proc_macro2::{Delimiter, Ident, Punct, Span, TokenStream, TokenTree};

use crate::names::CTX;
use crate::raw_forms::{self, RawForm};

/// What was found.
#[derive(Default)]
pub(crate) struct Body {
    /// Where the body first has the name `ctx`, not as a field or method.
    pub(crate) ctx: Option<Span>,
    /// Whether it mentions `Self`: then the function is in an `impl` or a `trait`.
    pub(crate) mentions_self: bool,
    pub(crate) raw_forms: Vec<Found>,
}

/// A raw form in the body.
pub(crate) struct Found {
    pub(crate) form: &'static RawForm,
    /// The path as written, for the message.
    pub(crate) written: String,
    /// Its first and last token, for the place.
    pub(crate) tokens: TokenStream,
}

impl Body {
    /// Walks over `body`.
    pub(crate) fn read(body: TokenStream) -> Self {
        let mut found = Self::default();
        found.walk(body, &[]);
        found
    }

    /// `prefix`: the path before the braces of a `use`.
    fn walk(&mut self, tokens: TokenStream, prefix: &[Ident]) {
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // The reversed list is a stack: what was next is the last.
        tokens.reverse();
        let mut after_dot = false;
        while let Some(token) = tokens.pop() {
            let dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
            match token {
                // `$block` and the like: what is in it stands here.
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    tokens.extend(group.stream().into_iter().collect::<Vec<_>>().into_iter().rev());
                    continue;
                }
                TokenTree::Group(group) => self.walk(group.stream(), &[]),
                TokenTree::Ident(first) => {
                    self.note_name(&first, after_dot);
                    self.path(first, prefix, &mut tokens);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            after_dot = dot;
        }
    }

    fn note_name(&mut self, name: &Ident, after_dot: bool) {
        self.mentions_self |= name == "Self";
        if name == CTX && !after_dot && self.ctx.is_none() {
            self.ctx = Some(name.span());
        }
    }

    /// Takes the rest of the path that begins with `first` off `tokens`.
    fn path(&mut self, first: Ident, prefix: &[Ident], tokens: &mut Vec<TokenTree>) {
        let mut path: Vec<Ident> = prefix.iter().cloned().chain(iter::once(first)).collect();
        while take_double_colon(tokens) {
            match tokens.pop() {
                Some(TokenTree::Ident(next)) => path.push(next),
                // `JoinSet::<Row>::new`
                Some(TokenTree::Punct(punct)) if punct.as_char() == '<' => skip_generics(tokens),
                // `use tokio::{spawn, task}`
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    return self.walk(group.stream(), &path);
                }
                Some(other) => {
                    tokens.push(other);
                    break;
                }
                None => break,
            }
        }
        let words: Vec<String> = path.iter().map(|ident| ident.to_string()).collect();
        if let Some(form) = raw_forms::find(&words, is_macro_call(tokens)) {
            let bang = if form.is_macro { "!" } else { "" };
            let ends = [path.first(), path.last()].into_iter().flatten().cloned().map(TokenTree::from);
            self.raw_forms.push(Found { form, written: words.join("::") + bang, tokens: ends.collect() });
        }
    }
}

fn punct(tokens: &[TokenTree], from_end: usize) -> Option<&Punct> {
    match tokens.len().checked_sub(from_end).and_then(|index| tokens.get(index)) {
        Some(TokenTree::Punct(punct)) => Some(punct),
        _ => None,
    }
}

fn is(tokens: &[TokenTree], from_end: usize, wanted: char) -> bool {
    punct(tokens, from_end).is_some_and(|punct| punct.as_char() == wanted)
}

fn take_double_colon(tokens: &mut Vec<TokenTree>) -> bool {
    let found = is(tokens, 1, ':') && is(tokens, 2, ':');
    if found {
        tokens.truncate(tokens.len() - 2);
    }
    found
}

/// `name!(..)`, and not `name != other`.
fn is_macro_call(tokens: &[TokenTree]) -> bool {
    is(tokens, 1, '!') && !is(tokens, 2, '=')
}

/// Takes `Row>` of `::<Row>` off `tokens`.
fn skip_generics(tokens: &mut Vec<TokenTree>) {
    let mut open = 1;
    let mut arrow = false;
    while open > 0 {
        let Some(token) = tokens.pop() else { return };
        let TokenTree::Punct(punct) = &token else {
            arrow = false;
            continue;
        };
        match punct.as_char() {
            '<' => open += 1,
            '>' if !arrow => open -= 1,
            _ => {}
        }
        arrow = matches!(punct.as_char(), '-' | '=');
    }
}
