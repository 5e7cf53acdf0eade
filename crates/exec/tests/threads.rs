//! Batches: any number of threads gives the same answer, and the counters add up.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use exec::batch::{Batch, Job, run_jobs, run_rest};
use exec::cx::Cx;
use exec::known::{Failure, Known};
use exec::plan::Plan;
use exec::run::{Inputs, Outcome, Policy, Rules, is_grid};
use exec::stats::Stats;
use exec::value::{Fault, Value, text};
use judge::material::{programs, tasks};
use lang::{Dag, Dialect, Op};
use support::{counted, grid, merged, program};

type Shown = Vec<(Result<String, Fault>, u64)>;

fn run(jobs: &[Job<'_>], rules: Rules, threads: usize) -> Batch<Shown> {
    run_jobs(jobs, rules, threads, &AtomicBool::new(false), |_, run| {
        let show = |v| text::literal(run.cx.lay, v, 5000);
        run.outcomes().iter().map(|o| (o.result.map(show), o.cost)).collect()
    })
}

/// Every embedded program, merged, on every sample of every task.
fn plan_of_all(dialect: Dialect) -> Plan {
    let dags: Vec<Dag> = programs(dialect).iter().map(|p| p.dag.clone()).collect();
    merged(dialect, &dags)
}

fn jobs_of(plan: &Plan) -> Vec<Job<'_>> {
    let of = |task: &'static exec::data::Task| {
        task.samples().map(|sample| Job {
            plan,
            inputs: Inputs { demo: &task.demo, input: &sample.input, target: None },
        })
    };
    tasks().iter().flat_map(of).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    for dialect in Dialect::ALL {
        let plan = plan_of_all(dialect);
        let jobs = jobs_of(&plan);
        for policy in [Policy::Strict, Policy::Safe, Policy::Pile { patched: 2 }] {
            let rules = Rules { policy, ..Rules::default() };
            let one = run(&jobs, rules, 1);
            for threads in [2, 3, 7] {
                let many = run(&jobs, rules, threads);
                assert_eq!(many.results, one.results, "{dialect} {policy:?} {threads} threads");
                assert_eq!(counted(&many.stats), counted(&one.stats));
            }
        }
    }
}

#[test]
fn the_embedded_programs_solve_their_tasks() {
    for program in Dialect::ALL.into_iter().flat_map(programs) {
        let task = tasks().iter().find(|task| task.id == program.id);
        let Some(task) = task else { continue };
        let plan = Plan::new(&program.dag);
        let samples: Vec<_> = task.samples().collect();
        let job = |s: &&'static exec::data::Sample| Job {
            plan: &plan,
            inputs: Inputs { demo: &task.demo, input: &s.input, target: None },
        };
        let jobs: Vec<Job<'_>> = samples.iter().map(job).collect();
        let batch = run_jobs(&jobs, Rules::default(), 2, &AtomicBool::new(false), |i, run| {
            let expected = samples[i].output.as_ref().expect("embedded tasks have outputs");
            run.outcomes()[0].result.is_ok_and(|v| is_grid(v, expected))
        });
        let solved = batch.results.iter().all(|r| *r == Some(true));
        assert!(solved, "{} {}", program.dialect, program.name);
    }
}

#[test]
fn counters_add_up() {
    let plan = plan_of_all(Dialect::Arc);
    let jobs = jobs_of(&plan);
    let batch = run(&jobs, Rules::default(), 2);
    let stats = &batch.stats;
    // Strict stops a program at its first failure, so this is an upper bound of both together.
    let needed: usize = plan.programs.iter().map(|p| p.steps.len()).sum::<usize>() * jobs.len();
    assert!(stats.steps + stats.steps_shared <= needed as u64);
    let by_op: u64 = stats.ops.iter().map(|op| op.steps).sum();
    let applied = plan.steps.iter().any(|s| s.action == exec::plan::Action::Apply);
    assert!(by_op == stats.steps || applied && by_op < stats.steps);
    assert!(stats.ops.iter().all(|op| op.calls >= op.steps));
    assert!(stats.failures.iter().sum::<u64>() <= stats.steps);
    let mut sum = Stats::default();
    for job in &jobs {
        sum.add(&run(std::slice::from_ref(job), Rules::default(), 1).stats);
    }
    assert_eq!(counted(&sum), counted(stats));
}

#[test]
fn every_step_is_run_or_shared() {
    let bodies = ["x = asindices(I);return size(x)", "x = asindices(I);return center(x)"];
    let dags: Vec<Dag> = bodies.iter().map(|b| program(Dialect::Arc, b)).collect();
    let plan = merged(Dialect::Arc, &dags);
    let input = grid("012 345");
    let job = Job { plan: &plan, inputs: Inputs { demo: &[], input: &input, target: None } };
    for policy in [Policy::Strict, Policy::Safe, Policy::Pile { patched: 2 }] {
        let stats = run(&[job], Rules { policy, ..Rules::default() }, 1).stats;
        assert_eq!((stats.steps, stats.steps_shared), (3, 1), "{policy:?}");
        let asindices = Op::lookup(Dialect::Arc, "asindices").expect("an op");
        let op = stats.ops[asindices.index()];
        assert_eq!((op.calls, op.steps), (1, 1));
        assert_eq!(stats.calls(), 3);
    }
}

