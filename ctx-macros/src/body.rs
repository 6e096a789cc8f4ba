//! What does the body say? One walk over its tokens; nothing is parsed.
//!
//! Rejected: parsing it with syn. It fails on half-typed code and on syntax newer than syn, costs most of what an attribute
//! costs, and finds paths no better, since most of them stand in macros.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use crate::errors::Errors;
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
    raw_forms: Vec<Found>,
}

/// A raw form in the body.
struct Found {
    form: &'static RawForm,
    /// The path as written, for the message.
    written: String,
    /// Its first and last token, for the place.
    tokens: TokenStream,
}

impl Body {
    /// Walks over `body`. `name`: of the context.
    pub(crate) fn read(body: Option<&TokenTree>, name: &str) -> Self {
        let is_missing = !matches!(body, Some(TokenTree::Group(_)));
        let mut found = Self { is_missing, ..Self::default() };
        found.walk(body.map_or(&[], std::slice::from_ref), name, &[]);
        found
    }

    /// Each raw form is a mistake at its path.
    pub(crate) fn refuse_raw_forms(&self, errors: &mut Errors) {
        for found in &self.raw_forms {
            errors.at(
                &found.tokens,
                format_args!("`{}` {}", found.written, found.form.mistake),
                format_args!(
                    "{}\nhelp: if it is right here, say why: `#[with_ctx(raw = \"why\")]`",
                    found.form.instead
                ),
            );
        }
    }

    /// `prefix`: the path before the braces of a `use`.
    fn walk(&mut self, tokens: &[TokenTree], context: &str, prefix: &[String]) {
        let mut rest = tokens;
        // A field, a method, or a lifetime.
        let mut other_name = false;
        while let [token, after @ ..] = rest {
            rest = after;
            let is_other = std::mem::take(&mut other_name);
            match token {
                TokenTree::Group(group) => self.walk(&opened(group.stream()), context, &[]),
                TokenTree::Ident(first) => {
                    // One word alone is a name of the user's.
                    let is_path = !prefix.is_empty() || goes_on(rest) || is_macro_call(rest);
                    // A name costs a call of the compiler: of a field or a method it says nothing.
                    if is_path || !is_other {
                        let name = first.to_string();
                        self.mentions_self |= name == "Self";
                        if name == context && !is_other && self.context.is_none() {
                            self.context = Some(first.span());
                        }
                        if is_path && !BEFORE_PATHS.contains(&name.as_str()) {
                            rest = self.path(first, name, context, prefix, rest);
                        }
                    }
                }
                TokenTree::Punct(punct) => {
                    other_name = match punct.as_char() {
                        // The second one of `..` is before a value.
                        '.' => !is_other,
                        mark => mark == '\'',
                    }
                }
                TokenTree::Literal(_) => {}
            }
        }
    }

    /// Reads the path that begins with `first`, and returns what is behind it.
    fn path<'a>(
        &mut self,
        first: &Ident,
        name: String,
        context: &str,
        prefix: &[String],
        after: &'a [TokenTree],
    ) -> &'a [TokenTree] {
        let (mut last, mut rest) = (first, after);
        let mut path = prefix.to_vec();
        path.push(name);
        while goes_on(rest) {
            rest = &rest[2..];
            match rest {
                [TokenTree::Ident(next), after @ ..] => {
                    path.push(next.to_string());
                    (last, rest) = (next, after);
                }
                // `JoinSet::<Row>::new`
                [TokenTree::Punct(punct), after @ ..] if punct.as_char() == '<' => rest = behind_generics(after),
                // `use tokio::{spawn, task}`
                [TokenTree::Group(group), after @ ..] if group.delimiter() == Delimiter::Brace => {
                    self.walk(&opened(group.stream()), context, &path);
                    return after;
                }
                _ => break,
            }
        }
        if let Some(form) = raw_forms::find(&path, is_macro_call(rest)) {
            let bang = if form.is_macro { "!" } else { "" };
            let tokens = [TokenTree::from(first.clone()), TokenTree::from(last.clone())].into_iter().collect();
            self.raw_forms.push(Found { form, written: path.join("::") + bang, tokens });
        }
        rest
    }
}

/// Words that are before a path and not in it: `return ::tokio::spawn(..)`.
const BEFORE_PATHS: [&str; 12] =
    ["as", "break", "dyn", "else", "if", "impl", "in", "match", "mut", "return", "use", "while"];

/// The tokens. `$block` and the like come in invisible groups: what is in them stands here.
fn opened(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens = Vec::new();
    for token in stream {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => tokens.extend(opened(group.stream())),
            other => tokens.push(other),
        }
    }
    tokens
}

/// Whether `::` is next.
fn goes_on(rest: &[TokenTree]) -> bool {
    matches!(rest, [TokenTree::Punct(one), TokenTree::Punct(two), ..] if one.as_char() == ':' && two.as_char() == ':')
}

/// `name!(..)`, and not `name != other`.
fn is_macro_call(rest: &[TokenTree]) -> bool {
    match rest {
        [TokenTree::Punct(bang), TokenTree::Punct(equals), ..] => bang.as_char() == '!' && equals.as_char() != '=',
        [TokenTree::Punct(bang), ..] => bang.as_char() == '!',
        _ => false,
    }
}

/// What is behind `Row>` of `::<Row>`.
fn behind_generics(tokens: &[TokenTree]) -> &[TokenTree] {
    let mut open = 1;
    let mut arrow = false;
    for (index, token) in tokens.iter().enumerate() {
        let mut before_end_of_arrow = false;
        if let TokenTree::Punct(punct) = token {
            match punct.as_char() {
                '<' => open += 1,
                '>' if !arrow => open -= 1,
                '-' | '=' => before_end_of_arrow = true,
                _ => {}
            }
        }
        arrow = before_end_of_arrow;
        if open == 0 {
            return &tokens[index + 1..];
        }
    }
    &[]
}
