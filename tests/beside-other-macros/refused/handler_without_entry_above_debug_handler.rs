//! One message, which names `entry`.
#[ctx::with_ctx]
#[axum::debug_handler]
async fn show() -> String {
    "shown".to_owned()
}

fn main() {
    let _: axum::Router = axum::Router::new().route("/", axum::routing::get(show));
}
