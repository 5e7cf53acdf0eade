//! Programs without what they do not need: no line can go, and no constant is odd where a plain one does.
//!
//! All programs that differ from the given one in one place are merged into one graph, where they share most of their
//! steps, and run side by side on every sample of the task. The shortest of those that give the same takes its place, and so
//! on until there is none.

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker};
use lang::{ConstValue, Dag, Input, Lit, Node, NodeId};

use crate::code::{Code, solver_name};
use crate::mutate::const_value;
use crate::outputs::print;
use crate::score;
use crate::standing::Standing;
use crate::trace::{self, Mismatch};

/// Simplifications of one program at most.
const MOST_ROUNDS: usize = 64;
/// Programs that are tried side by side at most.
const MOST_VARIANTS: usize = 512;
/// Constants that are plainer than others, plainest first.
const PLAIN: [i64; 3] = [0, 1, 2];

/// The plainest program in reach that gives the same as this one for all inputs of the task, with the demo samples as they are
/// and, where it reads them, without the pair that is asked for.
pub fn simplified(code: &Code, task: &Task, rules: Rules, worker: &mut Worker) -> Code {
    let views = views(task, code.reads(Input::S));
    let mut code = code.clone();
    for _ in 0..MOST_ROUNDS {
        match plainer(&code, &views, rules, worker) {
            Some(next) => code = next,
            None => break,
        }
    }
    code
}

/// A program that fits the demos of a task, without what it does not need, and how it stands alone. Nothing if it cannot be made
/// plainer, or only dearer: a line that saves work does something.
pub fn plainest(
    code: &Code,
    standing: &Standing,
    task: &Task,
    rules: Rules,
    worker: &mut Worker,
) -> Result<Option<(Code, Standing)>, Mismatch> {
    let plain = simplified(code, task, rules, worker);
    if plain.hash() == code.hash() {
        return Ok(None);
    }
    let alone = score::standing(&plain, task, rules, worker);
    // It may be cheaper. What it gives on tests was compared without looking at their outputs.
    let Standing { cost, test_right, test_count, .. } = alone;
    let same = Standing { cost, test_right, test_count, ..*standing };
    trace::compare(&solver_name(&task.id), &plain, task, &alone, &same)?;
    Ok((cost <= standing.cost).then_some((plain, alone)))
}

/// What programs are compared on: demo samples that they may read, and an input.
struct View<'t> {
    demo: Vec<Sample>,
    input: &'t TaskGrid,
}

fn views(task: &Task, reads_samples: bool) -> Vec<View<'_>> {
    let inputs = task.samples().map(|sample| &sample.input);
    let mut views: Vec<View<'_>> =
        inputs.map(|input| View { demo: task.demo.clone(), input }).collect();
    for (at, sample) in task.demo.iter().enumerate().filter(|_| reads_samples) {
        let mut demo = task.demo.clone();
        demo.remove(at);
        views.push(View { demo, input: &sample.input });
    }
    views
}

