//! Which functions columns have code for, told before anything is unpacked.

use lang::{Kernel, Op};

use super::unions::stamps;
use crate::value::{Func, FuncKind, Value};

/// Whether columns have code for every op in a function's tree, the innermost looked at first.
/// `unmade` says whether what takes the result can do with one that is never made.
/// Recursion follows the nesting of the function value, which is bounded.
pub(super) fn knows(f: Value<'_>, unmade: bool) -> bool {
    match f {
        Value::Op(op) => knows_op(op, unmade),
        Value::Func(func) => knows_parts(func, unmade, knows),
        _ => false,
    }
}

/// Whether `knows` holds for all functions that a function is built of.
pub(super) fn knows_parts<'a>(
    func: &Func<'a>,
    unmade: bool,
    knows: fn(Value<'a>, bool) -> bool,
) -> bool {
    let [a, b, c] = func.args;
    match func.kind {
        FuncKind::Matcher => knows(a, false),
        FuncKind::Rbind | FuncKind::Lbind => match (bound_kernel(func), b) {
            (Some(Kernel::Shift), _) => unmade && func.kind == FuncKind::Lbind,
            (Some(Kernel::Apply), _) => unmade && func.kind == FuncKind::Rbind,
            (Some(Kernel::Rbind | Kernel::Lbind), Value::Op(op)) => unmade && binds(op.kernel()),
            (Some(Kernel::Compose | Kernel::Canvas | Kernel::Recolor), _) => {
                unmade && func.kind == FuncKind::Lbind
            }
            (Some(Kernel::Mapply | Kernel::Ofcolor | Kernel::Shoot), _) => {
                unmade && func.kind == FuncKind::Rbind
            }
            (Some(Kernel::Sfilter), condition) => {
                unmade && func.kind == FuncKind::Rbind && knows(condition, false)
            }
            _ => knows(a, unmade),
        },
        FuncKind::Power => false,
        FuncKind::Compose => knows(b, takes_unmade(a)) && knows(a, unmade),
        FuncKind::Chain => {
            knows(c, takes_unmade(b)) && knows(b, takes_unmade(a)) && knows(a, unmade)
        }
        FuncKind::Fork => {
            let taken = match a {
                Value::Op(op) if op.kernel() == Kernel::Equality => gives_set(b) && gives_set(c),
                Value::Op(op) => reads_sets(op.kernel()),
                _ => false,
            };
            knows(c, taken) && knows(b, taken) && knows(a, unmade)
        }
    }
}

/// The kernel of the op that a binder fixes an argument of.
fn bound_kernel(func: &Func<'_>) -> Option<Kernel> {
    if let Value::Op(op) = func.args[0] { Some(op.kernel()) } else { None }
}

/// Whether a function may take an argument that is never made.
fn takes_unmade(f: Value<'_>) -> bool {
    match f {
        Value::Op(op) => {
            use Kernel::{
                Height, Maximum, Minimum, Normalize, Rot90, Rot180, Rot270, Shape, Size, Width,
            };
            let measures = matches!(op.kernel(), Size | Minimum | Maximum | Height | Width | Shape);
            measures || matches!(op.kernel(), Normalize | Rot90 | Rot180 | Rot270)
        }
        Value::Func(func) => match func.kind {
            FuncKind::Fork => takes_unmade(func.args[1]) && takes_unmade(func.args[2]),
            FuncKind::Compose => takes_unmade(func.args[1]),
            FuncKind::Chain => takes_unmade(func.args[2]),
            FuncKind::Matcher => takes_unmade(func.args[0]),
            FuncKind::Rbind | FuncKind::Lbind => bound_kernel(func).is_some_and(reads_sets),
            _ => false,
        },
        _ => false,
    }
}

/// Ops of two arguments that may take one that is never made.
fn reads_sets(kernel: Kernel) -> bool {
    use Kernel::{
        Apply, Combine, Compose, Difference, Intersection, Lbind, Manhattan, Mapply, Ofcolor,
        Paint, Rbind, Recolor, Sfilter,
    };
    let sets = matches!(kernel, Combine | Intersection | Difference | Manhattan | Sfilter);
    let functions = matches!(kernel, Apply | Mapply | Rbind | Lbind | Compose);
    sets || functions || matches!(kernel, Recolor | Paint | Ofcolor)
}

/// Ops that columns of functions may have an argument fixed of.
fn binds(kernel: Kernel) -> bool {
    use Kernel::{Add, Manhattan, Multiply, Shift, Subtract};
    matches!(kernel, Manhattan | Add | Subtract | Multiply | Shift)
}

/// Whether a function gives sets of positions that columns compare.
fn gives_set(f: Value<'_>) -> bool {
    match f {
        Value::Op(op) => op.kernel() == Kernel::Normalize,
        Value::Func(func) => match func.kind {
            FuncKind::Compose | FuncKind::Chain => gives_set(func.args[0]),
            FuncKind::Rbind => {
                matches!(bound_kernel(func), Some(Kernel::Ofcolor | Kernel::Sfilter))
            }
            _ => false,
        },
        _ => false,
    }
}

pub(super) fn knows_op(op: Op, unmade: bool) -> bool {
    use Kernel::*;
    match op.kernel() {
        kernel if stamps(kernel) => unmade,
        Intersection | Difference | Combine | Initset | Backdrop | Normalize | Paint | Rot90
        | Rot180 | Rot270 => unmade,
        Identity | First | FirstOrEmpty | Last | LastOrUnit | LastOrEmpty | Toij | Maximum
        | Minimum | Flip | Even | Positive | Invert | Double | Halve | Increment | Decrement
        | Crement | Sign | Toivec | Tojvec | Add | Subtract | Multiply | Equality | Greater
        | Connect | Both | Either | Astuple | Contained | Size | Shape | Manhattan => true,
        _ => false,
    }
}
