// leads to: ctx.spawn
use application::Ctx;

struct Service;

impl Service {
    #[ctx::with_ctx]
    async fn handle(&self, id: u64) {
        if id > 0 {
            tokio::spawn(async move { id });
        }
    }
}

fn main() {}
