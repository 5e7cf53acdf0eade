//! Rules per object: bodies, their attributes, and what is done to which.
//!
//! ```text
//! inputs ──▶ View per segmentation ──▶ masks (tests of attributes) ─┬─▶ Search: rules for same-size outputs and matrices
//!                                  └─▶ acts (what fits which body) ─┤
//!                                                                   └─▶ crops and lists for other outputs
//! ```

mod acts;
mod bits;
mod crops;
mod decide;
mod lists;
mod masks;
mod print;
mod rule;
mod search;
mod steps;
mod view;

use exec::bodies::Field;
use exec::bodies::act::EXTRA;
use exec::bodies::segment::{WAYS, on_common};

pub use steps::steps;

use acts::Target;
use masks::{Derived, Mask};
use rule::Rule;
use search::Search;
use view::{View, field, picture};

use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::{Candidate, Candidates};
use crate::problem::Problem;

/// The strategy.
pub struct Objects;

impl Strategy for Objects {
    fn name(&self) -> &'static str {
        "objects"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Worked {
        if problem.demos.is_empty() || problem.tests.is_empty() {
            return Ok(());
        }
        let outputs: Vec<Field> = problem.demos.iter().map(|d| field(&d.output)).collect();
        let mut views: Vec<View> = Vec::new();
        for way in order(problem) {
            budget.check()?;
            if LATE.contains(&way) && found.all.iter().any(|c| c.fits_all() && c.cost < 16.0) {
                continue;
            }
            let Some(mut view) = View::of(problem, way, budget)? else { continue };
            if views.iter().any(|other| other.same(&view)) {
                continue;
            }
            view.measure(budget)?;
            work(problem, &view, &outputs, budget, found)?;
            view.values = Vec::new();
            views.push(view);
        }
        Ok(())
    }
}

/// Ways that are left out when there is a plain answer.
const LATE: [usize; 7] = [13, 14, 15, 16, 17, 18, 19];

/// The ways of cutting in order of trial: first those on the ground that the inputs have.
fn order(problem: &Problem) -> Vec<usize> {
    let mut ways: Vec<usize> = (0..WAYS).collect();
    if problem.inputs().all(|input| field(input).common() != 0) {
        ways.sort_by_key(|&way| (LATE.contains(&way), !on_common(way)));
    }
    ways
}

/// Looks for rules on one view.
fn work(
    problem: &Problem,
    view: &View,
    outputs: &[Field],
    budget: &mut Budget,
    found: &mut Candidates,
) -> Worked {
    let derived = masks::derived(view, budget)?;
    let masks = masks::masks(view, &derived, budget)?;
    if problem.same_size() {
        let target = Target::of(view, outputs);
        let acts = acts::acts(view, &target, budget)?;
        return search(view, (&target, false), &acts, (&masks, &derived), budget, found);
    }
    if let Some(inner) = acts::matrix_target(view, outputs) {
        let target = Target { outputs, open: Vec::new(), demo_of: Vec::new() };
        let acts = acts::matrix_acts(view, &inner, EXTRA + 51);
        search(view, (&target, true), &acts, (&masks, &derived), budget, found)?;
    }
    let mut hunt = Hunt { view, outputs, found };
    hunt.crops(&masks, budget)?;
    hunt.lists(&masks, &derived, budget)
}

/// Looking for programs that make outputs of the bodies of one view.
struct Hunt<'h> {
    view: &'h View,
    /// Those of the demos.
    outputs: &'h [Field],
    found: &'h mut Candidates,
}

impl Hunt<'_> {
    /// Hands over what fits all demos.
    fn offer(&mut self, apply: impl Fn(usize) -> Option<Field>, cost: f32, program: Vec<String>) {
        let made = candidate(self.view, self.outputs, apply, cost, program);
        if made.fits_all() {
            self.found.add(made);
        }
    }
}

fn search(
    view: &View,
    (target, matrix): (&Target, bool),
    acts: &[acts::Act],
    (masks, derived): (&[Mask], &[Derived]),
    budget: &mut Budget,
    found: &mut Candidates,
) -> Worked {
    let knows = (view, target, matrix);
    let made = |rule: &Rule| {
        let program = print::rule(view.way, rule);
        candidate(view, target.outputs, |sample| rule.apply(view, sample), rule.cost, program)
    };
    let mut search = Search::new(knows, acts, (masks, derived), vec![true; view.demos]);
    let result = search.run(budget);
    let mut rules = search.found;
    rules.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    if result.is_err() {
        rules.iter().for_each(|rule| found.add(made(rule)));
        return result;
    }
    if rules.is_empty() && found.all.iter().all(|c| !c.fits_all()) && view.demos > 2 {
        for out in 0..view.demos {
            let mut search = Search::new(knows, acts, (masks, derived), without(view.demos, out));
            (search.most, search.tries) = (2, 100);
            let result = search.run_light(budget);
            search.found.iter().for_each(|rule| found.add(made(rule)));
            result?;
        }
        return Ok(());
    }
    let left_out = match rules.is_empty() || view.demos < 3 {
        true => None,
        false => left_out(knows, acts, (masks, derived), budget).ok(),
    };
    rules.iter().for_each(|rule| found.add(Candidate { left_out, ..made(rule) }));
    budget.check()
}

/// All demos but one.
fn without(demos: usize, out: usize) -> Vec<bool> {
    (0..demos).map(|d| d != out).collect()
}

/// Share of demos that the first rule for the others gets right.
fn left_out(
    knows: (&View, &Target, bool),
    acts: &[acts::Act],
    tests: (&[Mask], &[Derived]),
    budget: &mut Budget,
) -> Worked<f64> {
    let demos = knows.0.demos;
    let mut right = 0;
    for out in 0..demos {
        let mut search = Search::new(knows, acts, tests, without(demos, out));
        (search.most, search.tries) = (1, 200);
        search.run(budget)?;
        let good = |rule: &Rule| rule.apply(knows.0, out).as_ref() == Some(&knows.1.outputs[out]);
        right += search.found.first().is_some_and(good) as usize;
    }
    Ok(right as f64 / demos as f64)
}

/// Bits for the way of cutting.
pub(crate) fn way_cost(way: usize) -> f32 {
    const COSTS: [f32; WAYS] = [
        1.0, 1.5, 2.0, 1.5, 3.0, 3.5, 3.5, 3.0, 2.0, 4.0, 3.0, 2.5, 1.0, 4.0, 4.0, 4.0, 4.0, 4.0,
        4.0, 4.0,
    ];
    COSTS[way]
}

/// What `apply` makes of the samples of a view, compared with the outputs of the demos.
fn candidate(
    view: &View,
    outputs: &[Field],
    apply: impl Fn(usize) -> Option<Field>,
    cost: f32,
    program: Vec<String>,
) -> Candidate {
    let fits = (0..view.demos).map(|d| apply(d).as_ref() == Some(&outputs[d])).collect();
    let outputs = (view.demos..view.scenes.len()).map(|s| apply(s).map(picture)).collect();
    let cost = (cost + way_cost(view.way)) as f64;
    Candidate { strategy: "objects", outputs, fits, cost, left_out: None, program }
}
