//! What must hold for any programs on any samples.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use exec::batch::{Batch, Job, run_jobs};
use exec::plan::{Plan, PlanProgram};
use exec::run::{Inputs, Logged, Outcome, Policy, Rules, Run, Worker};
use exec::value::check::is_canonical;
use exec::value::fingerprint::fingerprint;
use exec::value::{Fault, text};
use judge::material::Scene;
use lang::{Dag, ProgramKind, parse, to_inline, to_lines, verify};

use crate::Verdict;
use crate::case::Case;

/// Time that all programs of a case may take on one sample, in the slowest build.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 5 });

/// Memory that the values of one sample may take.
const MOST_BYTES: u64 = 256 << 20;

const POLICIES: [Policy; 4] =
    [Policy::Strict, Policy::Pile { patched: 0 }, Policy::Safe, Policy::Pile { patched: 2 }];

/// What became of one program: a number for its value, where it failed, what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    result: Result<u128, Fault>,
    /// The place of the failing step in the program's own order.
    failed_at: Option<usize>,
    cost: u64,
}

/// Everything a run shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    records: Vec<Record>,
    logged: Vec<Logged>,
    bad: Option<String>,
}

/// Checks a case in every way.
pub fn check(case: &Case) -> Verdict {
    case.programs.iter().try_for_each(check_text)?;
    let plans = Plans::new(case);
    let mut worker = Worker::default();
    for scene in &case.scenes {
        check_scene(case, &plans, scene, &mut worker)?;
    }
    check_threads(case, &plans)?;
    let peak = worker.into_stats().peak_bytes;
    if peak > MOST_BYTES { Err(format!("values took {peak} bytes")) } else { Ok(()) }
}

/// All programs in one plan, and each one in its own.
struct Plans {
    merged: Plan,
    alone: Vec<Plan>,
}

impl Plans {
    fn new(case: &Case) -> Plans {
        let mut merged = Dag::new(case.dialect);
        case.programs.iter().for_each(|dag| _ = merged.merge(dag));
        let alone = case.programs.iter().map(Plan::new).collect();
        Plans { merged: Plan::new(&merged), alone }
    }
}

/// The text of a program reads back as the same program.
fn check_text(dag: &Dag) -> Verdict {
    let root = dag.roots()[0];
    if let Err(problems) = verify(dag, root, ProgramKind::Differ) {
        return Err(format!("a grown program does not verify: {}", problems[0]));
    }
    let lines = to_lines("differ_a", dag, root, 3);
    same_hash(dag, &lines)?;
    to_inline("differ_a", dag, root, 3).map_or(Ok(()), |inline| same_hash(dag, &inline))
}

fn same_hash(dag: &Dag, text: &str) -> Verdict {
    let parsed = parse(text.as_bytes(), "printed", Some(dag.dialect()));
    match (&parsed.programs[..], &parsed.errors[..]) {
        ([again], []) if again.dag.hash(again.dag.roots()[0]) == dag.hash(dag.roots()[0]) => Ok(()),
        (_, [error, ..]) => Err(format!("printed text does not parse: {}", error.message)),
        _ => Err("printed text parses to another program".into()),
    }
}

fn check_scene(case: &Case, plans: &Plans, scene: &Scene, worker: &mut Worker) -> Verdict {
    let mut strict = None;
    for policy in POLICIES {
        let rules = Rules { policy, budget: case.budget };
        let label = |what: &str| format!("{policy:?}: {what}");
        let merged = observe(worker, &plans.merged, scene, rules).map_err(|e| label(&e))?;
        if observe(&mut Worker::default(), &plans.merged, scene, rules) != Ok(merged.clone()) {
            return Err(label("a second run differs"));
        }
        match policy {
            Policy::Strict => strict = Some(merged.clone()),
            Policy::Pile { patched: 0 } if strict.as_ref() != Some(&merged) => {
                return Err("pile that patches nothing differs from strict".into());
            }
            Policy::Safe => check_safe(case, &merged)?,
            _ => {}
        }
        if policy != (Policy::Pile { patched: 2 }) {
            check_alone(plans, scene, rules, worker, &merged).map_err(|e| label(&e))?;
        } else if merged.logged.len() > 2 {
            return Err(label("more failures are logged than asked for"));
        }
    }
    Ok(())
}

