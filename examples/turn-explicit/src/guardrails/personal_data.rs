//! Personal data that must not reach the model, the logs or the database.

/// Shorter numbers are order numbers, amounts and years.
const LONG_NUMBER: usize = 11;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Masked {
    pub(super) text: String,
    pub(super) found: usize,
}

/// Replaces mail addresses and long numbers (cards, phones, accounts), word by word. White space becomes a single space.
pub(super) fn mask(text: &str) -> Masked {
    let mut found = 0;
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| {
            let replacement = replacement(word);
            found += usize::from(replacement.is_some());
            replacement.unwrap_or(word)
        })
        .collect();
    Masked { text: words.join(" "), found }
}

fn replacement(word: &str) -> Option<&'static str> {
    if let Some((name, host)) = word.split_once('@')
        && !name.is_empty()
        && host.trim_end_matches('.').contains('.')
    {
        return Some("[mail]");
    }
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let number = word.chars().all(|c| c.is_ascii_digit() || "+-/().,;".contains(c));
    (number && digits >= LONG_NUMBER).then_some("[number]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_addresses_and_card_numbers_are_masked() {
        let masked = mask("write to jo@example.org, card 4111-1111-1111-1111.");
        assert_eq!(masked, Masked { text: "write to [mail] card [number]".into(), found: 2 });
    }

    #[test]
    fn what_the_tools_need_is_left_alone() {
        let masked = mask("order 17 and calc 12345*678 @home");
        assert_eq!(masked, Masked { text: "order 17 and calc 12345*678 @home".into(), found: 0 });
    }
}
