//! How many mutants are well typed, run, and change what their program gives.

use std::fmt;

use evolve::code::Code;
use evolve::mutate::{Donors, Facts, Mutator, Operator, Settings};
use evolve::stream::Stream;
use exec::bank::{Memo, Open};
use exec::data::{Dataset, Task};
use lang::{Dag, Dialect, NodeId, Program, ProgramKind};

use crate::needs::reference;
use crate::support::{Banks, many, misfits, mutate_probed, programs, tasks};

#[derive(Clone, Copy, Default)]
struct Shares {
    mutants: u64,
    edited: u64,
    typed: u64,
    ok: u64,
    changed: u64,
    probes: u64,
    nodes: u64,
    operators: [u64; Operator::ALL.len()],
}

impl Shares {
    fn percent(&self, part: u64) -> f64 {
        100.0 * part as f64 / self.mutants.max(1) as f64
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (m, per) = (self.mutants, |n: u64| n as f64 / self.mutants.max(1) as f64);
        let [edited, typed, ok, changed] =
            [self.edited, self.typed, self.ok, self.changed].map(|n| self.percent(n));
        write!(f, "{m} mutants: edited {edited:.1} %, typed {typed:.1} %, ok {ok:.1} %, ")?;
        write!(
            f,
            "changed {changed:.1} %; {:.1} probes, {:.1} nodes each",
            per(self.probes),
            per(self.nodes)
        )?;
        for (operator, count) in Operator::ALL.iter().zip(self.operators) {
            write!(f, ", {} {count}", operator.name())?;
        }
        Ok(())
    }
}

/// What a node gives on all demo samples; nothing if it fails on one.
fn outputs(
    opens: &mut [(Open<'_>, &mut Memo)],
    dag: &Dag,
    root: NodeId,
) -> Option<Vec<exec::bank::Num>> {
    opens.iter_mut().map(|(open, memo)| open.node(dag, root, memo).result.ok()).collect()
}

/// Mutates a program on its task and counts.
fn count(
    code: &Code,
    task: &Task,
    donors: &Donors,
    settings: &Settings,
    mutants: u64,
    shares: &mut Shares,
) {
    let facts = Facts::of(task);
    let mut mutator = Mutator::new(settings, &facts, donors);
    let mut dag = Dag::new(code.dialect());
    let root = dag.merge(code.dag())[0];
    let mut banks = Banks::new(code.dialect(), task);
    banks.open(task, |opens| {
        let parent = outputs(opens, &dag, root);
        for candidate in 0..mutants {
            let mut stream = Stream::new(3, 1, &task.id, candidate);
            let mutant = mutate_probed(&mut mutator, &mut dag, root, &mut stream, opens);
            let given = outputs(opens, &dag, mutant.root);
            shares.mutants += 1;
            shares.edited += u64::from(!mutant.log.is_empty());
            shares.typed += u64::from(misfits(&dag, mutant.root).is_empty());
            shares.ok += u64::from(given.is_some());
            shares.changed += u64::from(given.is_some() && given != parent);
            shares.probes += u64::from(mutant.probes);
            for edit in &mutant.log {
                shares.operators[edit.operator as usize] += 1;
            }
        }
    });
    shares.nodes += dag.len() as u64;
    // Once for all mutants: everything that was ever made is in this Dag.
    let problems = lang::verify(&dag, root, ProgramKind::Solve);
    assert_eq!(problems, Ok(()), "{}", task.id);
    assert!(dag.ids().all(|id| dag.node(id) != lang::Node::Input(lang::Input::C)));
}

fn count_all(programs: &[Program], tasks: &Dataset, mutants: u64) -> Shares {
    let codes: Vec<Code> = programs.iter().map(Code::of_program).collect();
    let donors = Donors::new(codes[0].dialect(), &codes);
    let settings = Settings { at_least_one: true, ..Settings::default() };
    let mut shares = Shares::default();
    for (program, code) in programs.iter().zip(&codes) {
        let task = tasks.get(&program.id).expect("every program has its task");
        count(code, task, &donors, &settings, mutants, &mut shares);
    }
    shares
}

fn assert_targets(shares: &Shares) {
    assert_eq!(shares.typed, shares.mutants, "{shares}");
    assert!(shares.percent(shares.ok) >= 80.0, "{shares}");
    assert!(shares.percent(shares.changed) >= 50.0, "{shares}");
    assert!(shares.percent(shares.edited) >= 80.0, "{shares}");
}

#[test]
fn our_own_programs_reach_the_targets() {
    for dialect in Dialect::ALL {
        let shares = count_all(&programs(dialect), &tasks(), 100);
        println!("{dialect}: {shares}");
        assert_targets(&shares);
    }
}

#[test]
fn the_reference_programs_reach_the_targets() {
    let Some((programs, tasks)) = reference() else { return };
    let shares = count_all(&programs, &tasks, 10);
    println!("rearc: {shares}");
    assert_targets(&shares);
}

/// Many edits at once, with nothing but declared types to go by.
#[test]
fn mutants_of_the_reference_programs_are_well_typed_without_a_probe() {
    let Some((programs, _)) = reference() else { return };
    let codes: Vec<Code> = programs.iter().map(Code::of_program).collect();
    let donors = Donors::new(Dialect::Arc, &codes);
    let settings = Settings { rate: 0.1, ..Settings::default() };
    let mut edits = 0;
    for code in &codes {
        many(code, &settings, &Facts::none(), &donors, 5, |dag, mutant| {
            edits += mutant.log.len();
            assert_eq!(lang::verify(dag, mutant.root, ProgramKind::Solve), Ok(()));
        });
    }
    assert!(edits > 5 * codes.len(), "{edits}");
}
