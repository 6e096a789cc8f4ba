//! The tables of a page of the guide, between two comments that the page has.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::load::{TURNS, WORKERS};
use crate::measured::{Everything, Row};

const BEGIN: &str = "<!-- measured: begin -->";
const END: &str = "<!-- measured: end -->";

const PEERS: [&str; 9] =
    ["ctx", "by_hand", "raw", "thread_local", "task_local", "inherited", "opentelemetry", "tracing", "fastrace"];

pub(crate) fn write(path: &Path, everything: &Everything) -> Result<(), String> {
    let at = path.display();
    let page = fs::read_to_string(path).map_err(|error| format!("`{at}` was not read: {error}"))?;
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("`{at}` has no `{BEGIN}` with an `{END}` after it"))?;
    let page = format!("{before}{BEGIN}\n\n{}\n{END}{after}", tables(everything));
    fs::write(path, page).map_err(|error| format!("`{at}` was not written: {error}"))
}

/// No times of a machine: instructions and allocations are the same on each, and the rest are ratios.
fn tables(everything: &Everything) -> String {
    let mut text = String::new();
    hops(&mut text, everything).and_then(|()| load(&mut text, everything)).map_or_else(|_| String::new(), |()| text)
}

fn header(text: &mut String, cells: &[&str]) -> std::fmt::Result {
    let cells: String = cells.iter().map(|cell| format!(" {cell} |")).collect();
    writeln!(text, "|{cells}\n|{}", "---|".repeat(cells.matches('|').count()))
}

fn hops(text: &mut String, everything: &Everything) -> std::fmt::Result {
    let unit = if everything.counted { "instructions" } else { "ns" };
    writeln!(
        text,
        "{}, each by those of the same hop by hand:\n",
        capitalised(if everything.counted { unit } else { "times" })
    )?;
    let by_hand = format!("by hand, {unit}");
    let mut cells = vec!["hop", by_hand.as_str()];
    cells.extend(PEERS.iter().filter(|peer| **peer != "by_hand"));
    cells.push("allocations, `ctx` : by hand");
    header(text, &cells)?;
    for hop in everything.hops() {
        let Some(by_hand) = everything.of(hop, "by_hand") else { continue };
        write!(text, "| `{}` | {:.0} |", hop.name, by_hand.cost())?;
        for peer in PEERS.into_iter().filter(|peer| *peer != "by_hand") {
            match everything.of(hop, peer) {
                Some(row) if peer == "ctx" => write!(text, " **{:.3}** |", row.cost() / by_hand.cost())?,
                Some(row) => write!(text, " {:.3} |", row.cost() / by_hand.cost())?,
                None => write!(text, " |")?,
            }
        }
        let allocations = everything.of(hop, "ctx").map_or(f64::NAN, |row: &Row| row.allocations);
        writeln!(text, " {allocations:.2} : {:.2} |", by_hand.allocations)?;
    }
    writeln!(text, "\nWhat one operation is, and what stands beside it:\n")?;
    for hop in everything.hops() {
        let note = if hop.note.is_empty() { String::new() } else { format!(" ({})", hop.note) };
        writeln!(text, "- `{}`: {}{note}.", hop.name, hop.operation)?;
    }
    Ok(())
}

fn load(text: &mut String, everything: &Everything) -> std::fmt::Result {
    writeln!(
        text,
        "\nMany turns at once, each with {} hops. Time per hop by that of the same by hand:\n",
        crate::burst::HOPS
    )?;
    let columns: Vec<_> = WORKERS.into_iter().flat_map(|workers| TURNS.map(|turns| (workers, turns))).collect();
    let titles: Vec<String> =
        columns.iter().map(|(workers, turns)| format!("threads {workers}, turns {turns}")).collect();
    let mut cells = vec!["peer"];
    cells.extend(titles.iter().map(String::as_str));
    cells.extend(["allocations per hop", "heap of a turn, bytes"]);
    header(text, &cells)?;
    for (peer, bytes) in &everything.live_bytes {
        write!(text, "| `{peer}` |")?;
        for &(workers, turns) in &columns {
            let time = |peer| everything.load_of(peer, workers, turns).map_or(f64::NAN, |row| row.nanoseconds);
            write!(text, " {:.2} |", time(peer) / time("by_hand"))?;
        }
        let allocations = everything.load_of(peer, 1, TURNS[1]).map_or(f64::NAN, |row| row.allocations);
        writeln!(text, " {allocations:.2} | {bytes:.0} |")?;
    }
    let (explicit, by_hand) = (everything.contention.ratio(), everything.contention_by_hand.ratio());
    writeln!(
        text,
        "\n64 hops at once of one turn, on 2 threads, take {explicit:.2} times what 64 hops of 64 turns take; by hand, where \
         they share an `Arc`, {by_hand:.2} times."
    )
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
