//! The step table: what each line of a batt is and where it comes from, as JSON.

use std::fmt::Write;

use lang::{Batt, Hints, Node};
use serde::Serialize;

use super::merge::{Line, Merged, Part, Source};
use super::mutants::edited_lines;
use crate::code::Hash128Text;
use crate::mutate::Mutation;

/// A solver or differ of the batt.
#[derive(Serialize)]
struct PartRow<'t> {
    id: &'t str,
    name: &'t str,
    hash: Hash128Text,
    parent: Option<Hash128Text>,
    mutations: &'t [Mutation],
}

/// A line of the batt.
#[derive(Serialize)]
struct StepRow<'t> {
    step: usize,
    /// The op, or the variable that holds the function.
    op: String,
    arguments: Vec<String>,
    /// Types of the arguments.
    types: Vec<&'static str>,
    returns: &'static str,
    /// The program that asked for it first, and its line there.
    origin: &'t str,
    line: u32,
    /// The solver whose result a differ looks at.
    on: Option<&'t str>,
    uses: u32,
    /// Whether that program did not have it before its mutation.
    mutated: bool,
    /// The edits of this very line.
    mutation: Vec<&'t Mutation>,
}

/// The step table of a batt. One row per line of text, so that tables can be compared.
pub fn step_table(seed: u64, merged: &Merged, solvers: &[Part], differs: &[Part]) -> String {
    let batt = &merged.batt;
    let mut text = format!("{{\"seed\":{seed},\"dialect\":\"{}\"", batt.dialect());
    let part = |part: &Part| {
        row(&PartRow {
            id: &part.id,
            name: &part.name,
            hash: Hash128Text(part.code.hash()),
            parent: part.parent.as_ref().map(|parent| Hash128Text(parent.hash())),
            mutations: &part.log,
        })
    };
    rows(&mut text, "solvers", solvers.iter().map(part));
    rows(&mut text, "differs", differs.iter().map(part));
    let (numbers, hints) = (batt.line_numbers(), Hints::new(&batt.dag));
    let edited = [solvers, differs].map(|parts| parts.iter().map(edited_lines).collect::<Vec<_>>());
    let step = |(at, line): (usize, &Line)| {
        let mut step = step_row(batt, line, &numbers, &hints);
        let (parts, edited, place) = match line.source {
            Source::Solver(place) => (solvers, &edited[0], place),
            Source::Differ(place, _) => (differs, &edited[1], place),
        };
        let (part, edits) = (&parts[place], edited[place].get(&line.hash));
        step.step = at + 1;
        step.origin = &part.name;
        step.on = line.source.solver().map(|on| solvers[on].id.as_str());
        step.mutation = edits.into_iter().flatten().map(|&edit| &part.log[edit]).collect();
        row(&step)
    };
    rows(&mut text, "steps", merged.lines.iter().enumerate().map(step));
    text.push_str("}\n");
    text
}

/// What a row says of the line itself.
fn step_row<'t>(batt: &Batt, line: &Line, numbers: &[u32], hints: &Hints) -> StepRow<'t> {
    let (op, args) = match batt.dag.node(line.node) {
        Node::Call(op, args) => (op.name().to_string(), args),
        Node::Apply(function, args) => (batt.operand(function, numbers), args),
        // Lines are calls.
        _ => (String::new(), &[][..]),
    };
    StepRow {
        step: 0,
        op,
        arguments: args.iter().map(|&arg| batt.operand(arg, numbers)).collect(),
        types: args.iter().map(|&arg| hints.get(arg).ty().name()).collect(),
        returns: hints.return_ty(&batt.dag, line.node).name(),
        origin: "",
        line: line.line,
        on: None,
        uses: line.uses,
        mutated: line.mutated,
        mutation: Vec::new(),
    }
}

/// A row as JSON. Rows have string keys and no floats, so nothing can go wrong.
fn row(row: &impl Serialize) -> String {
    serde_json::to_string(row).unwrap_or_default()
}

fn rows(text: &mut String, key: &str, rows: impl Iterator<Item = String>) {
    let _ = write!(text, ",\n\"{key}\":[");
    for (at, row) in rows.enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        text.push_str(&row);
    }
    text.push(']');
}
