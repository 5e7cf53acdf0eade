//! Why something could not be done: kinds with data. What to do about it is for the front ends to say.

use lang::Hash128;

use crate::card::CardError;
use crate::drive::ENGINE;
use crate::store::StoreError;
use crate::trace::Mismatch;

/// Why a search, a card or a submission could not be made.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum EvolveError {
    /// The store's trouble; what was committed is safe.
    Store(#[from] StoreError),
    /// A defect of ours.
    Mismatch(Box<Mismatch>),
    /// The wish cannot be met.
    Wish(#[from] Refusal),
}

/// Why a wish cannot be met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no task to work on.
    #[error("there is no task to work on")]
    NoTask,
    /// The store has no run to go on with.
    #[error("the store has no run to go on with")]
    NoRun,
    /// The run was made by another engine: which.
    #[error("the run was made with {0}, this is {ENGINE}")]
    OtherEngine(String),
    /// The run was made on other data.
    #[error("the run was made on {made}, not {given}")]
    OtherData {
        /// What it was called.
        name: String,
        /// Its version.
        made: String,
        /// The version that was given.
        given: String,
    },
    /// The run goes by a prior that was not given: its hash.
    #[error("the run goes by prior {0}, and none was given")]
    PriorMissing(Hash128),
    /// The run goes by another prior than the one given, or by none.
    #[error("the prior given is {given}, and the run goes by {}", of_run.map_or("none".to_string(), |hash| hash.to_string()))]
    OtherPrior {
        /// The hash of the run's, if it has one.
        of_run: Option<Hash128>,
        /// That of the one given.
        given: Hash128,
    },
    /// A task of the run is not in the data.
    #[error("task {0} of the run is not in the data")]
    TaskGone(String),
    /// A task of the run is another one in the store by now.
    #[error("task {0} of the run is another one in the store by now")]
    TaskReplaced(String),
    /// A program of the store is not what its hash says.
    #[error("program {0} in the store is not what its hash says")]
    NotItsHash(Hash128),
    /// Two differs have this name.
    #[error("two differs are named `{0}`")]
    TwoDiffers(String),
    /// The programs are of both dialects: one of each.
    #[error("the programs are of both dialects: `{arc}` is arc, `{batt}` is batt")]
    BothDialects {
        /// A program of dialect arc.
        arc: String,
        /// A program of dialect batt.
        batt: String,
    },
    /// There are no programs to merge.
    #[error("no programs to merge")]
    NoPrograms,
    /// The programs cannot be merged.
    #[error(transparent)]
    Card(CardError),
}

impl From<Mismatch> for EvolveError {
    fn from(mismatch: Mismatch) -> Self {
        EvolveError::Mismatch(Box::new(mismatch))
    }
}
