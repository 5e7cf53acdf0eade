//! Reading beside a writer, for those who watch: cheap, a little at a time.
//!
//! Nothing here reads a table of results, programs or lineage, so the size of a store matters
//! little.

use rusqlite::{Connection, Row, params};

use super::error::{Checked, Problem};
use super::record::RunRow;
use super::runs::{self, ProgressRow};
use super::{Result, RunId, RunKey, Store, StoreError, sql};

/// How large a store is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Size {
    /// Results: a program kept for a task.
    pub results: u64,
    /// Tasks with kept programs.
    pub tasks: u64,
    /// Runs.
    pub runs: u64,
    /// Length of the database in bytes, as [`Store::bytes`].
    pub bytes: u64,
}

/// The main counts of one generation; [`crate::generation::Counters`] says what they are.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct StepRow {
    /// Candidates made.
    pub candidates: u64,
    /// Candidates times the samples they were run on.
    pub candidate_samples: u64,
    /// Mutants among the candidates.
    pub mutants: u64,
    /// Mutants that run without error.
    pub mutants_ok: u64,
    /// Mutants whose value differs from their parent's.
    pub mutants_changed: u64,
    /// Programs added.
    pub new_programs: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// For those who watch.
impl Store {
    /// Limits the memory for pages of the file, 64 MB otherwise, to about so many bytes.
    pub fn limit_cache(&self, bytes: u64) -> Result<()> {
        // Negative numbers count kilobytes, positive ones pages.
        let kilobytes = i32::try_from(bytes / 1024).unwrap_or(i32::MAX).max(1);
        let set = self.conn.pragma_update(None, "cache_size", -kilobytes);
        self.named(set.map_err(Problem::from))
    }

    /// A number that is another one whenever somebody else wrote to the store since it was asked
    /// for last; what this `Store` writes itself does not count.
    pub fn changes(&self) -> Result<u64> {
        let number = self.conn.pragma_query_value(None, "data_version", |row| row.get(0));
        self.named(number.map(i64::cast_unsigned).map_err(Problem::from))
    }

    /// How large the store is.
    pub fn size(&self) -> Result<Size> {
        let bytes = self.bytes()?;
        let size = self.named(size(&self.conn))?;
        Ok(Size { bytes, ..size })
    }

    /// Does some reading that sees the store as it is at the first read, whatever is written
    /// meanwhile. Inside of another snapshot it sees what that one sees.
    ///
    /// The log beside the file grows while a snapshot lasts: keep it short.
    pub fn snapshot<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Store) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        if !self.conn.is_autocommit() {
            return work(self);
        }
        // Ends when it is dropped, however `work` ends: there is nothing to commit.
        let began = self.conn.unchecked_transaction().map_err(Problem::from);
        let _transaction = self.named(began)?;
        work(self)
    }

    /// The main counts of a run's generations after one, or from the first on: at most `limit`,
    /// the earliest.
    pub fn statistics_after(
        &self,
        run: RunId,
        after: Option<u64>,
        limit: u32,
    ) -> Result<Vec<(u64, StepRow)>> {
        self.named(statistics(&self.conn, run, first_after(after), limit))
    }

    /// How the best scores of tasks changed in a run after a generation, or from the first on, by
    /// generation and task: about `limit` rows, the earliest. No generation is cut in two, so the
    /// last row's generation is where to go on.
    pub fn progress_after(
        &self,
        run: RunId,
        after: Option<u64>,
        limit: u32,
    ) -> Result<Vec<ProgressRow>> {
        self.named(progress(&self.conn, run, first_after(after), limit))
    }

    /// How the best score of a task changed in all runs, by run and generation.
    pub fn progress_of(&self, task: &str) -> Result<Vec<(RunId, ProgressRow)>> {
        self.named(progress_of(&self.conn, task))
    }

    /// The number of the run that was started last.
    pub fn last_run_id(&self) -> Result<Option<RunId>> {
        self.named(runs::last(&self.conn))
    }

    /// What a run is known by, the same wherever it is stored.
    pub fn run_key(&self, id: RunId) -> Result<RunKey> {
        self.named(runs::key(&self.conn, id))
    }

    /// A run with an empty pool.
    pub fn run_head(&self, id: RunId) -> Result<RunRow> {
        self.named(runs::head(&self.conn, id))
    }

    /// The runs that came into the store last, at most `limit`, the last one first, with empty
    /// pools.
    pub fn run_heads(&self, limit: u32) -> Result<Vec<(RunId, RunRow)>> {
        self.named(runs::heads(&self.conn, limit))
    }
}

