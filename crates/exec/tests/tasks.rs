//! Steps that read S alone are computed once for the samples of a task: a batch gives and counts what
//! its jobs do alone, whatever their order and on any number of threads.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use std::sync::atomic::AtomicBool;

use exec::batch::{Job, run_jobs};
use exec::data::Sample;
use exec::plan::Plan;
use exec::run::{Inputs, Policy, Rules, Worker};
use exec::stats::Stats;
use judge::material::{programs, tasks};
use lang::{Dag, Dialect};
use support::{counted, grid, merged, program, rules, told};

/// Steps of S of every kind: maps, functions made of it, calls of those, failures and what uses them, values too large to keep,
/// steps that only some samples reach, and what mixes S with the rest.
const BODIES: [&str; 8] = [
    "a = apply(first, S);b = apply(last, S);c = mapply(palette, a);d = mapply(palette, b);return difference(d, c)",
    "a = apply(last, S);f = rbind(combine, a);g = f(a);h = size(g);return add(h, height(I))",
    "a = apply(first, S);b = apply(hmirror, a);c = first(b);d = merge(c);return combine(d, I)",
    "a = apply(size, S);b = difference(a, a);c = maximum(b);d = apply(size, c);return add(c, width(I))",
    "a = interval(0, 300, 1);b = size(S);c = interval(0, b, 1);d = product(a, a);e = product(d, c);return size(e)",
    "a = index(I, astuple(1, 2));b = apply(last, S);c = mapply(palette, b);return contained(a, c)",
    "a = apply(merge, S);b = mapply(merge, a);c = totuple(b);return combine(c, first(I))",
    "x = canvas(3, astuple(2, 2));a = apply(first, S);y = combine(a, initset(x));return combine(y, I)",
];

fn samples(rows: &[(&str, &str)]) -> Vec<Sample> {
    let sample =
        |(input, output): &(&str, &str)| Sample { input: grid(input), output: Some(grid(output)) };
    rows.iter().map(sample).collect()
}

fn jobs<'a>(plan: &'a Plan, demo: &'a [Sample], inputs: &'a [Sample]) -> Vec<Job<'a>> {
    let of = |s: &'a Sample| Inputs { demo, input: &s.input, target: s.output.as_ref() };
    inputs.iter().map(|sample| Job { plan, inputs: of(sample) }).collect()
}

/// Runs jobs as a batch, and each alone on a plan that never ran.
fn compare(jobs: &[Job<'_>], rules: Rules, threads: usize) {
    let mut sum = Stats::default();
    let alone = |job: &Job<'_>| {
        let (plan, mut worker) = (job.plan.clone(), Worker::default());
        let told = worker.run(&plan, job.inputs, rules, |run| told(&plan, run));
        sum.add(&worker.into_stats());
        Some(told)
    };
    let expected: Vec<_> = jobs.iter().map(alone).collect();
    let never = AtomicBool::new(false);
    let batch = run_jobs(jobs, rules, threads, &never, |i, run| told(jobs[i].plan, run));
    assert_eq!(batch.results, expected, "{rules:?} on {threads} threads");
    assert_eq!(counted(&batch.stats), counted(&sum), "{rules:?} on {threads} threads");
}

#[test]
fn tasks_plans_and_rules_in_any_order() {
    let dags: Vec<Dag> = BODIES.iter().map(|body| program(Dialect::Arc, body)).collect();
    let plans = [merged(Dialect::Arc, &dags), merged(Dialect::Arc, &dags[3..5])];
    let one = samples(&[("012 345", "11"), ("7", "123 456 789"), ("0000", "1"), ("12", "34")]);
    let two = samples(&[("55", "66"), ("0", "0")]);
    let of_plan = |plan| {
        let [first, second, part] = [(&one, &one), (&two, &one), (&two, &two)]
            .map(|(demo, inputs)| jobs(plan, demo, inputs));
        [first, second, part, jobs(plan, &one[1..], &one)].concat()
    };
    let in_order: Vec<Job<'_>> = plans.iter().flat_map(of_plan).collect();
    let mixed: Vec<Job<'_>> =
        (0..in_order.len()).map(|i| in_order[i * 7 % in_order.len()]).collect();
    for rules in rules() {
        for (jobs, threads) in [(&in_order, 0), (&in_order, 2), (&mixed, 1), (&mixed, 5)] {
            compare(jobs, rules, threads);
        }
    }
}

#[test]
fn more_tasks_than_are_kept_at_a_time() {
    let dags: Vec<Dag> = BODIES[..4].iter().map(|body| program(Dialect::Arc, body)).collect();
    let plan = merged(Dialect::Arc, &dags);
    let demo: Vec<Vec<Sample>> = (0..100)
        .map(|i| samples(&[(&format!("{} 3", i % 7), "12"), ("4", &format!("{}", i % 10))]))
        .collect();
    // The first sample of every task, then the second of each, and so on.
    let round = |at: usize| demo.iter().flat_map(move |d| [(d, &d[at..=at])]);
    let rounds = [0, 1, 0].into_iter().flat_map(round);
    let jobs: Vec<Job<'_>> = rounds.flat_map(|(demo, input)| jobs(&plan, demo, input)).collect();
    compare(&jobs, Rules::default(), 2);
}

#[test]
fn the_embedded_programs() {
    for dialect in Dialect::ALL {
        let dags: Vec<Dag> = programs(dialect).iter().map(|p| p.dag.clone()).collect();
        let plan = merged(dialect, &dags);
        let of_task = |task: &'static exec::data::Task| {
            let all: Vec<&'static Sample> = task.samples().collect();
            all.into_iter().flat_map(|s| jobs(&plan, &task.demo, std::slice::from_ref(s)))
        };
        let jobs: Vec<Job<'_>> = tasks().iter().flat_map(of_task).collect();
        for policy in [Policy::Strict, Policy::Safe, Policy::Pile { patched: 0 }, Policy::PILE] {
            compare(&jobs, Rules { policy, ..Rules::default() }, 2);
        }
    }
}
