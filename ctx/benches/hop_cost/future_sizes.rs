//! How large nested async fns are, with a ctx and without.

use std::mem::size_of_val;

use crate::by_hand::Shared;
use crate::tenant::turn;

const LEVELS: usize = 8;

pub(crate) struct Family {
    pub(crate) title: &'static str,
    /// Of a future of one level, of two, and so on.
    pub(crate) bytes: [usize; LEVELS],
}

impl Family {
    /// What a level adds. The first is left out: it holds the leaf.
    pub(crate) fn bytes_per_level(&self) -> f64 {
        (self.bytes[LEVELS - 1] - self.bytes[0]) as f64 / (LEVELS - 1) as f64
    }
}

/// Eight async fns, written out: `level_8` awaits `level_7`, and so on down to a leaf that yields once. Each reads what it
/// was given after the await too, as code with a context does.
macro_rules! levels {
    ($family:ident, $write:ident) => {
        mod $family {
            $write!(level_1);
            $write!(level_2, level_1);
            $write!(level_3, level_2);
            $write!(level_4, level_3);
            $write!(level_5, level_4);
            $write!(level_6, level_5);
            $write!(level_7, level_6);
            $write!(level_8, level_7);
        }
    };
}

macro_rules! without {
    ($leaf:ident) => {
        pub(super) async fn $leaf() -> usize {
            tokio::task::yield_now().await;
            4
        }
    };
    ($level:ident, $below:ident) => {
        pub(super) async fn $level() -> usize {
            $below().await + 4
        }
    };
}

macro_rules! by_hand {
    ($leaf:ident) => {
        pub(super) async fn $leaf(shared: &crate::by_hand::Shared) -> usize {
            tokio::task::yield_now().await;
            shared.tenant.len()
        }
    };
    ($level:ident, $below:ident) => {
        pub(super) async fn $level(shared: &crate::by_hand::Shared) -> usize {
            $below(shared).await + shared.tenant.len()
        }
    };
}

macro_rules! inserted {
    ($leaf:ident) => {
        #[ctx::with_ctx]
        pub(super) async fn $leaf() -> usize {
            tokio::task::yield_now().await;
            ctx.tenant().len()
        }
    };
    ($level:ident, $below:ident) => {
        #[ctx::with_ctx]
        pub(super) async fn $level() -> usize {
            $below(ctx).await + ctx.tenant().len()
        }
    };
}

levels!(no_context, without);
levels!(reference, by_hand);
levels!(with_ctx, inserted);

macro_rules! sizes {
    ($family:ident, $arguments:tt) => {
        sizes!(@ $family $arguments level_1 level_2 level_3 level_4 level_5 level_6 level_7 level_8)
    };
    (@ $family:ident $arguments:tt $($level:ident)*) => { [$(size_of_val(&$family::$level $arguments)),*] };
}

pub(crate) struct Sizes {
    pub(crate) without: Family,
    pub(crate) by_hand: Family,
    pub(crate) inserted: Family,
}

pub(crate) fn measured() -> Sizes {
    let (turn, shared) = (turn(), Shared::acme());
    Sizes {
        without: Family { title: "without any context", bytes: sizes!(no_context, ()) },
        by_hand: Family { title: "with a reference, by hand", bytes: sizes!(reference, (&shared)) },
        inserted: Family { title: "with `#[with_ctx]`", bytes: sizes!(with_ctx, (&turn)) },
    }
}
