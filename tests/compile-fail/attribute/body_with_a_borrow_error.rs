// leads to: cannot borrow `rows` as mutable
pub use application::Ctx;

#[ctx::with_ctx]
fn grow(mut rows: Vec<u64>) -> u64 {
    let first = &rows[0];
    rows.push(ctx.tenant().0.len() as u64);
    *first
}

fn main() {}
