//! Numbers that sort like elements: integers, positions and cells are compared by them.

use std::cmp::Ordering;

use super::raw::{self, Obj};
use crate::convert::objects::View;

/// Bits of a part in a rank. The bits above three parts tell kinds and lengths apart, one bit for each.
pub const PART: u32 = 20;
const KIND: u32 = 3 * PART;
const INT: u64 = 1 << KIND;
const PAIR: u64 = 1 << (KIND + 1);
const TRIPLE: u64 = 1 << (KIND + 2);
const NESTED: u64 = 1 << (KIND + 3);

/// The kinds of some ranks.
#[derive(Default)]
pub struct Kinds(u64);

impl Kinds {
    #[inline(always)]
    pub fn note(&mut self, rank: u64) {
        self.0 |= rank >> KIND;
    }

    pub fn are_one(&self) -> bool {
        self.0.is_power_of_two()
    }
}

/// A number that sorts like an integer, position or cell with parts that are not large.
#[inline(always)]
pub unsafe fn rank(view: View, element: Obj) -> Option<u64> {
    unsafe {
        if let Some(&[a, b]) = view.tuple(element) {
            let a = part(view, a)?;
            return Some(match view.tuple(b) {
                Some(&[row, col]) => of_parts(NESTED, [a, part(view, row)?, part(view, col)?]),
                None => of_parts(PAIR, [a, part(view, b)?, 0]),
            });
        }
        if let Some(&[a, b, c]) = view.tuple(element) {
            return Some(of_parts(TRIPLE, [part(view, a)?, part(view, b)?, part(view, c)?]));
        }
        Some(of_parts(INT, [part(view, element)?, 0, 0]))
    }
}

#[inline(always)]
pub fn of_parts(kind: u64, [a, b, c]: [u64; 3]) -> u64 {
    kind | a << (2 * PART) | b << PART | c
}

/// What is added to the offset of an integer to make it a part.
const ZERO: u64 = 1 << (PART - 1);

/// A number of [`PART`] bits that sorts like an integer; nothing where it does not fit.
#[inline(always)]
unsafe fn part(view: View, int: Obj) -> Option<u64> {
    let part = unsafe { view.ints.far_offset(int)? }.wrapping_add(ZERO as i64) as u64;
    (part >> PART == 0).then_some(part)
}

/// The smallest or largest element of a set whose elements have ranks of one kind, and its rank.
#[inline(always)]
pub unsafe fn ranked_extreme(view: View, set: Obj, wanted: Ordering) -> Option<(u64, Obj)> {
    // Turned over, the largest is the smallest.
    let turn = if wanted == Ordering::Greater { u64::MAX } else { 0 };
    let mut kinds = Kinds::default();
    let mut best = (u64::MAX, std::ptr::null_mut());
    unsafe {
        raw::each(set, |element| {
            let rank = rank(view, element)?;
            kinds.note(rank);
            if rank ^ turn < best.0 {
                best = (rank ^ turn, element);
            }
            Some(())
        })?;
    }
    kinds.are_one().then_some((best.0 ^ turn, best.1))
}
