//! Reading arguments that are patches: sets (or tuples) of positions or cells.

mod places;

use crate::cx::Cx;
use crate::value::keys::sort_dedup;
use crate::value::layout::{self, Layout};
use crate::value::{Fault, Grid, R, Value, View};

pub use places::{Bounds, Masks, Places, extent};

/// A patch argument, read.
pub enum Patch<'a> {
    /// No elements.
    Empty,
    /// A set of packed cells.
    Cells(&'a [u32]),
    /// A set of packed positions.
    Poses(&'a [u32]),
    /// Anything else that has positions, in iteration order: tuples of cells or positions, and
    /// sets with numbers too large to pack.
    Listed(Vec<Spot<'a>>),
}

/// One element of a patch that is not packed.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The colour, for a cell.
    pub colour: Option<Value<'a>>,
    /// The row.
    pub row: i64,
    /// The column.
    pub col: i64,
}

impl<'a> Patch<'a> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Patch::Empty => 0,
            Patch::Cells(k) | Patch::Poses(k) => k.len(),
            Patch::Listed(l) => l.len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bounding box; `None` when empty.
    pub fn bounds(&self, lay: Layout) -> Option<Bounds> {
        match self {
            Patch::Empty => None,
            Patch::Cells(k) => Places::of_cells(lay, k).bounds(),
            Patch::Poses(k) => Places::of_poses(k).bounds(),
            Patch::Listed(l) => {
                let first = l.first()?;
                let (top, left) = (first.row, first.col);
                let mut bounds = Bounds { top, bottom: top, left, right: left };
                l.iter().for_each(|s| bounds.include(s.row, s.col));
                Some(bounds)
            }
        }
    }

    /// Row and column of every element in iteration order: for slow paths.
    pub fn positions(&self, lay: Layout) -> Vec<(i64, i64)> {
        let mut positions = Vec::with_capacity(self.len());
        self.each_position(lay, |row, col| positions.push((row, col)));
        positions
    }

    /// Calls `f` with row and column of every element in iteration order.
    #[inline]
    pub fn each_position(&self, lay: Layout, mut f: impl FnMut(i64, i64)) {
        let mut packed = |pos: u32| f(layout::row(pos) as i64, layout::col(pos) as i64);
        match self {
            Patch::Empty => {}
            Patch::Cells(k) => k.iter().for_each(|&k| packed(lay.pos(k))),
            Patch::Poses(k) => k.iter().for_each(|&k| packed(k)),
            Patch::Listed(l) => l.iter().for_each(|s| f(s.row, s.col)),
        }
    }

    /// Calls `f` with colour, row and column of every cell in iteration order; a `type` fault
    /// when the elements are no cells.
    #[inline]
    pub fn each_cell(
        &self,
        lay: Layout,
        mut f: impl FnMut(Value<'a>, i64, i64) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        match self {
            Patch::Empty => Ok(()),
            Patch::Cells(keys) => keys.iter().try_for_each(|&k| {
                let pos = lay.pos(k);
                let colour = Value::Int(lay.colour(k) as i64);
                f(colour, layout::row(pos) as i64, layout::col(pos) as i64)
            }),
            Patch::Poses(_) => Err(Fault::Type),
            Patch::Listed(l) => {
                l.iter().try_for_each(|s| f(s.colour.ok_or(Fault::Type)?, s.row, s.col))
            }
        }
    }
}

/// Moves the distinct ones of ascending keys to the front; returns how many there are.
#[inline]
fn dedup_sorted(keys: &mut [u32]) -> usize {
    if keys.is_sorted_by(|a, b| a < b) {
        return keys.len();
    }
    // The last key stays in a register: reading back what was just written is slow.
    let (mut len, mut last) = (0, u32::MAX);
    for i in 0..keys.len() {
        let key = keys[i];
        len += (key != last) as usize;
        keys[len - 1] = key;
        last = key;
    }
    len
}

