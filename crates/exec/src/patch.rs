//! Reading arguments that are patches: sets (or tuples) of positions or cells.

use crate::cx::Cx;
use crate::value::build::sort_dedup;
use crate::value::layout::{self, Layout};
use crate::value::{Fault, R, Value, View};

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

/// The bounding box of a patch, all four sides included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// First row.
    pub top: i64,
    /// Last row.
    pub bottom: i64,
    /// First column.
    pub left: i64,
    /// Last column.
    pub right: i64,
}

impl Bounds {
    /// Number of rows.
    pub fn height(&self) -> i64 {
        self.bottom - self.top + 1
    }

    /// Number of columns.
    pub fn width(&self) -> i64 {
        self.right - self.left + 1
    }

    fn include(&mut self, row: i64, col: i64) {
        self.top = self.top.min(row);
        self.bottom = self.bottom.max(row);
        self.left = self.left.min(col);
        self.right = self.right.max(col);
    }
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
            Patch::Cells(k) => Some(key_bounds(k, |k| lay.pos(k))),
            Patch::Poses(k) => Some(key_bounds(k, |k| k)),
            Patch::Listed(l) => {
                let first = l.first()?;
                let (top, left) = (first.row, first.col);
                let mut bounds = Bounds { top, bottom: top, left, right: left };
                l.iter().for_each(|s| bounds.include(s.row, s.col));
                Some(bounds)
            }
        }
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

#[inline]
fn key_bounds(keys: &[u32], pos: impl Fn(u32) -> u32) -> Bounds {
    let (mut top, mut bottom, mut left, mut right) = (u32::MAX, 0, u32::MAX, 0);
    for &key in keys {
        let pos = pos(key);
        let (row, col) = (pos >> 12, pos & 0xfff);
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(col), right.max(col));
    }
    let unbias = |x: u32| x as i64 - layout::LIMIT;
    Bounds { top: unbias(top), bottom: unbias(bottom), left: unbias(left), right: unbias(right) }
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

    /// Whether a value counts as a patch without positions in the `batt` dialect: an Int, or a
    /// container whose first element is an Int.
    pub fn has_no_positions(&self, v: Value<'a>) -> bool {
        let first_is_int =
            || self.items(v).is_ok_and(|mut i| matches!(i.next(), Some(Value::Int(_))));
        self.is_batt() && (matches!(v, Value::Int(_)) || first_is_int())
    }

    /// Reads one element of a patch as a cell or as a pair.
    pub fn spot(&self, v: Value<'a>, cell: bool) -> Result<Spot<'a>, Fault> {
        if self.is_cell(v) != Some(cell) {
            return Err(Fault::Type);
        }
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
        if !v.is_tuple() {
            return Err(Fault::Type);
        }
        let row = |r: Value<'a>| {
            let items = if r.is_tuple() { self.items(r)? } else { return Err(Fault::Type) };
            Ok(items.collect())
        };
        self.items(v)?.map(row).collect()
    }

    /// The tuple of rows made of values: the inverse of [`Cx::rows`].
    pub fn from_rows(&self, rows: &[Vec<Value<'a>>]) -> R<'a> {
        let rows: Result<Vec<_>, _> = rows.iter().map(|r| self.tuple(r)).collect();
        self.tuple(&rows?)
    }
}
