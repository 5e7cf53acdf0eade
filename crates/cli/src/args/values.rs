//! Values that several commands take.

use std::path::{Path, is_separator};

use evolve::limits::{BUDGET, EFFORT};

use crate::files::read_file;

/// Most bytes of a file of task ids.
const MAX_LIST: u64 = 64 << 20;

/// A whole number, as seeds are.
pub fn whole(s: &str) -> Result<u64, String> {
    s.parse().map_err(|_| format!("a whole number from 0 to {}", u64::MAX))
}

/// A number of units of work.
pub fn units(s: &str) -> Result<u64, String> {
    let allowed = s.parse().ok().and_then(|n| BUDGET.check(n).ok());
    allowed.ok_or_else(|| format!("a whole number from {} to {}", BUDGET.least, BUDGET.most))
}

/// A number from 0 up that has an end.
pub fn amount(s: &str) -> Result<f64, String> {
    let allowed = s.parse().ok().and_then(|n| EFFORT.check(n).ok());
    allowed.ok_or_else(|| "a number from 0 up, as 0.5 or 10".into())
}

/// The ids of `--tasks`: the text itself, or that of the file or pipe of this name. It is read
/// here and nowhere else, since a pipe gives what it has only once.
pub fn task_list(list: &str) -> Result<String, String> {
    let path = Path::new(list);
    if path.metadata().is_ok_and(|meta| !meta.is_dir()) {
        let bytes = read_file(path, MAX_LIST).map_err(|failure| failure.message)?;
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8 text")?;
        // Some editors put a byte order mark first.
        return Ok(text.trim_start_matches('\u{feff}').to_string());
    }
    if list.contains(is_separator) {
        return Err("no such file; give ids separated by commas, or a file of ids".into());
    }
    Ok(list.to_string())
}
