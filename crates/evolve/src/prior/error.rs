//! What is wrong with a file of priors: kinds with data.

use std::fmt;

use lang::{Op, closest};

use super::slots::names;

/// What is wrong, and at which entry.
#[derive(Clone, PartialEq, Debug)]
pub struct PriorError {
    /// The entry, as `arguments.fill[1].EIGHT`; nothing for the whole file.
    pub at: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Wrong {
    /// The text is no JSON: what the reader says, and where.
    NotJson(String),
    /// Something else than an object stands here.
    NotAnObject,
    /// An op's rows are no list.
    NotAList,
    /// A key that means nothing.
    UnknownKey,
    /// A name that is no op, constant or input of any dialect.
    UnknownName(String),
    /// An op with rows that no dialect has.
    UnknownOp(String),
    /// More rows than the op has parameters: how many it has.
    TooManyRows(usize),
    /// Something else than a number stands here: what.
    NotANumber(String),
    /// The weight is negative.
    Negative(f64),
    /// The weight is NaN, infinite or larger than any may be.
    TooLarge(f64),
}

impl PriorError {
    /// Something wrong at an entry.
    pub fn new(at: impl Into<String>, wrong: Wrong) -> PriorError {
        PriorError { at: at.into(), wrong }
    }
}

impl std::error::Error for PriorError {}

impl fmt::Display for PriorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => write!(f, "{}", self.wrong),
            at => write!(f, "{at}: {}", self.wrong),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NotJson(says) => write!(f, "this is no JSON: {says}"),
            Wrong::NotAnObject => f.write_str("expected an object of names and weights"),
            Wrong::NotAList => f.write_str("expected a list with an object for each argument"),
            Wrong::UnknownKey => {
                f.write_str("no such key; there are other, any, root, arguments and tasks")
            }
            Wrong::UnknownName(name) => {
                f.write_str("no op, constant or input of that name")?;
                meant(f, closest(names(), name))
            }
            Wrong::UnknownOp(name) => {
                f.write_str("no op of that name")?;
                meant(f, closest(Op::all().map(Op::name), name))
            }
            Wrong::TooManyRows(arity) => write!(f, "it has {arity} arguments and more rows"),
            Wrong::NotANumber(found) => write!(f, "a weight is a number, not {found}"),
            Wrong::Negative(weight) => write!(f, "a weight is 0 or more, not {weight}"),
            Wrong::TooLarge(weight) => {
                write!(f, "a weight is a number up to {:e}, not {weight:e}", super::MOST_WEIGHT)
            }
        }
    }
}

fn meant(f: &mut fmt::Formatter<'_>, name: Option<&str>) -> fmt::Result {
    name.map_or(Ok(()), |name| write!(f, "; did you mean {name}?"))
}
