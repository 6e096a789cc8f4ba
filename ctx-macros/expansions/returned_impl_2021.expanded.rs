fn mentions_all<'source>(
    ctx: &crate::Ctx,
    s: &'source str,
) -> impl Iterator<Item = &'source str> {
    s.split(' ')
}
fn borrows_nothing(ctx: &crate::Ctx, s: &[u8]) -> impl Iterator<Item = u8> {
    s.to_vec().into_iter()
}
