//! A request that has to end before it is answered: its deadline passes, it is cancelled, or the service stops.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ctx::requests::Incoming;
use ctx::tower::{TurnLayer, in_turn};
use http::request::Parts;
use http::{Request, Response, StatusCode};
use support::{AgentPin, Lines, TenantId, Turn, TurnFields, gate};
use tower::{Layer as _, ServiceExt as _, service_fn};

use crate::service::{layer, request_id, text};

fn request() -> Request<()> {
    Request::builder().header("x-tenant", "acme").body(()).unwrap()
}

async fn never(_: Request<()>) -> Result<Response<String>, Infallible> {
    pending().await
}

#[tokio::test(start_paused = true)]
async fn at_its_deadline() {
    let _captured = Lines::capture();
    let id = request_id();
    let resolver = move |_: &Parts| {
        let fields = TurnFields { request_id: id, step: None };
        let incoming = Incoming::new(TenantId("acme"), AgentPin { version: 1 }, fields).kind("slow");
        Ok(incoming.time_limit(Duration::from_secs(60)).time_limit(Duration::from_secs(30)))
    };
    let (gate, begun) = (gate(), tokio::time::Instant::now());
    let service = TurnLayer::new(gate.clone(), resolver).layer(service_fn(never));
    let answer = text(service.oneshot(request()).await.unwrap().map(axum_body)).await;
    assert_eq!(answer, (StatusCode::GATEWAY_TIMEOUT, "deadline passed".to_owned()));
    assert_eq!(begun.elapsed().as_secs(), 30);
    let logged = Lines::by_field("request_id", id);
    let ended: Vec<_> = logged.iter().filter(|line| line.message == "request ended").collect();
    assert_eq!((ended.len(), ended[0].field("outcome")), (1, Some("stopped")));
    assert_eq!(ended[0].field("kind"), Some("slow"));
    assert_eq!(gate.live(), 0);
}

fn axum_body<B>(body: B) -> axum::body::Body
where
    B: http_body::Body<Data = axum::body::Bytes, Error: std::error::Error + Send + Sync> + Send + 'static,
{
    axum::body::Body::new(body)
}

#[tokio::test(start_paused = true)]
async fn at_the_end_of_a_grace() {
    let gate = gate();
    let dropped = Arc::new(AtomicBool::new(false));
    struct Held(Arc<AtomicBool>);
    impl Drop for Held {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let held = dropped.clone();
    let service = service_fn(move |request| {
        let held = Held(held.clone());
        async move {
            let answer = never(request).await;
            drop(held);
            answer
        }
    });
    let asked = layer(&gate).layer(service).oneshot(request());
    let (answer, report) = tokio::join!(asked, gate.drain(Duration::from_secs(5)));
    assert_eq!(text(answer.unwrap().map(axum_body)).await, (StatusCode::SERVICE_UNAVAILABLE, "draining".to_owned()));
    assert_eq!(report.still_running()[0].kind(), "request");
    let at = report.still_running()[0].started_at();
    assert!(at.file().ends_with("service.rs"), "the line that made the layer: {at}");
    assert!(dropped.load(Ordering::SeqCst));
}

#[tokio::test]
async fn cancelled_from_elsewhere() {
    let service = service_fn(async |request: Request<()>| {
        let turn = Turn::of(&request).unwrap();
        turn.canceller().cancel();
        never(request).await
    });
    let answer = layer(&gate()).layer(service).oneshot(request()).await.unwrap();
    assert_eq!(text(answer.map(axum_body)).await, (StatusCode::SERVICE_UNAVAILABLE, "cancelled".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn work_that_never_rests_is_stopped_too() {
    let busy = async |request: Request<()>| {
        drop(request);
        loop {
            // Ready again at once: the deadline's timer never fires between two polls of its own.
            tokio::time::advance(Duration::from_secs(1)).await;
            tokio::task::yield_now().await;
        }
        #[expect(unreachable_code, reason = "says what it would answer")]
        Response::new(String::new())
    };
    let gate = gate();
    let turn = gate.admission("busy").time_limit(Duration::from_secs(30));
    let turn = turn.admit(TenantId("acme"), AgentPin { version: 1 }, TurnFields::new()).unwrap();
    let stopped = in_turn(turn, request(), busy).await.unwrap_err();
    assert!(stopped.is_deadline_exceeded());
}

#[tokio::test]
async fn an_answer_leaves_what_it_started_alone() {
    let gate = gate();
    let service = service_fn(async |request: Request<()>| {
        let turn = Turn::of(&request).unwrap();
        turn.spawn(async |ctx| ctx.until_done(tokio::time::sleep(Duration::from_millis(5))).await.unwrap());
        Ok::<_, Infallible>(Response::new("answered".to_owned()))
    });
    let answer = layer(&gate).layer(service).oneshot(request()).await.unwrap();
    let request = gate.still_running();
    assert_eq!(request.len(), 1);
    assert_eq!(text(answer.map(axum_body)).await.1, "answered");
    assert_eq!(gate.live(), 1, "the task holds it");
    gate.idle().await;
}
