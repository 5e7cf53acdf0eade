//! What an op, a constant or a choice of an argument is worth in bits: the one place where weights of ops come from.
//!
//! They are counted in the programs that tasks are made from, smoothed so that no op is impossible.
//! Whole numbers throughout, so a figure is the same on every machine.

use lang::{Dag, Node, NodeId, Op};

use crate::code::Code;
use crate::mutate::tables::{Tables, slot_ty};

/// A bit is so many.
pub const BIT: u32 = 1 << 10;

/// Constants that a place is taken to choose from where it has no range of its own.
const ANY_CONSTANT: u64 = 10;

/// Bits by op.
pub struct Weights {
    ops: Vec<u32>,
}

impl Weights {
    /// Counted in programs; each op of their dialects once more than it occurs.
    pub fn fitted<'c>(programs: impl IntoIterator<Item = &'c Code>) -> Weights {
        let mut counts = vec![1u64; Op::COUNT];
        for code in programs {
            for op in code.dag().ids().filter_map(|id| op_of(code.dag().node(id))) {
                counts[op.index()] += 1;
            }
        }
        let total = |op: Op| Op::of(op.dialect()).map(|other| counts[other.index()]).sum();
        let totals: [u64; 2] = lang::Dialect::ALL.map(|d| Op::of(d).next().map_or(1, total));
        let bits = |op: Op| log2(totals[op.dialect() as usize], counts[op.index()]);
        Weights { ops: Op::all().map(bits).collect() }
    }

    /// What an op is worth.
    pub fn op(&self, op: Op) -> u32 {
        self.ops[op.index()]
    }

    /// What a program is worth: the ops of its lines, and for each argument which of the inputs and
    /// earlier lines it is, or which constant of those that its place is offered.
    pub fn program(&self, code: &Code) -> u64 {
        let (dag, mut lines, mut bits) = (code.dag(), 0, 0);
        for id in dag.ids().filter(|&id| dag.node(id).is_call()) {
            bits += op_of(dag.node(id)).map_or(0, |op| u64::from(self.op(op)));
            let operands = dag.operands(id).iter().enumerate();
            bits += operands.map(|(at, &arg)| self.argument(dag, id, at, arg, lines)).sum::<u64>();
            lines += 1;
        }
        bits
    }

    fn argument(&self, dag: &Dag, line: NodeId, at: usize, arg: NodeId, lines: u64) -> u64 {
        let offered = match (dag.node(arg), dag.node(line)) {
            (Node::Fn(op), _) => return self.op(op).into(),
            (Node::Const(_) | Node::Lit(_), Node::Call(op, _)) => {
                let range = Tables::of(dag.dialect()).range(slot_ty(op, at)).len() as u64;
                range.max(ANY_CONSTANT)
            }
            (Node::Const(_) | Node::Lit(_), _) => ANY_CONSTANT,
            _ => lines + 1,
        };
        log2(offered, 1).into()
    }
}

/// The op of a call, or the op that is handed on as a function.
fn op_of(node: Node<'_>) -> Option<Op> {
    match node {
        Node::Call(op, _) | Node::Fn(op) => Some(op),
        _ => None,
    }
}

/// The logarithm of a quotient of at least 1, in [`BIT`]ths, rounded down. Integers alone: functions of
/// doubles differ between machines.
fn log2(above: u64, below: u64) -> u32 {
    let (above, below) = (u128::from(above.max(1)), u128::from(below.max(1)));
    // As a number with 32 bits behind the point.
    let mut rest = (above << 32) / below;
    let whole = rest.max(1 << 32).ilog2() - 32;
    rest >>= whole;
    let mut bits = whole;
    for _ in 0..BIT.ilog2() {
        rest = (rest * rest) >> 32;
        let carry = u32::from(rest >= 2 << 32);
        rest >>= carry;
        bits = bits << 1 | carry;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        let parsed =
            lang::parse(format!("def solve_a(I):\n    return {text}\n").as_bytes(), "t", None);
        Code::of_program(&parsed.programs[0])
    }

    #[test]
    fn logarithms_are_what_they_are() {
        assert_eq!((log2(1, 1), log2(2, 1), log2(1024, 1)), (0, BIT, 10 * BIT));
        assert_eq!((log2(8, 2), log2(0, 0), log2(1, 7)), (2 * BIT, 0, 0));
        for n in 1..2000u64 {
            let exact = (n as f64).log2() * f64::from(BIT);
            assert!((f64::from(log2(n, 1)) - exact).abs() <= 1.01, "{n}");
        }
    }

    #[test]
    fn what_occurs_often_is_worth_less_and_more_lines_are_worth_more() {
        let pool = [code("hmirror(hmirror(I))"), code("vmirror(hmirror(I))"), code("trim(I)")];
        let weights = Weights::fitted(&pool);
        let bits = |text: &str| weights.program(&code(text));
        assert!(bits("hmirror(I)") < bits("vmirror(I)") && bits("vmirror(I)") < bits("rot90(I)"));
        assert!(bits("trim(hmirror(I))") > bits("hmirror(I)") + bits("trim(I)"));
        assert!(bits("ofcolor(I, 3)") > bits("ofcolor(I, 3)") - bits("trim(I)"));
        assert!(bits("replace(I, 1, 2)") > bits("upscale(I, 2)"));
    }
}
