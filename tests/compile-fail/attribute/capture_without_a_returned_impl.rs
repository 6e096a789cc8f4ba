// leads to: remove it
pub use application::Ctx;

#[ctx::with_ctx(capture)]
async fn load(id: u64) -> u64 {
    id
}

fn main() {}
