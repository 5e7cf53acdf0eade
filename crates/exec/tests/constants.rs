//! Steps that read no parameter are computed once per plan: a plan that ran often gives and counts
//! what one that never ran does.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use exec::plan::Plan;
use exec::run::{Inputs, Policy, Rules, Worker};
use exec::stats::Stats;
use judge::Random;
use judge::material::{programs, random_grid};
use lang::{Dag, Dialect};
use support::{counted, merged, program, rules, told};

/// Constant steps of every kind: functions, values with calls inside, calls of computed functions,
/// failures and what uses them, one that is too dear to keep, one that only some samples reach.
const BODIES: [&str; 7] = [
    "f = compose(double, increment);x = interval(0, 9, 1);y = apply(f, x);return combine(y, I)",
    "f = lbind(shift, initset(ORIGIN));p = f(UP);q = fill(I, 3, p);return hmirror(q)",
    "x = interval(0, 3, 0);y = size(x);z = height(I);return add(y, z)",
    "x = canvas(3, astuple(2, 2));y = combine(I, x);z = subtract(I, 2);return add(z, double(7))",
    "x = interval(0, 300, 1);y = product(x, x);z = size(y);return add(z, width(I))",
    "x = index(I, astuple(4, 4));y = power(vmirror, 3);z = y(I);return fill(z, x, initset(UP))",
    "f = fork(combine, hmirror, vmirror);g = power(f, ZERO);return g(I)",
];

/// Runs the plans in turn on random grids by one worker, and every time by a new worker on a new
/// copy of the plan as well.
fn compare(plans: &[Plan], all_rules: &[Rules], rounds: usize) {
    let mut random = Random::new(7);
    let (mut worker, mut sum) = (Worker::default(), Stats::default());
    for round in 0..rounds {
        let input = random_grid(&mut random);
        let inputs = Inputs { demo: &[], input: &input, target: None };
        for (plan, &rules) in plans.iter().flat_map(|p| all_rules.iter().map(move |r| (p, r))) {
            let (fresh, mut alone) = (plan.clone(), Worker::default());
            let expected = alone.run(&fresh, inputs, rules, |run| told(&fresh, run));
            sum.add(&alone.into_stats());
            let got = worker.run(plan, inputs, rules, |run| told(plan, run));
            assert_eq!(got, expected, "{rules:?} in round {round}");
        }
    }
    assert_eq!(counted(&worker.into_stats()), counted(&sum));
}

#[test]
fn many_samples_plans_and_rules_in_turn_by_one_worker() {
    let dags: Vec<Dag> = BODIES.iter().map(|body| program(Dialect::Arc, body)).collect();
    let of = |dags: &[Dag]| merged(Dialect::Arc, dags);
    compare(&[of(&dags), of(&dags[2..5]), of(&dags[..1])], &rules(), 8);
}

#[test]
fn the_embedded_programs() {
    for dialect in Dialect::ALL {
        let dags: Vec<Dag> = programs(dialect).iter().map(|p| p.dag.clone()).collect();
        let policies = [Policy::Strict, Policy::Safe, Policy::Pile { patched: 3 }];
        let all_rules = policies.map(|policy| Rules { policy, ..Rules::default() });
        compare(&[merged(dialect, &dags)], &all_rules, 12);
    }
}

#[test]
fn plans_that_come_and_go() {
    // A new plan may lie where an old one was.
    let mut worker = Worker::default();
    let input = support::grid("012 345");
    let inputs = Inputs { demo: &[], input: &input, target: None };
    for n in 0..20 {
        let body = format!("x = interval(0, {n}, 1);y = size(x);return add(y, height(I))");
        let plan = Box::new(Plan::new(&program(Dialect::Arc, &body)));
        for _ in 0..8 {
            let told = worker.run(&plan, inputs, Rules::default(), |run| told(&plan, run));
            assert_eq!(told.outcomes[0].0, Ok((n + 2).to_string()));
        }
    }
}

#[test]
fn threads_share_the_constants_of_a_plan() {
    let dags: Vec<Dag> = BODIES.iter().map(|body| program(Dialect::Arc, body)).collect();
    let plan = merged(Dialect::Arc, &dags);
    let input = support::grid("012 345");
    let inputs = Inputs { demo: &[], input: &input, target: None };
    let once = || Worker::default().run(&plan, inputs, Rules::default(), |run| told(&plan, run));
    let first = once();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..8).for_each(|_| assert_eq!(once(), first)));
        }
    });
}
