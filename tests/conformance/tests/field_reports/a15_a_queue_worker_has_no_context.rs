//! Work that is handed over a channel loses its origin, or a whole batch takes the context of its first message.

use std::collections::BTreeMap;

use support::{AgentPin, Ctx, Lines, TenantId, TurnFields, admit, gate, raw};
use tokio::sync::mpsc;

type Message = ctx::Stamped<u32, TenantId, AgentPin, TurnFields>;

async fn handle(ctx: &Ctx, number: u32, lines: &Lines) {
    tracing::info!("{}", lines.text(format_args!("{number}")));
    tokio::task::yield_now().await;
    ctx::info!(ctx, "{}", lines.text(format_args!("{number}, again")));
}

/// Batches of one tenant each: a batch has one context, so it cannot be of several.
fn by_tenant(messages: Vec<Message>) -> BTreeMap<&'static str, Vec<Message>> {
    let mut batches: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for message in messages {
        batches.entry(message.tenant().0).or_default().push(message);
    }
    batches
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_jobs_of_two_tenants_and_one_flush() {
    let (gate, lines) = (gate(), Lines::capture());
    let (sender, mut jobs) = mpsc::channel::<Message>(4);
    let (acks, marked) = (lines.clone(), lines.clone());
    let worker = raw::task(async move {
        let mut pending = Vec::new();
        while let Some(job) = jobs.recv().await {
            let number = *job.peek();
            job.inspect(|_, _| tracing::info!("{}", acks.text(format_args!("{number}, queued"))));
            pending.push(job);
        }
        assert!(tracing::Span::current().is_none(), "the worker has no context of its own");
        let mut flushed = Vec::new();
        for (tenant, batch) in by_tenant(pending) {
            for job in batch {
                job.open(async |ctx: &Ctx, number| {
                    assert_eq!(ctx.tenant().0, tenant);
                    handle(ctx, number, &marked).await;
                    flushed.push((tenant, number));
                })
                .await;
            }
        }
        flushed
    });
    for number in 0..20 {
        let turn = admit(&gate, ["acme", "globex"][number as usize % 2]);
        sender.send(turn.stamp(number)).await.unwrap();
    }
    drop(sender);
    assert_eq!(worker.await.unwrap().len(), 20);
    for number in 0..20 {
        let tenant = Some(["acme", "globex"][number % 2]);
        for message in [format!("{number}, queued"), number.to_string(), format!("{number}, again")] {
            assert_eq!(lines.one(&message).tenant(), tenant, "{message}");
        }
    }
    gate.idle().await;
}

#[tokio::test]
async fn a_message_keeps_its_turn_and_a_lost_one_lets_go() {
    let gate = gate();
    let message = admit(&gate, "acme").stamp(1).map(|number| number.to_string());
    assert_eq!((gate.live(), message.peek().as_str()), (1, "1"));
    drop(message);
    assert_eq!(gate.live(), 0);
}
