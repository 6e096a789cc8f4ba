//! The other order works. `debug_handler` checks a call of the signature that it sees.
pub use application::{Ctx, Turn};

#[axum::debug_handler]
#[ctx::with_ctx(entry)]
async fn show() -> String {
    ctx.tenant().to_string()
}

fn main() {
    let _: axum::Router = axum::Router::new().route("/", axum::routing::get(show));
}
