//! What a tenant's name looks like.

use std::fmt;

use serde::Serialize;

const MAX_LENGTH: usize = 64;

/// The name of a tenant. Also the name of its database file, hence the narrow alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct TenantId(String);

impl TenantId {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let well_formed = (1..=MAX_LENGTH).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        well_formed.then(|| Self(name.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// There is no tenant for work that belongs to none: that is what a `PlatformCtx` is for.
impl ctx::Tenant for TenantId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_accepted_up_to_64_bytes() {
        for name in ["acme", "a", "tenant-17", &"x".repeat(64)] {
            assert_eq!(TenantId::parse(name).expect(name).as_str(), name);
        }
    }

    #[test]
    fn names_that_could_leave_the_data_directory_are_refused() {
        for name in ["", "Acme", "a.b", "../acme", "a/b", "a b", "a\0", "ä", &"x".repeat(65)] {
            assert_eq!(TenantId::parse(name), None, "{name:?}");
        }
    }
}
