//! What the dashboard and the report show, as JSON.
//!
//! ```text
//! store + data ──▶ Library::json(View) ──▶ serve (GET /api/…)
//!                                      └─▶ report (the same answers in one file)
//! ```
//!
//! Everything is read from the store, or computed by the engine from the programs in it. One file
//! per view; its structs are the form of the answer.

mod address;
mod compare;
mod data;
mod drawn;
mod engine;
mod find;
mod head;
mod hint;
mod map;
mod outputs;
mod overview;
mod program;
mod series;
mod shelf;
mod stores;
mod task;
#[cfg(test)]
mod tests;
mod trace;
pub mod words;

use std::collections::BTreeSet;
use std::path::PathBuf;

use evolve::store::{Problem, StoreError};
use serde::Serialize;

pub use address::{SideNo, StoreNo, View};
pub use hint::Hint;
pub use shelf::Watch;

use data::DataSets;
use shelf::Shelf;

use crate::failure::Failure;
use crate::stores::store_name;

/// What a look at something gives.
pub type Viewed<T = ()> = Result<T, ViewError>;

/// Why there is no view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViewError {
    /// There is no such store, run, task, program or sample: what, and what to do.
    Missing(String, Hint),
    /// The store cannot be read now: what, and what to do.
    Trouble(String, Option<String>),
}

impl ViewError {
    /// What is wrong.
    pub fn what(&self) -> &str {
        match self {
            ViewError::Missing(what, _) | ViewError::Trouble(what, _) => what,
        }
    }
}

impl From<StoreError> for ViewError {
    fn from(error: StoreError) -> ViewError {
        if let Problem::UnknownRun(run) = error.problem {
            let hint = Hint::new(
                "see the runs of the store: /api/stores",
                "batt store ls says how many there are, counted from 1; without --run it is the last",
            );
            return ViewError::Missing(format!("there is no run {run}"), hint);
        }
        // Where a store lies is nobody's business who looks from elsewhere.
        let what = format!("{}: {}", store_name(&error.path), error.problem);
        ViewError::Trouble(what, crate::hints::of_store(&error.problem).map(str::to_string))
    }
}

/// The stores that are looked at, and the data of their tasks. Any number of threads may ask.
pub struct Library {
    shelves: Vec<Shelf>,
    data: DataSets,
    live: bool,
}

impl Library {
    /// Opens stores, which must be there. The data of tasks is looked for by the name in the
    /// store, unless one is given.
    pub fn open(paths: Vec<PathBuf>, data: Option<String>) -> Result<Library, Failure> {
        let shelves = paths.into_iter().map(Shelf::open).collect::<Result<Vec<_>, _>>()?;
        let data = DataSets::new(data.as_deref())?;
        Ok(Library { shelves, data, live: true })
    }

    /// For a report, which says so: as long as nothing is written, its views stay the same.
    pub fn still(self) -> Library {
        Library { live: false, ..self }
    }

    /// The number of stores.
    pub fn len(&self) -> usize {
        self.shelves.len()
    }

    /// The version of the data asked for, else those that the results of the stores were made
    /// with.
    pub fn data_versions(&self) -> Viewed<BTreeSet<String>> {
        if let Some(given) = self.data.given_version() {
            return Ok(BTreeSet::from([given.to_string()]));
        }
        let mut versions = BTreeSet::new();
        for shelf in &self.shelves {
            shelf.read(|store| {
                for task in store.tasks()? {
                    versions.extend(store.made_for(&task.task)?.map(|made| made.data_version));
                }
                Ok(())
            })?;
        }
        Ok(versions)
    }

    /// A view as JSON, made anew.
    pub fn json(&self, view: &View) -> Viewed<Vec<u8>> {
        let shelf = |store: &StoreNo| self.shelf(*store);
        match view {
            View::Stores => json(&stores::view(self)),
            View::Overview { store, run } => {
                json(&overview::view(shelf(store)?, *store, *run, self.live)?)
            }
            View::Whole { store } => json(&overview::whole(shelf(store)?, *store)?),
            View::Task { store, task, test } => {
                json(&task::view(shelf(store)?, &self.data, task, *test)?)
            }
            View::Outputs { store, program, task, test } => {
                let task = task.as_deref();
                json(&outputs::view(shelf(store)?, &self.data, program, task, *test)?)
            }
            View::Program { store, program, task } => {
                json(&program::view(shelf(store)?, &self.data, program, task.as_deref())?)
            }
            View::Trace { store, program, task, sample, test } => {
                let place =
                    trace::SampleAsked { task: task.as_deref(), sample: *sample, test: *test };
                json(&trace::view(shelf(store)?, &self.data, program, &place)?)
            }
            View::Engine { store, run } => json(&engine::view(shelf(store)?, *run)?),
            View::Compare { a, b } => json(&compare::view(self, *a, *b)?),
        }
    }

    fn shelf(&self, store: StoreNo) -> Viewed<&Shelf> {
        let missing = || {
            let hint = format!("stores are counted from 0, and there are {}", self.len());
            ViewError::Missing(format!("there is no store {}", store.0), Hint::both(hint))
        };
        self.shelves.get(store.0).ok_or_else(missing)
    }

    /// Looks after changes of a store.
    pub fn watch(&self, store: StoreNo) -> Viewed<Watch> {
        Ok(Watch::new(self.shelf(store)?.path.clone()))
    }
}

fn json(view: &impl Serialize) -> Viewed<Vec<u8>> {
    let failed = |error: serde_json::Error| ViewError::Trouble(error.to_string(), None);
    serde_json::to_vec(view).map_err(failed)
}
