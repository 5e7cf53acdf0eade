//! Regions: cells of a layer that hang together.

use crate::layers::{Desk, Layer, MAX_AREA, MAX_LIST};

/// A step to a neighbour: rows down, columns to the right.
pub type Step = (isize, isize);

/// Left, right, up, down, then the diagonals in the same order. This order decides ties.
pub const STEPS: [Step; 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The cells next to a cell, with or without the diagonal ones.
pub fn neighbours(x: Layer<'_>, cell: usize, diagonal: bool) -> impl Iterator<Item = usize> {
    let (height, width) = (x.height, x.width);
    let (row, col) = (cell / width, cell % width);
    let steps = if diagonal { &STEPS[..] } else { &STEPS[..4] };
    steps.iter().filter_map(move |&(down, right)| {
        // Before the first row or column wraps to a huge number.
        let (r, c) = (row.wrapping_add_signed(down), col.wrapping_add_signed(right));
        (r < height && c < width).then(|| r * width + c)
    })
}

/// The smallest box around some cells, all four sides inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// First row.
    pub top: u8,
    /// First column.
    pub left: u8,
    /// Last row.
    pub bottom: u8,
    /// Last column.
    pub right: u8,
}

impl Bounds {
    /// Around no cell at all.
    pub const NONE: Bounds = Bounds { top: u8::MAX, left: u8::MAX, bottom: 0, right: 0 };

    /// Widens the box so that it holds this cell.
    pub fn add(&mut self, row: usize, col: usize) {
        let (row, col) = (row as u8, col as u8);
        self.top = self.top.min(row);
        self.left = self.left.min(col);
        self.bottom = self.bottom.max(row);
        self.right = self.right.max(col);
    }

    /// Its rows.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.top as usize..self.bottom as usize + 1
    }

    /// Its columns.
    pub fn cols(&self) -> std::ops::Range<usize> {
        self.left as usize..self.right as usize + 1
    }

    /// Adds the part of a layer in this box to the desk, each cell shown as `show` says.
    pub fn cut(&self, x: Layer<'_>, desk: &mut Desk, show: impl Fn(usize) -> u8) -> Option<()> {
        let (rows, cols) = (self.rows(), self.cols());
        let row = x.row.saturating_add(self.top as i16);
        let col = x.col.saturating_add(self.left as i16);
        let out = desk.sheet(row, col, rows.len(), cols.len())?;
        for (line, r) in out.chunks_exact_mut(cols.len()).zip(rows) {
            for (cell, at) in line.iter_mut().zip(r * x.width + cols.start..) {
                *cell = show(at);
            }
        }
        Some(())
    }
}

/// The regions of a layer, numbered from 1 in the reading order of their first cells.
pub struct Regions {
    /// The region of each cell, 0 for none.
    pub label: Vec<u16>,
    /// How many there are.
    pub count: usize,
}

/// Links a cell to the neighbours before it that have its key. `links` lead to earlier cells of the
/// same region, those of first cells to themselves.
#[inline]
fn link(keys: &[u8], links: &mut [u16], at: usize, (row, width): (usize, usize), diagonal: bool) {
    let like = |ok: bool, back: usize| ok && keys[at - back] == keys[at];
    let (left, right, below) = (at > row, at + 1 < row + width, row > 0);
    if like(below, width) {
        join(links, at, at - width);
        // With diagonal contact whatever else touches this cell touches the one above it.
        if !diagonal && like(left, 1) {
            join(links, at, at - 1);
        }
        return;
    }
    if like(left, 1) {
        join(links, at, at - 1);
    } else if diagonal && like(left && below, width + 1) {
        join(links, at, at - width - 1);
    }
    if diagonal && like(right && below, width - 1) {
        join(links, at, at - width + 1);
    }
}

/// Makes one region of those of two cells: the later first cell is linked to the earlier one.
#[inline]
fn join(links: &mut [u16], a: usize, b: usize) {
    let first = |mut at: usize| {
        while links[at] as usize != at {
            at = links[at] as usize;
        }
        at
    };
    let (a, b) = (first(a), first(b));
    links[a.max(b)] = a.min(b) as u16;
}

