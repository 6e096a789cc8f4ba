//! Aborting a handle or dropping a set does not stop a closure that has begun. It must keep its context to its end, and
//! nothing may say that it ended while it runs.

use std::sync::mpsc;
use std::time::Duration;

use support::{Ctx, Lines, admit, gate};
use tokio::sync::oneshot;

/// A loop that logs each time it is told to go on, and says whether it was cancelled.
struct Steps {
    go: mpsc::Sender<()>,
    done: mpsc::Receiver<bool>,
    begun: oneshot::Receiver<()>,
}

fn steps(lines: &Lines, name: &'static str) -> (Steps, impl FnOnce(&Ctx) + Send + 'static) {
    let (go, goes) = mpsc::channel();
    let (done, was_done) = mpsc::channel();
    let (begin, begun) = oneshot::channel();
    let lines = lines.clone();
    let work = move |ctx: &Ctx| {
        begin.send(()).unwrap();
        for ((), step) in goes.iter().zip(1..) {
            ctx::info!(ctx, "{}", lines.text(format_args!("{name} {step}")));
            tracing::info!("{}", lines.text(format_args!("{name} {step}, plain")));
            done.send(ctx.is_cancelled()).unwrap();
        }
    };
    (Steps { go, done: was_done, begun }, work)
}

impl Steps {
    fn step(&self) -> bool {
        self.go.send(()).unwrap();
        self.done.recv().unwrap()
    }
}

#[tokio::test]
async fn an_aborted_closure_keeps_its_context_to_its_end() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let canceller = turn.canceller();
    let (mut one, work) = steps(&lines, "handle");
    let (mut two, work_in_set) = steps(&lines, "set");
    let handle = turn.spawn_blocking(work);
    let mut set = turn.join_set();
    set.spawn_blocking(work_in_set);
    (&mut one.begun).await.unwrap();
    (&mut two.begun).await.unwrap();

    handle.abort();
    drop(set);
    drop(turn);
    assert!(!one.step() && !two.step(), "aborting is not cancelling the turn");
    assert!(!handle.is_finished());
    assert_eq!(gate.live(), 1, "the turn is alive while the closures run");
    canceller.cancel();
    assert!(one.step() && two.step(), "a cancelled turn is visible in the closures");
    assert_eq!(gate.still_running()[0].holders(), 2);

    drop((one, two));
    handle.await.expect("it ended by itself and not by the abort");
    gate.idle().await;
    for message in ["handle 1", "handle 2", "set 1", "set 2"] {
        assert_eq!(lines.one(message).tenant(), Some("acme"));
        assert_eq!(lines.one(&format!("{message}, plain")).tenant(), Some("acme"));
    }
}

#[tokio::test]
async fn a_drain_does_not_call_it_ended() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let (mut steps, work) = steps(&lines, "drained");
    let handle = turn.task("export").spawn_blocking(work);
    (&mut steps.begun).await.unwrap();
    drop(turn);
    handle.abort();
    let report = gate.drain(Duration::ZERO).await;
    assert!(report.still_running().iter().any(|root| root.kind() == "export"), "{report}");
    assert!(steps.step(), "it is told to stop");
    drop(steps);
    gate.idle().await;
}
