//! What `batt score` says in the end.

use std::collections::BTreeMap;

use evolve::score::{Entry, Pool, Row, Scored, TaskScore};
use evolve::store::Added;
use exec::data::Dataset;
use exec::value::Fault;
use gpu::engine::Engine;
use serde_json::{Map, Value, json};

use super::choose::Notes;
use super::keep::AllTraced;
use super::{SIMPLIFIED, Seconds};
use crate::failure::Told;
use crate::output::{Output, plural, printable};
use crate::verdict::{Verdict, fits, share};

/// Above this many tasks only `--all` lists them.
const LIST_AT_MOST: usize = 60;
/// Programs listed per task.
const BEST: usize = 3;
/// Differ improvements listed.
const IMPROVEMENTS: usize = 5;

/// Everything there is to report.
pub struct Report {
    pub pool: Pool,
    pub scored: Scored,
    pub traced: AllTraced,
    pub added: Option<Added>,
    pub failed: Vec<String>,
    pub notes: Notes,
    pub seconds: Seconds,
    pub data: Dataset,
    pub threads: usize,
    pub engine: Engine,
}

impl Report {
    fn entry(&self, row: &Row) -> &Entry {
        &self.pool.entries()[row.program]
    }

    /// A task counts as right if some program that fits its demos is.
    fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::default();
        for task in &self.scored.tasks {
            let fitting = task.rows.iter().filter(|row| row.standing.solved);
            let right = fitting.filter_map(|row| row.standing.right_on_tests()).max();
            verdict.add(task.is_solved(), right);
        }
        verdict
    }

    /// The report for machines.
    pub fn as_json(&self) -> Value {
        let results = self
            .scored
            .tasks
            .iter()
            .flat_map(|task| task.rows.iter().map(|row| self.row_json(&task.task, row)));
        let added = self.added.as_ref().map(|added| {
            json!({ "new": added.new, "known": added.known, "refused": added.refused,
                "evicted": added.evicted })
        });
        let mut value = json!({
            "programs": self.pool.entries().len(),
            "programs_without_task": self.notes.programs_without_task,
            "tasks_without_program": self.notes.tasks_without_program,
            "failed": self.failed,
            "timed_out": self.scored.timed_out,
            "tasks_left_out": self.scored.left_out,
            "differs": self.pool.differ_names().collect::<Vec<_>>(),
            "traced": self.traced.count(),
            "too_long": self.traced.too_long,
            "simplified": self.traced.simplified(),
            "stored": added,
            "seconds": self.seconds_json(),
            "steps": self.scored.stats.steps,
            "steps_shared": self.scored.stats.steps_shared,
            "backend": self.engine.name(),
            "stats": evolve::report::devices_json(&self.engine),
            "data_version": self.data.version,
            "threads": self.threads,
            "results": results.collect::<Vec<_>>(),
        });
        if let Some(value) = value.as_object_mut() {
            value.extend(self.verdict().json());
        }
        value
    }

    fn seconds_json(&self) -> Value {
        let spent: Map<String, Value> =
            self.spent().map(|(what, s)| (what.to_string(), s.into())).into_iter().collect();
        spent.into()
    }

    fn spent(&self) -> [(&'static str, f64); 6] {
        [
            ("parse", self.seconds.parse),
            ("merge", self.pool.merge_seconds),
            ("run", self.scored.run_seconds),
            ("compare", self.scored.compare_seconds),
            ("trace", self.seconds.trace),
            ("store", self.seconds.store),
        ]
    }

    fn row_json(&self, task: &str, row: &Row) -> Value {
        let (entry, s) = (self.entry(row), &row.standing);
        let gains: BTreeMap<&str, i32> =
            self.pool.differ_names().zip(row.improvements.iter().copied()).collect();
        json!({
            "task": task,
            "program": entry.name,
            "dialect": entry.code.dialect().name(),
            "hash": entry.code.hash().to_string(),
            "demo_score": s.demo_score,
            "demo_points": row.points,
            "demo_right": s.demo_right,
            "demo_samples": s.demo_count,
            "fits_demos": s.solved,
            "right_on_tests": s.right_on_tests(),
            "test_right": s.test_right,
            "test_samples": s.test_count,
            "cost": s.cost,
            "outputs": s.outputs.0.to_string(),
            "faults": by_kind(&row.faults),
            "test_faults": by_kind(&row.test_faults),
            "failed_differs": row.failed_differs,
            "improvements": gains,
        })
    }

    /// The report for people.
    pub fn show(&self, all: bool, output: &mut Output) -> Told {
        if all || self.scored.tasks.len() <= LIST_AT_MOST {
            self.show_programs(if all { usize::MAX } else { BEST }, output)?;
        }
        self.show_improvements(output)?;
        if !self.failed.is_empty() {
            output.line(&output.bold("Failed"))?;
            for reason in &self.failed {
                output.line(&format!("  {}", printable(reason)))?;
            }
            output.line("")?;
        }
        self.show_totals(output)?;
        self.show_times(output)
    }

    fn show_programs(&self, best: usize, output: &mut Output) -> Told {
        if self.scored.tasks.is_empty() {
            return Ok(());
        }
        let head = ["task", "program", "dialect", "demo score", "fits", "right", "cost", ""];
        let mut table = vec![head.iter().map(|h| output.bold(h)).collect::<Vec<_>>()];
        for task in &self.scored.tasks {
            table.extend(task.rows.iter().take(best).map(|row| self.table_row(task, row)));
        }
        output.table(&table)?;
        output.line("")
    }

    fn table_row(&self, task: &TaskScore, row: &Row) -> Vec<String> {
        let (entry, s) = (self.entry(row), &row.standing);
        let faults: Vec<String> =
            by_kind(&row.faults).iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        vec![
            printable(&task.task),
            printable(&entry.name),
            entry.code.dialect().name().to_string(),
            s.demo_score.to_string(),
            fits(s),
            share(s.test_right as usize, s.test_count as usize),
            s.cost.to_string(),
            faults.join(", "),
        ]
    }

    /// Where a program that does not fit a task still comes closer to it than the input.
    fn show_improvements(&self, output: &mut Output) -> Told {
        let names: Vec<&str> = self.pool.differ_names().collect();
        let open = self.scored.tasks.iter().filter(|task| !task.is_solved());
        let rows = open.flat_map(|task| task.rows.iter().map(move |row| (task, row)));
        let mut gains: Vec<(i32, &str, &str, &str)> = Vec::new();
        for (task, row) in rows {
            let gained = row.improvements.iter().zip(&names).filter(|(gain, _)| **gain > 0);
            let name = self.entry(row).name.as_str();
            gains.extend(gained.map(|(gain, differ)| (*gain, *differ, name, task.task.as_str())));
            // Only the best are shown: the list stays short.
            gains.sort_by_key(|gain| (std::cmp::Reverse(gain.0), gain.3, gain.2, gain.1));
            gains.truncate(IMPROVEMENTS);
        }
        if gains.is_empty() {
            return Ok(());
        }
        output
            .line(&output.bold("Best improvements over the input on tasks that no program fits"))?;
        for (gain, differ, program, task) in gains {
            let (program, task, differ) = (printable(program), printable(task), printable(differ));
            output.line(&format!("  {differ} +{gain}  {program} on {task}"))?;
        }
        output.line("")
    }

    fn show_totals(&self, output: &mut Output) -> Told {
        output.line(&format!(
            "{}; {}",
            self.verdict().told(),
            plural(self.pool.entries().len() as u64, "program"),
        ))?;
        if self.scored.timed_out {
            let left = plural(self.scored.left_out as u64, "task");
            output.line(&format!("the time limit ended the run: {left} not scored"))?;
        }
        let Notes { programs_without_task, tasks_without_program } = self.notes;
        if programs_without_task > 0 {
            let programs = plural(programs_without_task as u64, "program");
            output.line(&format!("{programs} without a task of that name in the data"))?;
        }
        if tasks_without_program > 0 {
            let tasks = plural(tasks_without_program as u64, "task");
            output.line(&format!("{tasks} without a program of that name"))?;
        }
        if self.traced.too_long > 0 {
            let programs = plural(self.traced.too_long as u64, "program");
            output.line(&format!("{programs} above 10 kB of text: not kept"))?;
        }
        if self.added.is_some() && self.traced.simplified() > 0 {
            let programs = plural(self.traced.simplified() as u64, "program");
            output.line(&format!("{programs} simplified: {SIMPLIFIED}"))?;
        }
        match &self.added {
            Some(Added { new, known, refused, evicted }) => output.line(&format!(
                "store: {new} new, {known} known, {refused} not good enough, {evicted} evicted"
            )),
            None => Ok(()),
        }
    }

    fn show_times(&self, output: &mut Output) -> Told {
        let spent = self.spent().map(|(what, s)| format!("{what} {:.1} ms", s * 1e3)).join(", ");
        let stats = &self.scored.stats;
        let (steps, shared) = (stats.steps, stats.steps_shared);
        let threads = plural(self.threads as u64, "thread");
        output.line(&format!("{steps} steps ({shared} shared) on {threads}; {spent}"))?;
        let data = printable(&self.data.version);
        output.line(&output.dim(&format!("data {data}")))
    }
}

fn by_kind(faults: &[u32; 6]) -> BTreeMap<&'static str, u32> {
    let kinds = Fault::ALL.iter().map(|fault| fault.name()).zip(faults.iter().copied());
    kinds.filter(|(_, count)| *count > 0).collect()
}
