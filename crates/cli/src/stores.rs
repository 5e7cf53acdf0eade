//! Which store a command works on, and what its troubles mean to people.

use std::env;
use std::path::{Path, PathBuf};

use evolve::store::{Problem, Store, StoreError};
use exec::data::{Dataset, Task};

use crate::failure::{Exit, Failure};

/// The store where none is named.
const DEFAULT: &str = "arcbatt.db";

/// The store asked for: the argument, else `$ARCBATT_STORE`, else `arcbatt.db` right here.
pub fn store_path(asked: Option<&Path>) -> PathBuf {
    let named = || env::var_os("ARCBATT_STORE").filter(|name| !name.is_empty()).map(PathBuf::from);
    asked.map(Path::to_path_buf).or_else(named).unwrap_or_else(|| DEFAULT.into())
}

/// The stores asked for: the arguments, else the one that [`store_path`] gives.
pub fn store_paths(asked: &[PathBuf]) -> Vec<PathBuf> {
    if asked.is_empty() { vec![store_path(None)] } else { asked.to_vec() }
}

/// What people call a store: the last part of its path.
pub fn store_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Sees that tasks are what they were when the store met them first; those that changed are
/// refused, or forgotten if the user says so.
pub fn check_tasks(
    store: &mut Store,
    data: &Dataset,
    tasks: &[&Task],
    forget: bool,
) -> Result<(), Failure> {
    let changed = store.settle_tasks(&data.version, tasks, forget)?;
    let (count, Some(first)) = (changed.len(), changed.first()) else { return Ok(()) };
    let message = format!("{count} tasks changed since the store was made, {first} among them");
    Err(Failure::usage(message)
        .hint("use the data of that time, another --store, or drop what is stored for them: --allow-changed-data"))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let exit = match error.problem {
            Problem::Full | Problem::Busy | Problem::Lost(_) => Exit::Bad,
            Problem::Internal(_) => Exit::Internal,
            _ => Exit::Usage,
        };
        let hint = error.hint().map(str::to_string);
        Failure { exit, hint, ..Failure::usage(error.to_string()) }
    }
}
