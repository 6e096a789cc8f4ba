// leads to: ctx.spawn(async move |ctx| ..)
pub use application::Ctx;

struct Store;

#[ctx::with_ctx]
impl Store {
    fn load(&self) {
        tokio::spawn(async {});
    }
}

fn main() {}
