//! Programs back as text: one call per line, or one nested expression.
//!
//! Both forms parse back to the same hash when parsed in the same dialect.

use std::fmt;
use std::fmt::Write;

use crate::dag::Dag;
use crate::lexer::MAX_NESTING;
use crate::node::{Input, Lit, Node, NodeId};

/// The largest inlined program that is printed, in bytes of its expression.
pub const MAX_INLINE: usize = 1 << 20;

/// Why a program has no inlined form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InlineError {
    /// Steps used more than once are written out each time, which makes it this long.
    TooLong(u64),
    /// Its calls nest this deep, more than the parser reads.
    TooDeep(u64),
}

impl fmt::Display for InlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InlineError::TooLong(bytes) => {
                write!(f, "inlined it would have {bytes} bytes, more than {MAX_INLINE}")
            }
            InlineError::TooDeep(depth) => {
                write!(f, "inlined it would nest {depth} deep, more than {MAX_NESTING}")
            }
        }
    }
}

impl std::error::Error for InlineError {}

/// The canonical line form: `x1`, `x2` and so on in the order of [`Dag::steps`].
///
/// With `params` 1 the function takes `I` alone, unless it reads `S` or `C`.
pub fn to_lines(name: &str, dag: &Dag, root: NodeId, params: usize) -> String {
    let steps = dag.steps(root);
    let mut text = header(name, dag, &steps, params);
    let mut numbers = vec![0u32; dag.len()];
    let mut count = 0;
    for &id in steps.iter().filter(|&&id| dag.node(id).is_call()) {
        count += 1;
        numbers[id.index()] = count;
        let _ = write!(text, "    x{count} = ");
        line_call(&mut text, dag, id, &numbers);
        text.push('\n');
    }
    text.push_str("    return ");
    operand(&mut text, dag, root, &numbers);
    text.push('\n');
    text
}

fn header(name: &str, dag: &Dag, steps: &[NodeId], params: usize) -> String {
    let other = |id: &NodeId| matches!(dag.node(*id), Node::Input(Input::S | Input::C));
    let params = if params == 1 && !steps.iter().any(other) { "I" } else { "S, I, C" };
    format!("def {name}({params}):\n")
}

pub(crate) fn line_call(text: &mut String, dag: &Dag, id: NodeId, numbers: &[u32]) {
    let args = match dag.node(id) {
        Node::Call(op, args) => {
            text.push_str(op.name());
            args
        }
        Node::Apply(function, args) => {
            operand(text, dag, function, numbers);
            args
        }
        _ => unreachable!("only calls have lines"),
    };
    for (i, &arg) in args.iter().enumerate() {
        text.push_str(if i == 0 { "(" } else { ", " });
        operand(text, dag, arg, numbers);
    }
    text.push_str(if args.is_empty() { "()" } else { ")" });
}

pub(crate) fn operand(text: &mut String, dag: &Dag, id: NodeId, numbers: &[u32]) {
    let _ = match dag.node(id) {
        Node::Call(..) | Node::Apply(..) => write!(text, "x{}", numbers[id.index()]),
        leaf => write!(text, "{}", Leaf(leaf)),
    };
}

/// A node that is not a call, as text.
struct Leaf<'a>(Node<'a>);

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Node::Input(input) => f.write_str(input.name()),
            Node::Const(constant) => f.write_str(constant.name()),
            Node::Lit(lit) => write!(f, "{lit}"),
            Node::Fn(op) | Node::Call(op, _) => f.write_str(op.name()),
            Node::Apply(..) => Ok(()),
        }
    }
}

/// The inlined form: one `return` of one nested expression.
///
/// Refused when it would be longer than [`MAX_INLINE`] or nest deeper than [`MAX_NESTING`].
pub fn to_inline(
    name: &str,
    dag: &Dag,
    root: NodeId,
    params: usize,
) -> Result<String, InlineError> {
    let steps = dag.steps(root);
    let Extent { bytes, depth } = extent(dag, &steps);
    if bytes > MAX_INLINE as u64 {
        return Err(InlineError::TooLong(bytes));
    }
    if depth > MAX_NESTING as u64 {
        return Err(InlineError::TooDeep(depth));
    }
    let mut text = header(name, dag, &steps, params);
    text.push_str("    return ");
    nested(&mut text, dag, root);
    text.push('\n');
    Ok(text)
}

#[derive(Clone, Copy, Default)]
struct Extent {
    bytes: u64,
    depth: u64,
}

/// How long and deep the inlined form of the last step would be.
fn extent(dag: &Dag, steps: &[NodeId]) -> Extent {
    let mut all = vec![Extent::default(); dag.len()];
    for &id in steps {
        all[id.index()] = match dag.node(id) {
            Node::Call(op, args) => arguments(&all, args, op.name().len() as u64, 0),
            Node::Apply(function, args) => {
                let Extent { bytes, depth } = all[function.index()];
                arguments(&all, args, bytes, depth)
            }
            Node::Lit(lit) => Extent { bytes: lit.to_string().len() as u64, depth: lit_depth(lit) },
            leaf => Extent { bytes: Leaf(leaf).to_string().len() as u64, depth: 0 },
        };
    }
    steps.last().map_or(Extent::default(), |root| all[root.index()])
}

fn arguments(all: &[Extent], args: &[NodeId], bytes: u64, depth: u64) -> Extent {
    let start = Extent { bytes: bytes.saturating_add(2), depth: depth.max(1) };
    args.iter().fold(start, |sum, arg| Extent {
        bytes: sum.bytes.saturating_add(all[arg.index()].bytes).saturating_add(2),
        depth: sum.depth.max(all[arg.index()].depth + 1),
    })
}

fn lit_depth(lit: &Lit) -> u64 {
    match lit {
        Lit::Int(_) => 0,
        Lit::Tuple(items) => 1 + items.iter().map(lit_depth).max().unwrap_or(0),
    }
}

/// What is still to be written, last first.
enum Todo {
    Node(NodeId),
    Text(&'static str),
}

fn nested(text: &mut String, dag: &Dag, root: NodeId) {
    let mut todo = vec![Todo::Node(root)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Text(piece) => text.push_str(piece),
            Todo::Node(id) => {
                let node = dag.node(id);
                let _ = write!(text, "{}", Leaf(node));
                if let Node::Call(_, args) | Node::Apply(_, args) = node {
                    push_arguments(&mut todo, args);
                }
                if let Node::Apply(function, _) = node {
                    todo.push(Todo::Node(function));
                }
            }
        }
    }
}

fn push_arguments(todo: &mut Vec<Todo>, args: &[NodeId]) {
    todo.push(Todo::Text(")"));
    for (i, &arg) in args.iter().enumerate().rev() {
        todo.push(Todo::Node(arg));
        if i > 0 {
            todo.push(Todo::Text(", "));
        }
    }
    todo.push(Todo::Text("("));
}
