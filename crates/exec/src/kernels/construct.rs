//! Making tuples and sets.

use crate::cx::Cx;
use crate::value::build::check_size;
use crate::value::items::pair_of;
use crate::value::order::canonical;
use crate::value::{Fault, Items, R, Value, View, layout};

/// The tuple (a, b).
pub fn astuple<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    cx.two(a, b)
}

/// The first two components of a tuple.
fn two_parts<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<(Value<'a>, Value<'a>), Fault> {
    let items = if v.is_tuple() { cx.items(v)? } else { return Err(Fault::Type) };
    items.get(0).zip(items.get(1)).ok_or(Fault::Index)
}

/// (i, j, c) from the first two components of ij and c.
pub fn ascell<'a>(cx: &Cx<'a>, ij: Value<'a>, c: Value<'a>) -> R<'a> {
    let (i, j) = two_parts(cx, ij)?;
    cx.tuple(&[i, j, c])
}

/// (i, j, c) from three values.
pub fn astriple<'a>(cx: &Cx<'a>, i: Value<'a>, j: Value<'a>, c: Value<'a>) -> R<'a> {
    cx.tuple(&[i, j, c])
}

/// First two components of a tuple.
pub fn toij<'a>(cx: &Cx<'a>, c: Value<'a>) -> R<'a> {
    match c {
        Value::Pair(..) => Ok(c),
        Value::Cell(cell) if cx.is_batt() => Ok(pair_of(cx.lay.pos(cell))),
        _ => two_parts(cx, c).and_then(|(i, j)| cx.two(i, j)),
    }
}

/// Tuple of num copies of item.
pub fn repeat<'a>(cx: &Cx<'a>, item: Value<'a>, num: Value<'a>) -> R<'a> {
    let num = u64::try_from(num.int()?).unwrap_or(0);
    check_size(num.saturating_mul(item.size().max(1)))?;
    let num = num as usize;
    if let Value::Int(n) = item
        && let Ok(n) = i8::try_from(n)
    {
        return Ok(cx.row(cx.arena.filled(num, n)));
    }
    let mut copies = cx.buffer();
    copies.resize(num, item);
    let out = cx.tuple(&copies);
    cx.recycle(copies);
    out
}

/// Set of one value.
pub fn initset<'a>(cx: &Cx<'a>, value: Value<'a>) -> R<'a> {
    cx.set(&mut [value])
}

/// Set with value added.
pub fn insert<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> R<'a> {
    match (container.view(), value) {
        (View::Bits(bits), Value::Int(n @ 0..64)) => Ok(Value::Bits(bits | 1 << n)),
        (View::Bits(0), _) => initset(cx, value),
        (View::Cells(keys), Value::Cell(key)) => {
            Ok(with_key(cx, keys, key)?.map_or(container, |keys| cx.cells(keys)))
        }
        (View::Poses(keys), Value::Pair(row, col)) => match layout::pos(row as i64, col as i64) {
            Some(key) => Ok(with_key(cx, keys, key)?.map_or(container, |keys| cx.poses(keys))),
            None => insert_general(cx, value, container),
        },
        (View::Bits(_) | View::Cells(_) | View::Poses(_) | View::Set(_), _) => {
            insert_general(cx, value, container)
        }
        _ => Err(Fault::Type),
    }
}

/// A packed set with one more key; `None` when the key is in it already.
fn with_key<'a>(cx: &Cx<'a>, keys: &[u32], key: u32) -> Result<Option<&'a [u32]>, Fault> {
    let Err(at) = keys.binary_search(&key) else { return Ok(None) };
    check_size(keys.len() as u64 + 1)?;
    let more = cx.arena.filled(keys.len() + 1, key);
    more[..at].copy_from_slice(&keys[..at]);
    more[at + 1..].copy_from_slice(&keys[at..]);
    Ok(Some(more))
}

/// A set that is not packed, or not after this insertion.
fn insert_general<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> R<'a> {
    let mut all = cx.buffer();
    let out = cx.items(container).and_then(|items| {
        all.extend(items);
        match all.binary_search_by(|&x| canonical(cx.lay, x, value)) {
            Ok(_) => Ok(container),
            Err(at) => {
                all.insert(at, value);
                cx.set_of_sorted(&all)
            }
        }
    });
    cx.recycle(all);
    out
}

/// Elements in iteration order as a tuple.
pub fn totuple<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    let rows = match container.view() {
        View::Poses(keys) => small_rows(cx, keys, position_parts)?,
        View::Cells(keys) if cx.is_batt() => small_rows(cx, keys, |key| {
            let [row, col] = position_parts(cx.lay.pos(key));
            [row, col, cx.lay.colour(key) as i32]
        })?,
        View::Bits(bits) => Some(bits_row(cx, bits)),
        _ => None,
    };
    rows.map_or_else(|| cx.tuple_from(container), Ok)
}

fn position_parts(pos: u32) -> [i32; 2] {
    [layout::row(pos), layout::col(pos)]
}

fn bits_row<'a>(cx: &Cx<'a>, mut bits: u64) -> Value<'a> {
    let row = cx.arena.filled(bits.count_ones() as usize, 0i8);
    for n in row.iter_mut() {
        *n = bits.trailing_zeros() as i8;
        bits &= bits - 1;
    }
    cx.row(row)
}

