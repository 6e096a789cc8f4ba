//! `#[with_ctx]` and `#[derive(LogFields)]`.
//!
//! Use them through the crate `ctx`, which re-exports both; the documentation with examples stands on the re-exports, where the
//! examples can run. What stands here says exactly what each accepts and does.
//!
//! # What it costs
//!
//! Measured with `cargo bench -p explicit-ctx-macros --bench expand_cost` (rustc 1.95, macros not optimised; instructions of the compiler in
//! `cargo check`, by callgrind), for an async function of about ten lines:
//!
//! - 15.6 million with a parameter by hand, 16.4 million with `#[with_ctx]` (1.049 times), 36.7 million with the parameter and
//!   `#[tracing::instrument]`: the attribute adds 0.036 of what that one adds.
//! - Most of it is to look through the body. A plain signature is not parsed (see `plain.rs`); one with generics, or with a result whose
//!   lifetime has to be named, is, and costs about 0.3 million more.

mod argument_impls;
mod arguments;
mod block;
mod body;
mod boxed_futures;
mod capture_rules;
mod captures;
mod check;
mod errors;
mod expand;
mod fallback;
mod handed_on;
mod hidden_lifetimes;
mod lifetime_slots;
mod lifetimes;
mod log_fields;
mod members;
mod model;
mod names;
mod options;
mod owned_signatures;
mod plain;
mod raw_forms;
mod results;
mod signature;
mod written_parameter;

#[cfg(test)]
mod tests;

#[cfg(doctest)]
#[doc = include_str!("../tests/edition_2024.md")]
mod edition_2024 {}

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;

use crate::capture_rules::CaptureRules;
use crate::errors::Errors;

/// Inserts `ctx: &crate::Ctx` after the receiver of a function, or first where there is none.
///
/// Every crate root that uses it has the type: `pub type Ctx = ctx::Ctx<Tenant, Pin, Fields>;`. It goes on free functions,
/// methods with any receiver, associated functions, methods of traits with and without a body, and methods of impls of traits;
/// sync, async and `unsafe`. The body and all attributes are kept as they are.
///
/// # A whole block
///
/// On an `impl`, a `trait` or an inline `mod` it applies to every function in it, in a `mod` also to those in its impls, traits
/// and modules. Functions nested in bodies, macro calls and all other items stay as they are. On an item of the block
///
/// - `#[with_ctx(skip)]` leaves it out,
/// - `#[with_ctx(..)]` with other arguments, or none, counts instead of the block's. Only `crate` and `name` still come from the
///   block where the item does not give them.
///
/// Both are recognised under the name `with_ctx`, with or without a path, and not inside of `cfg_attr`.
///
/// # Arguments
///
/// In any order, with commas:
///
/// - A type, as in `#[with_ctx(crate::PlatformCtx)]`: inserts `ctx: &crate::PlatformCtx`.
/// - `entry`, or `entry = path::Type`: see below.
/// - `test`, or `test = path::to::function`: see below.
/// - `name = word`: what the context is called instead of `ctx`.
/// - `crate = path`: where `Ctx`, `Turn` and `test_turn` are, if not in `crate`: `path::Ctx` and so on.
/// - `capture`: a returned `impl Trait` may borrow from `ctx`, see below.
/// - `raw = "reason"`: allows raw forms in the body.
/// - `skip`: only on an item of a block.
///
/// # Entries
///
/// A framework calls a handler with what it can extract, and no framework has a `&Ctx`. `#[with_ctx(entry)]` inserts an owner
/// instead, `turn: crate::Turn` (or the given type), and the body begins with `let ctx: &crate::Ctx = &turn;`.
/// So the type derefs to the context; for axum it is an extractor, `FromRequestParts`. The body cannot name the parameter.
///
/// A handler with plain `#[with_ctx]` does not compile in `get(handler)`: the compiler says that `Handler` is not implemented for
/// it, and nothing of the cause. Write `#[with_ctx(entry)]`. Above `#[debug_handler]` the attribute says so itself.
///
/// # Tests
///
/// A test runner passes nothing. `#[with_ctx(test)]` changes no signature: the body begins with
/// `let turn = crate::test_turn(); let ctx: &crate::Ctx = &turn;`, or with a call of the given function. A crate has, for example,
/// `#[cfg(test)] pub fn test_turn() -> ctx::testing::TestTurn<Tenant, Pin, Fields>`. A test that needs the turn itself, for its log,
/// calls `test_turn` by itself, without the attribute.
///
/// # Beside other attributes
///
/// Put `#[with_ctx(..)]` above the others: then they see the finished signature and body. Above, all of these work; below, it
/// depends:
///
/// | attribute | below it |
/// |---|---|
/// | `#[tracing::instrument]` | works; above, the span has a field `ctx` unless it is skipped |
/// | `#[async_trait]` | works, on the block and on its methods |
/// | `#[async_recursion]` | works if the function borrows something |
/// | `#[test]`, `#[tokio::test]` | `test` works |
/// | `#[rstest]`, `#[test_case]` | no: they move the body to a function without the attribute |
/// | `#[sqlx::test]` | `test` works without parameters |
/// | axum's `#[debug_handler]` | no: it checks the signature that it sees |
/// | `#[cached]` | no: it moves the body; above, the key has to have the tenant |
///
/// # A parameter that is there already
///
/// A function that declares `ctx` itself is checked and not changed: `ctx` has to be a shared reference, and the first parameter
/// after the receiver.
///
/// # What the result borrows from
///
/// The result borrows from what it borrowed from before, not from `ctx`. Where the result has an elided lifetime that `ctx` would
/// make ambiguous, the lifetime is named, in the one parameter it comes from and in the result. A lifetime that is not written
/// at all (`fn parse(input: Span) -> Span`, with `Span<'a>`) cannot be seen in the result: write `Span<'_>`.
///
/// A returned `impl Trait` does not start to capture `ctx` if it mentions what it borrows from, or if the function is a free one.
/// In a method whose `impl Trait` mentions nothing of what it borrows from, edition 2024 captures everything, so also `ctx`: add
/// what it borrows from, as in `+ '_`, or write `use<..>`. (A function without `self` and `Self` is taken for a free one.) In a trait
/// and in its impls the compiler lets an `impl Trait` capture every lifetime in each edition, so also that of `ctx`: a caller that
/// keeps or spawns the result needs a bound such as `+ '_`. The future of an `async fn` does borrow from `ctx`; what it gives does not.
///
/// With `capture` a returned `impl Trait` may borrow from `ctx`. In edition 2024 it is then left as it is written, and captures
/// everything; before, it gets a `use<..>` with the lifetime of `ctx`, which only a free function can have. Without `capture`, a
/// body that hands `ctx` over is an error at the definition. Of a free function that ends in `async { .. }` it names this option. Of
/// other bodies, such as iterators, it is the compiler's E0700, "captures lifetime that does not appear in bounds": the mark for that
/// lifetime is at this attribute, and its suggestion, a `use<..>`, is right as well.
///
/// # Raw forms
///
/// Paths that start work or keep a value without the context are errors in the body: `tokio::spawn`, `tokio::task::spawn`,
/// `spawn_local` and `spawn_blocking`, `JoinSet::new`, `Handle::current`, `std::thread::spawn` and `Builder::new`,
/// `rayon::spawn`, `thread_local!` and `task_local!`; also in a `use`. The check reads paths, not meanings. A path is one of
/// these if it is the end of the real one: `runtime::Handle::current` is, `scheduler::Handle::current` is the user's. What it misses,
/// the compiler refuses, because `ctx` is only borrowed.
///
/// # Refused
///
/// `const fn`, `extern` and variadic functions, `main`, tests and handlers that would be called without the parameter, functions
/// with `#[no_mangle]` and the like, `entry` and `test` on a method without a body, in a block the impls of well-known traits of
/// `std` (on a single method the compiler says it, E0050), and items that are neither functions nor such blocks. Each mistake is an
/// error at its token, and the item is emitted even so.
///
/// # Lints
///
/// An unused `ctx` is no warning. A function of seven parameters stays silent under `clippy::too_many_arguments`, which is allowed
/// on it, and so on functions nested in its body; one of eight warns, as it did. So is `clippy::needless_pass_by_value` on an entry
/// that is not async: it owns a turn that it only lends.
#[proc_macro_attribute]
pub fn with_ctx(arguments: TokenStream, item: TokenStream) -> TokenStream {
    annotated(arguments.into(), item.into(), CaptureRules::of_this_compilation()).into()
}

