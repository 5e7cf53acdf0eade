//! A bank gives what a run alone gives, whatever it saw before.

use std::fs;
use std::path::Path;

use exec::bank::{Bank, Memo, Pattern, Scratch, Tally};
use exec::data::Dataset;
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Rules, Worker};
use exec::value::{Fault, fingerprint::fingerprint, order};
use lang::{Dag, Dialect};

fn testdata(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/embedded").join(name);
    fs::read(path).expect("part of the repository")
}

/// All embedded programs of a dialect in one plan.
fn merged(file: &str) -> (Dag, Plan) {
    let parsed = lang::parse(&testdata(file), file, None);
    assert!(parsed.errors.is_empty());
    let mut dag = Dag::new(parsed.programs[0].dialect);
    parsed.programs.iter().for_each(|program| drop(dag.merge(&program.dag)));
    let plan = Plan::new(&dag);
    (dag, plan)
}

/// What a program gave, without the memory it lives in.
type Plain = (Result<u128, Fault>, u64);

fn alone(plan: &Plan, inputs: Inputs<'_>, budget: Budget) -> Vec<Plain> {
    let rules = Rules { budget, ..Rules::default() };
    Worker::default().run(plan, inputs, rules, |run| {
        run.outcomes().iter().map(|o| (o.result.map(fingerprint), o.cost)).collect()
    })
}

#[test]
fn outcomes_and_costs_are_those_of_a_run() {
    let data = Dataset::parse("embedded", &testdata("tasks.json")).expect("good data");
    let tight = Budget { step: 500, program: 2_000 };
    let mut failed = 0;
    for file in ["programs_arc.py", "programs_batt.py"] {
        let (dag, plan) = merged(file);
        for (task, budget) in data.tasks.iter().zip([Budget::default(), tight].iter().cycle()) {
            let sample = &task.demo[0];
            let inputs =
                Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() };
            let expected = alone(&plan, inputs, *budget);
            failed += expected.iter().filter(|(result, _)| result.is_err()).count();
            let (mut scratch, mut bank) = (Scratch::default(), Bank::new(plan.dialect));
            // Backwards, then forwards with everything known, then after forgetting.
            for round in 0..3 {
                if round == 2 {
                    bank.forget();
                }
                let (mut memo, mut nodes) = (Memo::default(), Memo::default());
                let mut open = bank.open(&mut scratch, inputs, *budget);
                if round == 1 {
                    // What nodes gave may be known from elsewhere.
                    dag.roots().iter().step_by(2).for_each(|&root| {
                        open.node(&dag, root, &mut nodes);
                    });
                }
                let (before, _) = open.bank().counts();
                for i in (0..plan.programs.len()).rev() {
                    let outcome = open.run(&plan, &plan.programs[i], &mut memo, &nodes);
                    let result = outcome.result.map(|num| fingerprint(open.value(num)));
                    assert_eq!((result, outcome.cost), expected[i], "{} {i}", task.id);
                }
                let (run, known) = bank.counts();
                assert!(round != 1 || run == before && known > 0, "{run} {known}");
            }
        }
    }
    assert!(failed > 20, "failures are part of the test: {failed}");
}

#[test]
fn nodes_and_slots_agree_and_equal_values_are_one() {
    let data = Dataset::parse("embedded", &testdata("tasks.json")).expect("good data");
    let (dag, plan) = merged("programs_batt.py");
    assert_eq!(dag.dialect(), Dialect::Batt);
    let task = &data.tasks[0];
    let inputs = Inputs { demo: &task.demo, input: &task.demo[0].input, target: None };
    let (mut scratch, mut bank) = (Scratch::default(), Bank::new(plan.dialect));
    let mut open = bank.open(&mut scratch, inputs, Budget::default());
    let (mut nodes, mut slots) = (Memo::default(), Memo::default());
    for (program, &root) in plan.programs.iter().zip(dag.roots()) {
        let by_slot = open.run(&plan, program, &mut slots, &Memo::default()).result;
        assert_eq!(open.node(&dag, root, &mut nodes).result.ok(), by_slot.ok());
    }
    let values: Vec<_> =
        dag.ids().filter_map(|id| open.node(&dag, id, &mut nodes).result.ok()).collect();
    for (i, &a) in values.iter().enumerate() {
        for &b in &values[..i] {
            assert_eq!(a == b, order::equal(open.value(a), open.value(b)));
        }
    }
}