/// The shortest program that differs in one place and gives the same.
fn plainer(code: &Code, views: &[View<'_>], rules: Rules, worker: &mut Worker) -> Option<Code> {
    let mut dag = code.dag().clone();
    let mut roots = vec![code.root()];
    roots.extend(variants(&mut dag, code.root()));
    for View { demo, input } in views {
        if roots.len() == 1 {
            return None;
        }
        let plan = Plan::of_roots(&dag, &roots);
        let inputs = Inputs { demo, input, target: None };
        let mut same = worker.run(&plan, inputs, rules, same_as_first).into_iter();
        roots.retain(|_| same.next() == Some(true));
    }
    let best = roots[1..].iter().min_by_key(|&&root| length(&dag, root))?;
    Some(Code::of_root(&dag, *best))
}

/// The program without what makes no difference, where a question for whether another one does the same is cheap: takes
/// the first such one that it meets instead of the shortest, line by line from the result down, until no line has any.
/// New lines become new nodes of the Dag.
pub(crate) fn plainest_root(
    dag: &mut Dag,
    root: NodeId,
    mut same: impl FnMut(&Dag, NodeId) -> bool,
) -> NodeId {
    let mut root = root;
    for _ in 0..MOST_ROUNDS {
        let before = root;
        for edits in [shorter, plainer_calls] {
            let (mut steps, mut at) = (dag.steps(root), usize::MAX);
            while let Some(line) = line_before(dag, &steps, &mut at) {
                for instead in edits(dag, line) {
                    let made = replaced(dag, &steps, line, instead);
                    if let Some(plainer) = made.filter(|&made| same(dag, made)) {
                        root = plainer;
                        steps = dag.steps(root);
                        break;
                    }
                }
            }
        }
        if root == before {
            break;
        }
    }
    root
}

/// The last line before a place among the steps of a program, which is the place from then on.
fn line_before(dag: &Dag, steps: &[NodeId], at: &mut usize) -> Option<NodeId> {
    let earlier = &steps[..steps.len().min(*at)];
    *at = earlier.iter().rposition(|&id| dag.node(id).is_call())?;
    Some(earlier[*at])
}

/// By program, whether it gives what the first one does.
fn same_as_first(run: &Run<'_, '_>) -> Vec<bool> {
    let mut prints = run.outcomes().iter().map(|outcome| print(outcome.result));
    let Some(first) = prints.next() else { return Vec::new() };
    std::iter::once(true).chain(prints.map(|print| print == first)).collect()
}

/// Lines, then how far constants are from 0: what a variant has less of.
fn length(dag: &Dag, root: NodeId) -> (usize, u64) {
    let steps = dag.steps(root);
    let calls = steps.iter().filter(|&&id| dag.node(id).is_call());
    let operands = calls.clone().flat_map(|&id| dag.operands(id));
    let far = operands.filter_map(|&id| int(dag, id)).map(i64::unsigned_abs);
    // Constants of any size may stand in a program.
    (calls.count(), far.fold(0, u64::saturating_add))
}

fn int(dag: &Dag, id: NodeId) -> Option<i64> {
    match const_value(dag.node(id))? {
        ConstValue::Int(n) => Some(n),
        _ => None,
    }
}

/// The results of programs with one line less, or with one plainer constant.
fn variants(dag: &mut Dag, root: NodeId) -> Vec<NodeId> {
    let steps = dag.steps(root);
    let lines: Vec<NodeId> =
        steps.iter().rev().copied().filter(|&id| dag.node(id).is_call()).collect();
    let mut made = Vec::new();
    for edits in [shorter, plainer_calls] {
        for &line in &lines {
            for instead in edits(dag, line) {
                made.extend(replaced(dag, &steps, line, instead));
            }
        }
    }
    made.truncate(MOST_VARIANTS);
    made
}

/// What may stand for a line: what it is made of, and what that is made of, for some calls undo each other.
fn shorter(dag: &mut Dag, line: NodeId) -> Vec<NodeId> {
    let dag = &*dag;
    let is_value = |id: &NodeId| matches!(dag.node(*id), Node::Input(_)) || dag.node(*id).is_call();
    let near: Vec<NodeId> = dag.operands(line).iter().copied().filter(is_value).collect();
    let far = near.iter().flat_map(|&id| dag.operands(id)).copied().filter(is_value);
    let mut all = near.clone();
    far.for_each(|id| {
        if !all.contains(&id) {
            all.push(id)
        }
    });
    all
}

/// The line with a plainer constant.
fn plainer_calls(dag: &mut Dag, line: NodeId) -> Vec<NodeId> {
    let Node::Call(op, args) = dag.node(line) else { return Vec::new() };
    let args = args.to_vec();
    let mut made = Vec::new();
    for (at, &id) in args.iter().enumerate() {
        let Some(n) = int(dag, id) else { continue };
        // Yes and no, and whatever else is called 1, are plain enough.
        for plain in PLAIN.into_iter().filter(|&plain| n.unsigned_abs() > plain.max(1) as u64) {
            let mut args = args.clone();
            args[at] = dag.lit(&Lit::Int(plain));
            made.extend(dag.call(op, &args));
        }
    }
    made
}

/// The program with something else in the place of a line; nothing if it cannot stand there.
pub(crate) fn replaced(
    dag: &mut Dag,
    steps: &[NodeId],
    line: NodeId,
    instead: NodeId,
) -> Option<NodeId> {
    let mut now: Vec<(NodeId, NodeId)> = vec![(line, instead)];
    let from = steps.iter().position(|&id| id == line)?;
    for &id in &steps[from + 1..] {
        let new = |id: NodeId| now.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| *new);
        let operands: Vec<NodeId> = dag.operands(id).iter().map(|&id| new(id)).collect();
        if operands == dag.operands(id) {
            continue;
        }
        let changed = match dag.node(id) {
            Node::Call(op, _) => dag.call(op, &operands),
            Node::Apply(..) => dag.apply(operands[0], &operands[1..]),
            _ => return None,
        };
        now.push((id, changed.ok()?));
    }
    now.last().filter(|(old, _)| Some(old) == steps.last()).map(|(_, new)| *new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::rules;

    fn code(body: &str) -> Code {
        let text = format!("def solve_t(S, I, C):\n{body}    return O\n");
        let parsed = lang::parse(text.as_bytes(), "t.py", Some(lang::Dialect::Batt));
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        Code::of_program(&parsed.programs[0])
    }

    fn task() -> Task {
        let grid = |cells: &[i8]| TaskGrid::new(2, 3, cells.to_vec()).expect("a grid");
        let pair = |a: &[i8], b: &[i8]| Sample { input: grid(a), output: Some(grid(b)) };
        let demo = vec![
            pair(&[1, 2, 3, 4, 5, 6], &[3, 2, 1, 6, 5, 4]),
            pair(&[0, 0, 7, 7, 0, 1], &[7, 0, 0, 1, 0, 7]),
        ];
        Task { id: "t".into(), demo, test: vec![pair(&[1, 1, 2, 3, 5, 8], &[2, 1, 1, 8, 5, 3])] }
    }

    fn simple(body: &str) -> String {
        let code = simplified(&code(body), &task(), rules(), &mut Worker::default());
        code.text("solve_t")
    }

    #[test]
    fn lines_that_do_nothing_go() {
        let mirror = code("    O = vmirror_t(I)\n").text("solve_t");
        assert_eq!(simple("    O = vmirror_t(I)\n"), mirror);
        assert_eq!(simple("    x1 = identity(I)\n    O = vmirror_t(x1)\n"), mirror);
        let twice = "    x1 = hmirror_t(I)\n    x2 = hmirror_t(x1)\n    O = vmirror_t(x2)\n";
        assert_eq!(simple(twice), mirror);
        // No 9 is there to be replaced.
        assert_eq!(simple("    x1 = replace(I, 9, 3)\n    O = vmirror_t(x1)\n"), mirror);
    }

    #[test]
    fn what_fits_is_kept_plain_and_run_alone() {
        let (task, mut worker) = (task(), Worker::default());
        let long = code(
            "    x1 = identity(I)\n    x2 = hmirror_t(x1)\n    x3 = hmirror_t(x2)\n    O = vmirror_t(x3)\n",
        );
        let standing = score::standing(&long, &task, rules(), &mut worker);
        assert!(standing.solved);
        let (plain, alone) = plainest(&long, &standing, &task, rules(), &mut worker)
            .expect("no mismatch")
            .expect("a plainer one");
        assert_eq!(plain.text("solve_t"), code("    O = vmirror_t(I)\n").text("solve_t"));
        assert!(alone.cost < standing.cost && alone.outputs == standing.outputs && alone.solved);
        assert_eq!(
            plainest(&plain, &alone, &task, rules(), &mut worker).map(|p| p.is_none()),
            Ok(true)
        );
        // What it gives on tests is compared, how right that is plays no part.
        let hidden = Sample { output: None, ..task.test[0].clone() };
        let hidden = Task { test: vec![hidden], ..task };
        let of_hidden = score::standing(&long, &hidden, rules(), &mut worker);
        let again =
            plainest(&long, &of_hidden, &hidden, rules(), &mut worker).expect("no mismatch");
        assert_eq!(again.map(|(code, _)| code.hash()), Some(plain.hash()));
    }

    #[test]
    fn odd_constants_become_plain_where_it_makes_no_difference() {
        let text = simple("    x1 = keep_l(I, 1)\n    x2 = turn_l(x1, 4)\n    O = picture_l(x2)\n");
        assert!(text.contains("keep_l(I, ONE)"), "{text}");
        // All colours 8 of the inputs become another one, whichever: 0 is the plainest.
        let text = simple("    x1 = multiply(7, 0)\n    O = replace(I, 8, x1)\n");
        assert!(text.contains("multiply(ZERO, ZERO)") || !text.contains("SEVEN"), "{text}");
    }

    #[test]
    fn what_differs_on_a_test_input_stays() {
        // Only the test input has a colour 8.
        let text = simple("    x1 = replace(I, 8, 9)\n    O = vmirror_t(x1)\n");
        assert!(text.contains("replace"), "{text}");
    }

    #[test]
    fn failing_programs_are_left_alone() {
        let text = simple("    x1 = first(0)\n    O = vmirror_t(x1)\n");
        assert!(text.contains("first"), "{text}");
    }
}