/// Under `safe` only the budget of a whole program fails it.
fn check_safe(case: &Case, seen: &Seen) -> Verdict {
    let fine = |r: &Record| match r.result {
        Ok(_) => r.failed_at.is_none(),
        Err(fault) => fault == Fault::Budget && r.cost > case.budget.program,
    };
    match seen.records.iter().position(|r| !fine(r)) {
        Some(i) => Err(format!("safe program {i} failed: {:?}", seen.records[i])),
        None => Ok(()),
    }
}

fn check_alone(
    plans: &Plans,
    scene: &Scene,
    rules: Rules,
    worker: &mut Worker,
    merged: &Seen,
) -> Verdict {
    for (i, (plan, expected)) in plans.alone.iter().zip(&merged.records).enumerate() {
        let alone = observe(worker, plan, scene, rules)?;
        if alone.records[0] != *expected {
            let own = &alone.records[0];
            return Err(format!("program {i} alone gives {own:?}, merged {expected:?}"));
        }
    }
    Ok(())
}

/// One run, with all that must hold for every value of it.
fn observe(worker: &mut Worker, plan: &Plan, scene: &Scene, rules: Rules) -> Result<Seen, String> {
    let started = Instant::now();
    let seen = worker.run(plan, scene.inputs(), rules, |run| {
        let took = started.elapsed();
        let mut seen = seen(plan, run);
        if took > SLOW {
            seen.bad = Some(format!("one sample took {took:?}"));
        }
        seen
    });
    match seen.bad {
        Some(bad) => Err(bad),
        None => Ok(seen),
    }
}

fn seen(plan: &Plan, run: &Run<'_, '_>) -> Seen {
    let pairs = plan.programs.iter().zip(run.outcomes());
    let records = pairs.map(|(program, outcome)| record(program, outcome)).collect();
    Seen { records, logged: run.logged().to_vec(), bad: not_canonical(plan, run) }
}

fn record(program: &PlanProgram, outcome: &Outcome<'_>) -> Record {
    let place = |slot| program.steps.iter().position(|&s| s == slot);
    Record {
        result: outcome.result.map(fingerprint),
        failed_at: outcome.failed_at.and_then(place),
        cost: outcome.cost,
    }
}

fn not_canonical(plan: &Plan, run: &Run<'_, '_>) -> Option<String> {
    let lay = run.cx.lay;
    let bad = plan.step_slots().find(|&slot| match run.value(slot) {
        Some(Ok(v)) => !is_canonical(lay, v),
        _ => false,
    })?;
    let action = plan.step(bad)?.action;
    let shown = run.value(bad)?.map_or(String::new(), |v| text::literal(lay, v, 200));
    Some(format!("{action:?} gave a value that is not in canonical form: {shown}"))
}

/// A batch gives and counts what its jobs do alone, on any number of threads: also where samples have their demo pairs in common.
fn check_threads(case: &Case, plans: &Plans) -> Verdict {
    let all: Vec<&Plan> = plans.alone.iter().chain([&plans.merged]).collect();
    let Some(first) = case.scenes.first() else { return Ok(()) };
    let tasks = case.scenes.iter();
    let inputs: Vec<Inputs<'_>> = tasks
        .flat_map(|scene| [scene.inputs(), Inputs { demo: &first.demo, ..scene.inputs() }])
        .collect();
    let jobs: Vec<Job<'_>> = inputs
        .iter()
        .flat_map(|&inputs| all.iter().map(move |plan| Job { plan, inputs }))
        .collect();
    for policy in [Policy::Strict, Policy::Safe] {
        let rules = Rules { policy, budget: case.budget };
        let run = |jobs: &[Job<'_>], threads: usize| -> Batch<Seen> {
            let see = |i: usize, run: &Run<'_, '_>| seen(jobs[i].plan, run);
            run_jobs(jobs, rules, threads, &AtomicBool::new(false), see)
        };
        let mut alone = run(&[], 0);
        for job in jobs.chunks(1) {
            let one = run(job, 0);
            alone.results.extend(one.results);
            alone.stats.add(&one.stats);
        }
        let counts = |b: &Batch<Seen>| {
            (b.stats.steps, b.stats.steps_shared, b.stats.calls(), b.stats.failures)
        };
        for threads in [1, 3] {
            let batch = run(&jobs, threads);
            if batch.results != alone.results {
                return Err(format!(
                    "a batch on {threads} threads gives other results than its jobs"
                ));
            }
            if counts(&batch) != counts(&alone) {
                return Err(format!(
                    "a batch on {threads} threads counts differently than its jobs"
                ));
            }
        }
    }
    Ok(())
}
