//! Stored differs and how useful they were.

use rusqlite::{Connection, Row, params};

use super::damage::{self, Damaged, Sound};
use super::error::{Checked, Problem};
use super::record::DifferRow;
use super::{RunId, sql};
use crate::generation::DifferNote;

/// All differs by name, then hash.
pub fn all(conn: &Connection) -> Checked<Sound<DifferRow>> {
    let sql = "SELECT d.name, d.hash, d.dialect, d.text, total(n.runs), total(n.improvement)
        FROM differs AS d LEFT JOIN differ_notes AS n ON n.differ = d.id
        GROUP BY d.id ORDER BY d.name, d.hash";
    Ok(Sound::new(sql::all(conn, sql, [], read)?))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Result<DifferRow, Damaged>> {
    // `total` gives 0 for none, as a float: exact far beyond any count of runs.
    let (runs, improvement): (f64, f64) = (row.get(4)?, row.get(5)?);
    let (hash, dialect) = (sql::hash_at(row, 1)?, sql::dialect_at(row, 2)?);
    let (name, text) = (row.get_ref(0)?.as_str(), row.get_ref(3)?.as_str());
    let read = || {
        let (name, text) = (damage::text(hash, name)?, damage::text(hash, text)?);
        damage::sound(hash, dialect, text)?;
        Ok(DifferRow {
            name: name.into(),
            hash,
            dialect,
            text: text.into(),
            runs: runs as u64,
            improvement: improvement as i64,
        })
    };
    Ok(read())
}

/// Puts a differ into the store unless it is there; gives its number.
pub fn put(conn: &Connection, differ: &DifferRow) -> Checked<i64> {
    let hash = sql::blob(differ.hash);
    let dialect = sql::dialect_number(differ.dialect);
    // Of two names of one differ the first in the alphabet stays, whatever comes first.
    let sql = "INSERT INTO differs (hash, name, dialect, text) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (hash) DO UPDATE SET name = ?2, text = ?4 WHERE ?2 < name";
    sql::run(conn, sql, params![hash, differ.name, dialect, differ.text])?;
    let id = sql::first(conn, "SELECT id FROM differs WHERE hash = ?1", [hash], |row| row.get(0))?;
    id.ok_or_else(|| Problem::Internal("a differ is gone".into()))
}

/// Adds to what is known of a differ; nothing if the store does not have it.
pub fn note(conn: &Connection, run: RunId, note: &DifferNote) -> Checked {
    let sql = "INSERT INTO differ_notes SELECT id, ?2, ?3, ?4 FROM differs WHERE hash = ?1
        ON CONFLICT (differ, run) DO UPDATE SET runs = runs + ?3, improvement = improvement + ?4";
    let hash = sql::blob(note.hash);
    sql::run(conn, sql, params![hash, run.0, sql::wrap(note.runs), note.improvement])?;
    Ok(())
}
