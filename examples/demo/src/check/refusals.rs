//! The requests that must not be let in.

use super::tally::{Fault, Kind, Tally};
use crate::drive::Refusal;

pub(crate) fn refusals(tally: &mut Tally, refusals: &[Refusal]) {
    for refusal in refusals {
        let right =
            refusal.got == refusal.expected && (refusal.got.0 == 503) == (refusal.retry_after.as_deref() == Some("1"));
        let example = format!("{} was answered with {} {}", refusal.what, refusal.got.0, refusal.got.1);
        tally.record(Kind::Refusal, (!right).then(|| Fault::new(format!("wrong answer to {}", refusal.what), example)));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tally::Count;

    #[test]
    fn a_request_that_is_let_in_or_told_more_than_needed_is_counted() {
        let expected = (401, json!({ "error": "unknown tenant" }));
        let refusal = |got| Refusal { what: "no tenant", expected: expected.clone(), got, retry_after: None };
        let mut tally = Tally::default();
        refusals(
            &mut tally,
            &[
                refusal(expected.clone()),
                refusal((200, json!([]))),
                refusal((401, json!({ "error": "unknown tenant", "known": ["acme"] }))),
            ],
        );
        assert_eq!(tally.total(), Count { records: 3, misplaced: 2 });
    }
}
