//! Rules: which act is done to which bodies, and what comes of it.

use exec::bodies::act::{KEEP, act};
use exec::bodies::draw::{draw, matrix};
use exec::bodies::{Body, Field};

use super::acts::{Act, Source};
use super::bits::Bits;
use super::masks::Test;
use super::view::View;

/// An act with its value, as part of a rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deed {
    /// Number of the act.
    pub kind: usize,
    /// Its value.
    pub source: Source,
}

impl Deed {
    /// What an act does.
    pub fn of(act: &Act) -> Deed {
        Deed { kind: act.kind, source: act.source }
    }
}

/// How a rule's bodies become a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Drawn into the input, new cells on the ground alone.
    Under,
    /// Drawn into the input, new cells on anything.
    Over,
    /// One cell per body.
    Matrix,
}

/// Bodies that pass all of some tests, and what is done to them.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Tests that must all hold.
    pub tests: Vec<Test>,
    /// The bodies of all samples that pass them.
    pub bits: Bits,
    /// What is done.
    pub deed: Deed,
}

/// A decision list over bodies: the first branch whose tests a body passes says what is done to it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The branches in order.
    pub branches: Vec<Branch>,
    /// For bodies that no branch takes.
    pub otherwise: Deed,
    /// What every body does besides.
    pub also: Option<Deed>,
    /// How the grid is made.
    pub finish: Finish,
    /// Bits of description.
    pub cost: f32,
}

impl Rule {
    /// A rule that draws its bodies and does nothing besides.
    pub fn new(branches: Vec<Branch>, otherwise: Deed, cost: f32) -> Rule {
        Rule { branches, otherwise, also: None, finish: Finish::Under, cost }
    }

    /// What the rule makes of a sample.
    pub fn apply(&self, view: &View, sample: usize) -> Option<Field> {
        let after = self.after(view, sample);
        match self.finish {
            Finish::Under => Some(draw(&view.scenes[sample], &after, false)),
            Finish::Over => Some(draw(&view.scenes[sample], &after, true)),
            Finish::Matrix => matrix(&after),
        }
    }

    fn after(&self, view: &View, sample: usize) -> Vec<Body> {
        let scene = &view.scenes[sample];
        let mut free = vec![true; scene.bodies.len()];
        let mut after = scene.bodies.clone();
        for branch in &self.branches {
            let passes = view.range(sample).map(|bit| branch.bits.has(bit));
            let mask: Vec<bool> = passes.zip(&free).map(|(pass, &free)| pass && free).collect();
            put(view, sample, &mask, &branch.deed, &mut after);
            mask.iter().zip(&mut free).for_each(|(&m, f)| *f &= !m);
        }
        put(view, sample, &free, &self.otherwise, &mut after);
        if let Some(deed) = &self.also {
            let mut more = scene.bodies.clone();
            put(view, sample, &vec![true; scene.bodies.len()], deed, &mut more);
            after = after.iter().zip(&more).map(|(a, b)| a.joined(b)).collect();
        }
        after
    }
}

fn put(view: &View, sample: usize, mask: &[bool], deed: &Deed, after: &mut [Body]) {
    if deed.kind == KEEP || !mask.contains(&true) {
        return;
    }
    let values = match deed.source {
        Source::Constant(value) => vec![value; mask.len()],
        Source::Attribute(a) => view.values[a][view.range(sample)].to_vec(),
    };
    let done = act(&view.scenes[sample], mask, deed.kind, &values);
    for (i, body) in done.into_iter().enumerate().filter(|(i, _)| mask[*i]) {
        after[i] = body;
    }
}
