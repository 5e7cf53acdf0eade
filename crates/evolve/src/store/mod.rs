//! The store: programs, results and lineage in one database file.
//!
//! ```text
//! file ── inspect ──▶ lock (writers) ──▶ SQLite ── migrate ──▶ rows
//! ```
//!
//! Everything that belongs together is written in one transaction, so a process may be killed at
//! any moment. One process writes at a time; any number may read meanwhile.

mod check;
mod damage;
mod differs;
mod error;
mod file;
mod gc;
mod guard;
mod held;
mod join;
mod kept;
mod lock;
mod merge;
mod programs;
pub mod record;
mod runs;
mod schema;
mod sql;
mod tasks;
#[cfg(test)]
mod tests;
mod watch;

use std::path::{Path, PathBuf};

use exec::data::Task;
use lang::Hash128;
use rusqlite::{Connection, TransactionBehavior};

pub use check::Report;
pub use damage::{Damaged, Sound};
pub use error::{Checked, Lost, Problem, StoreError};
pub use gc::Collected;
pub use join::Added;
pub use kept::{Ancestor, Fitted, TaskSummary};
pub use merge::Merged;
pub use runs::ProgressRow;
pub use schema::VERSION;
pub use tasks::task_fingerprint;
pub use watch::{Size, StepRow};

use crate::generation::{Counters, DifferNote, Generation};
use crate::kept::{Kept, ProgramRow};
use file::Found;
use guard::Guard;
use held::Held;
use lock::Lock;
use record::{DifferRow, Made, RunPlan, RunRow};

/// What the store answers.
pub type Result<T> = std::result::Result<T, StoreError>;

/// What a store is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// To read what is there, beside a writer if there is one.
    Read,
    /// To write to a store that is there.
    Write,
    /// To write to a store, which is made if it is not there.
    Create,
}

/// The number of a run in its store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RunId(pub i64);

/// What a run is known by wherever it is stored.
pub type RunKey = [u8; 16];

/// An open store.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    // Closed before the lock is given back.
    conn: Connection,
    // Of writers.
    guard: Option<Guard>,
    _held: Held,
}

impl Store {
    /// Opens a store. Files that are not stores of this version are left as they are.
    pub fn open(path: &Path, access: Access) -> Result<Store> {
        let opened = match access {
            Access::Read => open_to_read(path),
            Access::Write => open_to_write(path, false),
            Access::Create => open_to_write(path, true),
        };
        opened.map_err(|problem| StoreError::new(path, problem))
    }

