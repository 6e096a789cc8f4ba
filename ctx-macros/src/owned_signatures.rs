//! Whose signature is it? Some belong to the linker, the compiler, a test runner or a trait of `std`, and cannot have a further
//! parameter.

use proc_macro2::Ident;

use crate::errors::Errors;
use crate::signature::Function;

/// Attributes that fix the signature of the function below them, and who fixes it.
const OWNERS: &[(&str, &str)] = &[
    ("no_mangle", "the linker"),
    ("export_name", "the linker"),
    ("panic_handler", "the compiler"),
    ("proc_macro", "the compiler"),
    ("proc_macro_attribute", "the compiler"),
    ("proc_macro_derive", "the compiler"),
];

/// Attributes that make a function a test: `#[test]`, `#[tokio::test]`, `#[sqlx::test]` and so on.
const TESTS: &[&str] = &["test", "rstest", "test_case", "quickcheck", "bench"];

/// Attributes of functions that a framework calls with what it can extract.
const HANDLERS: &[&str] = &["debug_handler", "debug_middleware"];

/// Traits of `std` whose methods have a signature. One that an application is likely to have under the same name is not here:
/// the compiler finds it.
const TRAITS: &[&str] = &[
    "Add",
    "AddAssign",
    "AsMut",
    "AsRef",
    "Binary",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Borrow",
    "BorrowMut",
    "BufRead",
    "Clone",
    "Debug",
    "Default",
    "Deref",
    "DerefMut",
    "Display",
    "Div",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "ExactSizeIterator",
    "Extend",
    "From",
    "FromIterator",
    "FromStr",
    "Future",
    "GlobalAlloc",
    "Hash",
    "Hasher",
    "Index",
    "IndexMut",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "LowerHex",
    "Mul",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "Sub",
    "SubAssign",
    "Termination",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "UpperHex",
    "Wake",
];

/// What a caller of the function cannot pass.
#[derive(Clone, Copy)]
pub(crate) enum Missing {
    /// A context, or what owns one.
    Parameter,
    /// Nothing: the function makes its turn itself.
    Nothing,
}

/// How the user takes the function out of the attribute.
#[derive(Clone, Copy)]
pub(crate) enum WayOut {
    RemoveAttribute,
    /// It is in a block that has the attribute.
    Skip,
}

impl WayOut {
    /// In a message.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::RemoveAttribute => "remove `#[with_ctx]` here",
            Self::Skip => "put `#[with_ctx(skip)]` on it",
        }
    }
}

/// Refuses a function whose signature is someone else's. `true` if it did.
pub(crate) fn refuse(function: &Function, missing: Missing, way_out: WayOut, errors: &mut Errors) -> bool {
    let before = errors.count();
    let signature = &function.signature;
    let way_out = way_out.text();
    let inside = format!("{way_out}, and give a context to a function that this one calls");
    if let Some(constness) = &signature.constness {
        errors.at(
            constness,
            "a `const fn` runs at compile time, where there is no context",
            format_args!("remove `const`, or {way_out}"),
        );
    }
    if matches!(missing, Missing::Nothing) {
        return errors.count() > before;
    }
    if let Some(abi) = signature.abi.as_ref().filter(|abi| abi.name.as_ref().is_none_or(|name| name.value() != "Rust"))
    {
        errors.at(abi, "the caller of an `extern` function passes no context", &inside);
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, "the caller of a variadic function passes no context", &inside);
    }
    if signature.ident == "main" && signature.inputs.is_empty() {
        errors.at(
            &signature.ident,
            "`main` is called without a context",
            format_args!("{way_out}; `main` makes the gate, and the gate gives a context"),
        );
    }
    for name in function.attributes.iter().filter_map(|attribute| attribute.name.as_ref()) {
        if let Some((_, owner)) = OWNERS.iter().find(|(owned, _)| name == owned) {
            errors.at(name, format_args!("the signature below `{name}` belongs to {owner}"), &inside);
        }
    }
    errors.count() > before
}

/// Refuses a function that a test runner or a framework calls, if the parameter is not written. `true` if it did.
pub(crate) fn refuse_called(function: &Function, is_entry: bool, errors: &mut Errors) -> bool {
    let before = errors.count();
    let mut names = function.attributes.iter().filter_map(|attribute| attribute.name.as_ref());
    let is_one_of = |name: &Ident, names: &[&str]| names.iter().any(|other| name == other);
    if let Some(test) = names.clone().find(|name| is_one_of(name, TESTS)) {
        errors.at(
            test,
            "a test is called without a context",
            "write `#[with_ctx(test)]`: the body begins with a turn that `crate::test_turn()` makes",
        );
    } else if let Some(handler) = names.find(|name| !is_entry && is_one_of(name, HANDLERS)) {
        errors.at(
            handler,
            "a handler is called without a context",
            "write `#[with_ctx(entry)]`: the first parameter is an extractor `crate::Turn`, and the body has its context",
        );
    }
    errors.count() > before
}

/// Whether one of the above is about an attribute of this name.
pub(crate) fn may_be_fixed_by(name: &Ident) -> bool {
    let name = name.to_string();
    OWNERS.iter().map(|(owned, _)| owned).chain(TESTS).chain(HANDLERS).any(|other| name == *other)
}

/// Whether the methods of a trait have signatures that are known not to be the user's.
pub(crate) fn is_known_trait(name: &Ident) -> bool {
    TRAITS.iter().any(|known| name == known)
}