/// Implements `ctx::LogFields` for a struct with named fields, or for a unit struct.
///
/// A field shows under its name, with `Display`; integers, floats and `bool` as what they are. An `Option` shows nothing when it
/// is `None`. The struct owns its fields: it has no lifetime parameters.
///
/// # On a field: `#[log(..)]`
///
/// - `debug`: with `Debug` instead.
/// - `display`: with `Display` also where it is a number or a truth value, so as text.
/// - `redact`: that there is a value, but not which.
/// - `rename = "name"`: a name of `a-z`, `0-9`, `_` and `.`, with a letter or `_` first.
/// - `skip`: not at all.
///
/// There is no option for the fields of another struct: their names are static, and a derive does not see those of another type.
///
/// The names `tenant`, `pin`, `kind` and `message` are taken, and two fields cannot have the same name.
///
/// # On the struct: `#[log(crate = path)]`
///
/// Where the crate `ctx` is, if it is not at `::ctx`.
#[proc_macro_derive(LogFields, attributes(log))]
pub fn derive_log_fields(item: TokenStream) -> TokenStream {
    derived(item.into()).into()
}

fn annotated(arguments: Tokens, item: Tokens, rules: CaptureRules) -> Tokens {
    let mut errors = Errors::default();
    let checked = check::item(arguments, item.clone(), rules, &mut errors);
    let item = checked.map_or_else(|fallback| fallback.item(item), expand::item);
    fallback::item_and_mistakes(item, errors)
}

fn derived(item: Tokens) -> Tokens {
    let mut errors = Errors::default();
    let fields = log_fields::fields(item, &mut errors);
    let implementation = fields.as_ref().map(log_fields::implementation);
    fallback::item_and_mistakes(implementation.unwrap_or_default(), errors)
}
