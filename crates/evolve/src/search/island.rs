//! One task of a search: what is kept for it, and the values seen on its demo samples.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use exec::bank::{Bank, Memo, Num, Open, Scratch};
use exec::data::{Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Outcome};
use lang::{Dag, Dialect};

use super::litter::{Batch, Candidate, GROWTH, Litter};
use super::{Breeding, Member, strategies};
use crate::code::Code;
use crate::grow;
use crate::keep::Shelf;
use crate::mutate::{BankProbe, Facts, Mutant, Mutator, ProbeSample as Sample};
use crate::points::Scorer;
use crate::standing::{Shot, Standing, perfect};
use crate::stream::Stream;

/// What is known of one demo sample in one dialect.
struct Place {
    bank: Bank,
    scorer: Scorer,
    /// By value number: the points of a value as an answer, once asked for.
    answers: Vec<Option<Shot>>,
    epoch: u64,
}

impl Place {
    fn new(dialect: Dialect, target: &TaskGrid) -> Place {
        let (bank, scorer) = (Bank::new(dialect), Scorer::new(dialect, target));
        Place { bank, scorer, answers: Vec::new(), epoch: 0 }
    }
}

/// A task with what the search knows of it.
pub struct Island<'t> {
    /// The task.
    pub task: &'t Task,
    /// The programs kept for it.
    pub shelf: Shelf<Arc<Member>>,
    /// What its samples explain.
    facts: Facts,
    /// By dialect, then demo sample.
    places: [Vec<Mutex<Place>>; 2],
    /// Steps computed, steps known, and cost, while programs grew.
    grown: [AtomicU64; 3],
}

impl<'t> Island<'t> {
    /// A task that nothing is known of yet.
    pub fn new(task: &'t Task) -> Island<'t> {
        let targets = || task.demo.iter().filter_map(|sample| sample.output.as_ref());
        let place = |dialect| move |target| Mutex::new(Place::new(dialect, target));
        let places = Dialect::ALL.map(|dialect| targets().map(place(dialect)).collect());
        let (shelf, grown) = (Shelf::default(), Default::default());
        Island { task, shelf, facts: Facts::of(task), places, grown }
    }

    /// Whether a program that is kept solves all demo samples.
    pub fn is_solved(&self) -> bool {
        self.shelf.entries().iter().any(|member| member.standing.solved)
    }

    /// Whether none does.
    pub fn is_open(&self) -> bool {
        !self.is_solved()
    }

    /// Steps computed and steps known so far.
    pub fn steps(&self) -> (u64, u64) {
        let places = self.places.iter().flatten();
        let counts = places.map(|place| locked(place).bank.counts());
        let [run, known, _] = self.grown.each_ref().map(|count| count.load(Ordering::Relaxed));
        counts.fold((run, known), |sum, (run, known)| (sum.0 + run, sum.1 + known))
    }

    /// Cost of the steps computed so far.
    pub fn cost(&self) -> u64 {
        let places = self.places.iter().flatten().map(|place| locked(place).bank.cost());
        places.sum::<u64>() + self.grown[2].load(Ordering::Relaxed)
    }

    /// Memory that its values take, roughly.
    pub fn bytes(&self) -> u64 {
        self.places.iter().flatten().map(|place| locked(place).bank.bytes() as u64).sum()
    }

    /// The candidates of a generation, run on the first demo sample. They may cost a few times
    /// what the best program does: others would take the time of thousands.
    pub fn breed(&self, scratch: &mut Scratch, rules: &Breeding<'_>, generation: u64) -> Litter {
        let best = self.shelf.best().map(|member| &member.standing);
        let rules = &Breeding { budget: search_budget(best, rules.budget), ..*rules };
        let mut draws = Vec::new();
        for number in 0..u64::from(rules.settings.population) {
            let mut stream = Stream::new(rules.settings.seed, generation, &self.task.id, number);
            let Some(parent) = self.shelf.parent(&mut stream) else { break };
            draws.push(Draw { number, parent, stream });
        }
        let (mut batches, mut candidates) = (Vec::new(), Vec::new());
        candidates.resize_with(draws.len(), || None);
        for dialect in Dialect::ALL {
            let is_own = |draw: &Draw| self.shelf.entries()[draw.parent].code.dialect() == dialect;
            if draws.iter().any(is_own) {
                let mut nest = Nest { batch: batches.len(), ..self.nest(dialect) };
                let own = draws.iter_mut().zip(&mut candidates).filter(|(draw, _)| is_own(draw));
                let nodes = self.fill(&mut nest, own, scratch, rules);
                batches.push(batch_of(nest.dag, nodes));
            }
        }
        let mut made: Vec<Candidate> = candidates.into_iter().flatten().collect();
        let copies = draws.len() - made.len();
        self.grow(
            &mut batches,
            &mut made,
            generation,
            rules.settings.population.into(),
            scratch,
            rules,
        );
        Litter { copies, ..self.litter(batches, made, scratch, rules) }
    }

    /// Makes the mutants of one dialect, tried on the first demo sample; tells what nodes gave
    /// there.
    fn fill<'c>(
        &self,
        nest: &mut Nest,
        draws: impl Iterator<Item = (&'c mut Draw, &'c mut Option<Candidate>)>,
        scratch: &mut Scratch,
        rules: &Breeding<'_>,
    ) -> Memo {
        let dialect = nest.dag.dialect();
        let odds = rules.guide.odds(&self.task.id, dialect);
        let (settings, donors) = (&rules.settings.mutation, rules.donors(dialect));
        let mut mutator = Mutator::new(settings, &self.facts, donors).by(odds.as_deref());
        let mut place = locked(&self.places[dialect as usize][0]);
        let mut open = place.bank.open(scratch, self.inputs(0), rules.budget);
        let mut nodes = Memo::default();
        for (draw, candidate) in draws.take_while(|_| !rules.is_late()) {
            let first = Sample { open: &mut open, memo: &mut nodes };
            let mut probe = BankProbe::new(first, None);
            let program = nest.programs[&draw.parent];
            let root = nest.dag.roots()[program];
            let before = nest.dag.len();
            let mutant = mutator.mutate(&mut nest.dag, root, &mut draw.stream, Some(&mut probe));
            let typed = mutator.is_typed_since(&nest.dag, before);
            // A plain copy is no candidate: there was no edit that ran and changed something.
            if mutant.root != root {
                *candidate = Some(self.candidate(nest, draw, mutant, typed, rules));
            }
            open.forget_above(rules.bank_bytes);
        }
        nodes
    }

