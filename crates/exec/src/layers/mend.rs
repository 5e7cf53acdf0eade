//! Functions that find the period of a picture, and fill what is unknown by it.

mod repeat;

use std::ops::RangeInclusive;

use super::gaps::{Gaps, Planes, UNKNOWN};
use super::{Desk, Layer, bits, symmetry};
use repeat::{Lattice, Shift};

/// What is looked for: the repetition with the fewest classes of equal cells, fewer than a bound.
struct Hunt<'a> {
    gaps: &'a Gaps,
    planes: Planes,
    /// Moves down and moves across that known cells do not contradict, a bit for each.
    down: u64,
    across: u64,
    /// Whether it must leave no cell unknown.
    whole: bool,
    /// Classes that are too many.
    bound: usize,
}

impl<'a> Hunt<'a> {
    /// For any repetition of at most so many classes.
    fn new(gaps: &'a Gaps, whole: bool, most: usize) -> Hunt<'a> {
        let bound = gaps.cells().len().min(most + 1);
        let planes = Planes::new(gaps, 0);
        let fits = |down: usize, right: usize| {
            let fit = planes.agreement(&planes, down as isize, right as isize).is_some();
            u64::from(fit) << (down + right)
        };
        // Moves beyond the picture fit.
        let down = (1..gaps.height.min(bound)).fold(0, |all, by| all | fits(by, 0));
        let across = (1..gaps.width.min(bound)).fold(0, |all, by| all | fits(0, by));
        let (down, across) = (down | 1 << gaps.height, across | 1 << gaps.width);
        Hunt { gaps, planes, down, across, whole, bound }
    }

    /// Whether the cells that a lattice makes equal are so, and all known if they must be.
    fn holds(&self, lattice: Lattice) -> bool {
        (!self.whole || lattice.covers(&self.planes)) && lattice.agrees(&self.planes)
    }

    /// The best straight lattice with these many rows and columns.
    fn lattice(
        &mut self,
        rows: RangeInclusive<usize>,
        cols: RangeInclusive<usize>,
    ) -> Option<Lattice> {
        let mut best = None;
        for rows in rows.filter(|&rows| self.down >> rows & 1 == 1) {
            for cols in cols.clone().take_while(|&cols| rows * cols < self.bound) {
                let lattice = Lattice { rows, cols, slant: 0 };
                if self.across >> cols & 1 == 1 && self.holds(lattice) {
                    best = Some(lattice);
                    break;
                }
            }
            // Later ones must be better.
            self.bound = best.map_or(self.bound, |best| best.rows * best.cols);
        }
        best
    }

    /// The best slanted lattice. A slant that does not show is none, so the last ones are not tried.
    fn slanted(&mut self) -> Option<Lattice> {
        let mut best = None;
        let inside = self.across & bits::first(self.gaps.width);
        for rows in 1..self.gaps.height {
            let mut slants = None;
            let all = (2..self.gaps.width).take_while(|&cols| rows * cols < self.bound);
            for cols in all.filter(|&cols| inside >> cols & 1 == 1) {
                let slants: &Slants = slants.get_or_insert_with(|| Slants::new(&self.planes, rows));
                let lattices = (1..cols).filter(|&slant| slants.fit(slant, cols));
                let mut lattices = lattices.map(|slant| Lattice { rows, cols, slant });
                if let Some(found) = lattices.find(|&lattice| self.holds(lattice)) {
                    best = Some(found);
                    break;
                }
            }
            self.bound = best.map_or(self.bound, |best| best.rows * best.cols);
        }
        best
    }

    /// The best lattice, straight rather than slanted.
    fn any_lattice(&mut self) -> Option<Lattice> {
        let straight = self.lattice(1..=self.gaps.height, 1..=self.gaps.width);
        self.slanted().or(straight)
    }

    /// The best repetition in one direction, or the best one neither down nor across, that leaves
    /// no cell unknown.
    fn shift(&mut self, oblique: bool) -> Option<Shift> {
        let mut best = None;
        for down in usize::from(oblique)..self.gaps.height {
            for way in [1, -1] {
                // Straight down counts once, and straight across only to the right.
                let first = isize::from(oblique || way < 0 || down == 0);
                let end = if down == 0 && way < 0 { first } else { self.gaps.width as isize };
                for right in first..end {
                    let shift = Shift { down, right: way * right };
                    let classes = shift.classes(self.gaps);
                    if classes >= self.bound {
                        break;
                    }
                    if self.fills(shift) {
                        (best, self.bound) = (Some(shift), classes);
                    }
                }
            }
        }
        best
    }

    /// Whether a repetition in one direction agrees with what is known and leaves nothing unknown.
    fn fills(&self, shift: Shift) -> bool {
        let planes = &self.planes;
        planes.agreement(planes, shift.down as isize, shift.right).is_some()
            && shift.covers(planes)
            && shift.agrees(planes)
    }
}

/// Which moves down by some rows and to either side known cells do not contradict, a bit for each.
struct Slants {
    right: u64,
    left: u64,
}

impl Slants {
    /// Tries all moves down by so many rows.
    fn new(planes: &Planes, rows: usize) -> Slants {
        let fits = |right: isize| {
            let fit = planes.agreement(planes, rows as isize, right).is_some();
            u64::from(fit) << right.unsigned_abs()
        };
        let reach = planes.width as isize;
        let right = (1..reach).fold(0, |all, by| all | fits(by));
        let left = (1..reach).fold(0, |all, by| all | fits(-by));
        Slants { right, left }
    }

