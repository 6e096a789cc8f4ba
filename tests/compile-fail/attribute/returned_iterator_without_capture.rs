// leads to: captures lifetime that does not appear in bounds
pub use application::Ctx;

#[ctx::with_ctx]
fn labels(ids: Vec<u64>) -> impl Iterator<Item = String> {
    ids.into_iter().map(move |id| format!("{id} {}", ctx.tenant()))
}

fn main() {}
