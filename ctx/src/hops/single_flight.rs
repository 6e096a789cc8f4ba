//! Work that several ask for at once, and that is done once.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::kinds::{self, Kind as _};
use super::observed::Hop;
use super::task_fn::TaskFn;
use crate::context::{Ctx, Slots};
use crate::error::{Error, Kind};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::Above;
use crate::tenant::Tenant;

/// Does work once for all that ask for it at the same time: callers of the same tenant, the same pin and the same key. The pin
/// counts because it is what the work may depend on: an answer of one agent version is none of another's.
///
/// The work runs in a task of its own, under a detached context of whoever came first: its tenant, pin and log fields, no
/// deadline, and not cancelled with its turn. So:
///
/// - when the first caller is cancelled or late, the others get their answer;
/// - when every caller is gone, the work is dropped where it waits;
/// - when it panics, that is reported once, and every caller gets an error ([`Error::is_panicked`]);
/// - when the grace of a shutdown ends, so does the work ([`Error::is_shut_down`]).
///
/// Nothing is kept: a call that comes after the work has ended starts it anew. `Result<_, Arc<E>>` is a value like any other.
///
/// # Example
///
/// ```
/// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
/// type SingleFlight<K, V> = ctx::SingleFlight<K, V, TenantId>;
///
/// async fn load(ctx: &ctx::Ctx<TenantId>, id: u32) -> String {
///     format!("document {id} of {}", ctx.tenant())
/// }
///
/// let gate = ctx::Gate::new();
/// let (acme, globex) = (gate.admit(TenantId("acme"), (), ())?, gate.admit(TenantId("globex"), (), ())?);
/// let documents = SingleFlight::new("document");
/// let (one, same, other) = tokio::join!(
///     documents.run(&acme, 7, async |ctx| load(ctx, 7).await),
///     documents.run(&acme, 7, async |_| unreachable!("it is being loaded")),
///     documents.run(&globex, 7, async |ctx| load(ctx, 7).await),
/// );
/// assert_eq!((one?, same?), ("document 7 of acme".to_owned(), "document 7 of acme".to_owned()));
/// assert_eq!(other?, "document 7 of globex");
/// # Ok(()) }
/// ```
pub struct SingleFlight<K, V, T, P = ()> {
    kind: &'static str,
    flights: Mutex<Flights<K, V, T, P>>,
}

/// By tenant and key; of those one for each pin. Weak: who waits holds it.
type Flights<K, V, T, P> = HashMap<Arc<(T, K)>, Vec<(P, Weak<Flight<V>>)>>;

/// Work that is under way, for as long as somebody waits for it.
struct Flight<V> {
    landed: watch::Receiver<Option<Result<V, Error>>>,
    task: OnceLock<AbortHandle>,
}

impl<V> Flight<V> {
    fn is_under_way(&self) -> bool {
        // An error: the task is gone, which is as good as landed.
        self.landed.has_changed().is_ok() && self.landed.borrow().is_none()
    }
}

