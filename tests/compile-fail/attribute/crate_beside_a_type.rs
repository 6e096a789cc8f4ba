// leads to: `crate = path` makes it `path::Ctx`
pub use application::PlatformCtx;

#[ctx::with_ctx(PlatformCtx, crate = application)]
fn sweep() {}

fn main() {}
