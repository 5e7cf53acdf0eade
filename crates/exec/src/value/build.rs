//! Making values: each constructor gives the one form that its value has.

use super::layout::{self, Layout};
use super::{Fault, Func, FuncKind, Grid, GridPtr, Header, Items, Keys, R, RowPtr, Seq, Value};
use crate::arena::Arena;
use crate::value::items::row_value;
use crate::value::keys::sort_dedup;
use crate::value::order::{canonical, equal};
use crate::value::seen::Seen;

/// Levels that values and calls may nest; recursion over values goes no deeper.
pub const DEPTH_LIMIT: u32 = 256;

/// Largest number of elements in one value, counted through nested containers.
pub const SIZE_LIMIT: u64 = 1 << 17;

/// Makes values in an arena for one dialect.
#[derive(Clone, Copy)]
pub struct Maker<'a> {
    /// Where values live.
    pub arena: &'a Arena,
    /// How cells are packed.
    pub lay: Layout,
}

/// Checks a size before memory is taken for it.
#[inline]
pub fn check_size(size: u64) -> Result<(), Fault> {
    if size > SIZE_LIMIT { Err(Fault::Budget) } else { Ok(()) }
}

impl<'a> Maker<'a> {
    /// The elements of a container, or a `type` fault.
    #[inline]
    pub fn items(&self, v: Value<'a>) -> Result<Items<'a>, Fault> {
        Items::of(self.lay, v)
    }

    /// A tuple of two integers.
    #[inline]
    pub fn pair(&self, a: i64, b: i64) -> Value<'a> {
        match (i32::try_from(a), i32::try_from(b)) {
            (Ok(a), Ok(b)) => Value::Pair(a, b),
            _ => self.general(&[Value::Int(a), Value::Int(b)], Value::Tuple).unwrap_or(Value::UNIT),
        }
    }

