//! What `ctx::Pool` does with threads, queue and jobs, from the side of who submits. That its jobs keep the promises of the
//! hops is in `hops`, and that its locks hold in every order is in the package `interleavings`.

mod busy;
mod handles;
mod overflow;
mod shutdown;
mod threads;
mod turns;
