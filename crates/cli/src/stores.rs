//! Which store a command works on.

use std::env;
use std::path::{Path, PathBuf};

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
