// leads to: the trait `From<ParseIntError>` is not implemented for `Failed`
pub use application::Ctx;

pub struct Failed;

#[ctx::with_ctx]
fn parse(text: &str) -> Result<u64, Failed> {
    let _ = ctx;
    Ok(text.parse::<u64>()?)
}

fn main() {}
