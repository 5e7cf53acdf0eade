//! A program: its source, its results, and where it came from.

use evolve::kept::{Kept, ProgramRow};
use evolve::mutate::Mutation;
use evolve::standing::perfect;
use evolve::store::{Ancestor, Store};
use serde::Serialize;

use super::data::{DataSets, Located};
use super::head::Seed;
use super::shelf::Shelf;
use super::{Viewed, find, words};

/// Ancestors that are shown.
const LINEAGE: usize = 200;
/// Results that are shown.
const KEPT: usize = 200;

/// The whole view.
#[derive(Debug, Serialize)]
pub struct ProgramView {
    /// The program.
    pub hash: String,
    /// Its first digits.
    pub short: String,
    /// Its dialect.
    pub dialect: &'static str,
    /// Its number of lines.
    pub size: u32,
    /// Its source as one function.
    pub text: String,
    /// The task that it is shown on; nothing if it is kept for none.
    pub task: Option<String>,
    /// The tasks that it is kept for, by name.
    pub kept: Vec<KeptFor>,
    /// Tasks that are left out.
    pub kept_more: usize,
    /// The names of the task's samples; none if they are not at hand.
    pub samples: Vec<String>,
    /// The program and its line of first parents, the youngest first.
    pub lineage: Vec<Stage>,
    /// Ancestors that are left out, the oldest ones.
    pub lineage_more: usize,
}

/// A result of a program.
#[derive(Debug, Serialize)]
pub struct KeptFor {
    /// The task.
    pub task: String,
    /// The score over all demo samples.
    pub score: u32,
    /// The score of a program that is right on all of them.
    pub perfect: u32,
    /// Demo samples with exactly the right output.
    pub right: u32,
    /// Demo samples.
    pub count: u32,
    /// Whether it fits the demos.
    pub fits_demos: bool,
    /// What it costs on all demo samples.
    pub cost: u64,
    /// What found it: a strategy, `mutation` or `file`.
    pub from: String,
    /// The generation that made it; 0 for programs from files.
    pub generation: u64,
}

/// One step of a program's history.
#[derive(Debug, Serialize)]
pub struct Stage {
    /// The program.
    pub hash: String,
    /// Its first digits.
    pub short: String,
    /// Whether the store still has it.
    pub known: bool,
    /// What is wrong with it, if its text is not what its hash says.
    pub damage: Option<String>,
    /// What found it: a strategy, `mutation` or `file`.
    pub from: String,
    /// The generation that made it; 0 for programs from files.
    pub generation: u64,
    /// Its number among the candidates of its task in that generation.
    pub candidate: u64,
    /// The seed of the run.
    pub seed: Seed,
    /// First digits of the other programs that it was made from.
    pub others: Vec<String>,
    /// What was changed in its parent.
    pub mutations: Vec<Edit>,
    /// Its source.
    pub text: Option<String>,
}

/// A change of a program.
#[derive(Debug, Serialize)]
pub struct Edit {
    /// The line of the parent, from 1.
    pub line: u32,
    /// Where in that line: `line 3, argument 2`.
    pub place: String,
    /// The kind of edit.
    pub operator: String,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// A program of the store on a task, the one that it is best on if none is named.
pub fn view(
    shelf: &Shelf,
    data: &DataSets,
    digits: &str,
    task: Option<&str>,
) -> Viewed<ProgramView> {
    shelf.read(|store| {
        let program = find::program(store, digits)?;
        let kept = store.kept_of(program.hash)?;
        let best = find::best_of(&kept).map(|row| row.task.as_str());
        let located = task.or(best).map(|id| data.locate(store, id)).transpose()?;
        read(store, &program, &kept, located.as_ref())
    })
}

fn read(
    store: &Store,
    program: &ProgramRow,
    kept: &[Kept],
    located: Option<&Located>,
) -> Viewed<ProgramView> {
    let id = located.map(|located| located.id.as_str());
    let line = store.ancestors(id.unwrap_or_default(), program.hash)?;
    // Under the name of the task, if it is kept for it.
    let own = kept.iter().find(|row| Some(row.task.as_str()) == id);
    let text = own.map_or(&program.text, |row| &row.program.text);
    Ok(ProgramView {
        hash: program.hash.to_string(),
        short: words::short(program.hash),
        dialect: program.dialect.name(),
        size: program.size,
        text: text.clone(),
        task: id.map(str::to_string),
        kept: kept.iter().take(KEPT).map(KeptFor::new).collect(),
        kept_more: kept.len().saturating_sub(KEPT),
        samples: located.map_or(Vec::new(), sample_names),
        lineage_more: line.len().saturating_sub(LINEAGE),
        lineage: line.into_iter().take(LINEAGE).map(Stage::new).collect(),
    })
}

fn sample_names(located: &Located) -> Vec<String> {
    let Some(task) = located.task() else { return Vec::new() };
    (0..task.samples().count()).map(|i| task.sample_name(i).to_string()).collect()
}

impl KeptFor {
    fn new(row: &Kept) -> KeptFor {
        let s = &row.standing;
        KeptFor {
            task: row.task.clone(),
            score: s.demo_score,
            perfect: perfect(s.demo_count),
            right: s.demo_right,
            count: s.demo_count,
            fits_demos: s.solved,
            cost: s.cost,
            from: row.origin.found_by().to_string(),
            generation: row.origin.generation,
        }
    }
}

impl Stage {
    fn new(ancestor: Ancestor) -> Stage {
        let Ancestor { hash, program, origin } = ancestor;
        let known = program.is_some();
        let (text, damage) = match program.transpose() {
            Ok(program) => (program.map(|program| program.text), None),
            Err(damaged) => (None, Some(damaged.what)),
        };
        Stage {
            hash: hash.to_string(),
            short: words::short(hash),
            known,
            damage,
            from: origin.found_by().to_string(),
            generation: origin.generation,
            candidate: origin.candidate,
            seed: Seed(origin.seed),
            others: origin.parents.iter().skip(1).map(|hash| words::short(hash.0)).collect(),
            mutations: origin.mutations.into_iter().map(Edit::new).collect(),
            text,
        }
    }
}

impl Edit {
    fn new(mutation: Mutation) -> Edit {
        Edit {
            line: mutation.line,
            place: words::place(&mutation),
            operator: words::operator(&mutation),
            before: mutation.before,
            after: mutation.after,
        }
    }
}
