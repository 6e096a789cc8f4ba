// leads to: `Row` doesn't implement `std::fmt::Display`
pub use application::Ctx;

pub struct Row;

#[ctx::with_ctx]
fn show(row: &Row) -> String {
    format!("{} {row}", ctx.tenant())
}

fn main() {}
