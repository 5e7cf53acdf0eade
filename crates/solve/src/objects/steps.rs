//! Steps: what is done to some bodies so that cells of the outputs become right and none wrong. What a step leaves
//! undone is a problem of its own.

use exec::bodies::Field;
use exec::bodies::act::KEEP;
use exec::bodies::cut::cut;

use super::acts::{self, Act, Source, Target};
use super::bits::Bits;
use super::crops::{CUT_COST, Crop, passing};
use super::masks::{self, Mask, Test};
use super::rule::{Branch, Deed, Finish, Rule};
use super::view::{View, field, picture};
use super::{order, print, way_cost};
use crate::budget::{Budget, Worked};
use crate::problem::Problem;
use crate::steps::Step;

/// Acts of one view that are tried, those that may explain most.
const MOST_ACTS: usize = 40;
/// Tests for one act that are tried, those that most bodies pass.
const MOST_TESTS: usize = 3;
/// Steps that one view hands over.
const MOST_STEPS: usize = 4;

/// Steps that rules per object can do, on all ways of cutting; those found until the budget was spent.
pub fn steps(problem: &Problem, budget: &mut Budget) -> Vec<Step> {
    let mut found = Vec::new();
    let outputs: Vec<Field> = problem.demos.iter().map(|d| field(&d.output)).collect();
    for way in order(problem) {
        if of_way(problem, way, &outputs, budget, &mut found).is_err() {
            break;
        }
    }
    found
}

fn of_way(
    problem: &Problem,
    way: usize,
    outputs: &[Field],
    budget: &mut Budget,
    found: &mut Vec<Step>,
) -> Worked {
    budget.check()?;
    let Some(mut view) = View::of(problem, way, budget)? else { return Ok(()) };
    view.measure(budget)?;
    let derived = masks::derived(&view, budget)?;
    let masks = masks::masks(&view, &derived, budget)?;
    let mut own = Vec::new();
    let ended = match problem.same_size() {
        true => acted(problem, &view, outputs, &masks, budget, &mut own),
        false => cropped(problem, &view, &masks, budget, &mut own),
    };
    own.sort_by(|a: &Step, b: &Step| b.value.total_cmp(&a.value));
    own.truncate(MOST_STEPS);
    found.extend(own);
    ended
}

/// Steps that change bodies where they are.
fn acted(
    problem: &Problem,
    view: &View,
    outputs: &[Field],
    masks: &[Mask],
    budget: &mut Budget,
    found: &mut Vec<Step>,
) -> Worked {
    let target = Target::of(view, outputs);
    let acts = acts::acts(view, &target, budget)?;
    let bodies = view.of_demos(&vec![true; view.demos]);
    let kept = acts.iter().find(|act| act.kind == KEEP).map(|act| act.could.clone());
    let needed = kept.map_or(bodies.clone(), |kept| bodies.minus(&kept));
    let worth = |act: &Act| act.explains.count() + act.could.and(&needed).count();
    let mut tried: Vec<&Act> = acts.iter().filter(|act| act.changes && worth(act) > 0).collect();
    tried.sort_by(|a, b| worth(b).cmp(&worth(a)).then(a.cost.total_cmp(&b.cost)));
    let cells: usize = problem.demos.iter().map(|d| d.input.cells.len()).sum();
    for act in tried.into_iter().take(MOST_ACTS) {
        budget.spend((masks.len() * bodies.words()) as u64)?;
        for mut rule in rules(act, masks, &bodies) {
            for finish in [Finish::Under, Finish::Over] {
                rule.finish = finish;
                budget.spend(12 * cells as u64)?;
                let apply = |sample: usize| rule.apply(view, sample).map(picture);
                let cost = (rule.cost + way_cost(view.way)) as f64;
                found.extend(Step::of(problem, &apply, cost, || print::rule(view.way, &rule)));
            }
        }
    }
    Ok(())
}

/// Rules that do an act to all bodies, or to those that pass a test, where it agrees with all of them.
fn rules(act: &Act, masks: &[Mask], bodies: &Bits) -> Vec<Rule> {
    let sound =
        |mask: &&Mask| mask.bits.within_among(bodies, &act.could) && mask.bits.meets(bodies);
    let mut tests: Vec<(usize, &Mask)> =
        masks.iter().filter(sound).map(|m| (m.bits.and(bodies).count(), m)).collect();
    tests.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cost.total_cmp(&b.1.cost)));
    let keep = Deed { kind: KEEP, source: Source::Constant(-1) };
    let tested = tests.into_iter().take(MOST_TESTS).map(|(_, mask)| {
        let (tests, bits) = (vec![mask.test], mask.bits.clone());
        Rule::new(vec![Branch { tests, bits, deed: Deed::of(act) }], keep, act.cost + mask.cost)
    });
    let all = bodies.within(&act.could).then(|| Rule::new(Vec::new(), Deed::of(act), act.cost));
    all.into_iter().chain(tested).collect()
}

/// Steps that cut out a body of the output's size.
fn cropped(
    problem: &Problem,
    view: &View,
    masks: &[Mask],
    budget: &mut Budget,
    found: &mut Vec<Step>,
) -> Worked {
    for (how, &cut_cost) in CUT_COST.iter().enumerate() {
        let piece = |sample: usize, tests: &[Test]| {
            let scene = &view.scenes[sample];
            cut(scene, &scene.bodies[*passing(view, sample, tests).first()?], how)
        };
        let sized = |tests: &[Test]| {
            problem.demos.iter().enumerate().all(|(d, demo)| {
                piece(d, tests).is_some_and(|f| (f.height, f.width) == demo.output.size())
            })
        };
        let mut hits = 0;
        for mask in masks.iter().take(400) {
            budget.spend(4 * view.total() as u64 + 20)?;
            let tests = [mask.test];
            if hits >= MOST_TESTS || !sized(&tests) {
                continue;
            }
            let crop = Crop { deed: None, how, turn: 0, scale: 1, cost: cut_cost };
            let cost = (mask.cost + crop.cost + way_cost(view.way)) as f64;
            let apply = |sample: usize| piece(sample, &tests).map(picture);
            let made = Step::of(problem, &apply, cost, || print::crop(view.way, &tests, &crop));
            hits += made.is_some() as usize;
            found.extend(made);
        }
    }
    Ok(())
}