#[test]
fn memory_is_given_back() {
    let data = Dataset::parse("embedded", &testdata("tasks.json")).expect("good data");
    let (_, plan) = merged("programs_arc.py");
    let task = &data.tasks[0];
    let inputs = Inputs { demo: &task.demo, input: &task.demo[0].input, target: None };
    let (mut scratch, mut bank) = (Scratch::default(), Bank::new(plan.dialect));
    let empty = bank.bytes();
    let mut memo = Memo::default();
    let mut open = bank.open(&mut scratch, inputs, Budget::default());
    for program in &plan.programs {
        open.run(&plan, program, &mut memo, &Memo::default());
    }
    let full = open.bank().bytes();
    assert!(full > empty && !open.forget_above(full) && open.forget_above(full - 1));
    assert_eq!((bank.bytes(), bank.len(), bank.epoch()), (empty, 0, 1));
}

/// Runs a program of one text on the first sample of a task; gives what was counted.
fn tally_of(text: &str) -> Tally {
    let parsed = lang::parse(text.as_bytes(), "p.py", None);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    let mut dag = Dag::new(parsed.programs[0].dialect);
    dag.merge(&parsed.programs[0].dag);
    let plan = Plan::new(&dag);
    let data = Dataset::parse("embedded", &testdata("tasks.json")).expect("good data");
    let task = &data.tasks[0];
    let inputs = Inputs { demo: &task.demo, input: &task.demo[0].input, target: None };
    let (mut scratch, mut bank) = (Scratch::default(), Bank::new(plan.dialect));
    // The second time everything is known.
    for _ in 0..2 {
        let mut open = bank.open(&mut scratch, inputs, Budget::default());
        let (mut memo, nodes) = (Memo::default(), Memo::default());
        open.run(&plan, &plan.programs[0], &mut memo, &nodes).result.expect("it runs");
    }
    let (run, known) = bank.counts();
    assert_eq!(scratch.tally.ops().map(|(_, steps)| steps.count).sum::<u64>(), run);
    assert_eq!(known, run);
    scratch.tally
}

fn counts(tally: &Tally) -> Vec<(String, u64)> {
    tally.ops().map(|(name, steps)| (name, steps.count)).collect()
}

fn patterns(tally: &Tally) -> Vec<(Pattern, u64)> {
    tally.patterns().map(|(pattern, steps)| (pattern, steps.count)).collect()
}

#[test]
fn computed_steps_are_counted_by_op() {
    let tally = tally_of(
        "def solve_t(I):\n    x1 = compose(vmirror, hmirror)\n    x2 = x1(I)\n    \
            x3 = vmirror(x2)\n    x4 = vmirror(x3)\n    return x4\n",
    );
    let mut found = counts(&tally);
    found.sort();
    let expected = [("arc.call", 1), ("arc.compose", 1), ("arc.vmirror", 2)];
    assert_eq!(found, expected.map(|(name, count)| (name.to_string(), count)));
    assert_eq!(patterns(&tally), [(Pattern::Other, 4)]);
}

#[test]
fn steps_are_told_by_what_they_are_part_of() {
    let tally = tally_of(
        "def solve_t(S, I, C):\n    x1 = apply_t(first_t, S)\n    x2 = apply_t(shape_t, x1)\n    \
            x3 = apply_t(first_t, x2)\n    x4 = o_g(I, R5)\n    x5 = apply_f(size_f, x4)\n    \
            x6 = size_f(x5)\n    x7 = size_t(S)\n    x8 = astuple(x6, x7)\n    \
            x9 = astuple(x8, x3)\n    x10 = branch(T, I, x9)\n    return x10\n",
    );
    let expected = [
        // The map over S, the map over what that gave, and the size of S; no maps after that.
        (Pattern::SampleExtraction, 3),
        (Pattern::ObjectTypes, 1),
        (Pattern::Maps, 2),
        (Pattern::Other, 4),
    ];
    assert_eq!(patterns(&tally), expected);
}

#[test]
fn tallies_add_up_and_time_every_sixteenth_step() {
    let lines: String = (1..=40).map(|i| format!("    x{i} = add(x{}, ONE)\n", i - 1)).collect();
    let text = format!("def solve_t(I):\n    x0 = size(I)\n{lines}    return x40\n");
    let tally = tally_of(&text);
    let mut sum = tally.fresh();
    assert_eq!(counts(&sum), []);
    sum.add(&tally);
    sum.add(&tally);
    let steps = |tally: &Tally| tally.patterns().next().expect("steps").1;
    assert_eq!((steps(&tally).count, steps(&sum).count), (41, 82));
    assert_eq!(steps(&sum).ticks, 2 * steps(&tally).ticks);
    assert!(steps(&tally).ticks > 0 && steps(&tally).ticks % 16 == 0);
}
