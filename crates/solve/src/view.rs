//! Other looks at a problem: the same rule with colours that mean the same in every sample.

use crate::Strategy;
use crate::budget::{Budget, Spent};
use crate::candidate::Candidates;
use crate::problem::{Demo, Picture, Problem};

/// A strategy on the problem with normalised colours.
pub struct Coloured<S>(pub &'static str, pub S);

impl<S: Strategy> Strategy for Coloured<S> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn run(&self, problem: &Problem, budget: &mut Budget<'_>, found: &mut Candidates) -> Result<(), Spent> {
        let Some(view) = ColourView::of(problem) else { return Ok(()) };
        let mut seen = Candidates::default();
        let ended = self.1.run(&view.problem, budget, &mut seen);
        for mut candidate in seen.all {
            for (test, output) in candidate.outputs.iter_mut().enumerate() {
                *output = output.as_ref().map(|output| view.back(test, output));
            }
            candidate.strategy = self.0;
            candidate.cost += VIEW_COST;
            found.add(candidate);
        }
        ended
    }
}

/// What a look with other colours adds to a candidate's cost.
const VIEW_COST: f64 = 6.0;

/// What colours are ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Feature {
    /// Number of cells, most first.
    Count = 0,
    /// Number of 4-connected objects, fewest first.
    Objects = 1,
    /// First row with the colour, topmost first.
    Top = 2,
    /// First column with the colour, leftmost first.
    Left = 3,
    /// Area of the box around all cells, largest first.
    Box = 4,
    /// Cells of the largest object, largest first.
    Largest = 5,
}

impl Feature {
    /// All of them, in the order that decides between equal margins.
    pub const ALL: [Feature; 6] =
        [Feature::Count, Feature::Objects, Feature::Top, Feature::Left, Feature::Box, Feature::Largest];
}

/// A problem with normalised colours, and how to come back.
pub struct ColourView {
    /// The problem as strategies see it.
    pub problem: Problem,
    /// What the colours are ordered by.
    pub feature: Feature,
    /// Colours of outputs that their inputs do not have: numbers 9, 8, … in this order.
    pub extra: Vec<u8>,
    /// By test input: number to colour.
    back: Vec<[u8; 10]>,
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
        let ranks: Vec<Vec<u8>> = problem.inputs().map(|input| order(input, feature)).collect();
        if ranks.iter().any(|order| order.len() + extra.len() > 9) {
            return None;
        }
        let maps: Vec<[u8; 10]> = ranks.iter().map(|order| to_numbers(order, &extra)).collect();
        // Where every sample has the same map, the view shows nothing new.
        if maps.windows(2).all(|w| w[0] == w[1]) {
            return None;
        }
        let demos = problem.demos.iter().zip(&maps);
        let demos = demos.map(|(d, map)| Demo { input: mapped(&d.input, map), output: mapped(&d.output, map) });
        let tests = problem.tests.iter().zip(&maps[problem.demos.len()..]);
        let back = maps[problem.demos.len()..].iter().map(inverse).collect();
        let problem =
            Problem { demos: demos.collect(), tests: tests.map(|(t, map)| mapped(t, map)).collect() };
        Some(ColourView { problem, feature, extra, back })
    }

    /// An answer to the view as an answer to the problem.
    pub fn back(&self, test: usize, answer: &Picture) -> Picture {
        mapped(answer, &self.back[test])
    }
}

/// A picture with other colours.
fn mapped(picture: &Picture, map: &[u8; 10]) -> Picture {
    let cells = picture.cells.iter().map(|&c| map[c as usize]).collect();
    Picture { cells, ..*picture }
}

/// Colours but 0 that some demo output has and its input has not, ascending.
fn extra_colours(problem: &Problem) -> Vec<u8> {
    let has = |p: &Picture, c: u8| p.cells.contains(&c);
    let extra = |&c: &u8| problem.demos.iter().any(|d| has(&d.output, c) && !has(&d.input, c));
    (1..10).filter(extra).collect()
}

