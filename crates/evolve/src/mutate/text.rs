//! Edits in words.

use std::fmt;

use lang::{Node, NodeId};

use super::work::{Edit, Work};
use super::{Mutation, Operator};

/// Longest text of what stands at an element.
const LONGEST: usize = 80;

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(argument) = self.argument {
            write!(f, " argument {}", u64::from(argument) + 1)?;
        }
        let name = self.operator.name().replace('_', " ");
        write!(f, ": {name} {} -> {}", self.before, self.after)
    }
}

/// An edit as it is logged.
pub(super) fn describe(work: &Work<'_>, edit: &Edit) -> Mutation {
    let name = |node: NodeId, open: bool| match (edit.operator, work.dag.node(node)) {
        (Operator::Op, Node::Call(op, _)) => op.name().to_string(),
        _ => text(work, edit.line, node, open),
    };
    // A step that comes or goes is written out.
    let goes = edit.operator == Operator::Delete && edit.place.is_none();
    let comes = edit.operator == Operator::Insert;
    Mutation {
        operator: edit.operator,
        line: edit.line as u32 + 1,
        argument: edit.place.map(|place| place as u32),
        before: name(edit.before, goes),
        after: name(edit.after, comes),
    }
}

/// A node as the parent's lines name it: `x3`, a constant, or the expression it is. With
/// `open` the node itself is written out.
fn text(work: &Work<'_>, line: usize, node: NodeId, open: bool) -> String {
    let mut out = String::new();
    Writer { work, line }.node(node, open, &mut out);
    if out.len() > LONGEST {
        let cut = (0..=LONGEST).rev().find(|&at| out.is_char_boundary(at)).unwrap_or(0);
        out.truncate(cut);
        out.push('…');
    }
    out
}

/// Writes nodes as seen from a line of the parent.
struct Writer<'t, 'w> {
    work: &'t Work<'w>,
    line: usize,
}

impl Writer<'_, '_> {
    /// The number of the line that a node is, or stands for since an edit.
    fn number(&self, node: NodeId) -> Option<usize> {
        let earlier = self.work.earlier(self.line);
        let since =
            || Some(earlier.iter().rposition(|&now| now == node)? + self.line - earlier.len());
        self.work.outline.line_of(node).or_else(since).map(|line| line + 1)
    }

    fn node(&self, node: NodeId, open: bool, out: &mut String) {
        let dag = &self.work.dag;
        let is_line = dag.node(node).is_call() && !open;
        if let Some(number) = self.number(node).filter(|_| is_line) {
            out.push_str(&format!("x{number}"));
            return;
        }
        match dag.node(node) {
            _ if out.len() > LONGEST => {}
            Node::Input(input) => out.push_str(input.name()),
            Node::Const(constant) => out.push_str(constant.name()),
            Node::Lit(lit) => out.push_str(&lit.to_string()),
            Node::Fn(op) => out.push_str(op.name()),
            Node::Call(op, args) => {
                out.push_str(op.name());
                self.args(args, out);
            }
            Node::Apply(function, args) => {
                self.node(function, false, out);
                self.args(args, out);
            }
        }
    }

    fn args(&self, args: &[NodeId], out: &mut String) {
        for (i, &arg) in args.iter().enumerate() {
            out.push_str(if i == 0 { "(" } else { ", " });
            self.node(arg, false, out);
        }
        out.push_str(if args.is_empty() { "()" } else { ")" });
    }
}