impl<V> Drop for Flight<V> {
    fn drop(&mut self) {
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
}

impl<K, V, T, P> SingleFlight<K, V, T, P> {
    /// With nothing under way. `kind` names the work in logs and reports.
    #[must_use]
    pub fn new(kind: &'static str) -> Self {
        Self { kind, flights: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Flights<K, V, T, P>> {
        // An `Eq` or a `Hash` of the application's that panics leaves the map as it was.
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, V, T, P> SingleFlight<K, V, T, P>
where
    K: Eq + Hash,
    V: Clone + Send + Sync + 'static,
    T: Tenant + Eq + Hash,
    P: Pin + PartialEq,
{
    /// Joins the work for `key`, or begins it: `flight.run(ctx, key, async move |ctx| ..).await`.
    ///
    /// Waits whatever becomes of `ctx`'s own turn: [`until_done`](Ctx::until_done) around it ends the wait with the turn.
    ///
    /// # Errors
    ///
    /// [`Error::is_panicked`], [`Error::is_shut_down`]: see [`SingleFlight`].
    ///
    /// # Panics
    ///
    /// When it is polled outside a tokio runtime.
    #[track_caller]
    pub fn run<'s, L, F>(
        &'s self,
        ctx: &'s Ctx<T, P, L>,
        key: K,
        work: F,
    ) -> impl Future<Output = Result<V, Error>> + use<'s, K, V, T, P, L, F>
    where
        L: LogFields,
        F: AsyncFnOnce(&Ctx<T, P, L>) -> V + for<'a> TaskFn<'a, Ctx<T, P, L>, V> + Send + 'static,
    {
        let site = Location::caller();
        async move {
            let waiter = self.join(ctx, key, site, work);
            let mut landed = waiter.landed();
            match landed.wait_for(Option::is_some).await.as_deref() {
                Ok(Some(value)) => value.clone(),
                _ => Err(Error::new(Kind::Panicked)),
            }
        }
    }

    fn join<L, F>(
        &self,
        ctx: &Ctx<T, P, L>,
        key: K,
        site: &'static Location<'static>,
        work: F,
    ) -> Waiter<'_, K, V, T, P>
    where
        L: LogFields,
        F: for<'a> TaskFn<'a, Ctx<T, P, L>, V> + Send + 'static,
    {
        let (id, pin) = (Arc::new((ctx.tenant().clone(), key)), ctx.pin().clone());
        // Before the lock, so that it is let go of after it: it may be the last to hold the value.
        let found;
        let mut flights = self.lock();
        found = flights.get(&id).and_then(|of_pins| {
            of_pins.iter().filter(|(other, _)| *other == pin).find_map(|(_, flight)| flight.upgrade())
        });
        if let Some(flight) = found.as_ref().filter(|flight| flight.is_under_way()) {
            return Waiter { of: self, id, flight: Some(Arc::clone(flight)) };
        }
        let (land, landed) = watch::channel(None);
        let flight = Arc::new(Flight { landed, task: OnceLock::new() });
        let of_pins = flights.entry(Arc::clone(&id)).or_default();
        // One that has landed, if its waiters have not looked yet.
        of_pins.retain(|(other, _)| *other != pin);
        of_pins.push((pin, Arc::downgrade(&flight)));
        drop(flights);
        // From here on others may wait for it: if it does not begin, `land` is dropped, and they learn that.
        let waiter = Waiter { of: self, id, flight: Some(flight) };
        let task = begin(self.kind, ctx, site, land, work);
        if let Some(flight) = &waiter.flight {
            let _ = flight.task.set(task);
        }
        waiter
    }
}

/// Starts the work, which does not end with the turn that came first.
#[expect(clippy::disallowed_methods, reason = "the task runs a hop")]
fn begin<V, T, P, L, F>(
    kind: &'static str,
    ctx: &Ctx<T, P, L>,
    site: &'static Location<'static>,
    land: watch::Sender<Option<Result<V, Error>>>,
    work: F,
) -> AbortHandle
where
    V: Clone + Send + Sync + 'static,
    T: Tenant,
    P: Pin,
    L: LogFields,
    F: for<'a> TaskFn<'a, Ctx<T, P, L>, V> + Send + 'static,
{
    let slots = Slots { deadline: None, ..ctx.slots() };
    let ctx = ctx.new_root(slots, kind, site, Above::Gate);
    ctx.note_hop(kinds::SingleFlight::NAME, site);
    let hop = Hop::<kinds::SingleFlight, _, _, _>::new(ctx, site);
    let task = tokio::spawn(async move {
        // As in `Hop::run`.
        let begin = work;
        let value = hop.ctx().until_done(async { hop.observe(|ctx| begin.begin(ctx)).await }).await;
        // The turn ends before its answer is there, as that of any call does.
        drop(hop);
        let _ = land.send(Some(value));
    });
    task.abort_handle()
}

/// Somebody who waits.
struct Waiter<'s, K: Eq + Hash, V, T: Eq + Hash, P> {
    of: &'s SingleFlight<K, V, T, P>,
    id: Arc<(T, K)>,
    flight: Option<Arc<Flight<V>>>,
}

impl<K: Eq + Hash, V, T: Eq + Hash, P> Waiter<'_, K, V, T, P> {
    fn landed(&self) -> watch::Receiver<Option<Result<V, Error>>> {
        match &self.flight {
            Some(flight) => flight.landed.clone(),
            None => unreachable!("only the drop takes it"),
        }
    }
}

impl<K: Eq + Hash, V, T: Eq + Hash, P> Drop for Waiter<'_, K, V, T, P> {
    fn drop(&mut self) {
        // Outside the lock: the last one drops the value.
        self.flight = None;
        let mut flights = self.of.lock();
        if let Some(of_pins) = flights.get_mut(&self.id) {
            of_pins.retain(|(_, flight)| flight.strong_count() > 0);
            if of_pins.is_empty() {
                flights.remove(&self.id);
            }
        }
    }
}

/// Shows how many pieces of work are under way, and nothing of them.
impl<K, V, T, P> fmt::Debug for SingleFlight<K, V, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under_way: usize = self.lock().values().map(Vec::len).sum();
        f.debug_struct("SingleFlight").field("kind", &self.kind).field("under_way", &under_way).finish()
    }
}
