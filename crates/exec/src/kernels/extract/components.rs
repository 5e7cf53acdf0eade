//! Connected components.
//!
//! A grid falls into runs: stretches of one colour within a row. Runs that touch are joined in a
//! forest whose roots are the first runs of their components; then every run writes its cells
//! into its component's piece of one array. Runs are written in the order of their keys, so all
//! components, and the set of them, come out sorted.

use super::{byte_object, object_of};
use crate::cx::Cx;
use crate::kernels::grid::{
    background, first_width, inside, mostcolor, mostcolor_of_rows, need_tuple, packable,
};
use crate::value::layout;
use crate::value::order::equal;
use crate::value::{Fault, Grid, R, Value};

/// What makes a component.
#[derive(Clone, Copy)]
struct Rules {
    /// Only equal colours join.
    univalued: bool,
    /// Corners touch.
    diagonal: bool,
    /// Cells of the most frequent colour are left out.
    without_bg: bool,
}

/// Connected components as objects. univalued: only equal colours join; diagonal: 8 instead of
/// 4 neighbours; without_bg: cells of the grid's mostcolor are left out.
pub fn objects<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    univalued: Value<'a>,
    diagonal: Value<'a>,
    without_bg: Value<'a>,
) -> R<'a> {
    let (univalued, diagonal) = (univalued.truth(), diagonal.truth());
    components(cx, grid, Rules { univalued, diagonal, without_bg: without_bg.truth() })
}

/// objects with the flags packed in one number 0..7: 4*univalued + 2*diagonal + 1*without_bg.
pub fn objects_packed<'a>(cx: &Cx<'a>, grid: Value<'a>, r#type: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let flags = r#type.int()?;
    if !(0..8).contains(&flags) {
        return Err(Fault::Domain);
    }
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
    let keys = cx.arena.filled(g.cells.len(), 0u32);
    let mark = cx.arena.mark();
    let mut forest = Forest::new(cx, g);
    forest.plant(g, bg, rules);
    let mut objects = cx.buffer();
    forest.harvest(cx, keys, &mut objects);
    // SAFETY: the objects point into `keys`, which is older than the mark.
    unsafe { cx.arena.rewind(&mark) };
    let out = cx.set_of_sorted(&objects);
    cx.recycle(objects);
    out
}

/// Cells of one colour next to each other in a row.
#[derive(Clone, Copy, Default)]
struct Run {
    row: u16,
    start: u16,
    end: u16,
    colour: i8,
    /// Whether the component's object was already listed; used at roots.
    listed: bool,
    /// A run of the same component that is no later; a root is its own.
    parent: u32,
    /// At roots: number of cells, then the next place in the array of keys.
    fill: u32,
}

/// The runs of a grid, row by row. Invariant: `parent` of every run is at most its own number.
struct Forest<'s> {
    runs: &'s mut [Run],
    len: usize,
}

