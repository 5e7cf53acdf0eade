//! What programs gave, sample by sample and summed up.

use exec::data::TaskGrid;
use exec::plan::{Action, Slot};
use exec::run::{Outcome, Run, is_grid};
use exec::value::Fault;
use lang::{Dialect, NodeId};

use super::group::Group;
use super::sample_name;

/// What one program gave on one sample.
pub struct Answer {
    fault: Option<Fault>,
    /// The failing step: its number in the printed program and its op.
    failed_at: Option<(usize, &'static str)>,
    /// Nothing when the right output is not known.
    right: Option<bool>,
    cost: u64,
}

impl Answer {
    /// Whether it is known to be the right output.
    pub fn is_right(&self) -> bool {
        self.right == Some(true)
    }
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

/// What the programs of a group gave on one sample.
pub fn answers(group: &Group<'_>, run: &Run<'_, '_>, target: Option<&TaskGrid>) -> Vec<Answer> {
    let answer = |(i, outcome): (usize, &Outcome<'_>)| Answer {
        fault: outcome.result.err(),
        failed_at: outcome.failed_at.and_then(|slot| failed_step(group, i, slot)),
        right: target.map(|target| outcome.result.is_ok_and(|v| is_grid(v, target))),
        cost: outcome.cost,
    };
    run.outcomes().iter().enumerate().map(answer).collect()
}

/// Number and op of a failing step, as the printed program shows them.
fn failed_step(group: &Group<'_>, program: usize, slot: Slot) -> Option<(usize, &'static str)> {
    let step = group.plan.step(slot)?;
    let is_it = |id: &NodeId| group.plan.slot_of(*id) == Some(slot);
    let steps = group.dag.steps(group.dag.roots()[program]);
    let number = steps.iter().filter(|id| group.dag.node(**id).is_call()).position(is_it)?;
    let op = match step.action {
        Action::Call(op) => op.name(),
        Action::Apply => "a function value",
    };
    Some((number + 1, op))
}

fn explain(fault: Fault, step: Option<(usize, &str)>) -> String {
    let place = step.map_or(String::new(), |(n, op)| format!(" in step x{n} ({op})"));
    format!("{fault}{place}: {}", fault.explain())
}

impl Row {
    /// Sums up a program's answers, demo samples first.
    pub fn new<'r>(
        group: &Group<'_>,
        name: &str,
        answers: impl Iterator<Item = &'r Answer>,
    ) -> Row {
        let mut row = Row {
            task: group.task.id.clone(),
            program: name.to_string(),
            dialect: group.plan.dialect,
            right: 0,
            wrong: Vec::new(),
            unknown: 0,
            faults: Vec::new(),
            cost: 0,
        };
        for (i, answer) in answers.enumerate() {
            row.add(sample_name(group.task, i), answer);
        }
        row
    }

    fn add(&mut self, place: String, answer: &Answer) {
        self.cost += answer.cost;
        match (answer.fault, answer.right) {
            (Some(fault), _) => self.faults.push((place, explain(fault, answer.failed_at))),
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
