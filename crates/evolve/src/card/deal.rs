//! A whole card: chosen, mutated, merged, ready to be written.

use std::collections::HashSet;

use exec::batch::on_threads;
use exec::data::{Dataset, Task};
use lang::{Dialect, to_python};

use super::choose::{Rivals, choose};
use super::merge::{CardError, Merged, Part, merge};
use super::mutants;
use super::table::step_table;
use crate::differs::Differ;
use crate::mutate::{Donors, Settings};
use crate::names::word;
use crate::stream::Stream;

/// How a batt is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deal {
    /// Where all random choices come from.
    pub seed: u64,
    /// The dialect of the batt.
    pub dialect: Dialect,
    /// Whether solvers stay as they are.
    pub freeze_solvers: bool,
    /// Whether differs stay as they are.
    pub freeze_differs: bool,
    /// The chance of each element of the others to be mutated.
    pub mutation_rate: f64,
}

/// A batt with everything that is known of how it was made.
#[derive(Clone, Debug)]
pub struct Card {
    /// The seed.
    pub seed: u64,
    /// The solvers, in the order of their tasks.
    pub solvers: Vec<Part>,
    /// The differs.
    pub differs: Vec<Part>,
    /// The batt.
    pub merged: Merged,
}

impl Card {
    /// Makes a batt of one program for each of the tasks, in this order, and the differs.
    pub fn deal(
        deal: &Deal,
        rivals: &Rivals,
        tasks: &[String],
        differs: &[Differ],
        data: Option<&Dataset>,
    ) -> Result<Card, CardError> {
        let solvers = deal.solvers(rivals, tasks, data);
        let mut differs: Vec<Part> = differs.iter().map(|differ| deal.differ(differ)).collect();
        // The same mutation made twice, now and in a batt that takes part, is one differ.
        let mut seen = HashSet::new();
        differs.retain(|part| seen.insert((part.id.clone(), part.code.hash())));
        let mut merged = merge(deal.dialect, &solvers, &differs)?;
        merged.batt.about = about(deal, &solvers, &differs, &merged);
        Ok(Card { seed: deal.seed, solvers, differs, merged })
    }

    /// The Python file.
    pub fn python(&self) -> String {
        to_python(&self.merged.batt)
    }

    /// The step table.
    pub fn table(&self) -> String {
        step_table(self.seed, &self.merged, &self.solvers, &self.differs)
    }
}

impl Deal {
    fn settings(&self) -> Settings {
        Settings { rate: self.mutation_rate, ..Settings::default() }
    }

    fn solvers(&self, rivals: &Rivals, tasks: &[String], data: Option<&Dataset>) -> Vec<Part> {
        let chosen = tasks.iter().filter_map(|task| {
            let mut stream = Stream::new(self.seed, 0, task, 0);
            let entrant = choose(rivals, task, self.freeze_solvers, &mut stream)?;
            let part = Part::frozen(&word(task), &entrant.name, entrant.code.clone());
            Some((part, data.and_then(|data| data.get(task)), stream))
        });
        let chosen: Vec<(Part, Option<&Task>, Stream)> = chosen.collect();
        if self.freeze_solvers {
            return chosen.into_iter().map(|(part, ..)| part).collect();
        }
        let settings = self.settings();
        let donors = Donors::new(self.dialect, chosen.iter().map(|(part, ..)| &part.code));
        let mutant = |(part, task, stream): &(Part, Option<&Task>, Stream)| {
            mutants::solver(part.clone(), *task, &settings, &donors, &mut stream.clone())
        };
        // Mutants are run, which may need a large stack.
        let mut made = on_threads(1, || chosen.iter().map(mutant).collect::<Vec<_>>());
        made.pop().unwrap_or_default()
    }

    fn differ(&self, differ: &Differ) -> Part {
        let name = format!("differ_{}", differ.name);
        let part = Part::frozen(&differ.name, &name, differ.code.clone());
        if self.freeze_differs {
            return part;
        }
        let mut stream = Stream::new(self.seed, 0, &format!("differ:{}", differ.name), 0);
        renamed(mutants::differ(part, &self.settings(), &mut stream))
    }
}

/// A mutated differ says something else than the one it was made from, so it has another name:
/// that of the first one and some digits of its hash.
fn renamed(part: Part) -> Part {
    if !part.is_mutated() {
        return part;
    }
    let is_digits = |end: &str| end.len() == 8 && end.bytes().all(|b| b.is_ascii_hexdigit());
    let first = match part.id.rsplit_once("_m") {
        Some((first, end)) if is_digits(end) => first,
        _ => &part.id,
    };
    let id = format!("{first}_m{:.8}", part.code.hash().to_string());
    Part { name: format!("differ_{id}"), id, ..part }
}

/// What the head of the file says.
fn about(deal: &Deal, solvers: &[Part], differs: &[Part], merged: &Merged) -> Vec<String> {
    let mutated = |parts: &[Part]| parts.iter().filter(|part| part.is_mutated()).count();
    vec![
        format!(
            "A batt: {} solvers ({} mutated) and {} differs ({} mutated) in one function.",
            solvers.len(),
            mutated(solvers),
            differs.len(),
            mutated(differs),
        ),
        String::new(),
        format!(
            "Seed {}, dialect {}, {} steps; {} more were asked for and are shared.",
            deal.seed,
            deal.dialect,
            merged.lines.len(),
            merged.shared(),
        ),
        "A remark names the program and the line of it that asked for the step first.".into(),
    ]
}
