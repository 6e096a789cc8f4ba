//! The words and marks of a Rust source, with their lines: comments and literals left out, macro bodies not.

/// One word (an identifier, a keyword or a number) or one mark (`::` or a single character).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'s> {
    pub(crate) text: &'s str,
    pub(crate) line: usize,
}

impl Token<'_> {
    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(starts_word)
    }
}

fn starts_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !starts_word(c)).unwrap_or(text.len())
}

pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while at < source.len() {
        let (length, token) = next(&source[at..]);
        if let Some(text) = token {
            tokens.push(Token { text, line });
        }
        line += source[at..at + length].matches('\n').count();
        at += length;
    }
    tokens
}

/// How much to step over, and the token that stands there if it is one to keep.
fn next(rest: &str) -> (usize, Option<&str>) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), None);
    }
    if rest.starts_with("/*") {
        return (block_comment_length(rest), None);
    }
    if rest.starts_with('"') {
        return (string_length(rest), None);
    }
    if let Some(after) = rest.strip_prefix('\'') {
        return (quote_length(after), None);
    }
    let first = rest.chars().next().expect("something is left");
    if first.is_whitespace() {
        return (first.len_utf8(), None);
    }
    if !starts_word(first) {
        let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
        return (length, Some(&rest[..length]));
    }
    let length = word_length(rest);
    let (word, after) = rest.split_at(length);
    match word {
        "r" | "br" | "cr" => {
            let hashes = after.find(|c| c != '#').unwrap_or(0);
            if after[hashes..].starts_with('"') {
                let end = format!("\"{}", "#".repeat(hashes));
                let body = hashes + 1;
                let found = after[body..].find(&end).map_or(after.len(), |found| body + found + end.len());
                return (length + found, None);
            }
            if word == "r" && hashes == 1 {
                let name = word_length(&after[1..]);
                return (length + 1 + name, Some(&after[1..=name]));
            }
        }
        "b" | "c" if after.starts_with('"') => return (length + string_length(after), None),
        "b" if after.starts_with('\'') => return (length + quote_length(&after[1..]), None),
        _ => {}
    }
    (length, Some(word))
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        let step = &rest[at..];
        if step.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if step.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += step.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// Of a string that starts with its quote.
fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Of a character or of a lifetime, given what follows its quote.
fn quote_length(after: &str) -> usize {
    let mut characters = after.char_indices();
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some(_)) => 1 + characters.find(|(_, c)| *c == '\'').map_or(after.len(), |(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => 1 + at + 1,
        _ => 1 + word_length(after),
    }
}

/// The position after the group that opens at `at`.
pub(crate) fn after_group(tokens: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0_usize;
    for (position, token) in tokens.iter().enumerate().skip(at) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return position + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// The position after what starts at `at`: after the `;` or the body of an item, after the `,` of a field or an arm.
pub(crate) fn after_item(tokens: &[Token<'_>], at: usize) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let name = match (text(at), text(at + 1)) {
        ("pub", "(") => after_group(tokens, at + 1),
        ("pub", _) => at + 1,
        _ => at,
    };
    let is_field = text(name + 1) == ":";
    let mut position = at;
    while let Some(token) = tokens.get(position) {
        match token.text {
            ")" | "]" | "}" => return position,
            "{" => return after_group(tokens, position),
            ";" => return position + 1,
            "," if is_field => return position + 1,
            "(" | "[" => position = after_group(tokens, position),
            _ => position += 1,
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<&str> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        assert_eq!(
            words("a // b\nc /* d /* e */ f */ g \"h \\\" i\" j 'k' l '\\'' m b'n' o b\"p\" q"),
            ["a", "c", "g", "j", "l", "m", "o", "q"]
        );
        assert_eq!(words("r\"a\\\" b r#\"c \" d\"# e br##\"\"# f\"## g cr\"h\" i"), ["b", "e", "g", "i"]);
    }

    #[test]
    fn a_lifetime_is_not_a_character() {
        assert_eq!(
            words("fn f<'a>(x: &'a str, y: 'static) -> char { 'b' }"),
            ["fn", "f", "<", ">", "(", "x", ":", "&", "str", ",", "y", ":", ")", "-", ">", "char", "{", "}"]
        );
    }

    #[test]
    fn raw_names_are_names() {
        assert_eq!(words("r#type::r"), ["type", "::", "r"]);
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let found = tokens("a\n/* \n */ \"\n\" b");
        assert_eq!(found, [Token { text: "a", line: 1 }, Token { text: "b", line: 4 }]);
    }

    #[test]
    fn ends_of_items() {
        let found = tokens("fn f(a: [u8; 2]) -> T where T: X { a; { b } } use c;");
        let body = after_item(&found, 0);
        assert_eq!(found[body].text, "use");
        assert_eq!(after_item(&found, body), found.len());
        let found = tokens("{ pub(super) a: [u8; 2], b: C }");
        let after_field = after_item(&found, 1);
        assert_eq!(found[after_field].text, "b");
        assert_eq!(found[after_item(&found, after_field)].text, "}");
    }
}