    /// Whether there is a store at a path, be it damaged or of a later version.
    pub fn is_at(path: &Path) -> bool {
        use Problem::{Corrupt, Newer};
        matches!(file::inspect(path), Ok((Found::Store, _)) | Err(Corrupt(_) | Newer { .. }))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn named<T>(&self, result: Checked<T>) -> Result<T> {
        result.map_err(|problem| StoreError::new(&self.path, problem))
    }

    /// Does some writing, all of it or nothing.
    fn write<T>(&mut self, work: impl FnOnce(&Connection) -> Checked<T>) -> Result<T> {
        let whole = |conn: &mut Connection| {
            let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        let done = self.still_there().and_then(|()| whole(&mut self.conn));
        // Where the files are gone, nothing else that went well or wrong matters.
        let result = self.still_there().and(done);
        self.named(result)
    }

    /// Sees that a writer's files were not taken away from under it.
    fn still_there(&mut self) -> Checked {
        let Some(guard) = &mut self.guard else { return Ok(()) };
        guard.check(|| bytes(&self.conn).ok())
    }
}

/// Runs.
impl Store {
    /// Writes a new run. Its pool must have been saved.
    pub fn start_run(&mut self, run: &RunRow) -> Result<RunId> {
        self.write(|conn| runs::start(conn, run))
    }

    /// The run that was started last.
    pub fn last_run(&self) -> Result<Option<(RunId, RunRow)>> {
        let Some(id) = self.last_run_id()? else { return Ok(None) };
        Ok(Some((id, self.run(id)?)))
    }

    /// All runs, in the order in which they came into the store.
    pub fn runs(&self) -> Result<Vec<(RunId, RunRow)>> {
        let ids = self.named(runs::ids(&self.conn))?;
        ids.into_iter().map(|id| Ok((id, self.run(id)?))).collect()
    }

    /// A run.
    pub fn run(&self, id: RunId) -> Result<RunRow> {
        self.named(runs::get(&self.conn, id))
    }

    /// Writes when the present session of a run is going to end.
    pub fn plan_run(&mut self, id: RunId, plan: &RunPlan) -> Result<()> {
        self.write(|conn| runs::plan(conn, id, plan))
    }

    /// Marks a run as come to its end, with its final counts.
    pub fn finish_run(&mut self, id: RunId, counters: &Counters) -> Result<()> {
        self.write(|conn| runs::finish(conn, id, counters))
    }

    /// Writes a generation of a run, all of it or nothing; its counts are added to the run's.
    pub fn commit(&mut self, run: RunId, generation: &Generation) -> Result<()> {
        // Every row points to rows that were read or written in the same transaction. To have
        // SQLite look them up again takes a sixth of the work; `check` does look.
        self.named(file::check_references(&self.conn, false))?;
        let done = self.write(|conn| runs::commit(conn, run, generation));
        self.named(file::check_references(&self.conn, true))?;
        done
    }

    /// Saves programs that a run is going to start from.
    pub fn save_pool(&mut self, pool: &[ProgramRow]) -> Result<()> {
        self.write(|conn| pool.iter().try_for_each(|row| programs::put(conn, row).map(drop)))
    }

    /// The programs that a run started from, in order. Their functions have the names under which
    /// they came into the store first, which may be those of other tasks.
    pub fn pool(&self, run: RunId) -> Result<Vec<ProgramRow>> {
        self.named(runs::pool(&self.conn, run).and_then(Sound::all))
    }

    /// The counts of a run, generation by generation.
    pub fn statistics(&self, run: RunId) -> Result<Vec<(u64, Counters)>> {
        self.named(runs::statistics(&self.conn, run))
    }

    /// How the best scores of tasks changed in a run, by generation and task.
    pub fn progress(&self, run: RunId) -> Result<Vec<ProgressRow>> {
        self.named(runs::progress(&self.conn, run))
    }
}

/// Kept programs.
impl Store {
    /// The programs kept for a task, best first. Here and wherever programs are read, one whose
    /// text is not what its hash says is [`Problem::Damaged`].
    pub fn kept(&self, task: &str) -> Result<Vec<Kept>> {
        self.named(kept::of_task(&self.conn, task).and_then(Sound::all))
    }

    /// As [`Store::kept`], with damaged programs apart from the others.
    pub fn kept_sound(&self, task: &str) -> Result<Sound<Kept>> {
        self.named(kept::of_task(&self.conn, task))
    }

    /// All kept programs, by task, best first.
    pub fn kept_all(&self) -> Result<Vec<Kept>> {
        self.named(kept::of_all(&self.conn).and_then(Sound::all))
    }

    /// The tasks that a program is kept for, with its results.
    pub fn kept_of(&self, program: Hash128) -> Result<Vec<Kept>> {
        self.named(kept::of_program(&self.conn, program).and_then(Sound::all))
    }

    /// Adds results from outside a run. The best 32 of those and what is there are kept.
    pub fn add(&mut self, rows: &[Kept], made: &Made) -> Result<Added> {
        self.write(|conn| join::add(conn, rows, made))
    }

    /// What a result was made with.
    pub fn made(&self, task: &str, program: Hash128) -> Result<Option<Made>> {
        self.named(kept::made(&self.conn, task, program))
    }

    /// What the best result of a task was made with; nothing if nothing is kept for it.
    pub fn made_for(&self, task: &str) -> Result<Option<Made>> {
        self.named(kept::made_for(&self.conn, task))
    }

    /// The tasks for which something is kept, by name.
    pub fn tasks(&self) -> Result<Vec<TaskSummary>> {
        self.named(kept::summaries(&self.conn))
    }

    /// As [`Store::tasks`], each with what found its best program ([`crate::kept::Origin::found_by`]);
    /// a program that solves the task is better than all others. Reads a row of each result.
    pub fn finders(&self) -> Result<Vec<(String, String)>> {
        self.named(kept::finders(&self.conn))
    }

    /// The tasks whose demos a kept program fits, by name. Reads a row of each result.
    pub fn fitted(&self) -> Result<Vec<Fitted>> {
        self.named(kept::fitted(&self.conn))
    }

    /// The tasks for which something is kept, by name, each with whether its best program is right on the tests; nothing where
    /// their outputs are not known.
    pub fn right_on_tests(&self) -> Result<Vec<(String, Option<bool>)>> {
        self.named(kept::right_on_tests(&self.conn))
    }

    /// A program, kept or not, under the name that it came into the store with first.
    pub fn program(&self, hash: Hash128) -> Result<Option<ProgramRow>> {
        let read = programs::get(&self.conn, hash);
        self.named(read.and_then(|program| Ok(program.transpose()?)))
    }

    /// At most `limit` programs whose hashes begin with some digits.
    pub fn find(&self, digits: &str, limit: u32) -> Result<Vec<Hash128>> {
        self.named(programs::find(&self.conn, digits, limit))
    }

    /// A program and its line of first parents, the youngest first.
    pub fn ancestors(&self, task: &str, program: Hash128) -> Result<Vec<Ancestor>> {
        self.named(kept::ancestors(&self.conn, task, program))
    }
}

/// Tasks and differs.
impl Store {
    /// Compares tasks with what they were when the store first met them; gives those that have
    /// changed. If there are none, new ones are remembered.
    pub fn check_tasks<'t>(
        &mut self,
        data: &str,
        tasks: impl IntoIterator<Item = &'t Task>,
    ) -> Result<Vec<String>> {
        let tasks: Vec<(&str, Hash128)> =
            tasks.into_iter().map(|task| (task.id.as_str(), task_fingerprint(task))).collect();
        self.write(|conn| {
            let changed = tasks::changed(conn, tasks.iter().copied())?;
            if changed.is_empty() {
                for &(name, fingerprint) in &tasks {
                    tasks::remember(conn, name, fingerprint, data)?;
                }
            }
            Ok(changed)
        })
    }

    /// As [`Store::check_tasks`], where changed tasks are refused; with `forget`, what is stored for them is dropped.
    pub fn settle_tasks(&mut self, data: &str, tasks: &[&Task], forget: bool) -> Result<()> {
        let mut changed = self.check_tasks(data, tasks.iter().copied())?;
        if forget && !changed.is_empty() {
            self.forget_tasks(&changed)?;
            changed = self.check_tasks(data, tasks.iter().copied())?;
        }
        match changed.is_empty() {
            true => Ok(()),
            false => Err(StoreError::new(&self.path, Problem::TasksChanged(changed))),
        }
    }

    /// The tasks that the store has met and for which nothing is kept, by name.
    pub fn bare_tasks(&self) -> Result<Vec<String>> {
        self.named(tasks::bare(&self.conn))
    }

    /// Name and version of the data set that a task was met in last. The version stands for the
    /// name where nothing in the store knows it.
    pub fn met_in(&self, task: &str) -> Result<Option<(String, String)>> {
        self.named(tasks::met_in(&self.conn, task))
    }

    /// The tasks that have changed since the store first met them; remembers nothing.
    pub fn changed_tasks<'t>(
        &self,
        tasks: impl IntoIterator<Item = &'t Task>,
    ) -> Result<Vec<String>> {
        let tasks = tasks.into_iter().map(|task| (task.id.as_str(), task_fingerprint(task)));
        self.named(tasks::changed(&self.conn, tasks))
    }

