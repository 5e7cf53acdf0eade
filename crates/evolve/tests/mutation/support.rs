//! Programs, tasks and probes for the tests.

use evolve::code::Code;
use evolve::mutate::{BankProbe, Donors, Facts, Mutant, Mutator, ProbeSample, Settings};
use evolve::stream::Stream;
use exec::bank::{Bank, Memo, Open, Scratch};
use exec::data::{Dataset, Task};
use exec::run::{Budget, Inputs};
use lang::{Dag, Dialect, Hints, Node, NodeId, Program, compatible, slot_hint};

const TASKS: &[u8] = include_bytes!("../../../../testdata/embedded/tasks.json");
const ARC: &str = include_str!("../../../../testdata/embedded/programs_arc.py");
const BATT: &str = include_str!("../../../../testdata/embedded/programs_batt.py");

/// The embedded tasks.
pub fn tasks() -> Dataset {
    Dataset::parse("embedded", TASKS).expect("our own file")
}

/// The embedded programs of a dialect.
pub fn programs(dialect: Dialect) -> Vec<Program> {
    let text = if dialect == Dialect::Arc { ARC } else { BATT };
    let parsed = lang::parse(text.as_bytes(), "embedded.py", Some(dialect));
    assert!(parsed.errors.is_empty());
    parsed.programs
}

/// One program from the lines of its body.
pub fn code(dialect: Dialect, body: &str) -> Code {
    let params = if dialect == Dialect::Arc { "I" } else { "S, I, C" };
    let lines: Vec<String> = body.lines().map(|line| format!("    {}\n", line.trim())).collect();
    let text = format!("def solve_a({params}):\n{}", lines.concat());
    let parsed = lang::parse(text.as_bytes(), "test.py", Some(dialect));
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    Code::of_program(&parsed.programs[0])
}

/// Every argument of a call that does not fit its slot, as `op(place)`.
pub fn misfits(dag: &Dag, root: NodeId) -> Vec<String> {
    let dag = dag.extract(root);
    let hints = Hints::new(&dag);
    let mut found = Vec::new();
    for id in dag.ids() {
        let Node::Call(op, args) = dag.node(id) else { continue };
        for (place, &arg) in args.iter().enumerate() {
            if !compatible(&slot_hint(op, place), hints.get(arg)) {
                found.push(format!("{}({place})", op.name()));
            }
        }
    }
    found
}

/// The banks of a task's demo samples.
pub struct Banks {
    places: Vec<(Bank, Scratch, Memo)>,
}

impl Banks {
    pub fn new(dialect: Dialect, task: &Task) -> Banks {
        let place = |_| (Bank::new(dialect), Scratch::default(), Memo::default());
        Banks { places: task.demo.iter().map(place).collect() }
    }

    /// Calls `see` with every bank at work.
    pub fn open<T>(
        &mut self,
        task: &Task,
        see: impl FnOnce(&mut [(Open<'_>, &mut Memo)]) -> T,
    ) -> T {
        let pairs = self.places.iter_mut().zip(&task.demo);
        let mut opens: Vec<_> = pairs
            .map(|((bank, scratch, memo), sample)| {
                let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
                (bank.open(scratch, inputs, Budget::default()), memo)
            })
            .collect();
        see(&mut opens)
    }
}

/// Mutates with a probe on the first two samples.
pub fn mutate_probed(
    mutator: &mut Mutator<'_>,
    dag: &mut Dag,
    root: NodeId,
    stream: &mut Stream,
    opens: &mut [(Open<'_>, &mut Memo)],
) -> Mutant {
    let (first, rest) = opens.split_first_mut().expect("tasks have samples");
    let first = ProbeSample { open: &mut first.0, memo: first.1 };
    let second = rest.first_mut().map(|second| ProbeSample { open: &mut second.0, memo: second.1 });
    let mut probe = BankProbe::new(first, second);
    mutator.mutate(dag, root, stream, Some(&mut probe))
}

/// Mutates one program many times without a probe and hands each mutant to `see`.
pub fn many(
    code: &Code,
    settings: &Settings,
    facts: &Facts,
    donors: &Donors,
    count: u64,
    mut see: impl FnMut(&Dag, &Mutant),
) {
    let mut dag = Dag::new(code.dialect());
    let root = dag.merge(code.dag())[0];
    let mut mutator = Mutator::new(settings, facts, donors);
    for candidate in 0..count {
        let mut stream = Stream::new(7, 0, "test", candidate);
        let mutant = mutator.mutate(&mut dag, root, &mut stream, None);
        assert_eq!(misfits(&dag, mutant.root), Vec::<String>::new(), "{:?}", mutant.log);
        see(&dag, &mutant);
    }
}
