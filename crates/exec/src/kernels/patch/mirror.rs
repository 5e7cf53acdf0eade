//! Mirrors of grids and patches.

use super::map_positions;
use crate::cx::Cx;
use crate::sets::patch::Bounds;
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::{Fault, Grid, R, Value, View};

/// The four mirrors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mirror {
    /// Rows change order.
    Rows,
    /// Columns change order.
    Cols,
    /// Rows become columns.
    Diagonal,
    /// Rows become columns and both change order.
    Counter,
}

impl Mirror {
    /// Where a position of a box goes; the box's upper left corner stays a corner.
    #[inline]
    fn place(self, b: &Bounds, row: i64, col: i64) -> Option<(i64, i64)> {
        // Differences of positions in one box and its corner, in an order that may overflow
        // only when the result does.
        let sum = |corner: i64, part: i64, start: i64| {
            i64::try_from(corner as i128 + (part as i128 - start as i128)).ok()
        };
        Some(match self {
            Mirror::Rows => (sum(b.top, b.bottom, row)?, col),
            Mirror::Cols => (row, sum(b.left, b.right, col)?),
            Mirror::Diagonal => (sum(b.top, col, b.left)?, sum(b.left, row, b.top)?),
            Mirror::Counter => (sum(b.top, b.right, col)?, sum(b.left, b.bottom, row)?),
        })
    }

    /// The same for biased coordinates of a packed position whose image is known to fit.
    #[inline]
    fn packed(self, b: &PackedBox, pos: u32) -> u32 {
        let (row, col) = (pos >> 12, pos & 0xfff);
        let (row, col) = match self {
            Mirror::Rows => (b.top + b.bottom - row, col),
            Mirror::Cols => (row, b.left + b.right - col),
            Mirror::Diagonal => (b.top + col - b.left, b.left + row - b.top),
            Mirror::Counter => (b.top + b.right - col, b.left + b.bottom - row),
        };
        row << 12 | col
    }
}

/// A bounding box in biased coordinates.
struct PackedBox {
    top: u32,
    bottom: u32,
    left: u32,
    right: u32,
}

impl PackedBox {
    /// `None` when the image of the box does not fit packed positions.
    fn new(b: &Bounds, mirror: Mirror) -> Option<PackedBox> {
        let (last_row, last_col) = mirror.place(b, b.bottom, b.right)?;
        let (first_row, first_col) = mirror.place(b, b.top, b.left)?;
        layout::pos(last_row, last_col).and(layout::pos(first_row, first_col))?;
        let biased = |x: i64| (x + layout::LIMIT) as u32;
        let (top, bottom) = (biased(b.top), biased(b.bottom));
        Some(PackedBox { top, bottom, left: biased(b.left), right: biased(b.right) })
    }
}

/// A mirrored patch; an `empty` fault when there is nothing to mirror.
fn mirror_patch<'a>(cx: &Cx<'a>, v: Value<'a>, mirror: Mirror) -> R<'a> {
    let bounds = cx.bounds(v)?.ok_or(Fault::Empty)?;
    let frame = PackedBox::new(&bounds, mirror);
    match (v.view(), frame) {
        (View::Poses(keys), Some(frame)) => {
            let image = |key| mirror.packed(&frame, key);
            Ok(cx.poses(mirror_keys(cx, keys, 12, &frame, mirror, image)))
        }
        (View::Cells(keys), Some(frame)) => {
            let lay = cx.lay;
            let image = |key| lay.cell(lay.colour(key), mirror.packed(&frame, lay.pos(key)));
            let row_shift = if cx.is_batt() { 20 } else { 12 };
            Ok(cx.cells(mirror_keys(cx, keys, row_shift, &frame, mirror, image)))
        }
        _ => map_positions(cx, &cx.patch(v)?, |r, c| mirror.place(&bounds, r, c)),
    }
}

/// The images of packed elements in ascending order. Rows start at bit `row_shift` of a key; in
/// dialect `arc` the colour stands above them.
#[inline]
fn mirror_keys<'a>(
    cx: &Cx<'a>,
    keys: &[u32],
    row_shift: u32,
    frame: &PackedBox,
    mirror: Mirror,
    image: impl Fn(u32) -> u32,
) -> &'a [u32] {
    let images = cx.arena.filled(keys.len(), 0u32);
    let same_row = |a: &u32, b: &u32| a >> row_shift == b >> row_shift;
    let same_colour = |a: &u32, b: &u32| row_shift == 20 || a >> 24 == b >> 24;
    let mut start = 0;
    match mirror {
        Mirror::Rows => {
            for part in keys.chunk_by(same_colour) {
                start += part.len();
                let mut end = start;
                for row in part.chunk_by(same_row) {
                    end -= row.len();
                    write_images(&mut images[end..], row.iter(), &image);
                }
            }
        }
        Mirror::Cols => {
            for row in keys.chunk_by(same_row) {
                write_images(&mut images[start..], row.iter().rev(), &image);
                start += row.len();
            }
        }
        Mirror::Diagonal | Mirror::Counter => {
            let width = frame.right - frame.left + 1;
            // Few elements far apart are cheaper to sort than to count.
            if width as usize > 4 * keys.len() + 64 {
                write_images(images, keys.iter(), &image);
                return sort_dedup(images);
            }
            let starts = cx.arena.filled(width as usize + 1, 0u32);
            let place = |key: u32| (image(key) >> row_shift & 0xfff).wrapping_sub(frame.top);
            for part in keys.chunk_by(same_colour) {
                let to = &mut images[start..start + part.len()];
                if mirror == Mirror::Diagonal {
                    counting_sort(to, part.iter(), starts, &place, &image);
                } else {
                    counting_sort(to, part.iter().rev(), starts, &place, &image);
                }
                start += part.len();
            }
        }
    }
    // Walked backwards, cells of one position come in falling order of colour.
    sort_dedup(images)
}

