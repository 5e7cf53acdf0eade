//! Objects by colour.

use super::object_of;
use crate::cx::Cx;
use crate::kernels::grid::{background, mostcolor, mostcolor_of_rows, packable, palette_of_rows};
use crate::value::layout;
use crate::value::order::equal;
use crate::value::{Grid, R, Value};

/// Ends of the groups of colours -128, -127, …: group number n is `ends[n - 1]..ends[n]`.
pub(crate) type Ends = [u32; 256];

/// The packed cells of a grid grouped by colour, colours ascending and each group row by row:
/// in `arc` that is their order. The grid must be packable; cells of colour `without` are left
/// out.
pub(crate) fn by_colour<'a>(
    cx: &Cx<'a>,
    g: &Grid<'a>,
    without: Option<i8>,
) -> (&'a [u32], Ends) {
    let place = |c: i8| (c as u8 ^ 0x80) as usize;
    let mut next: Ends = [0; 256];
    g.cells.iter().for_each(|&c| next[place(c)] += 1);
    if let Some(c) = without {
        next[place(c)] = 0;
    }
    let mut total = 0;
    for n in &mut next {
        total += std::mem::replace(n, total);
    }
    let keys = cx.arena.filled(total as usize, 0u32);
    for (r, row) in g.rows().enumerate() {
        let start = layout::pos_unchecked(r as i32, 0);
        for (c, &colour) in row.iter().enumerate() {
            if Some(colour) != without {
                let next = &mut next[place(colour)];
                keys[*next as usize] = cx.lay.cell(colour, start + c as u32);
                *next += 1;
            }
        }
    }
    // Having been filled, each group's next place is its end.
    (keys, next)
}

/// The set of the groups as objects.
fn groups<'a>(cx: &Cx<'a>, g: &Grid<'a>, without: Option<i8>) -> R<'a> {
    let (keys, ends) = by_colour(cx, g, without);
    let mut objects = cx.buffer();
    let mut start = 0;
    for end in ends {
        if end > start {
            objects.push(cx.cells(&keys[start as usize..end as usize]));
            start = end;
        }
    }
    let out = cx.set(&mut objects);
    cx.recycle(objects);
    out
}

/// One object per colour holding all its cells; a grid without cells gives {}.
pub fn partition<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) => groups(cx, &g.grid(), None),
        _ => groups_of_rows(cx, &cx.rows(grid)?, None),
    }
}

/// One object per colour except the grid's mostcolor; a one-coloured grid gives {}.
pub fn fgpartition<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) => {
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
    let cells = || {
        let rows = rows.iter().enumerate();
        rows.flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &v)| (v, r, c)))
    };
    let mut objects = Vec::new();
    for colour in palette_of_rows(cx.lay, rows) {
        if without.is_none_or(|w| !equal(w, colour)) {
            objects.push(object_of(cx, cells().filter(|c| equal(c.0, colour)))?);
        }
    }
    cx.set(&mut objects)
}
