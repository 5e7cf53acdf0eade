//! What the programs of one plan gave on one sample.

use std::collections::HashMap;

use exec::data::Sample;
use exec::plan::Slot;
use exec::run::{Outcome, Run, is_grid};

use super::Group;
use super::outputs::{Collector, LARGEST, Outputs};
use super::table::{Columns, NO_OUTPUT, TOO_LARGE, error_of, match_of};

/// Columns in the order of the plan's programs.
#[derive(Default)]
pub(super) struct Part {
    pub columns: Columns,
    pub outputs: Outputs,
}

impl Part {
    pub fn new(group: &Group, run: &Run<'_, '_>, sample: &Sample, keep: bool) -> Part {
        let mut columns = Columns::with_capacity(group.places.len());
        let mut keeper = keep.then(Keeper::default);
        for (i, outcome) in run.outcomes().iter().enumerate() {
            // The result of a differ is no output to be compared.
            let target = sample.output.as_ref().filter(|_| !group.differs[i]);
            let right = target.map(|grid| outcome.result.is_ok_and(|v| is_grid(v, grid)));
            let root = group.plan.programs[i].root;
            let output = keeper.as_mut().map_or(NO_OUTPUT, |k| k.place(run, root, outcome));
            let error = error_of(outcome.result.err());
            columns.push(match_of(right), error, outcome.cost, output);
        }
        let mut outputs = keeper.unwrap_or_default().collector.outputs;
        outputs.shrink();
        Part { columns, outputs }
    }
}

#[derive(Default)]
struct Keeper {
    collector: Collector,
    /// Programs that end in the same step have the same output.
    by_root: HashMap<Slot, u32>,
}

impl Keeper {
    fn place(&mut self, run: &Run<'_, '_>, root: Slot, outcome: &Outcome<'_>) -> u32 {
        let Ok(value) = outcome.result else { return NO_OUTPUT };
        if value.size() > LARGEST {
            return TOO_LARGE;
        }
        let collector = &mut self.collector;
        *self.by_root.entry(root).or_insert_with(|| collector.value(run.cx.lay, value))
    }
}
