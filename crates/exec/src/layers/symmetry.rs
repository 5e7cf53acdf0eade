//! Functions that complete a picture by its symmetry.

use super::cut::View;
use super::gaps::{Gaps, Planes, UNKNOWN};
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
    let mut views = [View::new(0, x.height, x.width); 7];
    let views = &mut views[..turns.len()];
    for (view, &turn) in views.iter_mut().zip(turns) {
        *view = View::new(turn, x.height, x.width);
    }
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    for (i, (to, &from)) in out.iter_mut().zip(x.cells).enumerate() {
        let mut images = views.iter().map(|v| x.cells[v.index(i / x.width, i % x.width)]);
        *to = if from != 0 { from } else { images.find(|&c| c != 0).unwrap_or(0) };
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
        let side = height.max(width);
        let downs = if turn == 4 { 0..=0 } else { 1 - side..=side - 1 };
        let mut best: Option<Fold> = None;
        for down in downs {
            // Other moves would make glide reflections of the mirrors.
            let rights = match turn {
                5 => 0..=0,
                6 => -down..=-down,
                7 => down - (height - width)..=down - (height - width),
                _ => 1 - side..=side - 1,
            };
            for right in rights {
                if 2 * planes.overlap(&turned, down, right) < gaps.cells().len() {
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

    /// The number of the cell that a cell is the image of, if it is inside.
    #[inline]
    fn image(&self, view: &View, row: usize, col: usize) -> Option<usize> {
        let row = row.checked_add_signed(-self.down).filter(|&row| row < view.height)?;
        let col = col.checked_add_signed(-self.right).filter(|&col| col < view.width)?;
        Some(view.index(row, col))
    }

    /// Whether any two known cells are images of each other: those on the axis alone prove nothing.
    fn pairs(&self, gaps: &Gaps) -> bool {
        let view = View::new(self.turn, gaps.height, gaps.width);
        let (cells, width) = (gaps.cells(), gaps.width);
        (0..cells.len()).filter(|&i| cells[i] != UNKNOWN).any(|i| {
            let image = self.image(&view, i / width, i % width);
            image.is_some_and(|j| j != i && cells[j] != UNKNOWN)
        })
    }

    /// Gives unknown cells the colour of their image, unless known cells contradict that; says how
    /// many were filled.
    fn fill(&self, gaps: &mut Gaps) -> usize {
        let (height, width) = (gaps.height, gaps.width);
        let view = View::new(self.turn, height, width);
        let cells = gaps.cells_mut();
        let contradicts = (0..height * width).any(|i| {
            let image = self.image(&view, i / width, i % width).map_or(UNKNOWN, |j| cells[j]);
            cells[i] != UNKNOWN && image != UNKNOWN && cells[i] != image
        });
        if contradicts {
            return 0;
        }
        let mut filled = 0;
        for i in 0..height * width {
            if cells[i] == UNKNOWN {
                cells[i] = self.image(&view, i / width, i % width).map_or(UNKNOWN, |j| cells[j]);
                filled += usize::from(cells[i] != UNKNOWN);
            }
        }
        filled
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
        if i >= 3 && fill_by(gaps, folds) {
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

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, survive};
    use super::*;

    #[test]
    fn about_the_middle() {
        assert_eq!(drawn(mirrored, 0, "12../.3.."), "1221/.33.");
        assert_eq!(drawn(mirrored, 1, "12/../3."), "12/../32");
        assert_eq!(drawn(mirrored, 2, "1.../..../...."), "1..1/..../1..1");
        assert_eq!(drawn(mirrored, 3, ".2./..3/..."), ".2./2.3/.3.");
        assert_eq!(drawn(mirrored, 4, "12./.../..."), "121/2.2/121");
        assert_eq!(drawn(mirrored, 4, ".2../..../..../...."), ".2../...2/2.../..2.");
        assert_eq!(drawn(mirrored, 5, ".2../..../..../...."), ".22./2..2/2..2/.22.");
        assert_eq!(drawn(mirrored, 3, "12"), "");
        assert_eq!(drawn(mirrored, 0, ".."), "");
    }

    #[test]
    fn about_the_best_axis() {
        assert_eq!(drawn(mended, 0, ".1231./.4.54."), "");
        assert_eq!(drawn(mended, 0, ".12321./.45.4.."), "");
        assert_eq!(drawn(mended, 0, "12321../45.54../7......"), "12321../45.54../7...7..");
        assert_eq!(drawn(mended, 1, "14/25/3./2./1."), "14/25/3./25/14");
        assert_eq!(drawn(mended, 2, "1231/4..4/...."), "");
        assert_eq!(drawn(mended, 2, "1221/3.../1..."), "1221/3..3/1221");
        assert_eq!(drawn(mended, 0, "..."), "");
    }

    #[test]
    fn anything_goes() {
        survive(&[mirrored, mended]);
    }
}
