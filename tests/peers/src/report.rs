//! What the program prints.

use std::fs;

use crate::arguments::Files;
use crate::measured::{Everything, everything};
use crate::{contention, page, plot};

pub(crate) fn run(files: &Files) -> Result<(), String> {
    if cfg!(debug_assertions) {
        println!("note: built without optimisation (help: `cargo run -p peers --release`)");
    }
    let everything = everything();
    hops(&everything);
    load(&everything);
    shared_counter(&everything);
    if let Some(path) = &files.svg {
        fs::write(path, plot::svg(&everything))
            .map_err(|error| format!("`{}` was not written: {error}", path.display()))?;
    }
    if let Some(path) = &files.page {
        page::write(path, &everything)?;
    }
    ratios(&everything);
    Ok(())
}

fn hops(everything: &Everything) {
    for hop in everything.hops() {
        println!("\n{}: {}", hop.name, hop.operation);
        if !hop.note.is_empty() {
            println!("  ({})", hop.note);
        }
        println!("  {:<15} {:>12} {:>9} {:>9} {:>12}", "", "instructions", "ctx/this", "ns, best", "allocations");
        for row in everything.rows.iter().filter(|row| row.case.hop.name == hop.name) {
            let instructions = row.instructions.map_or("-".to_owned(), |count| format!("{count:.1}"));
            let (ratio, nanoseconds, allocations) = (everything.ratio(row), row.nanoseconds, row.allocations);
            let peer = row.case.peer;
            println!("  {peer:<15} {instructions:>12} {ratio:>9.3} {nanoseconds:>9.1} {allocations:>12.3}");
        }
    }
}

fn load(everything: &Everything) {
    println!("\nmany turns at once, each with {} hops; per hop", crate::burst::HOPS);
    println!("  {:<15} {:>7} {:>7} {:>9} {:>12} {:>9}", "", "threads", "turns", "ns, best", "allocations", "ctx/this");
    for row in &everything.load {
        let ratio = everything.load_ratio(row, |row| row.nanoseconds);
        let (peer, nanoseconds, allocations) = (row.peer, row.nanoseconds, row.allocations);
        println!(
            "  {peer:<15} {:>7} {:>7} {nanoseconds:>9.1} {allocations:>12.3} {ratio:>9.3}",
            row.workers, row.turns
        );
    }
    println!("\nheap of a turn with one hop that waits");
    for (peer, bytes) in &everything.live_bytes {
        println!("  {peer:<15} {bytes:>7.0} bytes");
    }
}

fn shared_counter(everything: &Everything) {
    println!("\n{} hops at once on 2 threads; ns per hop, best", contention::HOPS);
    for (peer, measured) in [("ctx", &everything.contention), ("by_hand", &everything.contention_by_hand)] {
        let (one, own) = (measured.one_turn, measured.turns_of_their_own);
        println!("  {peer:<15} of one turn {one:>7.1}, of as many turns {own:>7.1}, ratio {:.3}", measured.ratio());
    }
}

/// For programs.
fn ratios(everything: &Everything) {
    println!(
        "\nratios of {}",
        if everything.counted { "instructions" } else { "times: instructions were not counted" }
    );
    for row in everything.rows.iter().filter(|row| row.case.peer != "ctx") {
        println!("ratio {} {:.3}", row.case.name(), everything.ratio(row));
    }
    println!("\nratios of allocations");
    for hop in everything.hops() {
        if let (Some(explicit), Some(by_hand)) = (everything.of(hop, "ctx"), everything.of(hop, "by_hand")) {
            // One more than each, where by hand there is none.
            let ratio = if by_hand.allocations == 0.0 {
                1.0 + explicit.allocations
            } else {
                explicit.allocations / by_hand.allocations
            };
            println!("ratio allocations/{}/by_hand {ratio:.3}", hop.name);
        }
    }
    println!("\nratios of times");
    for row in everything.load.iter().filter(|row| row.peer != "ctx") {
        let ratio = everything.load_ratio(row, |row| row.nanoseconds);
        println!("ratio load_{}_turns_{}_threads/{} {ratio:.3}", row.turns, row.workers, row.peer);
    }
    println!("ratio one_turn_64_hops/64_turns {:.3}", everything.contention.ratio());
    println!("ratio one_turn_64_hops/64_turns/by_hand {:.3}", everything.contention_by_hand.ratio());
}
