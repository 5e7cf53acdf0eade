//! A 128-bit fingerprint of a value: equal values have equal ones.
//!
//! Every value has one form, so the fingerprint is made of the form and its content. Recursion
//! follows the nesting of values, which `build` bounds.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::seen::Seen;
use super::{Value, View};

/// Parts of a container that are put together without asking for memory.
const FEW: usize = 4;

/// The fingerprint of a value of one dialect.
pub fn fingerprint(v: Value<'_>) -> u128 {
    print(v, &mut Seen::within(v))
}

fn print(v: Value<'_>, seen: &mut Seen<u128>) -> u128 {
    match v {
        Value::Int(n) => small(1, &n.to_le_bytes()),
        Value::Pair(a, b) => small(2, [a.to_le_bytes(), b.to_le_bytes()].as_flattened()),
        Value::Cell(c) => small(3, &c.to_le_bytes()),
        Value::Bits(bits) => small(4, &bits.to_le_bytes()),
        Value::Op(op) => small(5, op.name().as_bytes()),
        Value::AnyFn => small(6, &[]),
        Value::Host(host) => small(15, &host.id.to_le_bytes()),
        Value::Cells(keys) => seen.or_make(v, || of_keys(10, keys.slice())),
        Value::Poses(keys) => seen.or_make(v, || of_keys(11, keys.slice())),
        Value::Func(f) => {
            let args = &f.args[..f.kind.args()];
            let part = |i: usize| match i {
                0 => small(7, f.op.name().as_bytes()),
                _ => print(args[i - 1], seen),
            };
            of_parts(7, (0..args.len() + 1).map(part))
        }
        _ => of_container(v, seen),
    }
}

fn of_container(v: Value<'_>, seen: &mut Seen<u128>) -> u128 {
    match v.view() {
        View::Row(row) => small(8, bytes_of(row)),
        View::Grid(g) => {
            let shape = ((g.height as u64) << 32) | g.width as u64;
            xxh3_128_with_seed(bytes_of(g.cells), 9 ^ (shape << 8))
        }
        View::Tuple(items) => of_parts(12, items.iter().map(|&item| print(item, seen))),
        View::Set(items) => of_parts(13, items.iter().map(|&item| print(item, seen))),
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
        let bytes = unsafe { std::slice::from_raw_parts(keys.as_ptr().cast(), size_of_val(keys)) };
        return small(tag, bytes);
    }
    small(tag, &keys.iter().flat_map(|key| key.to_le_bytes()).collect::<Vec<u8>>())
}

fn of_parts(tag: u64, mut parts: impl ExactSizeIterator<Item = u128>) -> u128 {
    if parts.len() <= FEW {
        let mut prints = [[0; 16]; FEW];
        let len = parts.len();
        prints[..len].fill_with(|| parts.next().unwrap_or_default().to_le_bytes());
        return small(tag, prints[..len].as_flattened());
    }
    let prints: Vec<[u8; 16]> = parts.map(u128::to_le_bytes).collect();
    small(tag, prints.as_flattened())
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
        fn tuple<'a>(cx: &Cx<'a>, items: &[Value<'a>]) -> Value<'a> {
            cx.tuple(items).expect("small")
        }
        let set = |items: [i64; 2]| cx.set(&mut items.map(Value::Int)).expect("small");
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
            tuple(&cx, &[int(1), int(2), int(3)]),
            tuple(&cx, &[int(1), int(1 << 40)]),
            set([1, 2]),
            set([1, 200]),
            wide,
            square,
            tuple(&cx, &[wide, square]),
            tuple(&cx, &[square, wide]),
            Value::AnyFn,
        ];
        for (i, &a) in values.iter().enumerate() {
            for &b in &values[..=i] {
                assert_eq!(fingerprint(a) == fingerprint(b), order::equal(a, b), "{a:?} {b:?}");
            }
        }
    }
}
