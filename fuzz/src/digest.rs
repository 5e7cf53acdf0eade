//! A number that stands for a value, so that outcomes of different runs can be compared.

use exec::value::{Fault, Items, Layout, R, Value};

/// Equal for equal values of one dialect, and hardly ever for others.
pub fn digest(lay: Layout, value: Value<'_>) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325;
    add(lay, value, &mut state);
    state
}

/// As [`digest`], with the kind of a failure.
pub fn digest_result(lay: Layout, result: R<'_>) -> Result<u64, Fault> {
    result.map(|v| digest(lay, v))
}

fn mix(state: &mut u64, word: u64) {
    *state = (*state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
}

/// Recursion follows the nesting of values, which the engine bounds.
fn add(lay: Layout, value: Value<'_>, state: &mut u64) {
    match value {
        Value::Int(n) => {
            mix(state, 1);
            mix(state, n as u64);
        }
        Value::Op(op) => mix(state, 0x100 + op.index() as u64),
        Value::AnyFn => mix(state, 2),
        Value::Func(func) => {
            mix(state, 0x10_000 + func.op.index() as u64);
            func.args.iter().for_each(|&v| add(lay, v, state));
        }
        container => {
            let items = Items::of(lay, container).expect("all that is left are containers");
            mix(state, 4 + container.is_set() as u64);
            mix(state, items.len() as u64);
            items.for_each(|v| add(lay, v, state));
        }
    }
}
