//! A program that is kept for a task: what it is, how good it is, and where it came from.

use exec::data::Task;
use exec::run::{Rules, Worker};
use lang::{Dialect, Hash128};
use serde::{Deserialize, Serialize};

use crate::code::{Code, Hash128Text, MAX_TEXT, solver_name};
use crate::mutate::Mutation;
use crate::simplify::plainest;
use crate::standing::Standing;
use crate::trace::Mismatch;

/// At most so many programs are kept per task.
pub const KEEP_PER_TASK: usize = 32;

/// A program as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRow {
    /// Its identity.
    pub hash: Hash128,
    /// Its dialect.
    pub dialect: Dialect,
    /// Its lines as function `solve_<task>` or `differ_<name>`.
    pub text: String,
    /// Number of lines.
    pub size: u32,
}

impl ProgramRow {
    /// A program under this text.
    pub fn new(code: &Code, text: String) -> ProgramRow {
        let size = code.size() as u32;
        ProgramRow { hash: code.hash(), dialect: code.dialect(), text, size }
    }
}

/// A program kept for a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The task.
    pub task: String,
    /// The program.
    pub program: ProgramRow,
    /// How good it is there.
    pub standing: Standing,
    /// Where it came from.
    pub origin: Origin,
}

impl Kept {
    /// A program for a task; nothing if its text is too long to be kept.
    pub fn new(task: &str, code: &Code, standing: Standing, origin: Origin) -> Option<Kept> {
        let program = ProgramRow::new(code, code.text(&solver_name(task)));
        let fits = program.text.len() <= MAX_TEXT;
        fits.then(|| Kept { task: task.to_string(), program, standing, origin })
    }

    /// A program from outside for a task, without what it does not need if it fits the demos; nothing if its text is too long.
    pub fn plain(
        code: Code,
        standing: Standing,
        task: &Task,
        rules: Rules,
        worker: &mut Worker,
    ) -> Result<Option<Kept>, Mismatch> {
        let plain = match standing.solved {
            true => plainest(&code, &standing, task, rules, worker)?,
            false => None,
        };
        let origin = Origin { simplified: plain.is_some(), ..Origin::default() };
        let (code, standing) = plain.unwrap_or((code, standing));
        Ok(Kept::new(&task.id, &code, standing, origin))
    }
}

/// Where a program came from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The programs it was made from, the mutated one first; none for programs from files.
    pub parents: Vec<Hash128Text>,
    /// What was changed, in line order.
    pub mutations: Vec<Mutation>,
    /// The seed of the run.
    pub seed: u64,
    /// The generation that made it; 0 for programs from files.
    pub generation: u64,
    /// Its number among the candidates of its task in that generation.
    pub candidate: u64,
    /// The strategy of `solve` that found it, or "growth"; nothing for programs from files and mutants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// Whether what it found was simplified then: see [`crate::simplify`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub simplified: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Origin {
    /// What found the program, in a word: the strategy, else `mutation`, else `file`.
    pub fn found_by(&self) -> &str {
        found_by(self.strategy.as_deref(), !self.parents.is_empty())
    }
}

/// What "found" programs that came as they are.
pub const FILE: &str = "file";

/// As [`Origin::found_by`], of a strategy and whether there are parents.
pub fn found_by(strategy: Option<&str>, mutated: bool) -> &str {
    strategy.unwrap_or(if mutated { "mutation" } else { FILE })
}
