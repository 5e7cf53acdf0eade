//! Cutting pieces out of grids.
//!
//! A piece of whole rows shares the grid's memory.

use std::ops::Range;

use super::{Rows, first_width, inside, need_tuple, shortest};
use crate::cx::Cx;
use crate::sets::patch::Bounds;
use crate::value::build::check_size;
use crate::value::{Fault, Grid, R, Value};

/// A grid argument of an op that cuts.
enum Source<'a> {
    Bytes(Grid<'a>),
    Rows(Rows<'a>),
}

/// A rectangle by first row and column and number of rows and columns.
#[derive(Clone, Copy)]
struct Rect {
    start: (i64, i64),
    dims: (i64, i64),
}

/// How a rectangle that leaves the grid is cut: clipped, or not at all.
type Cut = for<'s, 'a> fn(&Cx<'a>, &'s Source<'a>, Rect) -> R<'a>;

impl<'a> Source<'a> {
    #[inline]
    fn read(cx: &Cx<'a>, v: Value<'a>) -> Result<Source<'a>, Fault> {
        match v {
            Value::Grid(g) => Ok(Source::Bytes(g.grid())),
            _ => match cx.byte_rows(v, false) {
                Some(g) => Ok(Source::Bytes(g)),
                None => cx.rows(v).map(Source::Rows),
            },
        }
    }

    /// Height and width of row 0; an `index` fault for `()`.
    #[inline]
    fn shape(&self) -> Result<(usize, usize), Fault> {
        match self {
            Source::Bytes(g) => Ok((g.height, g.width)),
            Source::Rows(rows) => Ok((rows.len(), first_width(rows)?)),
        }
    }
}

/// The part of 0..len that a slice from start to start + dim takes: bounds below 0 count from
/// the end, then both are clipped. Saturation is exact, as nothing is that long.
#[inline]
fn span(start: i64, dim: i64, len: usize) -> Range<usize> {
    let len = len as i64;
    let bound = |x: i64| if x < 0 { (x + len).max(0) } else { x.min(len) };
    let (from, to) = (bound(start), bound(start.saturating_add(dim)));
    from as usize..to.max(from) as usize
}

/// The part of a byte grid in these rows and columns.
#[inline]
fn piece<'a>(cx: &Cx<'a>, g: &Grid<'a>, rows: Range<usize>, cols: Range<usize>) -> R<'a> {
    let (height, width) = (rows.len(), cols.len());
    if width == g.width {
        return cx.grid(height, width, &g.cells[rows.start * width..rows.end * width]);
    }
    let out = cx.new_cells(height, width)?;
    if width > 0 {
        for (to, r) in out.chunks_exact_mut(width).zip(rows) {
            to.copy_from_slice(&g.row(r)[cols.clone()]);
        }
    }
    cx.grid(height, width, out)
}

/// The columns of each row that `cols` gives for the row's length.
fn pick_columns<'a>(
    cx: &Cx<'a>,
    rows: &[Vec<Value<'a>>],
    cols: impl Fn(usize) -> Range<usize>,
) -> R<'a> {
    let rows: Result<Vec<_>, _> = rows.iter().map(|r| cx.tuple(&r[cols(r.len())])).collect();
    cx.tuple(&rows?)
}

fn clipped<'a>(cx: &Cx<'a>, source: &Source<'a>, rect: Rect) -> R<'a> {
    let Rect { start, dims } = rect;
    match source {
        Source::Bytes(g) => {
            let rows = span(start.0, dims.0, g.height);
            piece(cx, g, rows, span(start.1, dims.1, g.width))
        }
        Source::Rows(rows) => {
            let rows = &rows[span(start.0, dims.0, rows.len())];
            pick_columns(cx, rows, |len| span(start.1, dims.1, len))
        }
    }
}

