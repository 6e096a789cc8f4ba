//! The rows: in the files of the tenants, and as each tenant sees them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::tally::{Fault, Kind, Tally, misplaced_to};
use crate::drive::{Listing, Outcome};
use crate::plan::Turn;

const TURN_COMPLETED: &str = "turn.completed";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Whose database it is in.
    tenant: String,
    table: Kind,
    message_id: String,
    kind: String,
}

/// Reads all databases of the directory, whatever tenants they are of.
pub(crate) async fn read_rows(data_dir: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(data_dir).with_context(|| format!("failed to read `{}`", data_dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "db") {
            rows.extend(rows_of(&path).await.with_context(|| format!("failed to read `{}`", path.display()))?);
        }
    }
    Ok(rows)
}

async fn rows_of(file: &Path) -> anyhow::Result<Vec<Row>> {
    let tenant = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut database = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(file)).await?;
    let mut rows = Vec::new();
    for (table, select) in [
        (Kind::MessageRow, "SELECT message_id, '' FROM messages ORDER BY id"),
        (Kind::AuditRow, "SELECT message_id, kind FROM audit ORDER BY id"),
        (Kind::UsageRow, "SELECT message_id, kind FROM usage ORDER BY id"),
    ] {
        let of_table: Vec<(String, String)> = sqlx::query_as(select).fetch_all(&mut database).await?;
        let of_table = of_table.into_iter();
        rows.extend(of_table.map(|(message_id, kind)| Row { tenant: tenant.to_string(), table, message_id, kind }));
    }
    database.close().await?;
    Ok(rows)
}

/// Every row is in the file of its tenant, and every completed turn has its rows.
pub(crate) fn rows(tally: &mut Tally, rows: &[Row], turns: &[(Turn, Outcome)]) {
    for row in rows {
        tally.record(row.table, in_file(row));
    }
    let stored: HashSet<(Kind, &str, &str)> =
        rows.iter().map(|row| (row.table, row.message_id.as_str(), row.kind.as_str())).collect();
    for turn in turns.iter().filter(|(_, outcome)| completed(outcome)).map(|(turn, _)| turn) {
        for (table, kind) in [(Kind::MessageRow, ""), (Kind::AuditRow, TURN_COMPLETED)] {
            // One that is in a wrong file has been counted above.
            if !stored.contains(&(table, turn.message_id.as_str(), kind)) {
                let example = format!("{} was answered and has none of the {}", turn.message_id, table.label());
                tally.record(table, [Fault::new("lost", example)]);
            }
        }
    }
}

fn in_file(row: &Row) -> Option<Fault> {
    let Row { tenant, table, message_id, kind } = row;
    let whose = misplaced_to(message_id, Some(tenant))?;
    let what = if kind.is_empty() { "row".to_owned() } else { format!("`{kind}`") };
    let example = format!("one of the {} of {message_id}, {what}, is in {tenant}.db", table.label());
    // The kinds of usage rows are all written by the same timer.
    let sign = if *table == Kind::AuditRow { what } else { "row".to_owned() };
    Some(Fault::new(format!("{sign} in the file of {whose}"), example))
}

fn completed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Streamed { .. } | Outcome::Answered { status: 200, .. })
}

pub(crate) fn rows_over_http(tally: &mut Tally, listings: &[Listing]) {
    for listing in listings {
        for row in &listing.rows {
            let message_id = row["message_id"].as_str().unwrap_or_default();
            let fault = misplaced_to(message_id, Some(listing.tenant)).map(|_| {
                let example = format!("{} sees a row of {message_id} at /v1/{}", listing.tenant, listing.path);
                Fault::new(format!("seen by another tenant at /v1/{}", listing.path), example)
            });
            tally.record(Kind::RowOverHttp, fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::check::tally::Count;
    use crate::plan::{Expected, Way};
    use crate::workspace::Workspace;

    fn row(tenant: &str, table: Kind, message_id: &str, kind: &str) -> Row {
        Row { tenant: tenant.into(), table, message_id: message_id.into(), kind: kind.into() }
    }

    fn complete() -> Vec<Row> {
        vec![
            row("acme", Kind::MessageRow, "acme-0001", ""),
            row("acme", Kind::AuditRow, "acme-0001", TURN_COMPLETED),
            row("acme", Kind::UsageRow, "acme-0001", "words"),
        ]
    }

    fn total(stored: &[Row], outcome: Outcome) -> Count {
        let turn = Turn {
            tenant: "acme",
            message_id: "acme-0001".into(),
            message: "are invoices mailed monthly?".into(),
            way: Way::Request,
            expected: Expected::default(),
        };
        let mut tally = Tally::default();
        rows(&mut tally, stored, &[(turn, outcome)]);
        tally.total()
    }

    fn answered() -> Outcome {
        Outcome::Answered { status: 200, body: Value::Null }
    }

    #[test]
    fn rows_in_the_file_of_their_tenant_are_right() {
        assert_eq!(total(&complete(), answered()), Count { records: 3, misplaced: 0 });
    }

    #[test]
    fn a_row_in_another_file_is_counted_once() {
        for wrong in ["globex", "default"] {
            for position in 0..3 {
                let mut stored = complete();
                stored[position].tenant = wrong.into();
                assert_eq!(total(&stored, answered()), Count { records: 3, misplaced: 1 }, "{wrong} {position}");
            }
        }
    }

    #[test]
    fn a_lost_row_of_a_completed_turn_is_counted() {
        for position in 0..2 {
            let mut stored = complete();
            stored.remove(position);
            assert_eq!(total(&stored, answered()), Count { records: 3, misplaced: 1 }, "{position}");
        }
        assert_eq!(total(&[], Outcome::Cancelled), Count { records: 0, misplaced: 0 });
    }

    #[test]
    fn a_row_that_another_tenant_sees_is_counted() {
        let rows = vec![json!({ "message_id": "acme-0001" }), json!({ "message_id": "globex-0001" })];
        let mut tally = Tally::default();
        rows_over_http(&mut tally, &[Listing { tenant: "acme", path: "usage", rows }]);
        assert_eq!(tally.total(), Count { records: 2, misplaced: 1 });
    }

    #[tokio::test]
    async fn rows_are_read_from_every_file_of_the_directory() -> anyhow::Result<()> {
        let workspace = Workspace::create("rows-test", false)?;
        let data_dir = workspace.data_dir();
        fs::create_dir(&data_dir)?;
        let file = data_dir.join("default.db");
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let mut database = SqliteConnection::connect_with(&options).await?;
        let schema = "CREATE TABLE messages (id INTEGER PRIMARY KEY, message_id TEXT);
                      CREATE TABLE audit (id INTEGER PRIMARY KEY, message_id TEXT, kind TEXT);
                      CREATE TABLE usage (id INTEGER PRIMARY KEY, message_id TEXT, kind TEXT);
                      INSERT INTO audit (message_id, kind) VALUES ('acme-0001', 'turn.completed');";
        sqlx::raw_sql(schema).execute(&mut database).await?;
        database.close().await?;
        let stored = read_rows(&data_dir).await?;
        assert_eq!(stored, [row("default", Kind::AuditRow, "acme-0001", TURN_COMPLETED)]);
        Ok(())
    }
}
