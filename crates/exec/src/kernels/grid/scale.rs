//! Making grids and objects larger or smaller.

use super::{first_width, need_tuple};
use crate::cx::Cx;
use crate::sets::patch::{Bounds, Patch};
use crate::value::build::check_size;
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::{Fault, Grid, R, Value};

/// A factor for scaling up; `None` for 0 and below, which leave nothing.
#[inline]
fn positive_factor(factor: i64) -> Option<usize> {
    usize::try_from(factor).ok().filter(|&f| f > 0)
}

/// A side after scaling up; a `budget` fault when no value could be that long.
#[inline]
fn scaled(side: usize, factor: usize) -> Result<usize, Fault> {
    let long = side.checked_mul(factor).ok_or(Fault::Budget)?;
    check_size(long as u64)?;
    Ok(long)
}

/// Writes each cell `factor` times.
#[inline]
fn stretch(row: &[i8], factor: usize, to: &mut [i8]) {
    fn fixed<const F: usize>(row: &[i8], to: &mut [i8]) {
        for (&cell, to) in row.iter().zip(to.chunks_exact_mut(F)) {
            to.copy_from_slice(&[cell; F]);
        }
    }
    match factor {
        1 => to.copy_from_slice(row),
        2 => fixed::<2>(row, to),
        3 => fixed::<3>(row, to),
        4 => fixed::<4>(row, to),
        5 => fixed::<5>(row, to),
        _ => row.iter().zip(to.chunks_exact_mut(factor)).for_each(|(&c, to)| to.fill(c)),
    }
}

/// Each cell as a block of `down` rows and `across` columns.
#[inline]
fn blow_up<'a>(cx: &Cx<'a>, g: Grid<'a>, down: usize, across: usize) -> R<'a> {
    let (height, width) = (scaled(g.height, down)?, scaled(g.width, across)?);
    let out = cx.new_cells(height, width)?;
    if width > 0 {
        for (row, block) in g.rows().zip(out.chunks_exact_mut(width * down)) {
            let (first, rest) = block.split_at_mut(width);
            stretch(row, across, first);
            rest.chunks_exact_mut(width).for_each(|to| to.copy_from_slice(first));
        }
    }
    cx.grid(height, width, out)
}

/// As [`blow_up`] for rows of any kind; `across` may be 0.
#[cold]
fn blow_up_rows<'a>(cx: &Cx<'a>, grid: Value<'a>, down: usize, across: usize) -> R<'a> {
    let rows = cx.rows(grid)?;
    let height = scaled(rows.len(), down)?;
    let cells = rows.iter().map(Vec::len).sum::<usize>();
    scaled(scaled(cells, across)?, down)?;
    let mut out = Vec::with_capacity(height);
    for row in rows {
        let wide: Vec<_> = row.iter().flat_map(|&v| std::iter::repeat_n(v, across)).collect();
        let wide = cx.tuple(&wide)?;
        out.extend(std::iter::repeat_n(wide, down));
    }
    cx.tuple(&out)
}

/// Each cell repeated factor times along its row; factor 0 or below leaves as many rows, all
/// empty.
pub fn hupscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let factor = positive_factor(factor.int()?).unwrap_or(0);
    match grid {
        Value::Grid(g) if factor > 0 => blow_up(cx, g.grid(), 1, factor),
        Value::Grid(g) => cx.grid(g.grid().height, 0, &[]),
        _ => blow_up_rows(cx, grid, 1, factor),
    }
}

/// Each row repeated factor times; factor 0 or below gives ().
pub fn vupscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    match (grid, positive_factor(factor.int()?)) {
        (Value::Grid(g), Some(factor)) => blow_up(cx, g.grid(), factor, 1),
        (Value::Grid(_), None) => Ok(Value::UNIT),
        (_, factor) => blow_up_rows(cx, grid, factor.unwrap_or(0), 1),
    }
}

/// Grid: each cell becomes a factor x factor block; factor 0 or below gives (). Object: the same
/// about its fixed upper-left corner; factor 0 or below, or an empty object, gives {}.
pub fn upscale<'a>(cx: &Cx<'a>, x: Value<'a>, factor: Value<'a>) -> R<'a> {
    if x.is_set() {
        return upscale_object(cx, x, factor.int()?);
    }
    need_tuple(x)?;
    match (x, positive_factor(factor.int()?)) {
        (Value::Grid(g), Some(factor)) => blow_up(cx, g.grid(), factor, factor),
        (Value::Grid(_), None) => Ok(Value::UNIT),
        (_, factor) => blow_up_rows(cx, x, factor.unwrap_or(0), factor.unwrap_or(0)),
    }
}

