//! Which module of a crate may use which.

use std::collections::BTreeMap;

use crate::paths::{Contents, Named, contents, module_of};
use crate::tree::{File, Tree, Violation};

/// The map of one crate.
pub(crate) struct Crate {
    /// The folder of `lib.rs`.
    pub(crate) folder: &'static str,
    /// From top to bottom: a module may use those of its own row and of the rows below. The root may use all. No rows
    /// means that only `only` counts.
    pub(crate) rows: &'static [&'static [&'static str]],
    /// Folders whose modules may not use each other.
    pub(crate) apart: &'static [&'static str],
    /// Modules that may use nothing but these.
    pub(crate) only: &'static [(&'static str, &'static [&'static str])],
    /// Names after `crate::` that are not of this crate: they stand in code that it writes for others.
    pub(crate) written_for_others: &'static [&'static str],
    /// Arrows against the rows: from, to, and why. One that is not there any more is a violation too.
    pub(crate) exceptions: &'static [(&'static str, &'static str, &'static str)],
}

/// A source file of a crate with what was found in it.
pub(crate) struct Module<'t> {
    pub(crate) file: &'t File,
    pub(crate) path: Vec<String>,
    pub(crate) contents: Contents,
}

impl Module<'_> {
    /// The module of the root that this one is or is in; `None` for the root itself.
    pub(crate) fn top(&self) -> Option<&str> {
        self.path.first().map(String::as_str)
    }
}

/// All modules of a crate that are not for its tests.
pub(crate) fn modules<'t>(folder: &str, tree: &'t Tree) -> Vec<Module<'t>> {
    let mut modules: Vec<_> = tree
        .sources(folder)
        .map(|file| {
            let path = module_of(&file.path[folder.len() + 1..]);
            Module { contents: contents(&file.text, &path), path, file }
        })
        .collect();
    let for_tests: Vec<_> = modules.iter().flat_map(|module| module.contents.test_modules.clone()).collect();
    modules.retain(|module| !for_tests.iter().any(|tests| module.path.starts_with(tests)));
    modules
}

pub(crate) fn violations(map: &Crate, tree: &Tree) -> Vec<Violation> {
    let modules = modules(map.folder, tree);
    let places = Places::new(&modules);
    let mut violations = Vec::new();
    let mut used_exceptions = Vec::new();
    if modules.is_empty() {
        // A rule about nothing would hold.
        let message = "there is no source file here (correct the folder in the map)".to_owned();
        violations.push(Violation { path: map.folder.to_owned(), line: 0, message });
    }
    for module in &modules {
        let Some(from) = module.top() else { continue };
        let mut report = |line, message| {
            violations.push(Violation { path: module.file.path.clone(), line, message });
        };
        if !map.rows.is_empty() && row(map, from).is_none() {
            report(0, format!("`{from}` has no place in the map (give it one in the rows of `{}`)", map.folder));
        }
        let is_ours = |named: &&Named| {
            let second = named.segments.get(1).map_or("", String::as_str);
            named.segments[0] == "crate" && !map.written_for_others.contains(&second)
        };
        for named in module.contents.named.iter().filter(is_ours) {
            let written = named.segments.join("::");
            let Some(target) = places.find(named) else {
                report(named.line, format!("`{written}` is neither a module nor re-exported by `lib.rs`"));
                continue;
            };
            let Some(to) = target.first().map(String::as_str) else { continue };
            if let Some(exception) = map.exceptions.iter().find(|exception| exception.0 == from && exception.1 == to) {
                used_exceptions.push(exception);
            } else if !may_use(map, from, to) {
                report(named.line, format!("`{from}` may not use `{to}` (`{written}`)"));
            } else if from == to && map.apart.contains(&from) && are_siblings(&module.path, target) {
                report(named.line, format!("the modules of `{from}` may not use each other (`{written}`)"));
            }
        }
    }
    for exception in map.exceptions.iter().filter(|exception| !used_exceptions.contains(exception)) {
        let (from, to, _) = exception;
        let message = format!("the exception from `{from}` to `{to}` is not needed any more (remove it)");
        violations.push(Violation { path: map.folder.to_owned(), line: 0, message });
    }
    violations
}

fn row(map: &Crate, module: &str) -> Option<usize> {
    map.rows.iter().position(|row| row.contains(&module))
}

fn may_use(map: &Crate, from: &str, to: &str) -> bool {
    if from == to {
        return true;
    }
    if let Some((_, allowed)) = map.only.iter().find(|(module, _)| *module == from) {
        return allowed.contains(&to);
    }
    match (row(map, from), row(map, to)) {
        (Some(from), Some(to)) => from <= to,
        // What has no place is reported where it is defined.
        _ => true,
    }
}

/// Whether both are below the same folder, neither is the folder's own `mod.rs`, and they are not the same.
fn are_siblings(from: &[String], to: &[String]) -> bool {
    from.len() > 1 && to.len() > 1 && from[1] != to[1]
}

/// Where the paths of a crate lead.
struct Places<'m> {
    modules: Vec<&'m [String]>,
    /// What the root re-exports, and the macros, which are at the root wherever they are defined.
    at_root: BTreeMap<&'m str, &'m [String]>,
}

impl<'m> Places<'m> {
    fn new(modules: &'m [Module<'m>]) -> Self {
        let mut places =
            Self { modules: modules.iter().map(|module| module.path.as_slice()).collect(), at_root: BTreeMap::new() };
        for module in modules {
            places.at_root.extend(module.contents.macros.iter().map(|name| (name.as_str(), module.path.as_slice())));
        }
        for module in modules.iter().filter(|module| module.path.is_empty()) {
            for named in &module.contents.named {
                // In the root `context::Ctx` is the same as `crate::context::Ctx`.
                let segments = named.segments.strip_prefix(&["crate".to_owned()]).unwrap_or(&named.segments);
                if let Some((name, before)) = segments.split_last()
                    && let Some(home) = places.module(before).filter(|home| !home.is_empty())
                {
                    places.at_root.insert(name, home);
                }
            }
        }
        places
    }

    /// The innermost module on this way from the root.
    fn module(&self, way: &[String]) -> Option<&'m [String]> {
        self.modules.iter().filter(|module| way.starts_with(module)).max_by_key(|module| module.len()).copied()
    }

    fn find(&self, named: &Named) -> Option<&'m [String]> {
        let way = &named.segments[1..];
        match self.module(way) {
            Some(module) if !module.is_empty() => Some(module),
            _ => self.at_root.get(way.first()?.as_str()).copied(),
        }
    }
}
