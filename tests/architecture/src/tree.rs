//! The files of a workspace, as text.

use std::fs;
use std::path::Path;

/// A text file.
pub(crate) struct File {
    /// From the root of the tree, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub(crate) fn is_manifest(&self) -> bool {
        self.path == "Cargo.toml" || self.path.ends_with("/Cargo.toml")
    }

    /// The folder that holds the file; empty for the root.
    pub(crate) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// Everything in the tree that people write.
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
}

impl Tree {
    /// Reads all text files below `root`, without the folders whose name is in `left_out`.
    pub(crate) fn read(root: &Path, left_out: &[&str]) -> Self {
        let mut files = Vec::new();
        let mut folders = vec![(root.to_owned(), String::new())];
        while let Some((folder, inside)) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a readable folder").flatten() {
                let name = entry.file_name().into_string().expect("a readable name");
                let kind = entry.file_type().expect("a kind of file");
                let path = format!("{inside}{name}");
                if kind.is_dir() && !left_out.contains(&name.as_str()) {
                    folders.push((entry.path(), format!("{path}/")));
                } else if kind.is_file()
                    && let Ok(text) = fs::read_to_string(entry.path())
                {
                    files.push(File { path, text });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { files }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files below a folder.
    pub(crate) fn sources<'t>(&'t self, folder: &str) -> impl Iterator<Item = &'t File> + use<'t> {
        let inside = format!("{folder}/");
        self.files.iter().filter(move |file| file.is_rust() && file.path.starts_with(&inside))
    }
}

/// A place where a rule is broken, and how.
#[derive(Debug)]
pub(crate) struct Violation {
    pub(crate) path: String,
    /// 0 for the file as a whole.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}