    fn candidate(
        &self,
        nest: &mut Nest,
        draw: &Draw,
        mutant: Mutant,
        typed: bool,
        rules: &Breeding<'_>,
    ) -> Candidate {
        nest.dag.add_root(mutant.root);
        let parent = &self.shelf.entries()[draw.parent];
        Candidate {
            number: draw.number,
            batch: nest.batch,
            root: mutant.root,
            program: nest.dag.roots().len() - 1,
            parent: Some((nest.programs[&draw.parent], parent.code.hash())),
            strategy: None,
            log: mutant.log,
            donors: mutant.donors.iter().map(|&donor| rules.pool[donor]).collect(),
            probes: mutant.probes,
            typed,
        }
    }

    /// The kept programs of a dialect, merged.
    fn nest(&self, dialect: Dialect) -> Nest {
        let (mut dag, mut programs) = (Dag::new(dialect), HashMap::new());
        for (i, member) in self.shelf.entries().iter().enumerate() {
            if member.code.dialect() == dialect {
                dag.merge(member.code.dag());
                programs.insert(i, dag.roots().len() - 1);
            }
        }
        Nest { dag, programs, batch: 0 }
    }

    /// The programs of a pool as candidates, run on the first demo sample.
    pub fn seed(&self, pool: &[Code], scratch: &mut Scratch, rules: &Breeding<'_>) -> Litter {
        let codes = pool.iter().map(|code| (None, code));
        let (batches, candidates) = as_they_came(codes, 0);
        self.litter(batches, candidates, scratch, rules)
    }

