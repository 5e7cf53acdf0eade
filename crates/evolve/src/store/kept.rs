//! Kept programs: how they are written, found and told about.

use std::collections::HashSet;

use lang::Hash128;
use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::damage::{Damaged, Sound};
use super::error::Checked;
use super::record::Made;
use super::{programs, sql};
use crate::code::{Hash128Text, solver_name};
use crate::kept::{Kept, Origin, ProgramRow, found_by};
use crate::standing::Standing;

/// A task and what is kept for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TaskSummary {
    /// The task.
    pub task: String,
    /// Number of programs kept.
    pub programs: u32,
    /// The highest demo score.
    pub best_score: u32,
    /// Demo samples; each is worth 1000 points.
    pub demo_count: u32,
    /// Programs that fit its demos.
    #[serde(rename = "fits_demos")]
    pub solved: u32,
}

/// A task whose demos a kept program fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fitted {
    /// The task.
    pub task: String,
    /// Whether a program fits them that came from a file, as those do that searches start from.
    pub from_file: bool,
    /// Whether the best of these programs is right on all test samples; nothing where no test
    /// output is known.
    pub right_on_tests: Option<bool>,
}

/// One step of a program's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ancestor {
    /// The program's identity.
    pub hash: Hash128,
    /// The program, if the store still has it and can hand it out.
    pub program: Option<Result<ProgramRow, Damaged>>,
    /// Where it came from; without parents if that is not known.
    pub origin: Origin,
}

/// Where results of one origin belong.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Number of the row in `versions`.
    pub version: i64,
    /// The run that made them.
    pub run: Option<i64>,
    /// Its generation.
    pub generation: Option<u64>,
}

/// The number of what results are made with.
pub fn version(conn: &Connection, made: &Made) -> Checked<i64> {
    let key = params![made.engine, made.data, made.data_version];
    let sql = "SELECT id FROM versions WHERE engine = ?1 AND data = ?2 AND data_version = ?3";
    if let Some(id) = sql::first(conn, sql, key, |row| row.get(0))? {
        return Ok(id);
    }
    let sql = "INSERT INTO versions (engine, data, data_version) VALUES (?1, ?2, ?3)";
    sql::run(conn, sql, key)?;
    Ok(conn.last_insert_rowid())
}

/// Writes a result with its program and lineage. A result that is there takes the new numbers; a
/// lineage that is there stays, so that no program becomes its own ancestor.
pub fn put(conn: &Connection, task: i64, kept: &Kept, mark: Mark) -> Checked {
    let program = programs::put(conn, &kept.program)?;
    put_result(conn, task, program, &kept.standing, mark)?;
    put_lineage(conn, task, program, &kept.origin)
}

/// Writes a result of a program that is there.
pub fn put_result(
    conn: &Connection,
    task: i64,
    program: i64,
    standing: &Standing,
    mark: Mark,
) -> Checked {
    let s = standing;
    sql::run(
        conn,
        "INSERT INTO results VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            ON CONFLICT (task, program) DO UPDATE SET demo_score = ?3, demo_right = ?4,
            demo_count = ?5, solved = ?6, cost = ?7, outputs = ?8, test_right = ?9,
            test_count = ?10, version = ?11",
        params![
            task,
            program,
            s.demo_score,
            s.demo_right,
            s.demo_count,
            s.solved,
            sql::wrap(s.cost),
            sql::blob(s.outputs.0),
            s.test_right,
            s.test_count,
            mark.version,
            mark.run,
            mark.generation.map(sql::wrap),
        ],
    )?;
    Ok(())
}

fn put_lineage(conn: &Connection, task: i64, program: i64, origin: &Origin) -> Checked {
    let mutations = match origin.mutations.as_slice() {
        [] => "[]".to_string(),
        mutations => sql::json(&mutations)?,
    };
    sql::run(
        conn,
        "INSERT INTO lineage VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
        params![
            program,
            task,
            sql::blobs(&origin.parents),
            mutations,
            sql::wrap(origin.seed),
            sql::wrap(origin.generation),
            sql::wrap(origin.candidate),
            origin.strategy,
            origin.simplified,
        ],
    )?;
    Ok(())
}

/// Takes a result out; program and lineage stay.
pub fn remove(conn: &Connection, task: i64, hash: Hash128) -> Checked {
    let sql = "DELETE FROM results
        WHERE task = ?1 AND program = (SELECT id FROM programs WHERE hash = ?2)";
    sql::run(conn, sql, params![task, sql::blob(hash)])?;
    Ok(())
}

