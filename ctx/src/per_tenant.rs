//! State of which each tenant has its own.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::context::Ctx;
use crate::tenant::Tenant;

/// State of which each tenant has its own: a cache, counters, a connection. It is reached with a context and in no other way, so
/// nobody reaches another tenant's, and there is none that belongs to nobody.
///
/// # Example
///
/// ```
/// # use std::collections::HashMap;
/// # use std::sync::Mutex;
/// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// type Ctx = ctx::Ctx<TenantId>;
/// type PerTenant<V> = ctx::PerTenant<TenantId, V>;
///
/// #[derive(Default)]
/// struct Answers {
///     of_tenants: PerTenant<Mutex<HashMap<String, String>>>,
/// }
///
/// impl Answers {
///     fn get(&self, ctx: &Ctx, question: &str) -> Option<String> {
///         self.of_tenants.get(ctx)?.lock().unwrap().get(question).cloned()
///     }
///
///     fn put(&self, ctx: &Ctx, question: &str, answer: &str) {
///         let of_tenant = self.of_tenants.get_or_init(ctx, |_| Mutex::default());
///         of_tenant.lock().unwrap().insert(question.into(), answer.into());
///     }
/// }
///
/// let gate = ctx::Gate::new();
/// let (acme, globex) = (gate.admit(TenantId("acme"), (), ())?, gate.admit(TenantId("globex"), (), ())?);
/// let answers = Answers::default();
/// answers.put(&acme, "refund", "30 days");
/// assert_eq!(answers.get(&acme, "refund").as_deref(), Some("30 days"));
/// assert_eq!(answers.get(&globex, "refund"), None);
/// # Ok::<(), ctx::Error>(())
/// ```
///
/// # Example: state that is loaded
///
/// ```
/// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # type Ctx = ctx::Ctx<TenantId>;
/// # async fn load(ctx: &Ctx) -> String { format!("settings of {}", ctx.tenant()) }
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
/// use tokio::sync::OnceCell;
///
/// let settings: ctx::PerTenant<TenantId, OnceCell<String>> = ctx::PerTenant::new();
///
/// # let gate = ctx::Gate::new();
/// # let turn = gate.admit(TenantId("acme"), (), ())?;
/// let cell = settings.get_or_init(&turn, |_| OnceCell::new());
/// assert_eq!(cell.get_or_init(async || load(&turn).await).await, "settings of acme");
/// # Ok(()) }
/// ```
pub struct PerTenant<T, V> {
    most: usize,
    of_tenants: Mutex<OfTenants<T, V>>,
}

struct OfTenants<T, V> {
    slots: HashMap<T, Slot<V>>,
    /// Counts uses, to tell which is the oldest.
    uses: u64,
}

struct Slot<V> {
    value: Arc<OnceLock<Arc<V>>>,
    used: u64,
}

impl<T, V> PerTenant<T, V> {
    /// Of any number of tenants.
    #[must_use]
    pub fn new() -> Self {
        Self::bounded(usize::MAX)
    }

    /// Of so many tenants at most: when there would be more, that of the tenant who has not used it for longest is given up. Who
    /// holds it then keeps it; the tenant's next use makes it anew.
    ///
    /// # Panics
    ///
    /// When it is zero.
    #[must_use]
    #[track_caller]
    pub fn bounded(tenants: usize) -> Self {
        assert!(tenants > 0, "state of no tenant is none");
        Self { most: tenants, of_tenants: Mutex::new(OfTenants { slots: HashMap::new(), uses: 0 }) }
    }

    /// Of how many tenants there is state.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().slots.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lock(&self) -> MutexGuard<'_, OfTenants<T, V>> {
        // An `Eq` or a `Hash` of the application's that panics leaves the map as it was.
        self.of_tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Tenant + Eq + Hash, V> PerTenant<T, V> {
    /// The state of this tenant; made by `init` when there is none. Others of the same tenant wait meanwhile, other tenants do
    /// not. `init` must not ask for the same state.
    pub fn get_or_init<P, L>(&self, ctx: &Ctx<T, P, L>, init: impl FnOnce(&Ctx<T, P, L>) -> V) -> Arc<V> {
        // What is given up is dropped outside the lock.
        let (value, _given_up) = self.slot(ctx.tenant());
        Arc::clone(value.get_or_init(|| Arc::new(init(ctx))))
    }

    /// The state of this tenant, if there is some.
    #[must_use]
    pub fn get<P, L>(&self, ctx: &Ctx<T, P, L>) -> Option<Arc<V>> {
        let mut of_tenants = self.lock();
        let used = of_tenants.used_now();
        let slot = of_tenants.slots.get_mut(ctx.tenant())?;
        slot.used = used;
        slot.value.get().cloned()
    }

    /// Gives up the state of this tenant.
    pub fn remove<P, L>(&self, ctx: &Ctx<T, P, L>) -> Option<Arc<V>> {
        let slot = self.lock().slots.remove(ctx.tenant())?;
        slot.value.get().cloned()
    }

    /// The place for a tenant's state, and the one that was given up for it.
    fn slot(&self, tenant: &T) -> (Arc<OnceLock<Arc<V>>>, Option<Slot<V>>) {
        let mut of_tenants = self.lock();
        let used = of_tenants.used_now();
        if let Some(slot) = of_tenants.slots.get_mut(tenant) {
            slot.used = used;
            return (Arc::clone(&slot.value), None);
        }
        let given_up = if of_tenants.slots.len() < self.most { None } else { of_tenants.give_up_the_oldest() };
        let value = Arc::new(OnceLock::new());
        of_tenants.slots.insert(tenant.clone(), Slot { value: Arc::clone(&value), used });
        (value, given_up)
    }
}

impl<T: Tenant + Eq + Hash, V> OfTenants<T, V> {
    fn give_up_the_oldest(&mut self) -> Option<Slot<V>> {
        let oldest = self.slots.iter().min_by_key(|(_, slot)| slot.used).map(|(tenant, _)| tenant.clone())?;
        self.slots.remove(&oldest)
    }
}

impl<T, V> OfTenants<T, V> {
    fn used_now(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }
}

impl<T, V> Default for PerTenant<T, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows of how many tenants there is state, and nothing of them.
impl<T, V> fmt::Debug for PerTenant<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerTenant").field("tenants", &self.len()).finish()
    }
}
