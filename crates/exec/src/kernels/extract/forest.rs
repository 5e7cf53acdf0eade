//! Labelling the components of a byte grid.
//!
//! Bits say where runs start and where cells of different runs touch; each touch joins two trees
//! of a forest whose roots are the first runs of their components. Runs are then put together
//! component by component in the order of their keys, so all components, and the set of them,
//! come out sorted.

use super::components::Rules;
use super::runs::{Lines, Run, by_colour, place, write};
use crate::cx::Cx;
use crate::kernels::grid::bits::{WORD, ones, same};
use crate::value::{Grid, Value};

/// The runs of a grid while they are joined. A run is known by its first cell.
///
/// Invariant: `parents[run]` is a run of the same component that is no later.
pub(super) struct Forest<'s> {
    lines: Lines<'s>,
    parents: &'s mut [u32],
}

impl<'s> Forest<'s> {
    /// Finds the runs and joins those that touch.
    pub(super) fn grow<'a: 's>(
        cx: &Cx<'a>,
        grid: &Grid<'a>,
        bg: Option<i8>,
        rules: Rules,
    ) -> Forest<'s> {
        let parents = cx.arena.filled(grid.cells.len(), 0u32);
        parents.iter_mut().zip(0..).for_each(|(parent, n)| *parent = n);
        let mut forest = Forest { lines: Lines::of(cx, grid, bg), parents };
        for row in 0..grid.height {
            forest.join_row(row, rules);
            if row > 0 {
                forest.join_above(row, rules);
            }
        }
        forest
    }

    /// Joins neighbours within a row: runs of different colours unless `univalued`, and runs
    /// that only the end of a word keeps apart.
    #[inline]
    fn join_row(&mut self, row: usize, rules: Rules) {
        for word in 0..self.lines.words {
            let (at, _) = self.lines.word(row, word);
            let n = row * self.lines.words + word;
            if !rules.univalued {
                let members = self.lines.members[n];
                for i in ones(members & members << 1 & self.lines.starts[n]) {
                    self.join(row, word * WORD + i, row, word * WORD + i - 1);
                }
            }
            if word > 0 && self.lines.members[n] & self.lines.members[n - 1] >> (WORD - 1) == 1 {
                let cells = self.lines.cells;
                if !rules.univalued || cells[at] == cells[at - 1] {
                    self.join(row, word * WORD, row, word * WORD - 1);
                }
            }
        }
    }

    /// Joins a row's runs with those above. Touches that follow from others are left out.
    #[inline]
    fn join_above(&mut self, row: usize, rules: Rules) {
        for word in 0..self.lines.words {
            let touch = match rules.univalued {
                true => self.equal_touches(row, word, rules.diagonal),
                false => self.member_touches(row, word, rules.diagonal),
            };
            let col = word * WORD;
            ones(touch.up).for_each(|i| self.join(row, col + i, row - 1, col + i));
            if rules.diagonal {
                ones(touch.left).for_each(|i| self.join(row, col + i, row - 1, col + i - 1));
                ones(touch.right).for_each(|i| self.join(row, col + i, row - 1, col + i + 1));
            }
        }
    }

    /// Touches of cells of one colour.
    #[inline]
    fn equal_touches(&self, row: usize, word: usize, diagonal: bool) -> Touches {
        let (cells, width) = (self.lines.cells, self.lines.width);
        let (at, len) = self.lines.word(row, word);
        let n = row * self.lines.words + word;
        let (starts, members) = (self.lines.starts[n], self.lines.members[n]);
        let up = same(cells, at, at - width, len) & members;
        let (mut left, mut right) = (0, 0);
        if diagonal {
            left = match word {
                0 => same(cells, at + 1, at - width, len - 1) << 1,
                _ => same(cells, at, at - width - 1, len),
            };
            let inner = len.min(width - word * WORD - 1);
            right = same(cells, at, at - width + 1, inner);
        }
        // Inside a run the cells to the left and right have this colour too and touch upwards.
        let ends = starts >> 1 | 1 << (len - 1);
        Touches {
            up: up & (starts | !(up << 1)),
            left: left & members & starts & !up,
            right: right & members & ends & !up,
        }
    }

    /// Touches of cells of any colours.
    #[inline]
    fn member_touches(&self, row: usize, word: usize, diagonal: bool) -> Touches {
        let n = row * self.lines.words + word;
        let (own, above) = (self.lines.members[n], self.lines.members[n - self.lines.words]);
        let up = own & above;
        let (mut left, mut right) = (0, 0);
        if diagonal {
            let before = if word > 0 {
                self.lines.members[n - self.lines.words - 1] >> (WORD - 1)
            } else {
                0
            };
            let more = word + 1 < self.lines.words;
            let after =
                if more { self.lines.members[n - self.lines.words + 1] << (WORD - 1) } else { 0 };
            left = own & (above << 1 | before) & !above;
            right = own & (above >> 1 | after) & !above;
        }
        Touches { up: up & !(up << 1), left: left & !(own << 1), right: right & !(own >> 1) }
    }

    /// The run that a cell belongs to.
    #[inline]
    fn run(&self, row: usize, col: usize) -> u32 {
        let starts = self.lines.starts[row * self.lines.words + col / WORD];
        let upto = starts & u64::MAX >> (WORD - 1 - col % WORD);
        let start = col - col % WORD + (WORD - 1 - upto.leading_zeros() as usize % WORD);
        (row * self.lines.width + start) as u32
    }

    #[inline]
    fn join(&mut self, row: usize, col: usize, other_row: usize, other_col: usize) {
        let (a, b) = (self.run(row, col), self.run(other_row, other_col));
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    #[inline]
    fn root(&mut self, mut run: u32) -> u32 {
        loop {
            let parent = self.parents[run as usize];
            if parent == run {
                return run;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[run as usize] = grandparent;
            run = grandparent;
        }
    }

    /// Writes all cells and lists the components in canonical order.
    pub(super) fn harvest<'a: 's>(
        self,
        cx: &Cx<'a>,
        keys: &'a mut [u32],
        objects: &mut Vec<Value<'a>>,
    ) {
        let Forest { lines, parents } = self;
        let mut runs = lines.runs(cx, |run| {
            // Earlier runs already point at their roots.
            parents[run] = parents[parents[run] as usize];
            parents[run]
        });
        if !cx.is_batt() {
            runs = by_colour(cx, runs);
        }
        // The parents have done their work; now their memory counts the roots' runs.
        let counts = parents;
        counts.fill(0);
        let roots = list_roots(cx, runs, counts);
        let gathered = gather(cx, runs, roots, counts);
        let (mut at, mut first) = (0, 0);
        for root in roots.iter_mut() {
            // All runs are in their places, so the root's next place is its end.
            let end = counts[*root as usize] as usize;
            at = write(cx, &gathered[first..end], keys, at);
            (first, *root) = (end, at as u32);
        }
        let keys: &'a [u32] = keys;
        let mut start = 0;
        for &mut end in roots {
            objects.push(cx.cells(&keys[start..end as usize]));
            start = end as usize;
        }
    }
}

/// Cells of one word that touch cells above, above left and above right.
struct Touches {
    up: u64,
    left: u64,
    right: u64,
}

/// Roots in the order in which they are met; counts their runs.
fn list_roots<'a>(cx: &Cx<'a>, runs: &[Run], counts: &mut [u32]) -> &'a mut [u32] {
    let roots = cx.arena.filled(runs.len(), 0u32);
    let mut len = 0;
    for run in runs {
        let count = &mut counts[run.root()];
        roots[len] = run.root() as u32;
        len += (*count == 0) as usize;
        *count += 1;
    }
    &mut roots[..len]
}

/// The runs component by component, in the order of `roots`.
fn gather<'a>(cx: &Cx<'a>, runs: &[Run], roots: &[u32], counts: &mut [u32]) -> &'a [Run] {
    let mut total = 0;
    for &root in roots {
        total += std::mem::replace(&mut counts[root as usize], total);
    }
    place(cx, runs, |run| run.root(), counts)
}
