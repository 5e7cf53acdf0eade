//! Which tasks programs are named after.

use std::collections::{BTreeSet, HashMap};

use lang::ProgramKind;
use xxhash_rust::xxh3::xxh3_64;

use crate::code::solver_name;

/// The ids of tasks by the names that programs have for them, in files and in batts. What cannot
/// stand in the name of a function is `_` there, so a name may be that of several tasks.
pub struct Names<'t>(HashMap<String, Vec<&'t str>>);

impl<'t> Names<'t> {
    /// The names of tasks with these ids.
    pub fn new(ids: impl IntoIterator<Item = &'t str>) -> Names<'t> {
        let mut names = HashMap::<String, Vec<&str>>::new();
        for id in ids {
            let distinct = BTreeSet::from([id.to_string(), name_of(id), word(id)]);
            distinct.into_iter().for_each(|name| names.entry(name).or_default().push(id));
        }
        Names(names)
    }

    /// The tasks that a program may be named after, in the order they came.
    pub fn of(&self, name: &str) -> &[&'t str] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Whether a program of this name may be for a task.
pub fn is_named_after(name: &str, id: &str) -> bool {
    name == id || name == name_of(id) || name == word(id)
}

fn name_of(id: &str) -> String {
    let name = solver_name(id);
    name.strip_prefix(ProgramKind::Solve.prefix()).unwrap_or(&name).to_string()
}

/// The id of a task as a batt can name it: itself, or something near it that no other task has.
pub fn word(task: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || c == '_';
    if !task.is_empty() && task.chars().all(fits) {
        return task.to_string();
    }
    let near: String = task.chars().take(40).map(|c| if fits(c) { c } else { '_' }).collect();
    format!("{near}_{:016x}", xxh3_64(task.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_are_no_names_are_found_by_what_becomes_of_them() {
        let names = Names::new(["007bbfb7", "a-b", "a_b"]);
        assert_eq!(names.of("007bbfb7"), ["007bbfb7"]);
        assert_eq!(names.of("a_b"), ["a-b", "a_b"]);
        assert_eq!(names.of("a-b"), ["a-b"]);
        assert_eq!(names.of(&word("a-b")), ["a-b"], "in a batt");
        assert!(names.of("c").is_empty());
        assert!(is_named_after("a_b", "a-b") && !is_named_after("a-b", "a_b"));
    }
}
