//! What programs gave, summed up.

use evolve::evaluate::{self, Meeting};
use exec::data::Task;
use exec::lines::failed_step;
use exec::run::{Outcome, Run};
use exec::value::Fault;
use lang::{Dialect, Program};

use super::sample_name;

/// The failing step: its number in the printed program and its op.
pub type FailedAt = Option<(usize, &'static str)>;

/// Where the programs of a batt failed on one sample.
pub fn failed_at(meeting: &Meeting<'_>, run: &Run<'_, '_>) -> Vec<FailedAt> {
    let batt = meeting.batt;
    let at = |(outcome, &root): (&Outcome<'_>, _)| {
        failed_step(&batt.plan, (&batt.dag, root), outcome.failed_at?)
    };
    run.outcomes().iter().zip(batt.dag.roots()).map(at).collect()
}

/// What one program gave on all samples of its task.
pub struct Row {
    pub task: String,
    pub program: String,
    pub dialect: Dialect,
    /// Samples with the right output.
    pub right: usize,
    /// Samples with a wrong output.
    wrong: Vec<String>,
    /// Samples whose right output is not known.
    pub unknown: usize,
    /// Samples that failed, and why.
    faults: Vec<(String, String)>,
    /// The cost on all samples together.
    pub cost: u64,
}

fn explain(fault: Fault, step: FailedAt) -> String {
    let place = step.map_or(String::new(), |(n, op)| format!(" in step x{n} ({op})"));
    format!("{fault}{place}: {}", fault.explain())
}

impl Row {
    /// Sums up a program's answers, demo samples first.
    pub fn new<'r>(
        task: &Task,
        program: &Program,
        answers: impl Iterator<Item = evaluate::Row<'r, FailedAt>>,
    ) -> Row {
        let mut row = Row {
            task: task.id.clone(),
            program: program.name.clone(),
            dialect: program.dialect,
            right: 0,
            wrong: Vec::new(),
            unknown: 0,
            faults: Vec::new(),
            cost: 0,
        };
        for (i, answer) in answers.enumerate() {
            row.add(sample_name(task, i), &answer);
        }
        row
    }

    fn add(&mut self, place: String, answer: &evaluate::Row<'_, FailedAt>) {
        self.cost += answer.cost;
        match (answer.fault(), answer.right) {
            (Some(fault), _) => self.faults.push((place, explain(fault, *answer.more))),
            (None, Some(true)) => self.right += 1,
            (None, Some(false)) => self.wrong.push(place),
            (None, None) => self.unknown += 1,
        }
    }

    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.right + self.wrong.len() + self.unknown + self.faults.len()
    }

    /// Whether every output that can be judged is right.
    pub fn is_solved(&self) -> bool {
        self.right > 0 && self.wrong.is_empty() && self.faults.is_empty()
    }

    /// Why it is no good result, if it is none.
    pub fn reason(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some((place, what)) = self.faults.first() {
            let more = self.faults.len() - 1;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            parts.push(format!("{what}, on {place}{more}"));
        }
        if !self.wrong.is_empty() {
            parts.push(format!("wrong output on {}", self.wrong.join(", ")));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
