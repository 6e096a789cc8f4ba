//! What `#[with_ctx]` costs at compile time: `cargo bench -p explicit-ctx-macros --bench expand_cost`.
//!
//! Three crates of the same async functions are checked with `cargo check`: with the parameter written by hand, with the attribute
//! instead, and with the parameter by hand below `#[tracing::instrument(skip_all)]`. They are generated.
//!
//! | ratio | of | to | goal |
//! |---|---|---|---|
//! | `check_with_ctx/by_hand` | the check with the attribute | the check with parameters by hand | 1.05 |
//! | `extra_with_ctx/extra_instrument` | what the attribute adds to the check by hand | what `instrument` adds | 0.2 |
//!
//! Where there is a valgrind, these are ratios of instructions of the compiler: those for 200 functions less those for 100, which are
//! almost the same on every run. Processor time is told besides, of 2,000 functions checked in turn, the least of all rounds;
//! other work on the machine moves it by some percent. Where there is no valgrind the ratios are of time, and the output says so;
//! where there is no bash either, there is no figure.
//!
//! The ratios are of a full check in the profile that users have: there macros are not optimised. `-- all` adds two rows of times:
//! when nothing changed since an incremental check, and when the user optimises macros (`[profile.dev.build-override]
//! opt-level = 3`). `-- ROUNDS` sets the number of rounds (2), and `-- 0` leaves the times out. It takes some minutes, most of it in
//! the compiler. Nothing here fails when a goal is missed: figures are read by people.

mod crates;
mod instructions;
mod times;

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::crates::{write_workspace, OF_MODULE};

const FUNCTIONS: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(2);
    let all = arguments.iter().any(|argument| argument == "all");
    let folder = std::env::temp_dir().join(format!("expand-cost-{}", std::process::id()));
    let result = measure(&folder, rounds, all);
    fs::remove_dir_all(&folder)?;
    result
}

fn measure(folder: &Path, rounds: usize, all: bool) -> Result<(), Box<dyn Error>> {
    let mut of_times = None;
    if rounds > 0 {
        write_workspace(folder, FUNCTIONS / OF_MODULE)?;
        println!("processor time of `cargo check`, {FUNCTIONS} functions, least of {rounds} rounds, in seconds");
        heading();
        of_times = Some(row(times::FULL.name, times::least(folder, &times::FULL, rounds)?));
        for setting in times::FURTHER.iter().filter(|_| all) {
            row(setting.name, times::least(folder, setting, rounds)?);
        }
        println!();
    }
    let of_instructions = instructions::per_function(&folder.join("counted"))?.map(|millions| {
        println!("instructions of the compiler for one function more, in millions");
        heading();
        row(times::FULL.name, millions)
    });
    match of_instructions.map(|ratios| ("instructions", ratios)).or(of_times.map(|ratios| ("processor time", ratios))) {
        Some((unit, (ratio, extras))) => {
            println!("\nratios of {unit}");
            println!("ratio check_with_ctx/by_hand {ratio:.3}");
            println!("ratio extra_with_ctx/extra_instrument {extras:.3}");
        }
        None => println!("no figures: there is no valgrind, and no round was asked for"),
    }
    Ok(())
}

fn heading() {
    println!("{:30} {:>9} {:>9} {:>11} {:>8} {:>8}", "", "by hand", "with_ctx", "instrument", "ratio", "extras");
}

/// Prints a row, and returns its two ratios.
fn row(name: &str, [by_hand, with_ctx, instrument]: [f64; 3]) -> (f64, f64) {
    let ratio = with_ctx / by_hand;
    let extras = (with_ctx - by_hand) / (instrument - by_hand);
    println!("{name:30} {by_hand:>9.3} {with_ctx:>9.3} {instrument:>11.3} {ratio:>8.3} {extras:>8.3}");
    (ratio, extras)
}
