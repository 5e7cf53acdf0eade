//! Decision trees with leaves that paint or copy.

use exec::planes::Kind;

use super::table::Table;
use crate::budget::{Budget, Worked};

/// Most kinds of cells that a split is judged by.
const LABELS: usize = 8;

/// The action that copies the cell itself.
pub const OWN: usize = 10;

/// A question about a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    /// The feature.
    pub feature: usize,
    /// What it is compared with.
    pub value: i8,
    /// Whether at least the value will do, or only the value itself.
    pub least: bool,
}

/// A tree.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// What to do: a number of [`Table::actions`].
    Leaf(usize),
    /// A question, what follows from yes, what from no.
    Split(Test, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The action for a cell of the table.
    pub fn action(&self, table: &Table, cell: u32) -> usize {
        self.leaf(table, cell).0
    }

    /// The action for a cell of the table, and the way to its leaf: a bit for each answer.
    fn leaf(&self, table: &Table, cell: u32) -> (usize, u32) {
        let (mut at, mut way) = (self, 1);
        loop {
            match at {
                Tree::Leaf(action) => return (*action, way),
                Tree::Split(test, yes, no) => {
                    let value = table.values[test.feature]
                        [table.cols[test.feature][cell as usize] as usize];
                    let holds = test.holds(value);
                    (at, way) = (if holds { yes } else { no }, way << 1 | holds as u32);
                }
            }
        }
    }
}

impl Test {
    /// The answer for a value.
    #[inline]
    pub fn holds(&self, value: i8) -> bool {
        if self.least { value >= self.value } else { value == self.value }
    }
}

/// What a tree is learned with.
pub struct Learner<'a> {
    /// The cells.
    pub table: &'a Table,
    /// Columns that questions may be about.
    pub columns: &'a [usize],
    /// Actions that leaves may take.
    pub allowed: u128,
    /// The cells that differ in some column or action, by samples.
    pub cells: Vec<Vec<u32>>,
    /// How much each cell counts.
    pub weights: Vec<u32>,
    /// How far trees grow.
    pub limits: Limits,
}

/// How far trees grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Deepest leaf.
    pub depth: usize,
    /// Most leaves.
    pub leaves: usize,
    /// Whether cells are left as they are where no leaf is right, instead of giving up.
    pub careful: bool,
}

impl Limits {
    /// Trees that explain everything.
    pub const WHOLE: Limits = Limits { depth: 9, leaves: 24, careful: false };
    /// Trees that explain a part and make nothing wrong.
    pub const PART: Limits = Limits { depth: 4, leaves: 10, careful: true };
}

/// A tree and whether all its leaves are right.
pub struct Learned {
    /// The tree.
    pub tree: Tree,
    /// Whether every cell that it was learned from comes out right.
    pub pure: bool,
}

