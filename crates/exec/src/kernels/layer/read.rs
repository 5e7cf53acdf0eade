//! Layers from values, and values from layers.

use crate::cx::Cx;
use crate::layers::{Layer, MAX_LIST, MAX_SIDE};
use crate::value::{Fault, Grid, R, Value, View};

/// Rows and columns from the origin that a layer may lie at.
const FAR: i32 = 1000;

/// What an argument for layers holds.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    /// A layer.
    One(Layer<'a>),
    /// A list, at least one layer.
    List(&'a [Layer<'a>]),
}

impl<'a> Given<'a> {
    /// Reads an argument: `type` for what is neither a layer nor a tuple of layers, `empty` for `()`, `domain` for
    /// layers beyond the limits.
    pub(super) fn read(cx: &Cx<'a>, v: Value<'a>) -> Result<Given<'a>, Fault> {
        match v.view() {
            View::Tuple([]) => Err(Fault::Empty),
            View::Tuple(members) if placed(members).is_none() => list(cx, v, members),
            _ => one(cx, v).map(Given::One),
        }
    }
}

/// Reads an argument that must be a single layer.
pub(super) fn layer<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Layer<'a>, Fault> {
    match Given::read(cx, v)? {
        Given::One(x) => Ok(x),
        Given::List(_) => Err(Fault::Type),
    }
}

fn list<'a>(cx: &Cx<'a>, v: Value<'a>, members: &[Value<'a>]) -> Result<Given<'a>, Fault> {
    let is_layer = |m: &Value<'a>| match m.view() {
        View::Grid(_) => true,
        View::Tuple(parts) => placed(parts).is_some(),
        _ => false,
    };
    if !members.iter().all(is_layer) {
        return Err(not_small(cx, v));
    }
    Fault::Domain.unless(members.len() <= MAX_LIST)?;
    let mut layers = [Layer { row: 0, col: 0, height: 1, width: 1, cells: &[0] }; MAX_LIST];
    for (to, &member) in layers.iter_mut().zip(members) {
        *to = one(cx, member)?;
    }
    Ok(Given::List(cx.arena.copy(&layers[..members.len()])))
}

/// The parts of a layer with a place: two, of which the second is a pair of integers.
fn placed<'a>(parts: &[Value<'a>]) -> Option<(Value<'a>, Option<(i32, i32)>)> {
    match *parts {
        [picture, Value::Pair(row, col)] => Some((picture, Some((row, col)))),
        // Integers of more than 32 bits.
        [picture, Value::Tuple(pair)] if matches!(pair.slice(), [Value::Int(_), Value::Int(_)]) => {
            Some((picture, None))
        }
        _ => None,
    }
}

fn one<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Layer<'a>, Fault> {
    let (picture, place) = match v.view() {
        View::Tuple(parts) => placed(parts).ok_or_else(|| not_small(cx, v))?,
        _ => (v, Some((0, 0))),
    };
    let View::Grid(grid) = picture.view() else { return Err(not_small(cx, picture)) };
    let near = |&(row, col): &(i32, i32)| row.unsigned_abs().max(col.unsigned_abs()) <= FAR as u32;
    let (row, col) = place.filter(near).ok_or(Fault::Domain)?;
    Ok(Layer { row: row as i16, col: col as i16, ..picture_of(grid, MAX_SIDE)? })
}

/// Reads a grid with sides up to `most`: layers with a place are none.
pub(crate) fn grid<'a>(cx: &Cx<'a>, v: Value<'a>, most: usize) -> Result<Layer<'a>, Fault> {
    match v.view() {
        View::Grid(grid) => picture_of(grid, most),
        _ => Err(not_small(cx, v)),
    }
}

/// A grid as a layer at the origin.
fn picture_of(grid: Grid<'_>, most: usize) -> Result<Layer<'_>, Fault> {
    let sides = 1..=most;
    let fits = sides.contains(&grid.height) && sides.contains(&grid.width);
    Fault::Domain.unless(fits && grid.cells.iter().all(|cell| (0..=9).contains(cell)))?;
    // SAFETY: the same cells for as long: signed and unsigned bytes have one layout, and these are 0..=9.
    let cells = unsafe { std::slice::from_raw_parts(grid.cells.as_ptr().cast(), grid.cells.len()) };
    Ok(Layer { row: 0, col: 0, height: grid.height, width: grid.width, cells })
}

/// What is wrong with a value that is no grid of small numbers: `domain` if it is one of large numbers.
#[cold]
pub(crate) fn not_small<'a>(cx: &Cx<'a>, v: Value<'a>) -> Fault {
    let is_row = |row: Value<'a>, width: usize| match cx.items(row) {
        Ok(mut cells) if row.is_tuple() && cells.len() == width => {
            cells.all(|cell| matches!(cell, Value::Int(_)))
        }
        _ => false,
    };
    let is_grid = match cx.items(v) {
        Ok(mut rows) if v.is_tuple() => {
            let width = rows.get(0).and_then(|row| cx.items(row).ok()).map_or(0, |row| row.len());
            width > 0 && rows.all(|row| is_row(row, width))
        }
        _ => false,
    };
    if is_grid { Fault::Domain } else { Fault::Type }
}

/// A layer as a value.
pub(super) fn value<'a>(cx: &Cx<'a>, x: Layer<'_>) -> R<'a> {
    let grid = picture(cx, x.height, x.width, x.cells.iter().copied())?;
    cx.tuple(&[grid, Value::Pair(x.row.into(), x.col.into())])
}

/// A picture as a grid.
pub(super) fn picture<'a>(
    cx: &Cx<'a>,
    height: usize,
    width: usize,
    colours: impl Iterator<Item = u8>,
) -> R<'a> {
    let cells = cx.new_cells(height, width)?;
    cells.iter_mut().zip(colours).for_each(|(to, from)| *to = from as i8);
    cx.grid(height, width, cells)
}

/// A number from 0 to below a bound: `type` for what is no integer, `domain` for others.
pub(crate) fn below(v: Value<'_>, bound: usize) -> Result<usize, Fault> {
    usize::try_from(v.int()?).ok().filter(|&n| n < bound).ok_or(Fault::Domain)
}

/// A number of a range: `type` for what is no integer, `domain` for others.
pub(super) fn number(v: Value<'_>, range: std::ops::RangeInclusive<i64>) -> Result<i64, Fault> {
    let n = v.int()?;
    if range.contains(&n) { Ok(n) } else { Err(Fault::Domain) }
}
