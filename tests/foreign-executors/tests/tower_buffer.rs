//! Services that move a call to a worker, or repeat it: the request brings its context.

use std::future::{Ready, ready};
use std::time::Duration;

use support::{AgentPin, Ctx, Lines, TenantId, TurnFields, admit, gate, platform};
use tower::buffer::Buffer;
use tower::retry::{Policy, Retry};
use tower::{Service, ServiceExt, service_fn};

/// A request and its context.
type Request = ctx::Stamped<u32, TenantId, AgentPin, TurnFields>;

/// Answers inside the request's own context, and fails as often as is asked.
async fn answer(lines: Lines, request: Request) -> Result<String, &'static str> {
    let logged = async |ctx: &Ctx, number: u32| {
        tracing::info!("{}", lines.text(number));
        tokio::task::yield_now().await;
        ctx::info!(ctx, "{}", lines.text(format_args!("{number}, explicit")));
        format!("{number} for {}", ctx.tenant())
    };
    Ok(request.open(logged).await)
}

/// The worker serves whoever comes. It is platform work, with a name of its own, that the gate knows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_buffers_worker_serves_each_request_under_its_own_context() {
    let (gate, lines) = (gate(), Lines::capture());
    let start_up = platform(&gate, "start-up");
    let answering = lines.clone();
    let (buffer, worker) = Buffer::pair(service_fn(move |request| answer(answering.clone(), request)), 8);
    start_up.task("buffer").spawn(async move |_| worker.await);
    drop(start_up);

    let mut calls = Vec::new();
    for number in 0..50 {
        let tenant = if number % 2 == 0 { "acme" } else { "globex" };
        let (turn, buffer) = (admit(&gate, tenant), buffer.clone());
        calls.push(turn.spawn(async move |ctx| buffer.oneshot(ctx.stamp(number)).await));
    }
    for (number, call) in calls.into_iter().enumerate() {
        let tenant = if number % 2 == 0 { "acme" } else { "globex" };
        let answer = call.await.expect("it was not aborted").expect("an answer");
        assert_eq!(answer, format!("{number} for {tenant}"));
        assert_eq!(lines.one(&number.to_string()).tenant(), Some(tenant));
        assert_eq!(lines.one(&format!("{number}, explicit")).tenant(), Some(tenant));
    }

    // The worker lives as long as a buffer does, and no longer.
    assert!(gate.still_running().iter().any(|running| running.kind() == "buffer"));
    drop(buffer);
    assert!(gate.drain(Duration::from_secs(20)).await.is_clean());
}

/// The part of a service that runs in `call` itself runs on the worker, between two tenants' requests.
#[tokio::test]
async fn what_a_service_does_before_its_future_is_the_requests_too() {
    let (gate, lines) = (gate(), Lines::capture());
    let (start_up, logging) = (platform(&gate, "start-up"), lines.clone());
    let service = service_fn(move |request: Request| {
        let seen = request.open_sync(|ctx, number| {
            tracing::info!("{}", logging.text(number));
            ctx.tenant().to_string()
        });
        ready(Ok::<_, &str>(seen))
    });
    let (buffer, worker) = Buffer::pair(service, 8);
    start_up.task("buffer").spawn(async move |_| worker.await);
    for (number, tenant) in [(1, "acme"), (2, "globex"), (3, "acme")] {
        let seen = buffer.clone().oneshot(admit(&gate, tenant).stamp(number)).await;
        assert_eq!(seen.expect("an answer"), tenant);
        assert_eq!(lines.one(&number.to_string()).tenant(), Some(tenant));
    }
}

#[derive(Clone)]
struct Thrice(u32);

/// A repeated request is stamped anew, by its own context: a message has no copies.
impl Policy<Request, String, &'static str> for Thrice {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut Request, result: &mut Result<String, &'static str>) -> Option<Self::Future> {
        if result.is_ok() || self.0 == 0 {
            return None;
        }
        self.0 -= 1;
        Some(ready(()))
    }

    fn clone_request(&mut self, request: &Request) -> Option<Request> {
        Some(request.inspect(|ctx, number| ctx.stamp(*number)))
    }
}

/// All tries of fifty mixed requests show their own tenant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retries_are_the_requests_own() {
    let (gate, lines) = (gate(), Lines::capture());
    let logging = lines.clone();
    let failing = service_fn(move |request: Request| {
        let lines = logging.clone();
        async move {
            request.open(async |_: &Ctx, number| tracing::info!("{}", lines.text(number))).await;
            Err::<String, _>("not yet")
        }
    });
    let service = Retry::new(Thrice(2), failing);
    let calls = (0..50_u32).map(|number| {
        let turn = admit(&gate, if number % 2 == 0 { "acme" } else { "globex" });
        let mut service = service.clone();
        async move {
            let failed = service.ready().await?.call(turn.stamp(number)).await;
            drop(turn);
            failed
        }
    });
    for failed in futures_util::future::join_all(calls).await {
        assert_eq!(failed, Err("not yet"));
    }
    for number in 0..50_u32 {
        let tenant = if number % 2 == 0 { "acme" } else { "globex" };
        let tries = lines.with(&number.to_string());
        assert_eq!(tries.iter().map(support::Line::tenant).collect::<Vec<_>>(), [Some(tenant); 3]);
    }
    assert_eq!(gate.live(), 0);
}
