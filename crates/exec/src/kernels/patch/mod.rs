//! Kernels that make patches: positions, movement, neighbourhoods, outlines, lines, mirrors.

mod mirror;
mod outline;

pub use mirror::{cmirror, dmirror, hmirror, mir_rot_patch, vmirror, vmirror_or_empty};
pub(crate) use outline::no_line;
pub use outline::{backdrop, r#box, connect, corners, delta, inbox, outbox, shoot};

use crate::cx::Cx;
use crate::sets::listed::Listed;
use crate::sets::patch::{Patch, Places};
use crate::value::build::check_size;
use crate::value::layout;
use crate::value::{Fault, R, Value, View};

/// Length of the lines that hfrontier and vfrontier draw, whatever the grid.
const FRONTIER: i64 = 30;

/// Distinct positions of the cells, as a set; what holds no cells is returned unchanged.
pub fn toindices<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    match patch.view() {
        View::Poses(_) => Ok(patch),
        View::Cells(keys) => Ok(cx.poses(cx.distinct(Places::of_cells(cx.lay, keys)))),
        _ => listed_toindices(cx, patch),
    }
}

#[cold]
fn listed_toindices<'a>(cx: &Cx<'a>, v: Value<'a>) -> R<'a> {
    if v.is_empty_container() || cx.has_no_positions(v) {
        return Ok(Value::EMPTY);
    }
    let first = cx.items(v)?.next().ok_or(Fault::Empty)?;
    if !first.is_tuple() {
        return if cx.is_batt() { Ok(v) } else { Err(Fault::Type) };
    }
    let parts = cx.items(first)?;
    let is_cell = match cx.is_batt() {
        true => parts.len() == 3,
        false => parts.get(1).is_some_and(Value::is_tuple),
    };
    if is_cell { cx.positions_set(&cx.patch(v)?.positions(cx.lay)) } else { Ok(v) }
}

/// All positions of the grid (width taken from the first row); () gives {}.
pub fn asindices<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let (height, width) = match grid.view() {
        View::Grid(g) => (g.height, g.width),
        _ => {
            let rows = cx.rows(grid)?;
            (rows.len(), rows.first().map_or(0, Vec::len))
        }
    };
    if height == 0 || width == 0 {
        return Ok(Value::EMPTY);
    }
    let (bottom, right) = (height as i64 - 1, width as i64 - 1);
    outline::filled(cx, &crate::sets::patch::Bounds { top: 0, bottom, left: 0, right })
}

/// Patch translated so that its smallest row and column are 0; empty stays as it is.
pub fn normalize<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    let Some(bounds) = cx.bounds(patch)? else { return Ok(patch) };
    let negative = |x: i64| x.checked_neg().ok_or(Fault::Domain);
    translate(cx, patch, negative(bounds.top)?, negative(bounds.left)?)
}

/// Every position translated by directions, colours kept; may leave the grid or become negative.
pub fn shift<'a>(cx: &Cx<'a>, patch: Value<'a>, directions: Value<'a>) -> R<'a> {
    if patch.is_empty_container() || (cx.places(patch).is_none() && cx.patch(patch)?.is_empty()) {
        return Ok(Value::EMPTY);
    }
    if cx.is_batt() && directions.is_tuple() && directions.is_empty_container() {
        return Ok(patch);
    }
    let (rows, cols) = cx.pair_parts(directions)?;
    translate(cx, patch, rows, cols)
}

/// Moves a non-empty patch; the result is a set even when the patch is a tuple.
#[inline]
fn translate<'a>(cx: &Cx<'a>, patch: Value<'a>, rows: i64, cols: i64) -> R<'a> {
    let moved = match patch.view() {
        _ if (rows, cols) == (0, 0) && patch.is_set() => return Ok(patch),
        View::Poses(keys) => moved_keys(cx, keys, 0, rows, cols).map(|keys| cx.poses(keys)),
        View::Cells(keys) => {
            let position_shift = if cx.is_batt() { 8 } else { 0 };
            moved_keys(cx, keys, position_shift, rows, cols).map(|keys| cx.cells(keys))
        }
        _ => cx.listed(patch).and_then(|listed| {
            let is_cell = matches!(listed, Listed::Cells(_));
            let position_shift = if cx.is_batt() && is_cell { 8 } else { 0 };
            listed.changed_set(cx, |keys| moved_keys(cx, keys, position_shift, rows, cols))
        }),
    };
    let place = |r: i64, c: i64| Some((r.checked_add(rows)?, c.checked_add(cols)?));
    moved.map_or_else(|| map_positions(cx, &cx.patch(patch)?, place), Ok)
}

/// Packed elements moved by one addition each; `None` when some leave the packed range.
/// The order stays, because every element moves by the same amount.
#[inline]
fn moved_keys<'a>(
    cx: &Cx<'a>,
    keys: &[u32],
    position_shift: u32,
    rows: i64,
    cols: i64,
) -> Option<&'a mut [u32]> {
    let near = -2 * layout::LIMIT..2 * layout::LIMIT;
    if !near.contains(&rows) || !near.contains(&cols) {
        return None;
    }
    let (rows, cols) = (rows as i32, cols as i32);
    let step = layout::delta(rows, cols) << position_shift;
    let moved = cx.arena.copy(keys);
    // A coordinate that leaves 0..4095 sets a higher bit, if only the sign.
    let mut outside = 0;
    for key in moved.iter_mut() {
        let pos = *key >> position_shift;
        outside |= ((pos >> 12 & 0xfff) as i32 + rows) | ((pos & 0xfff) as i32 + cols);
        *key = key.wrapping_add(step);
    }
    (outside & !0xfff == 0).then_some(moved)
}

