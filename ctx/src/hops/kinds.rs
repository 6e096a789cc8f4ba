//! What a hop is called in reports.

/// The name of a hop. A type and not a value, so that it takes no room in the future of every task.
pub(crate) trait Kind {
    const NAME: &'static str;
}

macro_rules! kinds {
    ($($(#[$attribute:meta])* $kind:ident = $name:literal,)*) => { $(
        $(#[$attribute])*
        pub(crate) enum $kind {}

        $(#[$attribute])*
        impl Kind for $kind {
            const NAME: &'static str = $name;
        }
    )* };
}

kinds! {
    Entry = "entry",
    #[cfg(feature = "tokio")]
    Task = "task",
    #[cfg(feature = "tokio")]
    LocalTask = "local task",
    #[cfg(feature = "tokio")]
    Blocking = "blocking",
    Thread = "thread",
    #[cfg(feature = "tokio")]
    Timer = "timer",
    Stream = "stream",
    Message = "message",
    BoundClosure = "bound closure",
    CarriedFuture = "carried future",
}
