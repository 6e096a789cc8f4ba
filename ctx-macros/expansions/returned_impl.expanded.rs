fn mentions_all<'argument>(
    ctx: &crate::Ctx,
    s: &'argument str,
) -> impl Iterator<Item = &'argument str> {
    s.split(' ')
}
fn borrows_nothing<T: Ord>(
    ctx: &crate::Ctx,
    n: Vec<T>,
    key: impl Fn(&T) -> u8,
) -> impl Iterator<Item = T> {
    n.into_iter()
}
fn implicit<'argument>(
    ctx: &crate::Ctx,
    s: &'argument [u8],
) -> impl Iterator<Item = u8> + use<'argument> {
    s.iter().copied()
}
async fn implicit_with_parameters<'argument, 'a, T: Copy, const N: usize>(
    ctx: &crate::Ctx,
    s: &'a [T; N],
    n: &'argument u8,
) -> Option<impl Iterator<Item = T> + use<'argument, 'a, T, N>> {
    Some(s.iter().copied())
}
fn implicit_with_an_unnamed_argument<'argument, ImplArgument: Fn(u8) -> bool>(
    ctx: &crate::Ctx,
    s: &'argument [u8],
    keep: ImplArgument,
) -> impl Iterator<Item = u8> + use<'argument, ImplArgument> {
    s.iter().copied().filter(keep)
}
fn says_what_it_captures<'argument>(
    ctx: &crate::Ctx,
    s: &'argument [u8],
) -> impl Iterator<Item = u8> + use<'argument> {
    s.iter().copied()
}
fn nested<'argument>(
    ctx: &crate::Ctx,
    s: &'argument [u8],
) -> impl Iterator<Item = impl Display + use<'argument>> + use<'argument> {
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
trait Make {
    fn implicit_in_a_trait(ctx: &crate::Ctx, s: &[u8]) -> impl Iterator<Item = u8>;
}
