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
mod view;

use exec::bodies::Field;
use exec::bodies::act::EXTRA;
use exec::bodies::segment::WAYS;

use acts::Target;
use masks::{Derived, Mask};
use rule::Rule;
use search::Search;
use view::{View, field, picture};

use crate::budget::{Budget, Spent};
use crate::candidate::{Candidate, Candidates};
use crate::problem::Problem;
use crate::Strategy;

/// The strategy.
pub struct Objects;

impl Strategy for Objects {
    fn name(&self) -> &'static str {
        "objects"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Result<(), Spent> {
        if problem.demos.is_empty() || problem.tests.is_empty() {
            return Ok(());
        }
        let outputs: Vec<Field> = problem.demos.iter().map(|d| field(&d.output)).collect();
        let mut views: Vec<View> = Vec::new();
        for way in 0..WAYS {
            budget.check()?;
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

/// Looks for rules on one view.
fn work(
    problem: &Problem,
    view: &View,
    outputs: &[Field],
    budget: &mut Budget,
    found: &mut Candidates,
) -> Result<(), Spent> {
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
    crops::crops(view, outputs, &masks, budget, found)?;
    lists::lists(view, outputs, (&masks, &derived), budget, found)
}

fn search(
    view: &View,
    (target, matrix): (&Target, bool),
    acts: &[acts::Act],
    (masks, derived): (&[Mask], &[Derived]),
    budget: &mut Budget,
    found: &mut Candidates,
) -> Result<(), Spent> {
    let mut search = Search::new((view, target, matrix), acts, (masks, derived), vec![true; view.demos]);
    let result = search.run(budget);
    for rule in &search.found {
        found.add(candidate(view, rule, target));
    }
    result
}

/// Bits for the way of cutting.
pub(crate) fn way_cost(way: usize) -> f32 {
    const COSTS: [f32; WAYS] =
        [1.0, 1.5, 2.0, 1.5, 3.0, 3.5, 3.5, 3.0, 2.0, 4.0, 3.0, 2.5, 1.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0];
    COSTS[way]
}

fn candidate(view: &View, rule: &Rule, target: &Target) -> Candidate {
    let outputs = (view.demos..view.scenes.len()).map(|s| rule.apply(view, s).map(picture)).collect();
    let fits = (0..view.demos).map(|d| rule.apply(view, d).as_ref() == Some(&target.outputs[d])).collect();
    let cost = (rule.cost + way_cost(view.way)) as f64;
    Candidate { strategy: "objects", outputs, fits, cost, left_out: None, program: print::rule(view.way, rule) }
}
