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
    #[cfg(feature = "tower")]
    Request = "request",
    Task = "task",
    LocalTask = "local task",
    Blocking = "blocking",
    Thread = "thread",
    #[cfg(feature = "tokio")]
    Timer = "timer",
    Stream = "stream",
    CarriedStream = "carried stream",
    CarriedSink = "carried sink",
    Batch = "batch",
    #[cfg(feature = "tokio")]
    SingleFlight = "single flight",
    Message = "message",
    BoundClosure = "bound closure",
    CarriedFuture = "carried future",
    #[cfg(any(feature = "futures-task", feature = "hyper"))]
    Executor = "executor",
    #[cfg(feature = "pool")]
    PoolJob = "pool job",
    #[cfg(feature = "rayon")]
    RayonJob = "rayon job",
}
