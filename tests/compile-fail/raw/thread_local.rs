// leads to: pass the value as an argument
use application::Ctx;

#[ctx::with_ctx]
fn handler() {
    thread_local! {
        static TENANT: String = String::new();
    }
}

fn main() {}
