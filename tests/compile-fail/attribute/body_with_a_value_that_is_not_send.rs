// leads to: has type `*const u64` which is not `Send`
pub use application::Ctx;

#[ctx::with_ctx]
async fn load(id: u64) -> String {
    let raw: *const u64 = &id;
    let row = application::load(ctx, id).await;
    format!("{row} {raw:?}")
}

fn sent(future: impl Send) {
    drop(future);
}

pub fn start(ctx: &Ctx) {
    sent(load(ctx, 1));
}

fn main() {}
