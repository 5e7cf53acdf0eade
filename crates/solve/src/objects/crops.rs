//! Outputs that are a body of the input.

use exec::bodies::Field;
use exec::bodies::act::{EXTRA, single};
use exec::bodies::attributes::{ATTRIBUTES, Kind};
use exec::bodies::cut::{CUTS, cut, turned};

use super::acts::Source;
use super::bits::Bits;
use super::masks::{Mask, Test};
use super::rule::Deed;
use super::view::View;
use super::{Hunt, print};
use crate::budget::{Budget, Worked};

/// Bits for the ways of cutting out.
pub const CUT_COST: [f32; CUTS] = [0.0, 1.0, 2.0, 1.5, 2.0, 3.0];

/// How a body becomes the output.
#[derive(Clone, Copy, Debug)]
pub struct Crop {
    /// What is done to it first.
    pub deed: Option<Deed>,
    /// How it is cut out.
    pub how: usize,
    /// How the piece is turned: a way of [`turned`].
    pub turn: usize,
    /// How many times the piece is enlarged.
    pub scale: usize,
    /// Bits of description.
    pub cost: f32,
}

impl Crop {
    /// What it makes of a body.
    fn made(&self, view: &View, sample: usize, i: usize) -> Option<Field> {
        let scene = &view.scenes[sample];
        let field = match self.deed {
            None => cut(scene, &scene.bodies[i], self.how)?,
            Some(deed) => {
                let value = match deed.source {
                    Source::Constant(value) => value,
                    Source::Attribute(a) => view.values[a][view.starts[sample] + i],
                };
                cut(scene, &single(scene, i, deed.kind, value), self.how)?
            }
        };
        match self.scale {
            1 if self.turn == 0 => Some(field),
            1 => Some(turned(&field, self.turn)),
            k => Some(Field::plain(k, k, *field.cells.first()?)),
        }
    }
}

/// All ways to make outputs of bodies that are worth a look.
fn ways(outputs: &[Field]) -> Vec<Crop> {
    let mut ways = Vec::new();
    for (how, cost) in CUT_COST.iter().enumerate() {
        for turn in 0..8 {
            let cost = cost + if turn > 0 { 4.0 } else { 0.0 };
            ways.push(Crop { deed: None, how, turn, scale: 1, cost });
        }
    }
    let side = outputs[0].height;
    let plain =
        |o: &Field| o.height == side && o.width == side && o.cells.iter().all(|&c| c == o.cells[0]);
    if side > 1 && outputs.iter().all(plain) {
        ways.push(Crop { deed: None, how: 4, turn: 0, scale: side, cost: 3.0 });
    }
    let colours = ATTRIBUTES.iter().enumerate().filter(|(_, row)| row.1 == Kind::Colour);
    let attributes = colours.map(|(a, row)| (Source::Attribute(a), 5.0 + row.2));
    let sources: Vec<(Source, f32)> =
        (-1..10).map(|c| (Source::Constant(c), 4.0)).chain(attributes).collect();
    for part in [51, 56, 57, 30, 31, 54] {
        for &(source, cost) in &sources {
            let deed = Some(Deed { kind: EXTRA + part, source });
            let cost = cost + if part == 51 { 0.0 } else { 2.0 };
            ways.extend([1, 3].map(|how| Crop {
                deed,
                how,
                turn: 0,
                scale: 1,
                cost: cost + CUT_COST[how],
            }));
        }
    }
    ways
}

