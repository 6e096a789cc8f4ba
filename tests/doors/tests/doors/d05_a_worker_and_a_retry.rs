//! Services that move a call to a worker's task, or make it again: each call is its own request's.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::sync::Mutex;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use http::{Request, Response, StatusCode};
use support::{Lines, Turn, gate};
use tower::retry::{Policy, RetryLayer};
use tower::{BoxError, Service, ServiceBuilder, ServiceExt as _};

use crate::service::{layer, request_id};

/// Fails twice for each request, then answers. Logs in `call` and in its future, without a context.
#[derive(Clone)]
struct Flaky {
    lines: Lines,
    calls: Arc<Mutex<Vec<u64>>>,
}

impl Service<Request<u64>> for Flaky {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<String>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<u64>) -> Self::Future {
        let id = *request.body();
        let turn = Turn::of(&request).expect("it came through the layer");
        let (lines, calls) = (self.lines.clone(), self.calls.clone());
        tracing::info!("{}", lines.text(format_args!("call {id}")));
        Box::pin(async move {
            tokio::task::yield_now().await;
            tracing::info!("{}", lines.text(format_args!("future {id}")));
            let mut calls = calls.lock().unwrap();
            calls.push(id);
            let made = calls.iter().filter(|call| **call == id).count();
            let mut response = Response::new(turn.tenant().to_string());
            if made < 3 {
                *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            }
            Ok(response)
        })
    }
}

#[derive(Clone)]
struct UntilItWorks;

impl Policy<Request<u64>, Response<String>, BoxError> for UntilItWorks {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut Request<u64>, result: &mut Result<Response<String>, BoxError>) -> Option<Ready<()>> {
        result.as_ref().is_ok_and(|response| response.status() != 200).then(|| ready(()))
    }

    fn clone_request(&mut self, request: &Request<u64>) -> Option<Request<u64>> {
        Some(request.clone())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_requests_of_two_tenants() {
    let (gate, lines) = (gate(), Lines::capture());
    let flaky = Flaky { lines: lines.clone(), calls: Arc::default() };
    let calls = flaky.calls.clone();
    let service =
        ServiceBuilder::new().layer(layer(&gate)).layer(RetryLayer::new(UntilItWorks)).buffer(8).service(flaky);
    let requests: Vec<(u64, &str)> =
        (0..50).map(|n| (request_id(), if n % 2 == 0 { "acme" } else { "globex" })).collect();
    let answers = requests.iter().map(|(id, tenant)| {
        let request = Request::builder().header("x-tenant", *tenant).header("x-request", *id).body(*id).unwrap();
        let service = service.clone();
        async move {
            let response = service.oneshot(request).await.unwrap();
            (response.status(), http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes())
        }
    });
    for (answer, (_, tenant)) in futures_util::future::join_all(answers).await.into_iter().zip(&requests) {
        assert_eq!((answer.0, &answer.1[..]), (StatusCode::OK, tenant.as_bytes()));
    }
    assert_eq!(calls.lock().unwrap().len(), 150);
    for (id, tenant) in requests {
        for message in [format!("call {id}"), format!("future {id}")] {
            let found = lines.with(&message);
            assert_eq!(found.len(), 3, "two of three failed");
            let own = |line: &&support::Line| {
                line.tenant() == Some(tenant) && line.field("request_id") == Some(&id.to_string())
            };
            assert_eq!(found.iter().filter(own).count(), 3, "{found:?}");
        }
    }
    gate.idle().await;
}
