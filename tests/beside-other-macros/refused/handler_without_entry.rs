//! The compiler's words, which do not name the cause: the documentation of the attribute does.
pub use application::{Ctx, load};

#[ctx::with_ctx]
async fn show() -> String {
    load(ctx, 1).await
}

fn main() {
    let _: axum::Router = axum::Router::new().route("/", axum::routing::get(show));
}