fn upscale_object<'a>(cx: &Cx<'a>, object: Value<'a>, factor: i64) -> R<'a> {
    let patch = cx.patch(object)?;
    Fault::Type.unless(!matches!(patch, Patch::Poses(_)))?;
    patch.each_cell(cx.lay, |_, _, _| Ok(()))?;
    let (Some(factor), Some(bounds)) = (positive_factor(factor), patch.bounds(cx.lay)) else {
        return Ok(Value::EMPTY);
    };
    scaled(scaled(patch.len(), factor)?, factor)?;
    match patch {
        Patch::Cells(keys) if stays_packed(&bounds, factor) => {
            Ok(cx.cells(upscale_keys(cx, keys, &bounds, factor)))
        }
        patch => upscale_spots(cx, &patch, &bounds, factor as i64),
    }
}

/// Whether the scaled object can still be packed.
fn stays_packed(bounds: &Bounds, factor: usize) -> bool {
    let last = |first: i64, side: i64| first + side * factor as i64 - 1;
    last(bounds.top, bounds.height()) < layout::LIMIT
        && last(bounds.left, bounds.width()) < layout::LIMIT
}

/// Cells of one row and, where colours come first, one colour follow each other; scaled line by
/// line they stay in order, unless a position has several colours.
fn upscale_keys<'a>(cx: &Cx<'a>, keys: &[u32], bounds: &Bounds, factor: usize) -> &'a [u32] {
    let (lay, f) = (cx.lay, factor as i32);
    let (top, left) = (bounds.top as i32, bounds.left as i32);
    let out = cx.arena.filled(keys.len() * factor * factor, 0u32);
    let across = lay.delta(0, 1);
    let line = |k: u32| (layout::row(lay.pos(k)), (!lay.is_batt()).then(|| lay.colour(k)));
    let mut targets = out.chunks_exact_mut(factor);
    for group in keys.chunk_by(|&a, &b| line(a) == line(b)) {
        for down in 0..f {
            for (&key, to) in group.iter().zip(&mut targets) {
                let pos = lay.pos(key);
                let row = top + (layout::row(pos) - top) * f + down;
                let col = left + (layout::col(pos) - left) * f;
                let mut next = lay.cell(lay.colour(key), layout::pos_unchecked(row, col));
                for to in to {
                    *to = next;
                    next = next.wrapping_add(across);
                }
            }
        }
    }
    sort_dedup(out)
}

#[cold]
fn upscale_spots<'a>(cx: &Cx<'a>, patch: &Patch<'a>, bounds: &Bounds, f: i64) -> R<'a> {
    let place = |first: i64, x: i64, i: i64| {
        x.checked_sub(first)?.checked_mul(f)?.checked_add(i)?.checked_add(first)
    };
    let mut cells = Vec::with_capacity(patch.len());
    patch.each_cell(cx.lay, |colour, row, col| {
        for (i, j) in (0..f).flat_map(|i| (0..f).map(move |j| (i, j))) {
            let row = place(bounds.top, row, i).ok_or(Fault::Domain)?;
            let col = place(bounds.left, col, j).ok_or(Fault::Domain)?;
            cells.push(cx.cell(colour, row, col)?);
        }
        Ok(())
    })?;
    cx.set(&mut cells)
}

/// Rows and columns whose index is divisible by factor (the sign of factor does not matter).
pub fn downscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    let factor = usize::try_from(factor.int()?.unsigned_abs()).unwrap_or(usize::MAX);
    let Value::Grid(g) = grid else { return downscale_rows(cx, grid, factor) };
    Fault::Domain.unless(factor != 0)?;
    let g = g.grid();
    let (height, width) = (g.height.div_ceil(factor), g.width.div_ceil(factor));
    let out = cx.new_cells(height, width)?;
    let mut to = out.iter_mut();
    for row in g.rows().step_by(factor) {
        row.iter().step_by(factor).zip(&mut to).for_each(|(&cell, to)| *to = cell);
    }
    cx.grid(height, width, out)
}

#[cold]
fn downscale_rows<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: usize) -> R<'a> {
    let rows = cx.rows(grid)?;
    Fault::Domain.unless(factor != 0)?;
    let width = first_width(&rows)?;
    let pick = |row: &Vec<Value<'a>>| {
        let cells = (0..width).step_by(factor).map(|c| row.get(c).copied().ok_or(Fault::Index));
        cells.collect::<Result<Vec<_>, _>>()
    };
    // Rows that are dropped are read all the same.
    let rows = rows.iter().map(pick).collect::<Result<Vec<_>, _>>()?;
    let kept: Vec<_> = rows.into_iter().step_by(factor).collect();
    cx.from_rows(&kept)
}
