//! Every case is refused with the error that is recorded beside it, and that error leads to the right call.
//!
//! A case says on its first line what its error must lead to: `// leads to: ctx.spawn`. After a change of wording record
//! anew, with the compiler that is named below, and read the difference:
//! `TRYBUILD=overwrite cargo test -p compile-fail`.

mod case;
mod cure_table;
mod error_text;
mod lead;

use case::{Case, GROUPS};
use cure_table::CureTable;

/// The compiler whose words are recorded.
const RECORDED_WITH: &str = "rustc 1.95.";

#[test]
fn every_case_is_refused_as_recorded() {
    let compiler = case::compiler();
    if !compiler.starts_with(RECORDED_WITH) {
        eprintln!(
            "the errors were recorded with {RECORDED_WITH}, this is {compiler}: other words are no fault of `ctx`"
        );
    }
    let cases = trybuild::TestCases::new();
    for group in GROUPS {
        cases.compile_fail(format!("{group}/*.rs"));
    }
}

#[test]
fn every_error_leads_to_the_right_call() {
    let table = CureTable::of_the_hops();
    let astray: Vec<String> = Case::all().iter().filter_map(|case| lead::astray(case, &table)).collect();
    assert!(astray.is_empty(), "{} errors lead nowhere:\n{}", astray.len(), astray.join("\n"));
}

#[test]
fn there_are_many_ways_and_each_has_its_record() {
    let cases = Case::all();
    assert!(cases.len() >= 30, "{} cases", cases.len());
    for group in GROUPS {
        let ways = cases.iter().filter(|case| case.group() == *group).count();
        assert!(ways >= 5, "{ways} cases in `{group}`");
    }
    assert_eq!(case::records_without_a_case(), Vec::<String>::new());
    assert_eq!(case::folders(), GROUPS, "the folders of cases");
}

/// What a machine without the sources of `std`, or with another checkout of a dependency, would show differently.
#[test]
fn records_are_the_same_on_every_machine() {
    for case in Case::all() {
        let path = case.shown_from_elsewhere();
        assert_eq!(path, None, "`{}` shows code that is not of this workspace", case.path);
    }
}
