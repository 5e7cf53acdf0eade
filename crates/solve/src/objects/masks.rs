//! Tests of bodies: an attribute, how it is compared with the others, and the value that passes.

use exec::bodies::attributes::{ATTRIBUTES, Kind};
use exec::bodies::values::{derive, test};

use super::bits::Bits;
use super::view::View;
use crate::budget::{Budget, Worked};

/// A test of one attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// Number of the attribute.
    pub attribute: usize,
    /// How it is compared within its scene: a way of [`derive`].
    pub derived: usize,
    /// The test: a way of [`test`].
    pub how: usize,
    /// The value to test with.
    pub with: i64,
}

impl Test {
    /// Which bodies of a sample pass.
    pub fn passes(&self, view: &View, sample: usize) -> Vec<bool> {
        let values = &view.values[self.attribute][view.range(sample)];
        test(&derive(values, self.derived), self.how, self.with)
    }
}

/// The bodies of all samples that pass a test.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The bodies.
    pub bits: Bits,
    /// Bits of description.
    pub cost: f32,
    /// The test.
    pub test: Test,
}

/// An attribute compared within scenes: values of all bodies.
pub struct Derived {
    /// Number of the attribute.
    pub attribute: usize,
    /// How it is compared.
    pub how: usize,
    /// Bits of description.
    pub cost: f32,
    /// Values of all bodies.
    pub values: Vec<i64>,
}

/// Bits for the ways of [`derive`].
const DERIVE_COST: [f32; 9] = [1.0, 0.0, 0.0, 1.5, 1.5, 2.0, 1.0, 1.5, 1.5];

/// All attributes in all comparisons that differ.
pub fn derived(view: &View, budget: &mut Budget) -> Worked<Vec<Derived>> {
    let mut all: Vec<Derived> = Vec::new();
    for (attribute, row) in ATTRIBUTES.iter().enumerate() {
        budget.spend(100 * view.total() as u64)?;
        for &how in ways(row.1) {
            let list = |sample: usize| derive(&view.values[attribute][view.range(sample)], how);
            let values: Vec<i64> = (0..view.scenes.len()).flat_map(list).collect();
            let cost = 5.0 + row.2 + DERIVE_COST[how];
            all.push(Derived { attribute, how, cost, values });
        }
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut seen = std::collections::HashSet::new();
    all.retain(|d| seen.insert(d.values.clone()));
    Ok(all)
}

fn ways(kind: Kind) -> &'static [usize] {
    match kind {
        Kind::Number => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        Kind::Colour | Kind::Name => &[0, 5, 6, 7, 8],
        Kind::Truth => &[0, 6],
        Kind::Bits => &[0],
    }
}

/// All tests that part the demos' bodies, cheapest first; equal ones once.
pub fn masks(view: &View, derived: &[Derived], budget: &mut Budget) -> Worked<Vec<Mask>> {
    let demo_bodies = view.starts[view.demos];
    let mut all = Vec::new();
    for d in derived {
        budget.check()?;
        let kind = ATTRIBUTES[d.attribute].1;
        let mut seen: Vec<i64> = d.values[..demo_bodies].to_vec();
        seen.sort_unstable();
        seen.dedup();
        budget.spend((8 * d.values.len() * (1 + seen.len().min(12))) as u64)?;
        let truth = kind == Kind::Truth || matches!(d.how, 1 | 2 | 6..);
        let mut add = |how: usize, with: i64, extra: f32| {
            let bits = Bits::of(test(&d.values, how, with).into_iter(), view.total());
            let test = Test { attribute: d.attribute, derived: d.how, how, with };
            all.push(Mask { bits, cost: d.cost + extra, test });
        };
        if kind == Kind::Bits {
            for bit in 0..10 {
                add(2, bit, 2.0);
                add(5, bit, 2.5);
            }
        } else if truth {
            add(0, 1, 0.0);
            add(0, 0, 0.5);
        } else if seen.len() <= 12 {
            for &v in &seen {
                let extra = if v == 0 || kind == Kind::Colour { 1.5 } else { 2.0 };
                add(0, v, extra);
                add(3, v, extra + 0.5);
            }
        }
        if kind == Kind::Number && !truth && seen.len() > 2 && seen.len() <= 16 {
            for &v in &seen[1..] {
                add(1, v, 2.5);
                add(4, v, 2.5);
            }
        }
    }
    Ok(distinct(all))
}

fn distinct(mut all: Vec<Mask>) -> Vec<Mask> {
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut seen = std::collections::HashSet::new();
    all.retain(|mask| !mask.bits.is_empty() && seen.insert(mask.bits.clone()));
    all
}