impl Regions {
    /// Neighbours with equal keys belong together; cells with key 0 belong nowhere.
    #[inline]
    pub fn of(x: Layer<'_>, key: impl Fn(u8) -> u8, diagonal: bool) -> Regions {
        let (area, width) = (x.cells.len(), x.width);
        let mut keys = [0; MAX_AREA];
        let keys = &mut keys[..area];
        (0..area).for_each(|at| keys[at] = key(x.cells[at]));
        let keys = &*keys;
        let mut label = vec![0; area];
        let mut count = 0;
        for row in (0..area).step_by(width) {
            for at in (row..row + width).filter(|&at| keys[at] != 0) {
                label[at] = at as u16;
                link(keys, &mut label, at, (row, width), diagonal);
            }
        }
        // Links lead to earlier cells, which have their numbers already.
        for at in (0..area).filter(|&at| keys[at] != 0) {
            if label[at] as usize == at {
                count += 1;
                label[at] = count as u16;
            } else {
                label[at] = label[label[at] as usize];
            }
        }
        Regions { label, count }
    }

    /// The regions of cells that are not transparent, whatever their colours.
    pub fn set(x: Layer<'_>, diagonal: bool) -> Regions {
        Regions::of(x, |cell| (cell != 0) as u8, diagonal)
    }

    /// The regions of one colour each.
    pub fn coloured(x: Layer<'_>, diagonal: bool) -> Regions {
        Regions::of(x, |cell| cell, diagonal)
    }

    /// The regions of transparent cells, without diagonal contact.
    pub fn empty(x: Layer<'_>) -> Regions {
        Regions::of(x, |cell| (cell == 0) as u8, false)
    }

    /// How many cells each region has, by its number.
    pub fn sizes(&self) -> Vec<u16> {
        let mut sizes = vec![0; self.count + 1];
        for &label in self.label.iter().filter(|&&label| label != 0) {
            sizes[label as usize] += 1;
        }
        sizes
    }

    /// The boxes of the regions, by their numbers.
    pub fn bounds(&self, x: Layer<'_>) -> Vec<Bounds> {
        let mut bounds = vec![Bounds::NONE; self.count + 1];
        for (row, line) in self.label[..x.cells.len()].chunks_exact(x.width).enumerate() {
            for (col, &label) in line.iter().enumerate().filter(|(_, label)| **label != 0) {
                bounds[label as usize].add(row, col);
            }
        }
        bounds
    }

    /// Which regions have a cell at the edge of the layer, by their numbers.
    pub fn at_edge(&self, x: Layer<'_>) -> Vec<bool> {
        let mut edge = vec![false; self.count + 1];
        for col in 0..x.width {
            edge[self.label[col] as usize] = true;
            edge[self.label[(x.height - 1) * x.width + col] as usize] = true;
        }
        for row in 0..x.height {
            edge[self.label[row * x.width] as usize] = true;
            edge[self.label[(row + 1) * x.width - 1] as usize] = true;
        }
        edge
    }

    /// Adds each region that is `wanted` to the desk, cropped to its box, its own cells in the
    /// colours that `show` gives them.
    pub fn cut(
        &self,
        x: Layer<'_>,
        desk: &mut Desk,
        wanted: impl Fn(usize) -> bool,
        show: impl Fn(usize) -> u8,
    ) -> Option<()> {
        let wanted = |number: &usize| wanted(*number);
        if !(1..=MAX_LIST).contains(&(1..=self.count).filter(wanted).count()) {
            return None;
        }
        let bounds = self.bounds(x);
        for number in (1..=self.count).filter(wanted) {
            let own = |cell| if self.label[cell] as usize == number { show(cell) } else { 0 };
            bounds[number].cut(x, desk, own)?;
        }
        Some(())
    }
}

/// How many transparent regions a layer has that do not touch its edge.
pub fn holes(x: Layer<'_>) -> usize {
    let regions = Regions::empty(x);
    let edge = regions.at_edge(x);
    (1..=regions.count).filter(|&number| !edge[number]).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::testing::Picture;

    #[test]
    fn numbers_come_in_reading_order() {
        let p = Picture::new(&["1.2", ".12", "3.."]);
        let regions = Regions::coloured(p.layer(), true);
        assert_eq!((&regions.label[..9], regions.count), (&[1, 0, 2, 0, 1, 2, 3, 0, 0][..], 3));
        assert_eq!(Regions::set(p.layer(), true).count, 1);
        assert_eq!(Regions::coloured(p.layer(), false).count, 4);
        assert_eq!(regions.sizes()[..4], [0, 2, 2, 1]);
        assert_eq!(regions.bounds(p.layer())[1], Bounds { top: 0, left: 0, bottom: 1, right: 1 });
    }

    #[test]
    fn holes_do_not_touch_the_edge() {
        assert_eq!(holes(Picture::new(&["11111", "1.1.1", "11111", "1..1."]).layer()), 2);
        assert_eq!(holes(Picture::new(&["..", ".."]).layer()), 0);
    }
}
