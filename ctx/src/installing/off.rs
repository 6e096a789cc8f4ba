//! What stands for the bridge where it is off: nothing.

/// What a hop has in old places between two polls.
pub(crate) struct Installed;

impl Installed {
    #[inline(always)]
    pub(crate) fn within<O>(&mut self, run: impl FnOnce() -> O) -> O {
        run()
    }
}

/// The fields that a derived context does not have any more.
#[derive(Clone, Default)]
pub(crate) struct Earlier(());
