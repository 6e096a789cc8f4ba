//! The crates that are checked: the same functions, with the context in three ways.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Functions of a module.
pub(crate) const OF_MODULE: usize = 100;

/// How the context comes into a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) package: &'static str,
    attribute: &'static str,
    by_hand: bool,
}

pub(crate) const WAYS: [Way; 3] = [
    Way { package: "by_hand", attribute: "", by_hand: true },
    Way { package: "with_ctx", attribute: "#[::explicit_ctx_macros::with_ctx]\n", by_hand: false },
    Way { package: "instrument", attribute: "#[::tracing::instrument(skip_all)]\n", by_hand: true },
];

/// Depends on what the others depend on, and has nothing in it: its check builds the macros.
pub(crate) const MACROS: &str = "macros_alone";

/// Writes a workspace with a package for each way, and sets the number of their modules.
pub(crate) fn write_workspace(folder: &Path, modules: usize) -> Result<(), Box<dyn Error>> {
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
        for module in 0..modules {
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
    for number in (module * OF_MODULE..(module + 1) * OF_MODULE).step_by(4) {
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
