// leads to: on the method of the impl
pub use application::{Ctx, Turn};

trait Consume {
    #[ctx::with_ctx(entry)]
    fn consume(&self, message: u64);
}

fn main() {}
