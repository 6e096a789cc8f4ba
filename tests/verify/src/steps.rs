//! The command lines that install what is missing.

use crate::managers::Manager;
use crate::needs::Need;

/// One command line.
pub(crate) struct Step {
    command: Vec<&'static str>,
    /// One unreachable source among several fails a refresh, and what is wanted may come from another.
    pub(crate) may_fail: bool,
}

impl Step {
    /// The words to run, after `prefix` (which is `sudo`) if there is one.
    pub(crate) fn words(&self, prefix: Option<&'static str>) -> Vec<&'static str> {
        [prefix.as_slice(), &self.command].concat()
    }
}

/// Empty if the manager has none of it. What is optional is installed by a command of its own, so that it cannot keep
/// what is required from coming.
pub(crate) fn steps(manager: Manager, missing: &[&Need]) -> Vec<Step> {
    let step =
        |arguments: &[&'static str], may_fail| Step { command: [&[manager.program()], arguments].concat(), may_fail };
    let mut steps = Vec::new();
    for required in [true, false] {
        let packages: Vec<_> = missing
            .iter()
            .filter(|need| need.required == required)
            .filter_map(|need| need.package(manager))
            .flat_map(str::split_whitespace)
            .collect();
        if !packages.is_empty() {
            steps.push(step(&[manager.install(), &packages].concat(), false));
        }
    }
    if let Some(arguments) = manager.refresh().filter(|_| !steps.is_empty()) {
        steps.insert(0, step(arguments, true));
    }
    steps
}

/// The steps as one line for a shell.
pub(crate) fn shell_line(steps: &[Step], prefix: Option<&'static str>) -> String {
    steps.iter().map(|step| step.words(prefix).join(" ")).collect::<Vec<_>>().join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::NEEDS;

    fn line(manager: Manager, wanted: impl Fn(&Need) -> bool) -> String {
        let missing: Vec<_> = NEEDS.iter().filter(|need| wanted(need)).collect();
        shell_line(&steps(manager, &missing), None)
    }

    #[test]
    fn one_refresh_then_what_is_required_then_what_is_optional() {
        assert_eq!(
            line(Manager::AptGet, |_| true),
            "apt-get update \
             && apt-get install -y --no-install-recommends build-essential \
             && apt-get install -y --no-install-recommends valgrind"
        );
    }

    #[test]
    fn each_manager_in_its_own_words() {
        let compiler = |need: &Need| need.name == "a C compiler";
        assert_eq!(line(Manager::Dnf, compiler), "dnf install -y --setopt=install_weak_deps=False gcc");
        assert_eq!(line(Manager::Pacman, compiler), "pacman -S --noconfirm --needed gcc");
        assert_eq!(line(Manager::Apk, compiler), "apk add --no-cache build-base");
    }

    #[test]
    fn no_refresh_where_there_is_nothing_to_install() {
        assert_eq!(line(Manager::AptGet, |_| false), "");
        assert_eq!(line(Manager::Brew, |_| true), "");
    }
}
