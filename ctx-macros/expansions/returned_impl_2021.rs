//! Before edition 2024 a returned `impl Trait` captures what it mentions, so `ctx` is not among it.

#[with_ctx]
fn mentions_all(s: &str) -> impl Iterator<Item = &str> {
    s.split(' ')
}

#[with_ctx]
fn borrows_nothing(s: &[u8]) -> impl Iterator<Item = u8> {
    s.to_vec().into_iter()
}
