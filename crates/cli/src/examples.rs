//! A small call of every op, computed by the engine and drawn by `batt ops NAME`.

use exec::batch::{Job, run_job};
use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run};
use exec::value::{Fault, Layout};
use lang::{Dialect, Node, NodeId, Op, Program};

use crate::render::{ARROW, Block, Canvas, Values, flow};

const TABLE: &str = include_str!("examples.txt");
/// Sides of pictures.
const SIDE: usize = 10;
const GAP: usize = 3;

/// The example grid.
const I: (u16, u16, &[i8]) = (
    5,
    6,
    &[
        0, 0, 0, 0, 0, 0, //
        0, 2, 2, 0, 1, 0, //
        0, 2, 0, 0, 0, 0, //
        0, 0, 0, 0, 3, 3, //
        0, 0, 0, 0, 3, 0, //
    ],
);

/// The example samples: in each, one colour of the input becomes another.
const S: [(&[i8], &[i8]); 2] = [(&[1, 0, 5, 0], &[1, 0, 8, 0]), (&[0, 5, 5, 2], &[0, 8, 8, 2])];

/// The call that shows an op: an expression of its dialect.
pub fn example_of(op: Op) -> Option<&'static str> {
    let own = format!("[{}]", op.dialect());
    let mut section = "";
    let mut calls = TABLE.lines().filter_map(|line| {
        if line.starts_with('[') {
            section = line;
        }
        let (name, call) = line.split_once(": ")?;
        (name == op.name() && (section == "[both]" || section == own)).then_some(call)
    });
    calls.next()
}

/// The example as a program.
fn program_of(call: &str, dialect: Dialect) -> Option<Program> {
    let text = format!("def solve_example(S, I, C):\n    return {call}\n");
    lang::parse(text.as_bytes(), "example", Some(dialect)).programs.pop()
}

/// Runs a call and hands the finished run to `see`.
fn run<T: Send>(program: &Program, see: impl Fn(&Plan, &Run<'_, '_>) -> T + Sync) -> Option<T> {
    let plan = Plan::new(&program.dag);
    let (height, width, cells) = I;
    let input = TaskGrid::new(height, width, cells.to_vec())?;
    let square = |cells: &[i8]| TaskGrid::new(2, 2, cells.to_vec());
    let sample = |(i, o): (&[i8], &[i8])| Some(Sample { input: square(i)?, output: square(o) });
    let demo = S.into_iter().map(sample).collect::<Option<Vec<_>>>()?;
    let job = Job { plan: &plan, inputs: Inputs { demo: &demo, input: &input, target: None } };
    Some(run_job(job, Rules::NAMED, 1, |run| see(&plan, run)))
}

/// Draws the example of an op: the call, its arguments, and what comes out.
pub fn drawn(op: Op, canvas: Canvas) -> Option<String> {
    let call = example_of(op)?;
    let program = program_of(call, op.dialect())?;
    let picture = run(&program, |plan, run| pictures(&program, plan, run, canvas).ok())??;
    Some(format!("{call}\n\n{picture}"))
}

/// Arguments and result of the outermost call, side by side.
fn pictures(
    program: &Program,
    plan: &Plan,
    run: &Run<'_, '_>,
    canvas: Canvas,
) -> Result<String, Fault> {
    let (dag, root) = (&program.dag, program.dag.roots()[0]);
    let values = Values { canvas, lay: Layout::of(program.dialect), side: SIDE };
    let drawn = |id: NodeId| -> Result<Block, Fault> {
        let value = plan.slot_of(id).and_then(|slot| run.value(slot)).unwrap_or(Err(Fault::Empty));
        Ok(values.draw(value?).block())
    };
    let mut blocks = Vec::new();
    for (at, id) in dag.operands(root).iter().enumerate() {
        let title = format!("{}:", parameter(dag.node(root), at));
        blocks.push(Block::line(&title).above(drawn(*id)?));
    }
    blocks.push(Block::line(ARROW).above(drawn(root)?));
    let rows: Vec<String> = flow(blocks, GAP, canvas.width).iter().map(Block::text).collect();
    Ok(rows.join("\n"))
}

fn parameter(node: Node<'_>, at: usize) -> &'static str {
    match node {
        Node::Call(op, _) => op.params().get(at).map_or("", |param| param.name),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Depth;

    #[test]
    fn every_op_has_an_example_that_succeeds_and_uses_it() {
        let mut wrong = Vec::new();
        for op in Op::all() {
            let what = format!("{} {}", op.dialect(), op.name());
            let Some(call) = example_of(op) else {
                wrong.push(format!("{what}: none"));
                continue;
            };
            let Some(program) = program_of(call, op.dialect()) else {
                wrong.push(format!("{what}: {call} cannot be read"));
                continue;
            };
            let uses =
                |id| matches!(program.dag.node(id), Node::Call(o, _) | Node::Fn(o) if o == op);
            if !program.dag.ids().any(uses) {
                wrong.push(format!("{what}: {call} does not use it"));
            }
            if let Some(Err(fault)) = run(&program, |_, run| run.outcomes()[0].result.map(drop)) {
                wrong.push(format!("{what}: {call} fails with {fault}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_example_fits_the_terminal() {
        let canvas = Canvas { depth: Depth::Plain, width: 72, rows: SIDE };
        for op in Op::all() {
            let text = drawn(op, canvas).unwrap_or_default();
            let widest = text.lines().skip(1).map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= 76), "{}:\n{text}", op.name());
        }
    }

    #[test]
    fn the_table_names_only_ops_and_each_once() {
        let names: Vec<&str> = TABLE
            .lines()
            .filter(|l| !l.starts_with('#'))
            .filter_map(|l| l.split(": ").next())
            .collect();
        for name in names.iter().filter(|name| !name.is_empty() && !name.starts_with('[')) {
            assert!(Op::all().any(|op| op.name() == *name), "{name}");
            assert_eq!(names.iter().filter(|other| other == &name).count(), 1, "{name}");
        }
    }
}
