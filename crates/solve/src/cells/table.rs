//! All demo cells with all their features.

use exec::planes::{Facts, Kind, TABLE};

use super::features::{Feature, Group};
use super::frame::Grid;
use crate::budget::{Budget, Worked};

/// Most actions that leaves choose from.
const MAX_ACTIONS: usize = 128;

/// What a leaf does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Paints a colour.
    Paint(i8),
    /// Copies a feature.
    Copy(usize),
}

/// A sample as features see it: its bases, and the wanted output.
pub struct Sample {
    /// The demo that it is made from.
    pub of: usize,
    /// One grid for each base of the frame.
    pub bases: Vec<Grid>,
    /// The output, cell by cell.
    pub target: Vec<i8>,
}

/// Cells in rows, features in columns.
pub struct Table {
    /// What the columns are.
    pub features: Vec<Feature>,
    /// For each feature the place of each cell's value among [`Table::values`].
    pub cols: Vec<Vec<u8>>,
    /// The values of each feature, in order.
    pub values: Vec<Vec<i8>>,
    /// Fingerprints of the columns: equal ones split alike.
    pub prints: Vec<u64>,
    /// What leaves may do, the plainest first.
    pub actions: Vec<Action>,
    /// For each cell the actions that are right.
    pub right: Vec<u128>,
    /// Where the cells of each sample start, and the end.
    pub starts: Vec<usize>,
    /// The demo that each sample is made from.
    pub of: Vec<usize>,
    /// n log2 n.
    pub logs: Vec<f32>,
}

impl Table {
    /// Computes all features of all samples.
    pub fn new(features: Vec<Feature>, samples: &[Sample], budget: &mut Budget) -> Worked<Table> {
        let mut starts = vec![0];
        samples.iter().for_each(|s| starts.push(starts[starts.len() - 1] + s.target.len()));
        let cells = starts[samples.len()];
        let facts: Vec<Vec<Facts>> = samples
            .iter()
            .map(|s| s.bases.iter().map(|b| Facts::new(b.plane())).collect())
            .collect();
        let mut table = Table {
            features: Vec::new(),
            cols: Vec::new(),
            values: Vec::new(),
            prints: Vec::new(),
            actions: (0..10).map(Action::Paint).collect(),
            right: paints(samples),
            starts,
            of: samples.iter().map(|s| s.of).collect(),
            logs: (0..=cells).map(|n| n as f32 * (n.max(1) as f32).log2()).collect(),
        };
        let mut column = vec![0; cells];
        for feature in features {
            budget.spend(2 * cells as u64)?;
            let family = &TABLE[feature.code as usize];
            for (i, of) in facts.iter().enumerate() {
                (family.fill)(
                    &of[feature.base],
                    feature.k,
                    &mut column[table.starts[i]..table.starts[i + 1]],
                );
            }
            table.add(feature, &column, samples);
        }
        Ok(table)
    }

    /// Adds a column, unless it says nothing.
    fn add(&mut self, feature: Feature, column: &[i8], samples: &[Sample]) {
        let mut seen = [false; 256];
        column.iter().for_each(|&v| seen[(v as i16 + 128) as usize] = true);
        let values: Vec<i8> =
            (0..256).filter(|&v| seen[v]).map(|v| (v as i16 - 128) as i8).collect();
        let copies = feature.kind == Kind::Colour && self.actions.len() < MAX_ACTIONS;
        let useful = copies && self.copy(self.features.len(), column, samples);
        if values.len() < 2 && !useful {
            return;
        }
        let mut codes = [0u8; 256];
        values.iter().enumerate().for_each(|(i, &v)| codes[(v as i16 + 128) as usize] = i as u8);
        let dense: Vec<u8> = column.iter().map(|&v| codes[(v as i16 + 128) as usize]).collect();
        self.prints.push(xxhash_rust::xxh3::xxh3_64(&dense));
        self.cols.push(dense);
        self.values.push(values);
        self.features.push(feature);
    }

    /// Adds the action that copies a column, if it is right often enough to matter.
    fn copy(&mut self, feature: usize, column: &[i8], samples: &[Sample]) -> bool {
        let bit = 1u128 << self.actions.len();
        let target = samples.iter().flat_map(|s| &s.target);
        let mut hits = 0;
        for ((right, &v), &want) in self.right.iter_mut().zip(column).zip(target) {
            if v == want {
                *right |= bit;
                hits += 1;
            }
        }
        if hits == 0 {
            return false;
        }
        self.actions.push(Action::Copy(feature));
        true
    }

    /// The cells of a sample.
    pub fn cells(&self, sample: usize) -> std::ops::Range<u32> {
        self.starts[sample] as u32..self.starts[sample + 1] as u32
    }

    /// The columns of some groups, equal ones once.
    pub fn columns(&self, groups: &[Group]) -> Vec<usize> {
        let mut seen = std::collections::HashSet::new();
        let wanted = |f: usize| {
            self.features[f].group == Group::Own || groups.contains(&self.features[f].group)
        };
        (0..self.features.len())
            .filter(|&f| wanted(f) && self.values[f].len() > 1 && seen.insert(self.prints[f]))
            .collect()
    }

    /// The actions of some groups.
    pub fn allowed(&self, groups: &[Group]) -> u128 {
        let wanted = |action: &Action| match action {
            Action::Paint(_) => true,
            Action::Copy(f) => {
                self.features[*f].group == Group::Own || groups.contains(&self.features[*f].group)
            }
        };
        (0..self.actions.len())
            .filter(|&a| wanted(&self.actions[a]))
            .fold(0, |mask, a| mask | 1 << a)
    }
}

/// The colours that are right for each cell.
fn paints(samples: &[Sample]) -> Vec<u128> {
    samples.iter().flat_map(|s| &s.target).map(|&colour| 1 << (colour & 15)).collect()
}
