//! A frozen merge changes no program's result, on paper and when run.

use evolve::card::{Card, Deal, Entrant, Merged, Part, Rivals, choose_tasks, merge};
use evolve::code::Code;
use evolve::differs::builtin;
use evolve::stream::Stream;
use exec::data::{Dataset, Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};
use exec::value::Fault;
use exec::value::fingerprint::fingerprint;
use lang::{Batt, Dag, Dialect, Program, parse};

use crate::needs::reference;
use crate::programs::Programs;
use crate::sources::{self, EMBEDDED};

/// What became of each program of a Dag on a sample: value or failure, and cost.
type Outcomes = Vec<(Result<u128, Fault>, u64)>;

fn outcomes(worker: &mut Worker, dag: &Dag, task: &Task, sample: &Sample) -> Outcomes {
    let target = sample.output.as_ref();
    let inputs = Inputs { demo: &task.demo, input: &sample.input, target };
    worker.run(&Plan::new(dag), inputs, Rules::default(), |run| {
        run.outcomes().iter().map(|o| (o.result.map(fingerprint), o.cost)).collect()
    })
}

fn differ_parts(dialect: Dialect) -> Vec<Part> {
    let part = |d: &evolve::differs::Differ| Part::frozen(&d.name, &d.name, d.code.clone());
    builtin(dialect).iter().map(part).collect()
}

/// Checks a merge of some programs, which may be one program several times.
fn check(worker: &mut Worker, programs: &[&Program], task: &Task, sample: &Sample) {
    let dialect = programs[0].dialect;
    let part = |(at, p): (usize, &&Program)| {
        Part::frozen(&format!("{}_{at}", p.id), &p.name, Code::of_program(p))
    };
    let solvers: Vec<Part> = programs.iter().enumerate().map(part).collect();
    let differs = differ_parts(dialect);
    let Merged { batt, lines } = merge(dialect, &solvers, &differs).expect("one dialect");
    assert_eq!(lines.len(), batt.lines().count());
    assert_eq!(batt.differs.len(), differs.len() * (solvers.len() + 1));
    let merged = outcomes(worker, &batt.dag, task, sample);
    for (place, entry) in batt.solvers.iter().enumerate() {
        let at = solvers.iter().position(|part| part.id == entry.id).expect("one of the parts");
        let own = &programs[at].dag;
        let alone = batt.dag.extract(entry.node);
        assert_eq!(alone.hash(alone.roots()[0]), own.hash(own.roots()[0]), "{}", entry.id);
        assert_eq!(outcomes(worker, own, task, sample)[0], merged[place], "{}", entry.id);
    }
    let text = lang::to_python(&batt);
    let parsed = parse(text.as_bytes(), "batt.py", None);
    assert!(parsed.errors.is_empty(), "{}", parsed.errors[0]);
    assert_eq!(entries(&parsed.batts[0]), entries(&batt));
    assert_eq!(outcomes(worker, &parsed.batts[0].dag, task, sample), merged);
}

/// Everything of a batt but the numbers of its nodes.
fn entries(batt: &Batt) -> Vec<String> {
    let hash = |node| batt.dag.hash(node);
    let solvers = batt.solvers.iter();
    let solvers = solvers.map(|e| format!("{} {} {} {}", e.step, e.mutated, e.id, hash(e.node)));
    let differs = batt.differs.iter();
    let differs = differs.map(|e| format!("{} {:?} {} {}", e.step, e.solver, e.name, hash(e.node)));
    [format!("{}", batt.dialect())].into_iter().chain(solvers).chain(differs).collect()
}

/// Merges random subsets, some with programs several times, and runs each on a sample of one of
/// its tasks.
fn check_subsets(programs: &[Program], data: &Dataset, subsets: u64, largest: usize) {
    let mut worker = Worker::default();
    for seed in 0..subsets {
        let mut stream = Stream::new(seed, 0, "subsets", 0);
        let size = 1 + stream.below(largest);
        let mut chosen: Vec<&Program> = (0..size).filter_map(|_| stream.pick(programs)).collect();
        if stream.chance(0.5) {
            let again = chosen[stream.below(chosen.len())];
            chosen.insert(stream.below(chosen.len() + 1), again);
        }
        let task = data.get(&chosen[0].id).expect("every program has a task");
        let samples: Vec<&Sample> = task.samples().collect();
        check(&mut worker, &chosen, task, samples[stream.below(samples.len())]);
    }
}

fn embedded(dialect: Dialect) -> (Vec<Program>, Dataset) {
    let mut programs = Programs::load(&[], Some(EMBEDDED), None).unwrap().programs;
    programs.retain(|program| program.dialect == dialect && !program.kind.reads_c());
    (programs, sources::embedded().unwrap())
}

