//! How a command ends.

use std::io;

use exec::data::DataError;
use serde_json::{Value, json};

/// Exit codes, as `batt --help` documents them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Everything asked for was done.
    Ok = 0,
    /// It ran, but some results are bad.
    Bad = 1,
    /// The command or its input makes no sense.
    Usage = 2,
    /// A defect of ours.
    Internal = 3,
}

/// Why a command stopped, and what the user can do about it.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What went wrong.
    pub message: String,
    /// What to try instead.
    pub hint: Option<String>,
}

/// What parts of commands return.
pub type Told = Result<(), Failure>;

/// What commands return.
pub type Outcome = Result<Exit, Failure>;

impl Failure {
    /// Wrong usage or unreadable input.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, message: message.into(), hint: None }
    }

    /// Something that was asked for did not succeed.
    pub fn bad(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Bad, ..Failure::usage(message) }
    }

    /// Output that could not be written. A full disk is no wrong usage: the work was done.
    pub fn unwritten(message: impl Into<String>, error: &io::Error) -> Failure {
        use io::ErrorKind::{QuotaExceeded, StorageFull, WriteZero};
        match error.kind() {
            StorageFull | QuotaExceeded | WriteZero => Failure::bad(message),
            _ => Failure::usage(message),
        }
    }

    /// What machines are told.
    pub fn json(&self) -> Value {
        json!({ "error": self.message, "hint": self.hint })
    }

    /// Adds what to try instead.
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Failure {
        Failure::usage(error.to_string())
    }
}

/// The first paragraph of a complaint is what is wrong, the rest what to do.
impl From<&clap::Error> for Failure {
    fn from(error: &clap::Error) -> Failure {
        let text = error.to_string();
        let Some(complaint) = text.strip_prefix("error: ") else {
            // What clap gives instead is the help text.
            return Failure::usage("the command is not complete").hint("see --help");
        };
        let (what, hint) = complaint.split_once("\n\n").unwrap_or((complaint, ""));
        Failure::usage(what.trim()).hint(hint.trim())
    }
}

/// Only writing our own output fails this way; other I/O errors get words where they happen.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::unwritten(format!("cannot write the output: {error}"), &error)
    }
}

/// Up to three of `names` that resemble `word`, the most similar first.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 4);
    let distance = |name: &str| strsim::damerau_levenshtein(word, name);
    let mut close: Vec<_> =
        names.map(|name| (distance(name), name)).filter(|(d, _)| *d <= limit).collect();
    close.sort();
    close.dedup();
    close.into_iter().take(3).map(|(_, name)| name).collect()
}

/// "Did you mean" with the nearest names, if there are any.
pub fn did_you_mean<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let close = nearest(word, names);
    (!close.is_empty()).then(|| format!("did you mean {}?", close.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_resembles() {
        let names = ["objects", "object", "fill", "underfill"];
        assert_eq!(nearest("objcts", names.into_iter()), ["objects", "object"]);
        assert!(nearest("zzzzzz", names.into_iter()).is_empty());
        assert_eq!(did_you_mean("fil", names.into_iter()).unwrap(), "did you mean fill?");
    }

    #[test]
    fn a_full_disk_is_no_wrong_usage() {
        let exit = |kind: io::ErrorKind| Failure::from(io::Error::from(kind)).exit;
        assert_eq!(exit(io::ErrorKind::StorageFull), Exit::Bad);
        assert_eq!(exit(io::ErrorKind::QuotaExceeded), Exit::Bad);
        assert_eq!(exit(io::ErrorKind::PermissionDenied), Exit::Usage);
    }
}
