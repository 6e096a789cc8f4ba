//! Field report C16: `#[with_ctx(entry)]` on handlers of axum, above `#[debug_handler]`.

use application::load;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Request;
use axum::routing::{get, post};
use axum::{Json, Router, debug_handler};
use ctx::with_ctx;
use tower::ServiceExt;

#[derive(Clone)]
struct App(&'static str);

#[with_ctx(entry)]
async fn plain() -> String {
    load(ctx, 0).await
}

#[with_ctx(entry)]
async fn show(Path(id): Path<u64>) -> String {
    load(ctx, id).await
}

#[with_ctx(entry)]
#[debug_handler(state = App)]
async fn above(State(app): State<App>, Path(id): Path<u64>) -> Result<String, String> {
    Ok(load(ctx, id).await + app.0)
}

#[with_ctx(entry)]
#[debug_handler(state = App)]
async fn with_a_body(State(app): State<App>, Path(id): Path<u64>, Json(body): Json<u64>) -> String {
    //! The body extractor is last.
    load(ctx, id + body).await + app.0
}

/// Field report C11: the context and the turn of another crate, without a name at this root.
#[with_ctx(entry, crate = application)]
async fn unused() -> &'static str {
    "unused"
}

struct Handlers;

#[with_ctx(entry)]
impl Handlers {
    async fn associated(Path(id): Path<u64>) -> String {
        load(ctx, id).await + Self::suffix()
    }

    #[with_ctx(skip)]
    fn suffix() -> &'static str {
        " of an impl"
    }
}

fn assert_send<T: Send>(future: T) -> T {
    future
}

async fn answer(request: Request<Body>) -> String {
    let router = Router::new()
        .route("/plain", get(plain))
        .route("/show/{id}", get(show))
        .route("/above/{id}", get(above))
        .route("/body/{id}", post(with_a_body))
        .route("/unused", get(unused))
        .route("/associated/{id}", get(Handlers::associated))
        .with_state(App(" of the app"));
    let Ok(response) = router.oneshot(request).await;
    let body = axum::body::to_bytes(response.into_body(), 1000).await.expect("a short body");
    String::from_utf8(body.to_vec()).expect("text")
}

#[tokio::test]
async fn c16_entries_are_handlers() {
    for (path, text) in [
        ("/plain", "row 0 of the request"),
        ("/show/1", "row 1 of the request"),
        ("/above/2", "row 2 of the request of the app"),
        ("/unused", "unused"),
        ("/associated/3", "row 3 of the request of an impl"),
    ] {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        assert_eq!(assert_send(answer(request)).await, text);
    }
    let request = Request::post("/body/4").header("content-type", "application/json").body(Body::from("10"));
    assert_eq!(answer(request.expect("a request")).await, "row 14 of the request of the app");
}
