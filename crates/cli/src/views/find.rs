//! Programs of a store by the first digits of their hashes.

use evolve::differs::{Differ, builtin, from_program, is_builtin};
use evolve::kept::{Kept, ProgramRow};
use evolve::store::Store;
use evolve::store::record::DifferRow;
use lang::{Dialect, Program};

use super::{Hint, ViewError, Viewed, words};

/// Differs that say something about outputs, the built-in ones first.
const DIFFERS: usize = 40;

/// The only program whose hash begins with some digits.
pub fn program(store: &Store, digits: &str) -> Viewed<ProgramRow> {
    let found = store.find(digits, 6)?;
    let missing = || {
        let hint = Hint::new(
            "it may have left the store; see the programs of its task",
            "it may have left the store; see the programs of its task: batt store show TASK",
        );
        ViewError::Missing(format!("no program begins with {digits}"), hint)
    };
    match found.as_slice() {
        [] => Err(missing()),
        [hash] => store.program(*hash)?.ok_or_else(missing),
        several => {
            let (what, hint) = words::several(digits, several);
            Err(ViewError::Missing(what, Hint::both(hint)))
        }
    }
}

/// The result with the highest share of the perfect score; those that fit before all others.
pub fn best_of(kept: &[Kept]) -> Option<&Kept> {
    let share = |row: &Kept| {
        let s = &row.standing;
        u64::from(s.demo_score) * 1000 / u64::from(s.demo_count.max(1))
    };
    // Of equal ones the first in the alphabet.
    kept.iter().rev().max_by_key(|row| (row.standing.solved, share(row)))
}

/// A program of the store, read back.
pub fn parsed(row: &ProgramRow) -> Viewed<Program> {
    let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
    let is_it = |program: &Program| program.dag.hash(program.dag.roots()[0]) == row.hash;
    parsed.programs.into_iter().next().filter(is_it).ok_or_else(|| {
        let what = format!("program {} in the store is not what its hash says", row.hash);
        ViewError::Trouble(what, Some("check the store: batt store check".into()))
    })
}

/// The differs of a dialect: the built-in ones, then those of the store.
pub fn differs(stored: &[DifferRow], dialect: Dialect) -> Vec<Differ> {
    let own = stored.iter().filter(|row| row.dialect == dialect).flat_map(|row| {
        let parsed = lang::parse(row.text.as_bytes(), "store", Some(dialect));
        let differ = parsed.programs.iter().find_map(from_program);
        differ.map(|differ| Differ { name: row.name.clone(), ..differ })
    });
    let own = own.filter(|differ| !is_builtin(differ));
    builtin(dialect).iter().cloned().chain(own).take(DIFFERS).collect()
}
