//! Programs from outside into a store: scored, and kept if they are good enough.

use std::collections::BTreeSet;

use exec::data::{Dataset, Task};
use lang::{Program, ProgramKind};
use serde::Serialize;

use crate::code::Code;
use crate::differs::{from_program, is_builtin};
use crate::error::EvolveError;
use crate::kept::Kept;
use crate::names::Names;
use crate::score;
use crate::store::Store;
use crate::store::record::{DifferRow, Made};
use crate::trace::Mismatch;

/// Programs sorted by what they are for.
pub struct Imports<'p, 't> {
    /// Each solver with a task it is named after.
    pub solvers: Vec<(&'p Program, &'t Task)>,
    /// The differs.
    pub differs: Vec<&'p Program>,
    /// Tasks in names that the data do not have.
    pub without: BTreeSet<&'p str>,
}

/// What became of imported programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Imported {
    /// Solvers with a task.
    pub programs: usize,
    /// Those that fit the demos and are kept without lines that do nothing.
    pub simplified: usize,
    /// Those that joined.
    pub added: usize,
    /// Those that were there.
    pub known: usize,
    /// Those that were not good enough.
    pub refused: usize,
    /// Programs that left to make room.
    pub evicted: usize,
    /// Differs that were put into the store.
    pub differs: usize,
    /// Tasks in names that the data do not have.
    pub without_task: Vec<String>,
}

impl<'p, 't> Imports<'p, 't> {
    /// Sorts programs.
    pub fn new(
        programs: impl IntoIterator<Item = &'p Program>,
        data: &'t Dataset,
    ) -> Imports<'p, 't> {
        let mut found =
            Imports { solvers: Vec::new(), differs: Vec::new(), without: BTreeSet::new() };
        let names = Names::new(data.tasks.iter().map(|task| task.id.as_str()));
        for program in programs {
            if program.kind == ProgramKind::Differ {
                // A batt brings the built-in ones along, which need no store.
                let own = from_program(program).filter(|differ| !is_builtin(differ));
                found.differs.extend(own.map(|_| program));
                continue;
            }
            let tasks = names.of(&program.id).iter().filter_map(|id| data.get(id));
            let before = found.solvers.len();
            found.solvers.extend(tasks.map(|task| (program, task)));
            if found.solvers.len() == before {
                found.without.insert(&program.id);
            }
        }
        found
    }

    /// Whether there is nothing to import.
    pub fn is_empty(&self) -> bool {
        self.solvers.is_empty() && self.differs.is_empty()
    }

    /// The tasks that the solvers are for.
    pub fn tasks(&self) -> Vec<&'t Task> {
        self.solvers.iter().map(|(_, task)| *task).collect()
    }

    /// Scores everything and adds it to a store whose tasks were checked. `seen` hears of every
    /// program that was scored.
    pub fn add_to(
        &self,
        store: &mut Store,
        data: &Dataset,
        threads: usize,
        seen: impl Fn() + Sync,
    ) -> Result<Imported, EvolveError> {
        let kept = self.scored(threads, seen)?;
        let added = store.add(&kept, &Made::now(data))?;
        for differ in &self.differs {
            store.add_differ(&differ_row(differ))?;
        }
        let worthless = self.solvers.len() - kept.len();
        Ok(Imported {
            programs: self.solvers.len(),
            simplified: kept.iter().filter(|row| row.origin.simplified).count(),
            added: added.new,
            known: added.known,
            refused: added.refused + worthless,
            evicted: added.evicted,
            differs: self.differs.len(),
            without_task: self.without.iter().map(|id| id.to_string()).collect(),
        })
    }

    /// The programs that are worth something on their task.
    fn scored(&self, threads: usize, seen: impl Fn() + Sync) -> Result<Vec<Kept>, Mismatch> {
        let rows = score::each(self.solvers.len(), threads, |worker, i| {
            let (program, task) = self.solvers[i];
            let (code, rules) = (Code::of_program(program), score::rules());
            let standing = score::standing(&code, task, rules, worker);
            let kept = Kept::plain(code, standing, task, rules, worker);
            seen();
            kept
        });
        let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
        let worth = |row: &Kept| row.standing.demo_score > 0;
        Ok(rows.into_iter().flatten().filter(worth).collect())
    }
}

fn differ_row(program: &Program) -> DifferRow {
    let code = Code::of_program(program);
    DifferRow {
        name: program.id.clone(),
        hash: code.hash(),
        dialect: code.dialect(),
        text: code.text(&program.name),
        runs: 0,
        improvement: 0,
    }
}