const KEPT: &str = "SELECT p.hash, p.dialect, t.name, p.body, p.size,
        r.demo_score, r.demo_right, r.demo_count, r.solved, r.cost, r.outputs, r.test_right,
        r.test_count, l.parents, l.mutations, l.seed, l.generation, l.candidate, l.strategy,
        l.simplified
    FROM results AS r
    JOIN tasks AS t ON t.id = r.task
    JOIN programs AS p ON p.id = r.program
    LEFT JOIN lineage AS l ON l.program = r.program AND l.task = r.task";

/// The programs kept for a task, best first.
pub fn of_task(conn: &Connection, task: &str) -> Checked<Sound<Kept>> {
    kept(conn, &format!("{KEPT} WHERE t.name = ?1"), params![task])
}

/// All kept programs, by task, best first.
pub fn of_all(conn: &Connection) -> Checked<Sound<Kept>> {
    kept(conn, KEPT, params![])
}

/// The results of a program, by task.
pub fn of_program(conn: &Connection, hash: Hash128) -> Checked<Sound<Kept>> {
    kept(conn, &format!("{KEPT} WHERE p.hash = ?1"), params![sql::blob(hash)])
}

fn kept(conn: &Connection, sql: &str, params: impl rusqlite::Params) -> Checked<Sound<Kept>> {
    let rows = sql::all(conn, sql, params, |row| Ok((read(row)?, row.get(14)?)))?;
    let mut kept = Vec::with_capacity(rows.len());
    for (mut row, mutations) in rows {
        let mutations: Option<String> = mutations;
        if let (Ok(row), Some(text)) = (&mut row, mutations.filter(|text| text != "[]")) {
            row.origin.mutations = serde_json::from_str(&text)?;
        }
        kept.push(row);
    }
    let mut kept = Sound::new(kept);
    kept.rows.sort_by(|a, b| {
        let rank = |k: &Kept| (k.standing.rank(), k.program.hash);
        a.task.cmp(&b.task).then_with(|| rank(a).cmp(&rank(b)))
    });
    Ok(kept)
}

/// Reads a row of [`KEPT`], all but the mutations.
fn read(row: &Row<'_>) -> rusqlite::Result<Result<Kept, Damaged>> {
    let task: String = row.get(2)?;
    let program = programs::read(row, Some(&solver_name(&task)))?;
    let origin = match row.get::<_, Option<Vec<u8>>>(13)? {
        Some(parents) => read_origin(row, &parents, 15)?,
        None => Origin::default(),
    };
    let standing = read_standing(row)?;
    Ok(program.map(|program| Kept { task, program, standing, origin }))
}

fn read_origin(row: &Row<'_>, parents: &[u8], at: usize) -> rusqlite::Result<Origin> {
    Ok(Origin {
        parents: sql::unblobs(parents),
        mutations: Vec::new(),
        seed: sql::number_at(row, at)?,
        generation: sql::number_at(row, at + 1)?,
        candidate: sql::number_at(row, at + 2)?,
        strategy: row.get(at + 3)?,
        simplified: row.get(at + 4)?,
    })
}

fn read_standing(row: &Row<'_>) -> rusqlite::Result<Standing> {
    Ok(Standing {
        demo_score: row.get(5)?,
        demo_right: row.get(6)?,
        demo_count: row.get(7)?,
        solved: row.get(8)?,
        cost: sql::number_at(row, 9)?,
        outputs: Hash128Text(sql::hash_at(row, 10)?),
        test_right: row.get(11)?,
        test_count: row.get(12)?,
    })
}

/// What a result was made with.
pub fn made(conn: &Connection, task: &str, hash: Hash128) -> Checked<Option<Made>> {
    let sql = "SELECT v.engine, v.data, v.data_version FROM results AS r
        JOIN versions AS v ON v.id = r.version
        WHERE r.task = (SELECT id FROM tasks WHERE name = ?1)
        AND r.program = (SELECT id FROM programs WHERE hash = ?2)";
    sql::first(conn, sql, params![task, sql::blob(hash)], read_made)
}

/// What the best result of a task was made with.
pub fn made_for(conn: &Connection, task: &str) -> Checked<Option<Made>> {
    // In the order of [`Standing::rank`], then by hash, as [`of_task`].
    let sql = "SELECT v.engine, v.data, v.data_version FROM results AS r
        JOIN versions AS v ON v.id = r.version JOIN programs AS p ON p.id = r.program
        WHERE r.task = (SELECT id FROM tasks WHERE name = ?1)
        ORDER BY r.demo_score DESC, r.cost, p.hash LIMIT 1";
    sql::first(conn, sql, [task], read_made)
}

fn read_made(row: &Row<'_>) -> rusqlite::Result<Made> {
    Ok(Made { engine: row.get(0)?, data: row.get(1)?, data_version: row.get(2)? })
}

