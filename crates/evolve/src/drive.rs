//! `evolve` from start to end: the search loop over a store.
//!
//! One generation is one transaction. What a generation does is a function of the run's row in
//! the store (seed, settings, pool) and of what is kept after the generation before, so a run
//! that was killed goes on as if it had never stopped.

mod timer;
mod told;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use exec::data::{Dataset, Task};
use exec::run::Budget;
use gpu::engine::Engine;
use lang::Hash128;

use crate::code::{Code, Hash128Text};
use crate::differs::Advisers;
use crate::error::{EvolveError, Refusal};
use crate::generation::{Counters, DifferNote, Generation};
use crate::kept::{Kept, ProgramRow};
use crate::mutate;
use crate::prior::Guide;
use crate::search::{Member, Search, Settings, Unmade};
use crate::standing::perfect;
use crate::store::record::{PoolSource, RunPlan, RunRow, RunSettings};
use crate::store::{RunId, Store};

pub use timer::Timer;
pub use told::{Progress, Risen, SolvedBy, Summary};

/// The version of this engine, which stored numbers carry. The last part counts changes of the
/// search within a version: a run goes on only where the same seed gives the same mutants.
pub const ENGINE: &str = concat!("arcbatt-", env!("CARGO_PKG_VERSION"), "/search-5");

/// Programs that leave before the store is swept: what nothing kept descends from would otherwise
/// pile up in it for as long as a run goes on.
const SWEEP_AFTER: usize = 20_000;

/// What a user decides.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How it searches; a run that goes on has its own, but for threads and memory.
    pub search: Settings,
    /// Generations of mutants in all; no limit without.
    pub generations: Option<u64>,
    /// When to stop, whatever is under way; no limit without.
    pub time: Option<Duration>,
    /// Where the pool comes from; for reports alone.
    pub source: PoolSource,
    /// The priors it goes by; a run that goes on must have its own again.
    pub guide: Guide,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It made the generations asked for.
    Generations,
    /// Every task has a program that fits its demos, and none was to go on.
    Solved,
    /// Nothing grew, and there is no line to mutate.
    Barren,
    /// Its time was over.
    Time,
    /// It was asked to stop.
    Stopped,
}

impl Ended {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Generations => "generations",
            Ended::Solved => "all tasks fitted",
            Ended::Barren => "nothing can grow",
            Ended::Time => "time",
            Ended::Stopped => "stopped",
        }
    }
}

/// When a session is going to end that starts now, after so many seconds of its run.
fn plan(options: &Options, before: f64) -> RunPlan {
    let seconds = options.time.map(|time| before + time.as_secs_f64());
    RunPlan { generations: options.generations, seconds }
}

/// A run that is ready to make its next generation.
pub struct Evolution<'s, 't> {
    store: &'s mut Store,
    run: RunId,
    search: Search<'t>,
    tasks: Vec<&'t Task>,
    pool: Vec<Code>,
    advisers: Advisers,
    threads: usize,
    seed: u64,
    beyond: bool,
    source: PoolSource,
    generation: Option<u64>,
    total: Counters,
    session: Counters,
    made: u64,
    /// Programs that left since the store was swept.
    left: usize,
    /// Set when time is over.
    late: Arc<AtomicBool>,
}

