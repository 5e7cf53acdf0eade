//! `batt store export`: plain program files.

use std::collections::HashSet;
use std::path::Path;
use std::{fs, io};

use evolve::code::solver_name;
use evolve::store::Store;
use evolve::store::record::Kept;
use serde_json::{Value, json};

use super::wanted;
use crate::args::store::TasksArg;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::Output;

/// The file beside the programs that tells of them.
const INDEX: &str = "index.json";
/// Ids longer than this are cut in names of files.
const LONGEST: usize = 100;

/// Writes the programs of the tasks asked for, and an index of them.
pub fn run(store: &Store, folder: &Path, tasks: &TasksArg, output: &mut Output) -> Outcome {
    let tasks = wanted(store, tasks)?;
    let failed =
        |path: &Path, error: io::Error| Failure::usage(format!("{}: {error}", path.display()));
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let path = folder.join(INDEX);
    forget_last(folder, &path);
    let mut stems = Stems::default();
    let mut index = Vec::new();
    for task in &tasks {
        let stem = stems.of(&task.task);
        for (place, kept) in store.kept(&task.task)?.iter().enumerate() {
            let name = format!("{stem}_{:02}.py", place + 1);
            let path = folder.join(&name);
            fs::write(&path, &kept.program.text).map_err(|error| failed(&path, error))?;
            index.push(entry(&name, kept));
        }
    }
    let text = serde_json::to_string_pretty(&index).map_err(|error| failed(&path, error.into()))?;
    fs::write(&path, text + "\n").map_err(|error| failed(&path, error))?;
    report(folder, tasks.len(), index.len(), output)?;
    Ok(Exit::Ok)
}

/// Removes the files of an export that was made here before: programs that have left the store
/// since would come back with the next import. Files that its index does not name stay.
fn forget_last(folder: &Path, index: &Path) {
    let text = fs::read(index).unwrap_or_default();
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

fn report(
    folder: &Path,
    tasks: usize,
    programs: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.json {
        return output.value(&json!({ "folder": folder, "tasks": tasks, "programs": programs }));
    }
    output.line(&format!(
        "{programs} programs of {tasks} tasks written to {}, and {INDEX}",
        folder.display()
    ))
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
