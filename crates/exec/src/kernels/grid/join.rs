//! Joining grids, comparing them cell by cell, making and reading them.

use super::{Rows, first_width, inside, need_tuple};
use crate::cx::Cx;
use crate::value::build::check_size;
use crate::value::order::equal;
use crate::value::{Fault, Grid, R, Value};

/// Rows of a and b joined side by side; the grid with fewer rows decides, () if either is ().
pub fn hconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (Value::Grid(x), Value::Grid(y)) = (a, b) else { return hconcat_rows(cx, a, b) };
    let (a, b) = (x.grid(), y.grid());
    let (height, width) = (a.height.min(b.height), a.width + b.width);
    let out = cx.new_cells(height, width)?;
    if width > 0 {
        for ((to, left), right) in out.chunks_exact_mut(width).zip(a.rows()).zip(b.rows()) {
            to[..a.width].copy_from_slice(left);
            to[a.width..].copy_from_slice(right);
        }
    }
    cx.grid(height, width, out)
}

#[cold]
fn hconcat_rows<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    need_tuple(a)?;
    need_tuple(b)?;
    if a.is_empty_container() || b.is_empty_container() {
        return Ok(Value::UNIT);
    }
    let mut rows = cx.rows(a)?;
    let right = cx.rows(b)?;
    rows.truncate(right.len());
    rows.iter_mut().zip(right).for_each(|(l, r)| l.extend(r));
    cx.from_rows(&rows)
}

/// Rows of a followed by rows of b; widths are not checked, so the result may be ragged.
pub fn vconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if let (Value::Grid(a), Value::Grid(b)) = (a, b) {
        let (a, b) = (a.grid(), b.grid());
        if a.width == b.width {
            let out = cx.new_cells(a.height + b.height, a.width)?;
            let (upper, lower) = out.split_at_mut(a.cells.len());
            upper.copy_from_slice(a.cells);
            lower.copy_from_slice(b.cells);
            return cx.grid(a.height + b.height, a.width, out);
        }
    }
    need_tuple(a)?;
    need_tuple(b)?;
    let (upper, lower) = (cx.items(a)?, cx.items(b)?);
    check_size((upper.len() + lower.len()) as u64)?;
    let mut rows = cx.buffer();
    rows.extend(upper.chain(lower));
    let out = cx.tuple(&rows);
    cx.recycle(rows);
    out
}

/// Shape of a; cell of a where b has the same value at that place, else fallback.
pub fn cellwise<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, fallback: Value<'a>) -> R<'a> {
    compare(cx, a, b, fallback, false)
}

/// As cellwise, but places outside b count as different and get fallback.
pub fn cellwise_lenient<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, fallback: Value<'a>) -> R<'a> {
    compare(cx, a, b, fallback, true)
}

fn compare<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
    fallback: Value<'a>,
    lenient: bool,
) -> R<'a> {
    if let (Value::Grid(x), Value::Grid(y), Value::Int(n)) = (a, b, fallback)
        && let Ok(fallback) = i8::try_from(n)
    {
        return compare_bytes(cx, x.grid(), y.grid(), fallback, lenient);
    }
    need_tuple(a)?;
    need_tuple(b)?;
    fallback.int()?;
    compare_rows(cx, &cx.rows(a)?, &cx.rows(b)?, fallback, lenient)
}

fn compare_bytes<'a>(cx: &Cx<'a>, a: Grid<'a>, b: Grid<'a>, fallback: i8, lenient: bool) -> R<'a> {
    let short = a.height > b.height || a.width > b.width;
    if short && !lenient && a.width > 0 {
        return Err(Fault::Index);
    }
    let out = cx.arena.filled(a.cells.len(), fallback);
    if a.width > 0 {
        for ((to, a), b) in out.chunks_exact_mut(a.width).zip(a.rows()).zip(b.rows()) {
            for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
                *to = if a == b { a } else { fallback };
            }
        }
    }
    cx.grid(a.height, a.width, out)
}

#[cold]
fn compare_rows<'a>(
    cx: &Cx<'a>,
    a: &[Vec<Value<'a>>],
    b: &[Vec<Value<'a>>],
    fallback: Value<'a>,
    lenient: bool,
) -> R<'a> {
    let width = first_width(a)?;
    if b.is_empty() && width > 0 {
        return Err(Fault::Index);
    }
    let cell = |row: &Vec<Value<'a>>, r: usize, c: usize| {
        let own = *row.get(c).ok_or(Fault::Index)?;
        match b.get(r).and_then(|row| row.get(c)) {
            Some(&other) if equal(own, other) => Ok(own),
            None if !lenient => Err(Fault::Index),
            _ => Ok(fallback),
        }
    };
    let rows = a.iter().enumerate();
    let rows: Result<Rows<'a>, _> =
        rows.map(|(r, row)| (0..width).map(|c| cell(row, r, c)).collect()).collect();
    cx.from_rows(&rows?)
}

/// Grid of one colour, dimensions = (rows, columns); rows 0 or below give (), columns 0 or below
/// give empty rows.
pub fn canvas<'a>(cx: &Cx<'a>, color: Value<'a>, dimensions: Value<'a>) -> R<'a> {
    let colour = color.int()?;
    let (height, width) = cx.pair_prefix(dimensions)?;
    let side = |x: i64| usize::try_from(x.max(0)).map_err(|_| Fault::Budget);
    let (height, width) = (side(height)?, side(width)?);
    if height == 0 {
        return Ok(Value::UNIT);
    }
    let size = height.checked_mul(width.max(1)).ok_or(Fault::Budget)?;
    check_size(size as u64)?;
    match i8::try_from(colour) {
        Ok(colour) => cx.grid(height, width, cx.arena.filled(height * width, colour)),
        Err(_) => {
            let row = cx.tuple(&vec![color; width])?;
            cx.tuple(&vec![row; height])
        }
    }
}

/// Cell value at loc. A loc outside the grid (negative included) gives (), the value that stands
/// for nothing: programs compare it with colours.
pub fn index<'a>(cx: &Cx<'a>, grid: Value<'a>, loc: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Value::Pair(row, col)) = (grid, loc) {
        let cell = g.grid().get(row as i64, col as i64);
        return Ok(cell.map_or(Value::UNIT, |c| Value::Int(c as i64)));
    }
    index_rows(cx, grid, loc)
}

#[cold]
fn index_rows<'a>(cx: &Cx<'a>, grid: Value<'a>, loc: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    need_tuple(loc)?;
    let rows = cx.rows(grid)?;
    let width = first_width(&rows)?;
    let (row, col) = cx.pair_parts(loc)?;
    if !inside(row, rows.len()) || !inside(col, width) {
        return Ok(Value::UNIT);
    }
    rows[row as usize].get(col as usize).copied().ok_or(Fault::Index)
}
