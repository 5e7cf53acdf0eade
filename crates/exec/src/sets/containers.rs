//! Operations on containers that several kernels share.

use crate::cx::Cx;
use crate::value::build::{SIZE_LIMIT, check_size};
use crate::value::items::pair_of;
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::order::{below, canonical, equal};
use crate::value::{Fault, R, Value, View};

impl<'a> Cx<'a> {
    /// The tuple (a, b).
    #[inline]
    pub fn two(&self, a: Value<'a>, b: Value<'a>) -> R<'a> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(self.pair(a, b)),
            (Value::Int(_), Value::Pair(r, c)) if !self.is_batt() => {
                self.cell(a, r as i64, c as i64)
            }
            (Value::Pair(a, b), Value::Pair(c, d)) => match [a, b, c, d].map(i8::try_from) {
                [Ok(a), Ok(b), Ok(c), Ok(d)] => self.grid(2, 2, self.arena.copy(&[a, b, c, d])),
                _ => self.tuple(&[Value::Pair(a, b), Value::Pair(c, d)]),
            },
            _ => self.tuple(&[a, b]),
        }
    }

    /// Whether a container holds a value.
    pub fn contains(&self, container: Value<'a>, value: Value<'a>) -> Result<bool, Fault> {
        Ok(match (container.view(), value) {
            (View::Bits(bits), Value::Int(n)) => (0..64).contains(&n) && bits >> n & 1 == 1,
            (View::Cells(keys), Value::Cell(key)) => keys.binary_search(&key).is_ok(),
            (View::Poses(keys), Value::Pair(r, c)) => {
                layout::pos(r as i64, c as i64).is_some_and(|key| keys.binary_search(&key).is_ok())
            }
            (View::Bits(_) | View::Cells(_) | View::Poses(_), _) => false,
            (View::Set(s), _) => s.binary_search_by(|&x| canonical(self.lay, x, value)).is_ok(),
            _ => self.items(container)?.any(|x| equal(x, value)),
        })
    }

    /// One level of flattening: the elements of `parts` in order, as a set or a tuple.
    pub fn merge_all(&self, parts: &[Value<'a>], as_set: bool) -> R<'a> {
        if as_set && let Some(union) = self.union_of_packed(parts)? {
            return Ok(union);
        }
        if !as_set && let Some((height, width, cells)) = self.stacked(parts) {
            return self.grid(height, width, cells);
        }
        if !as_set && let Some((height, cells)) = self.listed_pairs(parts) {
            return self.grid(height, 2, cells);
        }
        let mut all = self.buffer();
        let out = self
            .flatten(parts, as_set, &mut all)
            .and_then(|()| if as_set { self.set(&mut all) } else { self.tuple(&all) });
        self.recycle(all);
        out
    }

    /// The cells of grids of one width, one below the other; `None` for anything else, and for
    /// more cells than a value may have.
    fn stacked(&self, parts: &[Value<'a>]) -> Option<(usize, usize, &'a [i8])> {
        let (mut height, mut width) = (0, 0);
        for part in parts {
            let Value::Grid(g) = part else { return None };
            let g = g.grid();
            if g.width == 0 || (width != 0 && g.width != width) {
                return None;
            }
            (height, width) = (height + g.height, g.width);
        }
        let cells = self.new_cells(height, width).ok()?;
        let mut at = 0;
        for part in parts {
            if let Value::Grid(g) = part {
                let from = g.grid().cells;
                cells[at..at + from.len()].copy_from_slice(from);
                at += from.len();
            }
        }
        (height > 0).then_some((height, width, cells))
    }

    /// The positions of packed sets one after the other, as the rows of a grid; `None` when some
    /// do not fit its cells, and for anything else.
    fn listed_pairs(&self, parts: &[Value<'a>]) -> Option<(usize, &'a [i8])> {
        let mut height = 0;
        for part in parts {
            height += if let Value::Poses(keys) = part { keys.slice().len() } else { return None };
        }
        if height == 0 || height > u16::MAX as usize {
            return None;
        }
        let cells = self.new_cells(height, 2).ok()?;
        let (mut rows, mut lost) = (cells.chunks_exact_mut(2), 0);
        for part in parts {
            let Value::Poses(keys) = part else { return None };
            for (&key, to) in keys.slice().iter().zip(&mut rows) {
                let (row, col) = (layout::row(key), layout::col(key));
                lost |= (row ^ row as i8 as i32) | (col ^ col as i8 as i32);
                to.copy_from_slice(&[row as i8, col as i8]);
            }
        }
        (lost == 0).then_some((height, cells))
    }

    fn flatten(
        &self,
        parts: &[Value<'a>],
        as_set: bool,
        all: &mut Vec<Value<'a>>,
    ) -> Result<(), Fault> {
        for &part in parts {
            let items = self.items(part)?;
            if as_set && all.len() as u64 > SIZE_LIMIT {
                // Only the distinct elements count, and memory must not grow with the others.
                all.sort_unstable_by(|&a, &b| canonical(self.lay, a, b));
                all.dedup_by(|a, b| equal(*a, *b));
                check_size(all.len() as u64)?;
            } else if !as_set {
                check_size((all.len() + items.len()) as u64)?;
            }
            match part.view() {
                View::Poses(keys) => all.extend(keys.iter().map(|&key| pair_of(key))),
                View::Cells(keys) => all.extend(keys.iter().map(|&key| Value::Cell(key))),
                View::Tuple(values) | View::Set(values) => all.extend_from_slice(values),
                View::Grid(g) => all.extend(g.rows().map(|row| self.row(row))),
                _ => all.extend(items),
            }
        }
        Ok(())
    }

    /// The union of sets that are all packed alike (or empty); `None` when they are not.
    fn union_of_packed(&self, parts: &[Value<'a>]) -> Result<Option<Value<'a>>, Fault> {
        let (mut total, mut cells, mut poses) = (0, false, false);
        for part in parts {
            match part {
                Value::Cells(k) => (total, cells) = (total + k.slice().len(), true),
                Value::Poses(k) => (total, poses) = (total + k.slice().len(), true),
                Value::Bits(0) => {}
                _ => return Ok(None),
            }
        }
        if cells == poses {
            return Ok((!cells).then_some(Value::EMPTY));
        }
        let lines = if cells && self.is_batt() { None } else { self.union_in_lines(parts, total) };
        let keys = lines.unwrap_or_else(|| self.sorted_keys(parts, total));
        check_size(keys.len() as u64)?;
        Ok(Some(if cells { self.cells(keys) } else { self.poses(keys) }))
    }

    /// The elements of packed sets, `total` with repeats, in order.
    fn sorted_keys(&self, parts: &[Value<'a>], total: usize) -> &'a [u32] {
        let keys = self.arena.filled(total, 0u32);
        let mut at = 0;
        for part in parts {
            if let Value::Cells(k) | Value::Poses(k) = part {
                let k = k.slice();
                keys[at..at + k.len()].copy_from_slice(k);
                at += k.len();
            }
        }
        sort_dedup(keys)
    }
}

/// An element and the key it is ordered by.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a> {
    /// What is compared.
    pub key: Value<'a>,
    /// What is ordered.
    pub element: Value<'a>,
}

impl<'a> Cx<'a> {
    /// function(x), to be used as a key: most keys are numbers, and then the call leaves nothing
    /// behind in the arena.
    #[inline]
    pub fn key(&self, function: Value<'a>, x: Value<'a>) -> R<'a> {
        let mark = self.arena.mark();
        let key = self.map1(&function, &x)?;
        if key.address().is_none() {
            // SAFETY: all that is left of the call is the key, which holds no memory.
            unsafe { self.arena.rewind(&mark) };
        }
        Ok(key)
    }

    /// The elements with their keys.
    pub fn keyed(
        &self,
        container: Value<'a>,
        function: Value<'a>,
    ) -> Result<&'a mut [Keyed<'a>], Fault> {
        let items = self.items(container)?;
        let blank = Keyed { key: Value::UNIT, element: Value::UNIT };
        let entries = self.arena.filled(items.len(), blank);
        if let Some(column) = self.map_column(function, container)? {
            for (i, (entry, element)) in entries.iter_mut().zip(items).enumerate() {
                *entry = Keyed { key: column.get(self, i).ok_or(Fault::Budget)?, element };
            }
            return Ok(entries);
        }
        for (entry, element) in entries.iter_mut().zip(items) {
            *entry = Keyed { key: self.key(function, element)?, element };
        }
        Ok(entries)
    }

    /// Whether key `a` is strictly below key `b`; charged, as keys may be large and shared.
    #[inline]
    pub fn key_below(&self, a: Value<'a>, b: Value<'a>) -> Result<bool, Fault> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return Ok(a < b);
        }
        self.charge(a.size() + b.size())?;
        below(self.lay, a, b)
    }

    /// Stable ascending sort in the order of keys: the result of an insertion sort, which for
    /// keys without sets inside is that of any stable sort.
    pub fn sort_keyed(&self, entries: &mut [Keyed<'a>]) -> Result<(), Fault> {
        if entries.iter().all(|e| matches!(e.key, Value::Int(_))) {
            entries.sort_by_key(|e| if let Value::Int(n) = e.key { n } else { 0 });
            return Ok(());
        }
        let size: u64 = entries.iter().map(|e| 1 + e.key.size()).sum();
        self.charge(size * entries.len().ilog2() as u64)?;
        if entries.iter().any(|e| holds_set(e.key)) {
            return self.insertion_sort(entries);
        }
        // Keys that do not compare are neighbours somewhere in the canonical order, so any
        // sort meets two of them exactly if an insertion sort does.
        let mut mixed = false;
        entries.sort_by(|a, b| {
            mixed |= below(self.lay, a.key, b.key).is_err();
            canonical(self.lay, a.key, b.key)
        });
        if mixed { Err(Fault::Type) } else { Ok(()) }
    }

    fn insertion_sort(&self, entries: &mut [Keyed<'a>]) -> Result<(), Fault> {
        for i in 1..entries.len() {
            let mut at = i;
            while at > 0 && self.key_below(entries[at].key, entries[at - 1].key)? {
                entries.swap(at, at - 1);
                at -= 1;
            }
        }
        Ok(())
    }

    /// Drops repeats; each value stays at its first place.
    pub fn dedupe_in_place(&self, values: &mut Vec<Value<'a>>) {
        if values.iter().all(|v| matches!(v, Value::Int(0..64))) {
            let mut seen = 0u64;
            values.retain(|v| {
                let bit = if let Value::Int(n) = v { 1 << n } else { 0 };
                let new = seen & bit == 0;
                seen |= bit;
                new
            });
            return;
        }
        let order = self.arena.filled(values.len(), 0u32);
        order.iter_mut().zip(0..).for_each(|(place, i)| *place = i);
        // Stable, so that the first of each run of equals is the earliest one.
        order.sort_by(|&i, &j| canonical(self.lay, values[i as usize], values[j as usize]));
        let keep = self.arena.filled(values.len(), true);
        for pair in order.windows(2) {
            keep[pair[1] as usize] = !equal(values[pair[0] as usize], values[pair[1] as usize]);
        }
        let mut keep = keep.iter();
        values.retain(|_| keep.next().is_none_or(|&k| k));
    }

    /// Drops the values that a container holds; fast when it is a set.
    pub fn retain_not_in(&self, values: &mut Vec<Value<'a>>, set: Value<'a>) -> Result<(), Fault> {
        let mut fault = Ok(());
        values.retain(|&v| match self.contains(set, v) {
            Ok(found) => !found,
            Err(f) => {
                fault = Err(f);
                true
            }
        });
        fault
    }
}

/// Whether a key is a set or a tuple with sets inside. Recursion follows the nesting of values,
/// which is bounded by `DEPTH_LIMIT`.
fn holds_set(key: Value<'_>) -> bool {
    match key {
        Value::Tuple(t) => t.slice().iter().any(|&v| holds_set(v)),
        _ => key.is_set(),
    }
}
