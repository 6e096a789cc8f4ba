//! W3C trace context: which trace a turn belongs to, in and out of the process.
//!
//! The header `traceparent` of <https://www.w3.org/TR/trace-context/>, read strictly: one that is not well-formed is as good as none,
//! and a trace is begun. A turn belongs to one trace, and so does all that it starts, detached work included.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};

/// The trace of a turn, and the caller's span in it.
///
/// # Example
///
/// ```
/// use ctx::requests::TraceContext;
///
/// let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
/// let came = TraceContext::parse(header).unwrap();
/// assert_eq!(came.to_string(), header);
/// assert!(came.is_sampled());
///
/// let goes = came.child();
/// assert_eq!(goes.trace_id(), came.trace_id());
/// assert_ne!(goes.parent_id(), came.parent_id());
///
/// assert_eq!(TraceContext::parse("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceContext {
    trace_id: u128,
    parent_id: u64,
    sampled: bool,
}

/// The length of a header of version 00. A later version may go on after a dash.
const LENGTH: usize = 55;

impl TraceContext {
    /// The header's name.
    pub const HEADER: &'static str = "traceparent";

    /// Reads the value of a `traceparent` header; `None` when it is malformed, which is to be treated as no header.
    #[must_use]
    pub fn parse(header: &str) -> Option<Self> {
        let (known, rest) = header.split_at_checked(LENGTH)?;
        let mut parts = known.split('-');
        let (version, trace_id, parent_id, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let lengths = [version.len(), trace_id.len(), parent_id.len(), flags.len()];
        if lengths != [2, 32, 16, 2] || parts.next().is_some() {
            return None;
        }
        let version = hex(version)?;
        if version == 0xff || !(rest.is_empty() || (version > 0 && rest.starts_with('-'))) {
            return None;
        }
        let (trace_id, parent_id, flags) = (hex(trace_id)?, hex(parent_id)?, hex(flags)?);
        let parent_id = u64::try_from(parent_id).ok()?;
        (trace_id != 0 && parent_id != 0).then_some(Self { trace_id, parent_id, sampled: flags & 1 != 0 })
    }

    /// A trace that begins here. Its ids are random enough to be unique, and no secret. Sampled, so that services further on which
    /// follow their caller record it.
    #[must_use]
    pub fn begin() -> Self {
        let trace_id = u128::from(random()) << 64 | u128::from(random());
        Self { trace_id, parent_id: random(), sampled: true }
    }

    /// The same trace with a span of its own, for a request to another service.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { parent_id: random(), ..*self }
    }

    /// The id of the trace; never zero.
    #[must_use]
    pub const fn trace_id(&self) -> u128 {
        self.trace_id
    }

    /// The id of the caller's span; never zero.
    #[must_use]
    pub const fn parent_id(&self) -> u64 {
        self.parent_id
    }

    /// Whether the caller may have recorded the trace.
    #[must_use]
    pub const fn is_sampled(&self) -> bool {
        self.sampled
    }
}

/// The value of the header, version 00.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{:032x}-{:016x}-{:02x}", self.trace_id, self.parent_id, u8::from(self.sampled))
    }
}

/// Lower case only, as the specification wants it.
fn hex(digits: &str) -> Option<u128> {
    let lower = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    lower.then(|| u128::from_str_radix(digits, 16).ok()).flatten()
}

/// What seeds a `HashMap` is random for each process and thread; hashed with a counter it gives ids without a crate of its own.
fn random() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(LAST.fetch_add(1, Ordering::Relaxed));
    hasher.finish().max(1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const VALID: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn what_is_not_well_formed_is_none() {
        let zero_trace = format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32));
        let zero_parent = format!("00-4bf92f3577b34da6a3ce929d0e0e4736-{}-01", "0".repeat(16));
        for malformed in [
            "",
            &VALID[..54],
            &format!("{VALID}-"),
            &format!("{VALID}0"),
            &format!(" {}", &VALID[..54]),
            &VALID.to_uppercase(),
            &VALID.replace('-', "_"),
            &VALID.replace("4bf", "4bg"),
            &VALID.replace("4bf", "+bf"),
            &VALID.replacen("00-", "ff-", 1),
            &VALID.replace("e4736-00", "e473-600"),
            &zero_trace,
            &zero_parent,
            &"é".repeat(40),
        ] {
            assert_eq!(TraceContext::parse(malformed), None, "{malformed:?}");
        }
    }

    #[test]
    fn a_later_version_may_have_more() {
        let later = VALID.replacen("00-", "cc-", 1);
        let expected = TraceContext::parse(VALID);
        assert!(expected.is_some());
        assert_eq!(TraceContext::parse(&later), expected);
        assert_eq!(TraceContext::parse(&format!("{later}-what-comes-then")), expected);
        assert_eq!(TraceContext::parse(&format!("{later}.what")), None);
    }

    #[test]
    fn only_the_known_flag_goes_on() {
        let flags = |flags: &str| TraceContext::parse(&format!("{}{flags}", &VALID[..53])).unwrap().to_string();
        assert!(flags("ff").ends_with("-01"));
        assert!(flags("fe").ends_with("-00"));
    }

    #[test]
    fn ids_do_not_repeat_and_can_be_read_again() {
        let begun: Vec<_> = (0..1000).map(|_| TraceContext::begin()).collect();
        assert_eq!(begun.iter().map(TraceContext::trace_id).collect::<HashSet<_>>().len(), 1000);
        assert_eq!(begun.iter().map(|trace| trace.child().parent_id()).collect::<HashSet<_>>().len(), 1000);
        assert!(begun.iter().all(|trace| TraceContext::parse(&trace.to_string()) == Some(*trace)));
    }
}
