//! Where an object occurs in a grid.

use crate::cx::Cx;
use crate::kernels::grid::{first_width, need_container, need_tuple, packable};
use crate::sets::patch::{Patch, Spot};
use crate::value::build::check_size;
use crate::value::layout;
use crate::value::order::equal;
use crate::value::{Fault, Grid, R, Value};

/// How many starting places are tried at once.
const LANES: usize = 32;

/// Positions (i, j) at which the normalised object, shifted there, fits inside the grid with all
/// colours equal.
pub fn occurrences<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> R<'a> {
    if let (Value::Grid(g), Value::Cells(keys)) = (grid, obj)
        && packable(&g.grid())
    {
        return Ok(Search::new(cx, &g.grid(), keys.slice()).map_or(Value::EMPTY, |s| s.run(cx)));
    }
    occurrences_in_rows(cx, grid, obj)
}

/// One cell of an object: how far behind the starting place it lies, and its colour.
#[derive(Clone, Copy, Default)]
struct Probe {
    offset: u32,
    colour: i8,
}

/// A packed object looked for in a byte grid.
struct Search<'g> {
    cells: &'g [i8],
    width: usize,
    /// Numbers of starting rows and columns.
    starts: (usize, usize),
    probes: &'g [Probe],
}

impl<'g> Search<'g> {
    /// `None` when the object is larger than the grid.
    fn new<'a: 'g>(cx: &Cx<'a>, g: &Grid<'a>, keys: &[u32]) -> Option<Search<'g>> {
        let bounds = Patch::Cells(keys).bounds(cx.lay)?;
        let left = |side: usize, own: i64| (side + 1).checked_sub(own as usize).filter(|&n| n > 0);
        let starts = (left(g.height, bounds.height())?, left(g.width, bounds.width())?);
        let probes = cx.arena.filled(keys.len(), Probe::default());
        for (probe, &key) in probes.iter_mut().zip(keys) {
            let pos = cx.lay.pos(key);
            let row = (layout::row(pos) - bounds.top as i32) as u32;
            let col = (layout::col(pos) - bounds.left as i32) as u32;
            *probe = Probe { offset: row * g.width as u32 + col, colour: cx.lay.colour(key) };
        }
        Some(Search { cells: g.cells, width: g.width, starts, probes })
    }

    fn run<'a>(&self, cx: &Cx<'a>) -> Value<'a> {
        let found = cx.arena.filled(self.starts.0 * self.starts.1, 0u32);
        let mut len = 0;
        // Starting places are numbered through the grid, so that one pass takes several rows;
        // those too far right for the object are among them and are left out when found.
        let last = (self.starts.0 - 1) * self.width + self.starts.1;
        let mut at = 0;
        while at < last {
            let count = LANES.min(last - at);
            let mut hits = if count == LANES { self.all(at) } else { self.some(at, count) };
            while hits != 0 {
                let place = at + hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let (row, col) = (place / self.width, place % self.width);
                if col < self.starts.1 {
                    found[len] = layout::pos_unchecked(row as i32, col as i32);
                    len += 1;
                }
            }
            at += count;
        }
        cx.poses(&found[..len])
    }

    /// Which of the `LANES` places from `at` on the object starts at, one bit each.
    #[inline]
    fn all(&self, at: usize) -> u64 {
        let mut same = [0xffu8; LANES];
        for probe in self.probes {
            let from = at + probe.offset as usize;
            let cells = &self.cells[from..from + LANES];
            let mut any = 0;
            for (same, &cell) in same.iter_mut().zip(cells) {
                *same &= if cell == probe.colour { 0xff } else { 0 };
                any |= *same;
            }
            if any == 0 {
                return 0;
            }
        }
        same.iter().enumerate().fold(0, |bits, (i, &s)| bits | ((s & 1) as u64) << i)
    }

    /// As [`Search::all`] for the last few places.
    #[inline]
    fn some(&self, at: usize, count: usize) -> u64 {
        let starts =
            |at: usize| self.probes.iter().all(|p| self.cells[at + p.offset as usize] == p.colour);
        (0..count).fold(0, |bits, i| bits | (starts(at + i) as u64) << i)
    }
}

#[cold]
fn occurrences_in_rows<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> R<'a> {
    need_tuple(grid)?;
    need_container(obj)?;
    let rows = cx.rows(grid)?;
    let (height, width) = (rows.len(), first_width(&rows)?);
    let patch = cx.patch(obj)?;
    let mut spots = Vec::with_capacity(patch.len());
    patch.each_cell(cx.lay, |colour, row, col| {
        spots.push(Spot { colour: Some(colour), row, col });
        Ok(())
    })?;
    let Some(bounds) = patch.bounds(cx.lay) else { return everywhere(cx, height, width) };
    // Lengths that overflow are larger than any grid.
    let room = |side: usize, first: i64, last: i64| {
        let own = last.checked_sub(first)?;
        (own < side as i64).then(|| side - own as usize)
    };
    let rooms = (room(height, bounds.top, bounds.bottom), room(width, bounds.left, bounds.right));
    let (Some(down), Some(across)) = rooms else { return Ok(Value::EMPTY) };
    // Places are looked at one after the other here, and the op's formula counts many as one.
    cx.charge((down * across) as u64 * spots.len() as u64)?;
    let mut found = Vec::new();
    for (i, j) in (0..down).flat_map(|i| (0..across).map(move |j| (i, j))) {
        // Wrapping is exact in the end, as every spot lands inside the grid.
        let down = (i as i64).wrapping_sub(bounds.top);
        let right = (j as i64).wrapping_sub(bounds.left);
        if occurs(&rows, &spots, down, right)? {
            found.push((i as i64, j as i64));
        }
    }
    cx.positions_set(&found)
}

/// Whether all spots, moved, have their colours.
fn occurs<'a>(
    rows: &[Vec<Value<'a>>],
    spots: &[Spot<'a>],
    down: i64,
    right: i64,
) -> Result<bool, Fault> {
    for s in spots {
        let row = &rows[s.row.wrapping_add(down) as usize];
        let cell = row.get(s.col.wrapping_add(right) as usize).ok_or(Fault::Index)?;
        if !s.colour.is_some_and(|colour| equal(colour, *cell)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The empty object occurs at every position, border line included.
fn everywhere<'a>(cx: &Cx<'a>, height: usize, width: usize) -> R<'a> {
    check_size((height as u64 + 1) * (width as u64 + 1))?;
    let places = (0..=height as i64).flat_map(|i| (0..=width as i64).map(move |j| (i, j)));
    cx.positions_set(&places.collect::<Vec<_>>())
}
