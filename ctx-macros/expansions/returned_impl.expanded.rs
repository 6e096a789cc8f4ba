fn mentions_all<'source>(
    ctx: &crate::Ctx,
    s: &'source str,
) -> impl Iterator<Item = &'source str> {
    s.split(' ')
}
fn borrows_nothing<T: Ord>(
    ctx: &crate::Ctx,
    n: Vec<T>,
    key: impl Fn(&T) -> u8,
) -> impl Iterator<Item = T> {
    n.into_iter()
}
fn implicit<'source>(
    ctx: &crate::Ctx,
    s: &'source [u8],
) -> impl Iterator<Item = u8> + use<'source> {
    s.iter().copied()
}
async fn implicit_with_parameters<'source, 'a, T: Copy, const N: usize>(
    ctx: &crate::Ctx,
    s: &'a [T; N],
    n: &'source u8,
) -> Option<impl Iterator<Item = T> + use<'source, 'a, T, N>> {
    Some(s.iter().copied())
}
fn implicit_with_an_unnamed_argument<'source, Argument: Fn(u8) -> bool>(
    ctx: &crate::Ctx,
    s: &'source [u8],
    keep: Argument,
) -> impl Iterator<Item = u8> + use<'source, Argument> {
    s.iter().copied().filter(keep)
}
fn says_what_it_captures<'source>(
    ctx: &crate::Ctx,
    s: &'source [u8],
) -> impl Iterator<Item = u8> + use<'source> {
    s.iter().copied()
}
fn nested<'source>(
    ctx: &crate::Ctx,
    s: &'source [u8],
) -> impl Iterator<Item = impl Display + use<'source>> + use<'source> {
    s.iter()
}
impl<T> Store<T> {
    fn method(&self, ctx: &crate::Ctx) -> impl Iterator<Item = &T> {
        self.rows.iter()
    }
    fn implicit_method(&self, ctx: &crate::Ctx) -> impl Iterator<Item = u8> {
        self.rows.iter().map(|_| 1)
    }
    fn implicit_in_a_block(ctx: &crate::Ctx, rows: &[u8]) -> impl Iterator<Item = u8> {
        Self::keep(rows)
    }
}
