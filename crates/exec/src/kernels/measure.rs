//! Sizes, extremes, corners and periods of grids and patches.

use std::cmp::Ordering;

use crate::cx::Cx;
use crate::sets::patch::{Bounds, Patch, Places, Spot, extent};
use crate::value::layout;
use crate::value::order::canonical;
use crate::value::{Fault, R, Value, View};

/// Smallest and largest row of a patch.
#[inline]
fn row_range<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Option<(i64, i64)>, Fault> {
    match cx.packed(v) {
        Some(places) => Ok(places.rows()),
        None => Ok(cx.bounds(v)?.map(|b| (b.top, b.bottom))),
    }
}

/// Smallest and largest column of a patch.
#[inline]
fn col_range<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Option<(i64, i64)>, Fault> {
    match cx.packed(v) {
        Some(places) => Ok(places.cols()),
        None => Ok(cx.bounds(v)?.map(|b| (b.left, b.right))),
    }
}

/// Number of rows.
#[inline]
fn rows_of<'a>(cx: &Cx<'a>, x: Value<'a>) -> Result<i64, Fault> {
    match x.view() {
        View::Grid(g) => Ok(g.height as i64),
        _ if x.is_tuple() => Ok(cx.items(x)?.len() as i64),
        _ => row_range(cx, x)?.map_or(Ok(0), |(first, last)| extent(first, last)),
    }
}

/// Number of columns; a tuple has as many as its first row.
#[inline]
fn cols_of<'a>(cx: &Cx<'a>, x: Value<'a>) -> Result<i64, Fault> {
    match x.view() {
        View::Grid(g) => Ok(g.width as i64),
        _ if x.is_tuple() => match cx.items(x)?.next() {
            Some(row) => Ok(cx.items(row)?.len() as i64),
            None => Ok(0),
        },
        _ => col_range(cx, x)?.map_or(Ok(0), |(first, last)| extent(first, last)),
    }
}

/// Number of rows and columns.
#[inline]
fn shape_of<'a>(cx: &Cx<'a>, x: Value<'a>) -> Result<(i64, i64), Fault> {
    if x.is_tuple() {
        return Ok((rows_of(cx, x)?, cols_of(cx, x)?));
    }
    cx.bounds(x)?.map_or(Ok((0, 0)), |b| b.shape())
}

/// Tuple: number of rows. Set: rows from the first to the last position.
pub fn height<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    rows_of(cx, x).map(Value::Int)
}

/// Tuple: length of the first row. Set: columns from the first to the last position.
pub fn width<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    cols_of(cx, x).map(Value::Int)
}

/// (height, width); empty gives (0, 0).
pub fn shape<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let (height, width) = shape_of(cx, x)?;
    Ok(cx.pair(height, width))
}

/// 1 when height exceeds width; 0 when empty.
pub fn portrait<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let (height, width) = shape_of(cx, x)?;
    Ok(Value::bool(height > width))
}

/// Grid: as many rows as columns. Patch: a gap-free square; the empty set is one.
pub fn square<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    Fault::Index.unless(!x.is_tuple() || !x.is_empty_container())?;
    let (height, width) = shape_of(cx, x)?;
    let full = || Ok(height as i128 * width as i128 == cx.items(x)?.len() as i128);
    Ok(Value::bool(height == width && (x.is_tuple() || full()?)))
}

/// Height, width and number of elements of a patch.
#[inline]
fn line_parts<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<(i64, i64, i64), Fault> {
    let (height, width) = cx.bounds(v)?.map_or(Ok((0, 0)), |b| b.shape())?;
    Ok((height, width, cx.items(v)?.len() as i64))
}

/// 1 when width is 1 and height equals the number of elements; empty gives 0.
pub fn vline<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let (height, width, len) = line_parts(cx, patch)?;
    Ok(Value::bool(width == 1 && height == len))
}

/// 1 when height is 1 and width equals the number of elements; empty gives 0.
pub fn hline<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let (height, width, len) = line_parts(cx, patch)?;
    Ok(Value::bool(height == 1 && width == len))
}

/// Smallest row of the positions (may be negative).
pub fn uppermost<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let rows = row_range(cx, patch)?;
    rows.map(|(first, _)| Value::Int(first)).ok_or(Fault::Empty)
}

