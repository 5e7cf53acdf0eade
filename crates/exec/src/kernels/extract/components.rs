//! Connected components.

use super::forest::Forest;
use super::runs::STRIDE;
use super::{byte_object, object_of};
use crate::cx::Cx;
use crate::kernels::grid::{
    background, first_width, inside, mostcolor, mostcolor_of_rows, need_tuple, packable,
};
use crate::value::order::equal;
use crate::value::{Fault, Grid, R, Value};

/// What makes a component.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Only equal colours join.
    pub(super) univalued: bool,
    /// Corners touch.
    pub(super) diagonal: bool,
    /// Cells of the most frequent colour are left out.
    pub(super) without_bg: bool,
}

/// Connected components as objects. univalued: only equal colours join; diagonal: 8 instead of
/// 4 neighbours; without_bg: cells of the grid's mostcolor are left out.
pub fn objects<'a>(cx: &Cx<'a>, [grid, univalued, diagonal, without_bg]: [Value<'a>; 4]) -> R<'a> {
    let (univalued, diagonal) = (univalued.truth(), diagonal.truth());
    components(cx, grid, Rules { univalued, diagonal, without_bg: without_bg.truth() })
}

/// objects with the flags packed in one number 0..7: 4*univalued + 2*diagonal + 1*without_bg.
pub fn objects_packed<'a>(cx: &Cx<'a>, grid: Value<'a>, r#type: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let flags = r#type.int()?;
    Fault::Domain.unless((0..8).contains(&flags))?;
    let flag = |bit: i64| flags & bit != 0;
    components(cx, grid, Rules { univalued: flag(4), diagonal: flag(2), without_bg: flag(1) })
}

fn components<'a>(cx: &Cx<'a>, grid: Value<'a>, rules: Rules) -> R<'a> {
    match grid {
        Value::Grid(g) if packable(&g.grid()) && g.grid().width > 0 => {
            byte_components(cx, &g.grid(), rules)
        }
        _ => components_of_rows(cx, &cx.rows(grid)?, rules),
    }
}

fn byte_components<'a>(cx: &Cx<'a>, g: &Grid<'a>, rules: Rules) -> R<'a> {
    let bg = if rules.without_bg { mostcolor(g.cells) } else { None };
    if !rules.univalued && bg.is_none() {
        return cx.set_of_sorted(&[byte_object(cx, g)]);
    }
    // Keys first: what lies after them in the arena is given back at the end.
    let keys = cx.arena.filled(g.cells.len() + STRIDE, 0u32);
    let mark = cx.arena.mark();
    let mut objects = cx.buffer();
    Forest::grow(cx, g, bg, rules).harvest(cx, keys, &mut objects);
    // SAFETY: the objects point into `keys`, which is older than the mark.
    unsafe { cx.arena.rewind(&mark) };
    let out = cx.set_of_sorted(&objects);
    cx.recycle(objects);
    out
}

/// Components of rows of any kind, by plain flooding.
#[cold]
fn components_of_rows<'a>(cx: &Cx<'a>, rows: &[Vec<Value<'a>>], rules: Rules) -> R<'a> {
    if rows.is_empty() && cx.is_batt() {
        return Ok(Value::EMPTY);
    }
    let width = first_width(rows)?;
    let bg = match rules.without_bg {
        true => background(mostcolor_of_rows(cx.lay, rows), cx.is_batt())?,
        false => None,
    };
    let mut colours = Vec::with_capacity(rows.len() * width);
    for row in rows {
        let row = row.get(..width).ok_or(Fault::Index)?;
        // Cells of the background and, later on, cells already taken are `None`.
        colours.extend(row.iter().map(|&v| bg.is_none_or(|bg| !equal(bg, v)).then_some(v)));
    }
    let mut objects = Vec::new();
    for place in 0..colours.len() {
        if let Some(colour) = colours[place] {
            let object = flood(&mut colours, width, place, colour, rules);
            let cells = object.into_iter().map(|(v, at)| (v, at / width, at % width));
            objects.push(object_of(cx, cells)?);
        }
    }
    cx.set(&mut objects)
}

/// Takes the component of one place out of the cells.
fn flood<'a>(
    colours: &mut [Option<Value<'a>>],
    width: usize,
    place: usize,
    colour: Value<'a>,
    rules: Rules,
) -> Vec<(Value<'a>, usize)> {
    let mut open = vec![place];
    let mut object = Vec::new();
    while let Some(at) = open.pop() {
        let Some(own) = colours[at].filter(|&v| !rules.univalued || equal(v, colour)) else {
            continue;
        };
        colours[at] = None;
        object.push((own, at));
        let (row, col) = ((at / width) as i64, (at % width) as i64);
        for (i, j) in (-1..=1).flat_map(|i: i64| (-1..=1).map(move |j: i64| (i, j))) {
            let (r, c) = (row + i, col + j);
            let near = rules.diagonal || i == 0 || j == 0;
            if near && inside(r, colours.len() / width) && inside(c, width) {
                open.push(r as usize * width + c as usize);
            }
        }
    }
    object
}
