//! Where the parameter goes.

#[with_ctx]
pub fn nothing() {}

#[with_ctx]
pub(crate) async fn plain(id: u64) -> Row {
    load(ctx, id).await
}

/// Kept, like the other attributes.
#[inline]
#[with_ctx(crate::PlatformCtx)]
#[must_use = "it is work"]
pub unsafe fn patterns<T: Ord, const N: usize>(_: NoDebug, (a, b): (u8, u8), mut n: u8, [h, ..]: [T; N]) -> u8
where
    T: Clone,
{
    a + b + n
}

impl Store {
    #[with_ctx]
    pub fn by_reference(&self, id: u64) -> &str {
        ctx.check(id)
    }

    #[with_ctx]
    fn by_value(mut self) {}

    #[with_ctx]
    fn behind_a_pointer(self: Arc<Self>, id: u64) {}

    #[with_ctx]
    fn pinned<'a>(self: Pin<&'a mut Self>, id: u64) {}

    #[with_ctx]
    fn associated(this: &Self) {}

    #[with_ctx]
    fn written_already(&self, ctx: &crate::Ctx, id: u64) -> &str {
        self.name(ctx, id)
    }
}

pub trait Load {
    #[with_ctx]
    fn required(&self, id: u64) -> Row;

    #[with_ctx]
    async fn provided(&self, id: u64) -> Row {
        self.required(ctx, id)
    }

    #[with_ctx]
    fn generic<T>(value: T) -> T
    where
        Self: Sized;
}
