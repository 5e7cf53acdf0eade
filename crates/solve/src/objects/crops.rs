//! Outputs that are a body of the input, or a list of bodies.

use exec::bodies::Field;
use exec::bodies::cut::{CUTS, JOINS, cut, join, turned};

use super::bits::Bits;
use super::masks::{Derived, Mask, Test};
use super::view::{View, picture};
use super::{print, way_cost};
use crate::budget::{Budget, Spent};
use crate::candidate::{Candidate, Candidates};

/// Bits for the ways of cutting out.
const CUT_COST: [f32; CUTS] = [0.0, 1.0, 2.0, 1.5, 2.0, 3.0];

/// Looks for crops and lists on one view.
pub fn crops(
    view: &View,
    outputs: &[Field],
    (masks, derived): (&[Mask], &[Derived]),
    budget: &mut Budget,
    found: &mut Candidates,
) -> Result<(), Spent> {
    for how in 0..CUTS {
        for turn in 0..8 {
            budget.check()?;
            let Some(right) = hits(view, outputs, how, turn, budget)? else { continue };
            let base = CUT_COST[how] + if turn > 0 { 4.0 } else { 0.0 };
            pick(view, outputs, (how, turn), base, &right, masks, budget, found)?;
        }
    }
    lists(view, outputs, (masks, derived), budget, found)
}

