//! Runs and their generations.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, Row, params};
use xxhash_rust::xxh3::xxh3_128;

use super::damage::Sound;
use super::error::{Checked, Problem};
use super::kept::{self, Mark};
use super::record::{RunPlan, RunRow, RunSettings};
use super::tasks::{self, Sums};
use super::{RunId, RunKey, differs, programs, sql};
use crate::code::Hash128Text;
use crate::generation::{Counters, Generation};
use crate::kept::ProgramRow;

/// What identifies a run wherever it is stored: how it starts, and how many runs of this store
/// started just so before it.
fn new_key(run: &RunRow, before: u64) -> Checked<RunKey> {
    let mut bytes = sql::json(&run.settings)?.into_bytes();
    bytes.extend(run.settings.mutation_rate.to_le_bytes());
    bytes.extend(run.seed.to_le_bytes());
    bytes.extend(before.to_le_bytes());
    bytes.extend(sql::blobs(&run.pool));
    Ok(xxh3_128(&bytes).to_be_bytes())
}

/// The number of a run by its key.
pub fn by_key(conn: &Connection, key: &RunKey) -> Checked<Option<i64>> {
    sql::first(conn, "SELECT id FROM runs WHERE key = ?1", [key], |row| row.get(0))
}

/// What a run is known by.
pub fn key(conn: &Connection, id: RunId) -> Checked<RunKey> {
    let found = sql::first(conn, "SELECT key FROM runs WHERE id = ?1", [id.0], |row| row.get(0))?;
    found.ok_or(Problem::UnknownRun(id.0))
}

/// Writes a new run. Its pool must be in the store.
pub fn start(conn: &Connection, run: &RunRow) -> Checked<RunId> {
    let mut before = 0;
    while by_key(conn, &new_key(run, before)?)?.is_some() {
        before += 1;
    }
    let id = insert(conn, &new_key(run, before)?, true, run)?;
    for (place, hash) in run.pool.iter().enumerate() {
        let missing = || Problem::Internal(format!("pool program {} is not stored", hash.0));
        let program = programs::id(conn, hash.0)?.ok_or_else(missing)?;
        let sql = "INSERT INTO pool VALUES (?1, ?2, ?3)";
        sql::run(conn, sql, params![id, place as i64, program])?;
    }
    Ok(RunId(id))
}

/// Writes the row of a run; gives its number.
pub fn insert(conn: &Connection, key: &RunKey, own: bool, run: &RunRow) -> Checked<i64> {
    sql::run(
        conn,
        "INSERT INTO runs (key, own, seed, settings, mutation_rate, generation, counters, finished,
            plan) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            key,
            own,
            sql::wrap(run.seed),
            sql::json(&run.settings)?,
            run.settings.mutation_rate,
            run.generation.map(sql::wrap),
            counters_json(&run.counters)?,
            run.finished,
            run.plan.as_ref().map(sql::json).transpose()?,
        ],
    )?;
    Ok(conn.last_insert_rowid())
}

/// JSON knows no infinite numbers.
fn counters_json(counters: &Counters) -> Checked<String> {
    if counters.seconds.is_finite() {
        return sql::json(counters);
    }
    sql::json(&Counters { seconds: 0.0, ..counters.clone() })
}

/// The run that was started last: in this store, or else in one that was merged into it.
pub fn last(conn: &Connection) -> Checked<Option<RunId>> {
    let sql = "SELECT id FROM runs ORDER BY own DESC, id DESC LIMIT 1";
    sql::first(conn, sql, [], |row| row.get(0).map(RunId))
}

/// All runs, in the order in which they came.
pub fn ids(conn: &Connection) -> Checked<Vec<RunId>> {
    sql::all(conn, "SELECT id FROM runs ORDER BY id", [], |row| row.get(0).map(RunId))
}

/// A run by its number.
pub fn get(conn: &Connection, id: RunId) -> Checked<RunRow> {
    Ok(RunRow { pool: pool_hashes(conn, id)?, ..head(conn, id)? })
}

/// A run without its pool.
pub fn head(conn: &Connection, id: RunId) -> Checked<RunRow> {
    let sql = format!("SELECT {HEAD} FROM runs WHERE id = ?1");
    let found = sql::first(conn, &sql, [id.0], Head::read)?;
    found.ok_or(Problem::UnknownRun(id.0))?.row()
}

