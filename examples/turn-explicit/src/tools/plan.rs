//! Which tools a message asks for.

use std::time::Duration;

const MAX_CALLS: usize = 4;
const MAX_WAIT_MS: u64 = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToolCall {
    Calculate(String),
    Clock,
    Order(i64),
    Slow(Duration),
}

impl ToolCall {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Calculate(_) => "calculator",
            Self::Clock => "clock",
            Self::Order(_) => "orders",
            Self::Slow(_) => "slow",
        }
    }
}

/// Reads `calc EXPRESSION`, `time`, `order NUMBER` and `slow MILLISECONDS` from the words of a message, in their order.
pub(crate) fn plan(message: &str) -> Vec<ToolCall> {
    let mut words = message.split_whitespace().peekable();
    let mut calls = Vec::new();
    while let Some(word) = words.next() {
        let argument = words.peek().map(|next| next.trim_end_matches(['.', ',', '?', '!', ';']));
        let call = match word {
            "calc" => argument.map(|expression| ToolCall::Calculate(expression.to_owned())),
            "time" => Some(ToolCall::Clock),
            "order" => argument.and_then(|number| number.parse().ok()).map(ToolCall::Order),
            "slow" => argument
                .and_then(|ms| ms.parse().ok())
                .map(|ms: u64| ToolCall::Slow(Duration::from_millis(ms.min(MAX_WAIT_MS)))),
            _ => None,
        };
        calls.extend(call);
    }
    calls.truncate(MAX_CALLS);
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_planned_in_the_order_of_the_message() {
        let planned = plan("where is order 17, and calc 6*7? what time is it");
        assert_eq!(planned, [ToolCall::Order(17), ToolCall::Calculate("6*7".into()), ToolCall::Clock]);
    }

    #[test]
    fn words_without_their_argument_are_no_calls() {
        assert_eq!(plan("in order of price, as slow as calc"), []);
    }

    #[test]
    fn waiting_and_the_number_of_calls_are_limited() {
        let planned = plan("slow 999999 time time time time time");
        assert_eq!(planned.len(), MAX_CALLS);
        assert_eq!(planned[0], ToolCall::Slow(Duration::from_secs(5)));
    }
}
