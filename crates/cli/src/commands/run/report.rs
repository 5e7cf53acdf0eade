//! What `batt run` says in the end.

use std::collections::BTreeMap;

use evolve::evaluate::{self, Evaluation};
use evolve::report::{devices_json, stats_json};
use exec::data::{Dataset, Task};
use exec::stats::Stats;
use gpu::engine::Engine;
use lang::Program;
use serde_json::{Value, json};

use super::Failed;
use super::answers::{FailedAt, Row};
use super::group::Grouped;
use crate::devices;
use crate::failure::Told;
use crate::output::{Output, plural, printable};
use crate::programs::Programs;
use crate::verdict::{Verdict, share};

/// Above this many programs only the failing ones are listed.
const LIST_AT_MOST: usize = 60;

/// Everything there is to report.
pub struct Report {
    rows: Vec<Row>,
    /// By task: on which samples some program is right, whether one fits the demos, and whether one that does is right on the
    /// tests.
    tasks: BTreeMap<String, (Vec<bool>, bool, Option<bool>)>,
    /// What has no good result.
    pub failed: Vec<Failed>,
    skipped: usize,
    parse_seconds: f64,
    exec_seconds: f64,
    stats: Stats,
    data_version: String,
    threads: usize,
    backend: String,
    /// What devices did, for machines and in a line.
    device: (serde_json::Map<String, Value>, Option<String>),
    /// Steps and shared steps on devices.
    device_steps: (u64, u64),
}

impl Report {
    /// A report without results.
    pub fn new(programs: &Programs, data: &Dataset, threads: usize, engine: &Engine) -> Report {
        let done = engine.stats().unwrap_or_default();
        Report {
            rows: Vec::new(),
            tasks: BTreeMap::new(),
            failed: Vec::new(),
            skipped: 0,
            parse_seconds: programs.seconds,
            exec_seconds: 0.0,
            stats: Stats::default(),
            data_version: data.version.clone(),
            threads,
            backend: engine.name(),
            device: (devices_json(engine), devices::summary(engine)),
            device_steps: (done.gpu_ops + done.builders, done.shared),
        }
    }

    /// Adds what came out.
    pub fn add_all(&mut self, grouped: Grouped<'_>, given: Evaluation<FailedAt>) {
        self.failed = grouped.failed;
        self.skipped = grouped.skipped;
        self.exec_seconds = given.seconds;
        self.stats = given.stats;
        for ((rows, task), own) in given.table.by_task().zip(grouped.tasks).zip(grouped.own) {
            let mut own: Vec<(usize, &Program)> =
                own.iter().map(|&place| grouped.programs[place as usize]).enumerate().collect();
            own.sort_by_key(|(_, program)| program.dialect);
            for (place, program) in own {
                self.add(task, program, || given.table.of_program(rows, place));
            }
        }
    }

    /// Adds a program, given what it gave on the samples of its task.
    fn add<'t, I>(&mut self, task: &Task, program: &Program, answers: impl Fn() -> I)
    where
        I: Iterator<Item = evaluate::Row<'t, FailedAt>>,
    {
        let row = Row::new(task, program, answers());
        let entry = self.tasks.entry(task.id.clone());
        let (samples, fits, right) =
            entry.or_insert_with(|| (vec![false; row.samples()], false, None));
        for (sample, answer) in samples.iter_mut().zip(answers()) {
            *sample |= answer.right == Some(true);
        }
        if row.fits_demos() {
            *fits = true;
            // Yes is more than no, and no more than not known.
            *right = (*right).max(row.right_on_tests());
        }
        if let Some(reason) = row.reason() {
            let reason = format!("{} ({}): {reason}", row.program, row.dialect);
            self.failed.push(Failed { task: task.id.clone(), reason });
        }
        self.rows.push(row);
    }

    fn samples(&self) -> usize {
        self.tasks.values().map(|(samples, ..)| samples.len()).sum()
    }

    fn right_samples(&self) -> usize {
        self.tasks.values().flat_map(|(samples, ..)| samples).filter(|right| **right).count()
    }

    fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::default();
        self.tasks.values().for_each(|(_, fits, right)| verdict.add(*fits, *right));
        verdict
    }

    /// The report for machines.
    pub fn as_json(&self) -> Value {
        let failed = |f: &Failed| json!({ "task": f.task, "reason": f.reason });
        let mut stats = stats_json(&self.stats);
        stats.extend(self.device.0.clone());
        let mut value = json!({
            "programs": self.rows.len(),
            "samples": self.samples(),
            "right_samples": self.right_samples(),
            "failed": self.failed.iter().map(failed).collect::<Vec<_>>(),
            "parse_seconds": self.parse_seconds,
            "exec_seconds": self.exec_seconds,
            "steps": self.stats.steps + self.device_steps.0,
            "steps_shared": self.stats.steps_shared + self.device_steps.1,
            "data_version": self.data_version,
            "backend": self.backend,
            "threads": self.threads,
            "skipped": self.skipped,
            "results": self.rows.iter().map(row_json).collect::<Vec<_>>(),
            "stats": stats,
        });
        if let Some(value) = value.as_object_mut() {
            value.extend(self.verdict().json());
        }
        value
    }

    /// The report for people.
    pub fn show(&self, all: bool, output: &mut Output) -> Told {
        let listed = all || self.rows.len() <= LIST_AT_MOST;
        if listed && !self.rows.is_empty() {
            output.table(&self.table(output))?;
            output.line("")?;
        }
        if !self.failed.is_empty() {
            output.line(&output.bold("Failed"))?;
            for Failed { task, reason } in &self.failed {
                output.line(&format!("  {}  {}", printable(task), printable(reason)))?;
            }
            output.line("")?;
        }
        self.totals(output)
    }

    fn table(&self, output: &Output) -> Vec<Vec<String>> {
        let head = ["task", "program", "dialect", "fits", "right", "cost"];
        let mut rows = vec![head.iter().map(|h| output.bold(h)).collect::<Vec<_>>()];
        for row in &self.rows {
            let (fits, right) = (share(row.demo.1, row.demo.0), share(row.test.1, row.test.0));
            let (dialect, cost) = (row.dialect.name(), row.cost.to_string());
            let cells =
                [&printable(&row.task), &printable(&row.program), dialect, &fits, &right, &cost];
            rows.push(cells.iter().map(|cell| cell.to_string()).collect());
        }
        rows
    }

    /// Calls per second; a few calls would only measure the start of threads.
    fn rate(&self) -> String {
        match self.stats.calls() {
            ..100_000 => String::new(),
            calls => {
                let rate = calls as f64 / self.exec_seconds.max(1e-9) / 1e6;
                format!(": {rate:.1} million op calls per second")
            }
        }
    }

    fn totals(&self, output: &mut Output) -> Told {
        output.line(&self.verdict().told())?;
        output.line(&format!(
            "{}, right on {} of {} samples",
            plural(self.rows.len() as u64, "program"),
            self.right_samples(),
            self.samples(),
        ))?;
        output.line(&format!(
            "ran {} steps ({} shared), {} op calls in {:.1} ms on {}{}; parsing took {:.1} ms",
            self.stats.steps + self.device_steps.0,
            self.stats.steps_shared + self.device_steps.1,
            self.stats.calls(),
            self.exec_seconds * 1e3,
            plural(self.threads as u64, "thread"),
            self.rate(),
            self.parse_seconds * 1e3,
        ))?;
        if self.skipped > 0 {
            let note =
                format!("skipped {} programs: differs, or no task in the data", self.skipped);
            output.line(&output.dim(&note))?;
        }
        if let Some(line) = &self.device.1 {
            output.line(line)?;
        }
        let (data, backend) = (printable(&self.data_version), printable(&self.backend));
        output.line(&output.dim(&format!("data {data}, backend {backend}")))
    }
}

fn row_json(row: &Row) -> Value {
    json!({
        "task": row.task, "program": row.program, "dialect": row.dialect.name(),
        "samples": row.samples(), "right_samples": row.right, "unknown_samples": row.unknown,
        "fits_demos": row.fits_demos(), "right_on_tests": row.right_on_tests(),
        "cost": row.cost, "reason": row.reason(),
    })
}
