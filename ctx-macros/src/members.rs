//! Which items are in a block, and where does each end? Found by tokens: no item is parsed.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::signature::name_of;

/// One item of a block.
pub(crate) struct Member {
    /// Without the attribute that is in `own`.
    pub(crate) tokens: TokenStream,
    pub(crate) kind: Kind,
    /// The arguments of its own `#[with_ctx(..)]`.
    pub(crate) own: Option<TokenStream>,
}

/// What an item is.
pub(crate) enum Kind {
    Function,
    /// An `impl`, a `trait` or a `mod`.
    Block,
    /// Anything else, with the word that says what. Nothing for inner attributes.
    Other(Option<TokenTree>),
}

/// The items in the braces of a block.
pub(crate) fn members(braces: TokenStream) -> Vec<Member> {
    let mut rest = Rest(braces.into_iter().collect());
    // Reversed, so that taking the next token is a `pop`.
    rest.0.reverse();
    let mut members = Vec::new();
    while !rest.0.is_empty() {
        members.push(rest.member());
    }
    members
}

struct Rest(Vec<TokenTree>);

impl Rest {
    fn member(&mut self) -> Member {
        let mut own = None;
        let mut tokens = Vec::new();
        while self.is_punct('#') {
            let is_inner = matches!(self.ahead(1), Some(TokenTree::Punct(bang)) if bang.as_char() == '!');
            let attribute: Vec<TokenTree> = (0..if is_inner { 3 } else { 2 }).filter_map(|_| self.0.pop()).collect();
            if is_inner {
                tokens.extend(attribute);
                return Member { tokens: tokens.into_iter().collect(), kind: Kind::Other(None), own };
            }
            match arguments_of_own(attribute.last()) {
                Some(arguments) if own.is_none() => own = Some(arguments),
                _ => tokens.extend(attribute),
            }
        }
        self.open_fragment();
        let (kind, ends_at_braces) = self.kind();
        self.take_to_end(ends_at_braces, &mut tokens);
        Member { tokens: tokens.into_iter().collect(), kind, own }
    }

    /// A `$item` of `macro_rules!` comes in an invisible group. A `$vis` does too, and stays in it.
    fn open_fragment(&mut self) {
        while let Some(TokenTree::Group(group)) = self.0.last() {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            if group.delimiter() != Delimiter::None || !inner.last().is_some_and(ends_an_item) {
                return;
            }
            self.0.pop();
            self.0.extend(inner.into_iter().rev());
        }
    }

    /// What the next item is, and whether braces end it.
    fn kind(&self) -> (Kind, bool) {
        let mut qualifier = None;
        for (index, token) in self.0.iter().rev().enumerate() {
            let TokenTree::Ident(word) = token else {
                match token {
                    // `pub(crate)`, `extern "C"`, `$vis`.
                    TokenTree::Literal(_) => continue,
                    TokenTree::Group(group) if group.delimiter() == Delimiter::None => continue,
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && index > 0 => continue,
                    _ => return (Kind::Other(qualifier.or_else(|| Some(token.clone()))), true),
                }
            };
            let next_is =
                |wanted| matches!(self.ahead(index + 1), Some(TokenTree::Punct(next)) if next.as_char() == wanted);
            let other = Kind::Other(Some(token.clone()));
            match word.to_string().as_str() {
                _ if next_is('!') => return (other, true),
                "fn" => return (Kind::Function, true),
                "impl" | "trait" | "mod" => return (Kind::Block, true),
                "static" | "type" | "use" => return (other, false),
                "pub" => {}
                "const" | "async" | "unsafe" | "safe" | "extern" | "default" => {
                    qualifier = Some(token.clone());
                }
                // A name behind `const`: the qualifier was the kind, and its value may be a block.
                _ => {
                    let is_const = matches!(&qualifier, Some(TokenTree::Ident(word)) if word == "const");
                    return (Kind::Other(qualifier.or_else(|| Some(token.clone()))), !is_const);
                }
            }
        }
        (Kind::Other(qualifier), true)
    }

    /// Braces inside of `<..>` are an argument, as in `Row<{ N + 1 }>`.
    fn take_to_end(&mut self, ends_at_braces: bool, tokens: &mut Vec<TokenTree>) {
        let mut open = 0_usize;
        let mut arrow = false;
        while let Some(token) = self.0.pop() {
            let mut is_end = false;
            let mut before_end_of_arrow = false;
            match &token {
                TokenTree::Punct(punct) => {
                    match punct.as_char() {
                        '<' => open += 1,
                        '>' if !arrow => open = open.saturating_sub(1),
                        _ => {}
                    }
                    before_end_of_arrow = matches!(punct.as_char(), '-' | '=');
                    is_end = ends_an_item(&token);
                }
                TokenTree::Group(_) => is_end = ends_at_braces && open == 0 && ends_an_item(&token),
                TokenTree::Ident(_) | TokenTree::Literal(_) => {}
            }
            arrow = before_end_of_arrow;
            tokens.push(token);
            if is_end {
                return;
            }
        }
    }

    fn ahead(&self, index: usize) -> Option<&TokenTree> {
        self.0.len().checked_sub(index + 1).and_then(|index| self.0.get(index))
    }

    fn is_punct(&self, wanted: char) -> bool {
        matches!(self.0.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
    }
}

/// Braces, `;`, or an invisible group with such an end: the `$body` of a macro.
fn ends_an_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().last().is_some_and(|last| ends_an_item(&last))
        }
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

/// The arguments in `[with_ctx(..)]`, under whatever path.
fn arguments_of_own(brackets: Option<&TokenTree>) -> Option<TokenStream> {
    let Some(TokenTree::Group(brackets)) = brackets else { return None };
    name_of(brackets.stream()).filter(|name| name == "with_ctx")?;
    let arguments = brackets.stream().into_iter().find_map(|token| match token {
        TokenTree::Group(arguments) => Some(arguments.stream()),
        _ => None,
    });
    Some(arguments.unwrap_or_default())
}
