//! Messages of one tenant that are handled together.

use std::collections::HashMap;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use super::kinds::{self, Kind};
use super::observed::Hop;
#[cfg(feature = "tokio")]
use super::task_fn::EachFn;
use crate::context::{Ctx, Slots};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::Above;
use crate::stamped::Stamped;
use crate::tenant::Tenant;

/// Messages that are handled together: of one tenant and one pin, at least one. Made by [`by_tenant`](Self::by_tenant), and in no
/// other way, so a batch that mixes tenants cannot be.
///
/// It is handled under a context of its own, because it is of several turns: their tenant and their pin, no log fields, a
/// span that follows from the span of each, no deadline. None of the turns cancels it; the end of the process's grace does.
/// The turns live until it has been handled.
///
/// # Example
///
/// ```
/// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
/// use ctx::Batch;
///
/// /// One query for all of them. A loader that mixes tenants has no `ctx` to pass.
/// async fn load(ctx: &ctx::Ctx<TenantId>, ids: &[u32]) -> String {
///     format!("{} of {}", ids.len(), ctx.tenant())
/// }
///
/// let gate = ctx::Gate::new();
/// let (acme, globex) = (gate.admit(TenantId("acme"), (), ())?, gate.admit(TenantId("globex"), (), ())?);
/// let queued = vec![acme.stamp(1), globex.stamp(2), acme.stamp(3)];
///
/// let mut loaded = Vec::new();
/// for batch in Batch::by_tenant(queued) {
///     loaded.push(batch.open("load", async |ctx, ids| load(ctx, &ids).await).await);
/// }
/// assert_eq!(loaded, ["2 of acme", "1 of globex"]);
/// # Ok(()) }
/// ```
#[must_use = "messages that are not opened are lost"]
pub struct Batch<V, T, P = (), L = ()> {
    /// Never empty.
    messages: Vec<Stamped<V, T, P, L>>,
}

impl<V, T: Tenant + Eq + std::hash::Hash, P: Pin + PartialEq, L: LogFields> Batch<V, T, P, L> {
    /// Groups messages by tenant and pin: a batch for each pair, in the order of its first message, its messages in theirs. (By
    /// gate too, where tests have several.)
    #[must_use]
    pub fn by_tenant(messages: impl IntoIterator<Item = Stamped<V, T, P, L>>) -> Vec<Self> {
        let mut batches: Vec<Self> = Vec::new();
        let mut of_tenants: HashMap<T, Vec<usize>> = HashMap::new();
        for message in messages {
            if !of_tenants.contains_key(message.tenant()) {
                of_tenants.insert(message.tenant().clone(), Vec::new());
            }
            let Some(of_tenant) = of_tenants.get_mut(message.tenant()) else {
                unreachable!("a tenant is equal to its clone")
            };
            match of_tenant.iter().find(|at| batches[**at].takes(&message)) {
                Some(at) => batches[*at].messages.push(message),
                None => {
                    of_tenant.push(batches.len());
                    batches.push(Self { messages: vec![message] });
                }
            }
        }
        batches
    }

    /// Whether a message of the same tenant goes in.
    fn takes(&self, message: &Stamped<V, T, P, L>) -> bool {
        self.pin() == message.pin() && Arc::ptr_eq(&self.messages[0].ctx().root().gate, &message.ctx().root().gate)
    }
}

impl<V, T, P, L> Batch<V, T, P, L> {
    /// The tenant of all.
    #[must_use]
    pub fn tenant(&self) -> &T {
        self.messages[0].tenant()
    }

    /// The pin of all.
    #[must_use]
    pub fn pin(&self) -> &P {
        self.messages[0].pin()
    }

    /// How many messages it has: at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// The messages, to look at.
    pub fn messages(&self) -> &[Stamped<V, T, P, L>] {
        &self.messages
    }

    /// The messages, to be handled one by one, or once more.
    pub fn into_messages(self) -> Vec<Stamped<V, T, P, L>> {
        self.messages
    }
}

impl<V, T: Tenant, P: Pin, L: LogFields> Batch<V, T, P, L> {
    /// Handles all of it under the context of the batch: `batch.open("audit", async |ctx, values| ..).await`. `kind` names it in
    /// logs and reports. A panic is reported as of every hop, with the line of this call, and goes on to the caller.
    #[track_caller]
    pub fn open<O, F>(self, kind: &'static str, f: F) -> impl Future<Output = O> + use<O, F, V, T, P, L>
    where
        F: AsyncFnOnce(&Ctx<T, P>, Vec<V>) -> O,
    {
        let hop = self.hop(kind, Location::caller());
        let (values, turns) = self.into_parts();
        async move {
            // As in `Hop::run`.
            let (begin, values) = (f, values);
            let done = hop.observe(|ctx| begin(ctx, values)).await;
            drop(turns);
            done
        }
    }

    /// [`open`](Self::open) for a handler that does not await.
    #[track_caller]
    pub fn open_sync<O>(self, kind: &'static str, f: impl FnOnce(&Ctx<T, P>, Vec<V>) -> O) -> O {
        let hop = self.hop(kind, Location::caller());
        let (values, _turns) = self.into_parts();
        hop.call(|ctx| f(ctx, values))
    }

    /// [`open`](Self::open) for what may have to be done again: the batch is kept.
    #[track_caller]
    pub fn open_ref<'b, O, F>(&'b self, kind: &'static str, f: F) -> impl Future<Output = O> + use<'b, O, F, V, T, P, L>
    where
        F: AsyncFnOnce(&Ctx<T, P>, &[&V]) -> O,
    {
        let hop = self.hop(kind, Location::caller());
        async move {
            let begin = f;
            let values: Vec<&V> = self.messages.iter().map(Stamped::peek).collect();
            hop.observe(|ctx| begin(ctx, &values)).await
        }
    }

    /// [`open`](Self::open) for a task of ours: until the grace of a shutdown ends.
    #[cfg(feature = "tokio")]
    pub(super) fn open_task<F>(
        self,
        kind: &'static str,
        site: &'static Location<'static>,
        f: F,
    ) -> impl Future<Output = ()> + Send
    where
        V: Send,
        F: for<'a> EachFn<'a, Ctx<T, P>, Vec<V>, ()> + Send,
    {
        let hop = self.hop(kind, site);
        let (values, turns) = self.into_parts();
        async move {
            let (begin, values) = (f, values);
            // An error: the process has ended, and the batch was dropped where it waited.
            let _ = hop.ctx().until_done(async { hop.observe(|ctx| begin.begin(ctx, values)).await }).await;
            drop(turns);
        }
    }

    /// The context of the batch.
    fn hop(&self, kind: &'static str, site: &'static Location<'static>) -> Hop<kinds::Batch, T, P, ()> {
        let first = self.messages[0].ctx();
        let slots = Slots::new(first.tenant().clone(), first.pin().clone(), (), None);
        let ctx = first.new_root(slots, kind, site, Above::Gate);
        for message in &self.messages[1..] {
            ctx.own_span().follows_from(message.ctx().own_span());
        }
        ctx.note_hop(kinds::Batch::NAME, site);
        Hop::new(ctx, site)
    }

    /// The values, and the turns that live until they have been handled.
    fn into_parts(self) -> (Vec<V>, Vec<Ctx<T, P, L>>) {
        self.messages.into_iter().map(Stamped::into_parts).unzip()
    }
}

/// Shows neither the values nor the tenant.
impl<V, T, P, L> fmt::Debug for Batch<V, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("messages", &self.messages).finish()
    }
}
