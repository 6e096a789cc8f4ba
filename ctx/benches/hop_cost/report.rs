//! The table and the ratios.

use std::time::Duration;

use crate::cases::CASES;
use crate::meter::Measured;
use crate::{future_sizes, instructions};

/// Rounds over all cases, one after the other, so that a slow moment of the machine does not fall on one case alone.
const ROUNDS: usize = 9;

/// What one operation of a case came to.
struct Row {
    name: &'static str,
    title: &'static str,
    instructions: Option<f64>,
    nanoseconds: f64,
    allocations: f64,
}

impl Row {
    /// What the ratios are made of: instructions, or time where they were not counted.
    fn cost(&self) -> f64 {
        self.instructions.unwrap_or(self.nanoseconds)
    }
}

pub(crate) fn print() {
    if cfg!(feature = "testing") {
        println!("note: built with the feature `testing`, which records every hop (help: use the default features)");
    }
    let counts = counts();
    let rows = rows(counts.as_deref());
    println!("\n{:<54} {:>12} {:>10} {:>11}", "one operation", "instructions", "ns, best", "allocations");
    for row in &rows {
        let instructions = row.instructions.map_or("-".to_owned(), |count| format!("{count:.1}"));
        println!("{:<54} {instructions:>12} {:>10.1} {:>11.3}", row.title, row.nanoseconds, row.allocations);
    }

    let sizes = future_sizes::measured();
    println!("\n{:<40} {:>40} {:>8}", "bytes of a future", "of 1 level, of 2, .. of 8", "a level");
    for family in [&sizes.without, &sizes.by_hand, &sizes.explicit] {
        let bytes = family.bytes.map(|bytes| format!("{bytes:>5}")).concat();
        println!("{:<40} {bytes:>40} {:>8.3}", family.title, family.bytes_per_level());
    }

    println!("\nratios of {}", if counts.is_some() { "instructions" } else { "times: instructions were not counted" });
    let (by_hand, spawn) = (row(&rows, "spawn/hand_arc"), row(&rows, "spawn/ctx"));
    println!("ratio spawn/hand_arc {:.3}", spawn.cost() / by_hand.cost());
    println!("ratio read/task_local {:.3}", row(&rows, "read/ctx").cost() / row(&rows, "read/task_local").cost());
    println!("ratio allocations/hand_arc {:.3}", spawn.allocations / by_hand.allocations);
    let of_by_hand = sizes.explicit.bytes_per_level() / sizes.by_hand.bytes_per_level();
    println!("ratio future_bytes_per_level/by_hand {of_by_hand:.3}");
    println!("ratio admit_allocations {:.3}", row(&rows, "admission").allocations);
}

fn row<'a>(rows: &'a [Row], name: &str) -> &'a Row {
    match rows.iter().find(|row| row.name == name) {
        Some(row) => row,
        None => panic!("no case is called `{name}`"),
    }
}

/// Instructions of each case, or nothing and a line that says why.
fn counts() -> Option<Vec<f64>> {
    if !instructions::can_be_counted() {
        println!("instruction counts skipped: valgrind is not installed (help: `apt-get install valgrind`)");
        return None;
    }
    println!("counting the instructions of {} operations under valgrind ..", CASES.len());
    match CASES.iter().map(instructions::of).collect() {
        Ok(counts) => Some(counts),
        Err(error) => {
            println!("instruction counts skipped: {error}");
            None
        }
    }
}

fn rows(counts: Option<&[f64]>) -> Vec<Row> {
    let mut best: Vec<Measured> = CASES.iter().map(|case| case.run(case.operations)).collect();
    for _ in 1..ROUNDS {
        for (case, best) in CASES.iter().zip(&mut best).take_while(|(case, _)| !case.subscribes) {
            keep_best(best, case.run(case.operations));
        }
    }
    Vec::new()
}
