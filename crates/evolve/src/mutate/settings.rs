//! How often programs are mutated, and by which edits.

use super::Operator;
use crate::limits::MUTATION_RATE;

/// How much each operator is drawn, relative to the others that apply at the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights([u32; Operator::ALL.len()]);

impl Weights {
    /// The weight of an operator.
    pub fn get(&self, operator: Operator) -> u32 {
        self.0[operator as usize]
    }

    /// The same weights with another one for this operator; 0 switches it off.
    pub fn with(mut self, operator: Operator, weight: u32) -> Weights {
        self.0[operator as usize] = weight;
        self
    }

    /// This operator and no other.
    pub fn only(operator: Operator) -> Weights {
        Weights([0; Operator::ALL.len()]).with(operator, 1)
    }
}

impl Default for Weights {
    /// Edits that keep a program's plan (another op, constant or function) come before those that
    /// make it longer: most solutions are near their neighbours, and long programs are dear.
    /// Insertion and crossover bring in what a program lacks, so they stay frequent enough to
    /// be tried in every generation. The operators for what samples explain are drawn by
    /// [`Settings::explained`]; a weight above 0 switches them on.
    fn default() -> Self {
        use Operator::*;
        let weight = |operator| match operator {
            Variable => 30,
            Op => 30,
            Function => 30,
            // A constant element has hardly any other operator to share with.
            Constant => 30,
            ExplainedColour | ExplainedAngle => 1,
            // Wraps any value, so it applies nearly everywhere: small, or it would drown the rest.
            Insert => 8,
            // Undoes insertions: applies more rarely, so its weight is larger.
            Delete => 12,
            // Nearly always gives something else that runs, so it survives trials more often than others.
            Crossover => 5,
        };
        Weights(Operator::ALL.map(weight))
    }
}

/// How programs are mutated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The chance of each element: one function position or one argument of one line.
    pub rate: f64,
    /// The chance of each colour or angle that the samples explain to be derived from them.
    pub explained: f64,
    /// Which operators.
    pub weights: Weights,
    /// Whether one element is chosen where none was drawn, so that no mutant is a plain copy.
    /// Elements that the samples explain do not count: deriving them from the samples gives the
    /// same values.
    pub at_least_one: bool,
    /// Whether ops of the solver are exchanged for others of theirs. Without, a seed means what it meant before there
    /// were any.
    pub solvers: bool,
}

impl Settings {
    /// As a search mutates: no mutant is a plain copy.
    pub fn of_search(rate: f64) -> Settings {
        Settings { rate, at_least_one: true, ..Settings::default() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let weights = Weights::default();
        Settings {
            rate: MUTATION_RATE.usual,
            explained: 0.5,
            weights,
            at_least_one: false,
            solvers: false,
        }
    }
}
