//! The table "What the compiler says, and what it means" in the docs of `ctx::hops`: where a reader finds the call that an
//! error of the borrow checker cannot name.

const HOPS: &str = include_str!("../../../../ctx/src/hops/mod.rs");

/// Two tables of the docs of `ctx::hops`.
pub(crate) struct CureTable {
    /// All of "What to call".
    calls: String,
    /// "What the compiler says": its rows.
    rows: Vec<Row>,
}

struct Row {
    errors: String,
    cure: String,
}

impl CureTable {
    pub(crate) fn of_the_hops() -> Self {
        Self::read(HOPS)
    }

    fn read(docs: &str) -> Self {
        let mut table = Self { calls: String::new(), rows: Vec::new() };
        let mut section = "";
        for line in docs.lines().filter_map(|line| line.strip_prefix("//! ")) {
            if let Some(title) = line.strip_prefix("# ") {
                section = title;
            } else if let Some(row) = line.strip_prefix("| ") {
                // A `|` inside a cell is written `\|`.
                let cells: Vec<String> =
                    row.replace("\\|", "\0").split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
                match (section, cells.as_slice()) {
                    ("What to call", cells) => table.calls.extend(cells.iter().cloned()),
                    ("What the compiler says, and what it means", [errors, _, cure, ..]) => {
                        table.rows.push(Row { errors: errors.clone(), cure: cure.clone() });
                    }
                    _ => {}
                }
            }
        }
        table
    }

    /// Whether a row for this error names `call`.
    pub(crate) fn leads(&self, code: Option<&str>, words: &str, call: &str) -> bool {
        self.rows
            .iter()
            .filter(|row| row.is_for(code, words))
            .any(|row| row.cure.contains(call) || (row.cure.contains("the table above") && self.calls.contains(call)))
    }
}

impl Row {
    fn is_for(&self, code: Option<&str>, words: &str) -> bool {
        // Words of the compiler stand in quotes.
        let says = || self.errors.split('"').skip(1).step_by(2).any(|quoted| words.contains(quoted));
        match code {
            // The code of every trait that is missing says nothing by itself.
            Some("E0277") => self.errors.contains("E0277") && says(),
            Some(code) => self.errors.contains(code),
            None => says(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCS: &str = r#"
//! # What to call
//!
//! | need | call |
//! |---|---|
//! | a task | [`ctx.spawn(async move \|ctx\| ..)`](crate::Ctx::spawn) |
//!
//! # What the compiler says, and what it means
//!
//! | error | cause | cure |
//! |---|---|---|
//! | E0521, "escapes the function body" | a raw spawn | the hop of the table above |
//! | E0373, "may outlive" | it borrows `ctx.stamp` | `ctx.bind(\|ctx\| ..)` |
//! | E0277, "cannot be sent" | an `Rc` | `ctx.spawn_local(..)` |
"#;

    fn leads(code: Option<&str>, words: &str, call: &str) -> bool {
        CureTable::read(DOCS).leads(code, words, call)
    }

    #[test]
    fn a_row_leads_from_its_code_or_its_words() {
        assert!(leads(Some("E0521"), "", "ctx.spawn(async move |ctx| ..)"));
        assert!(leads(Some("E0373"), "", "ctx.bind(|ctx| ..)"));
        assert!(leads(None, "error: closure may outlive", "ctx.bind"));
        assert!(leads(Some("E0277"), "`Rc<u8>` cannot be sent", "ctx.spawn_local"));
    }

    #[test]
    fn another_row_does_not() {
        assert!(!leads(Some("E0373"), "", "ctx.spawn"), "only a row that says so stands for the first table");
        assert!(!leads(Some("E0373"), "", "ctx.stamp"), "the cause is not the cure");
        assert!(!leads(Some("E0507"), "", "ctx.bind"), "no row for this code");
        assert!(!leads(Some("E0277"), "`Ctx: Default` is not satisfied", "ctx.spawn_local"));
        assert!(!leads(None, "error: other words", "ctx.bind"));
    }

    #[test]
    fn the_docs_have_both_tables() {
        let table = CureTable::of_the_hops();
        assert!(table.calls.contains("ctx.spawn(async move |ctx| ..)"));
        assert!(table.rows.iter().any(|row| row.is_for(Some("E0521"), "")));
    }
}
