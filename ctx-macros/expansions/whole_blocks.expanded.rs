impl<T> Store<T> {
    const LIMIT: u64 = 10;
    pub async fn load(
        &self,
        #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
        ctx: &crate::Ctx,
        id: u64,
    ) -> Row {
        fn nested(id: u64) -> u64 {
            id + 1
        }
        self.read(ctx, nested(id)).await
    }
    pub const fn limit(&self) -> u64 {
        Self::LIMIT
    }
    fn sweep(&self, ctx: &crate::PlatformCtx) {}
}
pub trait Load {
    type Row;
    async fn load(&self, ctx: &crate::Ctx, id: u64) -> Self::Row;
    fn name(&self, ctx: &crate::Ctx) -> &str {
        "load"
    }
}
mod orders {
    use std::fmt;
    pub struct Order {
        id: u64,
    }
    impl Order {
        pub fn key(
            &self,
            #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
            context: &crate::Ctx,
        ) -> String {
            context.key(self.id)
        }
    }
    impl fmt::Display for Order {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.id)
        }
    }
    mod prices {
        fn of(
            #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
            context: &crate::Ctx,
            order: &super::Order,
        ) -> u64 {
            context.price(order)
        }
    }
}
