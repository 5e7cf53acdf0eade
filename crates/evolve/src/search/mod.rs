//! The search loop: breed, run, score, keep, one generation after the other.
//!
//! Tasks are islands: a task's next generation depends on what is kept for it, on the pool that
//! the run started from and on the seed, never on another task. So threads and shards change
//! nothing but the time it takes.
//!
//! ```text
//! shelf ──▶ parents ──▶ mutants in one batt ──▶ first sample ──▶ other samples ──▶ keep
//! ```

mod effort;
mod island;
mod later;
mod litter;
mod reduce;
mod strategies;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use exec::bank::Scratch;
use exec::data::Task;
use exec::run::{Budget, Rules, Worker};
use gpu::engine::Engine;
use gpu::team::TeamStats;
use lang::{Dialect, Hash128};

use self::effort::{Effort, since};
use self::island::Island;
use self::later::Pace;
pub use self::litter::GROWTH;
use self::litter::{LaterShots, Litter};
use self::reduce::{Verdict, reduce};
use crate::code::Code;
use crate::generation::{Counters, Generation};
use crate::grow;
use crate::keep::{Ranked, Shelf};
use crate::kept::KEEP_PER_TASK;
use crate::limits::{MUTATION_RATE, POPULATION, SEARCH_EFFORT, SEARCH_MEMORY, SEED, units};
use crate::mutate::{self, Donors};
use crate::prior::Guide;
use crate::standing::Standing;
use crate::threads::parallel;
use crate::trace::Mismatch;

/// What decides the course of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Where all random choices come from.
    pub seed: u64,
    /// Candidates per task and generation.
    pub population: u32,
    /// How programs are mutated.
    pub mutation: mutate::Settings,
    /// Limits on the work of one candidate.
    pub budget: Budget,
    /// How many threads; changes nothing but the time.
    pub threads: usize,
    /// Memory for values seen before, all tasks together; changes nothing but the time.
    pub memory: usize,
    /// Units of work that the strategies of `solve` have for a task in generation 0; 0 leaves them out.
    pub solve_units: u64,
    /// Whether solved tasks go on: for cheaper programs, and other ones.
    pub beyond: bool,
    /// The dialect that programs grow in; without, that of the pool.
    pub grown: Option<Dialect>,
    /// The most calls that programs grow by in one generation.
    pub most_calls: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: SEED,
            population: POPULATION.usual,
            mutation: mutate::Settings::of_search(MUTATION_RATE.usual),
            budget: Budget::TIGHT,
            threads: 1,
            memory: (SEARCH_MEMORY.usual as usize) << 20,
            solve_units: units(SEARCH_EFFORT.usual),
            beyond: false,
            grown: None,
            most_calls: u64::MAX,
        }
    }
}

/// Memory for values seen before that a sample has at least.
const LEAST_BANK: usize = 256 << 10;

/// Candidates of all tasks together that are held at once, about 1 kB each.
const AT_ONCE: usize = 200_000;

/// Why there is no generation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// A program gives something else alone than among others: a defect of ours.
    Mismatch(Mismatch),
    /// Time was over before it was done. What there was of it is left out, so that it is made anew when the search goes on.
    Late,
}

impl From<Mismatch> for Unmade {
    fn from(mismatch: Mismatch) -> Unmade {
        Unmade::Mismatch(mismatch)
    }
}

/// What all tasks share while a generation is made.
#[derive(Clone, Copy)]
pub(crate) struct Breeding<'s> {
    pub settings: &'s Settings,
    /// What candidates may cost.
    pub budget: Budget,
    pub bank_bytes: usize,
    /// The dialect that programs grow in.
    pub grown: Dialect,
    /// The programs that donors are numbered by.
    pub pool: &'s [Hash128],
    /// What is likely, by task.
    pub guide: &'s Guide,
    /// Set when time is over: what is made from then on goes unseen.
    pub late: &'s Arc<AtomicBool>,
    donors: &'s [Donors; 2],
}

impl Breeding<'_> {
    fn donors(&self, dialect: Dialect) -> &Donors {
        &self.donors[dialect as usize]
    }

    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}

