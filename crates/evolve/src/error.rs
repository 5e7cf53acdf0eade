//! Why something could not be done: kinds with data. What to do about it is for the front ends to say.

use std::fmt;

use lang::Hash128;

use crate::card::CardError;
use crate::drive::ENGINE;
use crate::store::StoreError;
use crate::trace::Mismatch;

/// Why a search, a card or a submission could not be made.
#[derive(Debug)]
pub enum EvolveError {
    /// The store's trouble; what was committed is safe.
    Store(StoreError),
    /// A defect of ours.
    Mismatch(Box<Mismatch>),
    /// The wish cannot be met.
    Wish(Refusal),
}

/// Why a wish cannot be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no task to work on.
    NoTask,
    /// The store has no run to go on with.
    NoRun,
    /// The run was made by another engine: which.
    OtherEngine(String),
    /// The run was made on other data.
    OtherData {
        /// What it was called.
        name: String,
        /// Its version.
        made: String,
        /// The version that was given.
        given: String,
    },
    /// A task of the run is not in the data.
    TaskGone(String),
    /// A task of the run is another one in the store by now.
    TaskReplaced(String),
    /// A program of the store is not what its hash says.
    NotItsHash(Hash128),
    /// Two differs have this name.
    TwoDiffers(String),
    /// The programs are of both dialects: one of each.
    BothDialects {
        /// A program of dialect arc.
        arc: String,
        /// A program of dialect batt.
        batt: String,
    },
    /// There are no programs to merge.
    NoPrograms,
    /// The programs cannot be merged.
    Card(CardError),
}

impl fmt::Display for EvolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvolveError::Store(error) => error.fmt(f),
            EvolveError::Mismatch(mismatch) => mismatch.fmt(f),
            EvolveError::Wish(refusal) => refusal.fmt(f),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoTask => f.write_str("there is no task to work on"),
            Refusal::NoRun => f.write_str("the store has no run to go on with"),
            Refusal::OtherEngine(made) => {
                write!(f, "the run was made with {made}, this is {ENGINE}")
            }
            Refusal::OtherData { made, given, .. } => {
                write!(f, "the run was made on {made}, not {given}")
            }
            Refusal::TaskGone(id) => write!(f, "task {id} of the run is not in the data"),
            Refusal::TaskReplaced(id) => {
                write!(f, "task {id} of the run is another one in the store by now")
            }
            Refusal::NotItsHash(hash) => {
                write!(f, "program {hash} in the store is not what its hash says")
            }
            Refusal::TwoDiffers(name) => write!(f, "two differs are named `{name}`"),
            Refusal::BothDialects { arc, batt } => {
                write!(f, "the programs are of both dialects: `{arc}` is arc, `{batt}` is batt")
            }
            Refusal::NoPrograms => f.write_str("no programs to merge"),
            Refusal::Card(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EvolveError {}

impl From<Refusal> for EvolveError {
    fn from(refusal: Refusal) -> Self {
        EvolveError::Wish(refusal)
    }
}

impl From<StoreError> for EvolveError {
    fn from(error: StoreError) -> Self {
        EvolveError::Store(error)
    }
}

impl From<Mismatch> for EvolveError {
    fn from(mismatch: Mismatch) -> Self {
        EvolveError::Mismatch(Box::new(mismatch))
    }
}
