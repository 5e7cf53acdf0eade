//! What `batt solve` says in the end.

use evolve::answer::{Answered, Attempt, Found, How, Solved, Totals, Wish, right};
use evolve::store::Added;
use evolve::submit::ATTEMPTS;
use exec::data::{BadTask, Dataset, Sample, TaskGrid};
use serde_json::{Value, json};

use super::{explain, show};
use crate::args::solve::SolveArgs;
use crate::failure::Told;
use crate::output::{Output, plural, printable, shown};

/// Above this many tasks only `--all` lists them.
const LIST_AT_MOST: usize = 60;
/// Ids named where a list would be too long.
const NAMED: usize = 10;

/// Everything there is to report.
pub struct Summary<'d> {
    pub args: &'d SolveArgs,
    pub data: &'d Dataset,
    pub wish: Wish,
    pub solved: Vec<Solved<'d>>,
    pub unread: Vec<&'d BadTask>,
    pub stored: Option<Added>,
    pub interrupted: bool,
    pub seconds: f64,
}

impl Summary<'_> {
    fn ids(&self, is: impl Fn(&Solved<'_>) -> bool) -> Vec<&str> {
        self.solved.iter().filter(|solved| is(solved)).map(|s| s.task.id.as_str()).collect()
    }

    fn threads(&self) -> usize {
        self.wish.threads_for(self.solved.len())
    }

    /// The task that is drawn: the one to explain, or the only one.
    fn drawn(&self) -> Option<&Solved<'_>> {
        match (&self.args.explain, self.solved.as_slice()) {
            (Some(id), all) => all.iter().find(|solved| solved.task.id == *id),
            (None, [one]) => Some(one),
            (None, _) => None,
        }
    }

    /// The report for machines.
    pub fn as_json(&self) -> Value {
        let stored = self.stored.as_ref().map(|added| {
            json!({ "new": added.new, "known": added.known, "refused": added.refused,
                "evicted": added.evicted, "too_long": self.too_long() })
        });
        let mut value = json!({
            "seconds": self.seconds,
            "cut": self.ids(|solved| solved.cut),
            "untried": self.ids(|solved| solved.answered.how == How::Untried),
            "failed": self.ids(|solved| solved.answered.is_failed()),
            "interrupted": self.interrupted,
            "effort": self.wish.effort,
            "units_per_task": self.wish.units(),
            "seconds_per_task": self.wish.seconds_per_task,
            "threads": self.threads(),
            "seed": self.wish.seed,
            "memory": self.args.memory,
            "data_version": self.data.version,
            "unreadable_tasks": self.unread.len(),
            "file": self.args.output.as_deref().map(shown),
            "stored": stored,
            "results": self.solved.iter().map(|solved| self.task_json(solved)).collect::<Vec<_>>(),
        });
        if let Some(value) = value.as_object_mut() {
            value.extend(Totals::of(&self.solved).json());
        }
        value
    }

    fn too_long(&self) -> usize {
        self.solved.iter().map(|solved| solved.answered.too_long).sum()
    }

    fn task_json(&self, solved: &Solved<'_>) -> Value {
        let Solved { task, answered, seconds, cut } = solved;
        let tests = task.test.iter().zip(&answered.tests);
        let tests: Vec<Value> =
            tests.map(|(sample, pair)| test_json(answered, sample, pair)).collect();
        let mut value = json!({
            "task": task.id,
            "fits_demos": answered.fits_demos,
            "candidates": answered.candidates,
            "units": answered.units(),
            "cpu_seconds": seconds,
            "ended": answered.how.name(),
            "cut": cut,
            "tests": tests,
            "programs": answered.found.iter().map(found_json).collect::<Vec<_>>(),
        });
        if let Some(solution) = &answered.solution {
            value["explained"] = explain::as_json(solution);
        }
        value
    }

    /// The report for people.
    pub fn show(&self, output: &mut Output) -> Told {
        if let Some(solved) = self.drawn() {
            show::draw(solved, self.data, self.args.test, output)?;
            if self.args.explain.is_some() {
                explain::show(solved, self.args.all, output)?;
            }
        } else if self.args.all || self.solved.len() <= LIST_AT_MOST {
            self.show_tasks(output)?;
        }
        self.show_totals(output)
    }

    fn show_tasks(&self, output: &mut Output) -> Told {
        if self.solved.is_empty() {
            return Ok(());
        }
        let head = ["task", "answered", "fits", "right", "strategy", "chance", "lines", ""];
        let mut table = vec![head.iter().map(|h| output.bold(h)).collect::<Vec<_>>()];
        table.extend(self.solved.iter().map(show::row));
        output.table(&table)?;
        output.line("")
    }

    fn show_totals(&self, output: &mut Output) -> Told {
        let totals = Totals::of(&self.solved);
        let right = match totals.known {
            0 => "; right on the tests: not known, their outputs are not there".to_string(),
            known => {
                let (right, first) = (totals.right, totals.right_first);
                format!("; right on the tests: {right} of {known} ({first} by attempt 1)")
            }
        };
        output.line(&format!(
            "{}, {}: {} answered{right}",
            plural(self.solved.len() as u64, "task"),
            plural(totals.test_inputs as u64, "test input"),
            totals.answered,
        ))?;
        let tasks = plural(totals.tasks as u64, "task");
        output.line(&format!("fits the demos: {} of {tasks}", totals.fits_demos))?;
        if self.solved.len() > 1 {
            let useful = totals.strategies.iter().filter(|(_, s)| s.answered > 0);
            let told: Vec<String> =
                useful.map(|(name, s)| format!("{} by {name}", s.answered)).collect();
            if !told.is_empty() {
                output.line(&format!("answered: {}", told.join("; ")))?;
            }
        }
        self.show_ends(output)?;
        self.show_written(output)?;
        let tasks = self.solved.len().max(1) as f64;
        output.line(&format!(
            "effort {} on {}: {:.1} processor seconds, {:.0} ms per task",
            self.wish.effort,
            plural(self.threads() as u64, "thread"),
            totals.cpu_seconds,
            1e3 * totals.cpu_seconds / tasks,
        ))?;
        output.line(&output.dim(&format!("data {}", printable(&self.data.version))))
    }

    /// What kept tasks from being tried in full.
    fn show_ends(&self, output: &mut Output) -> Told {
        let cut = self.ids(|solved| solved.cut);
        if !cut.is_empty() {
            output.line(&format!("cut short by --seconds-per-task: {}", named(&cut)))?;
        }
        if self.interrupted {
            let is_ended =
                |s: &Solved<'_>| !s.cut && matches!(s.answered.how, How::Stopped | How::Untried);
            let ended = self.ids(is_ended).len() as u64;
            output.line(&format!("stopped: {} not tried in full", plural(ended, "task")))?;
        }
        let failed = self.ids(|solved| solved.answered.is_failed());
        if !failed.is_empty() {
            output.line(&format!("given up by a defect of ours: {}", named(&failed)))?;
        }
        Ok(())
    }

    fn show_written(&self, output: &mut Output) -> Told {
        if let Some(Added { new, known, refused, evicted }) = &self.stored {
            output.line(&format!(
                "store: {new} new, {known} known, {refused} not good enough, {evicted} evicted"
            ))?;
            if self.too_long() > 0 {
                let programs = plural(self.too_long() as u64, "program");
                output.line(&format!("{programs} above 10 kB of text: not kept"))?;
            }
        }
        match &self.args.output {
            Some(path) => output.line(&format!("wrote {}", shown(path))),
            None => Ok(()),
        }
    }
}

fn named(ids: &[&str]) -> String {
    let told: Vec<String> = ids.iter().take(NAMED).map(|id| printable(id)).collect();
    match ids.len() - told.len() {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}

/// A grid as rows of numbers.
pub fn grid_json(grid: &TaskGrid) -> Vec<Vec<i8>> {
    grid.rows().map(<[i8]>::to_vec).collect()
}

fn test_json(answered: &Answered, sample: &Sample, pair: &[Attempt; ATTEMPTS]) -> Value {
    let right = right(sample, pair);
    let attempt = |(at, attempt): (usize, &Attempt)| {
        let strategy = attempt.giver.map(|giver| answered.found[giver.found].strategy);
        json!({
            "grid": grid_json(&attempt.grid),
            "strategy": strategy,
            "chance": attempt.giver.map(|giver| giver.chance),
            "program": attempt.giver.map(|giver| giver.found),
            "right": right.map(|right| right[at]),
        })
    };
    json!({ "attempts": pair.iter().enumerate().map(attempt).collect::<Vec<_>>() })
}

fn found_json(found: &Found) -> Value {
    json!({
        "strategy": found.strategy,
        "fits": found.fits,
        "cost": found.cost,
        "left_out": found.left_out,
        "text": found.program,
    })
}
