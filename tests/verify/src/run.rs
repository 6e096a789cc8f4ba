//! Runs cargo, in the environment that `cargo verify` was called in.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitStatus};

/// Set by `cargo run` for the program that it starts. Left in place they would tell the tests, and the programs that
/// the tests start, that they are `verify`. What a user sets (`CARGO_TARGET_DIR`, `RUSTFLAGS`, ..) stays.
const OF_THIS_PROGRAM: &[&str] = &["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_MANIFEST_LINKS", "OUT_DIR"];

/// Beginnings of names that are set in the same way.
const OF_THIS_PACKAGE: &[&str] = &["CARGO_PKG_", "CARGO_BIN_"];

/// The variables for the tests.
fn environment(variables: &BTreeMap<OsString, OsString>) -> BTreeMap<OsString, OsString> {
    let is_ours = |name: &OsStr| {
        let name = name.to_string_lossy();
        OF_THIS_PROGRAM.contains(&&*name) || OF_THIS_PACKAGE.iter().any(|start| name.starts_with(start))
    };
    variables.iter().filter(|(name, _)| !is_ours(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The cargo that runs this program, so that toolchain and flags are the same; in the workspace, wherever it was called.
fn cargo(variables: &BTreeMap<OsString, OsString>) -> Command {
    let program = variables.get(OsStr::new("CARGO")).cloned().unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.env_clear().envs(environment(variables)).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

/// Whether arguments of `cargo test` say which packages; `--workspace` beside them would mean all the same.
fn name_packages(arguments: &[OsString]) -> bool {
    let words = arguments.iter().map(|argument| argument.to_string_lossy());
    words.take_while(|word| word != "--").any(|word| word.starts_with("-p") || word.starts_with("--package"))
}

/// Runs `cargo test` on this terminal, for the whole workspace unless the arguments say otherwise.
pub(crate) fn tests(arguments: &[OsString], variables: &BTreeMap<OsString, OsString>) -> Result<ExitStatus, String> {
    let mut command = cargo(variables);
    command.arg("test").args((!name_packages(arguments)).then_some("--workspace")).args(arguments);
    command.status().map_err(|error| format!("`cargo test` could not be started: {error}"))
}

/// What `cargo metadata` says of the packages of this workspace.
pub(crate) fn metadata(variables: &BTreeMap<OsString, OsString>) -> Result<String, String> {
    let mut command = cargo(variables);
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = command.output().map_err(|error| format!("`cargo metadata` could not be started: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`cargo metadata` failed: {}\n{}", output.status, said.trim_end()));
    }
    String::from_utf8(output.stdout).map_err(|_| "`cargo metadata` printed something that is not text".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::fake_machine::FakeMachine;

    #[test]
    fn variables_of_this_program_are_left_out_and_the_users_kept() {
        let set = |names: &[&str]| names.iter().map(|name| (name.into(), "1".into())).collect::<BTreeMap<_, _>>();
        let kept = ["CARGO", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_TERM_COLOR", "RUSTFLAGS", "RUSTUP_TOOLCHAIN"];
        let left_out = ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_PRE"];
        assert_eq!(environment(&set(&[&kept[..], &left_out].concat())), set(&kept));
    }

    /// Runs the tests with a cargo that only writes down how it was called.
    fn run(machine: &mut FakeMachine, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
        machine.has_program("cargo");
        machine.set("CARGO", machine.bin().join("cargo").to_str().expect("a readable path"));
        let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
        let used = machine.run(|surroundings| tests(&arguments, &surroundings.variables));
        (used.result.expect("the fake can be started").code(), used.calls)
    }

    #[test]
    fn arguments_are_passed_on() {
        let (code, calls) = run(&mut FakeMachine::new(), &["--release", "--", "--nocapture", "-p"]);
        assert_eq!(code, Some(0));
        assert_eq!(calls, ["cargo test --workspace --release -- --nocapture -p"]);
    }

    #[test]
    fn named_packages_take_the_place_of_the_workspace() {
        assert_eq!(run(&mut FakeMachine::new(), &["-p", "x"]).1, ["cargo test -p x"]);
        assert_eq!(run(&mut FakeMachine::new(), &["--package=x"]).1, ["cargo test --package=x"]);
    }

    #[test]
    fn exit_code_is_that_of_cargo() {
        let mut machine = FakeMachine::new();
        machine.fails("cargo-test", 101);
        assert_eq!(run(&mut machine, &[]).0, Some(101));
    }

    #[test]
    fn a_cargo_that_cannot_be_started_is_said() {
        let mut machine = FakeMachine::new();
        machine.set("CARGO", "/nowhere/cargo");
        let failure = machine.run(|surroundings| tests(&[], &surroundings.variables)).result;
        assert!(failure.expect_err("there is none").starts_with("`cargo test` could not be started: "));
    }
}
