//! Positions derived from bounding boxes, and lines.

use super::check_count;
use crate::cx::Cx;
use crate::kernels::measure::lenient_bounds;
use crate::sets::patch::{Bounds, Masks, Patch};
use crate::value::build::check_size;
use crate::value::layout;
use crate::value::{Fault, R, Value};

/// Number of integers between two, both included.
fn span(first: i64, last: i64) -> u128 {
    (last as i128 - first as i128 + 1).max(0) as u128
}

/// Writes consecutive numbers.
#[inline]
fn write_run(out: &mut [u32], first: u32) {
    for (key, i) in out.iter_mut().zip(0..) {
        *key = first + i;
    }
}

/// All positions of a box.
#[inline]
pub(super) fn filled<'a>(cx: &Cx<'a>, b: &Bounds) -> R<'a> {
    let Some((corner, _)) = b.keys() else { return far_filled(cx, b) };
    let (height, width) = (b.height() as usize, b.width() as usize);
    check_size((height * width) as u64)?;
    let keys = cx.arena.filled(height * width, 0u32);
    let mut first = corner;
    for row in keys.chunks_exact_mut(width) {
        write_run(row, first);
        first = first.wrapping_add(layout::delta(1, 0));
    }
    Ok(cx.poses(keys))
}

#[cold]
fn far_filled<'a>(cx: &Cx<'a>, b: &Bounds) -> R<'a> {
    check_count(span(b.top, b.bottom).saturating_mul(span(b.left, b.right)))?;
    let row = |r| (b.left..=b.right).map(move |c| (r, c));
    cx.positions_set(&(b.top..=b.bottom).flat_map(row).collect::<Vec<_>>())
}

/// First and last row and column of a box.
fn outline<'a>(cx: &Cx<'a>, b: &Bounds) -> R<'a> {
    let Some((corner, end)) = b.keys() else { return far_outline(cx, b) };
    let (height, width) = (b.height() as usize, b.width() as usize);
    if height <= 2 || width <= 2 {
        return filled(cx, b);
    }
    let keys = cx.arena.filled(2 * (height + width) - 4, 0u32);
    let (upper, rest) = keys.split_at_mut(width);
    let (sides, lower) = rest.split_at_mut(rest.len() - width);
    let across = width as u32 - 1;
    write_run(upper, corner);
    write_run(lower, end - across);
    let mut left = corner;
    for side in sides.chunks_exact_mut(2) {
        left = left.wrapping_add(layout::delta(1, 0));
        side.copy_from_slice(&[left, left + across]);
    }
    Ok(cx.poses(keys))
}

#[cold]
fn far_outline<'a>(cx: &Cx<'a>, b: &Bounds) -> R<'a> {
    let (height, width) = (span(b.top, b.bottom), span(b.left, b.right));
    let inside = height.saturating_sub(2).saturating_mul(width.saturating_sub(2));
    check_count(height.saturating_mul(width) - inside)?;
    let rows = (b.left..=b.right).flat_map(|c| [(b.top, c), (b.bottom, c)]);
    let cols = (b.top..=b.bottom).flat_map(|r| [(r, b.left), (r, b.right)]);
    cx.positions_set(&rows.chain(cols).collect::<Vec<_>>())
}

/// Set of the four bounding-box corners (fewer when they coincide); an empty patch gives the set
/// holding ().
pub fn corners<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    match lenient_bounds(cx, patch)? {
        Some(Bounds { top, bottom, left, right }) => {
            cx.positions_set(&[(top, left), (top, right), (bottom, left), (bottom, right)])
        }
        None => cx.set(&mut [Value::UNIT]),
    }
}

/// Outline of the bounding box: its first and last rows and columns; empty gives {}.
pub fn r#box<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    cx.bounds(patch)?.map_or(Ok(Value::EMPTY), |b| outline(cx, &b))
}

/// Outline of the bounding box moved one step inwards; bounds that cross are swapped, so a side
/// of length 1 becomes 3 positions wide again and a side of 2 stays 2.
pub fn inbox<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    widened(cx, patch, -1)
}

/// Outline of the bounding box moved one step outwards, not clipped.
pub fn outbox<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    widened(cx, patch, 1)
}

/// Outline of the bounding box with every side moved out by `step`.
fn widened<'a>(cx: &Cx<'a>, patch: Value<'a>, step: i64) -> R<'a> {
    let Some(b) = cx.bounds(patch)? else {
        return if cx.is_batt() { Ok(Value::EMPTY) } else { Err(Fault::Empty) };
    };
    let side = |first: i64, last: i64| {
        let moved = first.checked_sub(step).zip(last.checked_add(step));
        let (first, last) = moved.ok_or(Fault::Domain)?;
        Ok((first.min(last), first.max(last)))
    };
    let ((top, bottom), (left, right)) = (side(b.top, b.bottom)?, side(b.left, b.right)?);
    outline(cx, &Bounds { top, bottom, left, right })
}

