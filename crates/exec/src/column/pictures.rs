//! Columns of grids of two colours, and of their parts.
//!
//! A set drawn on a canvas of its own, turned, and read again is still the set: only its box and
//! how it is turned change.

use lang::{Kernel, Op};

use super::masks::Masks;
use super::sets::call_cost;
use super::{Column, Walk};
use crate::value::Value;

/// What a column of pictures holds.
#[derive(Clone, Copy)]
pub enum Picture<'a> {
    /// Empty grids of some heights and widths.
    Canvas { colour: i8, sides: &'a [(i32, i32)] },
    /// Sets of cells of one colour.
    Object { colour: i8, masks: Masks<'a> },
    /// Sets of cells painted on empty grids of another colour.
    Drawn(Drawn<'a>),
    /// The positions that were painted.
    Found(Drawn<'a>),
}

/// Positions inside grids of some heights and widths, the whole then turned.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    colour: i8,
    masks: Masks<'a>,
    sides: &'a [(i32, i32)],
    turn: Option<Kernel>,
}

/// Number of cells of a grid, both sides positive.
fn area(sides: (i32, i32)) -> u64 {
    sides.0 as u64 * sides.1 as u64
}

fn small_int(x: Column<'_>) -> Option<i8> {
    let Column::Same(Value::Int(n)) = x else { return None };
    i8::try_from(n).ok()
}

impl<'a> Walk<'_, 'a> {
    fn pictured(&self, picture: Picture<'a>) -> Option<Column<'a>> {
        Some(Column::Picture(self.cx.arena.one(picture)))
    }

    /// `canvas` of one colour.
    pub(super) fn canvases(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (colour, Column::Pairs(sides)) = (small_int(x)?, y) else { return None };
        let fits = |side: i32| 0 < side && side <= 64;
        if !sides.iter().all(|sides| fits(sides.0) && fits(sides.1)) {
            return None;
        }
        self.list(op, 1)?;
        self.total += sides.iter().map(|&s| call_cost(op, [1, 1], area(s))).sum::<u64>();
        self.pictured(Picture::Canvas { colour, sides })
    }

    /// `recolor` of sets of positions.
    pub(super) fn coloured(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        if let Column::Moved(moved) = y {
            return self.coloured_patch(op, x, moved);
        }
        let (colour, Column::Masks(masks)) = (small_int(x)?, y) else { return None };
        self.list(op, 1)?;
        let cost = |&size: &u32| call_cost(op, [1, size as u64], size as u64);
        self.total += masks.sizes.iter().map(cost).sum::<u64>();
        self.pictured(Picture::Object { colour, masks: *masks })
    }

    /// `paint` of sets of cells on empty grids that they do not leave.
    pub(super) fn painted(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Picture(x), Column::Picture(y)) = (x, y) else { return None };
        let (&Picture::Canvas { colour: empty, sides }, &Picture::Object { colour, masks }) =
            (x, y)
        else {
            return None;
        };
        let inside = |i: usize| {
            let ((top, left), (height, width)) = (masks.corners[i], masks.sides[i]);
            top >= 0 && left >= 0 && top + height <= sides[i].0 && left + width <= sides[i].1
        };
        if empty == colour || !masks.tight || !(0..self.len).all(inside) {
            return None;
        }
        self.list(op, 1)?;
        let cost =
            |i: usize| call_cost(op, [area(sides[i]), masks.sizes[i] as u64], area(sides[i]));
        self.total += (0..self.len).map(cost).sum::<u64>();
        self.pictured(Picture::Drawn(Drawn { colour, masks, sides, turn: None }))
    }

    /// `rot90`, `rot180` or `rot270` of a drawn set.
    pub(super) fn turned(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Picture(&Picture::Drawn(drawn)) = x else { return None };
        if drawn.turn.is_some() {
            return None;
        }
        self.list(op, 1)?;
        let cost = |&sides: &(i32, i32)| call_cost(op, [area(sides), 0], area(sides));
        self.total += drawn.sides.iter().map(cost).sum::<u64>();
        self.pictured(Picture::Drawn(Drawn { turn: Some(op.kernel()), ..drawn }))
    }

    /// `ofcolor` of the colour that was painted.
    pub(super) fn found(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Picture(&Picture::Drawn(drawn)), colour) = (x, small_int(y)?) else {
            return None;
        };
        if colour != drawn.colour {
            return None;
        }
        self.list(op, 1)?;
        let sized = drawn.sides.iter().zip(drawn.masks.sizes);
        let cost = |(&sides, &size)| call_cost(op, [area(sides), 1], size as u64);
        self.total += sized.map(cost).sum::<u64>();
        self.pictured(Picture::Found(drawn))
    }

    /// `equality` of sets of positions.
    pub(super) fn equal_sets(
        &mut self,
        op: Op,
        x: Column<'a>,
        y: Column<'a>,
    ) -> Option<Column<'a>> {
        let (sizes, out) = match (x, y) {
            (Column::Masks(a), Column::Masks(b)) => {
                ([a.sizes, b.sizes], self.collect(|i| a.equal(b, i) as i32))
            }
            (Column::Masks(a), Column::Picture(Picture::Found(drawn)))
            | (Column::Picture(Picture::Found(drawn)), Column::Masks(a))
                if a.tight =>
            {
                ([a.sizes, drawn.masks.sizes], self.collect(|i| drawn.equal(a, i) as i32))
            }
            _ => return None,
        };
        self.list(op, 1)?;
        let cost = |i: usize| call_cost(op, [sizes[0][i] as u64, sizes[1][i] as u64], 1);
        self.total += (0..self.len).map(cost).sum::<u64>();
        Some(out)
    }
}

impl<'a> Drawn<'a> {
    /// Corner and sides of the box of what was drawn.
    fn place(&self, i: usize) -> ((i32, i32), (i32, i32)) {
        let ((top, left), (height, width)) = (self.masks.corners[i], self.masks.sides[i]);
        let (below, behind) = (self.sides[i].0 - top - height, self.sides[i].1 - left - width);
        match self.turn {
            Some(Kernel::Rot90) => ((left, below), (width, height)),
            Some(Kernel::Rot180) => ((below, behind), (height, width)),
            Some(Kernel::Rot270) => ((behind, top), (width, height)),
            _ => ((top, left), (height, width)),
        }
    }

    /// Whether what was drawn is a set whose box is known to be tight: most differ in their boxes
    /// already.
    fn equal(&self, other: &Masks<'a>, i: usize) -> bool {
        if (other.corners[i], other.sides[i]) != self.place(i)
            || other.sizes[i] != self.masks.sizes[i]
        {
            return false;
        }
        let (height, width) = (self.masks.sides[i].0 - 1, self.masks.sides[i].1 - 1);
        let has = |(row, col): (i32, i32)| other.lines(i)[row as usize] >> col & 1 == 1;
        let there = |row: i32, col: i32| {
            has(match self.turn {
                Some(Kernel::Rot90) => (col, height - row),
                Some(Kernel::Rot180) => (height - row, width - col),
                Some(Kernel::Rot270) => (width - col, row),
                _ => (row, col),
            })
        };
        let mut rows = self.masks.lines(i).iter().zip(0..);
        rows.all(|(&line, row)| {
            let mut bits = line;
            while bits != 0 && there(row, bits.trailing_zeros() as i32) {
                bits &= bits - 1;
            }
            bits == 0
        })
    }
}
