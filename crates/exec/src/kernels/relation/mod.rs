//! How two patches, or a patch and a grid, lie to each other.

mod near;

use crate::cx::Cx;
use crate::sets::patch::{Bounds, Patch, Places};
use crate::value::{Fault, R, Value};

/// One coordinate of positions: the row or the column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Rows,
    Cols,
}

impl Axis {
    /// The coordinate of a packed position, with its bias.
    #[inline]
    fn biased(self, pos: u32) -> u32 {
        match self {
            Axis::Rows => pos >> 12,
            Axis::Cols => pos & 0xfff,
        }
    }

    #[inline]
    fn range(self, places: Places<'_>) -> Option<(i64, i64)> {
        match self {
            Axis::Rows => places.rows(),
            Axis::Cols => places.cols(),
        }
    }

    fn of(self, (row, col): (i64, i64)) -> i64 {
        match self {
            Axis::Rows => row,
            Axis::Cols => col,
        }
    }
}

/// 1 when some row occurs in both patches; 0 when either is empty.
pub fn hmatching<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    share_line(cx, a, b, Axis::Rows).map(Value::bool)
}

/// 1 when some column occurs in both patches; 0 when either is empty.
pub fn vmatching<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    share_line(cx, a, b, Axis::Cols).map(Value::bool)
}

#[inline]
fn share_line<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, axis: Axis) -> Result<bool, Fault> {
    if let (Some(a), Some(b)) = (cx.places(a), cx.places(b)) {
        return Ok(share_packed_line(a, b, axis));
    }
    let (a, b) = (cx.patch(a)?, cx.patch(b)?);
    Ok(share_far_line(cx, &a, &b, axis))
}

/// Compares the lines that both boxes span, 64 at a time.
fn share_packed_line(a: Places<'_>, b: Places<'_>, axis: Axis) -> bool {
    let (Some(in_a), Some(in_b)) = (axis.range(a), axis.range(b)) else { return false };
    let (first, last) = (in_a.0.max(in_b.0), in_a.1.min(in_b.1));
    let mut low = first;
    while low <= last {
        let start = (low + crate::value::layout::LIMIT) as u32;
        let lines = |places: Places<'_>| {
            places.iter().fold(0u64, |mask, pos| {
                let line = axis.biased(pos).wrapping_sub(start);
                mask | ((line < 64) as u64) << (line & 63)
            })
        };
        if lines(a) & lines(b) != 0 {
            return true;
        }
        low += 64;
    }
    false
}

#[cold]
fn share_far_line<'a>(cx: &Cx<'a>, a: &Patch<'a>, b: &Patch<'a>, axis: Axis) -> bool {
    let mut lines: Vec<i64> = a.positions(cx.lay).into_iter().map(|p| axis.of(p)).collect();
    lines.sort_unstable();
    b.positions(cx.lay).into_iter().any(|p| lines.binary_search(&axis.of(p)).is_ok())
}

/// Smallest row distance plus column distance over all pairs of positions; 0 when they overlap.
pub fn manhattan<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if let (Some(a), Some(b)) = (cx.places(a), cx.places(b)) {
        return Ok(Value::Int(near::distance(a, b)));
    }
    let (a, b) = (cx.patch(a)?, cx.patch(b)?);
    Fault::Empty.unless(!a.is_empty() && !b.is_empty())?;
    near::far_distance(cx, &a, &b).map(Value::Int)
}

/// 1 when manhattan is exactly 1 (overlap gives 0).
pub fn adjacent<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if let (Some(a), Some(b)) = (cx.places(a), cx.places(b)) {
        return Ok(Value::bool(near::touch(a, b)));
    }
    let read = |v: Value<'a>| match v {
        Value::Int(0) if cx.is_batt() => Ok(Patch::Empty),
        _ => cx.patch(v),
    };
    let (a, b) = (read(a)?, read(b)?);
    if a.is_empty() || b.is_empty() {
        return if cx.is_batt() { Ok(Value::bool(false)) } else { Err(Fault::Empty) };
    }
    match near::far_distance(cx, &a, &b) {
        // What is too far for a number does not touch.
        Err(Fault::Domain) => Ok(Value::bool(false)),
        distance => distance.map(|distance| Value::bool(distance == 1)),
    }
}

