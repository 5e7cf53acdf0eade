//! Functions that complete a picture by its symmetry.

use std::ops::Range;

use super::cut::View;
use super::gaps::{Gaps, Planes, UNKNOWN, common};
use super::{Desk, Layer};

/// Empty cells take the colour of their image, about the middle of the layer: 0 left and right, 1 top
/// and bottom, 2 both; in a square also 3 at the main diagonal, 4 quarter turns, 5 all eight.
pub fn mirrored(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let turns: &[i32] = match k {
        0 => &[4],
        1 => &[5],
        2 => &[4, 5, 2],
        3 => &[6],
        4 => &[1, 2, 3],
        5 => &[4, 5, 2, 6, 7, 1, 3],
        _ => return None,
    };
    (k <= 2 || x.height == x.width).then_some(())?;
    (x.set_cells() > 0).then_some(())?;
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    out.copy_from_slice(x.cells);
    for &turn in turns {
        let view = View::new(turn, x.height, x.width);
        for row in 0..x.height {
            for col in 0..x.width {
                let cell = &mut out[row * x.width + col];
                let image = x.cells[view.index(row, col)];
                *cell = if *cell == 0 { image } else { *cell };
            }
        }
    }
    Some(())
}

/// Empty cells take the colour of their image about the axis that suits set cells best: 0 left and
/// right, 1 top and bottom, 2 both. Does not apply if set cells contradict each axis.
pub fn mended(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let turns: &[i32] = match k {
        0 => &[4],
        1 => &[5],
        2 => &[4, 5],
        _ => return None,
    };
    (x.set_cells() >= 2).then_some(())?;
    let mut gaps = Gaps::new(x, Some(0));
    for &turn in turns {
        Fold::best(&gaps, &Planes::new(&gaps, 0), turn)?.fill(&mut gaps);
    }
    gaps.write(x, desk)
}

/// A symmetry of a picture: it equals itself turned in one of the eight ways and moved.
#[derive(Clone, Copy)]
struct Fold {
    turn: i32,
    down: isize,
    right: isize,
    /// Known cells whose image is known, and the same.
    agreeing: u32,
}

impl Fold {
    /// The symmetry of a kind that most known cells agree with and none contradict; that nearest to
    /// the middle among equals. At least half of the picture must overlap its image.
    fn best(gaps: &Gaps, planes: &Planes, turn: i32) -> Option<Fold> {
        let turned = Planes::new(gaps, turn);
        let (height, width) = (gaps.height as isize, gaps.width as isize);
        let (area, side) = (gaps.cells().len(), height.max(width));
        let downs = if turn == 4 { 0..=0 } else { 1 - side..=side - 1 };
        let mut best: Option<Fold> = None;
        for down in downs {
            let rows = common(gaps.height, turned.height, down);
            if 2 * rows * gaps.width < area {
                continue;
            }
            // Other moves would make glide reflections of the mirrors.
            let rights = match turn {
                5 => 0..=0,
                6 => -down..=-down,
                7 => down - (height - width)..=down - (height - width),
                _ => 1 - side..=side - 1,
            };
            for right in rights {
                let overlap = rows * common(gaps.width, turned.width, right);
                let needed = best.map_or(0, |best| best.agreeing as usize);
                if 2 * overlap < area || overlap < needed {
                    continue;
                }
                let Some(agreeing) = planes.agreement(&turned, down, right) else { continue };
                let fold = Fold { turn, down, right, agreeing };
                if best.is_none_or(|b| fold.rank() > b.rank()) && fold.pairs(gaps) {
                    best = Some(fold);
                }
            }
        }
        best
    }

    /// What the best symmetry has most of.
    fn rank(&self) -> (u32, isize) {
        (self.agreeing, -(self.down.abs() + self.right.abs()))
    }

