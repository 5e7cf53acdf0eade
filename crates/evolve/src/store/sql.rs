//! How our values are written in columns.

use lang::{Dialect, Hash128};
use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde::Serialize;

use super::error::{Checked, Problem};
use crate::code::Hash128Text;

/// A hash as it stands in a column.
pub fn blob(hash: Hash128) -> [u8; 16] {
    hash.0.to_be_bytes()
}

/// The hash in a column.
pub fn hash_at(row: &Row<'_>, column: usize) -> rusqlite::Result<Hash128> {
    row.get(column).map(|bytes| Hash128(u128::from_be_bytes(bytes)))
}

/// Hashes one after the other.
pub fn blobs(hashes: &[Hash128Text]) -> Vec<u8> {
    hashes.iter().flat_map(|hash| blob(hash.0)).collect()
}

/// The hashes that stand one after the other.
pub fn unblobs(bytes: &[u8]) -> Vec<Hash128Text> {
    let (hashes, _) = bytes.as_chunks::<16>();
    hashes.iter().map(|bytes| Hash128Text(Hash128(u128::from_be_bytes(*bytes)))).collect()
}

/// A number of 64 bits as it stands in a column.
pub fn wrap(number: u64) -> i64 {
    number.cast_signed()
}

/// The number of 64 bits in a column.
pub fn number_at(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

/// A dialect as it stands in a column.
pub fn dialect_number(dialect: Dialect) -> i64 {
    match dialect {
        Dialect::Arc => 0,
        Dialect::Batt => 1,
    }
}

/// The dialect in a column, which can hold no other numbers.
pub fn dialect_at(row: &Row<'_>, column: usize) -> rusqlite::Result<Dialect> {
    row.get(column).map(|number: i64| if number == 0 { Dialect::Arc } else { Dialect::Batt })
}

/// A value as JSON text.
pub fn json(value: &impl Serialize) -> Checked<String> {
    serde_json::to_string(value).map_err(|error| Problem::Internal(error.to_string()))
}

/// Runs a statement.
pub fn run(conn: &Connection, sql: &str, params: impl Params) -> Checked<usize> {
    Ok(conn.prepare_cached(sql)?.execute(params)?)
}

/// The first row of an answer, if it has one.
pub fn first<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Checked<Option<T>> {
    Ok(conn.prepare_cached(sql)?.query_row(params, read).optional()?)
}

/// All rows of an answer.
pub fn all<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Checked<Vec<T>> {
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map(params, read)?.collect::<rusqlite::Result<Vec<T>>>();
    Ok(rows?)
}

/// Hands each row of an answer on, however many there are.
pub fn each(conn: &Connection, sql: &str, mut handle: impl FnMut(&Row<'_>) -> Checked) -> Checked {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        handle(row)?;
    }
    Ok(())
}