    /// Drops the results of tasks, and what these tasks were.
    pub fn forget_tasks<S: AsRef<str>>(&mut self, tasks: &[S]) -> Result<()> {
        self.write(|conn| tasks.iter().try_for_each(|task| tasks::forget(conn, task.as_ref())))
    }

    /// The stored differs, by name.
    pub fn differs(&self) -> Result<Vec<DifferRow>> {
        self.named(differs::all(&self.conn).and_then(Sound::all))
    }

    /// As [`Store::differs`], with damaged ones apart from the others.
    pub fn differs_sound(&self) -> Result<Sound<DifferRow>> {
        self.named(differs::all(&self.conn))
    }

    /// Puts a differ into the store. Its counts come from runs, not from this row.
    pub fn add_differ(&mut self, differ: &DifferRow) -> Result<()> {
        self.write(|conn| differs::put(conn, differ).map(drop))
    }

    /// Adds to what is known of differs. [`Store::commit`] does so together with a generation.
    pub fn note_differs(&mut self, run: RunId, notes: &[DifferNote]) -> Result<()> {
        self.write(|conn| notes.iter().try_for_each(|note| differs::note(conn, run, note)))
    }
}

/// The store as a whole.
impl Store {
    /// Brings everything of another store into this one. In whatever order stores are merged
    /// and however often, the same is kept.
    pub fn merge_from(&mut self, other: &Store) -> Result<Merged> {
        // First, for an error that names the right store.
        let checked = programs::each(&other.conn, |program| Ok(program.map(drop)?));
        other.named(checked)?;
        self.write(|conn| merge::merge(conn, &other.conn))
    }

