//! Before edition 2024 the result says that it borrows from `ctx`.

#[with_ctx(capture)]
fn load(id: u64) -> impl Future<Output = Row> {
    async move { read(ctx, id).await }
}

#[with_ctx(capture)]
fn events<T: Display>(names: &[T]) -> impl Iterator<Item = &T> {
    names.iter().filter(|name| ctx.has(name))
}
