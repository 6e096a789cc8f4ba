//! A returned `impl Trait` that may borrow from `ctx`: in edition 2024 it stays as it is written.

#[with_ctx(capture)]
fn events(names: &[String]) -> impl Iterator<Item = String> {
    names.iter().map(|name| ctx.label(name))
}

impl Store {
    #[with_ctx(capture)]
    fn load(&self, id: u64) -> impl Future<Output = Row> {
        async move { self.read(ctx, id).await }
    }
}
