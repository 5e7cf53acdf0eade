//! What is known of a sample before anything runs.

use crate::cx::Cx;
use crate::run::Outcome;

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
}

/// Nothing is known before it is computed.
pub struct Unknown;

impl Known for Unknown {
    fn put<'k>(&'k self, _: &Cx<'k>, _: (usize, usize), _: &mut Outcome<'k>) -> bool {
        false
    }
}
