fn load<'context>(
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    ctx: &'context crate::Ctx,
    id: u64,
) -> impl Future<Output = Row> + use<'context> {
    async move { read(ctx, id).await }
}
fn events<'context, 'argument, T: Display>(
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    ctx: &'context crate::Ctx,
    names: &'argument [T],
) -> impl Iterator<Item = &'argument T> + use<'context, 'argument, T> {
    names.iter().filter(|name| ctx.has(name))
}