/// The runs that came last, the last one first, without their pools.
pub fn heads(conn: &Connection, limit: u32) -> Checked<Vec<(RunId, RunRow)>> {
    let sql = format!("SELECT {HEAD} FROM runs ORDER BY id DESC LIMIT ?1");
    let heads = sql::all(conn, &sql, [limit], Head::read)?;
    heads.into_iter().map(|head| Ok((head.id, head.row()?))).collect()
}

/// The columns that [`Head::read`] takes.
const HEAD: &str = "id, seed, settings, mutation_rate, generation, counters, finished, plan";

/// A row of `runs` whose texts are still to be read.
struct Head {
    id: RunId,
    seed: u64,
    settings: String,
    rate: f64,
    generation: Option<i64>,
    counters: String,
    finished: bool,
    plan: Option<String>,
}

impl Head {
    fn read(row: &Row<'_>) -> rusqlite::Result<Head> {
        Ok(Head {
            id: RunId(row.get(0)?),
            seed: sql::number_at(row, 1)?,
            settings: row.get(2)?,
            rate: row.get(3)?,
            generation: row.get(4)?,
            counters: row.get(5)?,
            finished: row.get(6)?,
            plan: row.get(7)?,
        })
    }

    /// The run without its pool.
    fn row(self) -> Checked<RunRow> {
        let settings: RunSettings = serde_json::from_str(&self.settings)?;
        Ok(RunRow {
            seed: self.seed,
            settings: RunSettings { mutation_rate: self.rate, ..settings },
            pool: Vec::new(),
            generation: self.generation.map(i64::cast_unsigned),
            counters: serde_json::from_str(&self.counters)?,
            finished: self.finished,
            plan: self.plan.as_deref().map(serde_json::from_str).transpose()?,
        })
    }
}

fn pool_hashes(conn: &Connection, id: RunId) -> Checked<Vec<Hash128Text>> {
    let sql = "SELECT p.hash FROM pool AS o JOIN programs AS p ON p.id = o.program
        WHERE o.run = ?1 ORDER BY o.place";
    sql::all(conn, sql, [id.0], |row| sql::hash_at(row, 0).map(Hash128Text))
}

/// The programs a run started from, in order.
pub fn pool(conn: &Connection, id: RunId) -> Checked<Sound<ProgramRow>> {
    let columns = programs::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM pool AS o JOIN programs AS p ON p.id = o.program
            WHERE o.run = ?1 ORDER BY o.place"
    );
    Ok(Sound::new(sql::all(conn, &sql, [id.0], |row| programs::read(row, None))?))
}

/// Writes when a run is going to end.
pub fn plan(conn: &Connection, id: RunId, plan: &RunPlan) -> Checked {
    let sql = "UPDATE runs SET plan = ?2 WHERE id = ?1";
    match sql::run(conn, sql, params![id.0, sql::json(plan)?])? {
        0 => Err(Problem::UnknownRun(id.0)),
        _ => Ok(()),
    }
}

/// Ends a run.
pub fn finish(conn: &Connection, id: RunId, counters: &Counters) -> Checked {
    let sql = "UPDATE runs SET finished = 1, counters = ?2 WHERE id = ?1";
    match sql::run(conn, sql, params![id.0, counters_json(counters)?])? {
        0 => Err(Problem::UnknownRun(id.0)),
        _ => Ok(()),
    }
}

/// Writes a generation: what is kept and what left, what happened, and how far the run is.
pub fn commit(conn: &Connection, id: RunId, generation: &Generation) -> Checked {
    let run = head(conn, id)?;
    if let Some(last) = run.generation.filter(|&last| last >= generation.number) {
        return Err(Problem::Repeated { generation: generation.number, last });
    }
    let mark = Mark {
        version: kept::version(conn, &run.settings.made())?,
        run: Some(id.0),
        generation: Some(generation.number),
    };
    let touched = put_kept(conn, generation, mark)?;
    for &task in touched.values() {
        note_progress(conn, id, task, tasks::refresh(conn, task)?, generation.number)?;
    }
    put_statistics(conn, id, generation)?;
    generation.differs.iter().try_for_each(|note| differs::note(conn, id, note))?;
    advance(conn, id, run, generation)
}

