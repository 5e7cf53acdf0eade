//! A program in the form the search works with.

use lang::{Dag, Dialect, Hash128, Input, Node, NodeId, Program};
use serde::{Deserialize, Serialize};

/// Programs with more text than this are refused.
pub const MAX_TEXT: usize = 10_000;

/// A program in normal form.
///
/// Invariant: `dag` holds exactly one root and only nodes that it needs, in canonical order, so
/// equal programs have equal Dags.
#[derive(Clone, Debug)]
pub struct Code {
    dag: Dag,
}

impl Code {
    /// The program of a file.
    pub fn of_program(program: &Program) -> Code {
        Code { dag: program.dag.clone() }
    }

    /// The program that ends in a node of a merged Dag: its minimal form.
    pub fn of_root(dag: &Dag, root: NodeId) -> Code {
        Code { dag: dag.extract(root) }
    }

    /// Its nodes.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// Its result.
    pub fn root(&self) -> NodeId {
        self.dag.roots()[0]
    }

    /// Its identity: the same for any variable numbering and line order.
    pub fn hash(&self) -> Hash128 {
        self.dag.hash(self.root())
    }

    /// The dialect of its names.
    pub fn dialect(&self) -> Dialect {
        self.dag.dialect()
    }

    /// Number of lines.
    pub fn size(&self) -> usize {
        self.dag.ids().filter(|&id| self.dag.node(id).is_call()).count()
    }

    /// Whether it reads an input.
    pub fn reads(&self, input: Input) -> bool {
        self.dag.ids().any(|id| self.dag.node(id) == Node::Input(input))
    }

    /// Its text in line form, as a function of this name.
    pub fn text(&self, name: &str) -> String {
        let params = match self.dialect() {
            Dialect::Arc => 1,
            Dialect::Batt => 3,
        };
        lang::to_lines(name, &self.dag, self.root(), params)
    }
}

/// A hash as hexadecimal digits, for JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hash128Text(pub Hash128);

impl Serialize for Hash128Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hash128Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Hash128Text).map_err(serde::de::Error::custom)
    }
}

/// The function name of a task's program: what cannot stand in a name becomes `_`, and so does
/// no name at all.
pub fn solver_name(task: &str) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let id: String = task.chars().map(fits).collect();
    format!("solve_{}", if id.is_empty() { "_" } else { &id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_any_task_can_be_read_back() {
        for task in ["007bbfb7", "", "_", "a b", "..", "a\nb", "\u{e9}", "solve_", "verify_x"] {
            let text = format!("def {}(I):\n    return rot90(I)\n", solver_name(task));
            let parsed = lang::parse(text.as_bytes(), "t.py", None);
            assert_eq!((parsed.programs.len(), parsed.errors.len()), (1, 0), "{task:?}");
        }
    }
}
