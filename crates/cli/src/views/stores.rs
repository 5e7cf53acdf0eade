//! The stores that are looked at, and their runs.

use serde::Serialize;

use super::head::{RUNS, RunHead};
use super::shelf::Shelf;
use super::{Library, Viewed};

/// The whole view.
#[derive(Debug, Serialize)]
pub struct Stores {
    /// The version of this program.
    pub version: &'static str,
    /// Whether views change while one looks; not so in a report.
    pub live: bool,
    /// The stores, in the order in which they were given.
    pub stores: Vec<StoreRow>,
}

/// A store and its runs.
#[derive(Debug, Default, Serialize)]
pub struct StoreRow {
    /// Its place among the stores.
    pub id: usize,
    /// The name of its file.
    pub name: String,
    /// Its runs, the newest first.
    pub runs: Vec<RunHead>,
    /// Runs that are left out.
    pub runs_more: u64,
    /// Results: a program kept for a task.
    pub results: u64,
    /// Tasks with kept programs.
    pub tasks: u64,
    /// Length of the file.
    pub bytes: u64,
    /// Why it cannot be read now.
    pub error: Option<String>,
}

/// All stores; one that cannot be read says why.
pub fn view(library: &Library) -> Stores {
    let row = |(id, shelf): (usize, &Shelf)| {
        let failed = |error| StoreRow { error: Some(error), ..StoreRow::default() };
        let row = read(shelf).unwrap_or_else(|error| failed(error.what().to_string()));
        StoreRow { id, name: shelf.name(), ..row }
    };
    let stores = library.shelves.iter().enumerate().map(row).collect();
    Stores { version: env!("CARGO_PKG_VERSION"), live: library.live, stores }
}

fn read(shelf: &Shelf) -> Viewed<StoreRow> {
    shelf.read(|store| {
        let size = store.size()?;
        let heads = store.run_heads(RUNS)?;
        let runs: Vec<RunHead> = heads.iter().map(|(id, run)| RunHead::new(*id, run)).collect();
        Ok(StoreRow {
            runs_more: size.runs.saturating_sub(runs.len() as u64),
            runs,
            results: size.results,
            tasks: size.tasks,
            bytes: size.bytes,
            ..StoreRow::default()
        })
    })
}