impl Hunt<'_> {
    /// Looks for crops.
    pub(super) fn crops(&mut self, masks: &[Mask], budget: &mut Budget) -> Worked {
        for crop in ways(self.outputs) {
            budget.check()?;
            let Some(right) = hits(self.view, self.outputs, &crop, budget)? else { continue };
            self.pick(&crop, &right, masks, budget)?;
        }
        Ok(())
    }

    /// Finds tests that choose a right body in every demo.
    fn pick(&mut self, crop: &Crop, right: &Bits, masks: &[Mask], budget: &mut Budget) -> Worked {
        let view = self.view;
        let all = view.of_demos(&vec![true; view.demos]);
        let chooses = |bits: &Bits| (0..view.demos).all(|d| view.range(d).any(|i| bits.has(i)));
        budget.spend(2 * masks.len() as u64)?;
        let mut hits = 0;
        let mut wide: Vec<&Mask> = Vec::new();
        for mask in masks {
            if hits >= 8 {
                return Ok(());
            }
            if !chooses(&mask.bits.and(right)) {
                continue;
            }
            if mask.bits.within_among(&all, right) {
                self.add(crop, &[mask.test], mask.cost);
                hits += 1;
            } else if wide.len() < 200 {
                wide.push(mask);
            }
        }
        if hits == 0 {
            budget.spend((wide.len() * wide.len()) as u64)?;
            for (cost, tests) in pairs(&wide, &all, right, chooses).into_iter().take(4) {
                self.add(crop, &tests, cost);
            }
        }
        Ok(())
    }

    fn add(&mut self, crop: &Crop, tests: &[Test], cost: f32) {
        let view = self.view;
        let tied = (view.demos..view.scenes.len()).filter(|&s| passing(view, s, tests).len() != 1);
        let cost = cost + crop.cost + 3.0 * tied.count() as f32;
        let apply = |sample: usize| crop.made(view, sample, *passing(view, sample, tests).first()?);
        self.offer(apply, cost, print::crop(view.way, tests, crop));
    }
}

/// Bodies that make their demo's output; nothing unless each demo has one.
fn hits(view: &View, outputs: &[Field], crop: &Crop, budget: &mut Budget) -> Worked<Option<Bits>> {
    let mut right = Bits::none(view.total());
    for (d, output) in outputs.iter().enumerate() {
        let mut any = false;
        budget.spend(2 * view.range(d).len() as u64)?;
        for (i, bit) in view.range(d).enumerate() {
            if !may_fit(view, d, i, crop, output) {
                continue;
            }
            budget.spend(3 * output.cells.len() as u64)?;
            if crop.made(view, d, i).as_ref() == Some(output) {
                right.set(bit);
                any = true;
            }
        }
        if !any {
            return Ok(None);
        }
    }
    Ok(Some(right))
}

/// Whether the sizes agree.
fn may_fit(view: &View, d: usize, i: usize, crop: &Crop, output: &Field) -> bool {
    let body = &view.scenes[d].bodies[i];
    let (height, width) = match crop.turn & 4 {
        0 => (output.height as i16, output.width as i16),
        _ => (output.width as i16, output.height as i16),
    };
    let more = match crop.how {
        2 => 2,
        5 => -2,
        _ => 0,
    };
    crop.how == 4 || (body.height(), body.width()) == (height + more, width + more)
}

/// Pairs of tests that choose right bodies together, cheapest first.
fn pairs(
    wide: &[&Mask],
    all: &Bits,
    right: &Bits,
    chooses: impl Fn(&Bits) -> bool,
) -> Vec<(f32, [Test; 2])> {
    let mut pairs = Vec::new();
    for (i, x) in wide.iter().enumerate() {
        for y in &wide[..i] {
            if x.bits.both_within(&y.bits, all, right) && chooses(&x.bits.and(&y.bits)) {
                pairs.push((x.cost + y.cost, [y.test, x.test]));
            }
        }
    }
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
    pairs
}

/// The bodies of a sample that pass all tests.
pub fn passing(view: &View, sample: usize, tests: &[Test]) -> Vec<usize> {
    let masks: Vec<Vec<bool>> = tests.iter().map(|t| t.passes(view, sample)).collect();
    (0..view.range(sample).len()).filter(|&i| masks.iter().all(|m| m[i])).collect()
}
