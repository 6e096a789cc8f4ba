// leads to: pass the value as an argument
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    tokio::task_local! {
        static TENANT: String;
    }
}

fn main() {}
