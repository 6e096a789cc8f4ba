// leads to: put it on a function
pub use application::Ctx;

#[ctx::with_ctx]
struct Row;

fn main() {
    let _ = Row;
}
