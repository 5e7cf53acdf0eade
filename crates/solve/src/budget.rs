//! Work counted in units, so that results depend on neither machine nor threads.

use std::sync::atomic::{AtomicBool, Ordering};

/// The budget is spent, or the run was told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

/// What a strategy may spend: one unit is about the work of touching one cell.
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// A budget of so many units.
    pub fn new(units: u64) -> Budget<'a> {
        Budget { left: units, spent: 0, stop: None }
    }

    /// The same, cut off when the flag is set.
    pub fn with_stop(units: u64, stop: &'a AtomicBool) -> Budget<'a> {
        Budget { left: units, spent: 0, stop: Some(stop) }
    }

    /// Counts work that was done or is about to be done.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Spent> {
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

    /// Whether the run was told to stop; to be asked now and then.
    pub fn check(&self) -> Result<(), Spent> {
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stopped || self.left == 0 { Err(Spent) } else { Ok(()) }
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
