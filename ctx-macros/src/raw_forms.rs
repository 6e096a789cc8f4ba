//! Which paths start work, or keep a value for later, without the context? A table.
//!
//! Only paths are known, not what they mean. So a path is one of these if it could be written behind an import: it is the end of a
//! real one. `scheduler::Handle::current` is the end of none, and the user's.

/// A path that no body with a context needs.
pub(crate) struct RawForm {
    /// What is always written of it, as `thread::spawn` of `std::thread::spawn`.
    pub(crate) path: &'static [&'static str],
    /// The modules in which it is. What stands before `path` is the end of one of them, or nothing.
    pub(crate) modules: Modules,
    /// Whether it is a macro.
    pub(crate) is_macro: bool,
    /// What is wrong with it, after the path.
    pub(crate) mistake: &'static str,
    /// What to write instead.
    pub(crate) instead: &'static str,
}

/// The table. The first entry that matches counts.
pub(crate) static RAW_FORMS: &[RawForm] = &[
    call(&["tokio", "spawn"], HERE, STARTS_WORK, TASK),
    call(&["task", "spawn"], RUNTIMES, STARTS_WORK, TASK),
    call(&["task", "spawn_local"], RUNTIMES, STARTS_WORK, "use `ctx.spawn_local(async move |ctx| ..)`"),
    call(&["task", "spawn_blocking"], RUNTIMES, STARTS_WORK, "use `ctx.spawn_blocking(move |ctx| ..)`"),
    call(&["JoinSet", "new"], TOKIO_TASK, "holds tasks without the context", "use `ctx.join_set()`"),
    call(&["JoinSet", "default"], TOKIO_TASK, "holds tasks without the context", "use `ctx.join_set()`"),
    call(&["Handle", "current"], &[&["tokio", "runtime"]], "starts work without the context", TASK),
    call(&["thread", "spawn"], STD, STARTS_WORK, THREAD),
    call(&["thread", "Builder", "new"], STD, STARTS_WORK, THREAD),
    call(&["rayon", "spawn"], HERE, STARTS_WORK, JOB),
    call(&["rayon", "spawn_fifo"], HERE, STARTS_WORK, JOB),
    call(&["rayon", "spawn_broadcast"], HERE, STARTS_WORK, JOB),
    definition(&["thread_local"], STD),
    definition(&["task_local"], RUNTIMES),
];

type Modules = &'static [&'static [&'static str]];

/// The path is whole.
const HERE: Modules = &[];
const STD: Modules = &[&["std"]];
const RUNTIMES: Modules = &[&["tokio"], &["async_std"]];
const TOKIO_TASK: Modules = &[&["tokio", "task"]];

const STARTS_WORK: &str = "starts work without the context";
const TASK: &str =
    "use `ctx.spawn(async move |ctx| ..)`; for work that outlives the turn `ctx.detach(\"kind\")`, and spawn on what it gives";
const THREAD: &str =
    "use `ctx.thread(\"name\", move |ctx| ..)`; for threads that end before the call returns `std::thread::scope`, and borrow `ctx`";
const JOB: &str =
    "use `ctx.rayon().spawn(move |ctx| ..)`; for jobs that end before the call returns `rayon::scope`, `rayon::join` or `par_iter`, and borrow `ctx`";

const fn call(
    path: &'static [&'static str],
    modules: Modules,
    mistake: &'static str,
    instead: &'static str,
) -> RawForm {
    RawForm { path, modules, is_macro: false, mistake, instead }
}

const fn definition(path: &'static [&'static str], modules: Modules) -> RawForm {
    RawForm {
        path,
        modules,
        is_macro: true,
        mistake: "keeps a value that the next hop loses, or the next turn finds",
        instead: "pass the value as an argument, or put it into the pin or the log fields of the context",
    }
}

/// The entry for a path as written, if it is a raw form.
pub(crate) fn find(path: &[String], is_macro: bool) -> Option<&'static RawForm> {
    RAW_FORMS.iter().find(|form| {
        let Some(start) = path.len().checked_sub(form.path.len()) else { return false };
        let (before, own) = path.split_at(start);
        form.is_macro == is_macro && own == form.path && (before.is_empty() || is_end_of_any(before, form.modules))
    })
}

fn is_end_of_any(before: &[String], modules: Modules) -> bool {
    modules.iter().any(|module| {
        let end = module.len().checked_sub(before.len()).map(|start| &module[start..]);
        end.is_some_and(|end| before == end)
    })
}
