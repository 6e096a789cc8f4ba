//! `#[with_ctx]` above and below other attributes: it works, or one message says which order works.
//!
//! | attribute | `#[with_ctx]` above it | below it | test |
//! |---|---|---|---|
//! | `#[tracing::instrument]` | works; the span has `ctx` unless it is skipped | works; the span does not know of `ctx` | `instrument` |
//! | `#[async_trait]`, on a trait and on its impls | works | works | `async_trait_` |
//! | `#[async_recursion]` | works | works where the function borrows something; else one message | `recursion`, `refused` |
//! | `#[test]`, `#[tokio::test]` | `test` works | `test` works | `harness` |
//! | `#[rstest]`, `#[test_case]` | `test` works | a message that names the order, and the compiler's | `harness` |
//! | `#[sqlx::test]`, on SQLite | `test` works | `test` works without a pool; with one E0434 | `harness` |
//! | axum's `#[debug_handler]` | `entry` works | the compiler's E0061 | `handlers`, `refused` |
//! | `#[cached]` with a `key` | works | the compiler's E0423 | `memoised`, `refused` |
//!
//! The field reports about the attribute, and the tests that show them (`ctx-macros/..` and `compile-fail/..` are other packages):
//!
//! | report | tests |
//! |---|---|
//! | C01 | `ctx-macros/tests/parameters.rs` |
//! | C02 | `ctx-macros/src/tests/mistakes.rs`; `compile-fail/attribute/{unknown_argument,arguments_without_a_comma,on_a_struct}` |
//! | C03 | `ctx-macros/src/tests/mistakes.rs`; `compile-fail/attribute/const_function` |
//! | C04 | `ctx-macros/src/tests/{mistakes,blocks}.rs`; `compile-fail/attribute/{extern_function,exported_function,main_function,test_function,display_..}` |
//! | C05 | `ctx-macros/tests/{traits,blocks}.rs` |
//! | C06 | `ctx-macros/tests/{attributes_kept,owners}.rs` |
//! | C07 | `ctx-macros/tests/parameters.rs`, `ctx-macros/expansions/too_many_arguments.rs` |
//! | C08 | `compile-fail/attribute/{body_with_..,entry_with_a_wrong_tail}` |
//! | C09 | `ctx-macros/tests/attributes_kept.rs` |
//! | C10 | `ctx-macros/tests/{attributes_kept,bodies}.rs`; `compile-fail/attribute/context_bound_by_a_pattern` |
//! | C11 | `handlers`, `ctx-macros/tests/owners.rs`; `compile-fail/attribute/alias_missing` |
//! | C12 | `ctx-macros/tests/{made_by_macros,blocks,owners}.rs` |
//! | C13 | `ctx-macros/tests/bodies.rs` |
//! | C14 | `ctx-macros/src/tests/{half_typed,blocks,owners}.rs` |
//! | C15 | `harness` |
//! | C16 | `handlers`; `refused/handler_without_entry..` |
//! | C17 | `ctx-macros/tests/bodies.rs` |
//! | C18 | `ctx-macros/tests/{borrowed_results,returned_impl}.rs`, `ctx-macros/tests/edition_2024.md` |
//! | C20 | `ctx-macros/tests/parameters.rs` |
//! | C21 | `ctx-macros/tests/traits.rs` |
//! | C22 | `recursion` |
//!
//! C19, a function that is used as a value, is about the migration.

mod async_trait_;
mod handlers;
mod harness;
mod instrument;
mod memoised;
mod recursion;

use application::{Ctx, Turn, test_turn};
