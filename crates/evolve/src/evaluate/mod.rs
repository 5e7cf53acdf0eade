//! Many programs on many samples with all that came out: what other search systems call.
//!
//! ```text
//! programs ──merge──▶ plans ──run_jobs──▶ a part per plan and sample ──▶ one table
//! ```
//!
//! The table depends on programs, tasks and rules alone: not on threads, devices, or on what a
//! program was merged with.

mod bytes;
mod outputs;
mod part;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::batch::Job;
use exec::data::{Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules};
use exec::stats::Stats;
use gpu::engine::Engine;
use lang::{Dag, Dialect, Program};

pub use outputs::{LARGEST, Output, Outputs};
pub use table::{ERRORS, Row, Rows, Table, UNREAD};

use part::Part;

/// Most programs that are merged into one plan: the values of a sample live until all programs of
/// a plan are done, and a stop is seen between plans.
const MERGED: usize = 2048;

/// Fewest programs that are worth a plan of their own when there are threads to spare.
const WORTH_A_PLAN: usize = 32;

/// Jobs a thread should find: batches hand out several at a time.
const JOBS_PER_THREAD: usize = 8;

/// Which programs run on which tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Every program on every task.
    All,
    /// Each program on the tasks whose id is in its name.
    Name,
}

/// A program to run.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where the plan of it alone is kept for the next time, if anywhere.
    pub plan: Option<&'a OnceLock<Plan>>,
}

impl<'a> From<&'a Program> for Entry<'a> {
    fn from(program: &'a Program) -> Entry<'a> {
        Entry { program, plan: None }
    }
}

impl<'a> Entry<'a> {
    /// The plan of this program alone.
    pub fn alone(&self) -> Cow<'a, Plan> {
        let make = || Plan::new(&self.program.dag);
        match self.plan {
            Some(kept) => Cow::Borrowed(kept.get_or_init(make)),
            None => Cow::Owned(make()),
        }
    }
}

/// What to run.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The programs; nothing in the place of one that could not be read.
    pub programs: &'a [Option<Entry<'a>>],
    /// The tasks, in the order of the table.
    pub tasks: &'a [&'a Task],
    /// Which of them meet.
    pub pairing: Pairing,
    /// Whether outputs are kept.
    pub outputs: bool,
    /// Policy and budgets.
    pub rules: Rules,
    /// How many threads; 0 for the caller's own, as [`exec::batch::run_jobs`] has it.
    pub threads: usize,
}

/// What came out.
#[derive(Debug)]
pub struct Evaluation {
    /// By task, sample and program.
    pub table: Table,
    /// Counters of all runs.
    pub stats: Stats,
    /// Wall-clock seconds of execution, without merging.
    pub seconds: f64,
}

/// Some programs merged.
struct Group<'a> {
    /// Their places in the request, ascending.
    places: Vec<u32>,
    /// Whether each compares, so that its result is no output.
    differs: Vec<bool>,
    plan: Cow<'a, Plan>,
}

/// A group on a sample.
#[derive(Clone, Copy)]
struct Work<'a> {
    group: &'a Group<'a>,
    task: &'a Task,
    sample: &'a Sample,
}

/// Runs everything. `seen` hears of every finished job; nothing is returned after a stop.
pub fn evaluate(
    request: &Request<'_>,
    engine: &mut Engine,
    stop: &AtomicBool,
    seen: impl Fn(usize, usize) + Sync,
) -> Option<Evaluation> {
    let groups = Groups::new(request);
    let works: Vec<Work<'_>> = groups.works(request).collect();
    let jobs: Vec<Job<'_>> = works.iter().map(Work::job).collect();
    let batch = engine.run_jobs(&jobs, request.rules, request.threads, stop, |i, run| {
        let part = Part::new(works[i].group, run, works[i].sample, request.outputs);
        seen(i, jobs.len());
        part
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut parts = works.iter().zip(batch.results.into_iter().flatten());
    let mut table = Table::new(request.programs.len(), request.tasks, groups.pairs(request));
    for (t, task) in request.tasks.iter().enumerate() {
        let several = groups.of_task(t).len();
        for sample in task.samples() {
            let of_sample: Vec<(&[u32], Part)> =
                parts.by_ref().take(several).map(|(work, p)| (&*work.group.places, p)).collect();
            table.push(t, sample.output.is_some(), of_sample);
        }
    }
    Some(Evaluation { table, stats: batch.stats, seconds: batch.seconds })
}

impl<'a> Work<'a> {
    fn job(&self) -> Job<'a> {
        let Work { group, task, sample } = *self;
        // Solvers cannot read the target; differs compare with it.
        let inputs =
            Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() };
        Job { plan: &group.plan, inputs }
    }
}

