//! Does the body hand the context to the future that it returns?
//!
//! Then the compiler would say that the returned type does not mention some lifetime, which nobody has written. Only what is
//! certain is found: the body ends in `async { .. }` or `Box::pin(async { .. })`, and the first use of the context anywhere is a
//! method call or an argument in that block. A use that may be a binding, or that is in a macro, is left to the compiler.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// The future that a function ends in.
pub(crate) enum Future {
    /// `async { .. }`
    Plain,
    /// `Box::pin(async { .. })`
    Boxed,
}

/// The first use of `name`, if it is in the future that the body ends in.
pub(crate) fn handed_on(body: Option<&TokenTree>, name: &str) -> Option<(Future, Ident)> {
    let mut tokens = match body? {
        TokenTree::Group(block) if block.delimiter() == Delimiter::Brace => tokens_of(block.stream()),
        _ => return None,
    };
    let (kind, block) = match tokens.pop()? {
        TokenTree::Group(block) if block.delimiter() == Delimiter::Brace => {
            take_async(&mut tokens)?;
            (Future::Plain, block)
        }
        TokenTree::Group(argument) if argument.delimiter() == Delimiter::Parenthesis => {
            let path = tokens.len().checked_sub(4).map(|start| tokens.split_off(start))?;
            if path.iter().map(ToString::to_string).collect::<String>() != "Box::pin" {
                return None;
            }
            let mut inner = tokens_of(argument.stream());
            let block = match inner.pop()? {
                TokenTree::Group(block) if block.delimiter() == Delimiter::Brace => block,
                _ => return None,
            };
            take_async(&mut inner)?;
            if !inner.is_empty() {
                return None;
            }
            (Future::Boxed, block)
        }
        _ => return None,
    };
    let is_statement = match tokens.last() {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(_) | TokenTree::Literal(_)) => false,
    };
    if !is_statement || !matches!(first_use(&tokens, name, false), Use::None) {
        return None;
    }
    match first_use(&tokens_of(block.stream()), name, false) {
        Use::Certain(found) => Some((kind, found)),
        Use::None | Use::Unclear => None,
    }
}

/// Takes `async` or `async move` off the end.
fn take_async(tokens: &mut Vec<TokenTree>) -> Option<()> {
    let ends_in =
        |tokens: &[TokenTree], wanted: &str| matches!(tokens.last(), Some(TokenTree::Ident(word)) if word == wanted);
    if ends_in(tokens, "move") {
        tokens.pop();
    }
    ends_in(tokens, "async").then(|| tokens.truncate(tokens.len() - 1))
}

enum Use {
    None,
    Certain(Ident),
    Unclear,
}

/// `is_call`: the tokens are the arguments of a call.
fn first_use(tokens: &[TokenTree], name: &str, is_call: bool) -> Use {
    for (index, token) in tokens.iter().enumerate() {
        let before = |distance: usize| index.checked_sub(distance).and_then(|index| tokens.get(index));
        let found = match token {
            TokenTree::Group(group) => {
                let arguments = group.delimiter() == Delimiter::Parenthesis && is_called(before(1));
                match first_use(&tokens_of(group.stream()), name, arguments) {
                    Use::Certain(_) if is_punct(before(1), "!") => Use::Unclear,
                    found => found,
                }
            }
            TokenTree::Ident(word) if word == name && !is_punct(before(1), ".'") => {
                let after = tokens.get(index + 1);
                let is_path = is_punct(after, ":") && is_punct(tokens.get(index + 2), ":");
                let is_argument = is_call
                    && before(1).is_none_or(|token| is_punct(Some(token), ",&"))
                    && after.is_none_or(|token| is_punct(Some(token), ","));
                match () {
                    () if is_path => Use::None,
                    () if is_punct(after, ".") || is_argument => Use::Certain(word.clone()),
                    () => Use::Unclear,
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => Use::None,
        };
        if !matches!(found, Use::None) {
            return found;
        }
    }
    Use::None
}

/// `load(..)`, and not `Some(..)`, `if (..)` or a declaration of a closure's pattern.
fn is_called(before: Option<&TokenTree>) -> bool {
    const WORDS: [&str; 10] = ["if", "in", "let", "match", "move", "mut", "ref", "return", "while", "await"];
    let Some(TokenTree::Ident(word)) = before else { return false };
    let word = word.to_string();
    word.starts_with(|first: char| first.is_ascii_lowercase()) && !WORDS.contains(&word.as_str())
}

fn is_punct(token: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if wanted.contains(punct.as_char()))
}

/// The tokens, out of the invisible groups of macro fragments.
fn tokens_of(stream: TokenStream) -> Vec<TokenTree> {
    let open = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => tokens_of(group.stream()),
        other => vec![other],
    };
    stream.into_iter().flat_map(open).collect()
}
