//! Machines on which something is there, missing, installable, or not.

use super::*;
use crate::fake_machine::{FakeMachine, Used};

const COMPILER: Need = Need {
    name: "a compiler",
    why: "to compile",
    required: true,
    found_by: &["cc"],
    packages: &[(Manager::AptGet, "gcc headers"), (Manager::Dnf, "gcc"), (Manager::Brew, "llvm")],
    otherwise: "build one",
};

const COUNTER: Need = Need {
    name: "a counter",
    why: "to count",
    required: false,
    found_by: &["count"],
    packages: &[(Manager::AptGet, "counter"), (Manager::Dnf, "counter")],
    otherwise: "count by hand",
};

/// No command was run, no question asked.
const NOTHING: [&str; 0] = [];

fn ensure_both(machine: &FakeMachine) -> Used<Result<(), Unmet>> {
    machine.run(|surroundings| ensure(&[COMPILER, COUNTER], true, surroundings))
}

fn refusal(used: &Used<Result<(), Unmet>>) -> String {
    used.result.as_ref().expect_err("something required is missing").to_string()
}

/// A machine with `apt-get`, which knows both packages.
fn debian() -> FakeMachine {
    let machine = FakeMachine::new();
    machine.has_program("apt-get");
    machine.has_package("gcc", "cc");
    machine.has_package("counter", "count");
    machine
}

fn debian_of_root() -> FakeMachine {
    let mut machine = debian();
    machine.is_used_by_root();
    machine
}

#[test]
fn what_is_there_is_not_installed() {
    let machine = debian_of_root();
    machine.has_program("cc");
    machine.has_program("count");
    let used = ensure_both(&machine);
    used.result.expect("all is there");
    assert_eq!(used.calls, NOTHING);
    assert!(used.said.contains("found a compiler at `"), "{}", used.said);
}

#[test]
fn root_installs_without_a_question() {
    let mut machine = debian_of_root();
    machine.has_terminal_where_one_answers(false);
    let used = ensure_both(&machine);
    used.result.expect("both were installed");
    assert_eq!(used.asked, NOTHING);
    assert_eq!(
        used.calls,
        [
            "apt-get update",
            "apt-get install -y --no-install-recommends gcc headers",
            "apt-get install -y --no-install-recommends counter",
        ]
    );
    assert!(used.said.contains("running `apt-get install -y --no-install-recommends gcc headers`"), "{}", used.said);
}

#[test]
fn only_what_is_missing_is_installed() {
    let machine = debian_of_root();
    machine.has_program("cc");
    let used = ensure_both(&machine);
    used.result.expect("the other was installed");
    assert_eq!(used.calls, ["apt-get update", "apt-get install -y --no-install-recommends counter"]);
}

#[test]
fn no_install_installs_nothing_even_for_root() {
    let machine = debian_of_root();
    let used = machine.run(|surroundings| ensure(&[COMPILER, COUNTER], false, surroundings));
    assert_eq!(used.calls, NOTHING);
    assert_eq!(
        refusal(&used),
        "the tests need a compiler (to compile)
  not installed: `--no-install` was given
help: run `apt-get update && apt-get install -y --no-install-recommends gcc headers \
         && apt-get install -y --no-install-recommends counter` (as root), then `cargo verify` again"
    );
}

#[test]
fn a_look_installs_nothing_even_for_root() {
    let machine = debian_of_root();
    let used = machine.run(|surroundings| check(&[COMPILER, COUNTER], surroundings));
    assert_eq!(used.calls, NOTHING);
    assert!(refusal(&used).starts_with("the tests need a compiler (to compile)\nhelp: run `apt-get update"));
    assert!(used.said.contains("did not find a counter (optional: to count)"), "{}", used.said);
}

#[test]
fn a_person_is_asked_and_sudo_used() {
    let mut machine = debian();
    machine.has_program("sudo");
    machine.has_program("count");
    machine.has_terminal_where_one_answers(true);
    let used = ensure_both(&machine);
    used.result.expect("it was installed");
    let line = "sudo apt-get update && sudo apt-get install -y --no-install-recommends gcc headers";
    assert_eq!(used.asked, [format!("install what is missing with `{line}`?")]);
    assert_eq!(
        used.calls,
        [
            "sudo apt-get update",
            "apt-get update",
            "sudo apt-get install -y --no-install-recommends gcc headers",
            "apt-get install -y --no-install-recommends gcc headers",
        ]
    );
}

