//! Policy `pile`: every step in the plan's order, the first failures logged and patched.

use lang::SafeDefault;

use super::{Logged, Outcome, Run, default_value};
use crate::known::{Failure, Known};
use crate::plan::{Action, Slot, Step};
use crate::value::{Fault, R, Value, text};

impl<'a> Run<'_, 'a> {
    /// Runs every step in the plan's order, so that the first failures can be counted. What is known of some programs helps only
    /// where the first failures are known too: later ones change nothing for programs that do not need them.
    pub(super) fn run_pile(&mut self, known: &'a impl Known, job: usize) {
        let failures = known.failures(self.cx, job);
        let mut again = vec![true; self.plan.programs.len()];
        if let Some(failures) = failures {
            failures.iter().for_each(|failure| self.note_failure(failure));
            self.told = Some(failures.iter().map(|failure| failure.slot).collect());
            self.take_known(known, job, &mut again);
        }
        if again.contains(&true) {
            self.start();
            self.run_steps(&again);
        }
    }

    /// Takes what is known of programs. Where some are not, those beyond their budget are run again as well: whether a step runs
    /// depends on when they exceeded it.
    fn take_known(&mut self, known: &'a impl Known, job: usize, again: &mut [bool]) {
        let (cx, limit) = (self.cx, self.rules.program_limit());
        for (i, (again, outcome)) in again.iter_mut().zip(&mut *self.outcomes).enumerate() {
            *again = !known.put(cx, (job, i), outcome);
        }
        if again.contains(&true) {
            let over = self.outcomes.iter().map(|outcome| outcome.cost > limit);
            again.iter_mut().zip(over).for_each(|(again, over)| *again |= over);
        }
    }

    /// Runs the steps of some programs. The others are known to stay within their budgets.
    fn run_steps(&mut self, again: &[bool]) {
        let plan = self.plan;
        let mut users = vec![Vec::new(); plan.slots()];
        for (i, program) in plan.programs.iter().enumerate() {
            program.steps.iter().for_each(|s| users[s.index()].push(i));
        }
        let mut spent = vec![0u64; plan.programs.len()];
        let limit = self.rules.program_limit();
        for slot in plan.step_slots() {
            let users = &users[slot.index()];
            if !users.iter().any(|&u| again[u]) {
                continue;
            }
            // A step runs only while some program that needs it is within its budget.
            if users.iter().all(|&u| spent[u] > limit) {
                self.places[slot.index()].state = Some(Err(Fault::Budget));
                continue;
            }
            let _ = self.run_step(slot);
            let users = users.iter().filter(|&&u| again[u]);
            self.steps_shared += users.clone().count() as u64 - 1;
            users.for_each(|&u| spent[u] += self.places[slot.index()].cost);
        }
        for (i, program) in plan.programs.iter().enumerate().filter(|(i, _)| again[*i]) {
            let over = spent[i] > limit;
            let result = if over { Err(Fault::Budget) } else { self.root_value(program) };
            let is_not_ok = |s: &&Slot| matches!(self.places[s.index()].state, Some(Err(_)));
            let failed_at = result.is_err().then(|| program.steps.iter().find(is_not_ok));
            let failed_at = failed_at.flatten().copied();
            self.outcomes[i] = Outcome { result, failed_at, cost: spent[i] };
        }
    }

    /// What a failing step gives: one of the first failures is patched if its op has an empty value.
    pub(super) fn piled(&mut self, slot: Slot, step: &Step, fault: Fault, patched: usize) -> R<'a> {
        let is_first = match &self.told {
            Some(slots) => slots.contains(&slot),
            None => self.logged.len() < patched,
        };
        if is_first && self.told.is_none() {
            let args = self.plan.args(step).iter().filter_map(|s| self.operand(*s).ok());
            let args = args.copied().collect();
            self.note_failure(&Failure { slot, fault, args });
        }
        match step.default {
            SafeDefault::EmptySet | SafeDefault::Unit if is_first => {
                Ok(default_value(step.default))
            }
            _ => Err(fault),
        }
    }

    fn note_failure(&mut self, failure: &Failure<'a>) {
        let op = match self.plan.step(failure.slot).map(|step| step.action) {
            Some(Action::Call(op)) => Some(op),
            Some(Action::Apply) | None => None,
        };
        let lay = self.cx.lay;
        let shown = |v: &Value<'a>| (text::kind(*v), text::literal(lay, *v, 60));
        let args = failure.args.iter().map(shown).collect();
        let step = failure.slot.index() - self.plan.sources.len();
        self.logged.push(Logged { step, op, fault: failure.fault, args });
    }
}
