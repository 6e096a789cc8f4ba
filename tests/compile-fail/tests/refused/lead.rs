//! Whether an error leads to the right call: by its own words, or through the table of the docs.

use crate::case::Case;
use crate::cure_table::CureTable;
use crate::error_text::errors;

/// What is wrong with the lead of a case, if it is.
pub(crate) fn astray(case: &Case, table: &CureTable) -> Option<String> {
    let Some(calls) = case.leads_to() else {
        return Some(format!("{}: the first line is not `// leads to: ..`", case.path));
    };
    let errors = errors(&case.error, &case.path);
    let leads = |call: &str| {
        errors.iter().any(|error| error.words.contains(call) || table.leads(error.code.as_deref(), &error.words, call))
    };
    if calls.iter().any(|call| !call.is_empty() && leads(call)) {
        return None;
    }
    let said: Vec<&str> = errors.iter().filter_map(|error| error.words.lines().next()).collect();
    Some(format!("{}: nothing leads to `{}`, only: {}", case.path, calls.join("` or `"), said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(leads_to: &str, error: &str) -> Option<String> {
        let source = format!("// leads to: {leads_to}\nfn main() {{}}\n");
        let case = Case { path: "lost/planted.rs".to_owned(), source, error: error.to_owned() };
        astray(&case, &CureTable::of_the_hops())
    }

    #[test]
    fn words_lead() {
        let error = "error[E0999]: no\n --> lost/planted.rs:1:1\n  = note: use `ctx.spawn(..)`\n";
        assert_eq!(planted("ctx.spawn", error), None);
        assert_eq!(planted("ctx.bind or ctx.spawn", error), None);
        assert!(planted("ctx.bind", error).is_some());
    }

    #[test]
    fn code_that_is_shown_does_not() {
        let error = "error[E0999]: no\n --> lost/planted.rs:1:1\n  |\n1 | ctx.spawn(..)\n  | ^^^ wrong\n";
        assert!(planted("ctx.spawn", error).is_some());
    }

    #[test]
    fn a_row_of_the_docs_leads_from_an_error_of_the_borrow_checker() {
        assert_eq!(planted("ctx.spawn", "error[E0521]: borrowed data escapes\n"), None);
        assert!(planted("ctx.spawn", "error[E0999]: borrowed data escapes\n").is_some());
        assert!(planted("ctx.no_such_hop", "error[E0521]: borrowed data escapes\n").is_some());
    }

    #[test]
    fn a_case_without_an_error_or_a_first_line_leads_nowhere() {
        assert!(planted("ctx.spawn", "").is_some());
        assert!(planted("", "error[E0521]: borrowed data escapes\n").is_some());
        let unmarked =
            Case { path: "lost/planted.rs".to_owned(), source: "fn main() {}".to_owned(), error: String::new() };
        assert!(astray(&unmarked, &CureTable::of_the_hops()).is_some());
    }
}
