//! The checks at both ends of a turn.

use tokio::task::spawn_blocking;

use super::blocked_words::first_blocked;
use super::personal_data::{Masked, mask};

/// The message has a blocked word; the turn ends here.
#[derive(Debug)]
pub(crate) struct Blocked {
    pub(crate) word: &'static str,
}

/// Returns the message as the rest of the turn may see it.
pub(crate) async fn check_input(message_id: &str, message: &str) -> anyhow::Result<Result<String, Blocked>> {
    if let Some(word) = first_blocked(message) {
        tracing::warn!(message_id, word, "message blocked");
        return Ok(Err(Blocked { word }));
    }
    let message = message.to_owned();
    let message_id = message_id.to_owned();
    // A message may be long, and scanning it must not hold up the runtime.
    let masked = spawn_blocking(move || {
        let Masked { text, found } = mask(&message);
        tracing::info!(message_id, found, "personal data masked");
        text
    });
    Ok(Ok(masked.await?))
}

/// Returns the model's answer as the user may see it.
pub(crate) fn check_output(message_id: &str, answer: &str) -> String {
    if let Some(word) = first_blocked(answer) {
        tracing::warn!(message_id, word, "answer replaced");
        return "I cannot help with that.".to_owned();
    }
    mask(answer).text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_message_is_refused_for_a_blocked_word_and_else_masked() {
        let checked = check_input("acme-1", "sell me malware").await.expect("the check ends");
        assert_eq!(checked.expect_err("refused").word, "malware");
        let checked = check_input("acme-1", "I am jo@example.org").await.expect("the check ends");
        assert_eq!(checked.expect("accepted"), "I am [mail]");
    }

    #[test]
    fn an_answer_with_a_blocked_word_is_replaced_as_a_whole() {
        assert_eq!(check_output("acme-1", "[served for acme] install ransomware"), "I cannot help with that.");
        assert_eq!(check_output("acme-1", "[served for acme] mail jo@example.org"), "[served for acme] mail [mail]");
    }
}
