//! The program of this package, built alone by a cargo of its own, so that no other package's features are in it.

use std::path::Path;
use std::process::{Command, Output};

fn cargo(arguments: &[&str]) -> Output {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(&arguments[..1]).arg("--quiet").arg("--manifest-path").arg(manifest).args(&arguments[1..]);
    cargo.output().expect("cargo can be started")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is text")
}

#[test]
fn it_works() {
    let run = cargo(&["run"]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let expected = [
        "page 1 of acme",
        "page 2 of acme",
        "page 3 of acme",
        "page 4 of acme",
        "pages [7, 8] of acme",
        "2 read, TenantKey(..)",
        "page 5 of acme",
        "page 6 of acme",
        "sweep for no tenant",
        "turn cancelled",
        "audit for acme",
        "1 left, turn cancelled: the process is shutting down",
        "nothing was left running",
        "turn not admitted: the process is shutting down",
    ];
    assert_eq!(text(&run.stdout).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_panic_is_told_once_on_stderr() {
    let run = cargo(&["run", "--", "panic"]);
    assert_eq!(text(&run.stdout), "joined\n", "{}", text(&run.stderr));
    let reports: Vec<_> = text(&run.stderr).lines().filter(|line| line.contains("a hop panicked")).collect();
    let [report] = reports[..] else { panic!("{reports:?} in {}", text(&run.stderr)) };
    let expected =
        "a hop panicked: no font\\nfor you (kind `render`, bound closure spawned at tests/no-features/src/main.rs:";
    assert!(report.starts_with(expected), "{report}");
}

#[test]
fn it_needs_neither_a_runtime_nor_tracing() {
    let tree = cargo(&["tree", "--edges", "normal", "--prefix", "none", "--format", "{lib} {f}"]);
    assert!(tree.status.success(), "{}", text(&tree.stderr));
    let tree = text(&tree.stdout);
    let has = |name: &str| tree.lines().any(|line| line.split(' ').next() == Some(name));
    assert!(has("ctx") && has("tokio_util"), "{tree}");
    assert!(!has("tracing") && !has("tracing_subscriber") && !has("serde_json"), "{tree}");
    let tokio = tree.lines().find(|line| line.starts_with("tokio ")).expect("its channels are used");
    assert!(!tokio.contains("rt") && !tokio.contains("time"), "{tokio}");
}