/// Bodies whose cut is their demo's output; nothing unless each demo has one.
fn hits(view: &View, outputs: &[Field], how: usize, turn: usize, budget: &mut Budget) -> Result<Option<Bits>, Spent> {
    let mut right = Bits::none(view.total());
    for (d, output) in outputs.iter().enumerate() {
        let mut any = false;
        for (i, bit) in view.range(d).enumerate() {
            let body = &view.scenes[d].bodies[i];
            budget.spend(4)?;
            let near = (body.height() as usize).abs_diff(output.height.min(output.width)) <= 2 + output.height.abs_diff(output.width);
            if !near && how != 4 {
                continue;
            }
            budget.spend(2 * body.cells.len() as u64)?;
            if made(view, d, i, how, turn).as_ref() == Some(output) {
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

fn made(view: &View, sample: usize, i: usize, how: usize, turn: usize) -> Option<Field> {
    let scene = &view.scenes[sample];
    cut(scene, &scene.bodies[i], how).map(|f| if turn == 0 { f } else { turned(&f, turn) })
}

/// Finds tests that choose a right body in every demo.
#[allow(clippy::too_many_arguments)]
fn pick(
    view: &View,
    outputs: &[Field],
    (how, turn): (usize, usize),
    base: f32,
    right: &Bits,
    masks: &[Mask],
    budget: &mut Budget,
    found: &mut Candidates,
) -> Result<(), Spent> {
    let all = view.of_demos(&vec![true; view.demos]);
    let chooses = |bits: &Bits| (0..view.demos).all(|d| view.range(d).any(|i| bits.has(i)));
    budget.spend(2 * masks.len() as u64)?;
    let mut hits = 0;
    let mut wide: Vec<&Mask> = Vec::new();
    for mask in masks {
        if !view.scenes[..view.demos].is_empty() && chooses(&mask.bits.and(right)) {
            if mask.bits.within_among(&all, right) {
                add(view, outputs, (how, turn), &[mask.test], base + mask.cost, found);
                hits += 1;
            } else if wide.len() < 200 {
                wide.push(mask);
            }
        }
        if hits >= 8 {
            return Ok(());
        }
    }
    if hits > 0 {
        return Ok(());
    }
    budget.spend((wide.len() * wide.len()) as u64)?;
    let mut pairs = Vec::new();
    for (i, x) in wide.iter().enumerate() {
        for y in &wide[..i] {
            if x.bits.both_within(&y.bits, &all, right) && chooses(&x.bits.and(&y.bits)) {
                pairs.push((x.cost + y.cost, y.test, x.test));
            }
        }
    }
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
    for (cost, x, y) in pairs.into_iter().take(4) {
        add(view, outputs, (how, turn), &[x, y], base + cost, found);
    }
    Ok(())
}

/// The bodies of a sample that pass all tests.
fn passing(view: &View, sample: usize, tests: &[Test]) -> Vec<usize> {
    let masks: Vec<Vec<bool>> = tests.iter().map(|t| t.passes(view, sample)).collect();
    (0..view.range(sample).len()).filter(|&i| masks.iter().all(|m| m[i])).collect()
}

fn add(view: &View, outputs: &[Field], (how, turn): (usize, usize), tests: &[Test], cost: f32, found: &mut Candidates) {
    let apply = |sample: usize| made(view, sample, *passing(view, sample, tests).first()?, how, turn);
    let tied = (view.demos..view.scenes.len()).filter(|&s| passing(view, s, tests).len() != 1).count();
    let program = print::crop(view.way, tests, how, turn);
    offer(view, outputs, &apply, cost + 3.0 * tied as f32, program, found);
}

fn offer(
    view: &View,
    outputs: &[Field],
    apply: &dyn Fn(usize) -> Option<Field>,
    cost: f32,
    program: Vec<String>,
    found: &mut Candidates,
) {
    let fits: Vec<bool> = (0..view.demos).map(|d| apply(d).as_ref() == Some(&outputs[d])).collect();
    if !fits.iter().all(|&f| f) {
        return;
    }
    let outputs = (view.demos..view.scenes.len()).map(|s| apply(s).map(picture)).collect();
    let cost = (cost + way_cost(view.way)) as f64;
    found.add(Candidate { strategy: "objects", outputs, fits, cost, left_out: None, program });
}

/// Lists of bodies in order of an attribute.
fn lists(
    view: &View,
    outputs: &[Field],
    (masks, derived): (&[Mask], &[Derived]),
    budget: &mut Budget,
    found: &mut Candidates,
) -> Result<(), Spent> {
    for how in 0..JOINS {
        for mask in std::iter::once(None).chain(masks.iter().take(60).map(Some)) {
            budget.spend(40)?;
            let tests: Vec<Test> = mask.iter().map(|m| m.test).collect();
            if !plausible(view, outputs, how, &tests) {
                continue;
            }
            let base = 4.0 + mask.map_or(0.0, |m| m.cost);
            for order in derived.iter().filter(|d| d.how == 0) {
                budget.spend(outputs.iter().map(|o| o.cells.len() as u64).sum())?;
                for down in [false, true] {
                    let apply = |sample: usize| listed(view, sample, how, &tests, (order.attribute, down));
                    if (0..view.demos).all(|d| apply(d).as_ref() == Some(&outputs[d])) {
                        let program = print::list(view.way, &tests, (order.attribute, down), how);
                        offer(view, outputs, &apply, base + order.cost, program, found);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether the sizes of all outputs agree with a list.
fn plausible(view: &View, outputs: &[Field], how: usize, tests: &[Test]) -> bool {
    outputs.iter().enumerate().all(|(d, output)| {
        let list = passing(view, d, tests);
        let (h, w) = (output.height, output.width);
        match how {
            0 => h == 1 && w == list.len(),
            1 => w == 1 && h == list.len(),
            2 => w == list.iter().map(|&i| view.scenes[d].bodies[i].width() as usize).sum::<usize>(),
            3 => h == list.iter().map(|&i| view.scenes[d].bodies[i].height() as usize).sum::<usize>(),
            4 => h == list.len(),
            5 | 6 => w == list.len(),
            _ => h == w && !list.is_empty() && h == 2 * list.len() - 1,
        }
    })
}

fn listed(view: &View, sample: usize, how: usize, tests: &[Test], (attribute, down): (usize, bool)) -> Option<Field> {
    let values = &view.values[attribute][view.range(sample)];
    let mut list = passing(view, sample, tests);
    list.sort_by_key(|&i| if down { -values[i] } else { values[i] });
    let bodies: Vec<_> = list.iter().map(|&i| &view.scenes[sample].bodies[i]).collect();
    join(&view.scenes[sample], &bodies, how)
}
