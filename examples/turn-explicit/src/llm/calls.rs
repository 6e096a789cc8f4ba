//! Model calls run on a thread and runtime of their own, so that a slow model cannot hold up admission and streaming.

use std::cell::Cell;
use std::rc::Rc;

use anyhow::{Context as _, anyhow, bail};
use ctx::with_ctx;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::LocalSet;

use super::chat::ChatMessage;
use super::client::ModelClient;
use crate::Stamped;

/// More calls than this at once mean that the model has stopped answering.
const MAX_IN_FLIGHT: usize = 256;

struct Call {
    message_id: String,
    messages: Vec<ChatMessage>,
    reply: oneshot::Sender<anyhow::Result<String>>,
}

/// The way to the model. Its thread ends when this is dropped.
pub(crate) struct Llm {
    calls: UnboundedSender<Stamped<Call>>,
}

impl Llm {
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn start(base_url: String) -> anyhow::Result<Self> {
        let client = ModelClient::new(base_url)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (calls, queue) = unbounded_channel();
        let thread = ctx.thread("model", move |_| {
            runtime.block_on(LocalSet::new().run_until(take_calls(queue, client)));
        });
        thread.context("failed to start the model thread")?;
        Ok(Self { calls })
    }

    /// The model's answer. Dropping the future gives up the call.
    #[with_ctx]
    pub(crate) async fn complete(&self, message_id: &str, messages: Vec<ChatMessage>) -> anyhow::Result<String> {
        let (reply, answer) = oneshot::channel();
        let call = Call { message_id: message_id.to_owned(), messages, reply };
        self.calls.send(ctx.stamp(call)).map_err(|_| anyhow!("the model thread has stopped"))?;
        answer.await.context("the model call panicked")?
    }
}

async fn take_calls(mut queue: UnboundedReceiver<Stamped<Call>>, client: ModelClient) {
    let client = Rc::new(client);
    let in_flight = Rc::new(Cell::new(0));
    while let Some(call) = queue.recv().await {
        let client = client.clone();
        let in_flight = in_flight.clone();
        call.open_sync(|ctx, Call { message_id, messages, mut reply }| {
            ctx.spawn_local(async move |ctx| {
                let answer = tokio::select! {
                    answer = call_model(ctx, &client, &in_flight, &message_id, messages) => answer,
                    () = reply.closed() => return,
                };
                // Whoever asked may have left in the meantime.
                let _ = reply.send(answer);
            });
        });
    }
}

#[with_ctx]
async fn call_model(
    client: &ModelClient,
    in_flight: &Cell<usize>,
    message_id: &str,
    messages: Vec<ChatMessage>,
) -> anyhow::Result<String> {
    let _counted = Counted::new(in_flight);
    if in_flight.get() > MAX_IN_FLIGHT {
        bail!("the model has too many calls in flight");
    }
    ctx::info!(ctx, message_id, in_flight = in_flight.get(), "model called");
    let answer = client.complete(ctx, messages).await?;
    ctx::info!(ctx, message_id, words = answer.split_whitespace().count(), "model answered");
    Ok(answer)
}

/// Counts a call until it is dropped, which also happens when the caller leaves.
struct Counted<'a>(&'a Cell<usize>);

impl<'a> Counted<'a> {
    fn new(in_flight: &'a Cell<usize>) -> Self {
        in_flight.set(in_flight.get() + 1);
        Self(in_flight)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::turn;
    use crate::llm::{OfflineModel, prompt};

    #[tokio::test]
    async fn overlapping_calls_are_each_made_and_logged_for_their_own_tenant() {
        let service = ctx::testing::platform("service", ());
        let model = OfflineModel::bind().await.expect("a free port");
        let llm = Llm::start(&service, model.url()).expect("a thread");
        let (acme, globex) = (turn("acme"), turn("globex"));
        let called = async {
            tokio::join!(
                llm.complete(&acme, "acme-1", prompt("hours?", &[], &[])),
                llm.complete(&globex, "globex-1", prompt("hours?", &[], &[])),
            )
        };
        let (to_acme, to_globex) = tokio::select! {
            answers = called => answers,
            stopped = model.serve() => panic!("the model stopped: {stopped:?}"),
        };
        assert_eq!(to_acme.expect("an answer"), "[served for acme] You asked: hours?.");
        assert_eq!(to_globex.expect("an answer"), "[served for globex] You asked: hours?.");
        for (turn, message_id) in [(&acme, "acme-1"), (&globex, "globex-1")] {
            let log = turn.log();
            log.assert_logged("model answered");
            // Lines of the HTTP client are in the turn's log too, and know no message.
            let ids = log.records().iter().filter_map(|record| record.field("message_id"));
            assert!(ids.map(ToString::to_string).all(|id| id == message_id));
        }
    }
}
