// leads to: reason
use application::Ctx;

#[ctx::with_ctx(raw = "")]
async fn handler() {
    tokio::spawn(async {});
}

fn main() {}
