//! Tasks: which ones the results are about, and whether they are still the same.

use exec::data::{Task, TaskGrid};
use lang::Hash128;
use rusqlite::{Connection, params};
use xxhash_rust::xxh3::Xxh3Default;

use super::error::{Checked, Problem};
use super::sql;

/// A fingerprint of what programs are scored on: demo pairs and test inputs. Test outputs are no
/// part of it, since they may become known later and decide nothing.
pub fn task_fingerprint(task: &Task) -> Hash128 {
    let mut hasher = Xxh3Default::new();
    hasher.update(&(task.demo.len() as u64).to_le_bytes());
    for sample in &task.demo {
        add_grid(&mut hasher, Some(&sample.input));
        add_grid(&mut hasher, sample.output.as_ref());
    }
    for sample in &task.test {
        add_grid(&mut hasher, Some(&sample.input));
    }
    Hash128(hasher.digest128())
}

fn add_grid(hasher: &mut Xxh3Default, grid: Option<&TaskGrid>) {
    let (height, width) = grid.map_or((0, 0), |grid| (grid.height(), grid.width()));
    hasher.update(&(height as u32).to_le_bytes());
    hasher.update(&(width as u32).to_le_bytes());
    let cells: Vec<u8> = grid.map_or(&[][..], TaskGrid::cells).iter().map(|&c| c as u8).collect();
    hasher.update(&cells);
}

/// The number of a task, which gets one if it has none yet.
pub fn put(conn: &Connection, name: &str) -> Checked<i64> {
    if let Some(id) = id(conn, name)? {
        return Ok(id);
    }
    sql::run(conn, "INSERT INTO tasks (name) VALUES (?1)", [name])?;
    Ok(conn.last_insert_rowid())
}

/// The number of a task.
pub fn id(conn: &Connection, name: &str) -> Checked<Option<i64>> {
    sql::first(conn, "SELECT id FROM tasks WHERE name = ?1", [name], |row| row.get(0))
}

/// What a task was when it was first seen.
pub fn fingerprint(conn: &Connection, name: &str) -> Checked<Option<Hash128>> {
    let sql = "SELECT fingerprint FROM tasks WHERE name = ?1 AND fingerprint IS NOT NULL";
    sql::first(conn, sql, [name], |row| sql::hash_at(row, 0))
}

/// The tasks that were met and for which nothing is kept, by name.
pub fn bare(conn: &Connection) -> Checked<Vec<String>> {
    let sql = "SELECT name FROM tasks WHERE programs = 0 AND fingerprint IS NOT NULL ORDER BY name";
    sql::all(conn, sql, [], |row| row.get(0))
}

/// The data set that a task was met in last, as far as its name is known, and its version.
pub fn met_in(conn: &Connection, name: &str) -> Checked<Option<(String, String)>> {
    // Only results know the names of sets; all results of a version say the same.
    let sql = "SELECT ifnull((SELECT v.data FROM versions AS v WHERE v.data_version = t.data
            ORDER BY v.data LIMIT 1), t.data), t.data
        FROM tasks AS t WHERE t.name = ?1 AND t.data IS NOT NULL";
    sql::first(conn, sql, [name], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Remembers what a task is.
pub fn remember(conn: &Connection, name: &str, fingerprint: Hash128, data: &str) -> Checked {
    let id = put(conn, name)?;
    let sql = "UPDATE tasks SET fingerprint = ?2, data = ?3 WHERE id = ?1";
    sql::run(conn, sql, params![id, sql::blob(fingerprint), data])?;
    Ok(())
}

/// The tasks whose content is another than it was.
pub fn changed<'t>(
    conn: &Connection,
    tasks: impl IntoIterator<Item = (&'t str, Hash128)>,
) -> Checked<Vec<String>> {
    let mut changed = Vec::new();
    for (name, now) in tasks {
        if fingerprint(conn, name)?.is_some_and(|before| before != now) {
            changed.push(name.to_string());
        }
    }
    Ok(changed)
}

/// Forgets results and content of a task. What runs noted of it is history from now on.
pub fn forget(conn: &Connection, name: &str) -> Checked {
    let Some(id) = id(conn, name)? else { return Ok(()) };
    let sql = "UPDATE progress SET until = (SELECT max(id) FROM runs)
        WHERE task = ?1 AND until IS NULL";
    sql::run(conn, sql, [id])?;
    sql::run(conn, "DELETE FROM results WHERE task = ?1", [id])?;
    sql::run(conn, "UPDATE tasks SET fingerprint = NULL, data = NULL WHERE id = ?1", [id])?;
    refresh(conn, id).map(drop)
}

/// What the results of a task come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// Programs kept.
    pub programs: u32,
    /// The highest demo score; 0 if nothing is kept.
    pub best: u32,
    /// Demo samples; 0 if nothing is kept.
    pub demo_count: u32,
    /// Programs that solve the task.
    pub solvers: u32,
}

/// Sums up the results of a task in its row. Every transaction that changes results does this
/// once for each task it touched.
pub fn refresh(conn: &Connection, id: i64) -> Checked<Sums> {
    let sql = "UPDATE tasks SET (programs, best, demo_count, solvers) =
            (SELECT count(*), ifnull(max(demo_score), 0), ifnull(max(demo_count), 0),
                ifnull(sum(solved), 0) FROM results WHERE task = ?1)
        WHERE id = ?1 RETURNING programs, best, demo_count, solvers";
    let sums = sql::first(conn, sql, [id], |row| {
        let [programs, best, demo_count, solvers] = [0, 1, 2, 3].map(|column| row.get(column));
        Ok(Sums { programs: programs?, best: best?, demo_count: demo_count?, solvers: solvers? })
    })?;
    sums.ok_or_else(|| Problem::Internal("a task is gone".into()))
}
