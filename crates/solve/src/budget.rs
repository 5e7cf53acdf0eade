//! Work counted in units, so that results depend on neither machine nor threads.

use std::sync::atomic::{AtomicBool, Ordering};

/// The budget is spent, or the run was told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

/// What work within a budget gives, unless it is cut off.
pub type Worked<T = ()> = Result<T, Spent>;

/// What a strategy may spend: one unit is about the work of touching one cell.
pub struct Budget<'a> {
    seed: u64,
    left: u64,
    spent: u64,
    bytes: usize,
    stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// So many units and bytes, cut off when the flag is set.
    pub fn new(units: u64, bytes: usize, stop: &'a AtomicBool) -> Budget<'a> {
        Budget { seed: 1, left: units, spent: 0, bytes, stop }
    }

    /// The same with another seed.
    pub fn seeded(self, seed: u64) -> Budget<'a> {
        Budget { seed, ..self }
    }

    /// Where random choices come from, for strategies that make any.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What may be spent to finish what was begun: any number of units.
    pub fn rest(&self) -> Budget<'a> {
        Budget { left: u64::MAX, spent: 0, ..*self }
    }

    /// Does something with at most so many units of what is left; says whether there is anything left behind that.
    pub fn within<R>(&mut self, units: u64, job: impl FnOnce(&mut Budget<'a>) -> R) -> Worked<R> {
        let mut part = Budget { left: units.min(self.left), spent: 0, ..*self };
        let result = job(&mut part);
        self.spend(part.spent)?;
        self.check()?;
        Ok(result)
    }

    /// Counts work that was done or is about to be done.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Worked {
        self.spent += units;
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Spent)
            }
        }
    }

    /// Whether there is nothing left or the run was told to stop; to be asked now and then.
    pub fn check(&self) -> Worked {
        if self.left == 0 || self.is_stopped() { Err(Spent) } else { Ok(()) }
    }

    /// Whether the run was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Bytes that may be held, roughly.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Units left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Units spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}
