fn events(
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    ctx: &crate::Ctx,
    names: &[String],
) -> impl Iterator<Item = String> {
    names.iter().map(|name| ctx.label(name))
}
impl Store {
    fn load(
        &self,
        #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
        ctx: &crate::Ctx,
        id: u64,
    ) -> impl Future<Output = Row> {
        async move { self.read(ctx, id).await }
    }
}
