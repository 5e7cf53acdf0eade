//! Mirrors of grids and patches.

use super::map_positions;
use crate::cx::Cx;
use crate::patch::{Bounds, Patch};
use crate::value::build::sort_dedup;
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

    /// Whether walking the positions backwards meets each row of the image from the left.
    fn walks_backwards(self) -> bool {
        matches!(self, Mirror::Cols | Mirror::Counter)
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
fn mirror_patch<'a>(cx: &Cx<'a>, patch: &Patch<'a>, mirror: Mirror) -> R<'a> {
    let bounds = patch.bounds(cx.lay).ok_or(Fault::Empty)?;
    let frame = PackedBox::new(&bounds, mirror);
    match (patch, frame) {
        (Patch::Poses(keys), Some(frame)) => {
            let image = |key| mirror.packed(&frame, key);
            Ok(cx.poses(mirror_keys(cx, keys, &frame, mirror, image, |key| key >> 12)))
        }
        (Patch::Cells(keys), Some(frame)) => {
            let lay = cx.lay;
            let image = |key| lay.cell(lay.colour(key), mirror.packed(&frame, lay.pos(key)));
            let row = |key| lay.pos(key) >> 12;
            Ok(cx.cells(mirror_keys(cx, keys, &frame, mirror, image, row)))
        }
        _ => map_positions(cx, patch, |r, c| mirror.place(&bounds, r, c)),
    }
}

/// The images of packed elements in ascending order: a counting sort by row for each colour
/// that sorts above the position, since within a row the images come in order.
#[inline]
fn mirror_keys<'a>(
    cx: &Cx<'a>,
    keys: &[u32],
    frame: &PackedBox,
    mirror: Mirror,
    image: impl Fn(u32) -> u32,
    row: impl Fn(u32) -> u32,
) -> &'a [u32] {
    let images = cx.arena.copy(keys);
    images.iter_mut().for_each(|key| *key = image(*key));
    let height = match mirror {
        Mirror::Rows | Mirror::Cols => frame.bottom - frame.top + 1,
        _ => frame.right - frame.left + 1,
    };
    // Few elements far apart are cheaper to sort than to count.
    if height as usize > 4 * keys.len() + 64 {
        return sort_dedup(images);
    }
    let sorted = cx.arena.filled(keys.len(), 0u32);
    let starts = cx.arena.filled(height as usize + 1, 0u32);
    let above_position = |key: &u32| if cx.is_batt() { 0 } else { key >> 24 };
    let mut done = 0;
    for part in images.chunk_by(|a, b| above_position(a) == above_position(b)) {
        let place = |key: u32| (row(key) - frame.top) as usize;
        starts.fill(0);
        part.iter().for_each(|&key| starts[place(key) + 1] += 1);
        starts[0] = done;
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut put = |&key: &u32| {
            let start = &mut starts[place(key)];
            sorted[*start as usize] = key;
            *start += 1;
        };
        match mirror.walks_backwards() {
            true => part.iter().rev().for_each(&mut put),
            false => part.iter().for_each(&mut put),
        }
        done += part.len() as u32;
    }
    // Walking backwards, cells of one position come in falling order of colour.
    sort_dedup(sorted)
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
        _ => mirror_patch(cx, &cx.patch(x)?, mirror),
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
    match cx.patch(patch)? {
        Patch::Empty => Ok(Value::EMPTY),
        patch => mirror_patch(cx, &patch, Mirror::Cols),
    }
}

/// Grid: transpose. Patch: transpose about the main diagonal through its upper left corner.
pub fn dmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| {
        let cells = cx.new_cells(g.width, g.height)?;
        for (c, column) in cells.chunks_exact_mut(g.height).enumerate() {
            column.iter_mut().enumerate().for_each(|(r, to)| *to = g.cells[r * g.width + c]);
        }
        cx.grid(g.width, g.height, cells)
    };
    mirrored(cx, x, Mirror::Diagonal, grid, || transpose(cx, &cx.rows(x)?))
}

/// Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose).
/// Patch: the same reflection with the upper left corner of the bounding box kept.
pub fn cmirror<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let grid = |g: Grid<'a>| {
        let cells = cx.new_cells(g.width, g.height)?;
        for (column, c) in cells.chunks_exact_mut(g.height).zip((0..g.width).rev()) {
            let cells = (0..g.height).rev().map(|r| g.cells[r * g.width + c]);
            column.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell);
        }
        cx.grid(g.width, g.height, cells)
    };
    mirrored(cx, x, Mirror::Counter, grid, || {
        let mut rows = cx.rows(x)?;
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
        transpose(cx, &rows)
    })
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
    mirror_patch(cx, &cx.patch(patch)?, mirror)
}
