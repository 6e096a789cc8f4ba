//! What does the body say? One walk over its tokens; nothing is parsed.
//!
//! Rejected: parsing it with syn. It fails on half-typed code and on syntax newer than syn, costs most of what an attribute
//! costs, and finds paths no better, since most of them stand in macros.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use crate::raw_forms::{self, RawForm};

/// What was found.
#[derive(Default)]
pub(crate) struct Body {
    /// Where the body first has the name of the context, not as a field or method.
    pub(crate) context: Option<Span>,
    /// Whether it mentions `Self`: then the function is in an `impl` or a `trait`.
    pub(crate) mentions_self: bool,
    /// Whether there is only a `;`: then the function is in a `trait`.
    pub(crate) is_missing: bool,
    /// Whether nothing is written in it yet.
    pub(crate) is_empty: bool,
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
    /// Walks over `body`. `name`: of the context.
    pub(crate) fn read(body: TokenStream, name: &str) -> Self {
        let is_empty =
            body.clone().into_iter().all(|token| matches!(token, TokenTree::Group(block) if block.stream().is_empty()));
        let is_missing = !body.clone().into_iter().any(|token| matches!(token, TokenTree::Group(_)));
        let mut found = Self { is_missing, is_empty, ..Self::default() };
        found.walk(body, name, &[]);
        found
    }

    /// `prefix`: the path before the braces of a `use`.
    fn walk(&mut self, tokens: TokenStream, context: &str, prefix: &[String]) {
        // Reversed, so that taking the next token is a `pop`.
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        tokens.reverse();
        // A field, a method, or a lifetime.
        let mut other_name = false;
        while let Some(token) = tokens.pop() {
            let before_other = matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), '.' | '\''));
            match token {
                // `$block` and the like: what is in it stands here.
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    tokens.extend(inner.into_iter().rev());
                    continue;
                }
                TokenTree::Group(group) => self.walk(group.stream(), context, &[]),
                TokenTree::Ident(first) => {
                    let name = first.to_string();
                    self.mentions_self |= name == "Self";
                    if name == context && !other_name && self.context.is_none() {
                        self.context = Some(first.span());
                    }
                    // One word alone is a name of the user's.
                    if !prefix.is_empty() || is_path(&tokens) || is_macro_call(&tokens) {
                        self.path(first, name, context, prefix, &mut tokens);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            other_name = before_other;
        }
    }

    /// Takes the rest of the path that begins with `first` off `tokens`.
    fn path(&mut self, first: Ident, name: String, context: &str, prefix: &[String], tokens: &mut Vec<TokenTree>) {
        let mut last = first.clone();
        let mut path = prefix.to_vec();
        path.push(name);
        while is_path(tokens) {
            tokens.truncate(tokens.len() - 2);
            match tokens.pop() {
                Some(TokenTree::Ident(next)) => {
                    path.push(next.to_string());
                    last = next;
                }
                // `JoinSet::<Row>::new`
                Some(TokenTree::Punct(punct)) if punct.as_char() == '<' => skip_generics(tokens),
                // `use tokio::{spawn, task}`
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    return self.walk(group.stream(), context, &path);
                }
                Some(other) => {
                    tokens.push(other);
                    break;
                }
                None => break,
            }
        }
        if let Some(form) = raw_forms::find(&path, is_macro_call(tokens)) {
            let bang = if form.is_macro { "!" } else { "" };
            let tokens = [TokenTree::from(first), TokenTree::from(last)].into_iter().collect();
            self.raw_forms.push(Found { form, written: path.join("::") + bang, tokens });
        }
    }
}

fn is(tokens: &[TokenTree], from_end: usize, wanted: char) -> bool {
    let token = tokens.len().checked_sub(from_end).and_then(|index| tokens.get(index));
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether `::` is next.
fn is_path(tokens: &[TokenTree]) -> bool {
    is(tokens, 1, ':') && is(tokens, 2, ':')
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
