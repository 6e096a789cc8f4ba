//! `#[with_ctx]` and `#[derive(LogFields)]`.
//!
//! Use them through the crate `ctx`, which re-exports both; the documentation with examples stands on the re-exports, where the
//! examples can run. What stands here says exactly what each accepts and does.

mod argument_impls;
mod arguments;
mod body;
mod capture_rules;
mod captures;
mod check;
mod errors;
mod expand;
mod fallback;
mod hidden_lifetimes;
mod lifetime_slots;
mod lifetimes;
mod log_fields;
mod model;
mod names;
mod owned_signatures;
mod raw_forms;
mod signature;

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
/// # Arguments
///
/// - A type, as in `#[with_ctx(crate::PlatformCtx)]`: inserts `ctx: &crate::PlatformCtx`.
/// - `raw = "reason"`: allows raw forms in the body.
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
/// what it borrows from, as in `+ '_`, or write `use<..>`. (A function without `self` and `Self` is taken for a free one.) The future of an `async fn` does borrow from `ctx`; what it gives does not.
///
/// # Raw forms
///
/// Paths that start work or keep a value without the context are errors in the body: `tokio::spawn`, `tokio::task::spawn`,
/// `spawn_local` and `spawn_blocking`, `JoinSet::new`, `Handle::current`, `std::thread::spawn` and `Builder::new`,
/// `rayon::spawn`, `thread_local!` and `task_local!`; also in a `use`. The check reads paths, not meanings: what it misses, the
/// compiler refuses, because `ctx` is only borrowed.
///
/// # Refused
///
/// `const fn`, `extern` and variadic functions, `main`, tests without parameters, functions with `#[no_mangle]` and the like, and
/// items that are no functions. Each mistake is an error at its token, and the item is emitted even so.
///
/// # Lints
///
/// An unused `ctx` is no warning. A function of seven parameters stays silent under `clippy::too_many_arguments`, which is allowed
/// on it, and so on functions nested in its body; one of eight warns, as it did.
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
/// - `redact`: that there is a value, but not which.
/// - `rename = "name"`: a name of `a-z`, `0-9`, `_` and `.`, with a letter or `_` first.
/// - `skip`: not at all.
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
    let checked = check::function(arguments, item.clone(), rules, &mut errors);
    let item = checked.map_or_else(|fallback| fallback.item(item), expand::function);
    fallback::item_and_mistakes(item, errors)
}

fn derived(item: Tokens) -> Tokens {
    let mut errors = Errors::default();
    let fields = log_fields::fields(item, &mut errors);
    let implementation = fields.as_ref().map(log_fields::implementation);
    fallback::item_and_mistakes(implementation.unwrap_or_default(), errors)
}
