//! Objects by colour.

use super::object_of;
use crate::cx::Cx;
use crate::kernels::grid::{background, mostcolor, mostcolor_of_rows, packable};
use crate::value::layout;
use crate::value::order::{canonical, equal};
use crate::value::{Grid, R, Value};

/// Sorts the cells of a grid by counting colours: colours ascending and each colour's row by row: in `arc`
/// that is their order. Cells of colour `without` are left out. Calls `group` with the place
/// behind each colour's last key. The grid must be packable and have columns.
pub(super) fn by_colour<'a>(
    cx: &Cx<'a>,
    g: &Grid<'a>,
    without: Option<i8>,
    mut group: impl FnMut(usize),
) -> &'a [u32] {
    let place = |colour: i8| (colour as u8 ^ 0x80) as usize;
    let mut next = [0u32; 256];
    let (mut first, mut last) = (i8::MAX, i8::MIN);
    for &colour in g.cells {
        next[place(colour)] += 1;
        (first, last) = (first.min(colour), last.max(colour));
    }
    if let Some(colour) = without {
        next[place(colour)] = 0;
    }
    let mut total = 0;
    for count in next[place(first)..=place(last)].iter_mut().filter(|count| **count > 0) {
        total += std::mem::replace(count, total);
        group(total as usize);
    }
    let keys = cx.arena.filled(total as usize, 0u32);
    for (r, row) in g.rows().enumerate() {
        let pos = layout::pos_unchecked(r as i32, 0);
        for (c, &colour) in row.iter().enumerate().filter(|(_, c)| Some(**c) != without) {
            let at = &mut next[place(colour)];
            keys[*at as usize] = cx.lay.cell(colour, pos + c as u32);
            *at += 1;
        }
    }
    keys
}

/// The set of the groups as objects.
fn groups<'a>(cx: &Cx<'a>, g: &Grid<'a>, without: Option<i8>) -> R<'a> {
    let (mut ends, mut count) = ([0; 256], 0);
    let keys = by_colour(cx, g, without, |end| {
        ends[count] = end;
        count += 1;
    });
    let mut objects = cx.buffer();
    let mut start = 0;
    for &end in &ends[..count] {
        objects.push(cx.cells(&keys[start..end]));
        start = end;
    }
    let out = cx.set(&mut objects);
    cx.recycle(objects);
    out
}

/// One object per colour holding all its cells; a grid without cells gives {}.
pub fn partition<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) && g.grid().width > 0 => groups(cx, &g.grid(), None),
        _ => groups_of_rows(cx, &cx.rows(grid)?, None),
    }
}

/// One object per colour except the grid's mostcolor; a one-coloured grid gives {}.
pub fn fgpartition<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) && g.grid().width > 0 => {
            let most = background(mostcolor(g.grid().cells), cx.is_batt())?;
            groups(cx, &g.grid(), most)
        }
        _ => {
            let rows = cx.rows(grid)?;
            let most = background(mostcolor_of_rows(cx.lay, &rows), cx.is_batt())?;
            groups_of_rows(cx, &rows, most)
        }
    }
}

#[cold]
fn groups_of_rows<'a>(cx: &Cx<'a>, rows: &[Vec<Value<'a>>], without: Option<Value<'a>>) -> R<'a> {
    let mut cells = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        cells.extend(row.iter().enumerate().map(|(c, &v)| (v, r, c)));
    }
    cells.sort_by(|a, b| canonical(cx.lay, a.0, b.0));
    let mut objects = Vec::new();
    for group in cells.chunk_by(|a, b| equal(a.0, b.0)) {
        if without.is_none_or(|w| !equal(w, group[0].0)) {
            objects.push(object_of(cx, group.iter().copied())?);
        }
    }
    cx.set(&mut objects)
}