impl<'a> Cx<'a> {
    /// Reads a patch; a `type` fault when the value is no container or its elements have no
    /// positions. The first element decides whether all must be cells or all pairs.
    #[inline]
    pub fn patch(&self, v: Value<'a>) -> Result<Patch<'a>, Fault> {
        match v.view() {
            View::Cells(k) => Ok(Patch::Cells(k)),
            View::Poses(k) => Ok(Patch::Poses(k)),
            _ if v.is_empty_container() => Ok(Patch::Empty),
            _ => self.listed_patch(v),
        }
    }

    #[cold]
    fn listed_patch(&self, v: Value<'a>) -> Result<Patch<'a>, Fault> {
        let items = self.items(v)?;
        let cells = self.first_is_cell(v).ok_or(Fault::Type)?;
        items.map(|x| self.spot(x, cells)).collect::<Result<Vec<_>, _>>().map(Patch::Listed)
    }

    /// The positions of a packed set: what fast paths ask first.
    #[inline]
    pub fn packed(&self, v: Value<'a>) -> Option<Places<'a>> {
        match v.view() {
            View::Cells(keys) => Some(Places::of_cells(self.lay, keys)),
            View::Poses(keys) => Some(Places::of_poses(keys)),
            _ => None,
        }
    }

    /// The bounding box of a patch, `None` when it is empty; a `type` fault as in [`Cx::patch`].
    #[inline]
    pub fn bounds(&self, v: Value<'a>) -> Result<Option<Bounds>, Fault> {
        match self.places(v) {
            Some(places) => Ok(places.bounds()),
            None => Ok(self.patch(v)?.bounds(self.lay)),
        }
    }

    /// The distinct packed positions of packed elements, ascending, as a fresh copy.
    #[inline]
    pub fn distinct(&self, places: Places<'a>) -> &'a mut [u32] {
        if !places.is_sorted()
            && let Some(mut masks) = places.bounds().and_then(|b| Masks::new(&b))
        {
            masks.add(places);
            let keys = self.arena.filled(places.len(), 0u32);
            let len = masks.write(keys);
            return &mut keys[..len];
        }
        let keys = self.arena.filled(places.len(), 0u32);
        keys.iter_mut().zip(places.iter()).for_each(|(key, pos)| *key = pos);
        let len = match places.is_sorted() {
            true => dedup_sorted(keys),
            false => sort_dedup(keys).len(),
        };
        &mut keys[..len]
    }

    /// Whether a value counts as a patch without positions in the `batt` dialect: an Int, or a
    /// container whose first element is an Int.
    pub fn has_no_positions(&self, v: Value<'a>) -> bool {
        let first_is_int =
            || self.items(v).is_ok_and(|mut i| matches!(i.next(), Some(Value::Int(_))));
        self.is_batt() && (matches!(v, Value::Int(_)) || first_is_int())
    }

    /// Reads one element of a patch as a cell or as a pair.
    #[inline]
    pub fn spot(&self, v: Value<'a>, cell: bool) -> Result<Spot<'a>, Fault> {
        match (v, cell) {
            (Value::Pair(row, col), false) => {
                Ok(Spot { colour: None, row: row as i64, col: col as i64 })
            }
            (Value::Cell(key), true) => {
                let (pos, colour) = (self.lay.pos(key), self.lay.colour(key) as i64);
                let (row, col) = (layout::row(pos) as i64, layout::col(pos) as i64);
                Ok(Spot { colour: Some(Value::Int(colour)), row, col })
            }
            _ => self.far_spot(v, cell),
        }
    }

    /// A spot whose numbers do not fit a packed form.
    #[cold]
    fn far_spot(&self, v: Value<'a>, cell: bool) -> Result<Spot<'a>, Fault> {
        Fault::Type.unless(self.is_cell(v) == Some(cell))?;
        let items = self.items(v)?;
        let int = |i: usize| items.get(i).ok_or(Fault::Type)?.int();
        if !cell {
            return Ok(Spot { colour: None, row: int(0)?, col: int(1)? });
        }
        if self.is_batt() {
            return Ok(Spot { colour: items.get(2), row: int(0)?, col: int(1)? });
        }
        let (row, col) = self.pair_parts(items.get(1).ok_or(Fault::Type)?)?;
        Ok(Spot { colour: items.get(0), row, col })
    }

    /// The two integers of a tuple of exactly two; a `type` fault otherwise.
    #[inline]
    pub fn pair_parts(&self, v: Value<'a>) -> Result<(i64, i64), Fault> {
        if let Value::Pair(a, b) = v {
            return Ok((a as i64, b as i64));
        }
        let items = if v.is_tuple() { self.items(v)? } else { return Err(Fault::Type) };
        match (items.len(), items.get(0), items.get(1)) {
            (2, Some(a), Some(b)) => Ok((a.int()?, b.int()?)),
            _ => Err(Fault::Type),
        }
    }

    /// The first two integers of a tuple that may be longer: `index` when it is shorter.
    #[inline]
    pub fn pair_prefix(&self, v: Value<'a>) -> Result<(i64, i64), Fault> {
        if let Value::Pair(a, b) = v {
            return Ok((a as i64, b as i64));
        }
        let items = if v.is_tuple() { self.items(v)? } else { return Err(Fault::Type) };
        match (items.get(0), items.get(1)) {
            (Some(a), Some(b)) => Ok((a.int()?, b.int()?)),
            _ => Err(Fault::Index),
        }
    }

    /// The set of positions given in any order, repeats allowed, whatever their size.
    pub fn positions_set(&self, positions: &[(i64, i64)]) -> R<'a> {
        let keys = self.arena.filled(positions.len(), 0u32);
        for (key, &(row, col)) in keys.iter_mut().zip(positions) {
            match layout::pos(row, col) {
                Some(pos) => *key = pos,
                None => return self.far_positions_set(positions),
            }
        }
        Ok(self.poses(sort_dedup(keys)))
    }

    #[cold]
    fn far_positions_set(&self, positions: &[(i64, i64)]) -> R<'a> {
        self.set(&mut positions.iter().map(|&(r, c)| self.pair(r, c)).collect::<Vec<_>>())
    }

    /// The rows of a grid in any form, as values; a `type` fault when the value is no tuple of
    /// tuples. Meant for the slow path of grids that are ragged or hold large numbers.
    pub fn rows(&self, v: Value<'a>) -> Result<Vec<Vec<Value<'a>>>, Fault> {
        Fault::Type.unless(v.is_tuple())?;
        let row = |r: Value<'a>| {
            let items = if r.is_tuple() { self.items(r)? } else { return Err(Fault::Type) };
            Ok(items.collect())
        };
        self.items(v)?.map(row).collect()
    }

    /// The rows of a tuple as bytes, when all are rows of small integers: a grid with more rows
    /// or columns than the packed form holds. Rows of different lengths are cut to the shortest
    /// with `cut`, and refused without.
    pub fn byte_rows(&self, v: Value<'a>, cut: bool) -> Option<Grid<'a>> {
        let View::Tuple(rows) = v.view() else { return None };
        let (mut least, mut most) = (usize::MAX, 0);
        for row in rows {
            let Value::Row(row) = row else { return None };
            let len = row.slice().len();
            (least, most) = (least.min(len), most.max(len));
        }
        if rows.is_empty() || (least != most && !cut) {
            return None;
        }
        let cells = self.new_cells(rows.len(), least).ok()?;
        for (to, row) in cells.chunks_exact_mut(least).zip(rows) {
            if let Value::Row(row) = row {
                to.copy_from_slice(&row.slice()[..least]);
            }
        }
        Some(Grid { height: rows.len(), width: least, cells })
    }

    /// The tuple of rows made of values: the inverse of [`Cx::rows`].
    pub fn from_rows(&self, rows: &[Vec<Value<'a>>]) -> R<'a> {
        let rows: Result<Vec<_>, _> = rows.iter().map(|r| self.tuple(r)).collect();
        self.tuple(&rows?)
    }
}
