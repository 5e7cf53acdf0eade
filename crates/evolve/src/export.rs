//! Programs of a store as plain files, and an index of them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::code::solver_name;
use crate::files::{Files, WriteError};
use crate::kept::Kept;
use crate::store::{Store, StoreError};

/// The file beside the programs that tells of them.
pub const INDEX: &str = "index.json";
/// Ids longer than this are cut in names of files.
const LONGEST: usize = 100;

/// Why programs could not be written.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum ExportError {
    /// The store's trouble.
    Store(#[from] StoreError),
    /// A file that cannot be written.
    File(#[from] WriteError),
}

/// Writes the programs of some tasks and an index of them in the place of an earlier export; gives
/// the number of programs. If that fails the earlier export stays and nothing is added.
pub fn export<S: AsRef<str>>(
    store: &Store,
    tasks: &[S],
    folder: &Path,
) -> Result<usize, ExportError> {
    fs::create_dir_all(folder).map_err(|error| WriteError::File(folder.to_path_buf(), error))?;
    let mut stems = Stems::default();
    let mut files = Files::default();
    let mut index = Vec::new();
    for task in tasks {
        let stem = stems.of(task.as_ref());
        for (place, kept) in store.kept(task.as_ref())?.iter().enumerate() {
            let name = format!("{stem}_{:02}.py", place + 1);
            files.write(&folder.join(&name), kept.program.text.as_bytes())?;
            index.push(entry(&name, kept));
        }
    }
    let programs = index.len();
    let text = format!("{:#}\n", Value::Array(index));
    let path = folder.join(INDEX);
    files.write(&path, text.as_bytes())?;
    forget_last(folder, &path);
    files.settle()?;
    Ok(programs)
}

/// Removes the files of an export that was made here before: programs that have left the store
/// since would come back with the next import. Files that its index does not name stay.
fn forget_last(folder: &Path, index: &Path) {
    let text = if index.is_file() { fs::read(index).unwrap_or_default() } else { Vec::new() };
    let entries: Vec<Value> = serde_json::from_slice(&text).unwrap_or_default();
    let names = entries.iter().filter_map(|entry| entry["file"].as_str());
    let is_ours = |name: &&str| name.ends_with(".py") && !name.contains(['/', '\\']);
    for name in names.filter(is_ours) {
        // What cannot be removed is written over, or the write says why not.
        let _ = fs::remove_file(folder.join(name));
    }
}

/// No times and no numbers of rows: the same content gives the same file.
fn entry(file: &str, kept: &Kept) -> Value {
    json!({ "file": file, "task": kept.task, "hash": kept.program.hash.to_string(),
        "dialect": kept.program.dialect.name(), "size": kept.program.size,
        "standing": kept.standing, "origin": kept.origin })
}

/// What names of files begin with: the task's id, or something near it that is no other task's.
#[derive(Default)]
struct Stems(HashSet<String>);

impl Stems {
    fn of(&mut self, task: &str) -> String {
        let name = solver_name(task);
        let near: String =
            name.strip_prefix("solve_").unwrap_or(&name).chars().take(LONGEST).collect();
        let several = (1u32..).map(|n| if n == 1 { near.clone() } else { format!("{near}-{n}") });
        // File systems that do not tell a from A must not lose a program either.
        let mut free = several.filter(|stem| self.0.insert(stem.to_lowercase()));
        free.next().unwrap_or(near.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_files_of_its_own() {
        let mut stems = Stems::default();
        let tasks = ["007bbfb7", "a-b", "a_b", "a/b", "A_B", "../../etc/passwd"];
        let names = tasks.map(|task| stems.of(task));
        let expected = ["007bbfb7", "a_b", "a_b-2", "a_b-3", "A_B-4", "______etc_passwd"];
        assert_eq!(names, expected);
        assert!(stems.of(&"x".repeat(5000)).len() <= LONGEST);
    }
}
