fn mentions_all<'argument>(
    ctx: &crate::Ctx,
    s: &'argument str,
) -> impl Iterator<Item = &'argument str> {
    s.split(' ')
}
fn borrows_nothing(ctx: &crate::Ctx, s: &[u8]) -> impl Iterator<Item = u8> {
    s.to_vec().into_iter()
}