/// All positions of the bounding box; empty gives {}.
pub fn backdrop<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    if cx.is_batt() && matches!(patch, Value::Int(_)) {
        return Ok(Value::EMPTY);
    }
    cx.bounds(patch)?.map_or(Ok(Value::EMPTY), |b| filled(cx, &b))
}

/// Positions of the bounding box that are not in the patch; empty gives {}.
pub fn delta<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let Some(b) = cx.bounds(patch)? else { return Ok(Value::EMPTY) };
    let (Some(places), Some(mut masks)) = (cx.places(patch), Masks::new(&b)) else {
        return far_delta(cx, &cx.patch(patch)?, &b);
    };
    masks.add(places);
    masks.complement();
    // Cells may share positions, so the number of holes is known only afterwards.
    let keys = cx.arena.filled((b.height() * b.width()) as usize, 0u32);
    let len = masks.write(keys);
    Ok(cx.poses(&keys[..len]))
}

#[cold]
fn far_delta<'a>(cx: &Cx<'a>, patch: &Patch<'a>, b: &Bounds) -> R<'a> {
    let area = span(b.top, b.bottom).saturating_mul(span(b.left, b.right));
    let mut taken = patch.positions(cx.lay);
    taken.sort_unstable();
    taken.dedup();
    check_count(area - taken.len() as u128)?;
    let row = |r| (b.left..=b.right).map(move |c| (r, c));
    let all = (b.top..=b.bottom).flat_map(row);
    cx.positions_set(&all.filter(|p| taken.binary_search(p).is_err()).collect::<Vec<_>>())
}

/// Whether `batt` takes an end of a line for nothing.
fn is_nothing<'a>(cx: &Cx<'a>, v: Value<'a>) -> bool {
    cx.is_batt() && v.is_empty_container()
}

/// Horizontal, vertical or 45-degree line from a to b, ends included (a = b gives one position);
/// any other slope gives {}.
pub fn connect<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let end = |v: Value<'a>| match v.is_tuple() && is_nothing(cx, v) {
        true => Ok(None),
        false => cx.pair_parts(v).map(Some),
    };
    match (end(a)?, end(b)?) {
        (Some(a), Some(b)) => line(cx, a, b),
        _ => Ok(Value::EMPTY),
    }
}

/// connect from start to start + 42 times direction: 43 positions for a unit direction, one for
/// (0, 0), {} for a slope that is neither axis-parallel nor diagonal.
pub fn shoot<'a>(cx: &Cx<'a>, start: Value<'a>, direction: Value<'a>) -> R<'a> {
    let from = if is_nothing(cx, start) { None } else { Some(start_of_line(cx, start)?) };
    let toward = if is_nothing(cx, direction) { None } else { Some(cx.pair_prefix(direction)?) };
    let (Some(from), Some(toward)) = (from, toward) else { return Ok(Value::EMPTY) };
    let end = |from: i64, step: i64| step.checked_mul(42)?.checked_add(from);
    match (end(from.0, toward.0), end(from.1, toward.1)) {
        (Some(row), Some(col)) => line(cx, from, (row, col)),
        _ => Err(Fault::Domain),
    }
}

/// The start must have two parts exactly, since `connect` reads it; too few is an `index` fault.
fn start_of_line<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<(i64, i64), Fault> {
    cx.pair_prefix(v)?;
    cx.pair_parts(v)
}

/// Whether two positions lie neither in one row or column nor on one diagonal.
#[inline]
pub(crate) fn no_line(a: (i32, i32), b: (i32, i32)) -> bool {
    let (rows, cols) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    rows != 0 && cols != 0 && rows != cols
}

/// The positions from a to b; {} when the line is neither axis-parallel nor diagonal.
#[inline]
pub(super) fn line<'a>(cx: &Cx<'a>, a: (i64, i64), b: (i64, i64)) -> R<'a> {
    // From the lower end, so that the positions ascend.
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let (rows, cols) = (b.0 as i128 - a.0 as i128, b.1 as i128 - a.1 as i128);
    if rows != 0 && cols != 0 && rows != cols.abs() {
        return Ok(Value::EMPTY);
    }
    let count = check_count(rows.max(cols.abs()) as u128 + 1)?;
    let (row_step, col_step) = (rows.signum() as i32, cols.signum() as i32);
    let (Some(first), Some(_)) = (layout::pos(a.0, a.1), layout::pos(b.0, b.1)) else {
        let place = |i: i64| (a.0 + i * row_step as i64, a.1 + i * col_step as i64);
        return cx.positions_set(&(0..count as i64).map(place).collect::<Vec<_>>());
    };
    let step = layout::delta(row_step, col_step);
    Ok(cx.poses(cx.arena.from_fn(count, |i| first.wrapping_add((i as u32).wrapping_mul(step)))))
}