/// Colour to number: 0 stays, colours of the order are 1, 2, …, extra colours 9, 8, …; the rest fill the gaps.
fn to_numbers(order: &[u8], extra: &[u8]) -> [u8; 10] {
    let mut map = [u8::MAX; 10];
    map[0] = 0;
    let mut used = [false; 10];
    used[0] = true;
    for (i, &c) in extra.iter().enumerate() {
        map[c as usize] = 9 - i as u8;
        used[9 - i] = true;
    }
    for (i, &c) in order.iter().enumerate() {
        // An extra colour that this input has keeps its rank: the other number stays unused here.
        map[c as usize] = 1 + i as u8;
        used[1 + i] = true;
    }
    let mut free = (1..10).filter(|&n| !used[n as usize]);
    for to in map.iter_mut().filter(|to| **to == u8::MAX) {
        *to = free.next().unwrap_or(0);
    }
    map
}

fn inverse(map: &[u8; 10]) -> [u8; 10] {
    let mut back = [0; 10];
    for (c, &n) in map.iter().enumerate() {
        back[n as usize] = c as u8;
    }
    back
}

/// The colours of an input but 0, by a feature; equal ones by colour.
pub fn order(input: &Picture, feature: Feature) -> Vec<u8> {
    let mut colours: Vec<u8> = (1..10).filter(|c| input.cells.contains(c)).collect();
    let values = values(input, feature);
    colours.sort_by_key(|&c| (values[c as usize], c));
    colours
}

/// Smallest relative distance between two colours that follow each other, over all inputs.
fn margin(problem: &Problem, feature: Feature) -> f64 {
    let mut least: f64 = 1.0;
    for input in problem.inputs() {
        let values = values(input, feature);
        for pair in order(input, feature).windows(2) {
            let (a, b) = (values[pair[0] as usize] as f64, values[pair[1] as usize] as f64);
            least = least.min((b - a) / (a.abs().max(b.abs()).max(1.0)));
        }
    }
    least
}

fn values(input: &Picture, feature: Feature) -> [i32; 10] {
    let mut values = [0; 10];
    for c in 1..10u8 {
        values[c as usize] = match feature {
            Feature::Count => -(input.cells.iter().filter(|&&x| x == c).count() as i32),
            Feature::Objects => objects(input, c).0,
            Feature::Largest => -objects(input, c).1,
            Feature::Top => bounds(input, c).map_or(0, |b| b[0]),
            Feature::Left => bounds(input, c).map_or(0, |b| b[2]),
            Feature::Box => bounds(input, c).map_or(0, |b| -(b[1] - b[0] + 1) * (b[3] - b[2] + 1)),
        };
    }
    values
}

/// First and last row, first and last column of a colour.
fn bounds(input: &Picture, colour: u8) -> Option<[i32; 4]> {
    let mut bounds: Option<[i32; 4]> = None;
    for (i, _) in input.cells.iter().enumerate().filter(|&(_, &c)| c == colour) {
        let (r, c) = ((i / input.width) as i32, (i % input.width) as i32);
        let b = bounds.get_or_insert([r, r, c, c]);
        *b = [b[0].min(r), b[1].max(r), b[2].min(c), b[3].max(c)];
    }
    bounds
}

/// Number of 4-connected objects of a colour, and the size of the largest one.
fn objects(input: &Picture, colour: u8) -> (i32, i32) {
    let mut seen = vec![false; input.cells.len()];
    let (mut count, mut largest, mut stack) = (0, 0, Vec::new());
    for start in 0..seen.len() {
        if seen[start] || input.cells[start] != colour {
            continue;
        }
        count += 1;
        let mut size = 0;
        seen[start] = true;
        stack.push(start);
        while let Some(at) = stack.pop() {
            size += 1;
            let (r, c) = ((at / input.width) as isize, (at % input.width) as isize);
            for (r, c) in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
                if input.get(r, c) == Some(colour) {
                    let next = r as usize * input.width + c as usize;
                    if !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                    }
                }
            }
        }
        largest = largest.max(size);
    }
    (count, largest)
}
