//! Grids of another size that features are taken from: parts, enlarged and repeated grids, blocks.

use super::facts::{Facts, commonest, slot};
use super::{NONE, Plane};

/// A plane of its own.
pub type Made = (usize, usize, Vec<i8>);

/// What [`block`] can say of a block.
pub const SUMMARIES: usize = 7;

/// Length of a part, of `n` equal ones with `gap` lines between them.
pub fn side(length: usize, n: usize, gap: usize) -> Option<usize> {
    let left = length.checked_sub(gap * n.checked_sub(1)?)?;
    (left > 0 && left.is_multiple_of(n)).then(|| left / n)
}

/// Part `k` of a grid cut into `rows` x `cols` equal parts with `gap` lines between them; nothing if it cannot be.
pub fn part(grid: Plane<'_>, rows: usize, cols: usize, gap: usize, k: usize) -> Option<Made> {
    let (h, w) = (side(grid.height, rows, gap)?, side(grid.width, cols, gap)?);
    if k >= rows * cols {
        return None;
    }
    let (top, left) = (k / cols * (h + gap), k % cols * (w + gap));
    let cells =
        (0..h * w).map(|at| grid.cells[(top + at / w) * grid.width + left + at % w]).collect();
    Some((h, w, cells))
}

/// Each cell `rows` x `cols` times as large.
pub fn scale(grid: Plane<'_>, rows: usize, cols: usize) -> Option<Made> {
    let (h, w) = enlarged(grid, rows, cols)?;
    let cells =
        (0..h * w).map(|at| grid.cells[at / w / rows * grid.width + at % w / cols]).collect();
    Some((h, w, cells))
}

/// The grid `rows` x `cols` times; with `mirror` every other copy is mirrored.
pub fn tile(grid: Plane<'_>, rows: usize, cols: usize, mirror: bool) -> Option<Made> {
    let (h, w) = enlarged(grid, rows, cols)?;
    let fold = |at: usize, side: usize| match mirror && at / side % 2 == 1 {
        true => side - 1 - at % side,
        false => at % side,
    };
    let cells = (0..h * w)
        .map(|at| grid.cells[fold(at / w, grid.height) * grid.width + fold(at % w, grid.width)]);
    Some((h, w, cells.collect()))
}

fn enlarged(grid: Plane<'_>, rows: usize, cols: usize) -> Option<(usize, usize)> {
    let (h, w) = (grid.height.checked_mul(rows)?, grid.width.checked_mul(cols)?);
    (h > 0 && w > 0 && h <= 60 && w <= 60).then_some((h, w))
}

/// One number for each block of `height` x `width` cells, blocks with `gap` lines between them: 0 the commonest
/// colour, 1 the commonest that is not background, 2 the rarest, 3 how many cells are not background, 4 how many
/// colours, 5 the first cell, 6 whether the block has more than one colour.
pub fn block(
    grid: Plane<'_>,
    height: usize,
    width: usize,
    gap: usize,
    what: usize,
) -> Option<Made> {
    let number = |length: usize, side: usize| {
        let n = (length + gap) / (side + gap).max(1);
        (side > 0 && n > 0 && n * (side + gap) == length + gap).then_some(n)
    };
    let (h, w) = (number(grid.height, height)?, number(grid.width, width)?);
    let facts = Facts::new(grid);
    let value = |at: usize| {
        let (top, left) = (at / w * (height + gap), at % w * (width + gap));
        let mut counts = [0; 16];
        for r in top..top + height {
            for &colour in &grid.cells[r * grid.width + left..][..width] {
                counts[slot(colour)] += 1;
            }
        }
        summary(&facts, &counts, what, grid.cells[top * grid.width + left])
    };
    Some((h, w, (0..h * w).map(value).collect()))
}

/// One number for each of `rows` x `cols` blocks, however large they are; numbers as for [`block`].
pub fn lattice(grid: Plane<'_>, rows: usize, cols: usize, gap: usize, what: usize) -> Option<Made> {
    let (height, width) = (side(grid.height, rows, gap)?, side(grid.width, cols, gap)?);
    block(grid, height, width, gap, what)
}

fn summary(facts: &Facts<'_>, counts: &[usize; 16], what: usize, first: i8) -> i8 {
    let colours = counts.iter().filter(|&&n| n > 0).count();
    let ink = counts.iter().sum::<usize>() - counts[slot(facts.background)];
    let main = super::facts::commonest_but(counts, facts.background);
    match what {
        0 => commonest(counts),
        1 if main == NONE => facts.background,
        1 => main,
        2 => super::facts::rarest_but(counts, NONE),
        3 => super::small(ink),
        4 => super::small(colours),
        5 => first,
        _ => (colours > 1) as i8,
    }
}

/// A plane as a grid: what is no colour becomes 0.
pub fn clean(cells: &[i8]) -> Vec<u8> {
    cells.iter().map(|&v| if (0..10).contains(&v) { v as u8 } else { 0 }).collect()
}
