//! Folders for the files of tests and benchmarks.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder of its own, removed with all that is in it when this is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one; `name` says in listings whose it is.
    pub fn new(name: &str) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("arcbatt-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // What a process of the same number left behind.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a new folder");
        Scratch(path)
    }
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