#[inline]
fn write_images<'k>(
    out: &mut [u32],
    keys: impl Iterator<Item = &'k u32>,
    image: &impl Fn(u32) -> u32,
) {
    out.iter_mut().zip(keys).for_each(|(to, &key)| *to = image(key));
}

/// Images by ascending row, those of one row in the order of the keys.
#[inline]
fn counting_sort<'k>(
    out: &mut [u32],
    keys: impl Iterator<Item = &'k u32> + Clone,
    starts: &mut [u32],
    row: &impl Fn(u32) -> u32,
    image: &impl Fn(u32) -> u32,
) {
    starts.fill(0);
    keys.clone().for_each(|&key| starts[row(key) as usize + 1] += 1);
    (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
    for &key in keys {
        let start = &mut starts[row(key) as usize];
        out[*start as usize] = image(key);
        *start += 1;
    }
}

/// A mirrored set, or what `grid` makes of a tuple.
#[inline]
fn mirrored<'a>(
    cx: &Cx<'a>,
    x: Value<'a>,
    mirror: Mirror,
    grid: impl FnOnce(Grid<'a>) -> R<'a>,
    rows: impl FnOnce() -> R<'a>,
) -> R<'a> {
    match x.view() {
        View::Grid(g) => grid(g),
        _ if x.is_tuple() => rows(),
        _ => mirror_patch(cx, x, mirror),
    }
}

/// Grid: rows in reverse order. Patch: rows in reverse order inside its own bounding box.
pub fn hmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| {
        let cells = cx.new_cells(g.height, g.width)?;
        for (r, row) in cells.chunks_exact_mut(g.width.max(1)).enumerate() {
            row.copy_from_slice(g.row(g.height - 1 - r));
        }
        cx.grid(g.height, g.width, cells)
    };
    mirrored(cx, x, Mirror::Rows, grid, || {
        let mut rows = cx.buffer();
        rows.extend(cx.items(x)?.rev());
        let out = cx.tuple(&rows);
        cx.recycle(rows);
        out
    })
}

/// Grid: every row reversed. Patch: columns in reverse order inside its own bounding box.
pub fn vmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| {
        let cells = cx.arena.copy(g.cells);
        cells.chunks_exact_mut(g.width.max(1)).for_each(<[i8]>::reverse);
        cx.grid(g.height, g.width, cells)
    };
    mirrored(cx, x, Mirror::Cols, grid, || {
        let mut rows = cx.rows(x)?;
        rows.iter_mut().for_each(|row| row.reverse());
        cx.from_rows(&rows)
    })
}

/// Patch case of vmirror, but the empty set is returned unchanged.
pub fn vmirror_or_empty<'a>(cx: &Cx<'a>, patch: Value<'a>) -> R<'a> {
    if patch.is_empty_container() {
        return Ok(Value::EMPTY);
    }
    mirror_patch(cx, patch, Mirror::Cols)
}

/// Grid: transpose. Patch: transpose about the main diagonal through its upper left corner.
pub fn dmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| cx.grid(g.width, g.height, transposed(cx, g)?);
    mirrored(cx, x, Mirror::Diagonal, grid, || match cx.byte_rows(x, true) {
        Some(g) => grid(g),
        None => transpose(cx, &cx.rows(x)?),
    })
}

/// Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose).
/// Patch: the same reflection with the upper left corner of the bounding box kept.
pub fn cmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| {
        let cells = transposed(cx, g)?;
        cells.reverse();
        cx.grid(g.width, g.height, cells)
    };
    mirrored(cx, x, Mirror::Counter, grid, || {
        let mut rows = cx.rows(x)?;
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
        transpose(cx, &rows)
    })
}

/// A grid's cells column after column.
#[inline]
fn transposed<'a>(cx: &Cx<'a>, g: Grid<'a>) -> Result<&'a mut [i8], Fault> {
    let cells = cx.new_cells(g.width, g.height)?;
    for (c, column) in cells.chunks_exact_mut(g.height).enumerate() {
        column.iter_mut().enumerate().for_each(|(r, to)| *to = g.cells[r * g.width + c]);
    }
    Ok(cells)
}

/// Columns as rows, cut to the shortest row.
#[cold]
fn transpose<'a>(cx: &Cx<'a>, rows: &[Vec<Value<'a>>]) -> R<'a> {
    let width = rows.iter().map(Vec::len).min().unwrap_or(0);
    let column = |c: usize| rows.iter().map(|row| row[c]).collect();
    cx.from_rows(&(0..width).map(column).collect::<Vec<_>>())
}

/// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror_or_empty, 3 cmirror of a patch; any other
/// value returns the patch unchanged.
pub fn mir_rot_patch<'a>(cx: &Cx<'a>, patch: Value<'a>, r#type: Value<'a>) -> R<'a> {
    let mirror = match r#type.int()? {
        0 => Mirror::Rows,
        1 => Mirror::Diagonal,
        2 => return vmirror_or_empty(cx, patch),
        3 => Mirror::Counter,
        _ => return Ok(patch),
    };
    mirror_patch(cx, patch, mirror)
}