impl<'s> Forest<'s> {
    fn new<'a: 's>(cx: &Cx<'a>, g: &Grid<'a>) -> Forest<'s> {
        Forest { runs: cx.arena.filled(g.cells.len(), Run::default()), len: 0 }
    }

    /// Finds and joins the runs of all rows.
    fn plant(&mut self, g: &Grid<'_>, bg: Option<i8>, rules: Rules) {
        let mut above = 0;
        for (r, row) in g.rows().enumerate() {
            let first = self.len;
            let mut start = 0;
            while start < row.len() {
                let colour = row[start];
                let mut end = start + 1;
                while end < row.len() && row[end] == colour {
                    end += 1;
                }
                if Some(colour) != bg {
                    let (row, start, end) = (r as u16, start as u16, end as u16);
                    let run = Run { row, start, end, colour, ..Run::default() };
                    above = self.add(run, above, first, rules);
                }
                start = end;
            }
            above = first;
        }
    }

    /// Adds a run and joins it with those it touches: the one before it and, from number `above`
    /// up to `first`, those of the row above. Returns where the next run's search may begin.
    #[inline]
    fn add(&mut self, run: Run, mut above: usize, first: usize, rules: Rules) -> usize {
        let own = self.len;
        self.len += 1;
        self.runs[own] = Run { parent: own as u32, ..run };
        if !rules.univalued && own > first && self.runs[own - 1].end == run.start {
            self.runs[own].parent = self.root(own - 1);
        }
        let reach = rules.diagonal as u16;
        while above < first && self.runs[above].end + reach <= run.start {
            above += 1;
        }
        let mut next = above;
        while next < first && self.runs[next].start < run.end + reach {
            if !rules.univalued || self.runs[next].colour == run.colour {
                self.join(own, next);
            }
            next += 1;
        }
        above
    }

    #[inline]
    fn root(&mut self, run: usize) -> u32 {
        let mut run = run as u32;
        loop {
            let parent = self.runs[run as usize].parent;
            if parent == run {
                return run;
            }
            let grandparent = self.runs[parent as usize].parent;
            self.runs[run as usize].parent = grandparent;
            run = grandparent;
        }
    }

    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.runs[a.max(b) as usize].parent = a.min(b);
    }

    /// Writes all cells and lists the objects in canonical order.
    fn harvest<'a>(self, cx: &Cx<'a>, keys: &'a mut [u32], objects: &mut Vec<Value<'a>>) {
        let runs = &mut self.runs[..self.len];
        let count = lay_out(runs);
        let mut listed = Listed { roots: cx.arena.filled(count, (0, 0)), len: 0 };
        if cx.is_batt() {
            (0..runs.len()).for_each(|n| write(cx, runs, n, keys, &mut listed));
        } else {
            let order = by_colour(cx, runs);
            order.iter().for_each(|&n| write(cx, runs, n as usize, keys, &mut listed));
        }
        let keys: &'a [u32] = keys;
        objects.extend(listed.roots.iter().map(|&(root, start)| {
            // Full by now, so the next place is the end.
            let end = runs[root as usize].fill;
            cx.cells(&keys[start as usize..end as usize])
        }));
    }
}

/// Roots in the order in which they were met, each with the first place of its keys.
struct Listed<'s> {
    roots: &'s mut [(u32, u32)],
    len: usize,
}

/// Makes every run's parent its root and gives every root its piece of the keys; returns the
/// number of roots.
fn lay_out(runs: &mut [Run]) -> usize {
    for n in 0..runs.len() {
        let Run { parent, start, end, .. } = runs[n];
        // Earlier runs already point at their roots.
        let root = runs[parent as usize].parent;
        runs[n].parent = root;
        runs[root as usize].fill += (end - start) as u32;
    }
    let (mut count, mut total) = (0, 0);
    for (_, root) in runs.iter_mut().enumerate().filter(|(n, run)| run.parent as usize == *n) {
        total += std::mem::replace(&mut root.fill, total);
        count += 1;
    }
    count
}

/// Writes the cells of run number `n` behind those of its component.
#[inline]
fn write(cx: &Cx<'_>, runs: &mut [Run], n: usize, keys: &mut [u32], listed: &mut Listed<'_>) {
    let Run { row, start, end, colour, parent, .. } = runs[n];
    let root = &mut runs[parent as usize];
    if !std::mem::replace(&mut root.listed, true) {
        listed.roots[listed.len] = (parent, root.fill);
        listed.len += 1;
    }
    let from = root.fill as usize;
    root.fill += (end - start) as u32;
    let mut key = cx.lay.cell(colour, layout::pos_unchecked(row as i32, start as i32));
    for to in &mut keys[from..root.fill as usize] {
        *to = key;
        key = key.wrapping_add(cx.lay.delta(0, 1));
    }
}

/// The numbers of the runs, colours ascending and each colour's runs in their own order.
fn by_colour<'a>(cx: &Cx<'a>, runs: &[Run]) -> &'a [u32] {
    let place = |run: &Run| (run.colour as u8 ^ 0x80) as usize;
    let mut next = [0u32; 256];
    runs.iter().for_each(|run| next[place(run)] += 1);
    let mut total = 0;
    for n in &mut next {
        total += std::mem::replace(n, total);
    }
    let order = cx.arena.filled(runs.len(), 0u32);
    for (n, run) in runs.iter().enumerate() {
        let next = &mut next[place(run)];
        order[*next as usize] = n as u32;
        *next += 1;
    }
    order
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
