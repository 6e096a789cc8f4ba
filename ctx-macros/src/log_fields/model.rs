//! Log fields whose checks have passed: only `check` builds them.

use proc_macro2::{Ident, Span};
use syn::{Generics, Path};

/// What to implement.
pub(crate) struct Model {
    pub(super) name: Ident,
    pub(super) generics: Generics,
    /// Where the runtime is: `::ctx`.
    pub(super) runtime: Path,
    pub(super) fields: Vec<Field>,
}

/// One field that is shown.
pub(super) struct Field {
    pub(super) member: Ident,
    /// What the log calls it.
    pub(super) name: String,
    pub(super) optional: bool,
    pub(super) shown: Shown,
    /// Where a type that cannot be shown is reported.
    pub(super) place: Span,
}

/// How a value is shown.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shown {
    /// As a number or a truth value.
    Primitive,
    /// With `Display`.
    Display,
    /// With `Debug`.
    Debug,
    /// Not at all; only that it is there.
    Redacted,
}
