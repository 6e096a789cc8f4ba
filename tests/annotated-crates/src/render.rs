//! From a source text and insertions to a text that knows what stands where.

use std::ops::Range;

/// Text to put into a file for one function.
#[derive(Clone, Debug)]
pub(crate) struct Insertion {
    /// Where, in the text as published.
    pub(crate) at: usize,
    pub(crate) pieces: Vec<Piece>,
    /// The function that it is for.
    pub(crate) function: usize,
}

/// A part of an insertion.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// The place of the attribute. Blanks where it is left out, so that with and without it everything stands at the same
    /// byte, and warnings can be compared.
    Attribute,
    /// The place of the context among the arguments of a call. Blanks where there is no attribute.
    Argument,
}

const ARGUMENT: &str = "&ctx, ";

/// A text with its insertions.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) text: String,
    inserted: Vec<(Range<usize>, usize)>,
}

/// Writes `insertions` into `source`, with or without the attribute.
pub(crate) fn render(source: &str, insertions: &[Insertion], attribute: &str, with: bool) -> Rendered {
    let [attribute, argument] =
        [attribute, ARGUMENT].map(|text| if with { text.to_owned() } else { " ".repeat(text.len()) });
    let mut insertions: Vec<&Insertion> = insertions.iter().collect();
    insertions.sort_by_key(|insertion| (insertion.at, insertion.function));
    let mut rendered = Rendered::default();
    let mut done = 0;
    for insertion in insertions {
        rendered.text.push_str(&source[done..insertion.at]);
        done = insertion.at;
        let start = rendered.text.len();
        for piece in &insertion.pieces {
            rendered.text.push_str(match piece {
                Piece::Text(text) => text,
                Piece::Attribute => &attribute,
                Piece::Argument => &argument,
            });
        }
        rendered.inserted.push((start..rendered.text.len(), insertion.function));
    }
    rendered.text.push_str(&source[done..]);
    rendered
}

impl Rendered {
    /// The function whose insertion is at this byte.
    pub(crate) fn inserted_at(&self, byte: usize) -> Option<usize> {
        self.inserted.iter().find(|(range, _)| range.contains(&byte)).map(|(_, function)| *function)
    }

    /// The byte of the published text. One that was inserted counts as the place of the insertion.
    pub(crate) fn published_byte(&self, byte: usize) -> usize {
        let before = self.inserted.iter().filter(|(range, _)| range.start < byte);
        byte - before.map(|(range, _)| range.end.min(byte) - range.start).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insertion(at: usize, function: usize) -> Insertion {
        Insertion { at, pieces: vec![Piece::Text("<".into()), Piece::Attribute, Piece::Text(">".into())], function }
    }

    #[test]
    fn insertions_are_found_again() {
        let rendered = render("abcdef", &[insertion(4, 7), insertion(1, 3)], "@@", true);
        assert_eq!(rendered.text, "a<@@>bcd<@@>ef");
        let functions: Vec<_> = (0..14).map(|byte| rendered.inserted_at(byte)).collect();
        let (three, seven) = (Some(3), Some(7));
        let expected =
            [None, three, three, three, three, None, None, None, seven, seven, seven, seven, None, None].to_vec();
        assert_eq!(functions, expected);
    }

    #[test]
    fn nothing_moves_without_the_attribute() {
        let pieces = vec![Piece::Attribute, Piece::Text("f(".into()), Piece::Argument, Piece::Text("1)".into())];
        let insertions = [Insertion { at: 0, pieces, function: 0 }];
        assert_eq!(render("", &insertions, "#[a]", true).text, "#[a]f(&ctx, 1)");
        assert_eq!(render("", &insertions, "#[a]", false).text, "    f(      1)");
    }

    #[test]
    fn bytes_of_the_published_text_are_found_again() {
        let rendered = render("abcdef", &[insertion(4, 7), insertion(1, 3)], "@@", true);
        assert_eq!(rendered.published_byte(0), 0, "`a`");
        assert_eq!(rendered.published_byte(2), 1, "in the first insertion");
        assert_eq!(rendered.published_byte(5), 1, "`b`");
        assert_eq!(rendered.published_byte(13), 5, "`f`");
    }
}
