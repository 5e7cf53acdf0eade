//! Which kernels have an instruction for whole columns.
//!
//! One row per kernel; what has none is called for each element. An instruction computes, and may decline: what it
//! costs and counts is no business of its own.

use lang::{Kernel, Op};

use super::Column;
use super::walk::Walk;
use crate::value::Value;

/// The values of an op's calls on all elements; `None` when these columns are none that it knows, or where a call
/// would fail.
pub(super) type ColumnFn = for<'a> fn(&mut Walk<'_, 'a>, Op, &[Column<'a>]) -> Option<Column<'a>>;

/// The instruction for a kernel.
pub(super) fn instruction(kernel: Kernel) -> Option<ColumnFn> {
    use Kernel::*;
    Some(match kernel {
        Identity => |_, _, x| Some(x[0]),
        First | FirstOrEmpty => |w, _, x| w.first(x[0]),
        Last | LastOrUnit | LastOrEmpty => |w, _, x| w.last(x[0]),
        Toij => |w, _, x| w.positions(x[0]),
        Maximum => |w, _, x| w.chosen(x[0], i32::max),
        Minimum => |w, _, x| w.chosen(x[0], i32::min),
        Flip => |w, _, x| w.ints(x[0], |n| (n == 0) as i64),
        Even => |w, _, x| w.ints(x[0], |n| (n & 1 == 0) as i64),
        Positive => |w, _, x| w.ints(x[0], |n| (n > 0) as i64),
        Invert => |w, _, x| w.unary(x[0], |n| -n),
        Double => |w, _, x| w.unary(x[0], |n| 2 * n),
        Halve => |w, _, x| w.unary(x[0], |n| n >> 1),
        Increment => |w, _, x| w.unary(x[0], |n| n + 1),
        Decrement => |w, _, x| w.unary(x[0], |n| n - 1),
        Crement => |w, _, x| w.unary(x[0], |n| n + n.signum()),
        Sign => |w, _, x| w.unary(x[0], i64::signum),
        Toivec => |w, _, x| w.pair(x[0], Column::Same(Value::Int(0))),
        Tojvec => |w, _, x| w.pair(Column::Same(Value::Int(0)), x[0]),
        Add => |w, _, x| w.binary(x, |a, b| a + b),
        Subtract => |w, _, x| w.binary(x, |a, b| a - b),
        Multiply => |w, _, x| w.binary(x, |a, b| a * b),
        Equality => |w, _, x| Some(w.equal(x[0].made(w.cx, w.len)?, x[1].made(w.cx, w.len)?)),
        Greater => |w, _, x| w.ints2(x, |a, b| (a > b) as i64),
        Both => |w, _, x| w.ints2(x, |a, b| if a != 0 { b } else { a }),
        Either => |w, _, x| w.ints2(x, |a, b| if a != 0 { a } else { b }),
        Astuple => |w, _, x| w.astuple(x[0], x[1]),
        Contained => |w, _, x| w.contained(x[0], x[1]),
        Connect => |w, op, x| w.connected(op, x),
        Shift => |w, _, x| w.shifted(x[0], x[1]),
        Initset => |w, _, x| w.singles(x[0]),
        Dneighbors | Ineighbors | Neighbors | Vfrontier | Hfrontier => {
            |w, op, x| w.stamped(op, x[0])
        }
        Shoot => |w, op, x| w.shot(op, x[0], x[1]),
        Recolor => |w, op, x| w.recoloured(op, x[0], x[1]),
        Combine => |w, op, x| w.combined(op, x[0], x[1]),
        Intersection | Difference => |w, op, x| w.left_over(op, x[0], x[1]),
        Size => |w, _, x| w.lengths(x[0]),
        Height | Width => |w, op, x| w.sides(op, x[0]),
        Manhattan => |w, _, x| w.distances(x[0], x[1]).or_else(|| w.distances(x[1], x[0])),
        Lbind | Rbind | Compose | Matcher => |w, op, x| w.built(op, x),
        Apply => |w, _, x| w.applied(x[0], x[1]),
        Mapply => |w, op, x| w.mapplied(op, x[0], x[1]),
        Sfilter => |w, _, x| w.filtered(x[0], x[1]),
        Argmax | Argmin | Valmax | Valmin => |w, op, x| w.best(op, x[0], x[1]),
        _ => return None,
    })
}