impl<'s, 't> Evolution<'s, 't> {
    /// A new run. What the store keeps for the tasks is where it starts from, with the pool.
    pub fn start(
        store: &'s mut Store,
        data: &'t Dataset,
        tasks: &[&'t Task],
        pool: Vec<Code>,
        options: &Options,
    ) -> Result<Evolution<'s, 't>, EvolveError> {
        if tasks.is_empty() {
            return Err(Refusal::NoTask.into());
        }
        let (pool, search) = (without_repeats(pool), &options.search);
        let row = RunRow {
            seed: search.seed,
            settings: RunSettings {
                engine: ENGINE.into(),
                data: data.name.clone(),
                data_version: data.version.clone(),
                tasks: tasks.iter().map(|task| task.id.clone()).collect(),
                population: search.population,
                mutation_rate: search.mutation.rate,
                solve_units: search.solve_units,
                budget: search.budget.program,
                beyond: search.beyond,
                source: options.source,
                prior: options.guide.hash().map(Hash128Text),
            },
            pool: pool.iter().map(|code| Hash128Text(code.hash())).collect(),
            ..RunRow::default()
        };
        let rows: Vec<_> =
            pool.iter().map(|code| ProgramRow::new(code, code.text("solve_pool"))).collect();
        store.save_pool(&rows)?;
        let run = store.start_run(&row)?;
        Evolution::ready(store, run, row, tasks, pool, options)
    }

    /// The last run of the store goes on where it stopped.
    pub fn resume(
        store: &'s mut Store,
        data: &'t Dataset,
        options: &Options,
    ) -> Result<Evolution<'s, 't>, EvolveError> {
        let Some((run, row)) = store.last_run()? else {
            return Err(Refusal::NoRun.into());
        };
        let of_run = &row.settings;
        if of_run.engine != ENGINE {
            return Err(Refusal::OtherEngine(of_run.engine.clone()).into());
        }
        if of_run.data_version != data.version {
            let (name, made) = (of_run.data.clone(), of_run.data_version.clone());
            return Err(Refusal::OtherData { name, made, given: data.version.clone() }.into());
        }
        same_prior(of_run.prior.map(|hash| hash.0), options.guide.hash())?;
        let find = |id: &String| data.get(id).ok_or_else(|| Refusal::TaskGone(id.clone()));
        let tasks = of_run.tasks.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        if let Some(id) = store.changed_tasks(tasks.iter().copied())?.into_iter().next() {
            return Err(Refusal::TaskReplaced(id).into());
        }
        let pool = store.pool(run)?.iter().map(read_program).collect::<Result<Vec<_>, _>>()?;
        Evolution::ready(store, run, row, &tasks, pool, options)
    }

    fn ready(
        store: &'s mut Store,
        run: RunId,
        row: RunRow,
        tasks: &[&'t Task],
        pool: Vec<Code>,
        options: &Options,
    ) -> Result<Evolution<'s, 't>, EvolveError> {
        let of_run = &row.settings;
        let settings = Settings {
            seed: row.seed,
            population: of_run.population,
            mutation: mutate::Settings::of_search(of_run.mutation_rate),
            budget: Budget::of(of_run.budget),
            solve_units: of_run.solve_units,
            beyond: of_run.beyond,
            ..options.search
        };
        let (mut search, late) = (Search::new(settings, tasks, &pool), Arc::default());
        search.end_when(Arc::clone(&late));
        let mut kept = Vec::new();
        for task in tasks {
            for entry in store.kept(&task.id)? {
                kept.push((task.id.clone(), member(entry)?));
            }
        }
        search.restore(row.generation, kept);
        search.go_by(options.guide.clone());
        let advisers = Advisers::new(&store.differs()?);
        store.plan_run(run, &plan(options, row.counters.seconds))?;
        Ok(Evolution {
            store,
            run,
            search,
            tasks: tasks.to_vec(),
            pool,
            advisers,
            threads: options.search.threads,
            seed: row.seed,
            beyond: of_run.beyond,
            source: of_run.source,
            generation: row.generation,
            total: row.counters,
            session: Counters::default(),
            made: 0,
            left: 0,
            late,
        })
    }

    /// Runs candidates on devices; nothing that is kept depends on it.
    pub fn use_engine(&mut self, engine: Engine) {
        self.search.use_engine(engine);
    }

    /// The engine in use.
    pub fn engine(&mut self) -> &mut Engine {
        self.search.engine()
    }

    /// Makes generations until something ends it; tells `see` of each.
    pub fn run(
        &mut self,
        options: &Options,
        stop: &AtomicBool,
        mut see: impl FnMut(&Progress),
    ) -> Result<Summary, EvolveError> {
        let timer = self.timer(options);
        loop {
            if let Some(ended) = self.ended(options, stop) {
                return self.finish(ended);
            }
            if let Some(progress) = self.step()? {
                see(&Progress { left: self.time_left(options, &timer), ..progress });
            }
        }
    }

    /// Runs from now on until the time of this session is over; what is under way then is left out.
    pub fn timer(&self, options: &Options) -> Timer {
        Timer::start(options.time, &self.late)
    }

    /// Seconds until the session ends, if nothing ends it before: by its time, and by how long its generations took.
    fn time_left(&self, options: &Options, timer: &Timer) -> Option<Duration> {
        let to_come = options.generations.map(|n| n.saturating_sub(self.generation.unwrap_or(0)));
        let each = self.session.seconds / self.made.max(1) as f64;
        let by_pace = |n| Duration::try_from_secs_f64(each * n as f64).unwrap_or(Duration::MAX);
        [to_come.map(by_pace), timer.left()].into_iter().flatten().min()
    }

    /// Why no further generation is to be made, if so.
    pub fn ended(&self, options: &Options, stop: &AtomicBool) -> Option<Ended> {
        if stop.load(Ordering::Relaxed) {
            Some(Ended::Stopped)
        } else if self.late.load(Ordering::Relaxed) {
            Some(Ended::Time)
        } else {
            // The pool is run in any case.
            let last = self.generation?;
            let enough = options.generations.is_some_and(|n| last >= n);
            let solved = !self.beyond && self.search.is_solved();
            let barren = self.search.is_barren().then_some(Ended::Barren);
            solved.then_some(Ended::Solved).or(enough.then_some(Ended::Generations)).or(barren)
        }
    }

    /// Ends the run.
    pub fn finish(&mut self, ended: Ended) -> Result<Summary, EvolveError> {
        self.store.finish_run(self.run, &self.total)?;
        Ok(self.summary(ended))
    }

    /// Makes one generation and commits it; nothing if time is over before it is made.
    pub fn step(&mut self) -> Result<Option<Progress>, EvolveError> {
        let before = self.best_scores();
        let made = match self.generation {
            None => self.search.seed(&self.pool),
            Some(_) => self.search.breed(),
        };
        let mut generation = match made {
            Ok(generation) => generation,
            Err(Unmade::Late) => return Ok(None),
            Err(Unmade::Mismatch(mismatch)) => return Err(mismatch.into()),
        };
        generation.differs = self.differ_notes(&generation.added)?;
        self.store.commit(self.run, &generation)?;
        self.generation = Some(generation.number);
        self.total.add(&generation.counters);
        self.session.add(&generation.counters);
        self.made += 1;
        self.left += generation.evicted.len();
        if self.left > SWEEP_AFTER {
            self.store.sweep()?;
            self.left = 0;
        }
        Ok(Some(self.progress(generation, &before)))
    }

    /// What stored differs say of the programs that came, which are in the order of tasks.
    fn differ_notes(&self, added: &[Kept]) -> Result<Vec<DifferNote>, EvolveError> {
        let mut notes = Vec::new();
        if self.advisers.is_empty() {
            return Ok(notes);
        }
        for of_task in added.chunk_by(|a, b| a.task == b.task) {
            let Some(task) = self.tasks.iter().find(|task| task.id == of_task[0].task) else {
                continue;
            };
            let codes = of_task.iter().map(|kept| read_program(&kept.program));
            let codes = codes.collect::<Result<Vec<_>, _>>()?;
            notes.extend(self.advisers.notes(task, &codes, self.threads));
        }
        Ok(notes)
    }

    fn best_scores(&self) -> Vec<u32> {
        let best =
            |members: &[std::sync::Arc<Member>]| members.first().map(|m| m.standing.demo_score);
        self.search.kept().map(|(_, members)| best(members).unwrap_or(0)).collect()
    }

    fn progress(&self, generation: Generation, before: &[u32]) -> Progress {
        let rises = self.search.kept().zip(before).filter_map(|((task, members), &from)| {
            let best = members.first().filter(|m| m.standing.demo_score > from)?;
            let (to, perfect) = (best.standing.demo_score, perfect(best.standing.demo_count));
            Some(Risen { task: task.to_string(), from, to, perfect })
        });
        let mut risen: Vec<Risen> = rises.collect();
        risen.sort_by_key(|rise| (std::cmp::Reverse(rise.to - rise.from), rise.task.clone()));
        let solved = self.search.kept().filter(|(_, ms)| ms.iter().any(|m| m.standing.solved));
        Progress {
            generation: generation.number,
            last: generation.counters,
            session: self.session.clone(),
            solved: solved.count(),
            tasks: before.len(),
            risen,
            left: None,
        }
    }

    fn summary(&self, ended: Ended) -> Summary {
        let (mut solved, mut right, mut known, mut tasks) = (Vec::new(), 0, 0, 0);
        for (task, members) in self.search.kept() {
            tasks += 1;
            let Some(best) = members.iter().find(|m| m.standing.solved) else { continue };
            solved.push(task.to_string());
            let of_tests = best.standing.right_on_tests();
            known += usize::from(of_tests.is_some());
            right += usize::from(of_tests == Some(true));
        }
        Summary {
            seed: self.seed,
            generation: self.generation,
            made: self.made,
            session: self.session.clone(),
            total: self.total.clone(),
            solved,
            right,
            known,
            tasks,
            pool: self.pool.len(),
            source: self.source,
            ended,
        }
    }
}

/// Whether a run goes on by the prior it had.
fn same_prior(of_run: Option<Hash128>, given: Option<Hash128>) -> Result<(), Refusal> {
    match (of_run, given) {
        (of_run, given) if of_run == given => Ok(()),
        (of_run, Some(given)) => Err(Refusal::OtherPrior { of_run, given }),
        (Some(of_run), None) => Err(Refusal::PriorMissing(of_run)),
        (None, None) => Ok(()),
    }
}

/// Programs by identity, the first of each kept.
fn without_repeats(pool: Vec<Code>) -> Vec<Code> {
    let mut seen = BTreeSet::new();
    pool.into_iter().filter(|code| seen.insert(code.hash())).collect()
}

fn member(kept: Kept) -> Result<Member, EvolveError> {
    Ok(Member { code: read_program(&kept.program)?, standing: kept.standing })
}

/// A program of the store, read back.
pub fn read_program(row: &ProgramRow) -> Result<Code, EvolveError> {
    let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
    match parsed.programs.first().map(Code::of_program) {
        Some(code) if code.hash() == row.hash => Ok(code),
        _ => Err(Refusal::NotItsHash(row.hash).into()),
    }
}
