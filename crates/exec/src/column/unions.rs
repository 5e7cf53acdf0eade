//! One patch around, or in line with, every position of a column, and `mapply` of such.
//!
//! Neighbours, frontiers and shots are one patch moved. Where `mapply` collects them, coloured or
//! not, they are put into one bit map instead of being made and merged, as `shifts.rs` does.

use lang::{Kernel, Op};

use super::sets::{Moved, call_cost};
use super::{Column, Walk, general, known};
use crate::cx::Cx;
use crate::dispatch::{ENTRIES, KernelFn};
use crate::shifts::each_bit;
use crate::value::build::SIZE_LIMIT;
use crate::value::{Fault, FuncKind, Value, layout};

/// Most columns of the bit map.
const WIDEST: i32 = 128;

/// Most lines of the bit map per moved element: a larger map costs more to clear and read.
const LINES_PER_ELEMENT: usize = 4;

/// A patch of positions moved by a pair per element, each in a colour of its own.
#[derive(Clone, Copy)]
pub struct Coloured<'a> {
    moved: Moved<'a>,
    /// As they stand in keys.
    colours: &'a [u8],
}

impl<'a> Cx<'a> {
    /// What `mapply` gives for a function whose results are moved patches and a set; `None`, with
    /// nothing charged, when that is not what is asked.
    pub(crate) fn union_of_patches(
        &self,
        f: Value<'a>,
        container: Value<'a>,
    ) -> Result<Option<Value<'a>>, Fault> {
        let knows = if super::holds_general(container) { general::knows } else { known::knows };
        if !gives_patches(f, knows) || !container.is_set() || self.has_host() || !self.may_enter(&f)
        {
            return Ok(None);
        }
        self.walked_union(f, container)
    }

    #[inline(never)]
    fn walked_union(&self, f: Value<'a>, container: Value<'a>) -> Result<Option<Value<'a>>, Fault> {
        let Some((column, len)) = self.column_of(container) else { return Ok(None) };
        let mut walk = Walk::new(self, f, len);
        let out = walk.call1(f, column).and_then(|out| walk.merged(out));
        match (out, &walk.saved) {
            (Some(_), _) => walk.settle()?,
            (None, Some(saved)) => self.restore(saved),
            (None, None) => {}
        }
        Ok(out)
    }
}

/// Whether a function gives moved patches, told by its tree alone.
fn gives_patches<'a>(f: Value<'a>, knows: fn(Value<'a>, bool) -> bool) -> bool {
    match f {
        Value::Op(op) => stamps(op.kernel()),
        Value::Func(func) => match (func.kind, func.args) {
            (FuncKind::Compose, [a, b, _]) if colours(a) => gives_patches(b, knows),
            (FuncKind::Compose, [a, b, _]) => gives_patches(a, knows) && knows(b, false),
            (FuncKind::Chain, [a, b, c]) if colours(a) => {
                gives_patches(b, knows) && knows(c, false)
            }
            (FuncKind::Chain, [a, b, c]) => {
                gives_patches(a, knows) && knows(b, false) && knows(c, false)
            }
            (FuncKind::Fork, [Value::Op(op), b, c]) => match op.kernel() {
                Kernel::Recolor => gives_patches(c, knows) && knows(b, false),
                Kernel::Combine => gives_patches(b, knows) && gives_patches(c, knows),
                _ => false,
            },
            (FuncKind::Rbind, [Value::Op(op), _, _]) => op.kernel() == Kernel::Shoot,
            (FuncKind::Lbind, [Value::Op(op), _, _]) => op.kernel() == Kernel::Shift,
            _ => false,
        },
        _ => false,
    }
}

/// Ops that give a fixed patch, moved.
pub(super) fn stamps(kernel: Kernel) -> bool {
    use Kernel::{Dneighbors, Hfrontier, Ineighbors, Neighbors, Vfrontier};
    matches!(kernel, Dneighbors | Ineighbors | Neighbors | Vfrontier | Hfrontier)
}