#[test]
fn a_no_is_taken_as_a_no() {
    let mut machine = debian();
    machine.has_program("sudo");
    machine.has_terminal_where_one_answers(false);
    let used = ensure_both(&machine);
    assert_eq!(used.calls, NOTHING);
    assert!(refusal(&used).contains("not installed: the answer was no\nhelp: run `apt-get update"));
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let machine = debian();
    machine.has_program("sudo");
    let used = ensure_both(&machine);
    assert_eq!(used.calls, NOTHING);
    assert!(refusal(&used).contains("not installed: this is not root, and there is no terminal to ask on\n"));
}

#[test]
fn without_sudo_nobody_is_asked() {
    let mut machine = debian();
    machine.has_terminal_where_one_answers(true);
    let used = ensure_both(&machine);
    assert_eq!(used.asked, NOTHING);
    assert!(refusal(&used).contains("not installed: only root may install, and there is no `sudo`\n"));
}

#[test]
fn brew_is_run_without_sudo() {
    let mut machine = FakeMachine::new();
    machine.has_program("brew");
    machine.has_program("sudo");
    machine.has_package("llvm", "cc");
    machine.has_terminal_where_one_answers(true);
    let used = ensure_both(&machine);
    used.result.expect("the required one was installed");
    assert_eq!(used.calls, ["brew install llvm"]);
    let expected = "note: going on without a counter (to count)
  not installed: `brew` does not have it
help: a counter: count by hand";
    assert!(used.said.contains(expected), "{}", used.said);
}

#[test]
fn brew_refuses_root() {
    let mut machine = FakeMachine::new();
    machine.has_program("brew");
    machine.has_terminal_where_one_answers(true);
    machine.is_used_by_root();
    let used = ensure_both(&machine);
    assert_eq!(used.calls, NOTHING);
    let expected = "not installed: `brew` refuses to run as root\nhelp: run `brew install llvm` (not as root)";
    assert!(refusal(&used).contains(expected), "{}", refusal(&used));
}

#[test]
fn an_unknown_system_is_told_every_name() {
    let mut machine = FakeMachine::new();
    machine.is_used_by_root();
    assert_eq!(
        refusal(&ensure_both(&machine)),
        "the tests need a compiler (to compile)
  not installed: no known package manager is there
help: install a compiler (apt-get: `gcc headers`, dnf: `gcc`, brew: `llvm`)
help: a compiler: build one
help: install a counter (apt-get: `counter`, dnf: `counter`)
help: a counter: count by hand"
    );
}

#[test]
fn what_is_optional_stops_nothing() {
    let machine = FakeMachine::new();
    machine.has_program("cc");
    let used = ensure_both(&machine);
    used.result.expect("nothing required is missing");
    assert!(used.said.contains("note: going on without a counter (to count)"), "{}", used.said);
}

#[test]
fn a_failed_installation_is_the_last_thing_tried() {
    let machine = debian_of_root();
    machine.fails("apt-get-install", 100);
    let used = ensure_both(&machine);
    assert_eq!(used.calls, ["apt-get update", "apt-get install -y --no-install-recommends gcc headers"]);
    let expected = "not installed: `apt-get install -y --no-install-recommends gcc headers` failed: exit status: 100 \
                    (is the network there?)\nhelp: run `";
    assert!(refusal(&used).contains(expected), "{}", refusal(&used));
}

#[test]
fn a_failed_refresh_is_forgiven_if_the_package_comes() {
    let machine = debian_of_root();
    machine.fails("apt-get-update", 100);
    ensure_both(&machine).result.expect("both were installed");
}

#[test]
fn a_package_that_does_not_help_is_said() {
    let machine = debian_of_root();
    machine.has_package("gcc", "gcc-19");
    let used = ensure_both(&machine);
    let expected = "not installed: its package was installed, and it is still not found";
    assert!(refusal(&used).contains(expected), "{}", refusal(&used));
}

#[test]
fn what_is_optional_cannot_keep_what_is_required_away() {
    let mut machine = FakeMachine::new();
    machine.has_program("dnf");
    machine.has_package("gcc", "cc");
    machine.is_used_by_root();
    let used = ensure_both(&machine);
    used.result.expect("the required one was installed");
    assert_eq!(
        used.calls,
        [
            "dnf install -y --setopt=install_weak_deps=False gcc",
            "dnf install -y --setopt=install_weak_deps=False counter",
        ]
    );
    assert!(used.said.contains("note: going on without a counter"), "{}", used.said);
}
