//! Values that cannot forge a log line.
//!
//! A tenant, a request id or a message may come from a client. Written as they are, a line feed starts a second record, an
//! escape sequence clears the operator's terminal, and a bidirectional mark reorders what is read.

use std::fmt::{self, Write};

/// Characters of a context's field that are shown; the rest is cut off and marked with `..`.
pub(crate) const MAX_FIELD_CHARS: usize = 256;

/// Writes its value on one line, without control characters and marks that reorder or hide text.
pub struct Escaped<T>(pub T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { inner: f, left: usize::MAX, cut: false }, "{}", self.0)
    }
}

impl<T: fmt::Debug> fmt::Debug for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { inner: f, left: usize::MAX, cut: false }, "{:?}", self.0)
    }
}

/// The value of a context's field: escaped and at most [`MAX_FIELD_CHARS`] long.
pub(crate) fn field(value: &dyn fmt::Display) -> String {
    let mut text = String::new();
    // Writing to a `String` fails only if the value's own `Display` does; what it wrote until then is kept.
    let _ = write!(Escaping { inner: &mut text, left: MAX_FIELD_CHARS, cut: false }, "{value}");
    text
}

struct Escaping<'a, W> {
    inner: &'a mut W,
    left: usize,
    cut: bool,
}

impl<W: Write> Write for Escaping<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut plain = 0;
        for (at, c) in text.char_indices() {
            if self.left == 0 {
                self.inner.write_str(&text[plain..at])?;
                return self.cut_off();
            }
            self.left -= 1;
            if is_dangerous(c) {
                self.inner.write_str(&text[plain..at])?;
                write!(self.inner, "{}", c.escape_default())?;
                plain = at + c.len_utf8();
            }
        }
        self.inner.write_str(&text[plain..])
    }
}

impl<W: Write> Escaping<'_, W> {
    fn cut_off(&mut self) -> fmt::Result {
        if !self.cut {
            self.cut = true;
            self.inner.write_str("..")?;
        }
        Ok(())
    }
}

/// Control characters, line and paragraph separators, and the invisible marks by which text can be reordered or hidden
/// (Unicode's bidirectional and zero-width formatting characters, byte-order mark, and tag characters).
pub(crate) fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