/// Largest row of the positions.
pub fn lowermost<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let rows = row_range(cx, patch)?;
    rows.map(|(_, last)| Value::Int(last)).ok_or(Fault::Empty)
}

/// Smallest column of the positions.
pub fn leftmost<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let cols = col_range(cx, patch)?;
    cols.map(|(first, _)| Value::Int(first)).ok_or(Fault::Empty)
}

/// Largest column of the positions.
pub fn rightmost<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let cols = col_range(cx, patch)?;
    cols.map(|(_, last)| Value::Int(last)).ok_or(Fault::Empty)
}

/// Selects by type: 0 lowermost, 1 uppermost, 2 leftmost, 3 rightmost.
pub fn col_row<'a>(cx: &Cx<'a>, patch: Value<'a>, r#type: Value<'a>) -> R<'a> {
    let pick = match r#type {
        Value::Int(0) => lowermost,
        Value::Int(1) => uppermost,
        Value::Int(2) => leftmost,
        Value::Int(3) => rightmost,
        _ => {
            cx.patch(patch)?;
            return r#type.int().and(Err(Fault::Domain));
        }
    };
    pick(cx, patch)
}

/// The bounding box, where `batt` reads Ints and containers of Ints as having no positions.
#[inline]
pub(super) fn lenient_bounds<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Option<Bounds>, Fault> {
    match cx.packed(v) {
        Some(places) => Ok(places.bounds()),
        None if cx.has_no_positions(v) => Ok(None),
        None => cx.bounds(v),
    }
}

#[inline]
fn corner_of<'a>(cx: &Cx<'a>, patch: Value<'a>, pick: impl Fn(Bounds) -> (i64, i64)) -> R<'a> {
    Ok(lenient_bounds(cx, patch)?.map_or(Value::UNIT, |bounds| {
        let (row, col) = pick(bounds);
        cx.pair(row, col)
    }))
}

/// (smallest row, smallest column); an empty patch gives ().
pub fn ulcorner<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    corner_of(cx, patch, |b| (b.top, b.left))
}

/// (smallest row, largest column); empty gives ().
pub fn urcorner<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    corner_of(cx, patch, |b| (b.top, b.right))
}

/// (largest row, smallest column); empty gives ().
pub fn llcorner<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    corner_of(cx, patch, |b| (b.bottom, b.left))
}

/// (largest row, largest column); empty gives ().
pub fn lrcorner<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    corner_of(cx, patch, |b| (b.bottom, b.right))
}

/// Selects by type: 0 ulcorner, 1 urcorner, 2 llcorner, 3 lrcorner, any other value ulcorner;
/// empty gives ().
pub fn corner<'a>(cx: &Cx<'a>, patch: Value<'a>, r#type: Value<'a>) -> R<'a> {
    match r#type.int()? {
        1 => urcorner(cx, patch),
        2 => llcorner(cx, patch),
        3 => lrcorner(cx, patch),
        _ => ulcorner(cx, patch),
    }
}

/// (first row + height div 2, first column + width div 2): the later of two middle lines.
pub fn center<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    match cx.bounds(patch)? {
        Some(bounds) => bounds.center().map(|(row, col)| cx.pair(row, col)),
        None if cx.is_batt() => Ok(Value::UNIT),
        None => Err(Fault::Empty),
    }
}

/// Sum of rows and sum of columns over the distinct positions, each floor-divided by the number
/// of ELEMENTS of the patch; empty gives ().
pub fn centerofmass<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let Some(places) = cx.packed(patch) else { return listed_centerofmass(cx, patch) };
    let len = places.len() as i64;
    let places = if places.is_sorted() { places } else { Places::of_poses(cx.distinct(places)) };
    let (mut rows, mut cols, mut distinct, mut last) = (0, 0, 0, u32::MAX);
    for pos in places.iter() {
        let fresh = (pos != last) as i64;
        rows += fresh * (pos >> 12) as i64;
        cols += fresh * (pos & 0xfff) as i64;
        distinct += fresh;
        last = pos;
    }
    let mean = |sum: i64| (sum - distinct * layout::LIMIT).div_euclid(len);
    Ok(cx.pair(mean(rows), mean(cols)))
}

