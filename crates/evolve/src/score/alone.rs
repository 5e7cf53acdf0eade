//! One program by itself on one task: the judge of everything that was found in a batt.

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker, is_grid};
use lang::Input;

use crate::code::Code;
use crate::points::Scorer;
use crate::standing::{Shot, Standing};
use crate::threads::each;

/// How good a program is on a task, run alone on all samples.
pub fn standing(code: &Code, task: &Task, rules: Rules, worker: &mut Worker) -> Standing {
    let alone = Alone { plan: Plan::new(code.dag()), task, rules };
    let shots: Vec<Shot> = with_outputs(&task.demo)
        .map(|(sample, output)| {
            let scorer = Scorer::new(code.dialect(), output);
            let see = |run: &Run<'_, '_>| Shot::of(&scorer, &run.outcomes()[0]);
            alone.run(worker, &task.demo, sample, see)
        })
        .collect();
    let mut standing = Standing::of_demo(&shots);
    standing.solved =
        standing.is_all_right() && (!code.reads(Input::S) || alone.holds_without_pair(worker));
    for (sample, output) in with_outputs(&task.test) {
        standing.test_count += 1;
        standing.test_right += alone.is_right(worker, &task.demo, sample, output) as u32;
    }
    standing
}

/// For each of the programs, whether it solves every demo sample without having its pair in S.
pub fn hold_without_pair(codes: &[&Code], task: &Task, rules: Rules, threads: usize) -> Vec<bool> {
    each(codes.len(), threads, |worker, i| {
        Alone { plan: Plan::new(codes[i].dag()), task, rules }.holds_without_pair(worker)
    })
}

struct Alone<'t> {
    plan: Plan,
    task: &'t Task,
    rules: Rules,
}

impl Alone<'_> {
    fn holds_without_pair(&self, worker: &mut Worker) -> bool {
        with_outputs(&self.task.demo).enumerate().all(|(place, (sample, output))| {
            let mut others = self.task.demo.clone();
            others.remove(place);
            self.is_right(worker, &others, sample, output)
        })
    }

    fn is_right(
        &self,
        worker: &mut Worker,
        demo: &[Sample],
        sample: &Sample,
        output: &TaskGrid,
    ) -> bool {
        let right = |run: &Run<'_, '_>| run.outcomes()[0].result.is_ok_and(|v| is_grid(v, output));
        self.run(worker, demo, sample, right)
    }

    fn run<T>(
        &self,
        worker: &mut Worker,
        demo: &[Sample],
        sample: &Sample,
        see: impl FnOnce(&Run<'_, '_>) -> T,
    ) -> T {
        let inputs = Inputs { demo, input: &sample.input, target: None };
        worker.run(&self.plan, inputs, self.rules, see)
    }
}

/// Samples whose output is known, which all demo samples are.
fn with_outputs(samples: &[Sample]) -> impl Iterator<Item = (&Sample, &TaskGrid)> {
    samples.iter().filter_map(|sample| Some((sample, sample.output.as_ref()?)))
}
