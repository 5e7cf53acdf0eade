//! Kernels of family `draw`.

use crate::cx::Cx;
use crate::kernels::grid::{
    Rows, background, first_width, inside, mostcolor, mostcolor_of_rows, need_container, need_tuple,
};
use crate::sets::patch::Patch;
use crate::value::layout;
use crate::value::order::equal;
use crate::value::{Fault, Grid, R, Value};

/// Where a position lies in a grid's cells.
#[inline]
fn spot(g: &Grid<'_>, row: i32, col: i32) -> Option<usize> {
    // Negative numbers become large ones.
    let (row, col) = (row as u32 as usize, col as u32 as usize);
    (row < g.height && col < g.width).then(|| row * g.width + col)
}

/// Where a packed position lies in a grid's cells.
#[inline]
fn place(g: &Grid<'_>, pos: u32) -> Option<usize> {
    spot(g, layout::row(pos), layout::col(pos))
}

/// Calls `f` with the place of every position inside the grid; `None`, with `f` called for some,
/// if the patch holds others than packed positions and small pairs.
#[inline]
fn each_place<'a>(
    cx: &Cx<'a>,
    g: &Grid<'a>,
    patch: Value<'a>,
    mut f: impl FnMut(usize),
) -> Option<()> {
    match patch {
        Value::Poses(k) => k.slice().iter().filter_map(|&k| place(g, k)).for_each(f),
        Value::Cells(k) => {
            let lay = cx.lay;
            k.slice().iter().filter_map(|&k| place(g, lay.pos(k))).for_each(f);
        }
        _ if patch.is_empty_container() => {}
        // Tuples of positions, which mapping over tuples gives, in their two forms.
        Value::Grid(p) if p.grid().width == 2 => {
            let rows = p.grid().cells.chunks_exact(2);
            rows.filter_map(|p| spot(g, p[0] as i32, p[1] as i32)).for_each(f);
        }
        Value::Tuple(t) if matches!(t.slice().first(), Some(Value::Pair(..))) => {
            for v in t.slice() {
                let Value::Pair(row, col) = *v else { return None };
                spot(g, row, col).into_iter().for_each(&mut f);
            }
        }
        Value::Tuple(_) => {
            cx.listed(patch)?.places(cx).iter().filter_map(|pos| place(g, pos)).for_each(f);
        }
        _ => return None,
    }
    Some(())
}

/// The keys of an object whose cells are packed, in iteration order.
#[inline]
fn object_keys<'a>(cx: &Cx<'a>, object: Value<'a>) -> Option<&'a [u32]> {
    let key = |v: &Value<'_>| if let Value::Cell(key) = v { Some(*key) } else { None };
    match object {
        Value::Cells(k) => Some(k.slice()),
        Value::Tuple(t) if t.slice().iter().all(|v| key(v).is_some()) => {
            Some(cx.arena.from_fn(t.slice().len(), |i| key(&t.slice()[i]).unwrap_or(0)))
        }
        _ if object.is_empty_container() => Some(&[]),
        _ => None,
    }
}

/// Grid with the patch positions set to color; positions outside are ignored; an empty patch
/// changes nothing.
pub fn fill<'a>(cx: &Cx<'a>, grid: Value<'a>, color: Value<'a>, patch: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Value::Int(colour)) = (grid, color)
        && let Ok(colour) = i8::try_from(colour)
    {
        let g = g.grid();
        let out = cx.arena.copy(g.cells);
        if each_place(cx, &g, patch, |at| out[at] = colour).is_some() {
            return cx.grid(g.height, g.width, out);
        }
    }
    need_tuple(grid)?;
    color.int()?;
    Canvas::read(cx, grid, patch)?.fill(cx, color, patch)
}