/// Knows that the first programs of all jobs give the job's number, for 7, and perhaps that nothing fails.
struct First(usize, bool);

impl Known for First {
    fn put<'k>(
        &'k self,
        _: &Cx<'k>,
        (job, program): (usize, usize),
        outcome: &mut Outcome<'k>,
    ) -> bool {
        *outcome = Outcome { result: Ok(Value::Int(job as i64)), failed_at: None, cost: 7 };
        program < self.0
    }

    fn failures<'k>(&'k self, _: &Cx<'k>, _: usize) -> Option<Vec<Failure<'k>>> {
        self.1.then(Vec::new)
    }
}

#[test]
fn what_is_known_is_not_run() {
    let bodies = ["x = asindices(I);return size(x)", "x = asindices(I);return center(x)"];
    let dags: Vec<Dag> = bodies.iter().map(|b| program(Dialect::Arc, b)).collect();
    let plan = merged(Dialect::Arc, &dags);
    let input = grid("012 345");
    let inputs = Inputs { demo: &[], input: &input, target: None };
    let jobs = [Job { plan: &plan, inputs }; 2];
    let pile = Policy::Pile { patched: 2 };
    for (known, told, policy, steps) in [
        (0, false, Policy::Strict, 3),
        (1, false, Policy::Strict, 2),
        // With failures to be logged, what is known of programs is of no use if these are not.
        (1, false, pile, 3),
        (2, false, pile, 3),
        (0, true, pile, 3),
        (1, true, pile, 2),
        (2, true, pile, 0),
        (2, false, Policy::Safe, 0),
    ] {
        let (rules, stop) = (Rules { policy, ..Rules::default() }, AtomicBool::new(false));
        let batch = run_rest(&jobs, rules, 1, &stop, &First(known, told), |_, run| {
            let source = plan.source_slots().next().and_then(|slot| run.value(slot));
            assert!(matches!(source, Some(Ok(v)) if is_grid(v, &input)));
            let ran = plan.step_slots().filter(|&slot| run.value(slot).is_some());
            let ran = ran.inspect(|&slot| assert!(run.cost(slot) > 0)).count();
            let show = |v| text::literal(run.cx.lay, v, 5000);
            let shown: Shown =
                run.outcomes().iter().map(|o| (o.result.map(show), o.cost)).collect();
            (ran, shown)
        });
        let wanted = run(&jobs, rules, 1);
        assert_eq!(batch.stats.steps, 2 * steps as u64, "{known} {policy:?}");
        for (i, (seen, wanted)) in batch.results.into_iter().zip(wanted.results).enumerate() {
            let ((ran, seen), wanted) = (seen.expect("ran"), wanted.expect("ran"));
            let used = if policy == pile && !told { 0 } else { known };
            assert_eq!(ran, steps);
            assert_eq!(seen[..used], vec![(Ok(i.to_string()), 7); used]);
            assert_eq!(seen[used..], wanted[used..]);
        }
    }
}

#[test]
fn calls_inside_mapped_functions_are_counted() {
    // Long containers go column by column, short ones element by element.
    for n in [3u64, 40] {
        let body =
            format!("x = interval(0, {n}, 1);f = compose(double, increment);return apply(f, x)");
        let plan = Plan::new(&program(Dialect::Batt, &body));
        let input = grid("0");
        let job = Job { plan: &plan, inputs: Inputs { demo: &[], input: &input, target: None } };
        let batch = run(&[job], Rules::default(), 1);
        let calls = |name| {
            let op = Op::lookup(Dialect::Batt, name).expect("an op");
            batch.stats.ops[op.index()].calls
        };
        assert_eq!((calls("double"), calls("increment"), calls("apply")), (n, n, 1));
    }
}

#[test]
fn a_stopped_batch_leaves_jobs_out() {
    let plan = Plan::new(&program(Dialect::Arc, "return vmirror(I)"));
    let input = grid("01");
    let inputs = Inputs { demo: &[], input: &input, target: None };
    let jobs = vec![Job { plan: &plan, inputs }; 100];
    let stop = AtomicBool::new(false);
    let batch = run_jobs(&jobs, Rules::default(), 1, &stop, |i, _| {
        if i == 9 {
            stop.store(true, Ordering::Relaxed);
        }
        i
    });
    let done: Vec<usize> = batch.results.iter().flatten().copied().collect();
    assert_eq!(done, (0..10).collect::<Vec<_>>());
    let none = run_jobs(&[], Rules::default(), 4, &stop, |_, _| ());
    assert!(none.results.is_empty());
}
