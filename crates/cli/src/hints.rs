//! What users of the command can do about what the library refuses.

use evolve::differs::NAMES;
use evolve::error::{EvolveError, Refusal};
use evolve::store::{Lost, Problem, StoreError};

use crate::failure::{Exit, Failure};

/// What to do about a problem of a store.
pub fn of_store(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::Missing | Problem::Empty => {
            "check the path; `batt evolve` and `batt store import` make a new store"
        }
        Problem::Folder => "name a file in it: --store FOLDER/arcbatt.db",
        Problem::NotADatabase | Problem::Foreign => "nothing was changed; use another --store",
        Problem::Corrupt(_) => {
            "nothing was changed; take a copy of it from before, or start with another --store"
        }
        Problem::Damaged(_) => "see all that is wrong with the store: batt store check",
        Problem::Newer { .. } => "nothing was changed; update this program, or use another --store",
        Problem::Locked { .. } => "wait for it, or use another --store",
        Problem::Lost(Lost::Lock) => {
            "what was written before is there; see that nobody else writes, then go on"
        }
        Problem::Lost(_) => "what was written to it is lost; start with another --store",
        Problem::Linked => "copy it to a file of its own and use that",
        Problem::Outdated => "make it writable, or copy it to where it is",
        Problem::ReadOnly => "make it writable, or use another --store",
        Problem::Full => "nothing half done was written; make room and go on from there",
        Problem::Busy => "try again when the other process is done",
        Problem::TasksDiffer(_) => {
            "results on different data cannot be compared: keep the stores apart"
        }
        Problem::TasksChanged(_) => {
            "use the data of that time, another --store, or drop what is stored for them: --allow-changed-data"
        }
        Problem::Io(_)
        | Problem::BadProgram(_)
        | Problem::Repeated { .. }
        | Problem::UnknownRun(_)
        | Problem::Internal(_) => return None,
    })
}

/// What to do about a wish that is refused.
fn of_refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NoTask => "see them: batt data ls; --tasks IDS".into(),
        Refusal::NoRun => "start one without --resume".into(),
        Refusal::OtherEngine(_) => "start a new run: its programs are all in the store".into(),
        Refusal::OtherData { name, .. } => {
            let called = format!("the set, file or folder that is called {name}");
            format!("give --data the run's data as they were: {called}")
        }
        Refusal::PriorMissing(_) => "give the same prior again: --prior FILE".into(),
        Refusal::OtherPrior { of_run: Some(_), .. } => {
            "give the prior of the run again, or start a new run without --resume".into()
        }
        Refusal::OtherPrior { of_run: None, .. } => {
            "leave --prior out, or start a new run without --resume".into()
        }
        Refusal::TaskGone(_) => "see --data".into(),
        Refusal::TaskReplaced(_) => "start a new run without --resume".into(),
        Refusal::NotItsHash(_) => "check the store: batt store check".into(),
        Refusal::TwoDiffers(_) => format!("built-in ones are: {}", NAMES.join(", ")),
        Refusal::BothDialects { .. } => "--dialect arc or --dialect batt takes one of them".into(),
        Refusal::NoPrograms => "name files with programs `solve_<id>`, or other --tasks".into(),
        Refusal::Card(_) => "choose other programs".into(),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let exit = match error.problem {
            Problem::Full | Problem::Busy | Problem::Lost(_) => Exit::Bad,
            Problem::Internal(_) => Exit::Internal,
            _ => Exit::Usage,
        };
        let hint = of_store(&error.problem).map(str::to_string);
        Failure { exit, hint, ..Failure::usage(error.to_string()) }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::usage(refusal.to_string()).hint(of_refusal(&refusal))
    }
}

impl From<EvolveError> for Failure {
    fn from(error: EvolveError) -> Failure {
        match error {
            EvolveError::Store(error) => error.into(),
            EvolveError::Wish(refusal) => refusal.into(),
            EvolveError::Mismatch(mismatch) => Failure {
                exit: Exit::Internal,
                ..Failure::bad(format!("internal error, please report: {mismatch}"))
            },
        }
    }
}
