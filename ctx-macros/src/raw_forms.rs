//! Which paths start work, or keep a value for later, without the context? A table.

/// A path that no body with a context needs.
pub(crate) struct RawForm {
    /// The end of the path. `std::thread::spawn`, `thread::spawn` and `::std::thread::spawn` all end in `thread::spawn`.
    pub(crate) path: &'static [&'static str],
    /// Whether it is a macro.
    pub(crate) is_macro: bool,
    /// What is wrong with it, after the path.
    pub(crate) mistake: &'static str,
    /// What to write instead.
    pub(crate) instead: &'static str,
}

/// The table. The first entry that matches counts.
pub(crate) static RAW_FORMS: &[RawForm] = &[
    call(&["tokio", "spawn"], STARTS_WORK, TASK),
    call(&["task", "spawn"], STARTS_WORK, TASK),
    call(&["task", "spawn_local"], STARTS_WORK, "use `ctx.spawn_local(async move |ctx| ..)`"),
    call(&["task", "spawn_blocking"], STARTS_WORK, "use `ctx.spawn_blocking(move |ctx| ..)`"),
    call(&["JoinSet", "new"], "holds tasks without the context", "use `ctx.join_set()`"),
    call(&["JoinSet", "default"], "holds tasks without the context", "use `ctx.join_set()`"),
    call(&["Handle", "current"], "starts work without the context", TASK),
    call(&["thread", "spawn"], STARTS_WORK, THREAD),
    call(&["thread", "Builder", "new"], STARTS_WORK, THREAD),
    call(&["rayon", "spawn"], STARTS_WORK, JOB),
    call(&["rayon", "spawn_fifo"], STARTS_WORK, JOB),
    call(&["rayon", "spawn_broadcast"], STARTS_WORK, JOB),
    definition(&["thread_local"]),
    definition(&["task_local"]),
];

const STARTS_WORK: &str = "starts work without the context";
const TASK: &str =
    "use `ctx.spawn(async move |ctx| ..)`; for work that outlives the turn `ctx.detach(\"kind\")`, and spawn on what it gives";
const THREAD: &str =
    "use `ctx.thread(\"name\", move |ctx| ..)`; for threads that end before the call returns `std::thread::scope`, and borrow `ctx`";
const JOB: &str = "use `rayon::scope`, `rayon::join` or `par_iter`, and borrow `ctx`";

const fn call(path: &'static [&'static str], mistake: &'static str, instead: &'static str) -> RawForm {
    RawForm { path, is_macro: false, mistake, instead }
}

const fn definition(path: &'static [&'static str]) -> RawForm {
    RawForm {
        path,
        is_macro: true,
        mistake: "keeps a value that the next hop loses, or the next turn finds",
        instead: "pass the value as an argument, or put it into the pin or the log fields of the context",
    }
}

/// The entry for a path, if it is a raw form.
pub(crate) fn find(path: &[String], is_macro: bool) -> Option<&'static RawForm> {
    // What the user's own crate has under such a name is the user's.
    if path.len() > 1 && ["crate", "self", "super", "Self"].contains(&path[0].as_str()) {
        return None;
    }
    RAW_FORMS.iter().find(|form| {
        let tail = path.len().checked_sub(form.path.len()).map(|start| &path[start..]);
        form.is_macro == is_macro && tail.is_some_and(|tail| tail == form.path)
    })
}