#[cold]
fn listed_centerofmass<'a>(cx: &Cx<'a>, v: Value<'a>) -> R<'a> {
    if cx.has_no_positions(v) {
        return Ok(Value::UNIT);
    }
    let patch = cx.patch(v)?;
    let mut positions = patch.positions(cx.lay);
    // A tuple of pairs is its own positions, repeats included.
    if cx.first_is_cell(v) == Some(true) {
        positions.sort_unstable();
        positions.dedup();
    }
    if positions.is_empty() {
        return Ok(Value::UNIT);
    }
    let mean = |part: fn(&(i64, i64)) -> i64| {
        let sum: i128 = positions.iter().map(|p| part(p) as i128).sum();
        // At most as many positions as elements, so the mean lies between extremes and 0.
        sum.div_euclid(patch.len() as i128) as i64
    };
    Ok(cx.pair(mean(|p| p.0), mean(|p| p.1)))
}

/// Smallest p >= 1 such that every cell of the normalised object in column p or beyond also
/// occurs, same colour, p columns further left; otherwise the width; 0 when empty.
pub fn hperiod<'a>(cx: &Cx<'a>, obj: Value<'a>) -> R<'a> {
    period(cx, obj, false)
}

/// As hperiod for rows: smallest p, otherwise the height; 0 when empty.
pub fn vperiod<'a>(cx: &Cx<'a>, obj: Value<'a>) -> R<'a> {
    period(cx, obj, true)
}

fn period<'a>(cx: &Cx<'a>, obj: Value<'a>, rows: bool) -> R<'a> {
    let range = if rows { row_range(cx, obj)? } else { col_range(cx, obj)? };
    let Some((first, last)) = range else { return Ok(Value::Int(0)) };
    let whole = extent(first, last)?;
    let found = match &cx.patch(obj)? {
        _ if whole == 1 => None,
        Patch::Cells(keys) => packed_period(cx, keys, rows, first, whole),
        Patch::Listed(spots) => listed_period(cx, spots, rows)?,
        _ => return Err(Fault::Type),
    };
    Ok(Value::Int(found.unwrap_or(whole)))
}

fn packed_period(cx: &Cx<'_>, keys: &[u32], rows: bool, first: i64, whole: i64) -> Option<i64> {
    let lay = cx.lay;
    let part = |key: u32| {
        let pos = lay.pos(key);
        (if rows { layout::row(pos) } else { layout::col(pos) }) as i64 - first
    };
    let step = if rows { lay.delta(1, 0) } else { lay.delta(0, 1) };
    let repeats = |p: i64| {
        // Moving keeps the order, so the moved cells are met in one pass over all of them.
        let back = step.wrapping_mul(p as u32);
        let mut rest = keys.iter();
        keys.iter()
            .filter(|&&key| part(key) >= p)
            .map(|&key| key.wrapping_sub(back))
            .all(|want| rest.find(|&&key| key >= want) == Some(&want))
    };
    (1..whole).find(|&p| repeats(p))
}

/// The period of cells that are not packed, or `None` when there is none below the extent.
#[cold]
fn listed_period<'a>(cx: &Cx<'a>, spots: &[Spot<'a>], rows: bool) -> Result<Option<i64>, Fault> {
    let mut cells = Vec::with_capacity(spots.len());
    for s in spots {
        let (along, across) = if rows { (s.row, s.col) } else { (s.col, s.row) };
        cells.push((along, across, s.colour.ok_or(Fault::Type)?));
    }
    type Cell<'a> = (i64, i64, Value<'a>);
    let order = |a: &Cell<'a>, b: &Cell<'a>| -> Ordering {
        (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| canonical(cx.lay, a.2, b.2))
    };
    cells.sort_unstable_by(order);
    let (Some(&(first, ..)), Some(&(last, ..))) = (cells.first(), cells.last()) else {
        return Ok(None);
    };
    let present = |cell: Cell<'a>| cells.binary_search_by(|x| order(x, &cell)).is_ok();
    let repeats = |p: i64| {
        let moved = cells.iter().filter(|c| c.0 - first >= p);
        moved.into_iter().all(|c| present((c.0 - p, c.1, c.2)))
    };
    // The last line must land on some line, which leaves few candidates however wide it is.
    let mut candidates: Vec<i64> = cells.iter().map(|c| last - c.0).filter(|&p| p > 0).collect();
    candidates.sort_unstable();
    candidates.dedup();
    Ok(candidates.into_iter().find(|&p| p <= last - first && repeats(p)))
}
