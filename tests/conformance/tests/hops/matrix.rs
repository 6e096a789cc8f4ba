//! All of it at a glance: which promise is kept by which hop.

use std::panic::catch_unwind;

use crate::promises::PROMISES;
use crate::table::Executor;

/// Prints the matrix, from runs of its own, and checks that no cell is left out: `cargo test -p conformance matrix --
/// --nocapture`.
#[test]
fn matrix_of_promises_and_hops() {
    let mut reasons = Vec::new();
    let mut table = String::new();
    let mut wrong = Vec::new();
    for executor in Executor::ALL {
        let spec = executor.spec();
        table += &format!("{:28}", spec.name);
        for (promise, test) in PROMISES {
            let tested = spec.tested.contains(promise);
            let reason = spec.not_applicable.iter().find(|(name, _)| name == promise).map(|(_, reason)| *reason);
            let cell = match (tested, reason) {
                (true, None) if catch_unwind(|| crate::keeps(*test, *executor)).is_ok() => "passed".to_owned(),
                (true, None) => {
                    wrong.push(format!("{promise} is broken by {}", spec.name));
                    "FAILED".to_owned()
                }
                (false, Some(reason)) => format!("n.a. ({})", footnote(&mut reasons, reason)),
                _ => {
                    wrong.push(format!("{promise} for {}: either a test or a reason", spec.name));
                    "?".to_owned()
                }
            };
            table += &format!(" {cell:9}");
        }
        table += "\n";
    }
    println!("\nThe promises, in columns:");
    for (at, (promise, _)) in PROMISES.iter().enumerate() {
        println!("  {} {promise}", at + 1);
    }
    print!("\n{:28}", "");
    for at in 1..=PROMISES.len() {
        print!(" {at:<9}");
    }
    println!("\n{table}");
    for (at, reason) in reasons.iter().enumerate() {
        println!("  ({}) {reason}", at + 1);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The number of a reason, from one.
fn footnote(reasons: &mut Vec<&'static str>, reason: &'static str) -> usize {
    let at = reasons.iter().position(|known| *known == reason).unwrap_or_else(|| {
        reasons.push(reason);
        reasons.len() - 1
    });
    at + 1
}
