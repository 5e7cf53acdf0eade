//! What programs gave, summed up.

use evolve::evaluate::{self, Meeting};
use exec::data::Task;
use exec::lines::FailedStep;
use exec::run::{Outcome, Run};
use exec::value::Fault;
use lang::{Dialect, Program};

/// The failing step.
pub type FailedAt = Option<FailedStep>;

/// Where the programs of a batt failed on one sample.
pub fn failed_at(meeting: &Meeting<'_>, run: &Run<'_, '_>) -> Vec<FailedAt> {
    let batt = meeting.batt;
    let at = |(outcome, &root): (&Outcome<'_>, _)| {
        FailedStep::find(&batt.plan, (&batt.dag, root), run, outcome)
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
    /// Demo samples, and those of them that are right.
    pub demo: (usize, usize),
    /// Test samples whose output is known, and those of them that are right.
    pub test: (usize, usize),
    /// Samples with a wrong output.
    wrong: Vec<String>,
    /// Samples whose right output is not known.
    pub unknown: usize,
    /// Samples that failed, and why.
    faults: Vec<(String, String)>,
    /// The cost on all samples together.
    pub cost: u64,
}

fn explain(program: &Program, fault: Fault, step: &FailedAt) -> String {
    let place = step.as_ref().map_or(String::new(), |s| format!(" in {}", s.place(program)));
    let why = step.as_ref().map_or("", |step| &step.why);
    format!("{fault}{place}: {}", if why.is_empty() { fault.explain() } else { why })
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
            demo: (0, 0),
            test: (0, 0),
            wrong: Vec::new(),
            unknown: 0,
            faults: Vec::new(),
            cost: 0,
        };
        for (i, answer) in answers.enumerate() {
            let is_demo = i < task.demo.len();
            row.count(
                if is_demo { |row| &mut row.demo } else { |row| &mut row.test },
                answer.right,
            );
            row.add(program, task.sample_name(i).to_string(), &answer);
        }
        row
    }

    fn count(&mut self, of: fn(&mut Row) -> &mut (usize, usize), right: Option<bool>) {
        let (known, good) = of(self);
        *known += usize::from(right.is_some());
        *good += usize::from(right == Some(true));
    }

    fn add(&mut self, program: &Program, place: String, answer: &evaluate::Row<'_, FailedAt>) {
        self.cost += answer.cost;
        match (answer.fault(), answer.right) {
            (Some(fault), _) => self.faults.push((place, explain(program, fault, answer.more))),
            (None, Some(true)) => self.right += 1,
            (None, Some(false)) => self.wrong.push(place),
            (None, None) => self.unknown += 1,
        }
    }

    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.right + self.wrong.len() + self.unknown + self.faults.len()
    }

    /// Whether it is right on all demo samples.
    pub fn fits_demos(&self) -> bool {
        self.demo.0 > 0 && self.demo.0 == self.demo.1
    }

    /// Whether it is right on all tests; nothing where their outputs are not known.
    pub fn right_on_tests(&self) -> Option<bool> {
        (self.test.0 > 0).then_some(self.test.0 == self.test.1)
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
