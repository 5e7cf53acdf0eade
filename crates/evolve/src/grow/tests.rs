use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Rules, Worker};

use super::*;
use crate::code::Code;
use crate::score::standing;
use crate::submit::output;

/// Pictures with a few figures each, none of them like another.
fn inputs() -> Vec<TaskGrid> {
    let rows = [
        "0000000 0220000 0220030 0000030 0500000 0000001",
        "4400 0400 0000 0011 6000 0003 0300",
        "70000000 77000900 00000990 00200000 00000005",
    ];
    let grid = |text: &str| {
        let rows: Vec<&str> = text.split(' ').collect();
        let cells = rows.concat().bytes().map(|digit| (digit - b'0') as i8).collect();
        TaskGrid::new(rows.len() as u16, rows[0].len() as u16, cells).expect("a rectangle")
    };
    rows.into_iter().map(grid).collect()
}

/// The task whose rule is this program.
fn task(body: &str) -> Task {
    let text = format!("def solve_t(I):\n    return {body}\n");
    let code = Code::of_program(&lang::parse(text.as_bytes(), "t.py", None).programs[0]);
    let plan = Plan::new(code.dag());
    let made = |input: &TaskGrid| {
        let inputs = Inputs { demo: &[], input, target: None };
        let made = Worker::default().run(&plan, inputs, Rules::default(), output);
        made.unwrap_or_else(|| panic!("{body} makes no grid"))
    };
    let demo = |input: TaskGrid| Sample { output: Some(made(&input)), input };
    Task { id: "t".into(), demo: inputs().into_iter().map(demo).collect(), test: Vec::new() }
}

fn grown(task: &Task, dialect: Dialect, calls: Range<u64>) -> Vec<Code> {
    let never = AtomicBool::new(false);
    let dag = grow(task, dialect, None, calls, 100, (&mut Scratch::default(), &never)).dag;
    dag.roots().iter().map(|&root| Code::of_root(&dag, root)).collect()
}

/// The number of lines of the first program that solves a task within so many calls.
fn solved(body: &str, dialect: Dialect, calls: u64) -> Option<usize> {
    let task = task(body);
    let solves =
        |code: &Code| standing(code, &task, Rules::default(), &mut Worker::default()).solved;
    grown(&task, dialect, 0..calls).iter().find(|code| solves(code)).map(Code::size)
}

#[test]
fn one_op_is_found_at_once() {
    let ops =
        ["rot90(I)", "cmirror(I)", "replace(I, TWO, EIGHT)", "hconcat(I, I)", "upscale(I, TWO)"];
    for body in ops {
        for dialect in Dialect::ALL {
            assert_eq!(solved(body, dialect, FIRST_CALLS), Some(1), "{body} in {dialect}");
        }
    }
}

#[test]
fn a_few_ops_are_found_soon() {
    for (body, lines, calls) in [
        ("hconcat(I, vmirror(I))", 2, 1 << 15),
        ("fill(I, EIGHT, ofcolor(I, ZERO))", 2, 1 << 15),
        ("subgrid(argmax(objects(I, T, F, T), size), I)", 3, MOST_CALLS),
    ] {
        let found = solved(body, Dialect::Arc, calls);
        assert!(found.is_some_and(|found| found <= lines), "{body}: {found:?}");
    }
}

#[test]
fn later_generations_go_on_where_earlier_ones_stopped() {
    let sessions: Vec<Range<u64>> = (0..2000).filter_map(calls_of).collect();
    assert_eq!((sessions.first(), calls_of(2)), (Some(&(0..FIRST_CALLS)), None));
    assert!(sessions.windows(2).all(|pair| pair[0].end == pair[1].start), "{sessions:?}");
    assert_eq!(sessions.last().map(|calls| calls.end), Some(MOST_CALLS));
    assert_eq!(calls_of(u64::MAX), None);
    assert_eq!((0..5000).filter(|&n| calls_of(n).is_some()).max(), Some(LAST_GENERATION));
    let task = task("trim(I)");
    let hashes =
        |calls| -> Vec<_> { grown(&task, Dialect::Arc, calls).iter().map(Code::hash).collect() };
    let (first, second) = (hashes(0..2000), hashes(2000..4000));
    assert!(!second.is_empty() && second.iter().all(|hash| !first.contains(hash)));
    assert_eq!(first, hashes(0..2000), "the same every time");
}

#[test]
fn likely_programs_come_first() {
    let parsed = lang::parse(
        b"def solve_a(I):\n    return fill(I, EIGHT, ofcolor(I, FIVE))\n
def solve_b(I):\n    return paint(I, recolor(TWO, ofcolor(I, ZERO)))\n",
        "t.py",
        Some(Dialect::Arc),
    );
    let codes: Vec<Code> = parsed.programs.iter().map(Code::of_program).collect();
    let odds = Odds::new(&crate::prior::fit(&codes), Dialect::Arc);
    // In none of the programs, though every piece of it is in one of them.
    let task = task("fill(I, TWO, ofcolor(I, ZERO))");
    let solves =
        |code: &Code| standing(code, &task, Rules::default(), &mut Worker::default()).solved;
    let first = |odds: Option<&Odds>| {
        let grown = grow(
            &task,
            Dialect::Arc,
            odds,
            0..1 << 15,
            1 << 15,
            (&mut Scratch::default(), &AtomicBool::new(false)),
        );
        let mut roots = grown.dag.roots().iter().zip(&grown.calls);
        *roots.find(|root| solves(&Code::of_root(&grown.dag, *root.0))).expect("it grows").1
    };
    let (with, without) = (first(Some(&odds)), first(None));
    assert!(with * 20 < without, "{with}, {without}");
    assert_eq!(with, first(Some(&odds)), "the same every time");
}

#[test]
fn what_is_never_to_be_is_never_called() {
    let strict = "{\"other\": 0, \"root\": {\"rot90\": 1, \"trim\": 1},
        \"arguments\": {\"rot90\": [{\"I\": 1, \"rot90\": 1}], \"trim\": [{\"I\": 1}]}}";
    let priors = crate::prior::Priors::read(strict).expect("a prior");
    let odds = Odds::new(&priors.all, Dialect::Arc);
    let task = task("trim(I)");
    let grown = grow(
        &task,
        Dialect::Arc,
        Some(&odds),
        0..4000,
        100,
        (&mut Scratch::default(), &AtomicBool::new(false)),
    );
    let mut texts: Vec<String> = grown
        .dag
        .roots()
        .iter()
        .map(|&root| lang::to_inline("f", &grown.dag, root, 1).unwrap_or_default())
        .collect();
    texts.sort();
    let bodies: Vec<&str> =
        texts.iter().filter_map(|text| text.trim().rsplit("return ").next()).collect();
    assert_eq!(bodies, ["rot90(I)", "rot90(rot90(I))", "rot90(rot90(rot90(I)))", "trim(I)"]);
}

#[test]
fn any_task_will_do() {
    let cell = TaskGrid::new(1, 1, vec![0]).expect("a cell");
    let sample = Sample { input: cell.clone(), output: Some(cell) };
    let one = Task { id: "one".into(), demo: vec![sample], test: Vec::new() };
    assert!(!grown(&one, Dialect::Arc, 0..500).is_empty());
    let none = Task { id: "none".into(), demo: Vec::new(), test: Vec::new() };
    assert!(grown(&none, Dialect::Arc, 0..500).is_empty());
}