fn whole<'a>(cx: &Cx<'a>, source: &Source<'a>, rect: Rect) -> R<'a> {
    let Ok((height, width)) = source.shape() else { return Ok(Value::UNIT) };
    let Rect { start, dims } = rect;
    let fits = |start: i64, dim: i64, len: usize| {
        inside(start, len) && start.saturating_add(dim) <= len as i64
    };
    if fits(start.0, dims.0, height) && fits(start.1, dims.1, width) {
        clipped(cx, source, rect)
    } else {
        Ok(Value::UNIT)
    }
}

/// Per axis the half-open slice from start to start+dims: each of the two bounds, if negative,
/// first has the length added (counts from the end), then is clipped to the grid.
pub fn crop<'a>(cx: &Cx<'a>, grid: Value<'a>, start: Value<'a>, dims: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let rect = Rect { start: cx.pair_prefix(start)?, dims: cx.pair_prefix(dims)? };
    clipped(cx, &Source::read(cx, grid)?, rect)
}

/// The dims-sized rectangle at start if start lies inside the grid and the rectangle does not
/// pass the far border, otherwise (); a 0 or negative dim that satisfies this is sliced as in
/// crop.
pub fn crop_inside<'a>(cx: &Cx<'a>, grid: Value<'a>, start: Value<'a>, dims: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    if grid.is_empty_container() {
        return Ok(Value::UNIT);
    }
    let start = cx.pair_prefix(start)?;
    let source = Source::read(cx, grid)?;
    let (height, width) = source.shape()?;
    if !inside(start.0, height) || !inside(start.1, width) {
        return Ok(Value::UNIT);
    }
    whole(cx, &source, Rect { start, dims: cx.pair_prefix(dims)? })
}

/// The bounding box as a rectangle. Boxes too tall or wide for an integer are cut short far
/// outside of any grid.
fn rect_of(bounds: &Bounds) -> Rect {
    let side = |first: i64, last: i64| last.saturating_sub(first).saturating_add(1);
    let dims = (side(bounds.top, bounds.bottom), side(bounds.left, bounds.right));
    Rect { start: (bounds.top, bounds.left), dims }
}

/// crop of the grid at the patch's bounding box, with the clipping and negative-index behaviour
/// of crop.
pub fn subgrid<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> R<'a> {
    let patch = cx.patch(patch)?;
    let source = Source::read(cx, grid)?;
    let bounds = patch.bounds(cx.lay).ok_or(Fault::Index)?;
    clipped(cx, &source, rect_of(&bounds))
}

/// crop_inside of the grid at the patch's bounding box: () for an empty patch or a box that
/// leaves the grid.
pub fn subgrid_inside<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> R<'a> {
    let patch = cx.patch(patch)?;
    let source = Source::read(cx, grid)?;
    match patch.bounds(cx.lay) {
        Some(bounds) => whole(cx, &source, rect_of(&bounds)),
        None => Ok(Value::UNIT),
    }
}

/// The grid in n pieces along one axis, each cut by `cut`.
fn split<'a>(cx: &Cx<'a>, grid: Value<'a>, n: Value<'a>, down: bool, cut: Cut) -> R<'a> {
    need_tuple(grid)?;
    let n = n.int()?;
    let source = Source::read(cx, grid)?;
    Fault::Domain.unless(n != 0)?;
    let (height, width) = source.shape()?;
    if n < 0 {
        return Ok(Value::UNIT);
    }
    check_size(n as u64)?;
    let (height, width) = (height as i64, width as i64);
    let side = if down { height } else { width };
    let step = side / n + (side % n != 0) as i64;
    let rect = |i: i64| match down {
        true => Rect { start: (i * step, 0), dims: (side / n, width) },
        false => Rect { start: (0, i * step), dims: (height, side / n) },
    };
    let mut pieces = cx.buffer();
    let out =
        push_pieces(n.min(side + 1), |i| cut(cx, &source, rect(i)), &mut pieces).and_then(|last| {
            // All pieces that start behind the border are alike.
            pieces.resize(n as usize, last);
            cx.tuple(&pieces)
        });
    cx.recycle(pieces);
    out
}