/// Grid with the object's cells drawn in iteration order, so at a repeated position the last
/// (largest colour) wins; cells outside are ignored.
pub fn paint<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Some(keys)) = (grid, object_keys(cx, obj)) {
        let (g, lay) = (g.grid(), cx.lay);
        let out = cx.arena.copy(g.cells);
        for &key in keys {
            if let Some(at) = place(&g, lay.pos(key)) {
                out[at] = lay.colour(key);
            }
        }
        return cx.grid(g.height, g.width, out);
    }
    Canvas::read(cx, grid, obj)?.paint(cx, obj)
}

/// fill only where the grid has its mostcolor (determined beforehand).
pub fn underfill<'a>(cx: &Cx<'a>, grid: Value<'a>, color: Value<'a>, patch: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Value::Int(colour)) = (grid, color)
        && let Ok(colour) = i8::try_from(colour)
        && let Some(bg) = mostcolor(g.grid().cells)
    {
        let g = g.grid();
        let out = cx.arena.copy(g.cells);
        let under = |at: usize| out[at] = if out[at] == bg { colour } else { out[at] };
        if each_place(cx, &g, patch, under).is_some() {
            return cx.grid(g.height, g.width, out);
        }
    }
    need_tuple(grid)?;
    color.int()?;
    let mut canvas = Canvas::read(cx, grid, patch)?;
    if !canvas.look_for_background(cx)? {
        return Ok(grid);
    }
    canvas.fill(cx, color, patch)
}

/// paint only onto cells that at that moment have the grid's mostcolor (determined beforehand),
/// so at a repeated position the first cell of another colour wins.
pub fn underpaint<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Some(keys)) = (grid, object_keys(cx, obj))
        && let Some(bg) = mostcolor(g.grid().cells)
    {
        let (g, lay) = (g.grid(), cx.lay);
        let out = cx.arena.copy(g.cells);
        for &key in keys {
            if let Some(at) = place(&g, lay.pos(key)).filter(|&at| out[at] == bg) {
                out[at] = lay.colour(key);
            }
        }
        return cx.grid(g.height, g.width, out);
    }
    let mut canvas = Canvas::read(cx, grid, obj)?;
    if !canvas.look_for_background(cx)? {
        return Ok(grid);
    }
    canvas.paint(cx, obj)
}

/// fill of the patch positions with the grid's mostcolor.
pub fn cover<'a>(cx: &Cx<'a>, grid: Value<'a>, patch: Value<'a>) -> R<'a> {
    if let Value::Grid(g) = grid
        && let Some(bg) = mostcolor(g.grid().cells)
    {
        let g = g.grid();
        let out = cx.arena.copy(g.cells);
        if each_place(cx, &g, patch, |at| out[at] = bg).is_some() {
            return cx.grid(g.height, g.width, out);
        }
    }
    let canvas = Canvas::read(cx, grid, patch)?;
    match canvas.mostcolor(cx)? {
        Some(bg) => canvas.fill(cx, bg, patch),
        None => Ok(grid),
    }
}

/// cover the object, then paint it shifted by offset; cells that leave the grid vanish.
pub fn r#move<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>, offset: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Value::Cells(keys), Value::Pair(down, right)) = (grid, obj, offset)
        && let Some(bg) = mostcolor(g.grid().cells)
    {
        let (g, lay, keys) = (g.grid(), cx.lay, keys.slice());
        let out = cx.arena.copy(g.cells);
        keys.iter().filter_map(|&k| place(&g, lay.pos(k))).for_each(|at| out[at] = bg);
        for &key in keys {
            let (row, col) = (layout::row(lay.pos(key)), layout::col(lay.pos(key)));
            let (row, col) = (row as i64 + down as i64, col as i64 + right as i64);
            if inside(row, g.height) && inside(col, g.width) {
                out[row as usize * g.width + col as usize] = lay.colour(key);
            }
        }
        return cx.grid(g.height, g.width, out);
    }
    move_rows(cx, grid, obj, offset)
}