    /// Whether any two known cells are images of each other: those on the axis alone prove nothing.
    fn pairs(&self, gaps: &Gaps) -> bool {
        // No axis is longer than the longer side.
        if self.agreeing as usize > gaps.height.max(gaps.width) {
            return true;
        }
        let cells = gaps.cells();
        self.agreeing > 0
            && Images::new(self, gaps)
                .any(|(i, j)| j != i && cells[i] != UNKNOWN && cells[j] != UNKNOWN)
    }

    /// Gives unknown cells the colour of their image, unless known cells contradict that; says how
    /// many were filled.
    fn fill(&self, gaps: &mut Gaps) -> usize {
        let images = Images::new(self, gaps);
        let cells = gaps.cells_mut();
        let differ = |a: u8, b: u8| a != b && a != UNKNOWN && b != UNKNOWN;
        if images.any(|(i, j)| differ(cells[i], cells[j])) {
            return 0;
        }
        let mut filled = 0;
        images.for_each(|(i, j)| {
            if cells[i] == UNKNOWN {
                cells[i] = cells[j];
                filled += usize::from(cells[i] != UNKNOWN);
            }
        });
        filled
    }
}

/// The cells that have an image inside the picture, row by row.
struct Images {
    view: View,
    width: usize,
    down: isize,
    right: isize,
    rows: Range<usize>,
    cols: Range<usize>,
}

impl Images {
    fn new(fold: &Fold, gaps: &Gaps) -> Images {
        let view = View::new(fold.turn, gaps.height, gaps.width);
        let inside = |side: usize, other: usize, by: isize| {
            let start = by.max(0) as usize;
            start..start + common(side, other, by)
        };
        let rows = inside(gaps.height, view.height, fold.down);
        let cols = inside(gaps.width, view.width, fold.right);
        Images { view, width: gaps.width, down: fold.down, right: fold.right, rows, cols }
    }

    /// The pairs of a cell's number and that of its image in a row.
    #[inline]
    fn of_row(&self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let image_row = row.wrapping_add_signed(-self.down);

        self.cols.clone().map(move |col| {
            let image = self.view.index(image_row, col.wrapping_add_signed(-self.right));
            (row * self.width + col, image)
        })
    }

    /// Whether any pair of a cell and its image is as asked.
    #[inline]
    fn any(&self, wanted: impl Fn((usize, usize)) -> bool) -> bool {
        self.rows.clone().any(|row| self.of_row(row).any(&wanted))
    }

    /// Does something with each cell and its image.
    #[inline]
    fn for_each(&self, mut f: impl FnMut((usize, usize))) {
        self.rows.clone().for_each(|row| self.of_row(row).for_each(&mut f));
    }
}

/// Fills unknown cells by all symmetries found; says whether none is left.
pub(super) fn complete(gaps: &mut Gaps) -> bool {
    // A cell has seven images at most, so fewer known ones cannot do.
    let unknown = gaps.unknown();
    if 7 * (gaps.cells().len() - unknown) < unknown {
        return false;
    }
    let planes = Planes::new(gaps, 0);
    let start = gaps.clone();
    // Turns are looked for only where mirrors do not do: they have many more places to try.
    let mut folds = [4, 5, 6, 7, 2, 1].map(|_| None);
    for (i, turn) in [4, 5, 6, 7, 2, 1].into_iter().enumerate() {
        folds[i] = Fold::best(&start, &planes, turn);
        // What did not help does not help again.
        if (i == 3 || i > 3 && folds[i].is_some()) && fill_by(gaps, folds) {
            return true;
        }
    }
    false
}

/// Fills unknown cells by these symmetries, the surest first, as long as that helps; says whether
/// none is left.
fn fill_by(gaps: &mut Gaps, mut folds: [Option<Fold>; 6]) -> bool {
    folds.sort_by_key(|fold| std::cmp::Reverse(fold.map_or(0, |fold| fold.agreeing)));
    let mut left = gaps.unknown();
    loop {
        let before = left;
        for fold in folds.iter().flatten() {
            left -= fold.fill(gaps);
        }
        if left == 0 || left == before {
            return left == 0;
        }
    }
}
