//! Is the signature one that needs no parser?
//!
//! Most are: `pub async fn name(&self, id: u64, rows: &[Row]) -> Result<Row, Error>`. Macros run unoptimised in the profile that
//! users have, and there to parse such a signature and to print it again costs more than all the rest. So it is looked at by
//! tokens, and stays as it is. What is not certainly plain is parsed: generics, patterns, other receivers and qualifiers,
//! results whose lifetimes may have to be named, attributes that may fix the signature, and whatever is half typed.

use proc_macro2::{Delimiter, Group, TokenTree};

use crate::owned_signatures;
use crate::results::Kind;
use crate::signature::name_of;

/// The signature of a function that has no `ctx` yet, and whose result borrows nothing from it.
pub(crate) struct Plain {
    /// The place of the parentheses in the head.
    pub(crate) parentheses: usize,
    pub(crate) parameters: Parameters,
}

/// What is in the parentheses.
pub(crate) struct Parameters {
    pub(crate) tokens: Vec<TokenTree>,
    /// How many tokens are the receiver.
    pub(crate) receiver: usize,
    /// With the receiver.
    pub(crate) count: usize,
}

/// Looks at all before the body. `name`: of the context. `None`: it has to be parsed.
pub(crate) fn read(head: &[TokenTree], name: &str) -> Option<Plain> {
    let rest = behind_qualifiers(behind_attributes(head)?)?;
    let [TokenTree::Ident(own), TokenTree::Group(parentheses), result @ ..] = rest else { return None };
    if parentheses.delimiter() != Delimiter::Parenthesis || own == "main" {
        return None;
    }
    let parameters = Parameters::read(parentheses, name)?;
    match Kind::of(result) {
        Kind::Owned => {}
        // What elided lifetimes of the result mean, and `ctx` changes nothing.
        Kind::Borrows if parameters.has_borrowed_receiver() => {}
        Kind::Borrows | Kind::Dyn | Kind::Impl => return None,
    }
    Some(Plain { parentheses: head.len() - result.len() - 1, parameters })
}

fn behind_attributes(head: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut rest = head;
    while let [TokenTree::Punct(_), TokenTree::Group(brackets), after @ ..] = rest {
        if owned_signatures::may_be_fixed_by(&name_of(brackets.stream())?) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// What is behind `pub(crate) async unsafe fn`.
fn behind_qualifiers(head: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut rest = head;
    loop {
        let [TokenTree::Ident(word), after @ ..] = rest else { return None };
        rest = match (word.to_string().as_str(), after) {
            ("fn", after) => return Some(after),
            ("pub", [TokenTree::Group(scope), after @ ..]) if scope.delimiter() == Delimiter::Parenthesis => after,
            ("pub" | "async" | "unsafe", after) => after,
            _ => return None,
        };
    }
}

impl Parameters {
    fn read(parentheses: &Group, name: &str) -> Option<Self> {
        let tokens: Vec<TokenTree> = parentheses.stream().into_iter().collect();
        let receiver = receiver(&tokens);
        let mut count = 0;
        let mut rest = tokens.as_slice();
        if receiver > 0 {
            count += 1;
            rest = match &rest[receiver..] {
                [] => &[],
                [TokenTree::Punct(comma), after @ ..] if comma.as_char() == ',' => after,
                _ => return None,
            };
        }
        while !rest.is_empty() {
            count += 1;
            rest = behind_type(behind_name(rest, name)?)?;
        }
        Some(Self { tokens, receiver, count })
    }

    fn has_borrowed_receiver(&self) -> bool {
        self.receiver > 0 && matches!(self.tokens.first(), Some(TokenTree::Punct(_)))
    }
}

/// How many tokens `self`, `mut self`, `&self` or `&mut self` are; 0 for others.
fn receiver(tokens: &[TokenTree]) -> usize {
    let and = match tokens.first() {
        Some(TokenTree::Punct(and)) if and.as_char() == '&' => 1,
        _ => 0,
    };
    match &tokens[and..] {
        [TokenTree::Ident(word), after @ ..] => match (word.to_string().as_str(), after) {
            ("self", _) => and + 1,
            ("mut", [TokenTree::Ident(word), ..]) if word == "self" => and + 2,
            _ => 0,
        },
        _ => 0,
    }
}

/// What is behind `word:` or `mut word:`, unless the word is `name`.
fn behind_name<'a>(tokens: &'a [TokenTree], name: &str) -> Option<&'a [TokenTree]> {
    let [TokenTree::Ident(word), after @ ..] = tokens else { return None };
    match after {
        // `Rows::Of(ctx)` is a pattern.
        [TokenTree::Punct(_), TokenTree::Punct(colon), ..] if colon.as_char() == ':' => None,
        [TokenTree::Punct(colon), after @ ..] if colon.as_char() == ':' && word != name => Some(after),
        [TokenTree::Ident(_), TokenTree::Punct(_), ..] if word == "mut" => behind_name(after, name),
        _ => None,
    }
}

/// What is behind a type and its comma.
fn behind_type(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut open = 0_usize;
    let mut may_end = false;
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Punct(punct) = token else {
            may_end = true;
            continue;
        };
        match punct.as_char() {
            ',' if open == 0 => return may_end.then(|| &tokens[index + 1..]),
            '<' => open += 1,
            '>' => open = open.checked_sub(1)?,
            '&' | '\'' | ':' | ',' => {}
            _ => return None,
        }
        may_end = punct.as_char() == '>';
    }
    (may_end && open == 0).then_some(&[])
}
