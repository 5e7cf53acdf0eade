//! Throwing away what nothing kept descends from.

use std::collections::{HashMap, HashSet};

use lang::Hash128;
use rusqlite::Connection;

use super::error::Checked;
use super::sql;

/// What was thrown away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Collected {
    /// Programs.
    pub programs: usize,
    /// Rows of lineage.
    pub lineage: usize,
    /// Bytes of the file before.
    pub bytes_before: u64,
    /// Bytes of the file after.
    pub bytes_after: u64,
}

/// Deletes programs that are neither kept for a task, nor in the pool of a run, nor an ancestor
/// of such ones.
pub fn collect(conn: &Connection) -> Checked<Collected> {
    let living = living(conn)?;
    let mut dead = Vec::new();
    sql::each(conn, "SELECT id FROM programs", |row| {
        let id: i64 = row.get(0)?;
        if !living.contains(&id) {
            dead.push(id);
        }
        Ok(())
    })?;
    let mut collected = Collected { programs: dead.len(), ..Collected::default() };
    for id in dead {
        collected.lineage += sql::run(conn, "DELETE FROM lineage WHERE program = ?1", [id])?;
        sql::run(conn, "DELETE FROM programs WHERE id = ?1", [id])?;
    }
    Ok(collected)
}

fn living(conn: &Connection) -> Checked<HashSet<i64>> {
    let parents = parents(conn)?;
    let sql = "SELECT program FROM results UNION SELECT program FROM pool";
    let mut open: Vec<i64> = sql::all(conn, sql, [], |row| row.get(0))?;
    let mut living: HashSet<i64> = open.iter().copied().collect();
    while let Some(program) = open.pop() {
        let theirs = parents.get(&program).into_iter().flatten();
        open.extend(theirs.copied().filter(|&parent| living.insert(parent)));
    }
    Ok(living)
}

/// The parents of each program on any task.
fn parents(conn: &Connection) -> Checked<HashMap<i64, Vec<i64>>> {
    let mut numbers: HashMap<Hash128, i64> = HashMap::new();
    sql::each(conn, "SELECT hash, id FROM programs", |row| {
        numbers.insert(sql::hash_at(row, 0)?, row.get(1)?);
        Ok(())
    })?;
    let mut parents: HashMap<i64, Vec<i64>> = HashMap::new();
    sql::each(conn, "SELECT program, parents FROM lineage WHERE length(parents) > 0", |row| {
        let hashes: Vec<u8> = row.get(1)?;
        let known = sql::unblobs(&hashes);
        let known = known.iter().filter_map(|hash| numbers.get(&hash.0).copied());
        parents.entry(row.get(0)?).or_default().extend(known);
        Ok(())
    })?;
    Ok(parents)
}
