//! What a program file contains.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::batt::Batt;
use crate::dag::Dag;
use crate::error::ParseError;
use crate::hash::Hash128;
use crate::node::NodeId;
use crate::types::Dialect;

/// What a program is for, told by the prefix of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ProgramKind {
    /// `solve_<id>`: from the input to the output of a task.
    Solve,
    /// `verify_<id>`: a solver, named as the public verifiers are.
    Verify,
    /// `differ_<name>`: compares a candidate with the target; the only kind that may read C.
    Differ,
}

impl ProgramKind {
    /// All kinds.
    pub const ALL: [ProgramKind; 3] =
        [ProgramKind::Solve, ProgramKind::Verify, ProgramKind::Differ];

    /// What names of this kind start with.
    pub fn prefix(self) -> &'static str {
        match self {
            ProgramKind::Solve => "solve_",
            ProgramKind::Verify => "verify_",
            ProgramKind::Differ => "differ_",
        }
    }

    /// The kind and id that a function name stands for.
    pub fn of_name(name: &str) -> Option<(ProgramKind, &str)> {
        ProgramKind::ALL.into_iter().find_map(|k| Some((k, name.strip_prefix(k.prefix())?)))
    }

    /// Whether programs of this kind may read the comparison grid.
    pub fn reads_c(self) -> bool {
        self == ProgramKind::Differ
    }
}

/// Where a step was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The variable that it was assigned to; nothing for a call within a line.
    pub name: Option<String>,
    /// The line of the file.
    pub line: u32,
}

/// Where the steps of a program were written, by their content hashes: what errors and traces call them.
#[derive(Clone, Debug, Default)]
pub struct Labels(Arc<FxHashMap<Hash128, Label>>);

impl Labels {
    pub(crate) fn new(labels: FxHashMap<Hash128, Label>) -> Labels {
        Labels(Arc::new(labels))
    }

    /// Where a node of a Dag was written, if it was.
    pub fn get(&self, dag: &Dag, node: NodeId) -> Option<&Label> {
        self.0.get(&dag.hash(node))
    }
}

/// One program of a file.
///
/// Invariant: `dag` holds exactly one root and only nodes that it needs, in canonical order.
#[derive(Clone, Debug)]
pub struct Program {
    /// The function's name.
    pub name: String,
    /// What it is for.
    pub kind: ProgramKind,
    /// The name without its prefix: a task id, or the name of a differ.
    pub id: String,
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// How many parameters it was written with: 1 or 3.
    pub params: usize,
    /// The line of its `def`.
    pub line: u32,
    /// Its code.
    pub dag: Dag,
    /// Where its steps were written.
    pub labels: Labels,
}

/// What a file contains: its good programs and what is wrong with the others.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The programs without errors, in the order of the file.
    pub programs: Vec<Program>,
    /// The batts without errors.
    pub batts: Vec<Batt>,
    /// What is wrong, in the order of the file.
    pub errors: Vec<ParseError>,
    /// What is likely to be wrong with the good ones, where that was asked for: see [`crate::parse_checked`].
    pub warnings: Vec<ParseError>,
    /// The one program of a file whose name says no task (see [`UNNAMED`]). That it does not is the last of the errors.
    pub unnamed: Option<Program>,
}

/// What people call the one program of a file.
pub const UNNAMED: [&str; 4] = ["solve", "transform", "solver", "program"];

impl Parsed {
    /// Makes the unnamed program one for each of some tasks, as if it were named after them.
    pub fn name_after<'t>(&mut self, tasks: impl IntoIterator<Item = &'t str>) {
        let Some(program) = self.unnamed.take() else { return };
        self.errors.pop();
        let named = |id: &str| Program { id: id.to_string(), ..program.clone() };
        self.programs.extend(tasks.into_iter().map(named));
    }
}