/// Writes added and evicted programs; gives the tasks that had any.
fn put_kept<'g>(
    conn: &Connection,
    generation: &'g Generation,
    mark: Mark,
) -> Checked<BTreeMap<&'g str, i64>> {
    let mut known: HashMap<&str, i64> = HashMap::new();
    let mut number = |name: &'g str| -> Checked<i64> {
        if let Some(&id) = known.get(name) {
            return Ok(id);
        }
        let id = tasks::put(conn, name)?;
        known.insert(name, id);
        Ok(id)
    };
    for row in &generation.added {
        kept::put(conn, number(&row.task)?, row, mark)?;
    }
    for (task, hash) in &generation.evicted {
        kept::remove(conn, number(task)?, *hash)?;
    }
    Ok(known.into_iter().collect())
}

/// Writes a row if the best of a task changed.
fn note_progress(conn: &Connection, id: RunId, task: i64, sums: Sums, generation: u64) -> Checked {
    let sql = "SELECT best, solved FROM progress WHERE run = ?1 AND task = ?2
        ORDER BY generation DESC LIMIT 1";
    let before = sql::first(conn, sql, [id.0, task], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let now: (u32, bool) = (sums.best, sums.solvers > 0);
    if sums.programs == 0 || before == Some(now) {
        return Ok(());
    }
    let sql = "INSERT INTO progress (run, task, generation, best, solved, demo_count)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let generation = sql::wrap(generation);
    sql::run(conn, sql, params![id.0, task, generation, now.0, now.1, sums.demo_count])?;
    Ok(())
}

fn put_statistics(conn: &Connection, id: RunId, generation: &Generation) -> Checked {
    let c = &generation.counters;
    sql::run(
        conn,
        "INSERT INTO statistics VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            id.0,
            sql::wrap(generation.number),
            sql::wrap(c.candidates),
            sql::wrap(c.candidate_samples),
            sql::wrap(c.mutants),
            sql::wrap(c.mutants_ok),
            sql::wrap(c.mutants_changed),
            sql::wrap(c.new_programs),
            if c.seconds.is_finite() { c.seconds } else { 0.0 },
            counters_json(&c.brief())?,
        ],
    )?;
    Ok(())
}

fn advance(conn: &Connection, id: RunId, run: RunRow, generation: &Generation) -> Checked {
    let mut counters = run.counters;
    counters.add(&generation.counters);
    let sql = "UPDATE runs SET generation = ?2, counters = ?3, finished = 0 WHERE id = ?1";
    let number = sql::wrap(generation.number);
    sql::run(conn, sql, params![id.0, number, counters_json(&counters)?])?;
    Ok(())
}

/// Statistics of a run, generation by generation.
pub fn statistics(conn: &Connection, id: RunId) -> Checked<Vec<(u64, Counters)>> {
    let sql = "SELECT generation, counters FROM statistics WHERE run = ?1 ORDER BY generation";
    let rows =
        sql::all(conn, sql, [id.0], |row| Ok((sql::number_at(row, 0)?, row.get::<_, String>(1)?)))?;
    rows.into_iter().map(|(number, text)| Ok((number, serde_json::from_str(&text)?))).collect()
}

/// The best score of a task from some generation on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressRow {
    /// The generation.
    pub generation: u64,
    /// The task.
    pub task: String,
    /// Its best demo score from then on.
    pub best: u32,
    /// Whether it is solved from then on.
    pub solved: bool,
    /// The demo samples it had.
    pub demo_count: u32,
    /// The last run that saw the task as it was; nothing while it is still the same.
    pub until: Option<RunId>,
}

impl ProgressRow {
    /// What [`ProgressRow::read`] reads of `progress AS p` and `tasks AS t`.
    pub(super) const COLUMNS: &str =
        "p.generation, t.name, p.best, p.solved, p.demo_count, p.until";

    /// Reads a row from its columns, from the first one on.
    pub(super) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<ProgressRow> {
        Ok(ProgressRow {
            generation: sql::number_at(row, first)?,
            task: row.get(first + 1)?,
            best: row.get(first + 2)?,
            solved: row.get(first + 3)?,
            demo_count: row.get(first + 4)?,
            until: row.get::<_, Option<i64>>(first + 5)?.map(RunId),
        })
    }
}

/// How the best scores of a run changed, by generation and task.
pub fn progress(conn: &Connection, id: RunId) -> Checked<Vec<ProgressRow>> {
    let sql = format!(
        "SELECT {} FROM progress AS p JOIN tasks AS t ON t.id = p.task
        WHERE p.run = ?1 ORDER BY p.generation, t.name",
        ProgressRow::COLUMNS
    );
    sql::all(conn, &sql, [id.0], |row| ProgressRow::read(row, 0))
}
