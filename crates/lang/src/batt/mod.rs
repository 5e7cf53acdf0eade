//! A batt: many programs merged into one function.
//!
//! ```text
//! def batt(task_id, S, I, C, log_path):
//!     x1 = vmirror(I)
//!     o = ((1, False, "00d62c1b", x1),)
//!     s = ((2, None, "shape", x2), ...)
//!     return o, s
//! ```

mod print;
mod read;

pub(crate) use print::module;
pub use print::to_python;

use crate::dag::Dag;
use crate::node::NodeId;
use crate::program::{Labels, Program, ProgramKind};
use crate::types::Dialect;

/// The name of the function.
pub(crate) const NAME: &str = "batt";

/// One solver of a batt: an entry of `o`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverEntry {
    /// The line of its result, from 1; 0 if it is an input or a constant, which has no line.
    pub step: u32,
    /// Whether it was mutated.
    pub mutated: bool,
    /// Its task: letters, digits and underscores, as in a function's name.
    pub id: String,
    /// Its result.
    pub node: NodeId,
}

/// One differ on one candidate: an entry of `s`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DifferEntry {
    /// The line of its result, as in [`SolverEntry::step`].
    pub step: u32,
    /// The solver whose result it compares with C; nothing when it compares the input.
    pub solver: Option<String>,
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// Its result.
    pub node: NodeId,
}

/// Many solvers and differs merged into one function.
///
/// Invariants: the lines of the function are the calls of `dag` in ascending order, and the
/// `step` of an entry is the number of its node's line; the roots of `dag` are the nodes of
/// `solvers`, then those of `differs`; no solver reads C.
#[derive(Clone, Debug)]
pub struct Batt {
    /// Its code. May hold lines that no entry needs, if it was read from a file.
    pub dag: Dag,
    /// The solvers, in the order of `o`.
    pub solvers: Vec<SolverEntry>,
    /// The differs, in the order of `s`.
    pub differs: Vec<DifferEntry>,
    /// The line of its `def`, if it was read from a file; else 0.
    pub line: u32,
    /// What the head of the file says, line by line. Not read back.
    pub about: Vec<String>,
    /// What is written behind each line; may be shorter than there are lines. Not read back.
    pub notes: Vec<String>,
}

impl Batt {
    /// A batt of a Dag without roots. The steps of the entries are worked out here.
    pub fn new(mut dag: Dag, mut solvers: Vec<SolverEntry>, mut differs: Vec<DifferEntry>) -> Batt {
        let numbers = line_numbers(&dag);
        for entry in &mut solvers {
            entry.step = numbers[entry.node.index()];
            dag.add_root(entry.node);
        }
        for entry in &mut differs {
            entry.step = numbers[entry.node.index()];
            dag.add_root(entry.node);
        }
        Batt { dag, solvers, differs, line: 0, about: Vec::new(), notes: Vec::new() }
    }

    /// The dialect of its names.
    pub fn dialect(&self) -> Dialect {
        self.dag.dialect()
    }

    /// The nodes of its lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.dag.ids().filter(|&id| self.dag.node(id).is_call())
    }

    /// Its programs by themselves: the solvers, and the differs that look at the input.
    pub fn programs(&self) -> Vec<Program> {
        let solver = |entry: &SolverEntry| self.program(ProgramKind::Solve, &entry.id, entry.node);
        let differ = |entry: &DifferEntry| {
            let on_input = entry.solver.is_none();
            on_input.then(|| self.program(ProgramKind::Differ, &entry.name, entry.node))
        };
        let solvers = self.solvers.iter().map(solver);
        solvers.chain(self.differs.iter().filter_map(differ)).collect()
    }

    fn program(&self, kind: ProgramKind, id: &str, root: NodeId) -> Program {
        Program {
            name: format!("{}{id}", kind.prefix()),
            kind,
            id: id.to_string(),
            dialect: self.dialect(),
            params: if self.dialect() == Dialect::Arc { 1 } else { 3 },
            line: self.line,
            dag: self.dag.extract(root),
            labels: Labels::default(),
        }
    }

    /// By node: the number of its line, from 1; 0 for inputs, constants and literals.
    pub fn line_numbers(&self) -> Vec<u32> {
        line_numbers(&self.dag)
    }

    /// A node as the lines name it: `x12`, `I`, `THREE`.
    pub fn operand(&self, node: NodeId, numbers: &[u32]) -> String {
        let mut text = String::new();
        crate::print::operand(&mut text, &self.dag, node, numbers);
        text
    }

    /// The same batt without the lines that no entry needs and without remarks: what `batt fmt`
    /// prints.
    pub fn tidy(&self) -> Batt {
        let dag = self.dag.compact();
        let (mut solvers, mut differs) = (self.solvers.clone(), self.differs.clone());
        let solver_nodes = solvers.iter_mut().map(|entry| &mut entry.node);
        let nodes = solver_nodes.chain(differs.iter_mut().map(|entry| &mut entry.node));
        nodes.zip(dag.roots()).for_each(|(node, &root)| *node = root);
        Batt::new(dag.without_roots(), solvers, differs)
    }
}

/// The number of each node's line, from 1; 0 for what has none.
pub(crate) fn line_numbers(dag: &Dag) -> Vec<u32> {
    let mut count = 0;
    let number = |id| {
        let call = dag.node(id).is_call();
        count += u32::from(call);
        if call { count } else { 0 }
    };
    dag.ids().map(number).collect()
}

/// Whether text can be part of a function's name, as ids of tasks and names of differs are.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