    /// The cell of a colour at a position, in the dialect's layout, whatever the numbers.
    #[inline]
    pub fn cell(&self, colour: Value<'a>, row: i64, col: i64) -> R<'a> {
        if let (Value::Int(c), Some(pos)) = (colour, layout::pos(row, col))
            && let Ok(c) = i8::try_from(c)
        {
            return Ok(Value::Cell(self.lay.cell(c, pos)));
        }
        if self.lay.is_batt() {
            self.tuple(&[Value::Int(row), Value::Int(col), colour])
        } else {
            self.tuple(&[colour, self.pair(row, col)])
        }
    }

    /// A row of a grid as a value; shares the row's memory.
    #[inline]
    pub fn row(&self, row: &'a [i8]) -> Value<'a> {
        row_value(self.lay, row)
    }

    /// Unwritten room for a grid; a `budget` fault when it is too large.
    #[inline]
    pub fn new_cells(&self, height: usize, width: usize) -> Result<&'a mut [i8], Fault> {
        let size = height.checked_mul(width).ok_or(Fault::Budget)?;
        check_size(size as u64)?;
        Ok(self.arena.filled(size, 0))
    }

    /// A grid from its cells; no rows give `()`. Sides beyond 65535 take the general form.
    #[inline]
    pub fn grid(&self, height: usize, width: usize, cells: &'a [i8]) -> R<'a> {
        debug_assert_eq!(height * width, cells.len());
        if height == 0 {
            return Ok(Value::UNIT);
        }
        if height > u16::MAX as usize || width > u16::MAX as usize {
            return self.long_grid(height, width, cells);
        }
        Ok(Value::Grid(GridPtr::new(height as u16, width as u16, cells)))
    }

    #[cold]
    fn long_grid(&self, height: usize, width: usize, cells: &'a [i8]) -> R<'a> {
        check_size(height as u64)?;
        let grid = Grid { height, width, cells };
        let rows: Vec<_> = grid.rows().map(|r| self.row(r)).collect();
        self.general(&rows, Value::Tuple)
    }

    /// A set of packed cells, which must ascend without repeats.
    #[inline]
    pub fn cells(&self, keys: &'a [u32]) -> Value<'a> {
        debug_assert!(keys.is_sorted_by(|a, b| a < b));
        if keys.is_empty() { Value::EMPTY } else { Value::Cells(Keys::new(keys)) }
    }

    /// A set of packed positions, which must ascend without repeats.
    #[inline]
    pub fn poses(&self, keys: &'a [u32]) -> Value<'a> {
        debug_assert!(keys.is_sorted_by(|a, b| a < b));
        if keys.is_empty() { Value::EMPTY } else { Value::Poses(Keys::new(keys)) }
    }

    /// A tuple of any elements.
    pub fn tuple(&self, elements: &[Value<'a>]) -> R<'a> {
        match *elements {
            [] => Ok(Value::UNIT),
            [Value::Int(a), Value::Int(b)] => Ok(self.pair(a, b)),
            [Value::Int(_), ..] => self.tuple_from_int(elements),
            [first, ..] => match row_width(first) {
                Some(width) => self.tuple_of_rows(elements, width),
                None => self.general(elements, Value::Tuple),
            },
        }
    }

    /// A tuple whose first element is an integer: a cell, a row, or a general tuple.
    fn tuple_from_int(&self, elements: &[Value<'a>]) -> R<'a> {
        if let Some(cell) = self.packed_cell(elements) {
            return Ok(Value::Cell(cell));
        }
        let small = |v: &Value<'a>| matches!(v, Value::Int(n) if i8::try_from(*n).is_ok());
        if !elements.iter().all(small) {
            return self.general(elements, Value::Tuple);
        }
        check_size(elements.len() as u64)?;
        let row = self.arena.filled(elements.len(), 0i8);
        for (to, v) in row.iter_mut().zip(elements) {
            *to = if let Value::Int(n) = v { *n as i8 } else { 0 };
        }
        Ok(Value::Row(RowPtr::new(row)))
    }

    fn packed_cell(&self, elements: &[Value<'a>]) -> Option<u32> {
        let (colour, row, col) = match *elements {
            [Value::Int(colour), Value::Pair(r, c)] if !self.lay.is_batt() => {
                (colour, r as i64, c as i64)
            }
            [Value::Int(r), Value::Int(c), Value::Int(colour)] if self.lay.is_batt() => {
                (colour, r, c)
            }
            _ => return None,
        };
        Some(self.lay.cell(i8::try_from(colour).ok()?, layout::pos(row, col)?))
    }

    /// A tuple whose first element could be a row of a grid of this width.
    fn tuple_of_rows(&self, elements: &[Value<'a>], width: usize) -> R<'a> {
        let height = elements.len();
        let is_row = |v: &Value<'a>| row_width(*v) == Some(width) && small_row(self.lay, *v);
        if height > u16::MAX as usize || width > u16::MAX as usize || !elements.iter().all(is_row) {
            return self.general(elements, Value::Tuple);
        }
        let cells = self.new_cells(height, width)?;
        for (to, &v) in cells.chunks_exact_mut(width.max(1)).zip(elements) {
            write_row(self.lay, v, to);
        }
        self.grid(height, width, cells)
    }

    /// A set of any elements, in any order, repeats allowed. The slice is used as scratch.
    pub fn set(&self, elements: &mut [Value<'a>]) -> R<'a> {
        let packed = match elements {
            [] => return Ok(Value::EMPTY),
            [Value::Int(_), ..] => self.int_set(elements),
            [Value::Pair(..), ..] => self.pair_set(elements),
            [Value::Cell(_), ..] => self.cell_set(elements),
            _ => None,
        };
        packed.map_or_else(|| self.general_set(elements), Ok)
    }

    fn int_set(&self, elements: &[Value<'a>]) -> Option<Value<'a>> {
        let mut bits = 0u64;
        for v in elements {
            match v {
                Value::Int(n @ 0..64) => bits |= 1 << n,
                _ => return None,
            }
        }
        Some(Value::Bits(bits))
    }

    fn pair_set(&self, elements: &[Value<'a>]) -> Option<Value<'a>> {
        let keys = self.arena.filled(elements.len(), 0u32);
        for (key, v) in keys.iter_mut().zip(elements) {
            *key = match *v {
                Value::Pair(r, c) => layout::pos(r as i64, c as i64)?,
                _ => return None,
            };
        }
        Some(self.poses(sort_dedup(keys)))
    }

    fn cell_set(&self, elements: &[Value<'a>]) -> Option<Value<'a>> {
        let keys = self.arena.filled(elements.len(), 0u32);
        for (key, v) in keys.iter_mut().zip(elements) {
            *key = match *v {
                Value::Cell(c) => c,
                _ => return None,
            };
        }
        Some(self.cells(sort_dedup(keys)))
    }

    fn general_set(&self, elements: &mut [Value<'a>]) -> R<'a> {
        let lay = self.lay;
        if !elements.is_sorted_by(|&a, &b| canonical(lay, a, b).is_lt()) {
            self.sort(elements);
        }
        let mut len = 0;
        for i in 0..elements.len() {
            if i == 0 || !equal(elements[len - 1], elements[i]) {
                elements[len] = elements[i];
                len += 1;
            }
        }
        self.general(&elements[..len], Value::Set)
    }

    /// Sorts into canonical order.
    fn sort(&self, elements: &mut [Value<'a>]) {
        let compare = |a: &Value<'a>, b: &Value<'a>| canonical(self.lay, *a, *b);
        let mark = self.arena.mark();
        let Some(numbers) = self.numbers(elements) else {
            return elements.sort_unstable_by(compare);
        };
        numbers.sort_unstable();
        let unsorted = self.arena.copy(elements);
        for (to, number) in elements.iter_mut().zip(&*numbers) {
            *to = unsorted[*number as u16 as usize];
        }
        let mut start = 0;
        for alike in numbers.chunk_by(|a, b| a >> 16 == b >> 16) {
            if alike.len() > 1 {
                elements[start..start + alike.len()].sort_unstable_by(compare);
            }
            start += alike.len();
        }
        // SAFETY: numbers and copies are not used again.
        unsafe { self.arena.rewind(&mark) };
    }

    /// Packed sets of one kind as numbers, which decide most comparisons without a look at the sets: the first key, how far
    /// the second is from it, and the place of the set; `None` for anything else.
    fn numbers(&self, elements: &[Value<'a>]) -> Option<&'a mut [u64]> {
        let cells = matches!(elements.first()?, Value::Cells(_));
        if elements.len() > 1 << 16 {
            return None;
        }
        let numbers = self.arena.filled(elements.len(), 0);
        for ((place, to), v) in numbers.iter_mut().enumerate().zip(elements) {
            let keys = match v {
                Value::Cells(keys) if cells => keys.slice(),
                Value::Poses(keys) if !cells => keys.slice(),
                _ => return None,
            };
            let apart = keys.get(1).map_or(0, |second| (second - keys[0]).min(0xffff));
            *to = (keys[0] as u64) << 32 | (apart as u64) << 16 | place as u64;
        }
        Some(numbers)
    }

    /// A set of general elements already in canonical order without repeats and known to have
    /// no packed form, such as a part of a `Set` that still is one of objects.
    pub fn set_of_sorted(&self, elements: &[Value<'a>]) -> R<'a> {
        let lay = self.lay;
        debug_assert!(elements.is_sorted_by(|&a, &b| canonical(lay, a, b).is_lt()));
        match elements {
            [] => Ok(Value::EMPTY),
            // Mixed sets may lose what kept them from being packed.
            [Value::Int(_) | Value::Pair(..) | Value::Cell(_), ..] => {
                self.set(&mut elements.to_vec())
            }
            _ => self.general(elements, Value::Set),
        }
    }

    /// The set of all pairs (x, y), where `a` and `b` ascend without repeats and `a` holds sets
    /// only, so that no pair has a packed form.
    pub fn set_of_pairs(&self, a: Items<'a>, b: Items<'a>) -> R<'a> {
        let count = a.len() * b.len();
        let deepest = a.chain(b).map(|v| v.depth()).max().unwrap_or(0);
        let sizes = |items: Items<'a>| items.map(Value::size_as_element).sum::<u64>();
        let size = count as u64 + sizes(a) * b.len() as u64 + sizes(b) * a.len() as u64;
        check_size(size)?;
        if deepest + 1 >= DEPTH_LIMIT {
            return Err(Fault::Budget);
        }
        let all = self.arena.filled(count + 1, Value::Int(0));
        write_header(all, size, deepest + 2);
        let known = |v: Value<'a>| (v, v.size_as_element(), v.depth());
        let seconds: Vec<_> = b.map(known).collect();
        let mut free = all[1..].iter_mut();
        for (x, size_x, depth_x) in a.map(known) {
            for (&(y, size_y, depth_y), to) in seconds.iter().zip(&mut free) {
                let part = self.arena.copy(&[Value::Int(0), x, y]);
                write_header(part, size_x + size_y, depth_x.max(depth_y) + 1);
                // SAFETY: the header was just written before the two parts.
                *to = Value::Tuple(unsafe { Seq::new(&part[1..]) });
            }
        }
        // SAFETY: the header was written before the elements.
        Ok(Value::Set(unsafe { Seq::new(&all[1..]) }))
    }

    /// Header and elements in one piece of memory, under the limits of size and depth.
    fn general(&self, elements: &[Value<'a>], make: fn(Seq<'a>) -> Value<'a>) -> R<'a> {
        let (mut size, mut depth) = (0u64, 0);
        for v in elements {
            size += v.size_as_element();
            depth = depth.max(v.depth());
        }
        check_size(size)?;
        if depth >= DEPTH_LIMIT {
            return Err(Fault::Budget);
        }
        let slots = self.arena.filled(elements.len() + 1, Value::Int(0));
        write_header(slots, size, depth + 1);
        slots[1..].copy_from_slice(elements);
        // SAFETY: the header was just written before the elements.
        Ok(make(unsafe { Seq::new(&slots[1..]) }))
    }

    /// A function made by a builder op.
    pub fn func(&self, op: lang::Op, kind: FuncKind, arity: u8, args: &[Value<'a>]) -> R<'a> {
        let (mut size, mut depth) = (1, 1);
        for v in args {
            let (inner, levels) = match v {
                Value::Op(_) => (1, 0),
                Value::Func(f) => (f.size as u64, f.depth),
                other => (other.size(), other.depth()),
            };
            size += inner;
            depth = depth.max(levels + 1);
        }
        check_size(size)?;
        if depth > DEPTH_LIMIT {
            return Err(Fault::Budget);
        }
        // By number: a copy of unknown length is a call.
        let all = match *args {
            [a, b] => [a, b, Value::Int(0)],
            [a, b, c] => [a, b, c],
            _ => return Err(Fault::Arity),
        };
        Ok(Value::Func(self.arena.one(Func {
            op,
            kind,
            arity,
            depth,
            size: size as u32,
            args: all,
        })))
    }

    /// A copy of a value, in this arena, of all memory for which `moves` holds.
    pub fn copy_where(&self, v: Value<'_>, moves: &dyn Fn(*const u8) -> bool) -> Value<'a> {
        self.copy_seen(v, moves, &mut Seen::within(v))
    }

    /// As [`Maker::copy_where`]; a set that occurs in many places is still shared in the copy.
    fn copy_seen(
        &self,
        v: Value<'_>,
        moves: &dyn Fn(*const u8) -> bool,
        seen: &mut Seen<Value<'a>>,
    ) -> Value<'a> {
        match v.address() {
            Some(address) if moves(address) => self.copy_parts(v, moves, seen),
            // SAFETY: what does not move lives as long as the arena's older values, which the
            // caller keeps; only the lifetime's name changes.
            _ => unsafe { std::mem::transmute::<Value<'_>, Value<'a>>(v) },
        }
    }

    fn copy_parts(
        &self,
        v: Value<'_>,
        moves: &dyn Fn(*const u8) -> bool,
        seen: &mut Seen<Value<'a>>,
    ) -> Value<'a> {
        match v {
            Value::Row(r) => Value::Row(RowPtr::new(self.arena.copy(r.slice()))),
            Value::Grid(g) => {
                let g = g.grid();
                let cells = self.arena.copy(g.cells);
                Value::Grid(GridPtr::new(g.height as u16, g.width as u16, cells))
            }
            Value::Cells(k) => {
                seen.or_make(v, || Value::Cells(Keys::new(self.arena.copy(k.slice()))))
            }
            Value::Poses(k) => {
                seen.or_make(v, || Value::Poses(Keys::new(self.arena.copy(k.slice()))))
            }
            Value::Tuple(s) => self.copy_seq(s, Value::Tuple, moves, seen),
            Value::Set(s) => self.copy_seq(s, Value::Set, moves, seen),
            Value::Func(f) => {
                let args = f.args.map(|v| self.copy_seen(v, moves, seen));
                let Func { op, kind, arity, depth, size, .. } = *f;
                Value::Func(self.arena.one(Func { op, kind, arity, depth, size, args }))
            }
            Value::Int(n) => Value::Int(n),
            Value::Pair(a, b) => Value::Pair(a, b),
            Value::Cell(c) => Value::Cell(c),
            Value::Bits(b) => Value::Bits(b),
            Value::Op(op) => Value::Op(op),
            Value::AnyFn => Value::AnyFn,
            Value::Host(host) => Value::Host(host),
        }
    }

    fn copy_seq(
        &self,
        seq: Seq<'_>,
        make: fn(Seq<'a>) -> Value<'a>,
        moves: &dyn Fn(*const u8) -> bool,
        seen: &mut Seen<Value<'a>>,
    ) -> Value<'a> {
        let (from, header) = (seq.slice(), seq.header());
        let slots = self.arena.filled(from.len() + 1, Value::Int(0));
        write_header(slots, header.size as u64, header.depth);
        for (to, &v) in slots[1..].iter_mut().zip(from) {
            *to = self.copy_seen(v, moves, seen);
        }
        // SAFETY: the header was just written before the elements.
        make(unsafe { Seq::new(&slots[1..]) })
    }
}

/// Puts a header in the place of the first value.
fn write_header(slots: &mut [Value<'_>], size: u64, depth: u32) {
    let header = Header { size: size as u32, depth, pad: 0 };
    assert!(!slots.is_empty());
    // SAFETY: there is a first value; a header has its size and no stricter alignment.
    unsafe { slots.as_mut_ptr().cast::<Header>().write(header) };
}

/// How wide a grid would be that has this value as a row.
fn row_width(v: Value<'_>) -> Option<usize> {
    match v {
        Value::Tuple(t) if t.slice().is_empty() => Some(0),
        Value::Pair(..) => Some(2),
        Value::Cell(_) => Some(3),
        Value::Row(r) => Some(r.slice().len()),
        _ => None,
    }
}

/// Whether all elements of a possible row fit a grid's cells.
fn small_row(lay: Layout, v: Value<'_>) -> bool {
    let small = |n: i32| i8::try_from(n).is_ok();
    match v {
        Value::Pair(a, b) => small(a) && small(b),
        Value::Cell(c) => {
            let pos = lay.pos(c);
            lay.is_batt() && small(layout::row(pos)) && small(layout::col(pos))
        }
        _ => true,
    }
}

fn write_row(lay: Layout, v: Value<'_>, to: &mut [i8]) {
    match v {
        Value::Pair(a, b) => to.copy_from_slice(&[a as i8, b as i8]),
        Value::Cell(c) => {
            let pos = lay.pos(c);
            to.copy_from_slice(&[layout::row(pos) as i8, layout::col(pos) as i8, lay.colour(c)]);
        }
        Value::Row(r) => to.copy_from_slice(r.slice()),
        _ => {}
    }
}
