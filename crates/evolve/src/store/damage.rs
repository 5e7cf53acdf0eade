//! Whether a stored text is still the program that its hash says. All reading of texts goes
//! through [`sound`].

use lang::{Dialect, Hash128};
use rusqlite::types::FromSqlResult;

use super::error::Checked;
use crate::code::Code;

/// A program that cannot be handed out: what is stored is not what its hash says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("program {hash} is damaged: {what}")]
pub struct Damaged {
    /// Its identity.
    pub hash: Hash128,
    /// What is wrong with it.
    pub what: String,
}

/// Rows of programs, and what could not be read of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sound<T> {
    /// Rows whose programs are what their hashes say.
    pub rows: Vec<T>,
    /// The programs of the others.
    pub damaged: Vec<Damaged>,
}

impl<T> Sound<T> {
    pub(super) fn new(read: impl IntoIterator<Item = Result<T, Damaged>>) -> Sound<T> {
        let mut sound = Sound { rows: Vec::new(), damaged: Vec::new() };
        for row in read {
            match row {
                Ok(row) => sound.rows.push(row),
                Err(damaged) => sound.damaged.push(damaged),
            }
        }
        sound
    }

    /// The rows, if none is damaged.
    pub(super) fn all(self) -> Checked<Vec<T>> {
        match self.damaged.into_iter().next() {
            None => Ok(self.rows),
            Some(damaged) => Err(damaged.into()),
        }
    }
}

/// What a column holds as text.
pub fn text(hash: Hash128, column: FromSqlResult<&str>) -> Result<&str, Damaged> {
    column.map_err(|_| Damaged { hash, what: "it is not text".into() })
}

/// Reads a text; it must be the program that the hash says.
pub fn sound(hash: Hash128, dialect: Dialect, text: &str) -> Result<Code, Damaged> {
    let damaged = |what: String| Damaged { hash, what };
    let parsed = lang::parse(text.as_bytes(), "", Some(dialect));
    if let Some(error) = parsed.errors.first() {
        return Err(damaged(format!("it cannot be read: {}", error.message)));
    }
    match parsed.programs.as_slice() {
        [program] => Some(Code::of_program(program)).filter(|code| code.hash() == hash),
        _ => None,
    }
    .ok_or_else(|| damaged("its text is that of another program".into()))
}
