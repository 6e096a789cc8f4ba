//! The hops, in the order of the table. A new one is a file beside these, or a function in one, and its line here.

mod blocking;
mod foreign;
mod in_place;
mod in_span;
mod messages;
mod named;
mod pools;
mod streams;
mod tasks;
mod threads;
mod timers;
mod turns;

use crate::case::{Case, Hop};

pub(crate) const WITHOUT_SUBSCRIBER: &[&Hop] = &[
    &tasks::SPAWN,
    &tasks::SPAWN_EMPTY,
    &tasks::SPAWN_CAPTURED,
    &named::NAMED,
    &tasks::SPAWN_LOCAL,
    &tasks::JOIN_SET,
    &turns::TURN,
    &blocking::SPAWN_BLOCKING,
    &threads::THREAD,
    &pools::POOL,
    &pools::RAYON,
    &foreign::BIND,
    &foreign::BIND_CALL,
    &foreign::CARRY,
    &foreign::CARRY_EACH,
    &messages::MESSAGE,
    &streams::STREAM,
    &timers::EVERY,
    &in_place::READ,
    &in_place::LEVELS,
    &in_place::DERIVED,
];

/// Run after all others, or in a process of their own: the subscriber they install stays.
pub(crate) const WITH_SUBSCRIBER: &[&Hop] =
    &[&in_span::SPAWN, &in_span::SPAWN_BLOCKING, &in_span::BIND, &in_span::DERIVED];

/// Every hop in every way.
pub(crate) fn cases() -> impl Iterator<Item = Case> {
    WITHOUT_SUBSCRIBER.iter().chain(WITH_SUBSCRIBER).flat_map(|hop| hop.cases())
}
