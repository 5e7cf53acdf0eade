//! One program by itself on one task: the judge of everything that was found in a batt.

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker, is_grid};
use lang::{Dialect, Hash128, Input};

use super::each::each;
use crate::code::Code;
use crate::outputs::{self, Print};
use crate::points::Scorer;
use crate::store::record::{Hash128Text, Standing};

/// How good a program is on a task, run alone on all samples.
pub fn standing(code: &Code, task: &Task, rules: Rules, worker: &mut Worker) -> Standing {
    let alone = Alone { plan: Plan::new(code.dag()), dialect: code.dialect(), task, rules };
    let mut standing = alone.on_demo(worker);
    let all_right = standing.demo_right == standing.demo_count;
    standing.solved = all_right && (!code.reads(Input::S) || alone.holds_without_pair(worker));
    for sample in &task.test {
        let Some(output) = &sample.output else { continue };
        standing.test_count += 1;
        standing.test_right += alone.is_right(worker, &task.demo, sample, output) as u32;
    }
    standing
}

/// For each of the programs, whether it solves every demo sample without having its pair in S.
pub fn hold_without_pair(codes: &[&Code], task: &Task, rules: Rules, threads: usize) -> Vec<bool> {
    each(codes.len(), threads, |worker, i| {
        let (plan, dialect) = (Plan::new(codes[i].dag()), codes[i].dialect());
        Alone { plan, dialect, task, rules }.holds_without_pair(worker)
    })
}

struct Alone<'t> {
    plan: Plan,
    dialect: Dialect,
    task: &'t Task,
    rules: Rules,
}

/// What a program gave on one demo sample.
struct Shot {
    points: u32,
    right: bool,
    cost: u64,
    print: Print,
}

impl Alone<'_> {
    fn on_demo(&self, worker: &mut Worker) -> Standing {
        let (mut standing, mut prints) = (unscored(), Vec::new());
        for (sample, output) in with_outputs(&self.task.demo) {
            let scorer = Scorer::new(self.dialect, output);
            let see = |run: &Run<'_, '_>| shot(run, &scorer);
            let shot = self.run(worker, &self.task.demo, sample, see);
            standing.demo_score += shot.points;
            standing.demo_right += shot.right as u32;
            standing.demo_count += 1;
            standing.cost += shot.cost;
            prints.push(shot.print);
        }
        Standing { outputs: Hash128Text(outputs::combine(prints)), ..standing }
    }

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

fn shot(run: &Run<'_, '_>, scorer: &Scorer) -> Shot {
    let outcome = &run.outcomes()[0];
    let points = outcome.result.map(|v| scorer.points(v)).unwrap_or_default();
    let print = outputs::print(outcome.result);
    Shot { points: points.points, right: points.right, cost: outcome.cost, print }
}

/// Samples whose output is known, which all demo samples are.
fn with_outputs(samples: &[Sample]) -> impl Iterator<Item = (&Sample, &TaskGrid)> {
    samples.iter().filter_map(|sample| Some((sample, sample.output.as_ref()?)))
}

/// Nothing yet.
pub fn unscored() -> Standing {
    Standing {
        demo_score: 0,
        demo_right: 0,
        demo_count: 0,
        solved: false,
        cost: 0,
        outputs: Hash128Text(Hash128(0)),
        test_right: 0,
        test_count: 0,
    }
}
