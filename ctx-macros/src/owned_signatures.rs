//! Whose signature is it? Some belong to the linker, the compiler or a test runner, and cannot have a further parameter.

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

/// Refuses a function whose signature is someone else's. `true` if it did.
pub(crate) fn refuse(function: &Function, errors: &mut Errors) -> bool {
    let before = errors.count();
    let signature = &function.signature;
    if let Some(constness) = &signature.constness {
        errors.at(
            constness,
            "a `const fn` runs at compile time, where there is no context",
            "remove `const`, or the attribute",
        );
    }
    if let Some(abi) = signature.abi.as_ref().filter(|abi| abi.name.as_ref().is_none_or(|name| name.value() != "Rust"))
    {
        errors.at(abi, "the caller of an `extern` function passes no context", TO_THE_INSIDE);
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, "the caller of a variadic function passes no context", TO_THE_INSIDE);
    }
    if signature.ident == "main" && signature.inputs.is_empty() {
        errors.at(
            &signature.ident,
            "`main` is called without a context",
            "remove the attribute; `main` makes the gate, and the gate gives a context",
        );
    }
    for name in function.attributes.iter().filter_map(|attribute| attribute.name.as_ref()) {
        if let Some((_, owner)) = OWNERS.iter().find(|(owned, _)| name == owned) {
            errors.at(name, format_args!("the signature below `{name}` belongs to {owner}"), TO_THE_INSIDE);
        }
        if name == "test" && signature.inputs.is_empty() {
            errors.at(
                name,
                "a test is called without a context",
                "remove `#[with_ctx]`, make a turn in the test, and pass its context to what is tested",
            );
        }
    }
    errors.count() > before
}

const TO_THE_INSIDE: &str = "remove `#[with_ctx]` here, and put it on a function that this one calls with a context";
