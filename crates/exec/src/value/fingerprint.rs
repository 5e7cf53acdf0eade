//! A 128-bit fingerprint of a value: equal values have equal ones.
//!
//! Every value has one form, so the fingerprint is made of the form and its content. Recursion
//! follows the nesting of values, which `build` bounds.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{Value, View};

/// The fingerprint of a value of one dialect.
pub fn fingerprint(v: Value<'_>) -> u128 {
    match v {
        Value::Int(n) => small(1, &n.to_le_bytes()),
        Value::Pair(a, b) => small(2, &[a.to_le_bytes(), b.to_le_bytes()].concat()),
        Value::Cell(c) => small(3, &c.to_le_bytes()),
        Value::Bits(bits) => small(4, &bits.to_le_bytes()),
        Value::Op(op) => small(5, op.name().as_bytes()),
        Value::AnyFn => small(6, &[]),
        Value::Func(f) => {
            let parts = f.args[..f.kind.args()].iter().map(|&arg| fingerprint(arg));
            of_parts(7, std::iter::once(small(7, f.op.name().as_bytes())).chain(parts))
        }
        _ => of_container(v),
    }
}

fn of_container(v: Value<'_>) -> u128 {
    match v.view() {
        View::Row(row) => small(8, bytes_of(row)),
        View::Grid(g) => {
            let shape = ((g.height as u64) << 32) | g.width as u64;
            xxh3_128_with_seed(bytes_of(g.cells), 9 ^ (shape << 8))
        }
        View::Cells(keys) => of_keys(10, keys),
        View::Poses(keys) => of_keys(11, keys),
        View::Tuple(items) => of_parts(12, items.iter().map(|&item| fingerprint(item))),
        View::Set(items) => of_parts(13, items.iter().map(|&item| fingerprint(item))),
        _ => small(14, &[]),
    }
}

fn small(tag: u64, bytes: &[u8]) -> u128 {
    xxh3_128_with_seed(bytes, tag)
}

fn bytes_of(cells: &[i8]) -> &[u8] {
    // SAFETY: i8 and u8 have the same size and no invalid values.
    unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), cells.len()) }
}

fn of_keys(tag: u64, keys: &[u32]) -> u128 {
    if cfg!(target_endian = "little") {
        // SAFETY: any bytes are valid u8, and the length covers exactly the keys.
        let bytes =
            unsafe { std::slice::from_raw_parts(keys.as_ptr().cast(), size_of_val(keys)) };
        return small(tag, bytes);
    }
    small(tag, &keys.iter().flat_map(|key| key.to_le_bytes()).collect::<Vec<u8>>())
}

fn of_parts(tag: u64, parts: impl Iterator<Item = u128>) -> u128 {
    let bytes: Vec<u8> = parts.flat_map(u128::to_le_bytes).collect();
    small(tag, &bytes)
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::arena::Arena;
    use crate::cx::Cx;
    use crate::value::order;

    #[test]
    fn different_values_have_different_fingerprints() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let int = Value::Int;
        let tuple = |items: &[Value<'_>]| cx.tuple(items).expect("small");
        let set = |mut items: Vec<Value<'static>>| cx.set(&mut items).expect("small");
        let wide = cx.grid(1, 4, &[1, 2, 3, 4]).expect("small");
        let square = cx.grid(2, 2, &[1, 2, 3, 4]).expect("small");
        let values = [
            int(0),
            int(1),
            int(1 << 40),
            Value::UNIT,
            Value::EMPTY,
            cx.pair(0, 1),
            cx.pair(1, 0),
            tuple(&[int(1), int(2), int(3)]),
            tuple(&[int(1), int(1 << 40)]),
            set(vec![int(1), int(2)]),
            set(vec![int(1), int(200)]),
            wide,
            square,
            tuple(&[wide, square]),
            tuple(&[square, wide]),
            Value::AnyFn,
        ];
        for (i, &a) in values.iter().enumerate() {
            for &b in &values[..=i] {
                assert_eq!(fingerprint(a) == fingerprint(b), order::equal(a, b), "{a:?} {b:?}");
            }
        }
    }
}
