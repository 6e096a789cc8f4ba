//! Does `#[with_ctx]` hold on code that nobody wrote for it?
//!
//! A published crate is copied into a scratch folder. Beside each function that is compiled there, the tool puts a copy of the
//! function under another name, with the attribute: the callers of the function pass no context, so it stays as it is. Then
//! the compiler says of each copy: accepted, refused by the macro with a message, or miscompiled, which is an error that the
//! same copy without the attribute does not have. Clippy says which warnings the attribute adds, and which it hides.
//!
//! Last, each copy that was accepted gets a caller with the signature that the function has, and a context that ends with the
//! call. So whatever the copy returns must borrow from what it borrowed from before, and not from the context. In a trait an
//! `impl Trait` borrows from everything, context or not: those callers are counted apart.
//!
//! In which order: `scratch_crate` copies, `functions` finds, `placing` says where a copy can stand, `render` writes it,
//! `compiler` runs cargo, `trial` draws the conclusions, `table` prints them.
//!
//! Not seen: functions that a macro makes, and what the features, the platform and `cfg(test)` leave out.

mod compiler;
mod functions;
mod outcome;
mod placing;
mod published;
mod render;
mod scratch_crate;
mod table;
mod trial;

pub use crate::compiler::version as compiler_version;
pub use crate::outcome::{Failure, Outcome};
pub use crate::published::{Published, TEN};
pub use crate::scratch_crate::{Attribute, Scratch};
pub use crate::table::{details, markdown};
pub use crate::trial::{try_fixture, try_published};
