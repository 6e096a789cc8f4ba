//! The settings of a pool.

use std::fmt;
use std::io;
use std::thread::available_parallelism;
use std::time::Duration;

use super::queue::Limits;
use super::submission::Pool;
use super::threads::{Hook, Settings, Threads};
use super::when_full::WhenFull;

/// What a [`Pool`] does with a thread whose job panicked. The panic itself is reported once, with the job's context, and its
/// payload goes to the job's handle, either way; the process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AfterPanic {
    /// It serves the next job. The default.
    #[default]
    KeepThread,
    /// It ends, and another is started in its place: for jobs that use thread-locals of other libraries, which a panic may
    /// leave half-written. When the operating system gives no other, it is kept.
    ReplaceThread,
}

/// The settings of a [`Pool`]. Made by [`Pool::builder`].
#[must_use = "nothing is started until `build` is called"]
pub struct PoolBuilder {
    limits: Limits,
    settings: Settings,
}

impl Pool {
    /// The settings of a new pool: as many threads as the machine runs at once, and a queue without a bound, unless other
    /// settings are made.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// use ctx::{Pool, WhenFull};
    ///
    /// let pool = Pool::builder()
    ///     .name("render")
    ///     .threads_between(1, 8)
    ///     .keep_alive(Duration::from_secs(10))
    ///     .queue(100)
    ///     .when_full(WhenFull::RunOnCaller)
    ///     .build()?;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let page = pool.submit(&turn, |ctx| format!("page of {}", ctx.tenant()))?;
    /// assert_eq!(page.wait()?, "page of acme");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder() -> PoolBuilder {
        let threads = available_parallelism().map_or(1, usize::from);
        let limits = Limits {
            min_threads: threads,
            max_threads: threads,
            keep_alive: Duration::from_secs(60),
            capacity: usize::MAX,
            when_full: WhenFull::default(),
        };
        let (name, after_panic) = ("pool".to_owned(), AfterPanic::default());
        PoolBuilder {
            limits,
            settings: Settings { name, stack_size: None, after_panic, on_start: None, on_stop: None },
        }
    }
}

impl PoolBuilder {
    /// What the operating system shows as the names of the threads, with a number each: `render-1`, `render-2`. `pool` unless
    /// it is set.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = name.into();
        self
    }

    /// This many threads, started at once and kept. With one thread, jobs run in the order in which they were submitted.
    pub fn threads(self, threads: usize) -> Self {
        self.threads_between(threads, threads)
    }

    /// `min` threads, started at once and kept, and more, up to `max`, while no thread is idle when a job comes. The pool starts
    /// a thread before it queues a job.
    pub fn threads_between(mut self, min: usize, max: usize) -> Self {
        (self.limits.min_threads, self.limits.max_threads) = (min, max);
        self
    }

    /// How long a thread above the smallest number stays without work. 60 s unless it is set.
    pub fn keep_alive(mut self, keep_alive: Duration) -> Self {
        self.limits.keep_alive = keep_alive;
        self
    }

    /// How many jobs may wait, beside those that threads work on. With 0 a job is handed to a thread or is too much.
    pub fn queue(mut self, capacity: usize) -> Self {
        self.limits.capacity = capacity;
        self
    }

    /// What to do with a job when the queue is full. A queue without a bound never is.
    pub fn when_full(mut self, when_full: WhenFull) -> Self {
        self.limits.when_full = when_full;
        self
    }

    /// What to do with a thread whose job panicked.
    pub fn after_panic(mut self, after_panic: AfterPanic) -> Self {
        self.settings.after_panic = after_panic;
        self
    }

    /// The size of a thread's stack in bytes. The standard library's own unless it is set.
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.settings.stack_size = Some(bytes);
        self
    }

    /// Called on each thread before its first job: for a priority, an affinity, a thread-local of another library. There is no
    /// context here.
    pub fn on_thread_start(mut self, hook: impl Fn() + Send + Sync + 'static) -> Self {
        self.settings.on_start = Some(Box::new(hook) as Hook);
        self
    }

    /// Called on each thread after its last job.
    pub fn on_thread_stop(mut self, hook: impl Fn() + Send + Sync + 'static) -> Self {
        self.settings.on_stop = Some(Box::new(hook) as Hook);
        self
    }

    /// Starts the pool. It needs no context: a pool is infrastructure, and does not count for [`Gate::drain`](crate::Gate::drain).
    /// Its jobs do.
    ///
    /// # Errors
    ///
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) when there can be no thread, `min` is above `max`, the name holds a NUL
    /// byte, or the oldest job is to be dropped of a queue that holds none; else when the operating system does not give a
    /// thread.
    pub fn build(self) -> io::Result<Pool> {
        let Limits { min_threads, max_threads, capacity, when_full, .. } = self.limits;
        let mistake = if max_threads == 0 {
            "a pool needs a thread (`threads` is 0)"
        } else if min_threads > max_threads {
            "the smallest number of threads is above the greatest"
        } else if self.settings.name.contains('\0') {
            "the name of a thread cannot hold a NUL byte"
        } else if capacity == 0 && when_full == WhenFull::DropOldest {
            "a queue that holds no job has no oldest to drop"
        } else {
            return Ok(Pool::of(Threads::start_all(self.limits, self.settings)?));
        };
        Err(io::Error::new(io::ErrorKind::InvalidInput, mistake))
    }
}

impl fmt::Debug for PoolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolBuilder").field("name", &self.settings.name).field("limits", &self.limits).finish()
    }
}