/// The set of a patch's elements at other positions, whatever their numbers; a `domain` fault
/// where `f` gives none.
#[cold]
fn map_positions<'a>(
    cx: &Cx<'a>,
    patch: &Patch<'a>,
    f: impl Fn(i64, i64) -> Option<(i64, i64)>,
) -> R<'a> {
    let place = |r, c| f(r, c).ok_or(Fault::Domain);
    let pair = |(r, c)| place(r, c).map(|(r, c)| cx.pair(r, c));
    let moved: Result<Vec<_>, Fault> = match patch {
        Patch::Listed(spots) => spots
            .iter()
            .map(|s| match s.colour {
                Some(colour) => place(s.row, s.col).and_then(|(r, c)| cx.cell(colour, r, c)),
                None => pair((s.row, s.col)),
            })
            .collect(),
        Patch::Cells(_) => {
            let mut cells = Vec::with_capacity(patch.len());
            patch.each_cell(cx.lay, |colour, r, c| {
                let (r, c) = place(r, c)?;
                cells.push(cx.cell(colour, r, c)?);
                Ok(())
            })?;
            Ok(cells)
        }
        _ => patch.positions(cx.lay).into_iter().map(pair).collect(),
    };
    cx.set(&mut moved?)
}

/// The four orthogonal neighbours, not clipped.
pub fn dneighbors<'a>(cx: &Cx<'a>, loc: Value<'a>) -> R<'a> {
    around(cx, loc, &[(-1, 0), (0, -1), (0, 1), (1, 0)])
}

/// The four diagonal neighbours, not clipped.
pub fn ineighbors<'a>(cx: &Cx<'a>, loc: Value<'a>) -> R<'a> {
    around(cx, loc, &[(-1, -1), (-1, 1), (1, -1), (1, 1)])
}

/// The eight neighbours, union of dneighbors and ineighbors.
pub fn neighbors<'a>(cx: &Cx<'a>, loc: Value<'a>) -> R<'a> {
    around(cx, loc, &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])
}

/// The positions at ascending unit offsets from a place; `batt` knows none around nothing.
#[inline]
fn around<'a, const N: usize>(cx: &Cx<'a>, loc: Value<'a>, offsets: &[(i32, i32); N]) -> R<'a> {
    if cx.is_batt() && (!loc.is_tuple() || loc.is_empty_container()) {
        return Ok(Value::EMPTY);
    }
    let (row, col) = cx.pair_prefix(loc)?;
    let inside = |x: i64| (1 - layout::LIMIT..layout::LIMIT - 1).contains(&x);
    if inside(row) && inside(col) {
        let center = layout::pos_unchecked(row as i32, col as i32);
        let keys = offsets.map(|(r, c)| center.wrapping_add(layout::delta(r, c)));
        return Ok(cx.poses(cx.arena.copy(&keys)));
    }
    far_around(cx, (row, col), offsets)
}

#[cold]
fn far_around<'a>(cx: &Cx<'a>, (row, col): (i64, i64), offsets: &[(i32, i32)]) -> R<'a> {
    let place = |&(r, c): &(i32, i32)| {
        row.checked_add(r as i64).zip(col.checked_add(c as i64)).ok_or(Fault::Domain)
    };
    let positions: Result<Vec<_>, _> = offsets.iter().map(place).collect();
    cx.positions_set(&positions?)
}

/// The 30 positions (row of location, 0..29), independent of any grid.
pub fn hfrontier<'a>(cx: &Cx<'a>, location: Value<'a>) -> R<'a> {
    if cx.is_batt() && location.is_tuple() && location.is_empty_container() {
        return Ok(Value::EMPTY);
    }
    let row = component(cx, location, 0)?;
    outline::line(cx, (row, 0), (row, FRONTIER - 1))
}

/// The 30 positions (0..29, column of location); () fails in both dialects, unlike hfrontier in
/// batt.
pub fn vfrontier<'a>(cx: &Cx<'a>, location: Value<'a>) -> R<'a> {
    let col = component(cx, location, 1)?;
    outline::line(cx, (0, col), (FRONTIER - 1, col))
}

/// One integer of a tuple; the others are not looked at.
fn component<'a>(cx: &Cx<'a>, v: Value<'a>, place: usize) -> Result<i64, Fault> {
    let items = if v.is_tuple() { cx.items(v)? } else { return Err(Fault::Type) };
    items.get(place).ok_or(Fault::Index)?.int()
}

/// Checks a number of positions before memory is taken for them.
fn check_count(count: u128) -> Result<usize, Fault> {
    let count = u64::try_from(count).map_err(|_| Fault::Budget)?;
    check_size(count)?;
    Ok(count as usize)
}
