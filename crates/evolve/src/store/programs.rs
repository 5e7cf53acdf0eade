//! Programs: their texts and identities.

use lang::{Dialect, Hash128};
use rusqlite::{Connection, Row, params};

use super::damage::{self, Damaged};
use super::error::{Checked, Problem};
use super::sql;
use crate::kept::ProgramRow;

/// The text of a program under a name.
pub fn text(name: &str, dialect: Dialect, body: &str) -> String {
    format!("def {name}({}):\n{body}", parameters(dialect))
}

fn parameters(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Arc => "I",
        Dialect::Batt => "S, I, C",
    }
}

/// The name and the body of a text.
fn split(program: &ProgramRow) -> Checked<(&str, &str)> {
    let parts = program.text.split_once('\n').and_then(|(head, body)| {
        let end = format!("({}):", parameters(program.dialect));
        let name = head.strip_prefix("def ")?.strip_suffix(end.as_str())?;
        Some((name, body)).filter(|_| !name.is_empty() && !body.is_empty())
    });
    parts.ok_or_else(|| {
        let (hash, expected) = (program.hash, text("NAME", program.dialect, "    ..."));
        Problem::BadProgram(format!("the text of {hash} is not of the form {expected:?}"))
    })
}

/// Puts a program into the store unless it is there; gives its number.
pub fn put(conn: &Connection, program: &ProgramRow) -> Checked<i64> {
    let (name, body) = split(program)?;
    let hash = sql::blob(program.hash);
    let new = sql::run(
        conn,
        "INSERT INTO programs (hash, dialect, name, body, size) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (hash) DO NOTHING",
        params![hash, sql::dialect_number(program.dialect), name, body, program.size],
    )?;
    if new == 1 {
        return Ok(conn.last_insert_rowid());
    }
    id(conn, program.hash)?.ok_or_else(|| Problem::Internal("a program is gone".into()))
}

/// The number of a program.
pub fn id(conn: &Connection, hash: Hash128) -> Checked<Option<i64>> {
    let sql = "SELECT id FROM programs WHERE hash = ?1";
    sql::first(conn, sql, [sql::blob(hash)], |row| row.get(0))
}

/// The columns that [`read`] takes, from `programs AS p`.
pub const COLUMNS: &str = "p.hash, p.dialect, p.name, p.body, p.size";

/// Reads a program from the first five columns, under a name, or else the one that it was first
/// stored with. Nothing else in the store makes a [`ProgramRow`], so every one is what its hash says.
pub fn read(row: &Row<'_>, name: Option<&str>) -> rusqlite::Result<Result<ProgramRow, Damaged>> {
    let (hash, dialect, size) = (sql::hash_at(row, 0)?, sql::dialect_at(row, 1)?, row.get(4)?);
    let (stored, body) = (row.get_ref(2)?.as_str(), row.get_ref(3)?.as_str());
    let read = || {
        let name = name.map_or_else(|| damage::text(hash, stored), Ok)?;
        let text = text(name, dialect, damage::text(hash, body)?);
        let code = damage::sound(hash, dialect, &text)?;
        if code.size() != size as usize {
            let what = format!("it has {} lines, not {size}", code.size());
            return Err(Damaged { hash, what });
        }
        Ok(ProgramRow { hash, dialect, text, size })
    };
    Ok(read())
}

/// A program by its hash.
pub fn get(conn: &Connection, hash: Hash128) -> Checked<Option<Result<ProgramRow, Damaged>>> {
    let sql = format!("SELECT {COLUMNS} FROM programs AS p WHERE p.hash = ?1");
    sql::first(conn, &sql, [sql::blob(hash)], |row| read(row, None))
}

/// Hands on every program, kept or not.
pub fn each(
    conn: &Connection,
    mut handle: impl FnMut(Result<ProgramRow, Damaged>) -> Checked,
) -> Checked {
    let sql = format!("SELECT {COLUMNS} FROM programs AS p ORDER BY p.id");
    sql::each(conn, &sql, |row| handle(read(row, None)?))
}

/// The hashes that begin with some hexadecimal digits, at most `limit` of them. None if the
/// prefix is not 1 to 32 such digits.
pub fn find(conn: &Connection, prefix: &str, limit: u32) -> Checked<Vec<Hash128>> {
    let hex = prefix.len() <= 32 && prefix.bytes().all(|b| b.is_ascii_hexdigit());
    let Some(digits) = u128::from_str_radix(prefix, 16).ok().filter(|_| hex) else {
        return Ok(Vec::new());
    };
    let free = 4 * (32 - prefix.len() as u32);
    let low = digits << free;
    let high = low | ((1u128 << free) - 1);
    let sql = "SELECT hash FROM programs WHERE hash BETWEEN ?1 AND ?2 ORDER BY hash LIMIT ?3";
    let (low, high) = (sql::blob(Hash128(low)), sql::blob(Hash128(high)));
    sql::all(conn, sql, params![low, high, limit], |row| sql::hash_at(row, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_function_are_refused() {
        let program = |text: &str| ProgramRow {
            hash: Hash128(1),
            dialect: Dialect::Arc,
            text: text.into(),
            size: 1,
        };
        assert_eq!(
            split(&program("def solve_a(I):\n    return I\n")),
            Ok(("solve_a", "    return I\n"))
        );
        for bad in ["", "def solve_a(I):", "def solve_a(S, I, C):\n    return I", "x\ny"] {
            assert!(matches!(split(&program(bad)), Err(Problem::BadProgram(_))), "{bad}");
        }
    }
}
