//! The attribute on a whole block: each function in it, but none in a body, and none that is left out.

#[with_ctx]
impl<T> Store<T> {
    const LIMIT: u64 = 10;

    pub async fn load(&self, id: u64) -> Row {
        fn nested(id: u64) -> u64 {
            id + 1
        }
        self.read(ctx, nested(id)).await
    }

    #[with_ctx(skip)]
    pub const fn limit(&self) -> u64 {
        Self::LIMIT
    }

    #[with_ctx(crate::PlatformCtx)]
    fn sweep(&self) {}
}

#[with_ctx]
pub trait Load {
    type Row;

    async fn load(&self, id: u64) -> Self::Row;

    fn name(&self) -> &str {
        "load"
    }
}

#[with_ctx(name = context)]
mod orders {
    use std::fmt;

    pub struct Order {
        id: u64,
    }

    impl Order {
        pub fn key(&self) -> String {
            context.key(self.id)
        }
    }

    #[with_ctx(skip)]
    impl fmt::Display for Order {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.id)
        }
    }

    mod prices {
        fn of(order: &super::Order) -> u64 {
            context.price(order)
        }
    }
}
