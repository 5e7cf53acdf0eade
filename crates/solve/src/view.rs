//! Other looks at a problem: the same rule with colours that mean the same in every sample.

use exec::layers::rank::{self, Feature, Map};

use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::Candidates;
use crate::layers::layer_of;
use crate::problem::{Demo, Picture, Problem};
use crate::writer;

/// A strategy on the problem with normalised colours.
pub struct Coloured<S>(pub &'static str, pub S);

impl<S: Strategy> Strategy for Coloured<S> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn run(&self, problem: &Problem, budget: &mut Budget<'_>, found: &mut Candidates) -> Worked {
        let Some(view) = ColourView::of(problem) else { return Ok(()) };
        let mut seen = Candidates::default();
        let ended = self.1.run(&view.problem, budget, &mut seen);
        for mut candidate in seen.all {
            for (test, output) in candidate.outputs.iter_mut().enumerate() {
                *output = output.as_ref().map(|output| view.back(test, output));
            }
            candidate.strategy = self.0;
            candidate.cost += VIEW_COST;
            candidate.program = view.program(&candidate.program);
            found.add(candidate);
        }
        ended
    }
}

/// What a look with other colours adds to a candidate's cost.
const VIEW_COST: f64 = 6.0;

/// A problem with normalised colours, and how to come back.
pub struct ColourView {
    /// The problem as strategies see it.
    pub problem: Problem,
    /// What the colours are ordered by.
    pub feature: Feature,
    /// Colours of outputs that their inputs do not have: numbers 9, 8, … in this order.
    pub extra: Vec<u8>,
    /// By test input: number to colour.
    back: Vec<Map>,
}

impl ColourView {
    /// The view whose order of colours is clearest; nothing if colours mean the same already.
    pub fn of(problem: &Problem) -> Option<ColourView> {
        let feature = Feature::ALL
            .into_iter()
            .map(|feature| (margin(problem, feature), feature))
            .fold(None, |best: Option<(f64, Feature)>, (margin, feature)| {
                if best.is_some_and(|(m, _)| m >= margin) { best } else { Some((margin, feature)) }
            })
            .filter(|&(margin, _)| margin > 0.0)?
            .1;
        let extra = extra_colours(problem);
        let map = |input: &Picture| rank::numbers(&rank::order(layer_of(input), feature), &extra);
        let maps: Vec<Map> = problem.inputs().map(map).collect::<Option<_>>()?;
        // Where every sample has the same map, the view shows nothing new.
        if maps.windows(2).all(|w| w[0] == w[1]) {
            return None;
        }
        let demos = problem.demos.iter().zip(&maps);
        let demos = demos
            .map(|(d, map)| Demo { input: mapped(&d.input, map), output: mapped(&d.output, map) });
        let tests = problem.tests.iter().zip(&maps[problem.demos.len()..]);
        let back = maps[problem.demos.len()..].iter().map(rank::inverse).collect();
        let problem = Problem {
            demos: demos.collect(),
            tests: tests.map(|(t, map)| mapped(t, map)).collect(),
        };
        Some(ColourView { problem, feature, extra, back })
    }

    /// An answer to the view as an answer to the problem.
    pub fn back(&self, test: usize, answer: &Picture) -> Picture {
        mapped(answer, &self.back[test])
    }

    /// A program for the view as a program for the problem.
    pub fn program(&self, body: &[String]) -> Vec<String> {
        let feature = self.feature as u8;
        let colours: String = self.extra.iter().map(|colour| format!("{colour}, ")).collect();
        let extra = match &self.extra[..] {
            [_] => format!("({})", colours.trim_end()),
            _ => format!("({})", colours.trim_end_matches(", ")),
        };
        let input = ("I", format!("ranked_l(I, {feature})"));
        let samples = ("S", format!("ranked_pairs_l(S, {feature}, {extra})"));
        writer::inside(&[input, samples], body, |o| {
            format!("unranked_l({o}, I, {feature}, {extra})")
        })
    }
}

/// A picture with other colours.
fn mapped(picture: &Picture, map: &Map) -> Picture {
    let cells = picture.cells.iter().map(|&c| map[c as usize]).collect();
    Picture { cells, ..*picture }
}

/// Colours but 0 that some demo output has and its input has not, ascending.
fn extra_colours(problem: &Problem) -> Vec<u8> {
    let has = |p: &Picture, c: u8| p.cells.contains(&c);
    let extra = |&c: &u8| problem.demos.iter().any(|d| has(&d.output, c) && !has(&d.input, c));
    (1..10).filter(extra).collect()
}

/// Smallest relative distance between two colours that follow each other, over all inputs.
fn margin(problem: &Problem, feature: Feature) -> f64 {
    let mut least: f64 = 1.0;
    for input in problem.inputs().map(layer_of) {
        let values = rank::values(input, feature);
        for pair in rank::order(input, feature).windows(2) {
            let (a, b) = (values[pair[0] as usize] as f64, values[pair[1] as usize] as f64);
            least = least.min((b - a) / (a.abs().max(b.abs()).max(1.0)));
        }
    }
    least
}
