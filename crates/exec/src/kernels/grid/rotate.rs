//! Turning grids.

use super::{Rows, shortest};
use crate::cx::Cx;
use crate::kernels::patch;
use crate::value::{Fault, Grid, R, Value};

/// Quarter turn clockwise; () stays (), rows of width 0 give ().
pub fn rot90<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let Value::Grid(g) = grid else { return rows_rot90(cx, grid) };
    let g = g.grid();
    let out = cx.new_cells(g.width, g.height)?;
    for (col, to) in out.chunks_exact_mut(g.height).enumerate() {
        copy_column(&g, col, to.iter_mut().rev());
    }
    cx.grid(g.width, g.height, out)
}

/// Quarter turn counter-clockwise; () stays (), rows of width 0 give ().
pub fn rot270<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let Value::Grid(g) = grid else { return rows_rot270(cx, grid) };
    let g = g.grid();
    let out = cx.new_cells(g.width, g.height)?;
    for (col, to) in out.chunks_exact_mut(g.height).rev().enumerate() {
        copy_column(&g, col, to.iter_mut());
    }
    cx.grid(g.width, g.height, out)
}

/// Writes a column, top first.
#[inline]
fn copy_column<'t>(g: &Grid<'_>, col: usize, to: impl Iterator<Item = &'t mut i8>) {
    for (to, &cell) in to.zip(g.cells[col..].iter().step_by(g.width)) {
        *to = cell;
    }
}

/// Half turn; () stays ().
pub fn rot180<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let Value::Grid(g) = grid else { return rows_rot180(cx, grid) };
    let g = g.grid();
    let out = cx.arena.copy(g.cells);
    out.reverse();
    cx.grid(g.height, g.width, out)
}

#[cold]
fn rows_rot90<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let rows = cx.rows(grid)?;
    let turned: Rows<'a> =
        (0..shortest(&rows)).map(|c| rows.iter().rev().map(|r| r[c]).collect()).collect();
    cx.from_rows(&turned)
}

#[cold]
fn rows_rot270<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let rows = cx.rows(grid)?;
    let turned: Rows<'a> =
        (0..shortest(&rows)).rev().map(|c| rows.iter().map(|r| r[c]).collect()).collect();
    cx.from_rows(&turned)
}

#[cold]
fn rows_rot180<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let mut rows = cx.rows(grid)?;
    rows.reverse();
    rows.iter_mut().for_each(|r| r.reverse());
    cx.from_rows(&rows)
}

/// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror, 3 cmirror, 4 rot90, 5 rot180, 6 rot270;
/// any other value returns the grid unchanged.
pub fn mir_rot_grid<'a>(cx: &Cx<'a>, grid: Value<'a>, r#type: Value<'a>) -> R<'a> {
    let Value::Int(which @ 0..7) = r#type else { return Ok(grid) };
    // The mirrors would take a set for a patch, and any tuple for rows.
    if !matches!(grid, Value::Grid(_)) {
        cx.rows(grid)?;
    }
    match which {
        0 => patch::hmirror(cx, grid),
        1 => patch::dmirror(cx, grid),
        2 => patch::vmirror(cx, grid),
        3 => patch::cmirror(cx, grid),
        4 => rot90(cx, grid),
        5 => rot180(cx, grid),
        6 => rot270(cx, grid),
        _ => Err(Fault::Type),
    }
}
