//! The command line.

use anyhow::{Context as _, bail};

use crate::service::{SERVICES, Service};

pub(crate) enum Command {
    Help,
    Run(Options),
    /// What the demo starts as its child.
    Serve(&'static Service),
}

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) only: Option<&'static str>,
    pub(crate) keep: bool,
    pub(crate) signs: bool,
}

pub(crate) fn usage() -> String {
    let names: Vec<&str> = SERVICES.iter().map(|service| service.name).collect();
    format!(
        "usage: cargo demo [--only SERVICE] [--signs] [--keep]

Drives the same turns of three tenants through each service and counts the answers, stream events, rows and log lines
that ended up with the wrong tenant.

options:
  --only SERVICE  runs one service: {}
  --signs         also prints how the misplaced records differ from what they should be
  --keep          keeps the databases and log files, and says where they are
  --help          prints this text

exit codes:
  0  the explicit service misplaced nothing, and the ambient service something
  1  one of the two did otherwise
  2  the demo could not be run
",
        names.join(", ")
    )
}

pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> anyhow::Result<Command> {
    let mut arguments = arguments.peekable();
    if arguments.next_if(|argument| argument == "serve").is_some() {
        let service = named(arguments.next())?;
        return match arguments.next() {
            None => Ok(Command::Serve(service)),
            Some(other) => bail!("unknown argument `{other}`"),
        };
    }
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--only" => options.only = Some(named(arguments.next())?.name),
            "--keep" => options.keep = true,
            "--signs" => options.signs = true,
            other => bail!("unknown argument `{other}`"),
        }
    }
    Ok(Command::Run(options))
}

fn named(name: Option<String>) -> anyhow::Result<&'static Service> {
    let name = name.context("the name of a service is missing")?;
    SERVICES.iter().find(|service| service.name == name).with_context(|| format!("there is no service `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> anyhow::Result<Command> {
        parse(arguments.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn options_are_read_in_any_order() {
        let Ok(Command::Run(options)) = parsed(&["--keep", "--only", "ambient"]) else { panic!("not a run") };
        assert_eq!((options.only, options.keep, options.signs), (Some("ambient"), true, false));
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        for arguments in [&["--fast"][..], &["--only"], &["--only", "other"], &["serve"], &["serve", "ambient", "x"]] {
            assert!(parsed(arguments).is_err(), "{arguments:?}");
        }
    }
}
