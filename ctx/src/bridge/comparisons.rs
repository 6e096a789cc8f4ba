//! The shadow check: whether an explicit read gives what the ambient one gave.

use std::panic::Location;

use super::roots::Roots;
use crate::context::Ctx;

/// A line that reads a value from its ctx, and how that compares with the old place.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub(super) at: &'static Location<'static>,
    pub(super) what: &'static str,
    pub(super) reads: Reads,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    all: u64,
    with_a_value: u64,
    different: u64,
}

impl Comparison {
    /// The line.
    #[must_use]
    pub fn at(&self) -> &'static Location<'static> {
        self.at
    }

    /// What is read, as the call said.
    #[must_use]
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// How often it was read.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads.all
    }

    /// How often there was something in the old place. The other reads prove nothing.
    #[must_use]
    pub fn with_a_value(&self) -> u64 {
        self.reads.with_a_value
    }

    /// How often that was something else.
    #[must_use]
    pub fn different(&self) -> u64 {
        self.reads.different
    }
}

impl Roots {
    /// Compares an explicit read with the ambient one that it replaces, counts by line, and gives the explicit value. A read
    /// where the old place holds another value behaves otherwise than before the migration: the first one of each line
    /// is a warning in the log. Neither value is shown.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone, PartialEq, Debug)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// static BRIDGE: ctx::bridge::Roots = ctx::bridge::Roots::new(|_| ());
    ///
    /// fn read(ctx: &ctx::Ctx<TenantId>, ambient: Option<TenantId>) -> &TenantId {
    ///     BRIDGE.compare(ctx, "tenant", ctx.tenant(), ambient.as_ref())
    /// }
    ///
    /// let turn = BRIDGE.begin("example", TenantId("acme"), (), ());
    /// for ambient in [Some("acme"), Some("globex"), None] {
    ///     assert_eq!(read(&turn, ambient.map(TenantId)), &TenantId("acme"));
    /// }
    /// let found = &BRIDGE.comparisons()[0];
    /// assert_eq!((found.reads(), found.with_a_value(), found.different()), (3, 2, 1));
    /// ```
    #[track_caller]
    pub fn compare<'c, V: PartialEq, T, P, L>(
        &self,
        ctx: &Ctx<T, P, L>,
        what: &'static str,
        explicit: &'c V,
        ambient: Option<&V>,
    ) -> &'c V {
        let at = Location::caller();
        let is_different = ambient.is_some_and(|ambient| ambient != explicit);
        let is_first = self.reads.count((at, what), |reads| {
            reads.all += 1;
            reads.with_a_value += u64::from(ambient.is_some());
            reads.different += u64::from(is_different);
            is_different && reads.different == 1
        });
        if is_first {
            log_difference(ctx, what, at);
        }
        explicit
    }

    /// What [`compare`](Self::compare) has counted until now, by file and line.
    #[must_use]
    pub fn comparisons(&self) -> Vec<Comparison> {
        self.reads.all().into_iter().map(|((at, what), reads)| Comparison { at, what, reads }).collect()
    }
}

fn log_difference<T, P, L>(ctx: &Ctx<T, P, L>, what: &'static str, at: &'static Location<'static>) {
    #[cfg(feature = "tracing")]
    tracing::warn!(
        target: "ctx::bridge",
        parent: ctx.span_id(),
        what,
        read_at = %at,
        "the context and the old place differ"
    );
    #[cfg(not(feature = "tracing"))]
    let _ = (ctx, what, at);
}
