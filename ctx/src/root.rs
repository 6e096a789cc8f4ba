//! What all contexts of one root share: who admitted it, where, and what stops it.

use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::error::{Error, Kind};
use crate::gate::GateState;
#[cfg(feature = "http")]
use crate::trace_context::TraceContext;

/// The shared part of a root context and of everything derived from it.
pub(crate) struct Root {
    pub(crate) kind: &'static str,
    pub(crate) site: &'static Location<'static>,
    pub(crate) started: Instant,
    pub(crate) gate: Arc<GateState>,
    above: Above,
    /// Begun when it is asked for, unless one came in: see `trace_context`.
    #[cfg(feature = "http")]
    pub(crate) trace: OnceLock<TraceContext>,
    /// Made when something first waits or cancels: a turn that ends in time never pays for it.
    token: OnceLock<CancellationToken>,
    /// The key in the gate's register plus one; zero while the root is not registered.
    registered: AtomicUsize,
    #[cfg(feature = "bridge")]
    pub(crate) ambients: Option<crate::installing::Ambients>,
    #[cfg(feature = "tracing")]
    pub(crate) parent_span: Option<tracing::Id>,
    #[cfg(feature = "testing")]
    pub(crate) hops: crate::testing::Hops,
}

/// What cancels a root.
pub(crate) enum Above {
    /// The end of the process's grace, and nothing else.
    Gate,
    /// The turn, or the detached work, in which it was started. Held, so that the turn lives as long as what it started.
    ///
    /// Never a root that is below one itself: those cannot be cancelled by themselves, so the one above them does as well, and
    /// a long row of tasks, each of which names the next, keeps none of those that have ended.
    Root(Arc<dyn Rooted>),
}

/// A context whatever its slots, as its gate's register and its derived contexts know it.
pub(crate) trait Rooted: Send + Sync {
    fn root(&self) -> &Root;
    fn tenant_label(&self) -> Option<String>;
}

impl Root {
    pub(crate) fn new(
        kind: &'static str,
        site: &'static Location<'static>,
        gate: Arc<GateState>,
        above: Above,
    ) -> Self {
        Self {
            kind,
            site,
            started: clock::now(),
            #[cfg(feature = "bridge")]
            ambients: gate.ambients.now(),
            gate,
            #[cfg(feature = "tracing")]
            parent_span: match &above {
                Above::Gate => None,
                // Beside its parent, not below it: see `spans`.
                Above::Root(root) => root.root().parent_span.clone(),
            },
            above,
            #[cfg(feature = "http")]
            trace: OnceLock::new(),
            token: OnceLock::new(),
            registered: AtomicUsize::new(0),
            #[cfg(feature = "testing")]
            hops: crate::testing::Hops::default(),
        }
    }

    /// A root that work under this one starts, by the same gate.
    pub(crate) fn started(&self, kind: &'static str, site: &'static Location<'static>, above: Above) -> Self {
        #[cfg_attr(
            not(feature = "testing"),
            allow(unused_mut, reason = "what a root takes from another is by feature")
        )]
        let mut root = Self::new(kind, site, Arc::clone(&self.gate), above);
        #[cfg(feature = "http")]
        {
            root.trace = self.trace().into();
        }
        #[cfg(feature = "testing")]
        root.hops.clone_from(&self.hops);
        root
    }

    /// The span of a context keeps its parent; where it is filtered out nothing does, and the parent may end before a context
    /// is derived whose span is not.
    #[cfg(feature = "tracing")]
    pub(crate) fn without_parent_span(mut self) -> Self {
        self.parent_span = None;
        self
    }

    /// Whether it is in the register of its gate: not while it is being admitted, and never if it was refused.
    #[cfg(feature = "tracing")]
    pub(crate) fn is_registered(&self) -> bool {
        self.registered.load(Ordering::Relaxed) != 0
    }

    /// The root that this one is below, if it is.
    pub(crate) fn above(&self) -> Option<&Arc<dyn Rooted>> {
        match &self.above {
            Above::Root(root) => Some(root),
            Above::Gate => None,
        }
    }

    #[cfg(feature = "http")]
    pub(crate) fn trace(&self) -> TraceContext {
        *self.trace.get_or_init(TraceContext::begin)
    }

    pub(crate) fn token(&self) -> &CancellationToken {
        self.token.get_or_init(|| match &self.above {
            Above::Gate => self.gate.shutdown.child_token(),
            Above::Root(root) => root.root().token().child_token(),
        })
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        match (self.token.get(), &self.above) {
            (Some(token), _) => token.is_cancelled(),
            (None, Above::Gate) => self.gate.shutdown.is_cancelled(),
            (None, Above::Root(root)) => root.root().is_cancelled(),
        }
    }

    /// Why it was cancelled.
    pub(crate) fn cancelled(&self) -> Error {
        Error::new(if self.gate.shutdown.is_cancelled() { Kind::ShutDown } else { Kind::Cancelled })
    }

    pub(crate) fn registered_as(&self, key: usize) {
        self.registered.store(key + 1, Ordering::Relaxed);
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        if let Some(key) = self.registered.get_mut().checked_sub(1) {
            self.gate.leave(key);
        }
    }
}