#[cold]
fn move_rows<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>, offset: Value<'a>) -> R<'a> {
    let mut canvas = Canvas::read(cx, grid, obj)?;
    need_tuple(offset)?;
    let Some(bg) = canvas.mostcolor(cx)? else { return Ok(grid) };
    let patch = cx.patch(obj)?;
    if patch.is_empty() {
        return Ok(grid);
    }
    let offset = match offset {
        _ if offset.is_empty_container() && cx.is_batt() => (0, 0),
        _ => cx.pair_parts(offset)?,
    };
    canvas.draw(cx, &patch, |_| Some(bg), (0, 0))?;
    canvas.draw(cx, &patch, |colour| colour, offset)?;
    cx.from_rows(&canvas.rows)
}

/// A grid of any kind while it is drawn on.
struct Canvas<'a> {
    rows: Rows<'a>,
    width: usize,
    /// The colour to draw over, if not every.
    under: Option<Value<'a>>,
}

impl<'a> Canvas<'a> {
    /// Reads the grid; looks at the patch only to see that it is a container.
    #[cold]
    fn read(cx: &Cx<'a>, grid: Value<'a>, patch: Value<'a>) -> Result<Canvas<'a>, Fault> {
        let rows = cx.rows(grid)?;
        need_container(patch)?;
        let width = first_width(&rows)?;
        Ok(Canvas { rows, width, under: None })
    }

    /// The background; `None` for a `batt` grid without cells.
    fn mostcolor(&self, cx: &Cx<'a>) -> Result<Option<Value<'a>>, Fault> {
        background(mostcolor_of_rows(cx.lay, &self.rows), cx.is_batt())
    }

    /// Draws over the background only; false if there is none.
    fn look_for_background(&mut self, cx: &Cx<'a>) -> Result<bool, Fault> {
        self.under = self.mostcolor(cx)?;
        Ok(self.under.is_some())
    }

    fn fill(mut self, cx: &Cx<'a>, colour: Value<'a>, patch: Value<'a>) -> R<'a> {
        self.draw(cx, &cx.patch(patch)?, |_| Some(colour), (0, 0))?;
        cx.from_rows(&self.rows)
    }

    fn paint(mut self, cx: &Cx<'a>, object: Value<'a>) -> R<'a> {
        self.draw(cx, &cx.patch(object)?, |colour| colour, (0, 0))?;
        cx.from_rows(&self.rows)
    }

    /// Draws every element of a patch; `pick` says in which colour, given the element's own.
    fn draw(
        &mut self,
        cx: &Cx<'a>,
        patch: &Patch<'a>,
        pick: impl Fn(Option<Value<'a>>) -> Option<Value<'a>>,
        (down, right): (i64, i64),
    ) -> Result<(), Fault> {
        let mut one = |colour: Option<Value<'a>>, row: i64, col: i64| {
            let colour = pick(colour).ok_or(Fault::Type)?;
            let row = row.checked_add(down).ok_or(Fault::Domain)?;
            let col = col.checked_add(right).ok_or(Fault::Domain)?;
            self.set(colour, row, col)
        };
        let lay = cx.lay;
        let packed = |pos: u32| (layout::row(pos) as i64, layout::col(pos) as i64);
        match patch {
            Patch::Empty => Ok(()),
            Patch::Poses(keys) => keys.iter().try_for_each(|&k| {
                let (row, col) = packed(k);
                one(None, row, col)
            }),
            Patch::Cells(keys) => keys.iter().try_for_each(|&k| {
                let (row, col) = packed(lay.pos(k));
                one(Some(Value::Int(lay.colour(k) as i64)), row, col)
            }),
            Patch::Listed(spots) => spots.iter().try_for_each(|s| one(s.colour, s.row, s.col)),
        }
    }

    fn set(&mut self, colour: Value<'a>, row: i64, col: i64) -> Result<(), Fault> {
        if !inside(row, self.rows.len()) || !inside(col, self.width) {
            return Ok(());
        }
        // Inside by the width of row 0, but this row may be shorter.
        let cell = self.rows[row as usize].get_mut(col as usize).ok_or(Fault::Index)?;
        if self.under.is_none_or(|under| equal(*cell, under)) {
            *cell = colour;
        }
        Ok(())
    }
}
