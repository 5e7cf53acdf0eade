//! Planes: one small number for every cell of a grid, and the families of functions that make them.
//!
//! A family and a number `k` name a feature of cells: the colour of a neighbour, how far the next object is, how
//! large the object is that the cell belongs to. The solver learns decision trees over features, and such a tree
//! is a program over planes: the same functions answer in both, so a tree and its program never differ.
//!
//! All functions are total: any `k`, any values, any size. What does not exist (the neighbour outside, the object
//! of a background cell) is [`NONE`].

mod bases;
mod facts;
mod kin;
mod line;
mod mirror;
mod object;
mod ops;
mod panes;
mod period;
mod place;
mod ray;
mod segment;
mod whole;

pub use bases::{SUMMARIES, block, clean, lattice, part, scale, side, tile};
pub use facts::Facts;
pub use ops::{flat, least, same, select};

/// What a plane holds where there is nothing to say.
pub const NONE: i8 = -1;

/// A rectangle of small numbers: a grid, or what a family makes of one.
///
/// Invariant: `cells.len() == height * width`, rows one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane<'a> {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The numbers.
    pub cells: &'a [i8],
}

impl Plane<'_> {
    /// The number at a place, or [`NONE`] outside.
    #[inline]
    pub fn get(&self, row: isize, col: isize) -> i8 {
        let inside =
            row >= 0 && col >= 0 && row < self.height as isize && col < self.width as isize;
        if inside { self.cells[row as usize * self.width + col as usize] } else { NONE }
    }
}

/// What the numbers of a feature mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A colour: can be compared for equality, and painted.
    Colour,
    /// An amount: can be compared with a bound too.
    Number,
}

/// Features of one sort: a function with a number to choose.
pub struct Family {
    /// Its op's name in the `batt` dialect.
    pub name: &'static str,
    /// Its place in [`TABLE`].
    pub code: u8,
    /// Number of features: `k` is `0..count`. The documentation of its op lists them.
    pub count: i32,
    /// What the numbers of feature `k` mean.
    pub kind: fn(i32) -> Kind,
    /// Writes feature `k` of a grid to a plane of the grid's size.
    pub fill: fn(&Facts<'_>, i32, &mut [i8]),
}

/// All families.
pub static TABLE: &[Family] = &[
    kin::NEAR,
    kin::KIN,
    place::FAMILY,
    mirror::FAMILY,
    ray::FAMILY,
    line::FAMILY,
    object::FAMILY,
    whole::FAMILY,
    whole::RANK,
    period::FAMILY,
];

/// Code of `near_p` in [`TABLE`].
pub const NEAR: u8 = 0;
/// Code of `kin_p`.
pub const KIN: u8 = 1;
/// Code of `place_p`.
pub const PLACE: u8 = 2;
/// Code of `mirror_p`.
pub const MIRROR: u8 = 3;
/// Code of `ray_p`.
pub const RAY: u8 = 4;
/// Code of `line_p`.
pub const LINE: u8 = 5;
/// Code of `object_p`.
pub const OBJECT: u8 = 6;
/// Code of `whole_p`.
pub const WHOLE: u8 = 7;
/// Code of `rank_p`.
pub const RANK: u8 = 8;
/// Code of `period_p`.
pub const PERIOD: u8 = 9;

/// Attributes that [`OBJECT`] has for each way to cut a grid: `k` is the way times this plus the attribute.
pub const ATTRIBUTES: i32 = object::ATTRIBUTES as i32;
/// Attributes that [`PERIOD`] has for each colour that may hide the pattern.
pub const PERIODS: i32 = period::ATTRIBUTES as i32;

/// One feature of a grid on its own; with several features of one grid, keep the [`Facts`].
pub fn feature(grid: Plane<'_>, code: u8, k: i32, out: &mut [i8]) {
    let facts = Facts::new(grid);
    match TABLE.get(code as usize) {
        Some(family) if (0..family.count).contains(&k) => (family.fill)(&facts, k, out),
        _ => out.fill(NONE),
    }
}

/// Writes what a function says of each place.
fn each(facts: &Facts<'_>, out: &mut [i8], mut value: impl FnMut(usize, usize) -> i8) {
    let width = facts.grid.width.max(1);
    for (at, cell) in out.iter_mut().enumerate() {
        *cell = value(at / width, at % width);
    }
}

/// An amount as a plane holds it.
#[inline]
fn small(amount: usize) -> i8 {
    amount.min(127) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_places() {
        for (code, family) in TABLE.iter().enumerate() {
            assert_eq!(family.code as usize, code, "{}", family.name);
            assert!(family.name.ends_with("_p"));
        }
    }

    #[test]
    fn every_feature_is_total() {
        for (height, width) in [(1, 1), (1, 7), (5, 1), (3, 3), (6, 4)] {
            let cells: Vec<i8> = (0..height * width).map(|i| (i * i % 7 % 4) as i8).collect();
            let grid = Plane { height, width, cells: &cells };
            let facts = Facts::new(grid);
            let mut out = vec![0; cells.len()];
            for family in TABLE {
                for k in 0..family.count {
                    (family.fill)(&facts, k, &mut out);
                    let _ = (family.kind)(k);
                }
            }
        }
    }
}
