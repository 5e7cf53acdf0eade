//! Demo samples after the first: where candidates meet them.
//!
//! Banks know what parents and earlier candidates gave and compute only what is new. A device knows nothing of that, but runs the candidates of
//! all tasks at once: one batch per portion of tasks, each plan with the limits of its own task. Nothing that comes out depends on the way.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use exec::data::Task;
use exec::run::{Budget, Rules};
use gpu::engine::Engine;
use lang::NodeId;

use super::effort::Effort;
use super::island::Island;
use super::litter::{Batch, LaterShots, Litter};
use crate::evaluate::{Batt, Batts, Request};
use crate::standing::Shot;

/// How much a new measurement counts against what was known.
const WEIGHT: f64 = 0.3;

/// Seconds that a candidate on a sample takes, as measured: on banks, and on an engine with devices.
#[derive(Default)]
pub struct Pace {
    banks: Option<f64>,
    engine: Option<f64>,
}

impl Pace {
    /// Learns from work that ran on banks.
    pub fn learn_banks(&mut self, work: usize, seconds: f64) {
        learn(&mut self.banks, work, seconds);
    }

    /// Whether an engine with devices should end sooner than banks.
    pub fn prefers(
        &self,
        engine: &mut Engine,
        islands: &[&Island<'_>],
        litters: &[Litter],
    ) -> bool {
        let later = |island: &Island<'_>| island.task.demo.len().saturating_sub(1) as f64;
        let steps = islands.iter().zip(litters).map(|(i, litter)| later(i) * litter.steps()).sum();
        let work = work(islands, litters) as f64;
        let [banks, seen] = [self.banks, self.engine].map(|pace| pace.map(|pace| work * pace));
        engine.beats("the search's own banks", steps, banks, seen)
    }

    /// Does work on an engine and learns from it. Kernels are compiled once, which says nothing of the next time.
    pub fn on_engine<T>(
        &mut self,
        work: usize,
        engine: &mut Engine,
        run: impl FnOnce(&mut Engine) -> T,
    ) -> T {
        let compiled = |engine: &Engine| engine.stats().map_or(0.0, |s| s.counters.compile_seconds);
        let (started, before) = (Instant::now(), compiled(engine));
        let given = run(engine);
        let seconds = started.elapsed().as_secs_f64() - (compiled(engine) - before);
        learn(&mut self.engine, work, seconds);
        given
    }
}

fn learn(pace: &mut Option<f64>, work: usize, seconds: f64) {
    if work > 0 {
        let seen = seconds.max(0.0) / work as f64;
        let known = pace.get_or_insert(seen);
        *known += WEIGHT * (seen - *known);
    }
}

/// Candidates times the samples that they are still to meet.
pub fn work(islands: &[&Island<'_>], litters: &[Litter]) -> usize {
    let of = |(island, litter): (&&Island<'_>, &Litter)| {
        island.task.demo.len().saturating_sub(1) * litter.in_count()
    };
    islands.iter().zip(litters).map(of).sum()
}

/// A candidate on its way through an engine: its number, its place and its parent's among the programs of its task.
type Way = (usize, usize, Option<usize>);

/// The candidates of all islands that are still in, in one batch.
pub fn on_engine(
    islands: &[&Island<'_>],
    litters: &[Litter],
    engine: &mut Engine,
    ((budget, threads), late): ((Budget, usize), &AtomicBool),
    effort: &Effort,
) -> LaterShots {
    let (batts, ways): (Vec<Vec<Batt<'_>>>, Vec<Vec<Way>>) = litters.iter().map(batts_of).unzip();
    let tasks: Vec<&Task> = islands.iter().map(|island| island.task).collect();
    let rules = Rules { budget, ..Rules::default() };
    let later = |task: &Task, at| (1..task.demo.len()).contains(&at);
    let request = Request { samples: later, ..Request::new(&tasks, rules, threads) };
    let given = Batts::of_tasks(batts).run(&request, engine, late, |meeting, run| {
        let judge = |o| Some(islands[meeting.number].judge(run.cx.lay.dialect, meeting.at, o));
        run.outcomes().iter().map(judge).collect()
    });
    effort.add_stats(&given.stats);
    if given.is_cut() {
        return LaterShots::new();
    }
    let of_task = |((rows, ways), litter): ((_, &Vec<Way>), &Litter)| {
        let seen = |p: usize| given.table.of_program(rows, p).map(|row| *row.more).collect();
        let seen: Vec<Vec<Option<Shot>>> = (0..rows.programs).map(seen).collect();
        let mut shots = vec![vec![None; litter.candidates.len()]; rows.samples];
        for &(candidate, own, parent) in ways {
            for (sample, shots) in shots.iter_mut().enumerate() {
                let (own, parent) = (seen[own][sample], seen[parent.unwrap_or(own)][sample]);
                let changed = parent.map(|p| p.print) != own.map(|own| own.print);
                shots[candidate] = own.map(|own| Shot { changed, ..own });
            }
        }
        shots
    };
    given.table.by_task().zip(&ways).zip(litters).map(of_task).collect()
}

/// The candidates of a litter that are still in, with their parents, as a batt for each batch.
fn batts_of(litter: &Litter) -> (Vec<Batt<'_>>, Vec<Way>) {
    let (mut batts, mut ways, mut before) = (Vec::new(), Vec::new(), 0);
    for (at, batch) in litter.batches.iter().enumerate() {
        let roots = add_ways(litter, (at, batch), before, &mut ways);
        if !roots.is_empty() {
            before += roots.len();
            batts.push(Batt::of_roots(&batch.dag, &roots).within(litter.budget));
        }
    }
    (batts, ways)
}

/// Adds the candidates of a batch to the ways through an engine, and gives the programs that these need.
fn add_ways(
    litter: &Litter,
    (at, batch): (usize, &Batch),
    before: usize,
    ways: &mut Vec<Way>,
) -> Vec<NodeId> {
    let mut roots = Vec::new();
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let mut place = |root: NodeId| {
        *numbers.entry(root).or_insert_with(|| {
            roots.push(root);
            before + roots.len() - 1
        })
    };
    for (i, candidate) in litter.candidates.iter().enumerate() {
        if candidate.batch == at && litter.alive[i] {
            let parent = candidate.parent.map(|(program, _)| place(batch.dag.roots()[program]));
            ways.push((i, place(candidate.root), parent));
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_move_towards_what_was_seen() {
        let mut pace = Pace::default();
        pace.learn_banks(0, 5.0);
        assert_eq!(pace.banks, None, "no work says nothing");
        pace.learn_banks(10, 5.0);
        assert_eq!(pace.banks, Some(0.5));
        (0..40).for_each(|_| pace.learn_banks(10, 10.0));
        assert!((pace.banks.unwrap() - 1.0).abs() < 1e-5);
        let given = pace.on_engine(1000, &mut Engine::cpu(), |_| 7);
        assert!(given == 7 && pace.engine.is_some_and(|seen| seen < 1.0));
    }
}
