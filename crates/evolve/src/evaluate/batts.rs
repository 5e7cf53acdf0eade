//! Programs merged and made ready to run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use exec::data::Task;
use exec::plan::Plan;
use exec::run::Budget;
use lang::{Dag, Dialect, NodeId, Program};

use crate::code::Code;

/// Most programs that are merged into one plan: the values of a sample live until all programs of
/// a plan are done, and a stop is seen between plans.
const MERGED: usize = 2048;

/// Fewest programs that are worth a plan of their own when there are threads to spare.
const WORTH_A_PLAN: usize = 32;

/// Jobs a thread should find: batches hand out several at a time.
const JOBS_PER_THREAD: usize = 8;

/// A program to run.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// Its nodes.
    pub dag: &'a Dag,
    /// Whether it compares, so that its result is no output.
    pub is_differ: bool,
    /// Where the plan of it alone is kept for the next time, if anywhere.
    pub plan: Option<&'a OnceLock<Plan>>,
}

impl<'a> From<&'a Program> for Entry<'a> {
    fn from(program: &'a Program) -> Entry<'a> {
        Entry { dag: &program.dag, is_differ: program.kind.reads_c(), plan: None }
    }
}

impl<'a> From<&'a Code> for Entry<'a> {
    fn from(code: &'a Code) -> Entry<'a> {
        Entry { dag: code.dag(), is_differ: false, plan: None }
    }
}

impl<'a> Entry<'a> {
    /// The plan of this program alone.
    pub fn alone(&self) -> Cow<'a, Plan> {
        let make = || Plan::new(self.dag);
        match self.plan {
            Some(kept) => Cow::Borrowed(kept.get_or_init(make)),
            None => Cow::Owned(make()),
        }
    }
}

/// Some programs of one dialect, merged.
#[derive(Debug)]
pub struct Batt<'a> {
    /// Their places among all programs, ascending.
    pub places: Vec<u32>,
    /// Whether each compares.
    pub differs: Vec<bool>,
    /// Their nodes, with a root for each.
    pub dag: Cow<'a, Dag>,
    /// Made ready to run.
    pub plan: Cow<'a, Plan>,
}

impl<'a> Batt<'a> {
    /// Whether any of the programs compares.
    pub fn compares(&self) -> bool {
        self.differs.contains(&true)
    }

    /// Some nodes of a Dag as programs.
    pub fn of_roots(dag: &'a Dag, roots: &[NodeId]) -> Batt<'a> {
        let (places, differs) = ((0..roots.len() as u32).collect(), vec![false; roots.len()]);
        let plan = Cow::Owned(Plan::of_roots(dag, roots));
        Batt { places, differs, dag: Cow::Borrowed(dag), plan }
    }

    /// The same, where programs may cost no more than this.
    pub fn within(mut self, limits: Budget) -> Batt<'a> {
        self.plan.to_mut().limits = limits;
        self
    }

