//! Installs what is missing where it may, and says what to install where it may not.

use std::fmt;
use std::process::{Command, Stdio};

use crate::detect;
use crate::managers::Manager;
use crate::needs::Need;
use crate::steps::{Step, shell_line, steps};
use crate::surroundings::Surroundings;

/// Something required is missing: what, why it was not installed, and what to do.
#[derive(Debug)]
pub(crate) struct Unmet(String);

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Prints what is there and what is not; changes nothing.
pub(crate) fn check(needs: &[Need], surroundings: &mut Surroundings<'_>) -> Result<(), Unmet> {
    let missing = look(needs, surroundings);
    conclude(&missing, None, surroundings)
}

/// Prints what is there, and sees to what is not.
pub(crate) fn ensure(needs: &[Need], may_install: bool, surroundings: &mut Surroundings<'_>) -> Result<(), Unmet> {
    let mut missing = look(needs, surroundings);
    if missing.is_empty() {
        return Ok(());
    }
    let why_not = if !may_install {
        "`--no-install` was given".to_owned()
    } else {
        match permission(&missing, surroundings) {
            Err(reason) => reason,
            Ok((steps, prefix)) => {
                let failures = carry_out(&steps, prefix, surroundings);
                missing.retain(|need| detect::find(need, surroundings).is_none());
                if failures.is_empty() { still_missing(&missing, surroundings) } else { failures.join("; ") }
            }
        }
    };
    conclude(&missing, Some(&why_not), surroundings)
}

fn look<'n>(needs: &'n [Need], surroundings: &mut Surroundings<'_>) -> Vec<&'n Need> {
    let mut missing = Vec::new();
    for need in needs {
        match detect::find(need, surroundings) {
            Some(path) => surroundings.say(&format!("verify: found {} at `{}`", need.name, path.display())),
            None => {
                let weight = if need.required { "required" } else { "optional" };
                surroundings.say(&format!("verify: did not find {} ({weight}: {})", need.name, need.why));
                missing.push(need);
            }
        }
    }
    missing
}

fn known_manager(surroundings: &Surroundings<'_>) -> Option<Manager> {
    Manager::ALL.into_iter().find(|manager| detect::program(manager.program(), surroundings).is_some())
}

/// What to run, and before it `sudo` if that is needed; or why nothing may be run.
fn permission(
    missing: &[&Need],
    surroundings: &mut Surroundings<'_>,
) -> Result<(Vec<Step>, Option<&'static str>), String> {
    let manager = known_manager(surroundings).ok_or("no known package manager is there")?;
    let program = manager.program();
    let steps = steps(manager, missing);
    if steps.is_empty() {
        return Err(format!("`{program}` does not have it"));
    }
    let prefix = match (manager.is_for_root(), surroundings.is_root_user) {
        (true, true) => return Ok((steps, None)),
        (false, true) => return Err(format!("`{program}` refuses to run as root")),
        (true, false) if detect::program("sudo", surroundings).is_none() => {
            return Err("only root may install, and there is no `sudo`".to_owned());
        }
        (true, false) => Some("sudo"),
        (false, false) => None,
    };
    let Some(ask) = surroundings.ask.as_mut() else {
        return Err("this is not root, and there is no terminal to ask on".to_owned());
    };
    let question = format!("install what is missing with `{}`?", shell_line(&steps, prefix));
    if ask(&question) { Ok((steps, prefix)) } else { Err("the answer was no".to_owned()) }
}

/// Runs the steps and returns what failed; after a failed installation nothing more is tried.
fn carry_out(steps: &[Step], prefix: Option<&'static str>, surroundings: &mut Surroundings<'_>) -> Vec<String> {
    let mut failures = Vec::new();
    for step in steps {
        let words = step.words(prefix);
        let line = words.join(" ");
        surroundings.say(&format!("verify: running `{line}`"));
        if let Err(failure) = start(&words, prefix.is_some(), surroundings) {
            failures.push(format!("`{line}` failed: {failure}"));
            if !step.may_fail {
                break;
            }
        }
    }
    failures
}

/// Why something is missing although every step went well.
fn still_missing(missing: &[&Need], surroundings: &Surroundings<'_>) -> String {
    let without = known_manager(surroundings)
        .filter(|manager| missing.iter().all(|need| need.package(*manager).is_none()))
        .map(|manager| format!("`{}` does not have it", manager.program()));
    without.unwrap_or_else(|| "its package was installed, and it is still not found".to_owned())
}

fn start(words: &[&str], asks_for_password: bool, surroundings: &Surroundings<'_>) -> Result<(), String> {
    let path = detect::program(words[0], surroundings).ok_or("it is not on `PATH`")?;
    let status = Command::new(path)
        .args(&words[1..])
        .env_clear()
        .envs(&surroundings.variables)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(if asks_for_password { Stdio::inherit() } else { Stdio::null() })
        .status()
        .map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{status} (is the network there?)")) }
}

/// An error if something required is missing; a note for each optional thing.
fn conclude(missing: &[&Need], why_not: Option<&str>, surroundings: &mut Surroundings<'_>) -> Result<(), Unmet> {
    if missing.is_empty() {
        return Ok(());
    }
    let help = advice(missing, surroundings);
    let reason = why_not.map(|why_not| format!("  not installed: {why_not}\n")).unwrap_or_default();
    if missing.iter().any(|need| need.required) {
        let required = missing.iter().filter(|need| need.required);
        let names: Vec<_> = required.map(|need| format!("{} ({})", need.name, need.why)).collect();
        return Err(Unmet(format!("the tests need {}\n{reason}{help}", names.join(" and "))));
    }
    for need in missing {
        surroundings.say(&format!("note: going on without {} ({})", need.name, need.why));
    }
    surroundings.say(&format!("{reason}{help}"));
    Ok(())
}

/// What to do by hand, one `help:` line for each way.
fn advice(missing: &[&Need], surroundings: &Surroundings<'_>) -> String {
    let mut lines = Vec::new();
    let manager = known_manager(surroundings);
    if let Some(manager) = manager
        && let steps = steps(manager, missing)
        && !steps.is_empty()
    {
        let who = if manager.is_for_root() { "as root" } else { "not as root" };
        lines.push(format!("help: run `{}` ({who}), then `cargo verify` again", shell_line(&steps, None)));
    }
    for need in missing.iter().filter(|need| manager.is_none_or(|manager| need.package(manager).is_none())) {
        let packages: Vec<_> =
            need.packages.iter().map(|(manager, package)| format!("{}: `{package}`", manager.program())).collect();
        if manager.is_none() && !packages.is_empty() {
            lines.push(format!("help: install {} ({})", need.name, packages.join(", ")));
        }
        lines.push(format!("help: {}: {}", need.name, need.otherwise));
    }
    lines.join("\n")
}

#[cfg(all(test, unix))]
mod tests;