/// A program kept for a task.
#[derive(Clone, Debug)]
pub struct Member {
    /// The program.
    pub code: Code,
    /// How good it is.
    pub standing: Standing,
}

impl Ranked for Member {
    fn hash(&self) -> Hash128 {
        self.code.hash()
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }
}

/// A search over some tasks.
pub struct Search<'t> {
    settings: Settings,
    islands: Vec<Island<'t>>,
    pool: Vec<Hash128>,
    donors: [Donors; 2],
    /// Dialects of candidates: each has banks of its own.
    dialects: usize,
    /// The dialect that programs grow in.
    grown: Dialect,
    /// The number of the next generation.
    next: u64,
    /// Where candidates may run after their first sample.
    engine: Mutex<Engine>,
    guide: Guide,
    /// How fast they run, in generation 0 and later: pools are not like mutants.
    paces: [Mutex<Pace>; 2],
    effort: Effort,
    late: Arc<AtomicBool>,
}

impl<'t> Search<'t> {
    /// A search that has nothing yet. The pool is what programs cross over with.
    pub fn new(settings: Settings, tasks: &[&'t Task], pool: &[Code]) -> Search<'t> {
        let donors = Dialect::ALL.map(|dialect| Donors::new(dialect, pool));
        let islands = tasks.iter().map(|task| Island::new(task)).collect();
        let has = |dialect| pool.iter().any(|code| code.dialect() == dialect);
        // People read `arc` more easily; where there are programs of the other dialect alone, grown ones go with them.
        let only_batt = has(Dialect::Batt) && !has(Dialect::Arc);
        let usual = if only_batt { Dialect::Batt } else { Dialect::Arc };
        let grown = settings.grown.unwrap_or(usual);
        let used = |dialect| {
            has(dialect) || dialect == grown || dialect == Dialect::Batt && settings.solve_units > 0
        };
        let dialects = Dialect::ALL.into_iter().filter(|&dialect| used(dialect)).count();
        let pool = pool.iter().map(Code::hash).collect();
        let engine = Mutex::new(Engine::cpu());
        let (paces, effort, late) = Default::default();
        Search {
            settings,
            islands,
            pool,
            donors,
            dialects,
            grown,
            next: 0,
            engine,
            guide: Guide::NONE,
            paces,
            effort,
            late,
        }
    }

    /// Goes by priors in what grows and what mutation draws.
    pub fn go_by(&mut self, guide: Guide) {
        self.guide = guide;
    }

    /// Goes on with what was kept after a generation; nothing if not even the pool was run.
    pub fn restore(
        &mut self,
        generation: Option<u64>,
        kept: impl IntoIterator<Item = (String, Member)>,
    ) {
        let mut by_task: std::collections::HashMap<String, Vec<Arc<Member>>> = Default::default();
        for (task, member) in kept {
            by_task.entry(task).or_default().push(Arc::new(member));
        }
        for island in &mut self.islands {
            let members = by_task.remove(&island.task.id).unwrap_or_default();
            island.shelf = Shelf::join(members);
        }
        self.next = generation.map_or(0, |number| number + 1);
    }

    /// Lets candidates run on devices from their second sample on, with `auto` where that ends sooner: the first one belongs to the
    /// making of mutants, which looks at every single value. Nothing that comes out depends on it.
    pub fn use_engine(&mut self, engine: Engine) {
        self.engine = Mutex::new(engine);
    }

    /// The generation under way is left out as soon as the flag is set, and all that would follow. A generation that was made is
    /// the same with and without.
    pub fn end_when(&mut self, late: Arc<AtomicBool>) {
        self.late = late;
    }

    /// The engine in use.
    pub fn engine(&mut self) -> &mut Engine {
        self.engine.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the generation to come.
    pub fn next_generation(&self) -> u64 {
        self.next
    }

    /// The kept programs of each task, best first.
    pub fn kept(&self) -> impl Iterator<Item = (&str, &[Arc<Member>])> {
        self.islands.iter().map(|island| (island.task.id.as_str(), island.shelf.entries()))
    }

    /// Whether every task has a program that solves all its demo samples.
    pub fn is_solved(&self) -> bool {
        self.islands.iter().all(Island::is_solved)
    }

    /// Whether no generation to come can have a candidate: programs have grown as far as they ever will, and none that is
    /// kept for a task that goes on has a line to mutate.
    pub fn is_barren(&self) -> bool {
        let has_lines = |member: &Arc<Member>| member.code.size() > 0;
        let goes_on = self.islands.iter().filter(|i| self.settings.beyond || i.is_open());
        self.next > grow::LAST_GENERATION
            && goes_on.into_iter().all(|island| !island.shelf.entries().iter().any(has_lines))
    }

    /// Generation 0: every program of the pool on every task, then what strategies find and what grows for those that it
    /// does not solve.
    pub fn seed(&mut self, pool: &[Code]) -> Result<Generation, Unmade> {
        let before: Vec<_> = self.islands.iter().map(|island| island.shelf.clone()).collect();
        let made = self.both_rounds(pool);
        if made.is_err() {
            self.islands.iter_mut().zip(before).for_each(|(island, shelf)| island.shelf = shelf);
        }
        made
    }

    fn both_rounds(&mut self, pool: &[Code]) -> Result<Generation, Unmade> {
        let mut generation = self.round(
            pool.len(),
            |_| true,
            |island, scratch, rules| island.seed(pool, scratch, rules),
        )?;
        let (most, number) = (KEEP_PER_TASK + self.settings.population as usize, pool.len() as u64);
        let more = self.round(most, Island::is_open, |island, scratch, rules| {
            island.start(number, scratch, rules)
        })?;
        generation.follow(more);
        self.next += 1;
        Ok(generation)
    }

    /// The next generation of mutants, of tasks that are still open.
    pub fn breed(&mut self) -> Result<Generation, Unmade> {
        let (number, beyond) = (self.next, self.settings.beyond);
        let candidates = self.settings.population as usize * 3 / 2;
        let goes_on = move |island: &Island<'t>| beyond || island.is_open();
        let generation = self.round(candidates, goes_on, |island, scratch, rules| {
            island.breed(scratch, rules, number)
        })?;
        self.next += 1;
        Ok(generation)
    }

    /// Some tasks with about so many candidates each.
    fn round(
        &mut self,
        candidates: usize,
        wanted: impl Fn(&Island<'t>) -> bool,
        make: impl Fn(&Island<'t>, &mut Scratch, &Breeding<'_>) -> Litter + Sync,
    ) -> Result<Generation, Unmade> {
        let started = Instant::now();
        let (steps, devices) = (self.steps(), self.engine().stats());
        let mut generation = Generation { number: self.next, ..Generation::default() };
        let mut shelves = Vec::with_capacity(self.islands.len());
        let islands: Vec<&Island<'t>> = self.islands.iter().filter(|i| wanted(i)).collect();
        // In portions, for all candidates of a portion are held at once.
        let portion = (AT_ONCE / candidates.max(1)).max(self.settings.threads).max(1);
        for islands in islands.chunks(portion) {
            for verdict in self.verdicts(islands, &make)? {
                let verdict = verdict?;
                shelves.push(verdict.shelf);
                generation.added.extend(verdict.added);
                generation.evicted.extend(verdict.evicted);
                generation.counters.add(&verdict.counters);
            }
        }
        let islands = self.islands.iter_mut().filter(|island| wanted(island));
        islands.zip(shelves).for_each(|(island, shelf)| island.shelf = shelf);
        self.count_work(steps, devices, &mut generation.counters);
        generation.counters.seconds = started.elapsed().as_secs_f64();
        Ok(generation)
    }

    /// Counts what was done since there were these numbers of steps and these device counts.
    fn count_work(
        &mut self,
        before: (u64, u64),
        devices: Option<TeamStats>,
        counters: &mut Counters,
    ) {
        let after = self.steps();
        counters.steps_run = after.0 - before.0;
        counters.steps_known = after.1 - before.1;
        counters.values_high = self.islands.iter().map(Island::bytes).sum();
        self.effort.settle(counters);
        let Some(now) = self.engine().stats() else { return };
        // An engine may find its devices while it works.
        let before = devices.unwrap_or_default();
        counters.devices = since(now.counts(), &before.counts());
        counters.fallbacks = since(now.fallbacks, &before.fallbacks);
        counters.fallbacks.retain(|_, count| *count > 0);
        counters.device_memory_high = now.counters.memory_high;
    }

    /// Some islands: litters on their first sample, then the other samples, then the reduction.
    fn verdicts(
        &self,
        islands: &[&Island<'t>],
        make: &(impl Fn(&Island<'t>, &mut Scratch, &Breeding<'_>) -> Litter + Sync),
    ) -> Result<Vec<Result<Verdict, Unmade>>, Unmade> {
        let (threads, rules) = (self.settings.threads, self.breeding());
        let in_time = || if rules.is_late() { Err(Unmade::Late) } else { Ok(()) };
        let litters = parallel(
            threads,
            islands.len(),
            || self.effort.bench(),
            |bench, i| in_time().map(|()| make(islands[i], &mut bench.scratch, &rules)),
        );
        let litters = litters.into_iter().collect::<Result<Vec<Litter>, Unmade>>()?;
        // Litters that were cut short end here.
        in_time()?;
        let by_island = self.later_shots(islands, &litters, &rules);
        in_time()?;
        let context = reduce::Context {
            seed: self.settings.seed,
            generation: self.next,
            rules: Rules { budget: self.settings.budget, ..Rules::default() },
        };
        Ok(parallel(threads, islands.len(), Worker::default, |worker, i| {
            in_time()?;
            Ok(reduce(islands[i], &litters[i], &by_island[i], &context, worker)?)
        }))
    }

    /// By island and sample after the first: what the candidates that are still in give.
    fn later_shots(
        &self,
        islands: &[&Island<'t>],
        litters: &[Litter],
        rules: &Breeding<'_>,
    ) -> LaterShots {
        let threads = self.settings.threads;
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let pace = &self.paces[usize::from(self.next > 0)];
        let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
        let work = later::work(islands, litters);
        if pace.prefers(&mut engine, islands, litters) {
            let limits = (self.settings.budget, threads);
            return pace.on_engine(work, &mut engine, |engine| {
                later::on_engine(islands, litters, engine, (limits, &**rules.late), &self.effort)
            });
        }
        let started = Instant::now();
        let later = |i: usize| (1..islands[i].task.demo.len()).map(move |sample| (i, sample));
        let jobs: Vec<(usize, usize)> = (0..islands.len()).flat_map(later).collect();
        let shots = parallel(
            threads,
            jobs.len(),
            || self.effort.bench(),
            |bench, at| {
                let (i, sample) = jobs[at];
                islands[i].shots(&litters[i], sample, &mut bench.scratch, rules)
            },
        );
        pace.learn_banks(work, started.elapsed().as_secs_f64());
        let mut by_island: LaterShots = islands.iter().map(|_| Vec::new()).collect();
        jobs.iter().zip(shots).for_each(|((i, _), shots)| by_island[*i].push(shots));
        by_island
    }

    fn breeding(&self) -> Breeding<'_> {
        let samples: usize = self.islands.iter().map(|island| island.task.demo.len()).sum();
        Breeding {
            settings: &self.settings,
            budget: self.settings.budget,
            bank_bytes: (self.settings.memory / (samples * self.dialects).max(1)).max(LEAST_BANK),
            pool: &self.pool,
            donors: &self.donors,
            grown: self.grown,
            guide: &self.guide,
            late: &self.late,
        }
    }

    /// Cost of all steps that were computed so far.
    pub fn cost(&self) -> u64 {
        self.islands.iter().map(Island::cost).sum()
    }

    fn steps(&self) -> (u64, u64) {
        let steps = self.islands.iter().map(Island::steps);
        steps.fold((0, 0), |sum, (run, known)| (sum.0 + run, sum.1 + known))
    }
}