/// Whether a function is `recolor` with a fixed colour.
fn colours(f: Value<'_>) -> bool {
    let Value::Func(func) = f else { return false };
    let [Value::Op(op), _, _] = func.args else { return false };
    func.kind == FuncKind::Lbind && op.kernel() == Kernel::Recolor
}

impl<'a> Walk<'_, 'a> {
    /// An op that gives the patch it gives at the origin, moved.
    pub(super) fn stamped(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Pairs(places) = x else { return None };
        let KernelFn::One(kernel) = ENTRIES[op.index()].kernel else { return None };
        let offsets = match op.kernel() {
            Kernel::Vfrontier => self.cx.arena.from_fn(self.len, |i| (0, places[i].1)),
            Kernel::Hfrontier => self.cx.arena.from_fn(self.len, |i| (places[i].0, 0)),
            _ => places,
        };
        let patch = kernel(self.cx, Value::Pair(0, 0)).ok()?;
        self.list(op, 1)?;
        self.cost += call_cost(op, [1, 0], patch.size());
        Some(Column::Moved(self.cx.arena.one(Moved::new(self.cx.lay, patch, offsets)?)))
    }

    /// `shoot` in one direction.
    pub(super) fn shot(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Pairs(offsets), Column::Same(direction @ Value::Pair(..))) = (x, y) else {
            return None;
        };
        let KernelFn::Two(kernel) = ENTRIES[op.index()].kernel else { return None };
        let patch = kernel(self.cx, Value::Pair(0, 0), direction).ok()?;
        self.list(op, 1)?;
        self.cost += call_cost(op, [1, 1], patch.size());
        Some(Column::Moved(self.cx.arena.one(Moved::new(self.cx.lay, patch, offsets)?)))
    }

    /// `recolor` of a moved patch of positions.
    pub(super) fn coloured_patch(
        &mut self,
        op: Op,
        x: Column<'a>,
        moved: &Moved<'a>,
    ) -> Option<Column<'a>> {
        if moved.cells || self.cx.is_batt() {
            return None;
        }
        let biased = |n: i64| i8::try_from(n).ok().map(|n| n as u8 ^ 0x80);
        let colours = match x {
            Column::Same(Value::Int(n)) => self.cx.arena.filled(self.len, biased(n)?),
            Column::Ints(ints) => {
                let colours = self.cx.arena.filled(self.len, 0);
                for (to, &n) in colours.iter_mut().zip(ints) {
                    *to = biased(n as i64)?;
                }
                colours
            }
            _ => return None,
        };
        self.list(op, 1)?;
        self.cost += call_cost(op, [1, moved.size()], moved.size());
        Some(Column::Coloured(self.cx.arena.one(Coloured { moved: *moved, colours })))
    }

    /// `combine` of two patches that move together: one patch.
    pub(super) fn moved_together(
        &mut self,
        op: Op,
        a: &Moved<'a>,
        b: &Moved<'a>,
    ) -> Option<Column<'a>> {
        if a.cells || b.cells || !std::ptr::eq(a.offsets, b.offsets) {
            return None;
        }
        let parts = [self.cx.poses(a.keys), self.cx.poses(b.keys)];
        let both = self.cx.merge_all(&parts, true).ok()?;
        self.list(op, 1)?;
        self.cost += call_cost(op, [a.size(), b.size()], both.size());
        Some(Column::Moved(self.cx.arena.one(Moved::new(self.cx.lay, both, a.offsets)?)))
    }

    /// All patches of a column in one set; each is charged as what a mapped call gave.
    fn merged(&mut self, x: Column<'a>) -> Option<Value<'a>> {
        let (one, two, colours) = match x {
            Column::Moved(moved) if !moved.cells => ([*moved; 2], 1, None),
            Column::Coloured(coloured) => ([coloured.moved; 2], 1, Some(coloured.colours)),
            Column::Union(union) if !union.a.cells => {
                self.total += union.sizes.iter().map(|&size| size as u64).sum::<u64>();
                ([union.a, union.b], 2, None)
            }
            _ => return None,
        };
        let parts = &one[..two];
        if two == 1 {
            self.cost += parts[0].size();
        }
        let keys =
            Map::new(self.cx, parts, colours)?.filled(self.cx, parts, colours).keys(self.cx)?;
        Some(if colours.is_some() { self.cx.cells(keys) } else { self.cx.poses(keys) })
    }
}

