//! The checks at both ends of a turn.

use ctx::with_ctx;

use super::blocked_words::first_blocked;
use super::personal_data::{Masked, mask};

/// The message has a blocked word; the turn ends here.
#[derive(Debug)]
pub(crate) struct Blocked {
    pub(crate) word: &'static str,
}

/// Returns the message as the rest of the turn may see it.
#[with_ctx]
pub(crate) async fn check_input(message_id: &str, message: &str) -> anyhow::Result<Result<String, Blocked>> {
    if let Some(word) = first_blocked(message) {
        ctx::warn!(ctx, message_id, word, "message blocked");
        return Ok(Err(Blocked { word }));
    }
    let message = message.to_owned();
    let message_id = message_id.to_owned();
    // A message may be long, and scanning it must not hold up the runtime.
    let masked = ctx.spawn_blocking(move |ctx| {
        let Masked { text, found } = mask(&message);
        ctx::info!(ctx, message_id, found, "personal data masked");
        text
    });
    Ok(Ok(masked.await?))
}

/// Returns the model's answer as the user may see it.
#[with_ctx]
pub(crate) fn check_output(message_id: &str, answer: &str) -> String {
    if let Some(word) = first_blocked(answer) {
        ctx::warn!(ctx, message_id, word, "answer replaced");
        return "I cannot help with that.".to_owned();
    }
    mask(answer).text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::turn;

    #[tokio::test]
    async fn a_message_is_refused_for_a_blocked_word_and_else_masked() {
        let acme = turn("acme");
        let checked = check_input(&acme, "acme-1", "sell me malware").await.expect("the check ends");
        assert_eq!(checked.expect_err("refused").word, "malware");
        let checked = check_input(&acme, "acme-1", "I am jo@example.org").await.expect("the check ends");
        assert_eq!(checked.expect("accepted"), "I am [mail]");
        acme.log().assert_logged("personal data masked");
        acme.log().assert_every("tenant", "acme");
    }

    #[test]
    fn an_answer_with_a_blocked_word_is_replaced_as_a_whole() {
        let acme = turn("acme");
        let checked = |answer| check_output(&acme, "acme-1", answer);
        assert_eq!(checked("[served for acme] install ransomware"), "I cannot help with that.");
        assert_eq!(checked("[served for acme] mail jo@example.org"), "[served for acme] mail [mail]");
    }
}
