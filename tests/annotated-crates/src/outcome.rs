//! The numbers of one crate, and what a message counts as.

use std::collections::BTreeMap;

use crate::compiler::Message;

/// Something that must not be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The file and the function, as far as it is one.
    pub function: String,
    /// The compiler's message.
    pub message: String,
}

/// The numbers of one crate. `functions` is the sum of `accepted`, `refused`, `no_place` and `miscompiled`.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The crate.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Functions that are compiled with the features of the trial.
    pub functions: usize,
    /// Functions that are not: other platforms, other features, tests.
    pub not_compiled: usize,
    /// Their copies compile.
    pub accepted: usize,
    /// What the macro says, and how often.
    pub refused: BTreeMap<String, usize>,
    /// Why there is no place for a copy, attribute or not, and how often.
    pub no_place: BTreeMap<String, usize>,
    /// Functions whose copies compile without the attribute, and not with it.
    pub miscompiled: Vec<Failure>,
    /// Copies whose caller compiles: it has the function's signature, and a context that ends with it.
    pub called: usize,
    /// Callers that compile where the copy has no attribute, and not with it.
    pub broken_callers: Vec<Failure>,
    /// Such callers whose copy is a method of a trait that returns an `impl Trait`, where all that the compiler says is that the
    /// context does not live long enough. There an `impl Trait` captures every lifetime in scope: that is the language's rule,
    /// and a context parameter that is written by hand does the same.
    pub captured_contexts: Vec<Failure>,
    /// Warnings that the copies have with the attribute, and not without it.
    pub new_warnings: Vec<Failure>,
    /// Warnings that they have without it, and not with it.
    pub lost_warnings: Vec<Failure>,
}

impl Outcome {
    /// Whether nothing is miscompiled, no warning is new and no caller is broken. Captured contexts do not count.
    pub fn is_good(&self) -> bool {
        self.miscompiled.is_empty() && self.new_warnings.is_empty() && self.broken_callers.is_empty()
    }
}

/// The messages of `these` that are not among `those`; what is there twice has to be there twice.
pub(crate) fn only_in(these: &[(String, Message)], those: &[(String, Message)]) -> Vec<Failure> {
    let key = |message: &Message| (message.places.clone(), message.code.clone(), message.text.clone());
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for (_, message) in those {
        *counts.entry(key(message)).or_default() += 1;
    }
    let mut only = Vec::new();
    for (function, message) in these {
        match counts.get_mut(&key(message)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => only.push(Failure { function: function.clone(), message: message.rendered.clone() }),
        }
    }
    only
}

/// Whether the context of a caller ends too early for what the caller gives back, and nothing else is wrong.
pub(crate) fn is_outlived_context(error: &Message) -> bool {
    match error.code.as_deref() {
        Some("E0597") => error.text == "`ctx` does not live long enough",
        // What a call gives back, as the last expression of the caller.
        Some("E0515") => error.text.ends_with(" local variable `ctx`"),
        _ => false,
    }
}

/// What the macro says, without the fix. A message of the macro has its fix on its own line, and no code; no message of
/// the compiler has both.
pub(crate) fn refusal(error: &Message) -> Option<String> {
    let (said, _) = error.text.split_once("\nhelp: ")?;
    error.code.is_none().then(|| said.to_owned())
}

/// The compiler's message without the names in it, so that equal ones can be counted.
pub(crate) fn reason(error: &Message) -> String {
    let line = error.text.lines().next().unwrap_or_default();
    let parts = line.split('`').enumerate().map(|(index, part)| if index % 2 == 1 { ".." } else { part });
    let text = parts.collect::<Vec<_>>().join("`");
    error.code.as_ref().map_or_else(|| text.clone(), |code| format!("{code}: {text}"))
}
