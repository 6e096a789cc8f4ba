// leads to: ctx.thread
use application::Ctx;

#[ctx::with_ctx]
fn handler() {
    let _thread = std::thread::Builder::new();
}

fn main() {}
