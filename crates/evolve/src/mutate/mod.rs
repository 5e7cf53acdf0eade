//! Mutation: typed random edits of programs inside a merged Dag.
//!
//! ```text
//! parent ── outline ──▶ elements ── choose ──▶ edit (propose, try) ── rebuild ──▶ mutant
//! ```
//!
//! An element is one function position or one argument of one line. Edits are typed by declared
//! types; a [`Probe`] that knows values on samples sharpens that, and sees at once which edits
//! fail or change nothing.

mod donors;
mod facts;
mod likely;
mod mutator;
mod outline;
mod probe;
mod propose;
mod settings;
pub(crate) mod tables;
mod text;
mod work;

pub use donors::Donors;
pub use exec::value::kind::Kind;
pub use facts::Facts;
pub use mutator::{Mutant, Mutator};
pub(crate) use outline::const_value;
pub use probe::{BankProbe, ProbeSample};
pub use settings::{Settings, Weights};

use exec::value::Fault;
use lang::{Dag, NodeId};
use serde::{Deserialize, Serialize};

/// What a node gives on the samples that a mutation is tried on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A value on every sample; equal numbers mean equal values on all of them.
    Value(u64),
    /// It fails on some sample.
    Fault(Fault),
}

/// Runs nodes on samples, so that edits that fail or change nothing are seen at once.
///
/// What it says depends on the values alone, never on what it was asked before.
pub trait Probe {
    /// What a node gives.
    fn seen(&mut self, dag: &Dag, node: NodeId) -> Seen;

    /// The kind of a node's value on the first sample; nothing if it fails there.
    fn kind(&mut self, dag: &Dag, node: NodeId) -> Option<Kind>;
}

/// The kinds of edits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// A variable is replaced by an earlier one of compatible type.
    Variable,
    /// An op is replaced by one with a compatible signature.
    Op,
    /// A function argument is replaced by a compatible function.
    Function,
    /// A constant is replaced by a neighbour or another member of its range.
    Constant,
    /// A colour that the samples explain is replaced by the lines that derive it from S.
    ExplainedColour,
    /// An angle that the samples explain is replaced by `a_mr(S)`.
    ExplainedAngle,
    /// A unary step is put between an argument and its line.
    Insert,
    /// A unary step is left out.
    Delete,
    /// A node of another program of the same type takes an argument's place.
    Crossover,
}

impl Operator {
    /// Every operator.
    pub const ALL: [Operator; 9] = [
        Operator::Variable,
        Operator::Op,
        Operator::Function,
        Operator::Constant,
        Operator::ExplainedColour,
        Operator::ExplainedAngle,
        Operator::Insert,
        Operator::Delete,
        Operator::Crossover,
    ];

    /// The operator as logs and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Variable => "variable",
            Operator::Op => "op",
            Operator::Function => "function",
            Operator::Constant => "constant",
            Operator::ExplainedColour => "explained_colour",
            Operator::ExplainedAngle => "explained_angle",
            Operator::Insert => "insert",
            Operator::Delete => "delete",
            Operator::Crossover => "crossover",
        }
    }
}

/// One edit, as it is logged: `line 7: op hmirror -> vmirror`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mutation {
    /// The kind of edit.
    pub operator: Operator,
    /// The line of the parent, counted from 1 in its line form.
    pub line: u32,
    /// The argument, counted from 0; nothing for the function position.
    pub argument: Option<u32>,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}