/// Cuts n pieces, no more than one value can hold; returns the last.
fn push_pieces<'a>(n: i64, piece: impl Fn(i64) -> R<'a>, pieces: &mut Vec<Value<'a>>) -> R<'a> {
    let (mut size, mut last) = (0, Value::UNIT);
    for i in 0..n {
        last = piece(i)?;
        size += last.size().max(1);
        check_size(size)?;
        pieces.push(last);
    }
    Ok(last)
}

/// n pieces of width w div n from left to right; when n does not divide w one column is skipped
/// between pieces.
pub fn hsplit<'a>(cx: &Cx<'a>, grid: Value<'a>, n: Value<'a>) -> R<'a> {
    split(cx, grid, n, false, clipped)
}

/// As hsplit with pieces cut by crop_inside: a piece that does not fit completely is ().
pub fn hsplit_inside<'a>(cx: &Cx<'a>, grid: Value<'a>, n: Value<'a>) -> R<'a> {
    split(cx, grid, n, false, whole)
}

/// n pieces of height h div n from top to bottom; when n does not divide h one row is skipped
/// between pieces.
pub fn vsplit<'a>(cx: &Cx<'a>, grid: Value<'a>, n: Value<'a>) -> R<'a> {
    split(cx, grid, n, true, clipped)
}

/// As vsplit with pieces cut by crop_inside: a piece that does not fit completely is ().
pub fn vsplit_inside<'a>(cx: &Cx<'a>, grid: Value<'a>, n: Value<'a>) -> R<'a> {
    split(cx, grid, n, true, whole)
}

/// Some of a tuple's elements, chosen by its length.
#[inline]
fn some_rows<'a>(cx: &Cx<'a>, tuple: Value<'a>, part: fn(usize) -> Range<usize>) -> R<'a> {
    if let Value::Grid(g) = tuple {
        let g = g.grid();
        return piece(cx, &g, part(g.height), 0..g.width);
    }
    need_tuple(tuple)?;
    let items: Vec<_> = cx.items(tuple)?.collect();
    cx.tuple(&items[part(items.len())])
}

fn first_half(len: usize) -> Range<usize> {
    0..len / 2
}

fn second_half(len: usize) -> Range<usize> {
    len - len / 2..len
}

/// The upper h div 2 rows; one row gives ().
pub fn tophalf<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    some_rows(cx, grid, first_half)
}

/// The lower h div 2 rows (a middle row is dropped).
pub fn bottomhalf<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    some_rows(cx, grid, second_half)
}

/// Half of the columns; no columns give `()`, not empty rows.
fn half_columns<'a>(cx: &Cx<'a>, grid: Value<'a>, part: fn(usize) -> Range<usize>) -> R<'a> {
    match Source::read(cx, grid)? {
        Source::Bytes(g) if g.width < 2 => Ok(Value::UNIT),
        Source::Bytes(g) => piece(cx, &g, 0..g.height, part(g.width)),
        Source::Rows(rows) => {
            let width = shortest(&rows);
            if width < 2 { Ok(Value::UNIT) } else { pick_columns(cx, &rows, |_| part(width)) }
        }
    }
}

/// The left w div 2 columns; a width of 0 or 1 gives (), not empty rows.
pub fn lefthalf<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    half_columns(cx, grid, first_half)
}

/// The right w div 2 columns (a middle column is dropped); a width of 0 or 1 gives ().
pub fn righthalf<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    half_columns(cx, grid, second_half)
}

/// Grid without first and last row and column; two rows or fewer give (), two columns or fewer
/// give empty rows.
pub fn trim<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let inner = |len: usize| len.min(1)..(len.max(1) - 1).max(len.min(1));
    match Source::read(cx, grid)? {
        Source::Bytes(g) => piece(cx, &g, inner(g.height), inner(g.width)),
        Source::Rows(rows) => pick_columns(cx, &rows[inner(rows.len())], inner),
    }
}
