//! The chunks of a response body are made when the server polls it: the handler has returned by then.

use std::pin::Pin;

use ctx::Gate;
use futures_util::{Stream, StreamExt};
use support::{Ctx, Lines, admit, gate, raw};

type Body = Pin<Box<dyn Stream<Item = String> + Send>>;

const CHUNKS: u32 = 5;

fn handler(ctx: &Ctx, lines: &Lines) -> Body {
    let lines = lines.clone();
    Box::pin(ctx.stream(async move |ctx, out| {
        for chunk in 0..CHUNKS {
            ctx::info!(ctx, "{}", lines.text(chunk));
            tracing::info!("{}", lines.text(format_args!("{chunk}, plain")));
            tokio::task::yield_now().await;
            out.send(format!("{} {chunk}", ctx.tenant())).await;
        }
    }))
}

/// The record at the end of the turn.
fn ends(request: u64) -> usize {
    Lines::by_field("request_id", request).iter().filter(|line| line.field("ended").is_some()).count()
}

fn serve(gate: &Gate, tenant: &'static str) -> (u64, Lines, Body) {
    let (turn, lines) = (admit(gate, tenant), Lines::capture());
    let body = handler(&turn, &lines);
    (turn.fields().request_id, lines, body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_one_leaves_early() {
    let gate = gate();
    let (patient_request, patient_lines, patient) = serve(&gate, "acme");
    let (leaver_request, leaver_lines, mut leaver) = serve(&gate, "globex");
    assert_eq!(gate.live(), 2, "the bodies keep their turns alive");
    assert!(patient_lines.all().is_empty(), "nothing is produced before it is wanted");

    let other = admit(&gate, "initech");
    let patient = raw::task(async move {
        let mut patient = patient;
        let mut chunks = Vec::new();
        while let Some(chunk) = patient.next().await {
            assert_eq!(ends(patient_request), 0, "a turn ends after its last chunk");
            chunks.push(chunk);
        }
        assert_eq!(ends(patient_request), 1);
        chunks
    });
    // Polled in the span of another tenant.
    let first = other.in_span_async(async |_| leaver.next().await).await;
    assert_eq!(first.as_deref(), Some("globex 0"));
    assert_eq!(ends(leaver_request), 0);
    drop(leaver);
    assert_eq!(ends(leaver_request), 1);
    assert_eq!(patient.await.unwrap(), (0..CHUNKS).map(|n| format!("acme {n}")).collect::<Vec<_>>());
    drop(other);
    gate.idle().await;
    assert_eq!((ends(patient_request), ends(leaver_request)), (1, 1));

    assert_eq!(patient_lines.all().len(), 2 * CHUNKS as usize);
    assert!(patient_lines.all().iter().all(|line| line.tenant() == Some("acme")));
    assert!(leaver_lines.all().iter().all(|line| line.tenant() == Some("globex")));
    assert!(leaver_lines.all().len() <= 4, "the producer ran no further than the client read: {leaver_lines:?}");
}

#[tokio::test]
async fn a_body_that_is_never_polled() {
    let gate = gate();
    let (request, lines, body) = serve(&gate, "acme");
    drop(body);
    assert_eq!((gate.live(), ends(request), lines.all().len()), (0, 1, 0));
}
