//! From files and folders to text, and the version of what was read.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::form::Form;
use super::parse::{self, Parsed, Split};
use super::{BadTask, DataError, Dataset, Task, TaskGrid};

/// Largest file, and largest sum of a folder's files, that is read.
pub const MAX_BYTES: u64 = 512 << 20;

const CHALLENGES: &str = "_challenges.json";
const SOLUTIONS: &str = "_solutions.json";

/// The version of data that no one has named: what it is called and a part of its checksum.
pub fn content_version(name: &str, sha256: &str) -> String {
    format!("{name}@{}", &sha256[..sha256.len().min(12)])
}

/// The folder that fetched data is kept in: `$ARCBATT_CACHE`, else the user's cache folder;
/// nothing where there is no home folder.
pub fn cache_folder() -> Option<PathBuf> {
    let var = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let under = |name: &str, rest: &str| var(name).map(|path| path.join(rest));
    let system = || match env::consts::OS {
        "windows" => under("LOCALAPPDATA", "arcbatt"),
        "macos" => under("HOME", "Library/Caches/arcbatt"),
        _ => under("HOME", ".cache/arcbatt"),
    };
    var("ARCBATT_CACHE").or_else(|| under("XDG_CACHE_HOME", "arcbatt")).or_else(system)
}

/// SHA-256 in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn load(path: &Path) -> Result<Dataset, DataError> {
    if path.is_dir() {
        return folder(path);
    }
    let name = file_name(path);
    if let Some(stem) = name.strip_suffix(CHALLENGES) {
        let solutions = path.with_file_name(format!("{stem}{SOLUTIONS}"));
        return kaggle(path, stem, solutions.exists().then_some(solutions));
    }
    from_file(path, Part::of(path))
}

pub(super) fn load_split(path: &Path, split: Split) -> Result<Dataset, DataError> {
    from_file(path, Part::Split(split))
}

/// What of a text is read, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it, in whatever form it is.
    Any,
    /// Its lines, also where there is only one.
    Lines,
    /// One split.
    Split(Split),
}

impl Part {
    /// What the name of a file promises.
    fn of(path: &Path) -> Part {
        let is = |end| path.extension() == Some(OsStr::new(end));
        if is("jsonl") || is("ndjson") { Part::Lines } else { Part::Any }
    }

    fn parse(self, name: &str, text: &str) -> Result<Parsed, String> {
        match self {
            Part::Any => parse::any(name, text, None),
            Part::Split(split) => parse::any(name, text, Some(split)),
            Part::Lines => parse::lines(name, text),
        }
    }
}

fn from_file(path: &Path, part: Part) -> Result<Dataset, DataError> {
    let bytes = read(path)?;
    let set = from_bytes(&stem(path), &bytes, part);
    set.map_err(|error| DataError::new(display(path), error.reason))
}

pub(super) fn from_bytes(name: &str, bytes: &[u8], part: Part) -> Result<Dataset, DataError> {
    let parsed = text_of(bytes).and_then(|text| part.parse(name, text));
    let parsed = parsed.map_err(|reason| DataError::new(name, reason))?;
    let version = match part {
        Part::Split(split) => {
            format!("{}/{}", content_version(name, &sha256_hex(bytes)), split.key())
        }
        _ => content_version(name, &sha256_hex(bytes)),
    };
    dataset(name, version, parsed)
}

fn dataset(name: &str, version: String, parsed: Parsed) -> Result<Dataset, DataError> {
    let Parsed { tasks, bad } = parsed.sorted();
    if tasks.is_empty() && bad.is_empty() {
        return Err(DataError::new(name, "no tasks in it"));
    }
    Ok(Dataset { name: name.to_string(), version, tasks, bad })
}

fn folder(path: &Path) -> Result<Dataset, DataError> {
    let fault = |reason: String| DataError::new(display(path), reason);
    let mut files = Vec::new();
    find_files(path, "", &mut files).map_err(|error| fault(io_reason(&error)))?;
    if files.is_empty() {
        return Err(fault("no .json or .jsonl files in the folder, nor in folders in it".into()));
    }
    let mut parsed = Parsed::default();
    let mut hash = Sha256::new();
    let mut left = MAX_BYTES;
    for (prefix, file) in files {
        add_file(&prefix, &file, &mut parsed, &mut hash, &mut left);
    }
    let name = file_name(path);
    let version = content_version(&name, &hex(hash));
    dataset(&name, version, parsed)
}

/// Folders in folders are looked into so deep.
const MAX_DEPTH: usize = 8;

/// The files of a folder; where it has none, those of its folders, with what keeps their ids
/// apart. Links to folders are not followed, so there are no circles.
fn find_files(path: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.path());
    let is_task = |file: &PathBuf| {
        let end = file.extension();
        ["json", "jsonl", "ndjson"].iter().any(|known| end == Some(OsStr::new(known)))
            && !file.is_dir()
    };
    let before = files.len();
    files.extend(entries.iter().map(|e| e.path()).filter(is_task).map(|f| (prefix.into(), f)));
    if files.len() > before || prefix.matches('/').count() >= MAX_DEPTH {
        return Ok(());
    }
    let hidden = |path: &Path| file_name(path).starts_with('.');
    for entry in entries.iter().filter(|e| e.file_type().is_ok_and(|t| t.is_dir())) {
        let folder = entry.path();
        if !hidden(&folder) {
            find_files(&folder, &format!("{prefix}{}/", file_name(&folder)), files)?;
        }
    }
    Ok(())
}

