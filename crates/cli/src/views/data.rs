//! The data of tasks, as far as it is at hand.

use std::sync::{Arc, Mutex, PoisonError};

use evolve::store::Store;
use exec::data::{Dataset, Task};

use super::head::RUNS;
use super::{Hint, ViewError, Viewed, words};
use crate::failure::{Failure, did_you_mean};
use crate::fetch::OFFLINE;
use crate::sources::{is_known, resolve_data};

/// Data sets that are kept.
const KEPT: usize = 4;

/// The data sets that were needed last.
pub struct DataSets {
    /// The set that the user named, for all tasks.
    given: Option<Arc<Dataset>>,
    /// Others by the name in the store, the last needed one first.
    loaded: Mutex<Vec<(String, Arc<Dataset>)>>,
}

/// A task that the store knows.
pub struct Located {
    /// Its name.
    pub id: String,
    /// The data set that its results were made on.
    pub data: Option<String>,
    /// The version of that set.
    pub data_version: Option<String>,
    /// Why there is no content, and what to do.
    pub remark: Option<String>,
    set: Option<Arc<Dataset>>,
}

impl Located {
    /// Its samples, if they are at hand.
    pub fn task(&self) -> Option<&Task> {
        self.set.as_ref()?.get(&self.id)
    }

    /// Its samples, or why there is nothing to be computed.
    pub fn needed(&self) -> Viewed<&Task> {
        let missing = || {
            let remark = self.remark.clone().unwrap_or_default();
            let what = format!("the data of task {} is not at hand", self.id);
            ViewError::Missing(what, Hint::both(remark))
        };
        self.task().ok_or_else(missing)
    }
}

impl DataSets {
    /// With the set that the user names, which must be there.
    pub fn new(given: Option<&str>) -> Result<DataSets, Failure> {
        let given = given.map(|name| resolve_data(Some(name))).transpose()?.map(Arc::new);
        Ok(DataSets { given, loaded: Mutex::default() })
    }

    /// The version of the set that the user named.
    pub fn given_version(&self) -> Option<&str> {
        self.given.as_ref().map(|set| set.version.as_str())
    }

    /// Finds a task that something is kept for, that belongs to a run, or that was met besides.
    pub fn locate(&self, store: &Store, id: &str) -> Viewed<Located> {
        let Some((data, data_version)) = made_on(store, id)? else {
            let known = store.tasks()?;
            let near = did_you_mean(id, known.iter().map(|row| row.task.as_str()));
            let terminal = near.unwrap_or_else(|| words::SEE_TASKS.into());
            let hint = Hint::new("the overview has a map of all tasks", terminal);
            return Err(ViewError::Missing(format!("the store knows no task {id}"), hint));
        };
        let mut located = Located {
            id: id.to_string(),
            data: Some(data.clone()),
            data_version: Some(data_version),
            remark: None,
            set: None,
        };
        match self.content(store, id, &data) {
            Ok(Ok(set)) => located.set = Some(set),
            Ok(Err(remark)) => located.remark = Some(remark),
            Err(error) => return Err(error),
        }
        Ok(located)
    }

    /// The set that holds a task as the store knows it, or why there is none.
    fn content(&self, store: &Store, id: &str, data: &str) -> Viewed<Result<Arc<Dataset>, String>> {
        let set = match self.set(data) {
            Ok(set) => set,
            Err(remark) => return Ok(Err(remark)),
        };
        let Some(task) = set.get(id) else {
            let remark = format!("{} has no such task; name its data: --data DATA", set.version);
            return Ok(Err(remark));
        };
        if store.changed_tasks([task])?.is_empty() {
            return Ok(Ok(set));
        }
        let remark = format!(
            "the task is another one in {} than it was when the store was made; name the data of \
             that time: --data DATA",
            set.version
        );
        Ok(Err(remark))
    }

    /// A data set by the name in a store; why there is none, and what to do.
    fn set(&self, name: &str) -> Result<Arc<Dataset>, String> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        // A store may come from anywhere: names in it are never taken for paths.
        if !is_known(name) {
            return Err(format!("the data set {name} is not a known one; name it: --data DATA"));
        }
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let set = match loaded.iter().position(|(known, _)| known == name) {
            Some(at) => loaded.remove(at).1,
            None => Arc::new(resolve_data(Some(name)).map_err(told)?),
        };
        loaded.insert(0, (name.to_string(), set.clone()));
        loaded.truncate(KEPT);
        Ok(set)
    }
}

/// Why a set is not at hand; the embedded one, which hints offer, would not do in its place.
fn told(failure: Failure) -> String {
    let named = |hint: String| hint.replace(OFFLINE, "or name it: --data DATA");
    let hint = failure.hint.map_or("name it: --data DATA".into(), named);
    format!("{}; {hint}", failure.message)
}

/// Name and version of the data that the results of a task were made on.
fn made_on(store: &Store, id: &str) -> Viewed<Option<(String, String)>> {
    if let Some(made) = store.made_for(id)? {
        return Ok(Some((made.data, made.data_version)));
    }
    let runs = store.run_heads(RUNS)?.into_iter().map(|(_, run)| run.settings);
    let mut of_task = runs.filter(|settings| settings.tasks.iter().any(|task| task == id));
    match of_task.next() {
        Some(settings) => Ok(Some((settings.data, settings.data_version))),
        // Tried by `solve`, which found nothing.
        None => Ok(store.met_in(id)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_is_not_at_hand_can_be_named() {
        let failure = Failure::usage("no data").hint(format!("fetch it: batt data get; {OFFLINE}"));
        let said = told(failure);
        assert_eq!(said, "no data; fetch it: batt data get; or name it: --data DATA");
        assert_eq!(told(Failure::usage("no data")), "no data; name it: --data DATA");
    }
}