/// The grid whose rows are the parts of packed elements; `None` when a part is too large.
fn small_rows<'a, const N: usize>(
    cx: &Cx<'a>,
    keys: &[u32],
    parts: impl Fn(u32) -> [i32; N],
) -> Result<Option<Value<'a>>, Fault> {
    let small = |key: &u32| parts(*key).iter().all(|&n| i8::try_from(n).is_ok());
    if keys.len() > u16::MAX as usize || !keys.iter().all(small) {
        return Ok(None);
    }
    let cells = cx.new_cells(keys.len(), N)?;
    for (row, &key) in cells.chunks_exact_mut(N).zip(keys) {
        row.copy_from_slice(&parts(key).map(|n| n as i8));
    }
    cx.grid(keys.len(), N, cells).map(Some)
}

/// Tuple of (x, y) at equal places.
pub fn pair<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if let (View::Row(a), View::Row(b)) = (a.view(), b.view()) {
        return pair_rows(cx, a, b);
    }
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    collect_tuple(cx, a.zip(b).map(|(x, y)| cx.two(x, y)))
}

fn pair_rows<'a>(cx: &Cx<'a>, a: &[i8], b: &[i8]) -> R<'a> {
    let height = a.len().min(b.len());
    if height > u16::MAX as usize {
        let int = |&n: &i8| Value::Int(n as i64);
        return collect_tuple(cx, a.iter().zip(b).map(|(x, y)| cx.two(int(x), int(y))));
    }
    let cells = cx.new_cells(height, 2)?;
    for (to, (&x, &y)) in cells.chunks_exact_mut(2).zip(a.iter().zip(b)) {
        to.copy_from_slice(&[x, y]);
    }
    cx.grid(height, 2, cells)
}

fn collect_tuple<'a>(cx: &Cx<'a>, mut elements: impl Iterator<Item = R<'a>>) -> R<'a> {
    let mut all = cx.buffer();
    let out = elements.try_for_each(|v| v.map(|v| all.push(v))).and_then(|()| cx.tuple(&all));
    cx.recycle(all);
    out
}

/// Pairs (x, y) of a joined with values z of b into (x, y, z).
pub fn celltuple<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    let join = |(xy, z)| {
        let items = cx.items(xy)?;
        match (items.len(), items.get(0), items.get(1)) {
            (2, Some(x), Some(y)) => cx.tuple(&[x, y, z]),
            _ => Err(Fault::Type),
        }
    };
    collect_tuple(cx, a.zip(b).map(join))
}

/// Set of all (x, y).
pub fn product<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (height, width) = (cx.items(a)?.len(), cx.items(b)?.len());
    if let (Some(rows), Some(cols)) = (coordinates(cx, a), coordinates(cx, b)) {
        return product_poses(cx, rows, cols);
    }
    if height == 0 || width == 0 {
        return Ok(Value::EMPTY);
    }
    // Taken in canonical order without repeats, the pairs come out in canonical order.
    let (a, b) = (cx.items(cx.set_from(a)?)?, cx.items(cx.set_from(b)?)?);
    check_size((a.len() as u64).saturating_mul(b.len() as u64))?;
    if { a }.all(|x| x.is_set()) {
        return cx.set_of_pairs(a, b);
    }
    // No pair of pairs or cells counts less than 3.
    let plain = |mut items: Items<'a>| items.all(|x| matches!(x, Value::Pair(..) | Value::Cell(_)));
    if plain(a) && plain(b) {
        check_size(3 * a.len() as u64 * b.len() as u64)?;
    }
    let mut all = cx.buffer();
    let mut pairs = a.flat_map(|x| b.map(move |y| cx.two(x, y)));
    let out = pairs.try_for_each(|v| v.map(|v| all.push(v))).and_then(|()| cx.set_of_sorted(&all));
    cx.recycle(all);
    out
}

/// The distinct integers of a container, ascending, if there are only such as fit a position.
fn coordinates<'a>(cx: &Cx<'a>, v: Value<'a>) -> Option<&'a [i32]> {
    let ints = match v.view() {
        View::Pair(a, b) => cx.arena.copy(&[a, b]),
        View::Row(_) | View::Bits(_) => {
            let items = cx.items(v).ok()?;
            let ints = cx.arena.filled(items.len(), 0i32);
            let fill =
                |(to, x): (&mut i32, _)| *to = if let Value::Int(n) = x { n as i32 } else { 0 };
            ints.iter_mut().zip(items).for_each(fill);
            ints
        }
        _ => return None,
    };
    if !ints.is_sorted_by(|a, b| a < b) {
        ints.sort_unstable();
    }
    let fits = |n: Option<&i32>| n.is_none_or(|&n| layout::pos(n as i64, 0).is_some());
    (fits(ints.first()) && fits(ints.last())).then(|| distinct(ints))
}

/// Drops repeats from a sorted slice.
fn distinct(ints: &mut [i32]) -> &[i32] {
    let mut len = 0;
    for i in 0..ints.len() {
        if i == 0 || ints[i] != ints[len - 1] {
            ints[len] = ints[i];
            len += 1;
        }
    }
    &ints[..len]
}

fn product_poses<'a>(cx: &Cx<'a>, rows: &[i32], cols: &[i32]) -> R<'a> {
    let size = rows.len() * cols.len();
    check_size(size as u64)?;
    let keys = cx.arena.filled(size, 0u32);
    for (line, &row) in keys.chunks_exact_mut(cols.len().max(1)).zip(rows) {
        for (key, &col) in line.iter_mut().zip(cols) {
            *key = layout::pos_unchecked(row, col);
        }
    }
    Ok(cx.poses(keys))
}
