//! The log fields that a derived context does not have any more, and old code may ask for.

use std::any::Any;
use std::sync::Arc;

/// One value of each type that the contexts above had: a long row of derived contexts keeps no more than it has types.
#[derive(Clone, Default)]
pub(crate) struct Earlier(Option<Arc<[Arc<dyn Any + Send + Sync>]>>);

impl Earlier {
    pub(crate) fn get<L: 'static>(&self) -> Option<&L> {
        self.0.iter().flat_map(|values| values.iter()).find_map(|value| value.downcast_ref())
    }

    /// What is left of it below a context with fields `L`, when those of a derived one are of type `L2`.
    pub(crate) fn below<L: Clone + Send + Sync + 'static, L2: 'static>(&self, fields: &L) -> Self {
        let values = self.0.iter().flat_map(|values| values.iter());
        let others = values.filter(|value| !value.is::<L>() && !value.is::<L2>()).map(Arc::clone);
        let fields: &dyn Any = fields;
        // The same type: the new fields replace the old ones.
        let replaced = fields.is::<L2>();
        let own = fields.downcast_ref::<L>().filter(|_| !replaced).map(|fields| Arc::new(fields.clone()) as _);
        Self(Some(others.chain(own).collect()))
    }
}