impl<'a> Learner<'a> {
    /// Looks at the cells of a table through some columns.
    pub fn new(
        table: &'a Table,
        columns: &'a [usize],
        allowed: u128,
        limits: Limits,
        budget: &mut Budget,
    ) -> Worked<Learner<'a>> {
        budget.spend((table.right.len() * (columns.len() / 4 + 4)) as u64)?;
        let (cells, weights) = distinct(table, columns, allowed);
        Ok(Learner { table, columns, allowed, cells, weights, limits })
    }

    /// Learns a tree from all cells but those of one demo.
    pub fn learn(&self, without: Option<usize>, budget: &mut Budget) -> Worked<Learned> {
        let shown = (0..self.cells.len()).filter(|&sample| Some(self.table.of[sample]) != without);
        let mut cells: Vec<u32> =
            shown.flat_map(|sample| self.cells[sample].iter().copied()).collect();
        let cells = &mut cells[..];
        let mut leaves = self.limits.leaves;
        let mut pure = true;
        let tree = self.grow(cells, 0, &mut leaves, &mut pure, budget)?;
        Ok(Learned { tree, pure })
    }

    fn grow(
        &self,
        cells: &mut [u32],
        depth: usize,
        leaves: &mut usize,
        pure: &mut bool,
        budget: &mut Budget,
    ) -> Worked<Tree> {
        let common =
            cells.iter().fold(self.allowed, |all, &cell| all & self.table.right[cell as usize]);
        if common != 0 {
            return Ok(Tree::Leaf(self.plainest(common)));
        }
        let (labels, action) = self.label(cells);
        budget.spend((cells.len() * (self.columns.len() + 40)) as u64)?;
        let test = if depth < self.limits.depth && *leaves > 1 && (*pure || self.limits.careful) {
            self.best(cells, &labels)
        } else {
            None
        };
        let Some(test) = test else {
            *pure = false;
            return Ok(Tree::Leaf(if self.limits.careful { OWN } else { action }));
        };
        *leaves -= 1;
        let cut = self.partition(cells, test);
        let (yes, no) = cells.split_at_mut(cut);
        let yes = self.grow(yes, depth + 1, leaves, pure, budget)?;
        let no = self.grow(no, depth + 1, leaves, pure, budget)?;
        Ok(Tree::Split(test, Box::new(yes), Box::new(no)))
    }

    /// How many of its leaves a demo does not need, on the mean.
    pub fn unused(&self, tree: &Tree) -> f64 {
        let mut demos: Vec<Vec<u32>> = Vec::new();
        for (sample, cells) in self.cells.iter().enumerate() {
            let demo = self.table.of[sample];
            demos.resize(demos.len().max(demo + 1), Vec::new());
            demos[demo].extend(cells.iter().map(|&cell| tree.leaf(self.table, cell).1));
        }
        let count = |mut ways: Vec<u32>| {
            ways.sort_unstable();
            ways.dedup();
            ways.len() as f64
        };
        let all = count(demos.concat());
        let number = demos.len().max(1) as f64;
        all - demos.into_iter().map(count).sum::<f64>() / number
    }

    /// Copying the cell itself if that is right, else the first.
    fn plainest(&self, common: u128) -> usize {
        if common >> OWN & 1 != 0 { OWN } else { common.trailing_zeros() as usize }
    }

    /// Gives each cell one of few labels: the action that is right for most, then for most of the others, ….
    fn label(&self, cells: &[u32]) -> (Vec<u8>, usize) {
        let mut labels = vec![LABELS as u8 - 1; cells.len()];
        let mut open: Vec<u32> = (0..cells.len() as u32).collect();
        let mut first = 0;
        for label in 0..LABELS - 1 {
            let mut counts = [0u32; 128];
            for &i in &open {
                let mut right = self.table.right[cells[i as usize] as usize] & self.allowed;
                while right != 0 {
                    counts[right.trailing_zeros() as usize] +=
                        self.weights[cells[i as usize] as usize];
                    right &= right - 1;
                }
            }
            let own = counts[OWN];
            let best = (0..128).rev().max_by_key(|&a| counts[a]).unwrap_or(0);
            let best = if counts[best] == own { OWN } else { best };
            if label == 0 {
                first = best;
            }
            if counts[best] == 0 {
                break;
            }
            open.retain(|&i| {
                let hit = self.table.right[cells[i as usize] as usize] >> best & 1 != 0;
                if hit {
                    labels[i as usize] = label as u8;
                }
                !hit
            });
        }
        (labels, first)
    }

    /// The question that tells most for what it costs, the first of several.
    fn best(&self, cells: &[u32], labels: &[u8]) -> Option<Test> {
        let weights: Vec<u32> = cells.iter().map(|&cell| self.weights[cell as usize]).collect();
        let mut totals = [0u32; LABELS];
        labels.iter().zip(&weights).for_each(|(&label, &weight)| totals[label as usize] += weight);
        let whole = self.entropy(&totals);
        let mut best: Option<(f32, Test)> = None;
        let mut counts = vec![[0u32; LABELS]; 256];
        for &feature in self.columns {
            let column = &self.table.cols[feature];
            let counts = &mut counts[..self.table.values[feature].len()];
            counts.fill([0; LABELS]);
            for ((&cell, &label), &weight) in cells.iter().zip(labels).zip(&weights) {
                counts[column[cell as usize] as usize][label as usize] += weight;
            }
            let Some((gain, test)) = self.split(feature, counts, &totals, whole) else { continue };
            let score = gain - self.table.features[feature].cost;
            if best.is_none_or(|(other, _)| score > other) {
                best = Some((score, test));
            }
        }
        best.map(|(_, test)| test)
    }

    /// The best question about one feature.
    fn split(
        &self,
        feature: usize,
        counts: &[[u32; LABELS]],
        totals: &[u32; LABELS],
        whole: f32,
    ) -> Option<(f32, Test)> {
        let values = &self.table.values[feature];
        let number = self.table.features[feature].kind == Kind::Number;
        let mut best: Option<(f32, Test)> = None;
        let mut below = [0u32; LABELS];
        for (i, here) in counts.iter().enumerate() {
            let mut offer = |side: &[u32; LABELS], test: Test, extra: f32| {
                let rest = std::array::from_fn(|l| totals[l] - side[l]);
                let gain = whole - self.entropy(side) - self.entropy(&rest) - extra;
                if gain > 0.01 && best.is_none_or(|(other, _)| gain > other) {
                    best = Some((gain, test));
                }
            };
            if number && i > 0 {
                offer(&below, Test { feature, value: values[i], least: true }, 0.0);
            }
            if here.iter().any(|&n| n > 0) {
                let extra = if number && values.len() > 2 { 0.5 } else { 0.0 };
                offer(here, Test { feature, value: values[i], least: false }, extra);
            }
            below.iter_mut().zip(here).for_each(|(b, h)| *b += h);
        }
        best
    }

    /// Bits that labels take.
    #[inline]
    fn entropy(&self, counts: &[u32; LABELS]) -> f32 {
        let (mut all, mut sum) = (0, 0.0);
        for &n in counts {
            all += n;
            sum += self.table.logs[n as usize];
        }
        self.table.logs[all as usize] - sum
    }

    /// Moves the cells with the answer yes to the front, both sides in order.
    fn partition(&self, cells: &mut [u32], test: Test) -> usize {
        let column = &self.table.cols[test.feature];
        let values = &self.table.values[test.feature];
        let holds = |&cell: &u32| test.holds(values[column[cell as usize] as usize]);
        let (yes, no): (Vec<u32>, Vec<u32>) = cells.iter().partition(|cell| holds(cell));
        cells[..yes.len()].copy_from_slice(&yes);
        cells[yes.len()..].copy_from_slice(&no);
        yes.len()
    }
}

/// For each sample its cells that differ in some column or in what is right, and how much each of all cells counts.
fn distinct(table: &Table, columns: &[usize], allowed: u128) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut prints = vec![0u64; table.right.len()];
    for &column in columns {
        for (print, &code) in prints.iter_mut().zip(&table.cols[column]) {
            *print = (print.rotate_left(5) ^ code as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    let mut weights = vec![0; prints.len()];
    let mut all = Vec::new();
    let mut seen = std::collections::HashMap::new();
    for sample in 0..table.of.len() {
        if sample == 0 || table.of[sample] != table.of[sample - 1] {
            seen.clear();
        }
        let mut cells = Vec::new();
        for cell in table.cells(sample) {
            let key = (prints[cell as usize], table.right[cell as usize] & allowed);
            let first = *seen.entry(key).or_insert(cell);
            weights[first as usize] += 1;
            if first == cell {
                cells.push(cell);
            }
        }
        all.push(cells);
    }
    (all, weights)
}
