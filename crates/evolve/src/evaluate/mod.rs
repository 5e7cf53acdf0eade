//! The evaluator: programs meet samples here, whoever asks.
//!
//! ```text
//! programs ──merge──▶ batts ──run_jobs──▶ a part per batt and sample ──▶ one table
//! ```
//!
//! The table depends on programs, tasks and rules alone: not on threads, devices, or on what a
//! program was merged with. It says of every program and sample whether the output is right, how
//! the program failed, what it cost and what it gave; `more` is what the caller wants to know
//! besides, looked at while the values are there.

mod batts;
mod bytes;
mod outputs;
mod part;
mod table;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use exec::batch::Job;
use exec::data::{Sample, Task};
use exec::run::{Inputs, Rules, Run};
use exec::stats::Stats;
use gpu::engine::Engine;

pub use batts::{Batt, Batts, Entry, by_name};
pub use outputs::{LARGEST, Output, Outputs};
pub use table::{ERRORS, Row, Rows, Table, UNREAD};

use part::Part;
use table::Columns;

/// Which samples of a task take part, by their number, demo samples first.
pub type Wanted = fn(&Task, usize) -> bool;

/// What to run batts on.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The tasks, in the order of the table.
    pub tasks: &'a [&'a Task],
    /// Which of their samples.
    pub samples: Wanted,
    /// Whether outputs are kept.
    pub outputs: bool,
    /// Policy and budgets.
    pub rules: Rules,
    /// How many threads; 0 for the caller's own, as [`exec::batch::run_jobs`] has it.
    pub threads: usize,
}

impl<'a> Request<'a> {
    /// All samples of tasks, outputs left out.
    pub fn new(tasks: &'a [&'a Task], rules: Rules, threads: usize) -> Request<'a> {
        Request { tasks, samples: |_, _| true, outputs: false, rules, threads }
    }

    /// The samples of a task that take part, with their numbers.
    fn samples_of(&self, task: &'a Task) -> impl Iterator<Item = (usize, &'a Sample)> {
        let wanted = self.samples;
        task.samples().enumerate().filter(move |(at, _)| wanted(task, *at))
    }
}

/// A batt on a sample.
#[derive(Clone, Copy)]
pub struct Meeting<'a> {
    /// The programs.
    pub batt: &'a Batt<'a>,
    /// The task.
    pub task: &'a Task,
    /// Its sample.
    pub sample: &'a Sample,
    /// The sample's number in the task, demo samples first.
    pub at: usize,
    /// The task's number among those of the request.
    pub number: usize,
}

impl<'a> Meeting<'a> {
    /// Whether it is a demo sample.
    pub fn is_demo(&self) -> bool {
        self.at < self.task.demo.len()
    }

    fn job(&self) -> Job<'a> {
        let Meeting { batt, task, sample, .. } = *self;
        // Solvers cannot read the target; differs compare with it.
        let target = sample.output.as_ref().filter(|_| batt.compares());
        Job { plan: &batt.plan, inputs: Inputs { demo: &task.demo, input: &sample.input, target } }
    }
}

/// What came out.
#[derive(Debug)]
pub struct Evaluation<X = ()> {
    /// By task, sample and program.
    pub table: Table<X>,
    /// By task, whether a stop left samples out, whose rows say nothing.
    pub cut: Vec<bool>,
    /// Counters of all runs.
    pub stats: Stats,
    /// Wall-clock seconds of execution, without merging.
    pub seconds: f64,
}

impl<X> Evaluation<X> {
    /// Whether a stop left something out.
    pub fn is_cut(&self) -> bool {
        self.cut.contains(&true)
    }
}

impl Batts<'_> {
    /// By task, sample and batt.
    fn meetings<'g>(&'g self, request: &Request<'g>) -> Vec<Meeting<'g>> {
        let of_task = |(number, &task): (usize, &&'g Task)| {
            request.samples_of(task).flat_map(move |(at, sample)| {
                let batts = self.of_task(number).iter();
                batts.map(move |batt| Meeting { batt, task, sample, at, number })
            })
        };
        request.tasks.iter().enumerate().flat_map(of_task).collect()
    }

    /// How often [`Batts::run`] is going to call `see`.
    pub fn count(&self, request: &Request<'_>) -> usize {
        let of_task = |(t, &task)| request.samples_of(task).count() * self.of_task(t).len();
        request.tasks.iter().enumerate().map(of_task).sum()
    }

    /// Runs everything. `see` looks at every finished run, on the thread that made it: what it
    /// gives for the batt's programs is the `more` of their rows, where it gives less the default.
    pub fn run<X: Default + Send>(
        &self,
        request: &Request<'_>,
        engine: &mut Engine,
        stop: &AtomicBool,
        see: impl Fn(&Meeting<'_>, &Run<'_, '_>) -> Vec<X> + Sync,
    ) -> Evaluation<X> {
        let meetings = self.meetings(request);
        let jobs: Vec<Job<'_>> = meetings.iter().map(Meeting::job).collect();
        let batch = engine.run_jobs(&jobs, request.rules, request.threads, stop, |i, run| {
            let more = see(&meetings[i], run);
            Part::new(&meetings[i], run, request.outputs, more)
        });
        let mut parts = meetings.iter().zip(batch.results);
        let (mut table, mut cut) = (Table::new(self, request), vec![false; request.tasks.len()]);
        for (t, task) in request.tasks.iter().enumerate() {
            for (_, sample) in request.samples_of(task) {
                let of_sample = parts.by_ref().take(self.of_task(t).len());
                let ended = of_sample.filter_map(|(meeting, part)| {
                    cut[t] |= part.is_none();
                    Some((&*meeting.batt.places, part?))
                });
                let ended = ended.collect();
                table.push(t, sample.output.is_some(), ended);
            }
        }
        Evaluation { table, cut, stats: batch.stats, seconds: batch.seconds }
    }
}