    /// Whether both ways to the copies below fit.
    fn fit(&self, slant: usize, cols: usize) -> bool {
        self.right >> slant & self.left >> (cols - slant) & 1 == 1
    }
}

/// The smallest tile that the picture repeats down and across: 0 exactly, 1 with empty cells unknown.
pub fn sublattice(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (k == 0 || k == 1 && x.set_cells() > 0).then_some(())?;
    let gaps = Gaps::new(x, (k == 1).then_some(0));
    let lattice = Hunt::new(&gaps, false, x.cells.len()).lattice(1..=x.height, 1..=x.width)?;
    let tile = lattice.tile(&gaps);
    let out = desk.sheet(x.row, x.col, lattice.rows, lattice.cols)?;
    for (to, from) in out.iter_mut().zip(tile) {
        *to = if from == UNKNOWN { 0 } else { from };
    }
    Some(())
}

/// Continues a pattern into empty cells by its smallest period: 0 down and across, 1 only down, 2 only
/// across, 3 a single oblique step, 4 like 0 but some cells may stay empty, 5 like 0 but the rows of
/// tiles may be moved against each other.
pub fn period(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let (known, area) = (x.set_cells(), x.cells.len());
    (known > 0 && known < area).then_some(())?;
    let found = Gaps::new(x, Some(0));
    // A class that has no known cell stays unknown.
    let (whole, most) = if k == 4 { (false, area) } else { (true, known) };
    let mut hunt = Hunt::new(&found, whole, most);
    let (height, width) = (x.height, x.width);
    let mut gaps = found.clone();
    match k {
        0 | 4 => hunt.lattice(1..=height, 1..=width)?.fill(&mut gaps),
        1 => hunt.lattice(1..=height, width..=width)?.fill(&mut gaps),
        2 => hunt.lattice(height..=height, 1..=width)?.fill(&mut gaps),
        3 => hunt.shift(true)?.fill(&mut gaps),
        5 => hunt.any_lattice()?.fill(&mut gaps),
        _ => return None,
    }
    (gaps.unknown() < area - known).then_some(())?;
    gaps.write(x, desk)
}

/// Fills the cells of colour `k` by the period of the picture, or else by its symmetry; with 10 more,
/// gives only the box around the filled cells. Does not apply if any stays unknown.
pub fn patch(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (0..20).contains(&k).then_some(())?;
    let colour = (k % 10) as u8;
    let unknown = x.cells.iter().filter(|&&cell| cell == colour).count();
    (unknown > 0 && unknown < x.cells.len()).then_some(())?;
    let mut gaps = Gaps::new(x, Some(colour));
    if !repeat(&mut gaps, x.cells.len() - unknown) && !symmetry::complete(&mut gaps) {
        return None;
    }
    if k < 10 { gaps.write(x, desk) } else { write_patch(x, colour, &gaps, desk) }
}

/// Fills a picture with so many known cells by its smallest period in any directions, if they bear
/// that out: there must be two of them for each class of equal cells. Says whether that was done.
fn repeat(gaps: &mut Gaps, known: usize) -> bool {
    let mut hunt = Hunt::new(gaps, true, known / 2);
    let lattice = hunt.any_lattice();
    // Only better ones are still looked for.
    let shift = hunt.shift(false);
    match (shift, lattice) {
        (Some(shift), _) => shift.fill(gaps),
        (None, Some(lattice)) => lattice.fill(gaps),
        (None, None) => return false,
    }
    true
}

/// Writes the part of a filled picture that lies in the box around the cells of a colour before.
fn write_patch(x: Layer<'_>, colour: u8, filled: &Gaps, desk: &mut Desk) -> Option<()> {
    let places = || (0..x.cells.len()).filter(|&i| x.cells[i] == colour);
    let (top, bottom) = (places().next()? / x.width, places().next_back()? / x.width);
    let left = places().map(|i| i % x.width).min()?;
    let right = places().map(|i| i % x.width).max()?;
    let (row, col) = (x.row.saturating_add(top as i16), x.col.saturating_add(left as i16));
    let out = desk.sheet(row, col, bottom - top + 1, right - left + 1)?;
    let rows = filled.cells().chunks_exact(x.width).skip(top);
    for (to, from) in out.chunks_exact_mut(right - left + 1).zip(rows) {
        to.copy_from_slice(&from[left..=right]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mosaics_are_patched_at_the_edge() {
        // All eight symmetries about a middle at 15.5: the first two columns have no mirror image.
        let ring = |i: usize| (2 * i).abs_diff(31) / 2;
        let colour = |r: usize, c: usize| {
            let (low, high) = (ring(r).min(ring(c)), ring(r).max(ring(c)));
            1 + ((low * 31 + high * 17 + low * low * high * 7) % 11 % 8) as u8
        };
        let wanted: Vec<u8> = (0..900).map(|i| colour(i / 30, i % 30)).collect();
        for (top, left) in [(3, 0), (0, 20), (16, 16), (24, 3), (2, 2)] {
            let hidden = |i: &usize| {
                (top..top + 5).contains(&(i / 30)) && (left..left + 6).contains(&(i % 30))
            };
            let mut cells = wanted.clone();
            (0..900).filter(hidden).for_each(|i| cells[i] = 9);
            let x = Layer { row: 0, col: 0, height: 30, width: 30, cells: &cells };
            let mut desk = Desk::new();
            assert_eq!(patch(x, 9, &mut desk), Some(()), "{top} {left}");
            assert_eq!(desk.layer(0).cells, wanted, "{top} {left}");
        }
    }
}
