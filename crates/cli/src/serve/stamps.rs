//! Whether stores changed: a number for each, another one after every change.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::views::{Library, StoreNo, View, ViewError, Viewed, Watch};

/// What is known of one store.
struct Seen {
    watch: Watch,
    /// What the watch said last; nothing if the store could not be read.
    state: Option<u64>,
    number: u64,
}

/// Looks after the changes of all stores.
pub struct Stamps(Vec<Mutex<Seen>>);

impl Stamps {
    /// Nothing has been seen yet.
    pub fn new(library: &Library) -> Viewed<Stamps> {
        let watches = (0..library.len()).map(|store| library.watch(StoreNo(store)));
        let unseen = |watch| Mutex::new(Seen { watch, state: None, number: 0 });
        Ok(Stamps(watches.map(|watch| watch.map(unseen)).collect::<Result<_, _>>()?))
    }

    /// Numbers of all stores. One that cannot be read counts as changed, once.
    pub fn all(&self) -> Vec<u64> {
        self.0.iter().map(|seen| lock(seen).look().unwrap_or_else(|(number, _)| number)).collect()
    }

    /// Numbers of the stores that a view is made of; trouble if one of them cannot be read.
    pub fn of(&self, view: &View) -> Viewed<Vec<u64>> {
        let stores = match view {
            // Its answer says itself which stores cannot be read.
            View::Stores => return Ok(self.all()),
            View::Compare { a, b } => vec![a.store, b.store],
            View::Overview { store, .. }
            | View::Whole { store }
            | View::Task { store, .. }
            | View::Outputs { store, .. }
            | View::Program { store, .. }
            | View::Trace { store, .. }
            | View::Engine { store, .. } => vec![*store],
        };
        // Of stores that are not there the library knows what to say.
        let seen = stores.iter().filter_map(|store| self.0.get(store.0));
        seen.map(|seen| lock(seen).look().map_err(|(_, error)| error)).collect()
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    /// The number now; also if the store cannot be read, with the reason.
    fn look(&mut self) -> Result<u64, (u64, ViewError)> {
        let changes = self.watch.changes();
        let state = changes.as_ref().ok().copied();
        if state != self.state {
            self.state = state;
            self.number += 1;
        }
        changes.map(|_| self.number).map_err(|error| (self.number, error))
    }
}