    /// What generation 0 has for a task that the pool does not solve: what strategies find, and what grows
    /// from nothing. Their numbers follow those of the pool's programs.
    pub fn start(&self, number: u64, scratch: &mut Scratch, rules: &Breeding<'_>) -> Litter {
        let found = strategies::programs(self.task, rules.settings.solve_units, rules.late);
        let codes = found.iter().map(|(strategy, code)| (Some(*strategy), code));
        let (mut batches, mut candidates) = as_they_came(codes, number);
        let number = number + found.len() as u64;
        self.grow(&mut batches, &mut candidates, 0, number, scratch, rules);
        self.litter(batches, candidates, scratch, rules)
    }

    /// Adds grown programs to the candidates of a generation, numbered from `number` on. They are half as many as mutants,
    /// or as many where there is nothing to mutate.
    fn grow(
        &self,
        batches: &mut Vec<Batch>,
        candidates: &mut Vec<Candidate>,
        generation: u64,
        number: u64,
        scratch: &mut Scratch,
        rules: &Breeding<'_>,
    ) {
        let calls =
            grow::calls_of(generation).filter(|calls| calls.end <= rules.settings.most_calls);
        let Some(calls) = calls.filter(|_| !self.is_solved()) else { return };
        let population = rules.settings.population as usize;
        let most = if self.shelf.best().is_none() { population } else { population.div_ceil(2) };
        let odds = rules.guide.odds(&self.task.id, rules.grown);
        let work = (scratch, &**rules.late);
        let grown = grow::grow(self.task, rules.grown, odds.as_deref(), calls, most, work);
        let done = [grown.steps.0, grown.steps.1, grown.cost];
        self.grown.iter().zip(done).for_each(|(sum, n)| _ = sum.fetch_add(n, Ordering::Relaxed));
        for (at, &root) in grown.dag.roots().iter().enumerate() {
            let (number, strategy) = (number + at as u64, Some(GROWTH));
            candidates.push(Candidate::as_it_came(number, batches.len(), root, at, strategy));
        }
        batches.push(batch_of(grown.dag, Memo::default()));
    }

    /// Runs candidates on the first sample and sees who goes on.
    fn litter(
        &self,
        batches: Vec<Batch>,
        candidates: Vec<Candidate>,
        scratch: &mut Scratch,
        rules: &Breeding<'_>,
    ) -> Litter {
        let (first, alive, budget) = (Vec::new(), Vec::new(), rules.budget);
        let mut litter = Litter { batches, candidates, first, alive, budget, copies: 0 };
        litter.first = self.shots(&litter, 0, scratch, rules).into_iter().flatten().collect();
        let rest = perfect(self.task.demo.len() as u32 - 1);
        let goes_on = |shot: &Shot| !self.shelf.is_hopeless(shot.points + rest);
        litter.alive = litter.first.iter().map(goes_on).collect();
        litter
    }

    /// What the candidates that are still in give on a demo sample.
    pub fn shots(
        &self,
        litter: &Litter,
        sample: usize,
        scratch: &mut Scratch,
        rules: &Breeding<'_>,
    ) -> Vec<Option<Shot>> {
        let mut shots = vec![None; litter.candidates.len()];
        for (at, batch) in litter.batches.iter().enumerate() {
            let mut place = locked(&self.places[batch.dialect as usize][sample]);
            let (mut memo, unknown) = (Memo::default(), Memo::default());
            let nodes = if sample == 0 { &batch.nodes } else { &unknown };
            let Place { bank, scorer, answers, epoch } = &mut *place;
            let mut open = bank.open(scratch, self.inputs(sample), litter.budget);
            let is_in = |i: usize| sample == 0 || litter.alive[i];
            for (i, candidate) in litter.candidates.iter().enumerate() {
                if rules.is_late() {
                    return shots;
                }
                if candidate.batch != at || !is_in(i) {
                    continue;
                }
                let (open, memo, scorer) = (&mut open, &mut memo, &*scorer);
                let mut desk = Desk { open, memo, nodes, scorer, answers, epoch };
                shots[i] = Some(desk.shot(&batch.plan, candidate));
                open.forget_above(rules.bank_bytes);
            }
        }
        shots
    }