    /// Deletes what nothing kept descends from; the file keeps its size and has room inside.
    pub fn sweep(&mut self) -> Result<usize> {
        Ok(self.write(gc::collect)?.programs)
    }

    /// Deletes what nothing kept descends from, and makes the file as small as it can be.
    pub fn gc(&mut self) -> Result<Collected> {
        let bytes_before = self.bytes()?;
        let mut collected = self.write(gc::collect)?;
        let small = self.conn.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        self.named(small.map_err(Problem::from))?;
        collected.bytes_before = bytes_before;
        collected.bytes_after = self.bytes()?;
        Ok(collected)
    }

    /// Checks everything: the database, the texts of all programs, the numbers of all results.
    pub fn check(&self) -> Result<Report> {
        self.named(check::check(&self.conn))
    }

    /// Length of the database in bytes, with what is not in its file yet.
    pub fn bytes(&self) -> Result<u64> {
        self.named(bytes(&self.conn))
    }
}

fn bytes(conn: &Connection) -> Checked<u64> {
    let sql = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
    Ok(sql::first(conn, sql, [], |row| sql::number_at(row, 0))?.unwrap_or_default())
}

/// So many links that lead to links are followed; where there are more, opening fails.
const LINKS: usize = 40;

/// Where a store really is: of two names for one file only one has the lock and the log.
fn resolved(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = std::path::absolute(path)?;
    for _ in 0..LINKS {
        // Where a link leads to nothing yet, SQLite makes the file there.
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(&path).join(target);
    }
    Ok(path)
}

fn open_to_read(path: &Path) -> Checked<Store> {
    let path = resolved(path)?;
    let (found, held) = file::inspect(&path)?;
    match found {
        Found::Nothing => return Err(Problem::Missing),
        Found::Empty => return Err(Problem::Empty),
        Found::Store => {}
    }
    if let Some(conn) = file::readable(&path)? {
        return Ok(Store { path, conn, guard: None, _held: held });
    }
    drop(open_to_write(&path, false).map_err(|problem| match problem {
        Problem::ReadOnly => Problem::Outdated,
        problem => problem,
    })?);
    let conn = file::readable(&path)?.ok_or(Problem::Busy)?;
    Ok(Store { path, conn, guard: None, _held: held })
}

fn open_to_write(path: &Path, create: bool) -> Checked<Store> {
    // An absolute path is never taken for one of the names that mean something else to SQLite.
    let path = resolved(path)?;
    let (found, mut held) = file::inspect(&path)?;
    match found {
        Found::Nothing if !create => return Err(Problem::Missing),
        Found::Empty if !create => return Err(Problem::Empty),
        _ => {}
    }
    file::check_names(&path)?;
    let lock = Lock::take(&path)?;
    if found == Found::Nothing {
        held = Held::create(&path)?;
    }
    let conn = file::writable(&path, create)?;
    let guard = Guard::new(&path, lock)?;
    Ok(Store { path, conn, guard: Some(guard), _held: held })
}
