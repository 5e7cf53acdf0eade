//! Reading a container element by element.

use super::layout::{self, Layout};
use super::{Fault, Value, View};

/// The elements of a tuple or set in iteration order.
#[derive(Clone, Copy)]
pub struct Items<'a> {
    view: View<'a>,
    lay: Layout,
    next: usize,
    len: usize,
}

impl<'a> Items<'a> {
    /// The elements of `value`; a `type` fault when it is no container.
    #[inline]
    pub fn of(lay: Layout, value: Value<'a>) -> Result<Items<'a>, Fault> {
        let view = value.view();
        let len = match view {
            View::Int(_) | View::Fn => return Err(Fault::Type),
            View::Pair(..) => 2,
            View::Cell(_) => 2 + lay.is_batt() as usize,
            View::Row(r) => r.len(),
            View::Grid(g) => g.height,
            View::Tuple(s) | View::Set(s) => s.len(),
            View::Bits(b) => b.count_ones() as usize,
            View::Cells(k) | View::Poses(k) => k.len(),
        };
        Ok(Items { view, lay, next: 0, len })
    }

    /// The element at a place, counted from the first one of the container.
    #[inline]
    pub fn get(&self, i: usize) -> Option<Value<'a>> {
        if i >= self.len {
            return None;
        }
        Some(match self.view {
            View::Pair(a, b) => Value::Int(if i == 0 { a } else { b } as i64),
            View::Cell(c) => cell_part(self.lay, c, i),
            View::Row(r) => Value::Int(r[i] as i64),
            View::Grid(g) => row_value(self.lay, g.row(i)),
            View::Tuple(s) | View::Set(s) => s[i],
            View::Bits(b) => Value::Int(nth_bit(b, i)),
            View::Cells(k) => Value::Cell(k[i]),
            View::Poses(k) => pair_of(k[i]),
            View::Int(_) | View::Fn => return None,
        })
    }
}

/// The pair that a packed position stands for.
#[inline]
pub fn pair_of<'a>(pos: u32) -> Value<'a> {
    Value::Pair(layout::row(pos), layout::col(pos))
}

/// A row of a grid as a value of its own: shares the grid's memory.
#[inline]
pub fn row_value<'a>(lay: Layout, row: &'a [i8]) -> Value<'a> {
    match *row {
        [] => Value::UNIT,
        [a, b] => Value::Pair(a as i32, b as i32),
        [r, c, colour] if lay.is_batt() => {
            Value::Cell(lay.cell(colour, layout::pos_unchecked(r as i32, c as i32)))
        }
        _ => Value::Row(super::RowPtr::new(row)),
    }
}

#[inline]
fn cell_part<'a>(lay: Layout, cell: u32, i: usize) -> Value<'a> {
    let pos = lay.pos(cell);
    match (lay.is_batt(), i) {
        (false, 0) | (true, 2) => Value::Int(lay.colour(cell) as i64),
        (false, _) => pair_of(pos),
        (true, 0) => Value::Int(layout::row(pos) as i64),
        (true, _) => Value::Int(layout::col(pos) as i64),
    }
}

fn nth_bit(mut bits: u64, n: usize) -> i64 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as i64
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    #[inline]
    fn next(&mut self) -> Option<Value<'a>> {
        if let View::Bits(bits) = &mut self.view {
            // Taking bits away keeps this linear; `len` shrinks instead of `next` growing.
            let bit = (*bits != 0).then(|| Value::Int(bits.trailing_zeros() as i64));
            *bits &= bits.wrapping_sub(1);
            self.len = bits.count_ones() as usize;
            return bit;
        }
        // Handed on as it is: taken out and wrapped again, it would be moved in odd parts.
        let item = self.get(self.next);
        self.next += item.is_some() as usize;
        item
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Items<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.next == self.len {
            return None;
        }
        self.len -= 1;
        let last = Items { len: self.len + 1, ..*self }.get(self.len);
        if let View::Bits(bits) = &mut self.view {
            *bits &= !(1 << (63 - bits.leading_zeros()));
        }
        last
    }
}

impl ExactSizeIterator for Items<'_> {}
