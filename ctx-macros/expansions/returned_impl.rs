//! A returned `impl Trait` that mentions all it can borrow from keeps its text; its first and last token get the capture rules
//! of this crate's edition. One that does not is given `use<..>` in a free function, and left alone in a method.

#[with_ctx]
fn mentions_all(s: &str) -> impl Iterator<Item = &str> {
    s.split(' ')
}

#[with_ctx]
fn borrows_nothing<T: Ord>(n: Vec<T>, key: impl Fn(&T) -> u8) -> impl Iterator<Item = T> {
    n.into_iter()
}

#[with_ctx]
fn implicit(s: &[u8]) -> impl Iterator<Item = u8> {
    s.iter().copied()
}

#[with_ctx]
async fn implicit_with_parameters<'a, T: Copy, const N: usize>(s: &'a [T; N], n: &u8) -> Option<impl Iterator<Item = T>> {
    Some(s.iter().copied())
}

#[with_ctx]
fn implicit_with_an_unnamed_argument(s: &[u8], keep: impl Fn(u8) -> bool) -> impl Iterator<Item = u8> {
    s.iter().copied().filter(keep)
}

#[with_ctx]
fn says_what_it_captures(s: &[u8]) -> impl Iterator<Item = u8> + use<'_> {
    s.iter().copied()
}

#[with_ctx]
fn nested(s: &[u8]) -> impl Iterator<Item = impl Display> {
    s.iter()
}

impl<T> Store<T> {
    #[with_ctx]
    fn method(&self) -> impl Iterator<Item = &T> {
        self.rows.iter()
    }

    #[with_ctx]
    fn implicit_method(&self) -> impl Iterator<Item = u8> {
        self.rows.iter().map(|_| 1)
    }

    #[with_ctx]
    fn implicit_in_a_block(rows: &[u8]) -> impl Iterator<Item = u8> {
        Self::keep(rows)
    }
}

trait Make {
    #[with_ctx]
    fn implicit_in_a_trait(s: &[u8]) -> impl Iterator<Item = u8>;
}
