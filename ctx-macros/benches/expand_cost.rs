//! What `#[with_ctx]` costs at compile time: `cargo bench -p explicit-ctx-macros --bench expand_cost`.
//!
//! Three crates of the same 2,000 async functions are checked with `cargo check`: with the parameter written by hand, with the
//! attribute instead, and with the parameter by hand below `#[tracing::instrument(skip_all)]`. They are generated, and checked
//! in turn; the least processor time of all rounds counts, so that other work on the machine matters little. Where bash is
//! missing, there is no figure.
//!
//! | ratio | of | to | goal |
//! |---|---|---|---|
//! | `check_with_ctx/by_hand` | the check with the attribute | the check with parameters by hand | 1.05 |
//! | `extra_with_ctx/extra_instrument` | what the attribute adds to the check by hand | what `instrument` adds | 0.2 |
//!
//! The ratios are of a full check in the profile that users have: there macros are not optimised. `-- all` adds two rows: when
//! nothing changed since an incremental check, and when the user optimises macros (`[profile.dev.build-override]
//! opt-level = 3`). `-- ROUNDS` sets the number of rounds (2); one takes some minutes, most of it in the compiler. Nothing
//! here fails when a goal is missed: figures are read by people.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FUNCTIONS: usize = 2_000;
const MODULES: usize = 20;

/// How the context comes into a function.
#[derive(Clone, Copy, Debug)]
struct Way {
    package: &'static str,
    attribute: &'static str,
    by_hand: bool,
}

const WAYS: [Way; 3] = [
    Way { package: "by_hand", attribute: "", by_hand: true },
    Way { package: "with_ctx", attribute: "#[::explicit_ctx_macros::with_ctx]\n", by_hand: false },
    Way { package: "instrument", attribute: "#[::tracing::instrument(skip_all)]\n", by_hand: true },
];

/// Depends on what the others depend on, and has nothing in it: its check builds the macros.
const MACROS: &str = "macros_alone";

/// How the crates are checked.
struct Setting {
    name: &'static str,
    /// Its own folder below the target folder.
    target: &'static str,
    variables: &'static [(&'static str, &'static str)],
    /// Whether a check has to go before.
    goes_on: bool,
}

const FULL: Setting =
    Setting { name: "full check", target: "full", variables: &[("CARGO_INCREMENTAL", "0")], goes_on: false };

const FURTHER: [Setting; 2] = [
    Setting {
        name: "incremental, nothing changed",
        target: "incremental",
        variables: &[("CARGO_INCREMENTAL", "1")],
        goes_on: true,
    },
    Setting {
        name: "full check, optimised macros",
        target: "optimised",
        variables: &[("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", "3")],
        goes_on: false,
    },
];

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
    write_workspace(folder)?;
    println!("processor time of `cargo check`, {FUNCTIONS} async functions, least of {rounds} rounds, in seconds\n");
    println!("{:30} {:>9} {:>9} {:>11} {:>8} {:>8}", "", "by hand", "with_ctx", "instrument", "ratio", "extras");
    let (ratio, extras) = row(folder, &FULL, rounds)?;
    for setting in FURTHER.iter().filter(|_| all) {
        row(folder, setting, rounds)?;
    }
    println!("\nratio check_with_ctx/by_hand {ratio:.3}");
    println!("ratio extra_with_ctx/extra_instrument {extras:.3}");
    Ok(())
}

/// Prints the row of a setting, and returns its two ratios.
fn row(folder: &Path, setting: &Setting, rounds: usize) -> Result<(f64, f64), Box<dyn Error>> {
    let [by_hand, with_ctx, instrument] = least_times(folder, setting, rounds)?;
    let ratio = with_ctx / by_hand;
    let extras = (with_ctx - by_hand) / (instrument - by_hand);
    println!("{:30} {by_hand:>9.3} {with_ctx:>9.3} {instrument:>11.3} {ratio:>8.3} {extras:>8.3}", setting.name);
    Ok((ratio, extras))
}

/// The least time of each way.
fn least_times(folder: &Path, setting: &Setting, rounds: usize) -> Result<[f64; 3], Box<dyn Error>> {
    let mut least = [f64::INFINITY; 3];
    check(folder, MACROS, setting)?;
    for round in usize::from(!setting.goes_on)..=rounds {
        for (way, least) in WAYS.iter().zip(&mut least) {
            let root = folder.join(way.package).join("src/lib.rs");
            // Newer than what was checked, and the same.
            fs::write(&root, fs::read(&root)?)?;
            let time = check(folder, way.package, setting)?;
            if round > 0 {
                *least = least.min(time);
            }
        }
    }
    Ok(least)
}

/// Seconds of processor time. Of a child that has ended, only the shell tells them without `unsafe`.
fn check(folder: &Path, package: &str, setting: &Setting) -> Result<f64, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new("bash")
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\"", "bash"])
        .arg(cargo)
        .args(["check", "--offline", "--quiet", "-p", package])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target").join(setting.target))
        .envs(setting.variables.iter().copied())
        .output()?;
    let said = String::from_utf8(output.stderr)?;
    let times: Option<f64> =
        said.lines().last().and_then(|line| line.split(' ').map(|time| time.parse::<f64>().ok()).sum());
    match times {
        Some(seconds) if output.status.success() => Ok(seconds),
        _ => {
            let first: Vec<&str> = said.lines().take(20).collect();
            Err(format!("`{package}` could not be checked:\n{}", first.join("\n")).into())
        }
    }
}

