//! Reading cells of a grid as an object.

use super::object_of;
use super::partition::by_colour;
use crate::cx::Cx;
use crate::kernels::grid::{first_width, inside, packable};
use crate::sets::patch::Patch;
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::{Fault, Grid, R, Value};

/// All cells of a byte grid as an object; the grid must be packable.
pub(crate) fn byte_object<'a>(cx: &Cx<'a>, g: &Grid<'a>) -> Value<'a> {
    if g.width == 0 {
        return Value::EMPTY;
    }
    if !cx.is_batt() {
        return cx.cells(by_colour(cx, g, None, |_| ()));
    }
    let keys = cx.arena.filled(g.cells.len(), 0u32);
    for (r, (to, row)) in keys.chunks_exact_mut(g.width).zip(g.rows()).enumerate() {
        write_keys(cx, r, row, to);
    }
    cx.cells(keys)
}

/// The keys of one row's cells.
#[inline]
fn write_keys(cx: &Cx<'_>, r: usize, row: &[i8], to: &mut [u32]) {
    let lay = cx.lay;
    let start = layout::pos_unchecked(r as i32, 0);
    for (c, (to, &colour)) in to.iter_mut().zip(row).enumerate() {
        *to = lay.cell(colour, start + c as u32);
    }
}

/// All cells of the grid as an object; () gives {}.
pub fn asobject<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) => Ok(byte_object(cx, &g.grid())),
        _ if cx.is_batt() && !is_grid(cx, grid) => Ok(Value::EMPTY),
        _ => rows_object(cx, grid),
    }
}

/// As [`asobject`] for rows of any kind, even sets.
#[cold]
fn rows_object<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    Fault::Type.unless(grid.is_tuple())?;
    let mut cells = Vec::new();
    for (r, row) in cx.items(grid)?.enumerate() {
        cells.extend(cx.items(row)?.enumerate().map(|(c, v)| (v, r, c)));
    }
    object_of(cx, cells.into_iter())
}

/// Whether a value is a tuple of tuples of Ints.
fn is_grid<'a>(cx: &Cx<'a>, v: Value<'a>) -> bool {
    let int_row = |row: Value<'a>| {
        let items = cx.items(row);
        row.is_tuple() && items.is_ok_and(|mut i| i.all(|v| matches!(v, Value::Int(_))))
    };
    match v {
        Value::Grid(_) => true,
        Value::Tuple(_) => cx.items(v).is_ok_and(|mut rows| rows.all(int_row)),
        // The other forms of tuples hold Ints.
        _ => false,
    }
}

/// 0 when x is a tuple of tuples of Ints (() and ragged rows included), else 1.
pub fn is_no_grid<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    Ok(Value::bool(!is_grid(cx, x)))
}

/// Cells of the grid at the patch positions that lie inside it; empty patch gives {}.
pub fn toobject<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> R<'a> {
    if let Value::Grid(g) = grid
        && packable(&g.grid())
    {
        let (g, lay) = (g.grid(), cx.lay);
        match patch {
            Value::Cells(k) => return Ok(cells_at(cx, &g, k.slice(), |k| lay.pos(k))),
            Value::Poses(k) => return Ok(cells_at(cx, &g, k.slice(), |k| k)),
            _ if patch.is_empty_container() => return Ok(Value::EMPTY),
            _ => {}
        }
        if let Some(listed) = cx.listed(patch) {
            return Ok(cells_at(cx, &g, cx.distinct(listed.places(cx)), |k| k));
        }
    }
    rows_cells_at(cx, &cx.patch(patch)?, grid)
}

#[inline]
fn cells_at<'a>(cx: &Cx<'a>, g: &Grid<'a>, keys: &[u32], pos: impl Fn(u32) -> u32) -> Value<'a> {
    let out = cx.arena.filled(keys.len(), 0u32);
    let mut len = 0;
    for &key in keys {
        let pos = pos(key);
        if let Some(colour) = g.get(layout::row(pos) as i64, layout::col(pos) as i64) {
            out[len] = cx.lay.cell(colour, pos);
            len += 1;
        }
    }
    cx.cells(sort_dedup(&mut out[..len]))
}

#[cold]
fn rows_cells_at<'a>(cx: &Cx<'a>, patch: &Patch<'a>, grid: Value<'a>) -> R<'a> {
    let rows = cx.rows(grid)?;
    let width = first_width(&rows)?;
    let mut places = Vec::with_capacity(patch.len());
    patch.each_position(cx.lay, |row, col| {
        if inside(row, rows.len()) && inside(col, width) {
            places.push((row as usize, col as usize));
        }
    });
    Fault::Index.unless(places.iter().all(|&(r, c)| c < rows[r].len()))?;
    object_of(cx, places.into_iter().map(|(r, c)| (rows[r][c], r, c)))
}
