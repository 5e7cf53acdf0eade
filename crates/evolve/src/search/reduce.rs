//! From what candidates gave to what is kept: one task, candidates in their order.

use std::sync::Arc;

use exec::run::{Budget, Rules, Worker};
use exec::value::Fault;
use lang::Hash128;

use super::Member;
use super::island::{Island, search_budget};
use super::litter::{Candidate, Litter};
use crate::code::{Code, Hash128Text, solver_name};
use crate::generation::Counters;
use crate::keep::Shelf;
use crate::kept::{FILE, Kept, Origin};
use crate::score;
use crate::simplify::plainest;
use crate::standing::{Shot, Standing};
use crate::trace::{self, Mismatch};

/// What the reduction of all tasks shares.
pub struct Context {
    /// The seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u64,
    /// How programs run alone.
    pub rules: Rules,
}

/// What a generation changes for one task.
pub struct Verdict {
    /// What is kept from now on.
    pub shelf: Shelf<Arc<Member>>,
    /// The programs that came.
    pub added: Vec<Kept>,
    /// The programs that left, of those kept before.
    pub evicted: Vec<(String, Hash128)>,
    /// What happened.
    pub counters: Counters,
}

/// Judges the candidates of one task. `later` holds their shots on the second and further
/// demo samples.
pub fn reduce(
    island: &Island<'_>,
    litter: &Litter,
    later: &[Vec<Option<Shot>>],
    context: &Context,
    worker: &mut Worker,
) -> Result<Verdict, Mismatch> {
    let mut shelf = island.shelf.clone();
    let mut counters = Counters { copies: litter.copies as u64, ..Counters::default() };
    let mut added: Vec<Kept> = Vec::new();
    let shots = all_shots(litter, later);
    let limit = limit(island, litter, &shots, context);
    for (i, candidate) in litter.candidates.iter().enumerate() {
        count(&mut counters, candidate, &shots[i], litter.alive[i]);
        let dear = shots[i].iter().any(|shot| is_dear(shot, limit));
        counters.too_dear += u64::from(dear);
        if dear || !litter.alive[i] {
            continue;
        }
        let seen = Standing::of_demo(&shots[i]);
        let dag = &litter.batches[candidate.batch].dag;
        let hash = dag.hash(candidate.root);
        let improved = shelf.judge(&seen, hash).is_some();
        if !improved && !shelf.may_solve_best(&seen, hash) {
            continue;
        }
        let code = Code::of_root(dag, candidate.root);
        let standing = check(island, &code, &seen, context, worker)?;
        if !improved && !standing.solved {
            continue;
        }
        let plain = match standing.solved {
            true => plainest(&code, &standing, island.task, context.rules, worker)?,
            false => None,
        };
        let origin = Origin { simplified: plain.is_some(), ..origin(candidate, context) };
        let (code, standing) = plain.unwrap_or((code, standing));
        if shelf.entries().iter().any(|member| member.code.hash() == code.hash()) {
            continue;
        }
        let Some(kept) = Kept::new(&island.task.id, &code, standing, origin) else { continue };
        added.push(kept);
        shelf.add(Arc::new(Member { code, standing }));
    }
    // Programs that came and left within the generation leave no trace.
    let stays = |hash: Hash128| shelf.entries().iter().any(|m| m.code.hash() == hash);
    added.retain(|kept| stays(kept.program.hash));
    let left = island.shelf.entries().iter().map(|m| m.code.hash()).filter(|&hash| !stays(hash));
    let evicted = left.map(|hash| (island.task.id.clone(), hash)).collect();
    counters.new_programs = added.len() as u64;
    let solver = added.iter().find(|kept| kept.standing.solved).filter(|_| !island.is_solved());
    counters.solved_by.extend(solver.map(|kept| (kept.origin.found_by().to_string(), 1)));
    Ok(Verdict { shelf, added, evicted, counters })
}

/// Whether a program costs too much to go on with: what is kept does not depend on a budget.
fn is_dear(shot: &Shot, limit: Budget) -> bool {
    shot.fault() == Some(Fault::Budget) || shot.cost > limit.program
}

/// By candidate: what it gave on the samples it was run on.
fn all_shots(litter: &Litter, later: &[Vec<Option<Shot>>]) -> Vec<Vec<Shot>> {
    let of = |i: usize| {
        let rest = later.iter().filter_map(move |shots| shots[i]);
        std::iter::once(litter.first[i]).chain(rest).collect()
    };
    (0..litter.candidates.len()).map(of).collect()
}

/// What a program may cost on a sample to be kept: what it may cost as a parent of the next
/// generation. For a task without programs the best of the candidates decides.
fn limit(island: &Island<'_>, litter: &Litter, shots: &[Vec<Shot>], context: &Context) -> Budget {
    if island.shelf.best().is_some() {
        return litter.budget;
    }
    let standings = shots.iter().map(|shots| Standing::of_demo(shots));
    let best = standings.filter(|s| s.demo_score > 0).min_by_key(Standing::rank);
    search_budget(best.as_ref(), context.rules.budget)
}

fn count(counters: &mut Counters, candidate: &Candidate, shots: &[Shot], alive: bool) {
    counters.candidates += 1;
    counters.candidate_samples += shots.len() as u64;
    counters.dropped += u64::from(!alive);
    counters.probes += u64::from(candidate.probes);
    if candidate.parent.is_some() {
        counters.mutants += 1;
        counters.mutants_typed += u64::from(candidate.typed);
        counters.mutants_ok += u64::from(shots.iter().all(|shot| shot.fault().is_none()));
        counters.mutants_changed += u64::from(shots.iter().any(|shot| shot.changed));
    }
    if candidate.parent.is_none() {
        *counters.sources.entry(candidate.strategy.unwrap_or(FILE).to_string()).or_default() += 1;
    }
    for fault in shots.iter().filter_map(Shot::fault) {
        *counters.faults.entry(fault.name().to_string()).or_default() += 1;
    }
    for mutation in &candidate.log {
        *counters.operators.entry(mutation.operator.name().to_string()).or_default() += 1;
    }
}

/// Runs a program alone: the hard check of what the batt said. The batt says nothing of tests.
fn check(
    island: &Island<'_>,
    code: &Code,
    seen: &Standing,
    context: &Context,
    worker: &mut Worker,
) -> Result<Standing, Mismatch> {
    let alone = score::standing(code, island.task, context.rules, worker);
    let Standing { solved, test_right, test_count, .. } = alone;
    let seen = Standing { solved, test_right, test_count, ..*seen };
    trace::compare(&solver_name(&island.task.id), code, island.task, &alone, &seen)?;
    Ok(alone)
}

fn origin(candidate: &Candidate, context: &Context) -> Origin {
    let parent = candidate.parent.map(|(_, hash)| hash);
    let mut parents: Vec<Hash128Text> = Vec::new();
    for hash in parent.into_iter().chain(candidate.donors.iter().copied()) {
        if !parents.contains(&Hash128Text(hash)) {
            parents.push(Hash128Text(hash));
        }
    }
    Origin {
        parents,
        mutations: candidate.log.clone(),
        seed: context.seed,
        generation: context.generation,
        candidate: candidate.number,
        strategy: candidate.strategy.map(str::to_string),
        simplified: false,
    }
}
