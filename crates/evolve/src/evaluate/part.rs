//! What the programs of one batt gave on one sample.

use std::collections::HashMap;

use exec::plan::Slot;
use exec::run::{Outcome, Run, is_grid};

use super::outputs::{Collector, LARGEST, Outputs};
use super::table::{NO_OUTPUT, TOO_LARGE, error_of, match_of};
use super::{Columns, Meeting};

/// Columns in the order of the batt's programs.
pub(super) struct Part<X> {
    pub columns: Columns<X>,
    pub outputs: Outputs,
}

impl<X: Default> Part<X> {
    pub fn new(
        &Meeting { batt, sample, .. }: &Meeting<'_>,
        run: &Run<'_, '_>,
        keep: bool,
        more: Vec<X>,
    ) -> Part<X> {
        let mut columns = Columns::with_capacity(batt.places.len());
        let (mut keeper, mut more) = (keep.then(Keeper::default), more.into_iter());
        for (i, outcome) in run.outcomes().iter().enumerate() {
            // The result of a differ is no output to be compared.
            let target = sample.output.as_ref().filter(|_| !batt.differs[i]);
            let right = target.map(|grid| outcome.result.is_ok_and(|v| is_grid(v, grid)));
            let root = batt.plan.programs[i].root;
            let output = keeper.as_mut().map_or(NO_OUTPUT, |k| k.place(run, root, outcome));
            let seen = (match_of(right), error_of(outcome.result.err()), outcome.cost, output);
            columns.push(seen, more.next().unwrap_or_default());
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
