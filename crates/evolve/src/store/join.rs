//! Programs that come from outside a run: at most 32 stay per task, the best ones.

use std::collections::BTreeMap;

use lang::Hash128;
use rusqlite::{Connection, params};

use super::error::Checked;
use super::kept::{self, Mark};
use super::record::Made;
use super::{sql, tasks};
use crate::code::Hash128Text;
use crate::keep::{Ranked, Shelf};
use crate::kept::{KEEP_PER_TASK, Kept};
use crate::standing::Standing;

/// What became of programs that were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Added {
    /// Programs that are kept now and were not before.
    pub new: usize,
    /// Programs that were kept for the task before.
    pub known: usize,
    /// Programs that were not good enough.
    pub refused: usize,
    /// Programs that were kept before and had to leave.
    pub evicted: usize,
}

/// Adds results that were made with the same engine and data.
pub fn add(conn: &Connection, rows: &[Kept], made: &Made) -> Checked<Added> {
    let mark = Mark { version: kept::version(conn, made)?, run: None, generation: None };
    let mut by_task: BTreeMap<&str, BTreeMap<Hash128, &Kept>> = BTreeMap::new();
    for row in rows {
        by_task.entry(&row.task).or_default().insert(row.program.hash, row);
    }
    let mut added = Added::default();
    for (task, rows) in by_task {
        add_to_task(conn, task, &rows, mark, &mut added)?;
    }
    Ok(added)
}

fn add_to_task(
    conn: &Connection,
    task: &str,
    rows: &BTreeMap<Hash128, &Kept>,
    mark: Mark,
    added: &mut Added,
) -> Checked {
    let task = tasks::put(conn, task)?;
    let before = places(conn, task)?;
    let known = before.iter().filter(|place| rows.contains_key(&place.hash)).count();
    rows.values().try_for_each(|row| kept::put(conn, task, row, mark))?;
    let gone = trim(conn, task)?;
    tasks::refresh(conn, task)?;
    let is_old = |hash: &Hash128| before.iter().any(|place| place.hash == *hash);
    let evicted = gone.iter().filter(|hash| is_old(hash)).count();
    let refused = gone.len() - evicted;
    added.known += known;
    added.refused += refused;
    added.evicted += evicted;
    added.new += rows.len() - known - refused;
    Ok(())
}

/// A kept program without its text.
struct KeptProgram {
    hash: Hash128,
    standing: Standing,
}

impl Ranked for KeptProgram {
    fn hash(&self) -> Hash128 {
        self.hash
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }
}

fn places(conn: &Connection, task: i64) -> Checked<Vec<KeptProgram>> {
    let sql = "SELECT p.hash, r.demo_score, r.demo_right, r.demo_count, r.solved, r.cost,
            r.outputs, r.test_right, r.test_count
        FROM results AS r JOIN programs AS p ON p.id = r.program WHERE r.task = ?1";
    sql::all(conn, sql, params![task], |row| {
        let standing = Standing {
            demo_score: row.get(1)?,
            demo_right: row.get(2)?,
            demo_count: row.get(3)?,
            solved: row.get(4)?,
            cost: sql::number_at(row, 5)?,
            outputs: Hash128Text(sql::hash_at(row, 6)?),
            test_right: row.get(7)?,
            test_count: row.get(8)?,
        };
        Ok(KeptProgram { hash: sql::hash_at(row, 0)?, standing })
    })
}

/// Takes out what is too much for a task, worst first; gives what had to leave.
pub fn trim(conn: &Connection, task: i64) -> Checked<Vec<Hash128>> {
    let places = places(conn, task)?;
    if places.len() <= KEEP_PER_TASK {
        return Ok(Vec::new());
    }
    let all: Vec<Hash128> = places.iter().map(|place| place.hash).collect();
    let shelf = Shelf::join(places);
    let stays = |hash: &Hash128| shelf.entries().iter().any(|place| place.hash == *hash);
    let gone: Vec<Hash128> = all.into_iter().filter(|hash| !stays(hash)).collect();
    gone.iter().try_for_each(|&hash| kept::remove(conn, task, hash))?;
    Ok(gone)
}