/// Adds the tasks of a file, their ids behind the prefix.
fn add_file(prefix: &str, file: &Path, all: &mut Parsed, hash: &mut Sha256, left: &mut u64) {
    let id = format!("{prefix}{}", stem(file));
    let bytes = match read_found(file, *left) {
        Ok(bytes) => bytes,
        Err(reason) => return all.bad.push(BadTask { id, reason, tests: Vec::new() }),
    };
    *left -= bytes.len() as u64;
    // Lengths keep (name, content) pairs apart, so that no two folders hash alike by accident.
    hash.update(format!("{prefix}{} {}\n", file_name(file), bytes.len()));
    hash.update(&bytes);
    let found = text_of(&bytes).and_then(|text| match Part::of(file) {
        Part::Lines => parse::lines(&stem(file), text),
        _ => parse::one_of_folder(&stem(file), text),
    });
    match found {
        Ok(found) => all.extend(prefix, found),
        Err(reason) => all.bad.push(BadTask { id, reason, tests: Vec::new() }),
    }
}

fn kaggle(path: &Path, name: &str, solutions: Option<PathBuf>) -> Result<Dataset, DataError> {
    let fault = |reason: String| DataError::new(display(path), reason);
    let bytes = read(path)?;
    let mut hash = Sha256::new_with_prefix(&bytes);
    let mut parsed = text_of(&bytes).and_then(|t| Part::Any.parse(name, t)).map_err(fault)?;
    if let Some(file) = solutions {
        let fault = |reason: String| DataError::new(display(&file), reason);
        let bytes = read_found(&file, MAX_BYTES).map_err(fault)?;
        hash.update(&bytes);
        parsed = solve(parsed, &bytes).map_err(fault)?;
    }
    dataset(name, content_version(name, &hex(hash)), parsed)
}

/// Puts the solutions into the test pairs.
fn solve(parsed: Parsed, bytes: &[u8]) -> Result<Parsed, String> {
    let entries = parse::entries(text_of(bytes)?)?;
    let by_id: std::collections::HashMap<_, _> =
        entries.iter().map(|entry| (entry.key.as_str(), entry.value)).collect();
    let mut solved = Parsed { tasks: Vec::new(), bad: parsed.bad };
    for mut task in parsed.tasks {
        let text = by_id.get(task.id.as_str()).ok_or("no solutions for this task".to_string());
        let grids = text.and_then(|text| parse::solutions(text));
        match grids.and_then(|grids| put_outputs(&mut task, grids)) {
            Ok(()) => solved.tasks.push(task),
            Err(reason) => {
                let tests = task.test.into_iter().map(|sample| Some(sample.input)).collect();
                solved.bad.push(BadTask { id: task.id, reason, tests });
            }
        }
    }
    Ok(solved)
}

fn put_outputs(task: &mut Task, grids: Vec<Option<TaskGrid>>) -> Result<(), String> {
    let (given, wanted) = (grids.len(), task.test.len());
    if given != wanted {
        return Err(format!("{given} solutions for {wanted} test inputs"));
    }
    for (sample, grid) in task.test.iter_mut().zip(grids) {
        sample.output = grid;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, DataError> {
    read_at_most(path, MAX_BYTES).map_err(|reason| DataError::new(display(path), reason))
}

/// Reads a file that nobody named: what is no file is not opened, since a pipe would wait for
/// somebody who writes to it.
pub(super) fn read_found(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    match fs::metadata(path).map_err(|error| io_reason(&error))?.is_file() {
        true => read_at_most(path, limit),
        false => Err("no regular file but a pipe, a socket or a device".into()),
    }
}

fn read_at_most(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| io_reason(&error))?;
    let mut bytes = Vec::new();
    let known = file.metadata().map_or(0, |data| data.len());
    if known <= limit {
        bytes.reserve_exact(known as usize);
        // The length of pipes and devices is not known before they are read.
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| io_reason(&error))?;
    }
    if known.max(bytes.len() as u64) > limit {
        return Err(format!("larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

/// The text of a file, without the byte order mark that some editors put first.
fn text_of(bytes: &[u8]) -> Result<&str, String> {
    if let Some(form) = Form::of_bytes(bytes) {
        return Err(form.refusal());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(format!("not text: a null byte at {at}"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8 text: bad byte at {}", error.valid_up_to()))?;
    if text.trim_ascii().is_empty() { Err("the file is empty".into()) } else { Ok(text) }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "no permission to read it".into(),
        _ => error.to_string(),
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The last part of a path that has one, e.g. of `tasks/..` when made absolute.
fn file_name(path: &Path) -> String {
    let named = |p: &Path| p.file_name().map(|name| name.to_string_lossy().into_owned());
    let full = || path.canonicalize().ok().and_then(|full| named(&full));
    named(path).or_else(full).unwrap_or_else(|| "data".into())
}
