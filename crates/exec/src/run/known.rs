//! What is known of a sample before anything runs.

use crate::cx::Cx;
use crate::plan::Slot;
use crate::run::Outcome;
use crate::value::{Fault, Value};

/// Outcomes that need not be computed: a device has done it, say.
pub trait Known {
    /// Puts the outcome of a job's program, told by its place in the plan, where it belongs; false,
    /// with anything put there, if it is not known.
    fn put<'k>(
        &'k self,
        cx: &Cx<'k>,
        job_and_program: (usize, usize),
        outcome: &mut Outcome<'k>,
    ) -> bool;

    /// The failures of a job that `pile` logs, in step order; `None` if they are not known.
    fn failures<'k>(&'k self, _: &Cx<'k>, _: usize) -> Option<Vec<Failure<'k>>> {
        None
    }
}

/// A step that failed, and what it was called with.
#[derive(Clone, Debug)]
pub struct Failure<'a> {
    /// The step's slot.
    pub slot: Slot,
    /// Why it failed.
    pub fault: Fault,
    /// Its arguments.
    pub args: Vec<Value<'a>>,
}

/// Nothing is known before it is computed.
pub struct Unknown;

impl Known for Unknown {
    fn put<'k>(&'k self, _: &Cx<'k>, _: (usize, usize), _: &mut Outcome<'k>) -> bool {
        false
    }
}
