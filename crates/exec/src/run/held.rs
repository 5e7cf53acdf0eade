//! How much all values of a program hold together, so that a generous budget does not fill the memory.

use lang::Cost;

use super::StepState;
use crate::plan::{Action, Plan, Slot};

/// Most elements, through nested containers, that the steps of one program may make together: half a gigabyte at most.
pub const HELD_LIMIT: u64 = 1 << 25;

/// The sizes of what a program's steps made, added up when that is worth it.
///
/// What a step makes is never larger than its cost, unless it hands on what an argument holds (ops of unit cost do, and
/// make nothing). So nothing need be added up while the program's cost is below the limit.
#[derive(Clone, Copy, Default)]
pub struct Held {
    /// Steps of the program that are added up.
    steps: usize,
    sizes: u64,
}

impl Held {
    /// Whether the first `ran` of a program's steps, of this cost together, made more than may be held.
    #[inline]
    pub fn is_full(
        &mut self,
        cost: u64,
        plan: &Plan,
        steps: &[Slot],
        ran: usize,
        places: &[StepState<'_>],
    ) -> bool {
        cost > HELD_LIMIT && self.add_up(plan, &steps[..ran], places)
    }

    #[cold]
    fn add_up(&mut self, plan: &Plan, ran: &[Slot], places: &[StepState<'_>]) -> bool {
        for &slot in &ran[self.steps..] {
            self.sizes += match places[slot.index()].state {
                Some(Ok(v)) if makes(plan, slot) => v.size(),
                _ => 0,
            };
        }
        self.steps = ran.len();
        self.sizes > HELD_LIMIT
    }
}

/// Whether a step makes its value, rather than handing it on.
fn makes(plan: &Plan, slot: Slot) -> bool {
    match plan.step(slot).map(|step| step.action) {
        Some(Action::Call(op)) => op.kernel().info().cost != Cost::Unit,
        Some(Action::Apply) => true,
        None => false,
    }
}
