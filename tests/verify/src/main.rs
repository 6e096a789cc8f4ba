//! `cargo verify`: makes sure that what the tests need from the system is there, then runs them all.
//!
//! cargo fetches crates and compiles them, but not a C compiler or a database server. This program looks for those,
//! installs them with the system's package manager where it may, and says what to install where it may not. What they
//! are is the table in `needs.rs`. A shell script would not do on every system, and a test that skips when something
//! is missing proves nothing.

mod cli;
mod detect;
mod features;
mod install;
mod managers;
mod needs;
mod run;
mod steps;
mod surroundings;

#[cfg(all(test, unix))]
mod fake_machine;

use std::process::ExitCode;

use cli::Request;
use surroundings::Surroundings;

/// Something required is missing.
const UNMET: u8 = 1;
/// The command line is wrong, or cargo could not be run.
const NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    match cli::parse(std::env::args_os().skip(1)) {
        Ok(request) => carry_out(request),
        Err(mistake) => fail(NOT_RUN, &format!("{mistake}\n\n{}", cli::USAGE)),
    }
}

fn carry_out(request: Request) -> ExitCode {
    let mut ask = surroundings::ask_on_terminal;
    let mut surroundings = Surroundings {
        variables: std::env::vars_os().collect(),
        root: "/".into(),
        is_root_user: surroundings::is_root_user(),
        ask: if surroundings::is_on_terminal() { Some(&mut ask) } else { None },
        out: &mut std::io::stdout(),
    };
    match request {
        Request::Help => {
            surroundings.say(cli::USAGE);
            ExitCode::SUCCESS
        }
        Request::ListFeatures { package } => list_features(&package, &mut surroundings),
        Request::Check => match install::check(needs::NEEDS, &mut surroundings) {
            Ok(()) => ExitCode::SUCCESS,
            Err(unmet) => fail(UNMET, &unmet.to_string()),
        },
        Request::Test { may_install, arguments } => {
            if let Err(unmet) = install::ensure(needs::NEEDS, may_install, &mut surroundings) {
                return fail(UNMET, &unmet.to_string());
            }
            match run::tests(&arguments, &surroundings.variables) {
                Ok(status) => match status.code().and_then(|code| u8::try_from(code).ok()) {
                    Some(code) => ExitCode::from(code),
                    None => fail(NOT_RUN, &format!("`cargo test` did not end by itself: {status}")),
                },
                Err(failure) => fail(NOT_RUN, &failure),
            }
        }
    }
}

fn list_features(package: &str, surroundings: &mut Surroundings<'_>) -> ExitCode {
    let metadata = match run::metadata(&surroundings.variables) {
        Ok(metadata) => metadata,
        Err(failure) => return fail(NOT_RUN, &failure),
    };
    let Some(names) = features::names(&metadata, package) else {
        return fail(NOT_RUN, &format!("`{package}` is not a package of this workspace"));
    };
    for name in names {
        surroundings.say(&name);
    }
    ExitCode::SUCCESS
}

fn fail(code: u8, message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(code)
}
