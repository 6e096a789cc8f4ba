//! What the tests of several modules start from.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ctx::testing::{self, TestTurn};

use crate::context::{AgentPin, TenantId, TurnFields};
use crate::storage::Storage;

pub(crate) fn turn(tenant: &str) -> TestTurn<TenantId, AgentPin, TurnFields> {
    let tenant = TenantId::parse(tenant).expect("the name is well-formed");
    testing::turn(tenant, AgentPin::new("7"), TurnFields::new("r-1"))
}

/// A directory of databases, removed when this is dropped.
pub(crate) struct Databases {
    pub(crate) directory: PathBuf,
    pub(crate) storage: Arc<Storage>,
}

impl Databases {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let name = format!("turn-explicit-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let directory = std::env::temp_dir().join(name);
        let storage = Storage::new(directory.clone()).expect("a temporary directory can be created");
        Self { directory, storage: Arc::new(storage) }
    }

    /// The names of the files, without those that SQLite keeps beside them.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.directory).expect("the directory is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".db")).collect();
        names.sort();
        names
    }
}

impl Drop for Databases {
    fn drop(&mut self) {
        // What is left behind in a temporary directory is no reason to fail.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
