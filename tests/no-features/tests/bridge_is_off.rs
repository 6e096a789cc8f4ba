//! Without the feature `bridge` nothing of the bridge is in a program; with it, it is in every hop.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the compiler leaves of the bridge in a program with symbols: names of its modules, and its message.
const TRACES: [&str; 4] =
    ["10installing9installed", "10installing7current", "10installing10registered", "Ambient::within"];

/// Builds the program alone, with these arguments more, and finds the traces in it.
fn traces(arguments: &[&str]) -> Vec<&'static str> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--message-format=json-render-diagnostics", "--quiet", "--manifest-path"]).arg(manifest);
    // Names of modules are written out in the old mangling as in the new.
    let built = cargo.args(arguments).output().expect("cargo can be started");
    let messages = String::from_utf8(built.stdout).expect("it is text");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let program = messages.split("\"executable\":\"").nth(1).and_then(|after| after.split('"').next());
    let program = fs::read(program.expect("a program was built")).expect("it can be read");
    let has = |trace: &str| program.windows(trace.len()).any(|window| window == trace.as_bytes());
    TRACES.into_iter().filter(|trace| has(trace)).collect()
}

#[test]
fn no_trace_of_it_is_in_a_program_without_the_feature() {
    assert_eq!(traces(&["--features", "bridge"]), TRACES);
    assert_eq!(traces(&[]), [""; 0]);
}
