//! The programs that a batt is made from.

use std::collections::BTreeSet;

use lang::{Dialect, Program};

use super::choose::{Entrant, Rivals, choose_differs};
use crate::code::Code;
use crate::differs::{self, Differ, NAMES, from_program, is_builtin};
use crate::drive::read_program;
use crate::error::{EvolveError, Refusal};
use crate::kept::Kept;
use crate::store::Store;
use crate::store::record::DifferRow;

/// Programs as they were found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The solvers.
    pub solvers: Vec<Entrant>,
    /// Differs beside the built-in ones, with their weights.
    pub differs: Vec<(Differ, u64)>,
    /// Whether the user chose them, and should hear if they do not fit together.
    pub named: bool,
}

impl Found {
    /// The programs of a store.
    pub fn of_store(store: &Store) -> Result<Found, EvolveError> {
        let kept = store.kept_all()?;
        let solvers = kept.iter().map(stored_entrant).collect::<Result<Vec<_>, _>>()?;
        // Names tell results apart, so of two differs of one name the first is taken.
        let mut names: BTreeSet<String> = NAMES.map(str::to_string).into();
        let rows = store.differs()?;
        let differs = rows.iter().filter_map(stored_differ);
        let differs = differs.filter(|(differ, _)| names.insert(differ.name.clone())).collect();
        Ok(Found { solvers, differs, named: true })
    }

    /// Programs of files; they are all equally good, as far as is known.
    pub fn of_programs<'p>(
        programs: impl IntoIterator<Item = &'p Program> + Clone,
        named: bool,
    ) -> Found {
        let solvers = programs.clone().into_iter().filter(|program| !program.kind.reads_c());
        // A batt brings the built-in ones along, which take part anyway.
        let differs = programs.into_iter().filter_map(from_program).filter(|d| !is_builtin(d));
        Found {
            solvers: solvers.map(entrant).collect(),
            differs: differs.map(|differ| (differ, 1)).collect(),
            named,
        }
    }
}

fn stored_entrant(kept: &Kept) -> Result<Entrant, EvolveError> {
    Ok(Entrant {
        task: kept.task.clone(),
        name: format!("solve_{}", kept.task),
        code: read_program(&kept.program)?,
        score: kept.standing.demo_score,
        cost: kept.standing.cost,
    })
}

fn stored_differ(row: &DifferRow) -> Option<(Differ, u64)> {
    let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
    let differ = from_program(parsed.programs.first()?)?;
    Some((Differ { name: row.name.clone(), ..differ }, row.weight()))
}

fn entrant(program: &Program) -> Entrant {
    let code = Code::of_program(program);
    Entrant { task: program.id.clone(), name: program.name.clone(), code, score: 0, cost: 0 }
}

/// Programs of one dialect.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Their dialect.
    pub dialect: Dialect,
    /// The solvers by task.
    pub rivals: Rivals,
    /// Differs beside the built-in ones, with their weights.
    pub differs: Vec<(Differ, u64)>,
}

impl Pool {
    /// Those of the dialect asked for, else of the programs' own.
    pub fn new(found: Found, asked: Option<Dialect>) -> Result<Pool, EvolveError> {
        let dialect = dialect(asked, &found.solvers, found.named)?;
        let fits = |entrant: &Entrant| entrant.code.dialect() == dialect;
        let differs = found.differs.into_iter();
        Ok(Pool {
            dialect,
            rivals: Rivals::new(found.solvers.into_iter().filter(fits)),
            differs: differs.filter(|(differ, _)| differ.code.dialect() == dialect).collect(),
        })
    }

    /// Whether a task has a program.
    pub fn has(&self, task: &str) -> bool {
        self.rivals.tasks().any(|id| id == task)
    }

    /// The built-in differs and those chosen among the others.
    pub fn chosen_differs(&self, frozen: bool, seed: u64) -> Result<Vec<Differ>, EvolveError> {
        let mut all = differs::builtin(self.dialect).to_vec();
        let weights: Vec<u64> = self.differs.iter().map(|(_, weight)| *weight).collect();
        for place in choose_differs(&weights, frozen, seed) {
            let (differ, _) = &self.differs[place];
            if all.iter().any(|other| other.name == differ.name) {
                return Err(Refusal::TwoDiffers(differ.name.clone()).into());
            }
            all.push(differ.clone());
        }
        Ok(all)
    }
}

/// The dialect asked for, else that of the programs. Those that nobody named may be of both: then
/// it is the language of batts.
fn dialect(
    asked: Option<Dialect>,
    entrants: &[Entrant],
    named: bool,
) -> Result<Dialect, EvolveError> {
    let of = |dialect| move |entrant: &&Entrant| entrant.code.dialect() == dialect;
    let [arc, batt] = Dialect::ALL.map(|dialect| entrants.iter().find(of(dialect)));
    match (asked, arc, batt) {
        (Some(dialect), ..) => Ok(dialect),
        (None, Some(arc), Some(batt)) if named => {
            Err(Refusal::BothDialects { arc: arc.name.clone(), batt: batt.name.clone() }.into())
        }
        (None, Some(_), None) => Ok(Dialect::Arc),
        (None, ..) => Ok(Dialect::Batt),
    }
}
