//! Which views go into a report.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::PathBuf;

use evolve::store::{Access, Store, TaskSummary};
use serde_json::Value;

use super::as_failure;
use super::pack::Pack;
use crate::args::report::ReportArgs;
use crate::commands::run::wanted_tasks;
use crate::failure::{Failure, Told, did_you_mean};
use crate::output::{Output, plural, printable};
use crate::views::{Library, SideNo, StoreNo, View, ViewError, words};

/// Runs of each store that are in a report.
const RUNS: usize = 20;
/// Tasks of each store, unless more are asked for.
const TASKS: usize = 200;

/// A report's content, and what there is to say about it.
pub struct Gathered {
    /// The views as text for the page.
    pub packed: String,
    /// Their number.
    pub views: usize,
    /// Tasks that can be looked at.
    pub tasks: usize,
    /// Programs that can be looked into.
    pub programs: usize,
    /// Programs that the stores cannot hand out.
    pub damaged: u64,
    /// What was left out, and how to get it.
    pub remarks: Vec<String>,
}

/// Asks the library for everything that belongs into the report.
pub fn gather(
    args: &ReportArgs,
    stores: &[PathBuf],
    library: &Library,
    output: &mut Output,
) -> Result<Gathered, Failure> {
    let pack = Pack::new();
    let mut work = Work { args, library, pack, tasks: 0, programs: 0, damaged: 0, missing: None };
    let heads = work.value(&View::Stores)?.unwrap_or_default();
    let rows = || heads["stores"].as_array().into_iter().flatten();
    let runs: Vec<Vec<i64>> = rows().map(ids).collect();
    work.runs(&runs)?;
    let (chosen, left_out) = chosen(args, stores)?;
    let count = chosen.iter().map(Vec::len).sum::<usize>();
    let bar = output.bar("running programs", count as u64);
    for (store, tasks) in chosen.iter().enumerate() {
        for task in tasks {
            work.task(StoreNo(store), task)?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    work.known_tasks(stores)?;
    let remarks = work.remarks(left_out, rows().map(older_runs).sum());
    let Work { pack, tasks, programs, damaged, .. } = work;
    Ok(Gathered { views: pack.len(), packed: pack.finish(), tasks, programs, damaged, remarks })
}

/// The numbers of a store's runs, newest first.
fn ids(store: &Value) -> Vec<i64> {
    store["runs"].as_array().into_iter().flatten().filter_map(|run| run["id"].as_i64()).collect()
}

/// How many runs of a store are not in the report; its row does not list all of many either.
fn older_runs(store: &Value) -> u64 {
    let listed = ids(store).len().saturating_sub(RUNS) as u64;
    listed + store["runs_more"].as_u64().unwrap_or(0)
}

/// The tasks of each store that are shown, and how many are not.
fn chosen(args: &ReportArgs, stores: &[PathBuf]) -> Result<(Vec<Vec<String>>, usize), Failure> {
    if let Some(wanted) = wanted_tasks(args.tasks.as_deref())? {
        let wanted: Vec<String> = wanted.into_iter().collect();
        return Ok((vec![wanted; stores.len()], 0));
    }
    let most = if args.all { usize::MAX } else { TASKS };
    let (mut chosen, mut left_out) = (Vec::new(), 0);
    for path in stores {
        let mut tasks = Store::open(path, Access::Read)?.tasks()?;
        tasks.sort_by_cached_key(rank);
        left_out += tasks.len().saturating_sub(most);
        tasks.truncate(most);
        chosen.push(tasks.into_iter().map(|summary| summary.task).collect());
    }
    Ok((chosen, left_out))
}

/// Fitted tasks first, then by the share of points, in parts of a million.
fn rank(summary: &TaskSummary) -> (bool, Reverse<u64>, String) {
    let share = u64::from(summary.best_score) * 1000 / u64::from(summary.demo_count.max(1));
    (summary.solved == 0, Reverse(share), summary.task.clone())
}

struct Work<'a> {
    args: &'a ReportArgs,
    library: &'a Library,
    pack: Pack,
    tasks: usize,
    programs: usize,
    damaged: u64,
    /// The first view that there is not, why, and how many more.
    missing: Option<(String, usize)>,
}

impl Work<'_> {
    /// Puts a view in; its answer, if there is one.
    fn add(&mut self, view: &View) -> Result<Option<Vec<u8>>, Failure> {
        match self.library.json(view) {
            Ok(answer) => {
                self.pack.add(&view.path(), &answer);
                Ok(Some(answer))
            }
            Err(ViewError::Missing(why, _)) => {
                self.missing.get_or_insert((why, 0)).1 += 1;
                Ok(None)
            }
            Err(trouble) => Err(as_failure(trouble)),
        }
    }

    /// Puts a view in and reads its answer.
    fn value(&mut self, view: &View) -> Result<Option<Value>, Failure> {
        let answer = self.add(view)?;
        Ok(answer.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// Overviews and engines of the newest runs, and comparisons.
    fn runs(&mut self, runs: &[Vec<i64>]) -> Told {
        for (at, runs) in runs.iter().enumerate() {
            let store = StoreNo(at);
            for run in [None].into_iter().chain(runs.iter().take(RUNS).map(|run| Some(*run))) {
                self.add(&View::Overview { store, run })?;
                self.add(&View::Engine { store, run })?;
            }
            if !runs.is_empty() {
                self.add(&View::Whole { store })?;
            }
            if let [newest, before, ..] = runs[..] {
                self.compare((at, Some(before)), (at, Some(newest)))?;
            }
        }
        if let [first, second, ..] = runs {
            self.compare((0, None), (1, None))?;
            if let (Some(a), Some(b)) = (first.first(), second.first()) {
                self.compare((0, Some(*a)), (1, Some(*b)))?;
            }
        }
        Ok(())
    }

    /// Both ways round: people change sides.
    fn compare(&mut self, a: (usize, Option<i64>), b: (usize, Option<i64>)) -> Told {
        let side = |(store, run): (usize, Option<i64>)| SideNo { store: StoreNo(store), run };
        self.add(&View::Compare { a: side(a), b: side(b) })?;
        self.add(&View::Compare { a: side(b), b: side(a) })?;
        Ok(())
    }

    fn task(&mut self, store: StoreNo, id: &str) -> Told {
        let view = |test| View::Task { store, task: id.into(), test };
        let Some(task) = self.value(&view(false))? else { return Ok(()) };
        self.tasks += 1;
        self.damaged += task["damaged"].as_u64().unwrap_or(0);
        if self.args.test {
            self.add(&view(true))?;
        }
        let samples = |of: &str| task[of].as_array().map_or(0, Vec::len);
        let (demo, test) = (samples("demo"), samples("test"));
        let programs = task["programs"].as_array().into_iter().flatten();
        for program in programs.take(self.args.programs as usize) {
            let Some(hash) = program["hash"].as_str() else { continue };
            self.program(store, id, hash, (demo, test))?;
        }
        Ok(())
    }

    fn program(
        &mut self,
        store: StoreNo,
        id: &str,
        hash: &str,
        (demo, test): (usize, usize),
    ) -> Told {
        let named = || (hash.to_string(), Some(id.to_string()));
        let (program, task) = named();
        if self.add(&View::Program { store, program, task })?.is_none() {
            return Ok(());
        }
        self.programs += 1;
        // With test outputs the page asks for both forms: as long as they are hidden, and then.
        let forms = [(false, demo), (true, demo + test)];
        for &(test, samples) in &forms[..1 + usize::from(self.args.test)] {
            let (program, task) = named();
            self.add(&View::Outputs { store, program, task, test })?;
            for sample in 0..samples {
                let (program, task) = named();
                self.add(&View::Trace { store, program, task, sample, test })?;
            }
        }
        Ok(())
    }

    /// Tasks that somebody asked for must be in one of the stores.
    fn known_tasks(&self, stores: &[PathBuf]) -> Told {
        let wanted = wanted_tasks(self.args.tasks.as_deref())?.unwrap_or_default();
        let unknown: BTreeSet<&String> =
            wanted.iter().filter(|task| !self.has_task(task)).collect();
        let Some(first) = unknown.first() else { return Ok(()) };
        let message = match unknown.len() {
            1 => format!("no task {} in the store", printable(first)),
            n => format!("no task {} in the store, and {} more", printable(first), n - 1),
        };
        let mut known = Vec::new();
        for path in stores {
            known.extend(Store::open(path, Access::Read)?.tasks()?.into_iter().map(|row| row.task));
        }
        let near = did_you_mean(first, known.iter().map(String::as_str));
        Err(Failure::usage(message).hint(near.unwrap_or_else(|| words::SEE_TASKS.into())))
    }

    fn has_task(&self, id: &str) -> bool {
        let view = |store| View::Task { store: StoreNo(store), task: id.into(), test: false };
        (0..self.library.len()).any(|store| self.pack.has(&view(store).path()))
    }

    fn remarks(&self, tasks: usize, runs: u64) -> Vec<String> {
        let mut left_out = Vec::new();
        if tasks > 0 {
            let tasks = plural(tasks as u64, "task");
            left_out.push(format!("{tasks} (--all takes all, --tasks IDS chooses)"));
        }
        if runs > 0 {
            left_out.push(plural(runs, "older run"));
        }
        if self.tasks > 0 {
            let programs = self.args.programs;
            left_out.push(format!(
                "the steps of programs after the best {programs} of a task (--programs N)"
            ));
            if !self.args.test {
                left_out.push("test outputs (--test)".into());
            }
        }
        let mut remarks = Vec::new();
        if !left_out.is_empty() {
            remarks.push(format!("left out: {}", left_out.join("; ")));
        }
        if self.damaged > 0 {
            let programs = plural(self.damaged, "damaged program");
            remarks.push(format!("not in it: {programs} (batt store check names them)"));
        }
        if let Some((why, count)) = &self.missing {
            let views = plural(*count as u64, "view");
            remarks.push(format!("not to be had: {views}, the first because {}", printable(why)));
        }
        remarks
    }
}
