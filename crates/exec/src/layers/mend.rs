//! Functions that find the period of a picture, and fill what is unknown by it.

use super::gaps::{Gaps, Planes, UNKNOWN};
use super::{Desk, Layer, MAX_AREA, MAX_SIDE, symmetry};

/// A repetition in two directions: each `rows` down, moved right by `slant`, and each `cols` across.
#[derive(Clone, Copy)]
struct Lattice {
    rows: usize,
    cols: usize,
    slant: usize,
}

impl Lattice {
    /// For each cell of a picture the number of the tile's cell that it equals.
    fn classes(self, height: usize, width: usize) -> impl Iterator<Item = usize> {
        (0..height).flat_map(move |row| {
            let moved = row / self.rows * self.slant % self.cols;
            let base = row % self.rows * self.cols;
            (base..base + self.cols).cycle().skip(self.cols - moved).take(width)
        })
    }

    /// The colours of the tile; nothing if known cells contradict the repetition.
    fn tile(self, gaps: &Gaps) -> Option<[u8; MAX_AREA]> {
        let mut tile = [UNKNOWN; MAX_AREA];
        for (&cell, class) in gaps.cells().iter().zip(self.classes(gaps.height, gaps.width)) {
            let known = &mut tile[class];
            if *known == UNKNOWN {
                *known = cell;
            } else if cell != UNKNOWN && cell != *known {
                return None;
            }
        }
        Some(tile)
    }

    /// Fills unknown cells by the repetition.
    fn fill(self, gaps: &mut Gaps) -> Option<()> {
        let tile = self.tile(gaps)?;
        let classes = self.classes(gaps.height, gaps.width);
        for (cell, class) in gaps.cells_mut().iter_mut().zip(classes) {
            // What is known equals the tile.
            *cell = tile[class];
        }
        Some(())
    }
}

/// A repetition in one direction.
#[derive(Clone, Copy)]
struct Shift {
    down: usize,
    right: isize,
}

impl Shift {
    /// How many classes of equal cells a picture has.
    fn classes(self, gaps: &Gaps) -> usize {
        let (high, wide) = (gaps.height - self.down, gaps.width - self.right.unsigned_abs());
        gaps.height * gaps.width - high * wide
    }

    /// Fills unknown cells by the repetition, forth and back; nothing if known cells contradict it.
    fn fill(self, gaps: &mut Gaps) -> Option<()> {
        let width = gaps.width;
        let from = self.right.max(0) as usize;
        let to = width - self.right.min(0).unsigned_abs();
        let way = (self.down * width) as isize + self.right;
        let ends = move |row: usize| (from..to).map(move |col| row * width + col);
        let rows = self.down..gaps.height;
        let cells = gaps.cells_mut();
        for at in rows.clone().flat_map(ends) {
            let before = cells[at.wrapping_add_signed(-way)];
            if cells[at] == UNKNOWN {
                cells[at] = before;
            } else if before != UNKNOWN && before != cells[at] {
                return None;
            }
        }
        for at in rows.rev().flat_map(|row| ends(row).rev()) {
            let before = at.wrapping_add_signed(-way);
            if cells[before] == UNKNOWN {
                cells[before] = cells[at];
            }
        }
        Some(())
    }
}

/// Which moves of a picture known cells do not contradict.
struct Moves {
    fits: [[bool; 2 * MAX_SIDE]; MAX_SIDE],
}

impl Moves {
    /// Tries all moves, or only those straight down or across.
    fn new(gaps: &Gaps, slanted: bool) -> Moves {
        let planes = Planes::new(gaps, 0);
        let mut fits = [[false; 2 * MAX_SIDE]; MAX_SIDE];
        let reach = gaps.width as isize - 1;
        for (down, fits) in fits[..gaps.height].iter_mut().enumerate() {
            let (left, right) = if slanted || down == 0 { (-reach, reach) } else { (0, 0) };
            for right in left..=right {
                let fit = planes.agreement(&planes, down as isize, right).is_some();
                fits[(MAX_SIDE as isize + right) as usize] = fit;
            }
        }
        Moves { fits }
    }

    /// Whether a move fits; one beyond the picture does.
    fn fit(&self, gaps: &Gaps, down: usize, right: isize) -> bool {
        let beyond = down >= gaps.height || right.unsigned_abs() >= gaps.width;
        beyond || self.fits[down][(MAX_SIDE as isize + right) as usize]
    }

    /// Whether all shortest moves of a lattice fit.
    fn fit_all(&self, gaps: &Gaps, lattice: Lattice) -> bool {
        let Lattice { rows, cols, slant } = lattice;
        let (slant, cols) = (slant as isize, cols as isize);
        let back = slant == 0 || self.fit(gaps, rows, slant - cols);
        back && self.fit(gaps, 0, cols) && self.fit(gaps, rows, slant)
    }
}

