//! One-coloured rows and columns as objects.

use super::object_of;
use crate::cx::Cx;
use crate::kernels::grid::bits::{WORD, ones};
use crate::kernels::grid::{
    first_width, is_plain, need_tuple, one_value, packable, plain_columns, shortest,
};
use crate::value::layout;
use crate::value::{Fault, Grid, R, Value};

/// Every one-coloured complete row and every one-coloured complete column as an object (a 1x1
/// grid gives one).
pub fn frontiers<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let Value::Grid(g) = grid else { return frontiers_of_rows(cx, grid) };
    let g = g.grid();
    if !packable(&g) {
        return frontiers_of_rows(cx, grid);
    }
    let mut lines = cx.buffer();
    for (r, row) in g.rows().enumerate().filter(|(_, row)| is_plain(row)) {
        lines.push(line(cx, row[0], (r, 0), (0, 1), g.width));
    }
    push_columns(cx, &g, &mut lines);
    let out = cx.set(&mut lines);
    cx.recycle(lines);
    out
}

fn push_columns<'a>(cx: &Cx<'a>, g: &Grid<'a>, lines: &mut Vec<Value<'a>>) {
    for (n, &word) in plain_columns(cx, g).iter().enumerate() {
        for col in ones(word).map(|i| n * WORD + i) {
            lines.push(line(cx, g.cells[col], (0, col), (1, 0), g.height));
        }
    }
}

/// Cells of one colour in a line, which ascend in both dialects.
fn line<'a>(
    cx: &Cx<'a>,
    colour: i8,
    (row, col): (usize, usize),
    (down, right): (i32, i32),
    len: usize,
) -> Value<'a> {
    let mut next = cx.lay.cell(colour, layout::pos_unchecked(row as i32, col as i32));
    let keys = cx.arena.filled(len, 0u32);
    for key in keys.iter_mut() {
        *key = next;
        next = next.wrapping_add(cx.lay.delta(down, right));
    }
    cx.cells(keys)
}

#[cold]
fn frontiers_of_rows<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let rows = cx.rows(grid)?;
    let width = first_width(&rows)?;
    let mut lines = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        if one_value(row.iter().copied()) {
            // As wide as row 0, whatever this row's length.
            let row = row.get(..width).ok_or(Fault::Index)?;
            lines.push(object_of(cx, row.iter().enumerate().map(|(c, &v)| (v, r, c)))?);
        }
    }
    for c in 0..shortest(&rows) {
        if one_value(rows.iter().map(|row| row[c])) {
            lines.push(object_of(cx, rows.iter().enumerate().map(|(r, row)| (row[c], r, c)))?);
        }
    }
    cx.set(&mut lines)
}
