//! What was asked for on the command line.

use std::ffi::OsString;

pub(crate) const USAGE: &str = "\
usage: cargo verify [--check | --no-install] [-- ARGUMENTS FOR `cargo test`]

Makes sure that what the tests need from the system is there, installs it where it
may (as root at once, on a terminal after a question), and runs `cargo test --workspace`,
or only the packages that the arguments name.

  --check                   look only: install nothing, run no test
  --no-install              install nothing; run the tests if nothing required is missing
  --list-features PACKAGE   print the features of a package of this workspace, without `default`
  -h, --help                print this

example: cargo verify -- -p explicit-ctx -- --nocapture

exit codes: 1 something required is missing; 2 the command line is wrong or cargo could
not be run; else that of `cargo test`.";

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Help,
    ListFeatures { package: String },
    Check,
    Test { may_install: bool, arguments: Vec<OsString> },
}

/// Reads the arguments after the program's own name.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut arguments = arguments.into_iter();
    let mut request = Request::Test { may_install: true, arguments: Vec::new() };
    let mut given = None;
    while let Some(argument) = arguments.next() {
        let flag = argument.to_string_lossy().into_owned();
        if flag == "--" {
            let Request::Test { arguments: rest, .. } = &mut request else {
                return Err(format!("`{}` runs no test, so nothing can follow `--`", given.unwrap_or_default()));
            };
            rest.extend(arguments);
            return Ok(request);
        }
        let wanted = match flag.as_str() {
            "-h" | "--help" => return Ok(Request::Help),
            "--check" => Request::Check,
            "--no-install" => Request::Test { may_install: false, arguments: Vec::new() },
            "--list-features" => {
                let package = arguments.next().ok_or("`--list-features` needs the name of a package")?;
                Request::ListFeatures { package: package.to_string_lossy().into_owned() }
            }
            _ => return Err(format!("unknown argument `{flag}` (arguments for `cargo test` go after `--`)")),
        };
        if let Some(before) = given.replace(flag.clone()) {
            return Err(format!("`{before}` and `{flag}` do not go together"));
        }
        request = wanted;
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Request, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn tests(may_install: bool, arguments: &[&str]) -> Result<Request, String> {
        Ok(Request::Test { may_install, arguments: arguments.iter().map(OsString::from).collect() })
    }

    #[test]
    fn nothing_said_means_install_and_test() {
        assert_eq!(parsed(""), tests(true, &[]));
    }

    #[test]
    fn what_follows_the_dashes_is_for_cargo_test() {
        assert_eq!(parsed("-- -p x -- --check"), tests(true, &["-p", "x", "--", "--check"]));
        assert_eq!(parsed("--no-install -- --help"), tests(false, &["--help"]));
    }

    #[test]
    fn each_flag() {
        assert_eq!(parsed("--check"), Ok(Request::Check));
        assert_eq!(parsed("--list-features p"), Ok(Request::ListFeatures { package: "p".into() }));
        assert_eq!(parsed("--check --help"), Ok(Request::Help));
        assert_eq!(parsed("-h"), Ok(Request::Help));
    }

    #[test]
    fn a_wrong_line_is_refused_with_its_reason() {
        for (line, reason) in [
            ("--chekc", "unknown argument `--chekc` (arguments for `cargo test` go after `--`)"),
            ("my_test", "unknown argument `my_test` (arguments for `cargo test` go after `--`)"),
            ("--check --no-install", "`--check` and `--no-install` do not go together"),
            ("--check -- -p x", "`--check` runs no test, so nothing can follow `--`"),
            ("--list-features", "`--list-features` needs the name of a package"),
        ] {
            assert_eq!(parsed(line), Err(reason.to_owned()), "{line}");
        }
    }
}
