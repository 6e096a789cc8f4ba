//! Model calls run on a thread and runtime of their own, so that a slow model cannot hold up admission and streaming.

use std::cell::Cell;
use std::rc::Rc;
use std::thread;

use anyhow::{Context as _, anyhow, bail};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::{LocalSet, spawn_local};
use tracing::{info, info_span};

use super::chat::ChatMessage;
use super::client::ModelClient;
use crate::context::{self, Captured};

/// More calls than this at once mean that the model has stopped answering.
const MAX_IN_FLIGHT: usize = 256;

struct Call {
    context: Option<Captured>,
    message_id: String,
    messages: Vec<ChatMessage>,
    reply: oneshot::Sender<anyhow::Result<String>>,
}

/// The way to the model. Its thread ends when this is dropped.
pub(crate) struct Llm {
    calls: UnboundedSender<Call>,
}

impl Llm {
    pub(crate) fn start(base_url: String) -> anyhow::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (calls, queue) = unbounded_channel();
        let run = move || runtime.block_on(LocalSet::new().run_until(take_calls(queue, base_url)));
        thread::Builder::new().name("model".to_owned()).spawn(run).context("failed to start the model thread")?;
        Ok(Self { calls })
    }

    /// The model's answer. Dropping the future gives up the call.
    pub(crate) async fn complete(&self, message_id: &str, messages: Vec<ChatMessage>) -> anyhow::Result<String> {
        let (reply, answer) = oneshot::channel();
        let message_id = message_id.to_owned();
        let call = Call { context: Captured::current(), message_id, messages, reply };
        self.calls.send(call).map_err(|_| anyhow!("the model thread has stopped"))?;
        answer.await.context("the model call panicked")?
    }
}

async fn take_calls(mut queue: UnboundedReceiver<Call>, base_url: String) {
    let client = Rc::new(ModelClient::new(base_url));
    let in_flight = Rc::new(Cell::new(0));
    while let Some(Call { context, message_id, messages, mut reply }) = queue.recv().await {
        let client = client.clone();
        let in_flight = in_flight.clone();
        let call = async move {
            let answer = tokio::select! {
                answer = call_model(&client, &in_flight, &message_id, messages) => answer,
                () = reply.closed() => return,
            };
            // Whoever asked may have left in the meantime.
            let _ = reply.send(answer);
        };
        match context {
            Some(context) => spawn_local(context.scope(call)),
            None => spawn_local(call),
        };
    }
}

async fn call_model(
    client: &ModelClient,
    in_flight: &Cell<usize>,
    message_id: &str,
    messages: Vec<ChatMessage>,
) -> anyhow::Result<String> {
    let tenant = context::tenant();
    let fields = context::log_fields();
    let span = info_span!("model call", %tenant, request_id = fields.request_id);
    let _entered = span.enter();
    let _counted = Counted::new(in_flight);
    if in_flight.get() > MAX_IN_FLIGHT {
        bail!("the model has too many calls in flight");
    }
    info!(message_id, in_flight = in_flight.get(), "model called");
    let answer = client.complete(messages).await?;
    info!(message_id, words = answer.split_whitespace().count(), "model answered");
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
