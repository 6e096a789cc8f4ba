//! The table and the ratios.

use crate::callgrind::{self, Counting};
use crate::cases::{self, Case};
use crate::future_sizes;

/// Rounds over all cases, one case after the other, so that a slow moment of the machine does not fall on one alone.
const ROUNDS: usize = 9;

const COUNTING: Counting = Counting { few: 1_000, more: 3_000, left_out: &[] };

/// What one operation of a case came to.
struct Row {
    case: &'static Case,
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
    let counted = counts();
    let mut rows = timed(cases::WITHOUT_SUBSCRIBER);
    rows.extend(timed(cases::WITH_SUBSCRIBER));
    let mut counts = counted.iter().flatten().copied();
    rows.iter_mut().for_each(|row| row.instructions = counts.next());

    println!("\n{:<50} {:>12} {:>7} {:>8} {:>12}", "one operation", "instructions", "ratio", "ns, best", "allocations");
    for row in &rows {
        let Row { case, nanoseconds, allocations, .. } = row;
        let instructions = row.instructions.map_or("-".to_owned(), |count| format!("{count:.1}"));
        let ratio = row.cost() / self::row(&rows, case.to).cost();
        println!("{:<50} {instructions:>12} {ratio:>7.3} {nanoseconds:>8.1} {allocations:>12.3}", case.title);
    }
    let sizes = future_sizes::measured();
    println!("\n{:<32} {:>40} {:>13}", "bytes of nested async fns", "1 level, 2, .. 8 levels", "each level");
    for family in [&sizes.without, &sizes.by_hand, &sizes.inserted] {
        let bytes = family.bytes.map(|bytes| format!("{bytes:>5}")).concat();
        println!("{:<32} {bytes:>40} {:>13.3}", family.title, family.bytes_per_level());
    }

    println!("\nratios of {}", if counted.is_some() { "instructions" } else { "times: instructions were not counted" });
    let (by_hand, spawn) = (row(&rows, "spawn/hand_arc"), row(&rows, "spawn/ctx"));
    println!("ratio spawn/hand_arc {:.3}", spawn.cost() / by_hand.cost());
    // The worst case for a hop: a task that does nothing is all overhead.
    let (by_hand_empty, spawn_empty) = (row(&rows, "empty/hand_arc"), row(&rows, "empty/ctx"));
    println!("ratio spawn_empty/hand_arc {:.3}", spawn_empty.cost() / by_hand_empty.cost());
    println!("ratio read/task_local {:.3}", row(&rows, "read/ctx").cost() / row(&rows, "read/task_local").cost());
    println!("ratio allocations/hand_arc {:.3}", spawn.allocations / by_hand.allocations);
    let bytes = sizes.inserted.bytes_per_level() / sizes.by_hand.bytes_per_level();
    println!("ratio future_bytes_per_level/by_hand {bytes:.3}");
    println!("ratio admit_allocations {:.3}", row(&rows, "admission").allocations);
}

fn row<'a>(rows: &'a [Row], name: &str) -> &'a Row {
    match rows.iter().find(|row| row.case.name == name) {
        Some(row) => row,
        None => panic!("no case is called `{name}`"),
    }
}

/// Instructions of an operation of each case; or nothing, and a line that says why.
fn counts() -> Option<Vec<f64>> {
    if !callgrind::can_count() {
        println!("instruction counts skipped: valgrind is not installed (help: `apt-get install valgrind`)");
        return None;
    }
    println!("counting instructions under valgrind ..");
    match cases::all().map(|case| COUNTING.of(case.name)).collect() {
        Ok(counts) => Some(counts),
        Err(error) => {
            println!("instruction counts skipped: {error}");
            None
        }
    }
}

fn timed(cases: &'static [Case]) -> Vec<Row> {
    let row = |case| Row { case, instructions: None, nanoseconds: f64::INFINITY, allocations: f64::INFINITY };
    let mut rows: Vec<Row> = cases.iter().map(row).collect();
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let measured = row.case.run(row.case.operations);
            row.nanoseconds = row.nanoseconds.min(measured.nanoseconds_each());
            row.allocations = row.allocations.min(measured.allocations_each());
        }
    }
    rows
}
