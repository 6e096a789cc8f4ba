//! Words that end a turn.

const BLOCKED: [&str; 4] = ["exploit", "malware", "passwd", "ransomware"];

/// The first blocked word of the text, compared as a whole word and without regard to case.
pub(super) fn first_blocked(text: &str) -> Option<&'static str> {
    text.split(|c: char| !c.is_alphanumeric())
        .find_map(|word| BLOCKED.into_iter().find(|blocked| word.eq_ignore_ascii_case(blocked)))
}

#[cfg(test)]
mod tests {
    use super::first_blocked;

    #[test]
    fn a_blocked_word_is_found_in_any_case_and_next_to_punctuation() {
        assert_eq!(first_blocked("where can I get MalWare?"), Some("malware"));
        assert_eq!(first_blocked("cat /etc/passwd"), Some("passwd"));
    }

    #[test]
    fn a_word_that_only_contains_one_is_allowed() {
        assert_eq!(first_blocked("we exploited the opening hours"), None);
        assert_eq!(first_blocked(""), None);
    }
}
