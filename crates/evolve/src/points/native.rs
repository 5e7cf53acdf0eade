//! The scores of the built-in differs, on packed grids.

use exec::data::TaskGrid;
use exec::value::Grid;

use crate::differs::{BUILTIN, PERFECT};

/// What there is to know of an expected output before any candidate comes.
#[derive(Debug)]
pub struct Target {
    height: usize,
    width: usize,
    cells: Box<[i8]>,
    palette: Palette,
    /// By cell, 1 where it is an object of one cell.
    dots: Box<[u8]>,
    dot_count: u32,
}

impl Target {
    /// Looks at the expected output.
    pub fn new(grid: &TaskGrid) -> Target {
        let (height, width, cells) = (grid.height(), grid.width(), grid.cells());
        let colours = Colours::of(cells);
        let mut dots = vec![0; cells.len()].into_boxed_slice();
        mark_dots(cells, width, colours.most, &mut dots);
        let dot_count = count(&dots);
        Target { height, width, cells: cells.into(), palette: colours.palette, dots, dot_count }
    }

    /// The scores of a candidate with at least one cell, in the order of
    /// [`crate::differs::NAMES`].
    pub fn scores(&self, candidate: &Grid<'_>) -> [u32; BUILTIN] {
        let colours = Colours::of(candidate.cells);
        let (own, target) = (colours.palette, self.palette);
        let common = own.and(target).len();
        let (equal, extra_dots, missing_dots) = self.compare(candidate, colours.most);
        let cells = candidate.cells.len().max(self.cells.len());
        let same_shape = (candidate.height, candidate.width) == (self.height, self.width);
        [
            less(own.len() - common),
            less(target.len() - common),
            less(extra_dots),
            less(missing_dots),
            // At most 2^16 cells: 32 bits hold a thousand times that.
            PERFECT * equal / cells as u32,
            PERFECT * same_shape as u32,
            PERFECT * common / (own.len() + target.len() - common),
        ]
    }

    /// Equal cells, and the dots that only one of the two has.
    fn compare(&self, candidate: &Grid<'_>, most: i8) -> (u32, u32, u32) {
        let mut here = [0; STACK_CELLS];
        let mut large = Vec::new();
        let dots = match here.get_mut(..candidate.cells.len()) {
            Some(dots) => dots,
            None => {
                large.resize(candidate.cells.len(), 0);
                &mut large[..]
            }
        };
        mark_dots(candidate.cells, candidate.width, most, dots);
        let (equal, common) = self.in_common(candidate, dots);
        (equal, count(dots) - common, self.dot_count - common)
    }

    /// Equal cells at equal places, and those of them that are dots in both.
    fn in_common(&self, candidate: &Grid<'_>, dots: &[u8]) -> (u32, u32) {
        if candidate.width == self.width {
            let cells = self.cells.iter().zip(&self.dots);
            return in_common(candidate.cells.iter().zip(dots), cells);
        }
        let own = candidate.cells.chunks_exact(candidate.width);
        let own = own.zip(dots.chunks_exact(candidate.width));
        let other = self.cells.chunks_exact(self.width).zip(self.dots.chunks_exact(self.width));
        own.zip(other).fold((0, 0), |(equal, common), ((a, a_dots), (b, b_dots))| {
            let row = in_common(a.iter().zip(a_dots), b.iter().zip(b_dots));
            (equal + row.0, common + row.1)
        })
    }
}

/// Cells of candidates whose marks live on the stack: the grids of tasks have at most 900.
const STACK_CELLS: usize = 1024;

fn in_common<'c>(
    a: impl Iterator<Item = (&'c i8, &'c u8)>,
    b: impl Iterator<Item = (&'c i8, &'c u8)>,
) -> (u32, u32) {
    a.zip(b).fold((0, 0), |(equal, common), ((a, a_dot), (b, b_dot))| {
        let same = (a == b) as u32;
        (equal + same, common + (same & (a_dot & b_dot) as u32))
    })
}

/// 1000 - 100 for each thing that is wrong, at least 0.
fn less(wrong: u32) -> u32 {
    PERFECT.saturating_sub(wrong.saturating_mul(100))
}

fn count(marks: &[u8]) -> u32 {
    marks.iter().map(|&mark| mark as u32).sum()
}

/// Marks the objects of one cell: cells without a neighbour of their colour above, below, left
/// or right, and not of the most frequent colour. Marks start as 0.
fn mark_dots(cells: &[i8], width: usize, most: i8, marks: &mut [u8]) {
    let mut join = |from: usize, to: usize, apart: usize| {
        for i in from..to.saturating_sub(apart) {
            marks[i] |= (cells[i] == cells[i + apart]) as u8;
        }
        for i in from..to.saturating_sub(apart) {
            marks[i + apart] |= (cells[i] == cells[i + apart]) as u8;
        }
    };
    join(0, cells.len(), width);
    (0..cells.len()).step_by(width).for_each(|row| join(row, row + width, 1));
    for (mark, &cell) in marks.iter_mut().zip(cells) {
        *mark = (*mark == 0 && cell != most) as u8;
    }
}

/// A set of colours, one bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Palette([u64; 4]);

impl Palette {
    fn insert(&mut self, colour: i8) {
        let at = colour as u8 as usize;
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn and(self, other: Palette) -> Palette {
        Palette(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// The colours of a grid.
struct Colours {
    palette: Palette,
    /// The most frequent one, the smallest where several are.
    most: i8,
}

impl Colours {
    /// Looks at the cells, of which there is at least one.
    fn of(cells: &[i8]) -> Colours {
        let everyday = cells.iter().fold(0, |all, &cell| all | cell as u8) < 16;
        if everyday { Colours::everyday(cells) } else { Colours::of_any(cells) }
    }

    /// Colours below 16: counting one after the other beats a table, since it is done in blocks.
    fn everyday(cells: &[i8]) -> Colours {
        let counts = (0..16).map(|colour| {
            let in_block = |block: &[i8]| block.iter().map(|&c| (c == colour) as u8).sum::<u8>();
            (colour, cells.chunks(255).map(|block| in_block(block) as u32).sum())
        });
        Colours::counted(counts)
    }

    fn of_any(cells: &[i8]) -> Colours {
        let mut table = [0; 256];
        cells.iter().for_each(|&cell| table[(cell as i16 + 128) as usize] += 1);
        Colours::counted((i8::MIN..=i8::MAX).zip(table))
    }

    /// From the counts of colours in ascending order.
    fn counted(counts: impl Iterator<Item = (i8, u32)>) -> Colours {
        let mut found = Colours { palette: Palette::default(), most: 0 };
        let mut largest = 0;
        for (colour, count) in counts.filter(|(_, count)| *count > 0) {
            found.palette.insert(colour);
            if count > largest {
                (found.most, largest) = (colour, count);
            }
        }
        found
    }
}
