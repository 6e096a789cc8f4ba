// leads to: ctx.thread
use application::Ctx;

#[ctx::with_ctx]
fn handler() {
    std::thread::spawn(|| 1);
}

fn main() {}