/// What is looked for: the repetition with the fewest classes of equal cells, fewer than a bound.
struct Hunt<'a> {
    gaps: &'a Gaps,
    moves: Moves,
    /// Whether it must leave no cell unknown.
    whole: bool,
    /// Classes that are too many.
    bound: usize,
}

impl<'a> Hunt<'a> {
    /// For any repetition at all.
    fn new(gaps: &'a Gaps, slanted: bool, whole: bool) -> Hunt<'a> {
        let area = gaps.cells().len();
        // A class that has no known cell stays unknown.
        let bound = if whole { area.min(area - gaps.unknown() + 1) } else { area };
        Hunt { gaps, moves: Moves::new(gaps, slanted), whole, bound }
    }

    /// Whether the cells that a lattice makes equal are so, and all known if they must be.
    fn holds(&self, lattice: Lattice) -> bool {
        let count = lattice.rows * lattice.cols;
        let known = |tile: [u8; MAX_AREA]| tile[..count].iter().all(|&c| c != UNKNOWN);
        self.moves.fit_all(self.gaps, lattice)
            && lattice.tile(self.gaps).is_some_and(|tile| !self.whole || known(tile))
    }

    /// The best lattice with these many rows and columns, straight or slanted.
    fn lattice(
        &mut self,
        rows: std::ops::RangeInclusive<usize>,
        cols: std::ops::RangeInclusive<usize>,
        slanted: bool,
    ) -> Option<Lattice> {
        let mut best = None;
        for rows in rows {
            for cols in cols.clone() {
                if rows * cols >= self.bound {
                    break;
                }
                let slants = if slanted { 1..cols } else { 0..1 };
                let mut lattices = slants.map(|slant| Lattice { rows, cols, slant });
                if let Some(found) = lattices.find(|&lattice| self.holds(lattice)) {
                    (best, self.bound) = (Some(found), rows * cols);
                }
            }
        }
        best
    }

    /// The best lattice, straight rather than slanted.
    fn any_lattice(&mut self) -> Option<Lattice> {
        let (height, width) = (self.gaps.height, self.gaps.width);
        let straight = self.lattice(1..=height, 1..=width, false);
        // A slant that does not show is none, so the last ones need not be tried.
        self.lattice(1..=height - 1, 1..=width - 1, true).or(straight)
    }

    /// The best repetition in one direction, or the best one neither down nor across; the picture
    /// filled by it.
    fn shift(&mut self, oblique: bool) -> Option<Gaps> {
        let reach = self.gaps.width as isize - 1;
        let mut best = None;
        for down in 0..self.gaps.height {
            for right in (0..=reach).chain((1..=reach).map(|right| -right)) {
                let shift = Shift { down, right };
                let useless =
                    if oblique { down == 0 || right == 0 } else { down == 0 && right <= 0 };
                let worse = shift.classes(self.gaps) >= self.bound;
                if useless || worse || !self.moves.fit(self.gaps, down, right) {
                    continue;
                }
                let mut filled = self.gaps.clone();
                if shift.fill(&mut filled).is_some() && (!self.whole || filled.unknown() == 0) {
                    self.bound = shift.classes(self.gaps);
                    best = Some(filled);
                }
            }
        }
        best
    }
}

/// The smallest tile that the picture repeats down and across: 0 exactly, 1 with empty cells unknown.
pub fn sublattice(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (k == 0 || k == 1 && x.set_cells() > 0).then_some(())?;
    let gaps = Gaps::new(x, (k == 1).then_some(0));
    let lattice = Hunt::new(&gaps, false, false).lattice(1..=x.height, 1..=x.width, false)?;
    let tile = lattice.tile(&gaps)?;
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
    let mut gaps = Gaps::new(x, Some(0));
    let unknown = gaps.unknown();
    let (height, width) = (x.height, x.width);
    (unknown > 0 && unknown < height * width).then_some(())?;
    let found = gaps.clone();
    let mut hunt = Hunt::new(&found, k == 3 || k == 5, k != 4);
    match k {
        0 | 4 => hunt.lattice(1..=height, 1..=width, false)?.fill(&mut gaps)?,
        1 => hunt.lattice(1..=height, width..=width, false)?.fill(&mut gaps)?,
        2 => hunt.lattice(height..=height, 1..=width, false)?.fill(&mut gaps)?,
        3 => gaps = hunt.shift(true)?,
        5 => hunt.any_lattice()?.fill(&mut gaps)?,
        _ => return None,
    }
    (gaps.unknown() < unknown).then_some(())?;
    gaps.write(x, desk)
}

/// Fills the cells of colour `k` by the period of the picture, or else by its symmetry; with 10 more,
/// gives only the box around the filled cells. Does not apply if any stays unknown.
pub fn patch(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (0..20).contains(&k).then_some(())?;
    let mut gaps = Gaps::new(x, Some((k % 10) as u8));
    let unknown = gaps.unknown();
    (unknown > 0 && unknown < x.cells.len()).then_some(())?;
    if let Some(filled) = repeated(&gaps) {
        gaps = filled;
    } else if !symmetry::complete(&mut gaps) {
        return None;
    }
    if k < 10 { gaps.write(x, desk) } else { write_patch(x, (k % 10) as u8, &gaps, desk) }
}

/// The picture filled by its smallest period in any directions, if known cells bear that out: there
/// must be two of them for each class of equal cells.
fn repeated(gaps: &Gaps) -> Option<Gaps> {
    let known = gaps.cells().len() - gaps.unknown();
    let mut hunt = Hunt::new(gaps, true, true);
    hunt.bound = hunt.bound.min(known / 2 + 1);
    let lattice = hunt.any_lattice();
    // Only better ones are still looked for.
    hunt.shift(false).or_else(|| {
        let mut filled = gaps.clone();
        lattice?.fill(&mut filled)?;
        Some(filled)
    })
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
    use super::super::testing::{drawn, placed, survive};
    use super::*;

    #[test]
    fn smallest_tiles() {
        assert_eq!(drawn(sublattice, 0, "12121/34343/12121"), "12/34");
        assert_eq!(drawn(sublattice, 0, "1.1./1.1."), "1.");
        assert_eq!(drawn(sublattice, 0, "12/34"), "");
        assert_eq!(drawn(sublattice, 1, "12.2/.434/1.1."), "12/34");
        assert_eq!(drawn(sublattice, 1, "...."), "");
    }

    #[test]
    fn patterns_go_on() {
        assert_eq!(drawn(period, 0, "1212../34..../......"), "121212/343434/121212");
        assert_eq!(drawn(period, 0, "123..."), "123123");
        assert_eq!(drawn(period, 0, "1.2.."), "", "not all can be known");
        assert_eq!(drawn(period, 4, "1.2..."), "1.21.2");
        assert_eq!(drawn(period, 1, "123/4.6/123/..."), "");
        assert_eq!(drawn(period, 1, "123/456/1.3/..."), "123/456/123/456");
        assert_eq!(drawn(period, 2, "12./34."), "121/343");
        assert_eq!(drawn(period, 3, "1234/.123/..12"), "");
        assert_eq!(drawn(period, 3, "1234/5123/6.12/76.1"), "1234/5123/6512/7651");
        assert_eq!(drawn(period, 0, "12"), "");
        assert_eq!(drawn(period, 0, ".."), "");
    }

    #[test]
    fn slanted_patterns_go_on() {
        let x = "123..../23...../3....../......./......./......./.......";
        let wanted = "1231231/2312312/3123123/1231231/2312312/3123123/1231231";
        assert_eq!(drawn(period, 5, x), wanted);
        assert_eq!(
            drawn(patch, 0, "123123/231..1/31...2/12..23/231231"),
            "123123/231231/312312/123123/231231"
        );
    }

    #[test]
    fn patched_by_period() {
        let x = "121212/399434/129912/343434";
        assert_eq!(drawn(patch, 9, x), "121212/343434/121212/343434");
        assert_eq!(placed(patch, 19, x), Some((3, 4, "434/212".into())));
        assert_eq!(drawn(patch, 8, x), "");
        assert_eq!(drawn(patch, 9, "999"), "");
    }

    #[test]
    fn patched_by_single_steps() {
        // Each row is the one above moved right by one, and new colours come in at the left.
        let x = "1357246/8135724/2819972/4289957/6428135/5642813";
        let wanted = "1357246/8135724/2813572/4281357/6428135/5642813";
        assert_eq!(drawn(patch, 9, x), wanted);
        assert_eq!(drawn(patch, 19, x), "35/13");
    }

    #[test]
    fn patched_by_symmetry() {
        // Symmetric about a middle that is not that of the picture: one column more at the left.
        let x = "51234321/62576752/73686863/73686993/62576992/51234321";
        let wanted = "51234321/62576752/73686863/73686863/62576752/51234321";
        assert_eq!(drawn(patch, 9, x), wanted);
        assert_eq!(placed(patch, 19, x), Some((5, 8, "86/75".into())));
        // At the diagonal alone.
        let x = "12345/26781/37993/48992/51321";
        assert_eq!(drawn(patch, 9, x), "");
        let x = "12345/26781/37413/49162/59321";
        assert_eq!(drawn(patch, 9, x), "12345/26781/37413/48162/51321");
    }

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

    #[test]
    fn anything_goes() {
        survive(&[sublattice, period, patch]);
    }
}