#[test]
fn merging_changes_no_result_of_our_own_programs() {
    for dialect in Dialect::ALL {
        let (programs, data) = embedded(dialect);
        check_subsets(&programs, &data, 100, 12);
    }
}

#[test]
fn merging_changes_no_result_of_the_reference_programs() {
    let Some((programs, data)) = reference() else { return };
    check_subsets(&programs, &data, 300, 16);
}

#[test]
fn all_reference_programs_in_one_batt() {
    let Some((programs, data)) = reference() else { return };
    let all: Vec<&Program> = programs.iter().collect();
    let task = data.get(&programs[0].id).unwrap();
    check(&mut Worker::default(), &all, task, &task.demo[0]);
}

fn rivals(programs: &[Program]) -> Rivals {
    Rivals::new(programs.iter().map(|program| Entrant {
        task: program.id.clone(),
        name: program.name.clone(),
        code: Code::of_program(program),
        score: 0,
        cost: 0,
    }))
}

fn card(dialect: Dialect, seed: u64, rate: f64, frozen: bool) -> Card {
    let (programs, data) = embedded(dialect);
    let rivals = rivals(&programs);
    let tasks = choose_tasks(&rivals, None, Some(8), Some(&data), seed);
    let deal =
        Deal { seed, dialect, freeze_solvers: frozen, freeze_differs: frozen, mutation_rate: rate };
    Card::deal(&deal, &rivals, &tasks, builtin(dialect), Some(&data)).expect("one dialect")
}

#[test]
fn a_seed_gives_the_same_files() {
    for dialect in Dialect::ALL {
        for frozen in [true, false] {
            let [one, two, other] = [3, 3, 4].map(|seed| card(dialect, seed, 0.05, frozen));
            assert_eq!((one.python(), one.table()), (two.python(), two.table()));
            assert_ne!(one.python(), other.python());
        }
    }
}

#[test]
fn mutants_are_marked_and_read_back() {
    let (mut mutants, mut edits) = (0, 0);
    for seed in 0..20 {
        let card = card(Dialect::Batt, seed, 0.05, false);
        let parsed = parse(card.python().as_bytes(), "batt.py", None);
        assert!(parsed.errors.is_empty(), "{}", parsed.errors[0]);
        assert_eq!(entries(&parsed.batts[0]), entries(&card.merged.batt));
        for entry in &card.merged.batt.solvers {
            let part = card.solvers.iter().find(|part| part.id == entry.id).unwrap();
            let hash = card.merged.batt.dag.hash(entry.node);
            assert_eq!(hash, part.code.hash());
            let own = part.parent.as_ref().map_or(hash, Code::hash);
            assert_eq!((entry.mutated, own != hash), (!part.log.is_empty(), entry.mutated));
            mutants += usize::from(entry.mutated);
        }
        edits += checked_table(&card);
    }
    assert!(mutants > 80 && edits > 60, "{mutants} mutants, {edits} edits");
}

/// Checks the step table against the batt; counts the edits it places.
fn checked_table(card: &Card) -> usize {
    let table: serde_json::Value = serde_json::from_str(&card.table()).expect("JSON");
    let steps = table["steps"].as_array().unwrap();
    assert_eq!(steps.len(), card.merged.lines.len());
    assert_eq!(table["solvers"].as_array().unwrap().len(), card.solvers.len());
    let (mut edits, text) = (0, card.python());
    for step in steps {
        let line = format!("x{} = {}(", step["step"], step["op"].as_str().unwrap());
        assert!(text.contains(&line), "{line}");
        let mutation = step["mutation"].as_array().unwrap();
        edits += mutation.len();
    }
    edits
}

#[test]
fn unmutated_calls_stay_for_those_who_ask() {
    // Two equal programs: mutating one of them leaves the other as it was.
    let (programs, _) = embedded(Dialect::Batt);
    let code = Code::of_program(&programs[0]);
    let root = code.dag().operands(code.root())[0];
    let mutant = Part {
        parent: Some(code.clone()),
        code: Code::of_root(code.dag(), root),
        ..Part::frozen("one", "solve_one", code.clone())
    };
    let plain = Part::frozen("two", "solve_two", code.clone());
    let merged = merge(Dialect::Batt, &[mutant, plain], &[]).expect("one dialect");
    let hashes = merged.batt.solvers.iter().map(|entry| merged.batt.dag.hash(entry.node));
    assert_eq!(hashes.collect::<Vec<_>>(), [code.dag().hash(root), code.hash()]);
}
