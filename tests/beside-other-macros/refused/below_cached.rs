//! The compiler's words, in the body that was moved.
pub use application::Ctx;

#[cached::proc_macro::cached(key = "u64", convert = "{ id }")]
#[ctx::with_ctx]
fn price(id: u64) -> String {
    format!("{id} {}", ctx.tenant())
}

fn main() {}
