//! What is asked: the same turns in every run and for every service, and what their answers have to say.

use std::time::Duration;

pub(crate) const TENANTS: [&str; 3] = ["acme", "globex", "initech"];
const TURNS_PER_TENANT: usize = 200;
const SEED: u64 = 0x5eed;

/// Orders that every tenant has.
pub(crate) const ORDERS: std::ops::RangeInclusive<u64> = 1..=40;

/// A document that every tenant has, with its own mark in it, and a question that finds it.
pub(crate) struct Topic {
    pub(crate) document: &'static str,
    pub(crate) content: &'static str,
    question: &'static str,
}

pub(crate) const TOPICS: [Topic; 6] = [
    Topic {
        document: "refunds",
        content: "refunds are paid within fourteen days after returned goods arrive",
        question: "when are refunds paid for returned goods?",
    },
    Topic {
        document: "opening",
        content: "opening hours are nine to five, closed on public holidays",
        question: "which opening hours on public holidays?",
    },
    Topic {
        document: "warranty",
        content: "the warranty covers broken parts for three years",
        question: "does the warranty cover broken parts?",
    },
    Topic {
        document: "shipping",
        content: "shipping abroad takes about two weeks and costs extra",
        question: "how long does shipping abroad take?",
    },
    Topic {
        document: "invoices",
        content: "invoices are mailed monthly and list every delivery",
        question: "are invoices mailed monthly?",
    },
    Topic {
        document: "accounts",
        content: "accounts are closed upon written notice to customer service",
        question: "are accounts closed upon notice?",
    },
];

#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) tenant: &'static str,
    pub(crate) message_id: String,
    pub(crate) message: String,
    pub(crate) way: Way,
    pub(crate) expected: Expected,
}

/// How the client behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Request,
    Stream,
    /// Leaves after that many events.
    DroppedStream(usize),
    /// Leaves before there can be an answer.
    Cancelled(Duration),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Expected {
    /// The guardrails refuse the message.
    pub(crate) blocked: bool,
    /// One of the documents that the answer has to refer to.
    pub(crate) document: Option<&'static str>,
    pub(crate) tools: Vec<(&'static str, Output)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Output {
    Exactly(String),
    /// A number that depends on when it was asked for.
    Number,
}

/// The turns of all tenants, interleaved.
pub(crate) fn turns() -> Vec<Turn> {
    let mut dice = Dice(SEED);
    let numbers = 1..=TURNS_PER_TENANT;
    numbers.flat_map(|number| TENANTS.map(|tenant| (tenant, number))).map(|(t, n)| turn(t, n, &mut dice)).collect()
}

fn turn(tenant: &'static str, number: usize, dice: &mut Dice) -> Turn {
    let topic = &TOPICS[dice.below(TOPICS.len() as u64) as usize];
    let (a, b) = (dice.below(90) + 10, dice.below(9) + 1);
    let order = dice.below(*ORDERS.end()) + 1;
    let asked = |more: String| format!("{} {more}", topic.question).trim().to_owned();
    let product = ("calculator", Output::Exactly((a * b).to_string()));
    let shipped = ("orders", Output::Exactly(format!("order {order}: {}", order_status(tenant))));
    let waited = |ms: u64| ("slow", Output::Exactly(format!("waited {ms} ms")));

    let mut way = Way::Request;
    let mut expected = Expected { document: Some(topic.document), ..Expected::default() };
    let message = match dice.below(100) {
        0..28 => asked(String::new()),
        28..40 => {
            expected.tools = vec![product, ("clock", Output::Number)];
            asked(format!("calc {a}*{b} time"))
        }
        40..54 => {
            expected.tools = vec![shipped];
            asked(format!("order {order}"))
        }
        54..64 => {
            expected =
                Expected { tools: vec![("calculator", Output::Exactly("failed".into()))], ..Expected::default() };
            format!("calc {a}/0")
        }
        64..72 => {
            expected.tools = vec![waited(b * 5), shipped, product];
            asked(format!("slow {} order {order} calc {a}*{b}", b * 5))
        }
        72..78 => {
            way = Way::Cancelled(Duration::from_millis(30 + b));
            asked(format!("slow 2000 order {order}"))
        }
        78..90 => {
            way = Way::Stream;
            expected.tools = vec![product];
            asked(format!("calc {a}*{b}"))
        }
        90..95 => {
            way = Way::DroppedStream(2);
            asked(String::new())
        }
        _ => {
            expected = Expected { blocked: true, ..Expected::default() };
            asked("or is there malware?".to_owned())
        }
    };
    Turn { tenant, message_id: format!("{tenant}-{number:04}"), message, way, expected }
}

/// What a tenant's orders say, so that an order of another tenant is recognised.
pub(crate) fn order_status(tenant: &str) -> String {
    format!("shipped for {tenant}")
}

/// The tenant a message belongs to, whatever the service says about it.
pub(crate) fn true_tenant(message_id: &str) -> Option<&'static str> {
    let (tenant, _) = message_id.rsplit_once('-')?;
    TENANTS.into_iter().find(|known| *known == tenant)
}

/// SplitMix64: the same numbers everywhere, and no dependency.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tenant_asks_in_every_way() {
        let turns = turns();
        for tenant in TENANTS {
            let of_tenant: Vec<&Turn> = turns.iter().filter(|turn| turn.tenant == tenant).collect();
            assert_eq!(of_tenant.len(), TURNS_PER_TENANT);
            assert!(of_tenant.iter().any(|turn| turn.way == Way::Stream));
            assert!(of_tenant.iter().any(|turn| matches!(turn.way, Way::DroppedStream(_))));
            assert!(of_tenant.iter().any(|turn| matches!(turn.way, Way::Cancelled(_))));
            assert!(of_tenant.iter().any(|turn| turn.message.ends_with("/0")));
            assert!(of_tenant.iter().any(|turn| turn.expected.blocked));
        }
    }

    #[test]
    fn the_tenant_of_a_message_is_in_its_id() {
        assert_eq!(true_tenant("globex-0007"), Some("globex"));
        assert_eq!(true_tenant("intruder-0001"), None);
        assert_eq!(true_tenant("acme"), None);
    }
}