    /// What a program gave on a demo sample, as a shot.
    pub fn judge(&self, dialect: Dialect, sample: usize, outcome: &Outcome<'_>) -> Shot {
        Shot::of(&locked(&self.places[dialect as usize][sample]).scorer, outcome)
    }

    fn inputs(&self, sample: usize) -> Inputs<'_> {
        Inputs { demo: &self.task.demo, input: &self.task.demo[sample].input, target: None }
    }
}

/// Cost of a sample that every program may have: 9 of 10 reference programs need less.
const CHEAP: u64 = 1 << 16;

/// How many times as much as the best program on all demo samples a candidate may cost on one.
const TIMES_BEST: u64 = 1;

/// What a candidate may cost on a sample, given the best program kept.
pub fn search_budget(best: Option<&Standing>, most: Budget) -> Budget {
    let Some(best) = best else { return most };
    let limit = best.cost.saturating_mul(TIMES_BEST).max(CHEAP);
    Budget { step: most.step.min(limit), program: most.program.min(limit) }
}

/// A lock that a panic elsewhere does not take from us: that panic ends the run anyway.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What was drawn for a candidate, and the choices still to come.
struct Draw {
    /// The candidate's number.
    number: u64,
    /// Place of its parent on the shelf.
    parent: usize,
    stream: Stream,
}

/// Kept programs of one dialect, and their mutants as they come.
struct Nest {
    dag: Dag,
    /// By place on the shelf: the program's place among the roots.
    programs: HashMap<usize, usize>,
    /// Its place among the litter's batches.
    batch: usize,
}

/// Programs merged by dialect, as candidates numbered from `number` on.
fn as_they_came<'c>(
    codes: impl Iterator<Item = (Option<&'static str>, &'c Code)>,
    number: u64,
) -> (Vec<Batch>, Vec<Candidate>) {
    let (mut dags, mut candidates): (Vec<Dag>, Vec<Candidate>) = (Vec::new(), Vec::new());
    for ((strategy, code), number) in codes.zip(number..) {
        let known = dags.iter().position(|dag| dag.dialect() == code.dialect());
        let batch = known.unwrap_or_else(|| {
            dags.push(Dag::new(code.dialect()));
            dags.len() - 1
        });
        let root = dags[batch].merge(code.dag())[0];
        let program = dags[batch].roots().len() - 1;
        candidates.push(Candidate::as_it_came(number, batch, root, program, strategy));
    }
    (dags.into_iter().map(|dag| batch_of(dag, Memo::default())).collect(), candidates)
}

fn batch_of(dag: Dag, nodes: Memo) -> Batch {
    Batch { dialect: dag.dialect(), plan: Plan::new(&dag), dag, nodes }
}

/// One sample of one batch at work.
struct Desk<'d, 'o> {
    open: &'d mut Open<'o>,
    memo: &'d mut Memo,
    nodes: &'d Memo,
    scorer: &'d Scorer,
    answers: &'d mut Vec<Option<Shot>>,
    epoch: &'d mut u64,
}

impl Desk<'_, '_> {
    fn shot(&mut self, plan: &Plan, candidate: &Candidate) -> Shot {
        let outcome = self.open.run(plan, &plan.programs[candidate.program], self.memo, self.nodes);
        let parent = candidate.parent.map(|(program, _)| {
            self.open.run(plan, &plan.programs[program], self.memo, self.nodes).result
        });
        let changed = parent.is_some_and(|parent| parent != outcome.result);
        let cost = outcome.cost;
        match outcome.result {
            Err(fault) => Shot { points: 0, right: false, cost, print: Err(fault), changed },
            Ok(num) => Shot { cost, changed, ..self.answer(num) },
        }
    }

    /// A value as an answer, whatever it cost.
    fn answer(&mut self, num: Num) -> Shot {
        let bank = self.open.bank();
        if *self.epoch != bank.epoch() {
            self.answers.clear();
            *self.epoch = bank.epoch();
        }
        if self.answers.len() <= num.index() {
            self.answers.resize(bank.len(), None);
        }
        *self.answers[num.index()].get_or_insert_with(|| {
            let result = Ok(bank.value(num));
            Shot::of(self.scorer, &Outcome { result, failed_at: None, cost: 0 })
        })
    }
}
