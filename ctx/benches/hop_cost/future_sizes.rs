//! How large nested async fns are, with a ctx and without.

use std::mem::size_of_val;

use crate::tenant::{Shared, turn};

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

/// Eight async fns, written out: `level_8` awaits `level_7`, and so on down to a leaf that yields once.
macro_rules! levels {
    ($family:ident, $parameters:tt, $arguments:tt, $read:expr) => {
        mod $family {
            async fn leaf $parameters -> usize {
                tokio::task::yield_now().await;
                $read
            }
            levels! { @ $parameters $arguments
                level_1 leaf, level_2 level_1, level_3 level_2, level_4 level_3,
                level_5 level_4, level_6 level_5, level_7 level_6, level_8 level_7
            }
        }
    };
    (@ $parameters:tt $arguments:tt $($level:ident $below:ident),*) => { $(
        pub(super) async fn $level $parameters -> usize {
            $below $arguments.await + 1
        }
    )* };
}

levels!(without, (), (), 4);
levels!(by_hand, (shared: &super::Shared), (shared), shared.tenant.len());
levels!(explicit, (ctx: &crate::Ctx), (ctx), ctx.tenant().len());

macro_rules! sizes {
    ($family:ident, $arguments:tt) => {
        sizes!(@ $family $arguments level_1 level_2 level_3 level_4 level_5 level_6 level_7 level_8)
    };
    (@ $family:ident $arguments:tt $($level:ident)*) => { [$(size_of_val(&$family::$level $arguments)),*] };
}

/// Without any ctx, with a reference passed by hand, and with a ctx.
pub(crate) fn families() -> [Family; 3] {
    let (turn, shared) = (turn(), Shared::acme());
    [
        Family { title: "nested async fns: no context", bytes: sizes!(without, ()) },
        Family { title: "nested async fns: a reference, by hand", bytes: sizes!(by_hand, (&shared)) },
        Family { title: "nested async fns: `ctx: &Ctx`", bytes: sizes!(explicit, (&turn)) },
    ]
}
