pub fn nothing(ctx: &crate::Ctx) {}
pub(crate) async fn plain(
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    ctx: &crate::Ctx,
    id: u64,
) -> Row {
    load(ctx, id).await
}
/// Kept, like the other attributes.
#[inline]
#[must_use = "it is work"]
pub unsafe fn patterns<T: Ord, const N: usize>(
    ctx: &crate::PlatformCtx,
    _: NoDebug,
    (a, b): (u8, u8),
    mut n: u8,
    [h,
    ..,
    ]: [T; N],
) -> u8
where
    T: Clone,
{
    a + b + n
}
impl Store {
    pub fn by_reference(
        &self,
        #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
        ctx: &crate::Ctx,
        id: u64,
    ) -> &str {
        ctx.check(id)
    }
    fn by_value(mut self, ctx: &crate::Ctx) {}
    fn behind_a_pointer(self: Arc<Self>, ctx: &crate::Ctx, id: u64) {}
    fn pinned<'a>(self: Pin<&'a mut Self>, ctx: &crate::Ctx, id: u64) {}
    fn associated(ctx: &crate::Ctx, this: &Self) {}
    fn written_already(&self, ctx: &crate::Ctx, id: u64) -> &str {
        self.name(ctx, id)
    }
}
pub trait Load {
    fn required(&self, ctx: &crate::Ctx, id: u64) -> Row;
    async fn provided(
        &self,
        #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
        ctx: &crate::Ctx,
        id: u64,
    ) -> Row {
        self.required(ctx, id)
    }
    fn generic<T>(ctx: &crate::Ctx, value: T) -> T
    where
        Self: Sized;
}
