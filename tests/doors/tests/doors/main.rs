//! Requests from the outside, through real frameworks: each becomes a turn, or is refused, and nothing gets mixed up.

mod a11_a_body_after_the_handler;
mod a12_one_connection;
mod actix;
mod d01_routes_outside_the_layer;
mod d02_a_missing_turn;
mod d03_middleware_in_between;
mod d04_four_call_shapes;
mod d05_a_worker_and_a_retry;
mod http_connection;
mod refusals;
mod reqwest_client;
mod sending_on;
mod service;
mod stopping;
mod tenant_sources;
mod tower_contract;

// What `#[with_ctx]` names.
use support::{Ctx, Turn};