    /// Merges those at these places.
    fn merge(all: &[Option<Entry<'_>>], places: Vec<u32>) -> Option<Batt<'static>> {
        let entries = || places.iter().filter_map(|&place| all[place as usize]);
        let mut dag = Dag::new(entries().next()?.dag.dialect());
        entries().for_each(|entry| drop(dag.merge(entry.dag)));
        let differs = entries().map(|entry| entry.is_differ).collect();
        let plan = Cow::Owned(Plan::new(&dag));
        Some(Batt { places, differs, dag: Cow::Owned(dag), plan })
    }

    /// As [`Batt::merge`], where one program alone may have its plan already.
    fn new(all: &[Option<Entry<'a>>], places: &[u32]) -> Option<Batt<'a>> {
        let [place] = places[..] else { return Batt::merge(all, places.to_vec()) };
        let entry = all[place as usize]?;
        let (dag, plan) = (Cow::Borrowed(entry.dag), entry.alone());
        Some(Batt { places: vec![place], differs: vec![entry.is_differ], dag, plan })
    }
}

/// Programs made ready to run, and which of them run on which task.
#[derive(Debug)]
pub struct Batts<'a> {
    all: Vec<Batt<'a>>,
    /// How many programs there are, readable or not.
    pub(super) programs: usize,
    /// By task, its batts and its programs; nothing where all run on every task.
    own: Option<Vec<(Range<usize>, Vec<u32>)>>,
}

impl<'a> Batts<'a> {
    /// By task, batts that run on it alone. Their programs are numbered through all tasks.
    pub fn of_tasks(tasks: Vec<Vec<Batt<'a>>>) -> Batts<'a> {
        let (mut all, mut own, mut programs) = (Vec::new(), Vec::new(), 0);
        for batts in tasks {
            let first = (all.len(), programs);
            for mut batt in batts {
                let next = programs + batt.places.len();
                batt.places = (programs as u32..next as u32).collect();
                programs = next;
                all.push(batt);
            }
            own.push((first.0..all.len(), (first.1 as u32..programs as u32).collect()));
        }
        Batts { all, programs, own: Some(own) }
    }

    /// Every program on every task, one batt per dialect.
    pub fn by_dialect<'e>(entries: impl Iterator<Item = Entry<'e>>) -> Batts<'static> {
        let entries: Vec<Option<Entry<'_>>> = entries.map(Some).collect();
        let all = of_dialects(&entries).filter_map(|places| Batt::merge(&entries, places));
        Batts { all: all.collect(), programs: entries.len(), own: None }
    }

    /// Every program on every task, in as few batts as threads and memory let there be. Nothing
    /// stands in the place of a program that could not be read.
    pub fn for_all(entries: &[Option<Entry<'a>>], tasks: &[&Task], threads: usize) -> Batts<'a> {
        let samples: usize = tasks.iter().map(|task| task.samples().count()).sum();
        let mut all = Vec::new();
        for places in of_dialects(entries) {
            let size = batt_size(places.len(), samples, threads);
            all.extend(places.chunks(size).filter_map(|places| Batt::new(entries, places)));
        }
        Batts { all, programs: entries.len(), own: None }
    }

    /// Each task has programs of its own, given by their places, ascending.
    pub fn for_each(entries: &[Option<Entry<'a>>], own: Vec<Vec<u32>>) -> Batts<'a> {
        let mut all = Vec::new();
        let of_task = |places: Vec<u32>| {
            let first = all.len();
            for dialect in Dialect::ALL {
                let is_own = |place: &&u32| dialect_at(entries, **place) == Some(dialect);
                let own: Vec<u32> = places.iter().filter(is_own).copied().collect();
                all.extend(own.chunks(MERGED).filter_map(|own| Batt::new(entries, own)));
            }
            (first..all.len(), places)
        };
        let own = Some(own.into_iter().map(of_task).collect());
        Batts { all, programs: entries.len(), own }
    }

    /// The batts that run on a task.
    pub(super) fn of_task(&self, task: usize) -> &[Batt<'a>] {
        match &self.own {
            Some(own) => &self.all[own[task].0.clone()],
            None => &self.all,
        }
    }

    /// By task, the programs that run on it; nothing where all do.
    pub(super) fn pairs(&self) -> Option<Vec<Vec<u32>>> {
        Some(self.own.as_ref()?.iter().map(|(_, places)| places.clone()).collect())
    }

    /// A program as it stands in its batt, cut out of it.
    pub fn cut_out(&self, program: usize) -> Option<Code> {
        self.all.iter().find_map(|batt| {
            let place = batt.places.binary_search(&(program as u32)).ok()?;
            Some(Code::of_root(&batt.dag, batt.dag.roots()[place]))
        })
    }
}

/// By task, the places of the programs that have its id; nothing stands for programs without one.
pub fn by_name<'n>(ids: impl Iterator<Item = Option<&'n str>>, tasks: &[&Task]) -> Vec<Vec<u32>> {
    let mut named: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (id, place) in ids.zip(0..) {
        id.into_iter().for_each(|id| named.entry(id).or_default().push(place));
    }
    tasks.iter().map(|task| named.get(task.id.as_str()).cloned().unwrap_or_default()).collect()
}

fn dialect_at(entries: &[Option<Entry<'_>>], place: u32) -> Option<Dialect> {
    entries[place as usize].map(|entry| entry.dag.dialect())
}

/// The places of the programs of each dialect.
fn of_dialects(entries: &[Option<Entry<'_>>]) -> impl Iterator<Item = Vec<u32>> {
    Dialect::ALL.into_iter().map(|dialect| {
        let places = 0..entries.len() as u32;
        places.filter(|&place| dialect_at(entries, place) == Some(dialect)).collect()
    })
}

/// Programs of a batt: many, since they share steps, unless threads would have nothing to do.
pub(super) fn batt_size(programs: usize, samples: usize, threads: usize) -> usize {
    let wanted = (threads * JOBS_PER_THREAD).div_ceil(samples.max(1)).min(threads).max(1);
    programs.div_ceil(wanted).clamp(WORTH_A_PLAN, MERGED)
}