/// What the columns of the generations that are asked for are greater than.
fn first_after(after: Option<u64>) -> i64 {
    after.map_or(i64::MIN, |after| i64::try_from(after).unwrap_or(i64::MAX))
}

fn size(conn: &Connection) -> Checked<Size> {
    let sql = "SELECT ifnull(sum(programs), 0), count(*), (SELECT count(*) FROM runs)
        FROM tasks WHERE programs > 0";
    let read = |row: &Row<'_>| {
        let [results, tasks, runs] = [0, 1, 2].map(|column| sql::number_at(row, column));
        Ok(Size { results: results?, tasks: tasks?, runs: runs?, bytes: 0 })
    };
    Ok(sql::first(conn, sql, [], read)?.unwrap_or_default())
}

fn statistics(
    conn: &Connection,
    run: RunId,
    after: i64,
    limit: u32,
) -> Checked<Vec<(u64, StepRow)>> {
    let sql = "SELECT generation, candidates, candidate_samples, mutants, mutants_ok,
            mutants_changed, new_programs, seconds FROM statistics
        WHERE run = ?1 AND generation > ?2 ORDER BY generation LIMIT ?3";
    sql::all(conn, sql, params![run.0, after, limit], |row| {
        let step = StepRow {
            candidates: sql::number_at(row, 1)?,
            candidate_samples: sql::number_at(row, 2)?,
            mutants: sql::number_at(row, 3)?,
            mutants_ok: sql::number_at(row, 4)?,
            mutants_changed: sql::number_at(row, 5)?,
            new_programs: sql::number_at(row, 6)?,
            seconds: row.get(7)?,
        };
        Ok((sql::number_at(row, 0)?, step))
    })
}

fn progress(conn: &Connection, run: RunId, after: i64, limit: u32) -> Checked<Vec<ProgressRow>> {
    let Some(place) = limit.checked_sub(1) else { return Ok(Vec::new()) };
    let sql = "SELECT generation FROM progress WHERE run = ?1 AND generation > ?2
        ORDER BY generation LIMIT 1 OFFSET ?3";
    let last = sql::first(conn, sql, params![run.0, after, place], |row| row.get(0))?;
    let sql = format!(
        "SELECT {} FROM progress AS p JOIN tasks AS t ON t.id = p.task
        WHERE p.run = ?1 AND p.generation > ?2 AND p.generation <= ?3
        ORDER BY p.generation, t.name",
        ProgressRow::COLUMNS
    );
    let last: i64 = last.unwrap_or(i64::MAX);
    sql::all(conn, &sql, params![run.0, after, last], |row| ProgressRow::read(row, 0))
}

fn progress_of(conn: &Connection, task: &str) -> Checked<Vec<(RunId, ProgressRow)>> {
    // In this order there is a look-up for each run, and none for each row of `progress`.
    let sql = format!(
        "SELECT p.run, {} FROM tasks AS t CROSS JOIN runs AS r CROSS JOIN progress AS p
        WHERE t.name = ?1 AND p.run = r.id AND p.task = t.id ORDER BY p.run, p.generation",
        ProgressRow::COLUMNS
    );
    sql::all(conn, &sql, [task], |row| Ok((RunId(row.get(0)?), ProgressRow::read(row, 1)?)))
}
