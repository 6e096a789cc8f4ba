//! Where a service leaves its databases and its log.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;

/// A directory that is removed when this is dropped, unless it is to be kept.
pub(crate) struct Workspace {
    root: PathBuf,
    keep: bool,
}

impl Workspace {
    pub(crate) fn create(service: &str, keep: bool) -> anyhow::Result<Self> {
        let root = std::env::temp_dir().join(format!("ctx-demo-{}-{service}", std::process::id()));
        fs::create_dir_all(&root).with_context(|| format!("failed to create `{}`", root.display()))?;
        if keep {
            eprintln!("{service}: databases and log are in {}", root.display());
        }
        Ok(Self { root, keep })
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.root.join("data")
    }

    pub(crate) fn log_file(&self) -> PathBuf {
        self.root.join("log.jsonl")
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        if !self.keep {
            // Left-overs in the temporary directory are no reason to fail.
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}