fn write_workspace(folder: &Path) -> Result<(), Box<dyn Error>> {
    let macros = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut members = WAYS.map(|way| way.package).to_vec();
    members.push(MACROS);
    write(folder.join("Cargo.toml"), &format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n"))?;
    // The versions that this repository is tested with.
    fs::copy(macros.join("../Cargo.lock"), folder.join("Cargo.lock"))?;
    write_manifest(folder, MACROS)?;
    write(folder.join(MACROS).join("src/lib.rs"), "")?;
    for way in WAYS {
        let package = folder.join(way.package);
        write_manifest(folder, way.package)?;
        let mut root = ROOT.to_owned();
        for module in 0..MODULES {
            writeln!(root, "pub mod orders_{module};")?;
            write(package.join(format!("src/orders_{module}.rs")), &module_text(way, module))?;
        }
        write(package.join("src/lib.rs"), &root)?;
    }
    Ok(())
}

fn write_manifest(folder: &Path, package: &str) -> Result<(), Box<dyn Error>> {
    let macros = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = {package:?}\nedition = \"2024\"\n\n[dependencies]\nexplicit-ctx-macros = {{ path = {macros:?} }}\n\
         tracing = {{ version = \"0.1.41\", default-features = false, features = [\"attributes\"] }}\n",
    );
    write(folder.join(package).join("Cargo.toml"), &manifest)
}

fn write(path: PathBuf, text: &str) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("no folder")?)?;
    Ok(fs::write(path, text)?)
}

/// What the functions are about.
const ROOT: &str = "\
pub struct Ctx;
#[derive(Debug)]
pub struct Missing;
pub struct Store { pub rows: Vec<(String, u32)> }
#[derive(Clone, Debug)]
pub struct Line { pub name: String, pub amount: u32, pub price: Option<u32> }
impl Store {
    pub async fn price(&self, _: &Ctx, name: &str) -> Result<u32, Missing> {
        self.rows.iter().find(|(row, _)| row == name).map(|(_, price)| *price).ok_or(Missing)
    }
}
";

/// A free function with an elided result, a method with one, and a function of several parameters that calls both.
fn module_text(way: Way, module: usize) -> String {
    // A type of its own: with hundreds of `impl` blocks on one type, looking for its methods would be most of the work.
    let mut text = "use crate::{Ctx, Line, Missing, Store};\npub struct Rows(pub Store);\n".to_owned();
    if !way.by_hand {
        text = text.replace("Ctx, ", "");
    }
    let of_module = FUNCTIONS / MODULES;
    for number in (module * of_module..(module + 1) * of_module).step_by(4) {
        for template in [LARGEST, TOTAL, NAME_OF, PRICED] {
            let (ctx, lifetime, of) = if way.by_hand { ("ctx: &Ctx, ", "<'a>", "&'a ") } else { ("", "", "&") };
            let function = template
                .replace("ATTRIBUTE\n", way.attribute)
                .replace("CTX, ", ctx)
                .replace("<LIFETIME>", lifetime)
                .replace("&OF ", of)
                .replace("NUMBER", &number.to_string());
            text.push_str(&function);
        }
    }
    text
}

const LARGEST: &str = "
/// The line with the largest amount below the limit.
ATTRIBUTE
pub async fn largest_NUMBER<LIFETIME>(CTX, lines: &OF [Line], limit: u32) -> Option<&OF Line> {
    let mut largest: Option<&Line> = None;
    for line in lines {
        if line.amount > limit + NUMBER {
            continue;
        }
        match largest {
            Some(other) if other.amount >= line.amount => {}
            _ => largest = Some(line),
        }
    }
    std::future::ready(()).await;
    let _ = ctx;
    largest
}
";

const TOTAL: &str = "
/// The price of all lines, with a discount for many.
ATTRIBUTE
pub async fn total_NUMBER(CTX, rows: &Rows, customer: &str, lines: &mut Vec<Line>, limit: Option<u32>) -> Result<u32, Missing> {
    let mut total = 0;
    for line in lines.iter_mut().filter(|line| line.amount > NUMBER) {
        let price = rows.0.price(ctx, &line.name).await?;
        line.price = Some(price);
        total += price * line.amount;
    }
    if let Some(limit) = limit {
        total = total.min(limit);
    }
    let largest = largest_NUMBER(ctx, lines, total).await.map_or(0, |line| line.amount);
    let name = rows.name_NUMBER(ctx, customer, largest).await.unwrap_or(customer);
    let discount = if name.len() > 3 && largest > 10 { total / 10 } else { 0 };
    Ok(total - discount)
}
";

const NAME_OF: &str = "
impl Rows {
    /// The name of a row, if it is worth more.
    ATTRIBUTE
    pub async fn name_NUMBER(&self, CTX, key: &str, least: u32) -> Option<&str> {
        let mut rows = self.0.rows.iter().filter(|(name, _)| name.starts_with(key));
        while let Some((name, worth)) = rows.next() {
            let price = self.0.price(ctx, name).await.ok()?;
            if price.max(*worth) > least + NUMBER {
                return Some(name.as_str());
            }
        }
        None
    }
}
";

const PRICED: &str = "
/// The lines that have a price, by name.
ATTRIBUTE
pub async fn priced_NUMBER(CTX, rows: &Rows, mut lines: Vec<Line>, names: &[String]) -> Result<Vec<Line>, Missing> {
    let total = total_NUMBER(ctx, rows, \"anyone\", &mut lines, None).await?;
    let mut priced: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines.iter().filter(|line| names.contains(&line.name)) {
        let price = match line.price {
            Some(price) => price,
            None => rows.0.price(ctx, &line.name).await?,
        };
        let amount = if price > total { 1 } else { line.amount };
        priced.push(Line { name: line.name.clone(), amount, price: Some(price) });
    }
    priced.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(priced)
}
";
