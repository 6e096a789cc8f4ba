//! The HTTP side of the service.

mod admin;
mod admission;
mod content;
mod failure;
mod handled;
mod headers;
mod records;
mod routes;
mod stream;
mod turns;

pub(crate) use routes::router;