/// 1 when the first row or column of the patch is 0, or its last row or column is the grid's
/// last one; positions further outside do not count.
pub fn bordering<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> R<'a> {
    let bounds = cx.bounds(patch)?;
    let (height, width) = grid_shape(cx, grid)?;
    match (bounds, width) {
        (Some(b), _) if b.top == 0 || b.left == 0 || b.bottom == height - 1 => {
            Ok(Value::bool(true))
        }
        (Some(b), Some(width)) => Ok(Value::bool(b.right == width - 1)),
        (Some(_), None) => Err(Fault::Index),
        (None, _) if cx.is_batt() => Ok(Value::bool(false)),
        (None, _) => Err(Fault::Empty),
    }
}

/// Number of rows, and of columns if there is a row.
fn grid_shape<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Result<(i64, Option<i64>), Fault> {
    if let Value::Grid(g) = grid {
        let g = g.grid();
        return Ok((g.height as i64, Some(g.width as i64)));
    }
    let mut rows = if grid.is_tuple() { cx.items(grid)? } else { return Err(Fault::Type) };
    let height = rows.len() as i64;
    match rows.next() {
        Some(row) if row.is_tuple() => Ok((height, Some(cx.items(row)?.len() as i64))),
        Some(_) => Err(Fault::Type),
        None => Ok((0, None)),
    }
}

/// Direction from the centre of a to the centre of b: equal rows (0, 1) if b lies right else
/// (0, -1), also for equal centres; equal columns (1 or -1, 0); otherwise (1 or -1, 1 or -1).
pub fn position<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (a, b) = (cx.bounds(a)?, cx.bounds(b)?);
    let (a, b) = a.zip(b).ok_or(Fault::Empty)?;
    let (a, b) = (a.center()?, b.center()?);
    let toward = |from: i64, to: i64| if from < to { 1 } else { -1 };
    Ok(match (a.0 == b.0, a.1 == b.1) {
        (true, _) => Value::Pair(0, toward(a.1, b.1)),
        (_, true) => Value::Pair(toward(a.0, b.0), 0),
        _ => Value::Pair(toward(a.0, b.0), toward(a.1, b.1)),
    })
}

/// Displacement n*(d): d is vertical when the patches share a column, else horizontal, positive
/// if the source centre is strictly before the destination centre else negative; n is the least
/// count in 0..42 of unit shifts after which manhattan is 1, or 42 if never.
pub fn gravitate<'a>(cx: &Cx<'a>, source: Value<'a>, destination: Value<'a>) -> R<'a> {
    let (from, to) = match (cx.bounds(source)?, cx.bounds(destination)?) {
        (_, None) if cx.is_batt() => return Ok(source),
        (Some(from), Some(to)) => (from, to),
        _ => return Err(Fault::Empty),
    };
    let share_column = share_line(cx, source, destination, Axis::Cols)?;
    let axis = if share_column { Axis::Rows } else { Axis::Cols };
    let (here, there) = (axis.of(from.center()?), axis.of(to.center()?));
    let forward = here < there;
    let union = from.union(&to);
    let count = near::steps(cx, source, destination, &union, axis, forward)?;
    let moved = if forward { count } else { -count };
    Ok(if axis == Axis::Rows { Value::Pair(moved, 0) } else { Value::Pair(0, moved) })
}

/// How far apart two boxes lie: no positions inside them are closer.
fn box_distance(a: &Bounds, b: &Bounds) -> i64 {
    let gap = |a: (i64, i64), b: (i64, i64)| (b.0 - a.1).max(a.0 - b.1).max(0);
    gap((a.top, a.bottom), (b.top, b.bottom)) + gap((a.left, a.right), (b.left, b.right))
}
