//! What `#[with_ctx]` costs at compile time: `cargo bench -p explicit-ctx-macros --bench expand_cost`.
//!
//! Three crates of the same 2,000 async functions are checked with `cargo check`: with the parameter written by hand, with the
//! attribute instead, and with the parameter by hand below `#[tracing::instrument(skip_all)]`. They are generated, and checked
//! in turn; the least processor time of all rounds counts. Other work on the machine still moves it by some percent. So the
//! instructions of the compiler are counted, too, where there is a valgrind: those of 200 functions less those of 100, which
//! are the same on every run.
//!
//! | ratio | of | to | goal |
//! |---|---|---|---|
//! | `check_with_ctx/by_hand` | the check with the attribute | the check with parameters by hand | 1.05 |
//! | `extra_with_ctx/extra_instrument` | what the attribute adds to the check by hand | what `instrument` adds | 0.2 |
//! | `instructions_with_ctx/by_hand` | instructions of the compiler per function with the attribute | by hand | 1.05 |
//!
//! The ratios are of a full check in the profile that users have: there macros are not optimised. `-- all` adds two rows: when
//! nothing changed since an incremental check, and when the user optimises macros (`[profile.dev.build-override]
//! opt-level = 3`). `-- ROUNDS` sets the number of rounds (2); they and the counting take some minutes, most of it in the
//! compiler. Nothing here fails when a goal is missed: figures are read by people.

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
    write_workspace(folder, FUNCTIONS / OF_MODULE)?;
    println!("processor time of `cargo check`, {FUNCTIONS} async functions, least of {rounds} rounds, in seconds\n");
    println!("{:30} {:>9} {:>9} {:>11} {:>8} {:>8}", "", "by hand", "with_ctx", "instrument", "ratio", "extras");
    let (ratio, extras) = row(folder, &times::FULL, rounds)?;
    for setting in times::FURTHER.iter().filter(|_| all) {
        row(folder, setting, rounds)?;
    }
    let counted = instructions::per_function(&folder.join("counted"))?;
    if let Some([by_hand, with_ctx, instrument]) = counted {
        println!("\ninstructions of the compiler, for one function more");
        println!("{:30} {by_hand:>9.0} {with_ctx:>9.0} {instrument:>11.0}", "");
        println!("\nratio instructions_with_ctx/by_hand {:.3}", with_ctx / by_hand);
    }
    println!("\nratios of processor time\nratio check_with_ctx/by_hand {ratio:.3}");
    println!("ratio extra_with_ctx/extra_instrument {extras:.3}");
    Ok(())
}

/// Prints the row of a setting, and returns its two ratios.
fn row(folder: &Path, setting: &times::Setting, rounds: usize) -> Result<(f64, f64), Box<dyn Error>> {
    let [by_hand, with_ctx, instrument] = times::least(folder, setting, rounds)?;
    let ratio = with_ctx / by_hand;
    let extras = (with_ctx - by_hand) / (instrument - by_hand);
    println!("{:30} {by_hand:>9.3} {with_ctx:>9.3} {instrument:>11.3} {ratio:>8.3} {extras:>8.3}", setting.name);
    Ok((ratio, extras))
}
