//! Is the attribute on an `impl`, a `trait` or a `mod`, and whose methods are in it?

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::signature::transparent;

/// A block as written.
pub(crate) struct Block {
    /// All before the braces.
    pub(crate) head: TokenStream,
    pub(crate) braces: Group,
    /// Whether its functions are free ones.
    pub(crate) is_module: bool,
    /// The trait of an `impl Trait for ..`, if it is not written as one of this crate.
    pub(crate) implements: Option<Ident>,
}

/// Takes a block apart. `None`: it is something else, or has no braces.
pub(crate) fn read(item: TokenStream) -> Option<Block> {
    let mut tokens: Vec<TokenTree> = transparent(item).collect();
    let braces = match tokens.pop() {
        Some(TokenTree::Group(braces)) if braces.delimiter() == Delimiter::Brace => braces,
        _ => return None,
    };
    let kind = tokens.iter().position(|token| is_word(token, &["impl", "trait", "mod"]))?;
    let is_module = is_word(&tokens[kind], &["mod"]);
    let implements = if is_word(&tokens[kind], &["impl"]) { implemented(&tokens[kind + 1..]) } else { None };
    Some(Block { head: tokens.into_iter().collect(), braces, is_module, implements })
}

/// The last name of the path between `impl<..>` and `for`.
fn implemented(head: &[TokenTree]) -> Option<Ident> {
    let mut open = 0_usize;
    let mut arrow = false;
    let mut path: Vec<&Ident> = Vec::new();
    for token in head {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                '<' => open += 1,
                '>' if !arrow => open = open.saturating_sub(1),
                _ => {}
            },
            TokenTree::Ident(word) if open == 0 && word == "for" => {
                let is_own =
                    path.first().is_some_and(|first| ["crate", "self", "super"].iter().any(|own| *first == own));
                return path.last().filter(|_| !is_own).map(|name| (*name).clone());
            }
            TokenTree::Ident(word) if open == 0 && word == "where" => return None,
            TokenTree::Ident(word) if open == 0 => path.push(word),
            TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
        arrow = matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), '-' | '='));
    }
    None
}

fn is_word(token: &TokenTree, words: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(ident) if words.iter().any(|word| ident == word))
}
