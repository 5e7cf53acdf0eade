//! All samples of a task cut into bodies by one rule, with the bodies' attributes.

use exec::bodies::attributes::{ATTRIBUTES, Attribute, attribute_with};
use exec::bodies::relations::Kin;
use exec::bodies::{Field, Scene, segment};

use super::bits::Bits;
use crate::budget::{Budget, Worked};
use crate::problem::{Picture, Problem};

/// Bodies per sample that a view may have.
const MOST_BODIES: usize = 160;
/// Bodies of all samples together.
const MOST_TOTAL: usize = 900;

/// One way to cut all inputs.
pub struct View {
    /// The way, a number of [`segment::WAYS`].
    pub way: usize,
    /// Demos, then tests.
    pub scenes: Vec<Scene>,
    /// Number of demos.
    pub demos: usize,
    /// For each sample the number of its first body; then the number of all bodies.
    pub starts: Vec<usize>,
    /// For each attribute the values of all bodies, sample after sample.
    pub values: Vec<Vec<i64>>,
}

impl View {
    /// Cuts the inputs; nothing where this gives no bodies in some demo or too many.
    pub fn of(problem: &Problem, way: usize, budget: &mut Budget) -> Worked<Option<View>> {
        let mut scenes = Vec::new();
        for input in problem.inputs() {
            budget.spend(40 * input.cells.len() as u64)?;
            scenes.push(segment::cut(field(input), way));
        }
        let demos = problem.demos.len();
        let counts: Vec<usize> = scenes.iter().map(|s| s.bodies.len()).collect();
        let bad = counts.iter().any(|&n| n > MOST_BODIES) || counts[..demos].contains(&0);
        if bad || counts.iter().sum::<usize>() > MOST_TOTAL {
            return Ok(None);
        }
        let starts = counts
            .iter()
            .scan(0, |sum, n| Some(std::mem::replace(sum, *sum + n)))
            .chain([counts.iter().sum()]);
        let starts = starts.collect();
        Ok(Some(View { way, scenes, demos, starts, values: Vec::new() }))
    }

    /// Whether two views have the same bodies on the same ground everywhere.
    pub fn same(&self, other: &View) -> bool {
        let equal = |(a, b): (&Scene, &Scene)| a.ground == b.ground && a.bodies == b.bodies;
        self.scenes.iter().zip(&other.scenes).all(equal)
    }

    /// Computes all attributes.
    pub fn measure(&mut self, budget: &mut Budget) -> Worked {
        let mut values = vec![Vec::with_capacity(self.total()); ATTRIBUTES.len()];
        for scene in &self.scenes {
            budget.check()?;
            let cells: usize = scene.bodies.iter().map(|b| b.cells.len()).sum();
            let pairs = scene.bodies.len() * scene.bodies.len();
            budget.spend((ATTRIBUTES.len() * (4 * cells + 3 * pairs)) as u64)?;
            let kin = Kin::of(scene);
            for (row, list) in ATTRIBUTES.iter().zip(&mut values) {
                list.extend(attribute_with(scene, &kin, row.0));
            }
        }
        self.values = values;
        Ok(())
    }

    /// Number of bodies of all samples.
    pub fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The numbers of a sample's bodies.
    pub fn range(&self, sample: usize) -> std::ops::Range<usize> {
        self.starts[sample]..self.starts[sample + 1]
    }

    /// Values of an attribute in one sample.
    pub fn of_sample(&self, attribute: Attribute, sample: usize) -> &[i64] {
        &self.values[attribute as usize][self.range(sample)]
    }

    /// The bodies of some demos.
    pub fn of_demos(&self, active: &[bool]) -> Bits {
        let mut bits = Bits::none(self.total());
        let demos = (0..self.demos).filter(|&d| active[d]);
        demos.flat_map(|d| self.range(d)).for_each(|i| bits.set(i));
        bits
    }
}

/// A picture for the functions on bodies.
pub fn field(picture: &Picture) -> Field {
    Field { height: picture.height, width: picture.width, cells: picture.cells.clone() }
}

/// And back.
pub fn picture(field: Field) -> Picture {
    Picture { height: field.height, width: field.width, cells: field.cells }
}
