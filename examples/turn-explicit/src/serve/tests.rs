//! The service from outside: started, asked over HTTP, stopped.

use std::net::Ipv4Addr;
use std::pin::pin;

use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use super::*;
use crate::for_tests::{Databases, turn};

struct Target {
    http: Client,
    url: String,
}

impl Target {
    fn request(&self, tenant: &str, path: &str, message_id: &str, message: &str) -> RequestBuilder {
        let body = json!({ "session": "s1", "message_id": message_id, "message": message });
        self.http.post(format!("{}{path}", self.url)).header("x-tenant", tenant).json(&body)
    }

    async fn turn(&self, tenant: &str, message_id: &str, message: &str) -> Response {
        self.request(tenant, "/v1/turns", message_id, message).send().await.expect("an answer")
    }
}

/// Serves while `ask` runs, then stops the service and waits until it has.
async fn served(ask: impl AsyncFnOnce(&Target)) -> Databases {
    let databases = Databases::new();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let target = Target { http: Client::new(), url: format!("http://{}", listener.local_addr().expect("its address")) };
    let settings = Settings { data_dir: databases.directory.clone(), ..Settings::default() };
    let shutdown = settings.shutdown.clone();
    let mut serving = pin!(serve_on(listener, settings));
    tokio::select! {
        stopped = &mut serving => panic!("stopped early: {stopped:?}"),
        () = ask(&target) => shutdown.notify_one(),
    }
    serving.await.expect("stopped without an error");
    databases
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_turns_leave_to_the_background_is_written_when_the_service_has_stopped() {
    let databases = served(async |service| {
        let (acme, globex) = tokio::join!(
            service.turn("acme", "acme-1", "opening hours? calc 6*7 time"),
            service.turn("globex", "globex-1", "opening hours? calc 6/0"),
        );
        let (acme, globex): (Value, Value) = (acme.json().await.expect("JSON"), globex.json().await.expect("JSON"));
        assert_eq!((&acme["tenant"], &acme["tools"][0]["output"]), (&json!("acme"), &json!("42")));
        assert_eq!((&globex["tenant"], &globex["tools"][0]["output"]), (&json!("globex"), &json!("failed")));
        for (tenant, turn) in [("acme", &acme), ("globex", &globex)] {
            let served_for = format!("[served for {tenant}]");
            assert!(turn["answer"].as_str().is_some_and(|answer| answer.starts_with(&served_for)), "{turn}");
        }
    })
    .await;
    assert_eq!(databases.files(), ["acme.db", "globex.db"]);
    for (tenant, message_id) in [("acme", "acme-1"), ("globex", "globex-1")] {
        let (storage, turn) = (&databases.storage, turn(tenant));
        let messages = storage.messages(&turn).await.expect("read");
        assert_eq!(messages.iter().map(|row| row.message_id.as_str()).collect::<Vec<_>>(), [message_id]);
        let audit = storage.audit(&turn).await.expect("read");
        assert!(audit.iter().all(|row| row.message_id == message_id));
        let mut kinds: Vec<&str> = audit.iter().map(|row| row.kind.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["answer.checked", "input.accepted", "turn.completed"]);
        let usage = storage.usage(&turn).await.expect("read");
        assert!(usage.iter().any(|row| row.kind == "words") && usage.iter().all(|row| row.message_id == message_id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_event_of_a_stream_is_for_the_tenant_of_the_request() {
    served(async |service| {
        let request = service.request("globex", "/v1/turns/stream", "globex-1", "is anybody there?");
        let body = request.send().await.expect("an answer").text().await.expect("a stream");
        let events: Vec<&str> = body.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
        assert_eq!((events.first(), events.last()), (Some(&"status"), Some(&"done")));
        assert!(events.iter().filter(|event| **event == "token").count() > 1, "{events:?}");
        for data in body.lines().filter_map(|line| line.strip_prefix("data: ")) {
            let data: Value = serde_json::from_str(data).expect("JSON");
            assert_eq!((&data["tenant"], &data["message_id"]), (&json!("globex"), &json!("globex-1")));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_served_is_refused_without_a_detail() {
    served(async |service| {
        let refused = async |request: RequestBuilder| {
            let response = request.send().await.expect("an answer");
            let retry_after = response.headers().get("retry-after").is_some_and(|after| after == "1");
            (response.status().as_u16(), response.text().await.expect("a body"), retry_after)
        };
        let text = |status: u16, error: &str| (status, json!({ "error": error }).to_string(), status == 503);
        let turn = |tenant: &str, message: &str| service.request(tenant, "/v1/turns", "acme-1", message);
        let late = turn("acme", "hours?").header("x-deadline-ms", "1000");
        assert_eq!(refused(turn("../acme", "hours?")).await, text(400, "bad tenant"));
        assert_eq!(refused(turn("umbrella", "hours?")).await, text(401, "unknown tenant"));
        assert_eq!(refused(turn("acme", "any malware?")).await, text(422, "message blocked"));
        assert_eq!(refused(turn("acme", " ")).await, text(400, "bad message"));
        assert_eq!(refused(late).await, text(504, "deadline passed"));
        let drained = service.http.post(format!("{}/admin/drain", service.url)).send().await.expect("an answer");
        assert_eq!(drained.status(), 202);
        assert_eq!(refused(turn("acme", "hours?")).await, text(503, "draining"));
    })
    .await;
}
