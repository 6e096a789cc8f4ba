//! How well a document fits a message: the share of the message's terms that it contains.

use std::collections::BTreeSet;

use crate::storage::Document;

const MIN_TERM_LENGTH: usize = 4;
const MIN_SCORE: usize = 30;
const MAX_DOCUMENTS: usize = 3;
/// Words that say nothing about the subject, and the names of tools.
const IGNORED: [&str; 10] = ["calc", "order", "please", "slow", "that", "this", "time", "what", "where", "with"];

/// The words of a text that are worth comparing, each once and in order.
pub(super) fn terms(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphabetic())
        .map(str::to_lowercase)
        .filter(|word| word.chars().count() >= MIN_TERM_LENGTH && !IGNORED.contains(&word.as_str()))
        .collect()
}

/// The documents that fit best, best first.
pub(super) fn best(query: &BTreeSet<String>, documents: Vec<Document>) -> Vec<Document> {
    let mut scored: Vec<(usize, Document)> = documents
        .into_iter()
        .map(|document| (score(query, &document.content), document))
        .filter(|(score, _)| *score >= MIN_SCORE)
        .collect();
    // Stable, so that documents with the same score keep the order of their ids.
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().take(MAX_DOCUMENTS).map(|(_, document)| document).collect()
}

/// In per cent.
fn score(query: &BTreeSet<String>, content: &str) -> usize {
    terms(content).intersection(query).count() * 100 / query.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(id: &str, content: &str) -> Document {
        Document { id: id.into(), content: content.into(), tenant_mark: "acme".into() }
    }

    #[test]
    fn terms_are_long_words_without_tools_and_numbers() {
        let found = terms("What is the Refund policy, order 17? calc 6*7 REFUND");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["policy", "refund"]);
    }

    #[test]
    fn documents_are_ranked_by_the_share_of_terms_they_contain() {
        let documents = vec![
            document("hours", "opening hours and holidays"),
            document("policy", "the policy of returns"),
            document("refund", "the refund policy of this shop"),
        ];
        let found = best(&terms("refund policy"), documents);
        assert_eq!(found.iter().map(|document| document.id.as_str()).collect::<Vec<_>>(), ["refund", "policy"]);
    }

    #[test]
    fn a_score_is_in_per_cent_of_the_query() {
        assert_eq!(score(&terms("refund policy returns abroad"), "returns: the policy"), 50);
    }
}
