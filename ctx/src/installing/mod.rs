//! Putting a context where code that takes none looks for it, around every poll and call of a hop: feature `bridge`.
//!
//! Without the feature `off` stands in its place, and all of it compiles to nothing.

#[cfg(feature = "bridge")]
mod ambient;
#[cfg(feature = "bridge")]
mod current;
#[cfg(feature = "bridge")]
mod earlier;
#[cfg(feature = "bridge")]
mod installed;
#[cfg(not(feature = "bridge"))]
mod off;
#[cfg(feature = "bridge")]
mod registered;
#[cfg(feature = "bridge")]
mod shown;

#[cfg(feature = "bridge")]
pub use ambient::Ambient;
#[cfg(feature = "bridge")]
pub(crate) use current::{Shows, current};
#[cfg(feature = "bridge")]
pub(crate) use earlier::Earlier;
#[cfg(feature = "bridge")]
pub(crate) use installed::Installed;
#[cfg(not(feature = "bridge"))]
pub(crate) use off::{Earlier, Installed};
#[cfg(feature = "bridge")]
pub(crate) use registered::{Ambients, Registered};
#[cfg(feature = "bridge")]
pub use shown::Shown;