/// One bit per position, one block of lines per colour.
struct Map<'a> {
    lines: &'a mut [u128],
    /// By colour as it stands in keys, whether there are such: just 0 for positions.
    colours: &'a [bool],
    height: usize,
    top: i32,
    left: i32,
}

impl<'a> Map<'a> {
    /// An empty map with room for all moved patches; `None` when it would be too large.
    fn new(cx: &Cx<'a>, parts: &[Moved<'_>], colours: Option<&[u8]>) -> Option<Map<'a>> {
        let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
        for part in parts {
            let (top, left) = (part.bounds.top as i32, part.bounds.left as i32);
            let (bottom, right) = (part.bounds.bottom as i32, part.bounds.right as i32);
            for &(r, c) in part.offsets {
                low = (low.0.min(r + top), low.1.min(c + left));
                high = (high.0.max(r + bottom), high.1.max(c + right));
            }
        }
        let last = colours.map_or(0, |colours| colours.iter().fold(0, |last, &c| last.max(c)));
        let there = cx.arena.filled(last as usize + 1, false);
        colours.unwrap_or(&[0]).iter().for_each(|&colour| there[colour as usize] = true);
        let height = (high.0 - low.0 + 1) as usize;
        let count = there.iter().filter(|there| **there).count() * height;
        let elements: usize = parts.iter().map(|part| part.keys.len() * part.offsets.len()).sum();
        let fits = high.1 - low.1 < WIDEST && count <= LINES_PER_ELEMENT * elements;
        let (top, left) = low;
        fits.then(|| Map { lines: cx.arena.filled(count, 0), colours: there, height, top, left })
    }

    /// By colour, where its block of lines starts.
    fn starts(&self, cx: &Cx<'a>) -> &'a [usize] {
        let mut next = 0;
        cx.arena.from_fn(self.colours.len(), |colour| {
            next += if self.colours[colour] { self.height } else { 0 };
            next.saturating_sub(self.height)
        })
    }

    /// With all moved patches in it.
    fn filled(self, cx: &Cx<'a>, parts: &[Moved<'_>], colours: Option<&[u8]>) -> Map<'a> {
        let starts = self.starts(cx);
        for part in parts {
            let (top, left) = (part.bounds.top as i32, part.bounds.left as i32);
            let bit = |&key: &u32| 1u128 << (layout::col(key) - left);
            let same_row = part.keys.chunk_by(|a, b| a >> 12 == b >> 12);
            let rows = cx.arena.filled(part.keys.len(), (0, 0u128));
            let mut len = 0;
            for row in same_row {
                let mask = row.iter().map(bit).fold(0, |mask, bit| mask | bit);
                rows[len] = ((layout::row(row[0]) - top) as usize, mask);
                len += 1;
            }
            for (i, &(r, c)) in part.offsets.iter().enumerate() {
                let start = starts[colours.map_or(0, |colours| colours[i] as usize)];
                let down = start + (r + top - self.top) as usize;
                let across = c + left - self.left;
                rows[..len].iter().for_each(|(at, mask)| self.lines[down + at] |= mask << across);
            }
        }
        self
    }

    /// The keys of all bits, ascending; `None` when there are too many for one value.
    fn keys(&self, cx: &Cx<'a>) -> Option<&'a [u32]> {
        let len: u64 = self.lines.iter().map(|line| line.count_ones() as u64).sum();
        let keys = (len <= SIZE_LIMIT).then(|| cx.arena.filled(len as usize, 0u32))?;
        let mut free = keys.iter_mut();
        let colours = (0u32..).zip(self.colours).filter(|(_, there)| **there);
        for (block, (colour, _)) in self.lines.chunks_exact(self.height).zip(colours) {
            for (&line, row) in block.iter().zip(self.top..) {
                let first = colour << 24 | layout::pos_unchecked(row, self.left);
                each_bit(line, |bit| free.next().into_iter().for_each(|key| *key = first + bit));
            }
        }
        Some(keys)
    }
}