/// The groups of each task.
struct Groups<'a> {
    all: Vec<Group<'a>>,
    /// By task; nothing where every task has all groups.
    of_task: Option<Vec<Range<usize>>>,
}

impl<'a> Groups<'a> {
    fn new(request: &Request<'a>) -> Groups<'a> {
        match request.pairing {
            Pairing::All => Groups { all: merged(request), of_task: None },
            Pairing::Name => Groups::by_name(request),
        }
    }

    fn by_name(request: &Request<'a>) -> Groups<'a> {
        let mut named: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (place, entry) in request.programs.iter().enumerate() {
            if let Some(entry) = entry {
                named.entry(&entry.program.id).or_default().push(place as u32);
            }
        }
        let (mut all, mut of_task) = (Vec::new(), Vec::new());
        for task in request.tasks {
            let first = all.len();
            let places = named.get(task.id.as_str()).map_or(&[][..], |places| places);
            for dialect in Dialect::ALL {
                let own = |place: &&u32| dialect_at(request, **place) == Some(dialect);
                let own: Vec<u32> = places.iter().filter(own).copied().collect();
                all.extend(own.chunks(MERGED).map(|p| Group::merge(request, dialect, p)));
            }
            of_task.push(first..all.len());
        }
        Groups { all, of_task: Some(of_task) }
    }

    fn of_task(&self, task: usize) -> &[Group<'a>] {
        match &self.of_task {
            Some(ranges) => &self.all[ranges[task].clone()],
            None => &self.all,
        }
    }

    /// By sample, then by group.
    fn works<'g>(&'g self, request: &'g Request<'_>) -> impl Iterator<Item = Work<'g>> {
        request.tasks.iter().enumerate().flat_map(move |(t, &task)| {
            let groups = self.of_task(t);
            task.samples().flat_map(move |sample| {
                groups.iter().map(move |group| Work { group, task, sample })
            })
        })
    }

    /// By task, the programs that run on it, ascending; nothing where all do.
    fn pairs(&self, request: &Request<'_>) -> Option<Vec<Vec<u32>>> {
        self.of_task.as_ref()?;
        let of_task = |t| {
            let groups = self.of_task(t).iter();
            let mut places: Vec<u32> = groups.flat_map(|g| g.places.iter().copied()).collect();
            places.sort_unstable();
            places
        };
        Some((0..request.tasks.len()).map(of_task).collect())
    }
}

fn dialect_at(request: &Request<'_>, place: u32) -> Option<Dialect> {
    request.programs[place as usize].map(|entry| entry.program.dialect)
}

/// All programs, as few plans as threads and memory let there be.
fn merged<'a>(request: &Request<'a>) -> Vec<Group<'a>> {
    let samples: usize = request.tasks.iter().map(|task| task.samples().count()).sum();
    let mut groups = Vec::new();
    for dialect in Dialect::ALL {
        let places = 0..request.programs.len() as u32;
        let own: Vec<u32> =
            places.filter(|&place| dialect_at(request, place) == Some(dialect)).collect();
        let size = group_size(own.len(), samples, request.threads);
        groups.extend(own.chunks(size).map(|places| Group::merge(request, dialect, places)));
    }
    groups
}

/// Programs of a group: many, since they share steps, unless threads would have nothing to do.
fn group_size(programs: usize, samples: usize, threads: usize) -> usize {
    let wanted = (threads * JOBS_PER_THREAD).div_ceil(samples.max(1)).min(threads).max(1);
    programs.div_ceil(wanted).clamp(WORTH_A_PLAN, MERGED)
}

impl<'a> Group<'a> {
    fn merge(request: &Request<'a>, dialect: Dialect, places: &[u32]) -> Group<'a> {
        let entries: Vec<Entry<'a>> =
            places.iter().filter_map(|&place| request.programs[place as usize]).collect();
        let plan = match entries[..] {
            [entry] => entry.alone(),
            _ => {
                let mut dag = Dag::new(dialect);
                entries.iter().for_each(|entry| drop(dag.merge(&entry.program.dag)));
                Cow::Owned(Plan::new(&dag))
            }
        };
        let differs = entries.iter().map(|entry| entry.program.kind.reads_c()).collect();
        Group { places: places.to_vec(), differs, plan }
    }
}
