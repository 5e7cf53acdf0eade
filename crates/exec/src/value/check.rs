//! Proof that a value has the one form it must have: built anew from its elements, it is the same.
//!
//! Slow on purpose and on no path of the engine: tests and fuzzing ask after every step.

use super::build::{DEPTH_LIMIT, Maker, SIZE_LIMIT};
use super::order::{canonical, equal};
use super::{Func, Header, Layout, Value};
use crate::arena::Arena;
use crate::vectors::builder_kind;

/// Whether a value and everything in it is in canonical form: the form its constructor chooses,
/// sets strictly ascending, sizes and depths as counted, all within the limits.
pub fn is_canonical(lay: Layout, value: Value<'_>) -> bool {
    let arena = Arena::new();
    is_built(&Maker { arena: &arena, lay }, value)
}

/// Recursion follows the nesting of values, which is found to be within its limit first.
fn is_built<'a>(maker: &Maker<'a>, value: Value<'a>) -> bool {
    value.size() <= SIZE_LIMIT
        && value.depth() <= DEPTH_LIMIT
        && match value {
            Value::Int(_) | Value::Op(_) | Value::AnyFn | Value::Host(_) => true,
            // Any two integers are a pair, and any 32 bits a cell.
            Value::Pair(..) | Value::Cell(_) => true,
            Value::Func(func) => is_built_func(maker, func),
            container => is_built_container(maker, container),
        }
}

fn is_built_container<'a>(maker: &Maker<'a>, value: Value<'a>) -> bool {
    let Ok(items) = maker.items(value) else { return false };
    let ascends = |a: &Value<'a>, b: &Value<'a>| canonical(maker.lay, *a, *b).is_lt();
    let elements: Vec<_> = items.collect();
    elements.len() == items.len()
        && (!value.is_set() || elements.is_sorted_by(ascends))
        && elements.iter().all(|&v| is_built(maker, v))
        && has_header_of(value, &elements)
        && rebuilt_alike(maker, value, elements)
}

/// Built from its elements, last first where the order is free, the value is the same again.
fn rebuilt_alike<'a>(maker: &Maker<'a>, value: Value<'a>, mut elements: Vec<Value<'a>>) -> bool {
    let again = if value.is_set() {
        elements.reverse();
        maker.set(&mut elements)
    } else {
        maker.tuple(&elements)
    };
    again.is_ok_and(|v| same_form(v, value) && equal(v, value))
}

fn same_form(a: Value<'_>, b: Value<'_>) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// What a general container's header says is what its elements add up to.
fn has_header_of(value: Value<'_>, elements: &[Value<'_>]) -> bool {
    let (Value::Tuple(seq) | Value::Set(seq)) = value else { return true };
    let Header { size, depth, .. } = seq.header();
    let sizes: u64 = elements.iter().map(|v| v.size_as_element()).sum();
    let deepest = elements.iter().map(|v| v.depth()).max().unwrap_or(0);
    size as u64 == sizes && depth == 1 + deepest
}

fn is_built_func<'a>(maker: &Maker<'a>, func: &Func<'a>) -> bool {
    let (used, unused) = func.args.split_at(func.kind.args());
    let sizes: u64 = used.iter().map(|v| v.size()).sum();
    let deepest = used.iter().map(|v| v.depth()).max().unwrap_or(0);
    builder_kind(func.op) == Some(func.kind)
        && func.op.dialect() == maker.lay.dialect
        && (1..=3).contains(&func.arity)
        && func.size as u64 == 1 + sizes
        && func.depth == 1 + deepest
        && unused.iter().all(|v| matches!(v, Value::Int(0)))
        && used.iter().all(|&v| is_built(maker, v))
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::value::{Keys, RowPtr, Seq};

    const LAY: Layout = Layout::of(Dialect::Arc);

    #[test]
    fn built_values_pass() {
        let arena = Arena::new();
        let maker = Maker { arena: &arena, lay: LAY };
        let ragged = [Value::Pair(1, 2), maker.row(&[1, 2, 3]), Value::UNIT];
        let mut mixed = [Value::Int(70), Value::Int(-1), Value::Pair(0, 5), Value::EMPTY];
        for v in [
            maker.tuple(&ragged),
            maker.set(&mut mixed),
            Ok(maker.pair(1 << 40, 2)),
            maker.cell(Value::Int(900), 1, 2),
        ] {
            assert!(is_canonical(LAY, v.expect("small")));
        }
    }

    #[test]
    fn other_forms_of_the_same_value_do_not() {
        let row = Value::Row(RowPtr::new(&[1, 2]));
        let unsorted = Value::Poses(Keys::new(&[7, 5]));
        let nothing = Value::Cells(Keys::new(&[]));
        let arena = Arena::new();
        let slots = arena.filled(3, Value::Int(0));
        let header = Header { size: 9, depth: 1, pad: 0 };
        // SAFETY: a header has the size of a value and no stricter alignment.
        unsafe { slots.as_mut_ptr().cast::<Header>().write(header) };
        (slots[1], slots[2]) = (Value::Op(any_op()), Value::Int(1));
        // SAFETY: the header was just written before the elements.
        let wrong_size = Value::Tuple(unsafe { Seq::new(&slots[1..]) });
        for v in [row, unsorted, nothing, wrong_size] {
            assert!(!is_canonical(LAY, v), "{v:?}");
        }
    }

    fn any_op() -> lang::Op {
        lang::Op::lookup(Dialect::Arc, "first").expect("an op")
    }
}
