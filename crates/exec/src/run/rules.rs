//! How programs are run: what happens to failures, and limits on work.

use super::HELD_LIMIT;

/// What happens when a step fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The programs that use it fail.
    Strict,
    /// It takes the default value of its op's return type and its users go on.
    Safe,
    /// Its users do not run; the first `patched` failures are logged and, where the op's return
    /// type has an empty value, replaced by it.
    Pile {
        /// How many failures, in step order, are logged and patched.
        patched: usize,
    },
}

impl Policy {
    /// [`Policy::Pile`] as users name it.
    pub const PILE: Policy = Policy::Pile { patched: 2 };
}

/// Limits on work, counted on values: the same on every machine and backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Largest cost of one step, the calls it makes included.
    pub step: u64,
    /// Largest cost of one program on one sample; shared steps count in full.
    pub program: u64,
}

impl Budget {
    /// For programs by the thousand, as in a search: what runs away ends after some milliseconds.
    pub const TIGHT: Budget = Budget::of(1 << 22);

    /// For programs that somebody named: they run to their end. What runs away ends after some
    /// seconds, and holds a gigabyte at most: what a function gives where it is mapped is charged twice,
    /// an element takes 16 bytes or less, and see [`HELD_LIMIT`].
    pub const GENEROUS: Budget = Budget::of(1 << 27);

    /// So much for one step and for one program.
    pub const fn of(units: u64) -> Budget {
        Budget { step: units, program: units }
    }

    /// The smaller limits of two.
    pub fn min(self, other: Budget) -> Budget {
        Budget { step: self.step.min(other.step), program: self.program.min(other.program) }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::TIGHT
    }
}

/// How to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What happens when a step fails.
    pub policy: Policy,
    /// Limits on work.
    pub budget: Budget,
}

impl Rules {
    /// For programs that somebody named, see [`Budget::GENEROUS`].
    pub const NAMED: Rules = Rules { policy: Policy::Strict, budget: Budget::GENEROUS };

    /// The same for a plan that has limits of its own.
    pub fn within(self, limits: Budget) -> Rules {
        Rules { budget: self.budget.min(limits), ..self }
    }

    /// Largest cost of one program on one sample. Where failures are patched, steps run in no program's own order, so what a
    /// program holds is limited by what it costs.
    pub fn program_limit(&self) -> u64 {
        match self.policy {
            Policy::Pile { patched: 1.. } => self.budget.program.min(HELD_LIMIT),
            _ => self.budget.program,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { policy: Policy::Strict, budget: Budget::default() }
    }
}