/// The tasks for which something is kept, by name.
pub fn summaries(conn: &Connection) -> Checked<Vec<TaskSummary>> {
    let sql = "SELECT name, programs, best, demo_count, solvers FROM tasks WHERE programs > 0
        ORDER BY name";
    sql::all(conn, sql, [], |row| {
        Ok(TaskSummary {
            task: row.get(0)?,
            programs: row.get(1)?,
            best_score: row.get(2)?,
            demo_count: row.get(3)?,
            solved: row.get(4)?,
        })
    })
}

/// The program of task t that is named first: one that fits the demos before all others. It has the best score, which the task's row knows, so few
/// are looked at.
const BEST: &str = "(SELECT r.program FROM results AS r JOIN programs AS p ON p.id = r.program
    WHERE r.task = t.id AND r.demo_score = t.best ORDER BY r.solved DESC, r.cost, p.hash LIMIT 1)";

/// The tasks for which something is kept, by name, each with what found its best program.
pub fn finders(conn: &Connection) -> Checked<Vec<(String, String)>> {
    let sql = format!(
        "SELECT t.name, l.strategy, ifnull(length(l.parents), 0) > 0
        FROM tasks AS t LEFT JOIN lineage AS l ON l.task = t.id AND l.program = {BEST}
        WHERE t.programs > 0 ORDER BY t.name"
    );
    sql::all(conn, &sql, [], |row| {
        let strategy: Option<String> = row.get(1)?;
        Ok((row.get(0)?, found_by(strategy.as_deref(), row.get(2)?).to_string()))
    })
}

/// The tasks whose demos a program fits, by name.
pub fn fitted(conn: &Connection) -> Checked<Vec<Fitted>> {
    let sql = format!(
        "SELECT t.name, b.test_right = b.test_count, b.test_count > 0, EXISTS
            (SELECT 1 FROM results AS r LEFT JOIN lineage AS l ON l.task = r.task AND l.program = r.program
            WHERE r.task = t.id AND r.solved AND l.strategy IS NULL AND ifnull(length(l.parents), 0) = 0)
        FROM tasks AS t JOIN results AS b ON b.task = t.id AND b.program = {BEST}
        WHERE t.solvers > 0 ORDER BY t.name"
    );
    sql::all(conn, &sql, [], |row| {
        let (right, known): (bool, bool) = (row.get(1)?, row.get(2)?);
        let right_on_tests = known.then_some(right);
        Ok(Fitted { task: row.get(0)?, from_file: row.get(3)?, right_on_tests })
    })
}

/// The tasks for which something is kept, by name, each with whether its best program is right on the tests; nothing where
/// their outputs are not known.
pub fn right_on_tests(conn: &Connection) -> Checked<Vec<(String, Option<bool>)>> {
    let sql = format!(
        "SELECT t.name, b.test_right = b.test_count, b.test_count > 0
        FROM tasks AS t JOIN results AS b ON b.task = t.id AND b.program = {BEST}
        ORDER BY t.name"
    );
    sql::all(conn, &sql, [], |row| {
        let (right, known): (bool, bool) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, known.then_some(right)))
    })
}

/// A program and its line of first parents, the youngest first.
pub fn ancestors(conn: &Connection, task: &str, hash: Hash128) -> Checked<Vec<Ancestor>> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut next = Some(hash);
    // Stores of several machines may have found two programs from each other.
    while let Some(hash) = next.filter(|&hash| seen.insert(hash)) {
        let origin = origin(conn, task, hash)?.unwrap_or_default();
        next = origin.parents.first().map(|parent| parent.0);
        line.push(Ancestor { hash, program: programs::get(conn, hash)?, origin });
    }
    Ok(line)
}

/// Where a program came from: on this task, or else on the first other one.
fn origin(conn: &Connection, task: &str, hash: Hash128) -> Checked<Option<Origin>> {
    let sql = "SELECT l.parents, l.mutations, l.seed, l.generation, l.candidate, l.strategy,
            l.simplified FROM lineage AS l JOIN tasks AS t ON t.id = l.task
        WHERE l.program = (SELECT id FROM programs WHERE hash = ?1)
        ORDER BY t.name <> ?2, t.name LIMIT 1";
    let found = sql::first(conn, sql, params![sql::blob(hash), task], |row| {
        let parents: Vec<u8> = row.get(0)?;
        Ok((read_origin(row, &parents, 2)?, row.get::<_, String>(1)?))
    })?;
    let Some((mut origin, mutations)) = found else { return Ok(None) };
    origin.mutations = serde_json::from_str(&mutations)?;
    Ok(Some(origin))
}
