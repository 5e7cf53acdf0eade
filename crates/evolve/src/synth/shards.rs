//! Tasks into shards that can be gone on with: a killed run makes the same files as one that was not.
//!
//! A shard takes its place whole, then the index is written anew with where the next one begins. Beside each shard
//! lie the keys of its tasks, so that a run that goes on knows which tasks there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::data::Task;

use super::feed::{Feed, Position};
use super::index::{ENGINE, Index, MadeWith, NO_PRIOR, Shard};
use super::{Keys, Made, Material, Settings};
use crate::code::{Code, solver_name};
use crate::files::{Growing, WriteError};
use crate::forms::{Form, Piece, Record, Writer, copies, known, shard};
use crate::store::Problem;
use crate::store::lock::Lock;
use crate::threads::parallel;
use crate::trace::Mismatch;

/// What shards are called.
const NAME: &str = "synth";
/// Records that are in memory at a time, about.
const BLOCK: u64 = 1024;
/// Bytes of the keys of a task.
const KEYS: usize = 32;

/// How tasks are to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// Which tasks.
    pub settings: Settings,
    /// The form.
    pub form: Form,
    /// Tasks in all, changed copies not counted.
    pub count: u64,
    /// Tasks in a shard, at least 1; the last one may have fewer.
    pub shard_size: u64,
    /// Changed copies of every task.
    pub augment: u32,
    /// How many threads; the files are the same for any number.
    pub threads: usize,
}

/// Why tasks were not written.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// There are no programs, or none that can be used: how many there were.
    #[error("there are no programs to make tasks from")]
    NoPrograms(usize),
    /// There are no tasks whose inputs could be used.
    #[error("there are no tasks whose inputs could be used")]
    NoTasks,
    /// The folder has shards that were made with something else: what, what it was there, and what it is now.
    #[error("the shards in {} were made with {name} {there}, not {now}", .folder.display())]
    MadeWith {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        name: String,
        /// What it was.
        there: String,
        /// What it is now.
        now: String,
    },
    /// There are shards without an index.
    #[error("{} is there without an index of shards", .0.display())]
    NoIndex(PathBuf),
    /// Another process makes shards there: its number, if it is known.
    #[error("another process makes shards in {}{}", .0.display(), .1.map_or(String::new(), |pid| format!(" (pid {pid})")))]
    Busy(PathBuf, Option<u32>),
    /// The index, or keys, cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Unreadable(PathBuf, String),
    /// A file was not written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A defect of ours.
    #[error(transparent)]
    Mismatch(#[from] Box<Mismatch>),
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// All shards of the folder.
    pub shards: Vec<Shard>,
    /// How many of them were there before.
    pub before: usize,
    /// Whether it was stopped: the shard that was being made is lost.
    pub stopped: bool,
    /// Where nothing came at last: the programs that were tried since, and why they gave no task.
    pub in_vain: (u64, BTreeMap<String, u64>),
}

impl Summary {
    /// Tasks in all shards.
    pub fn tasks(&self) -> u64 {
        self.shards.iter().map(|shard| shard.tasks).sum()
    }

    /// Programs that were tried for all shards together.
    pub fn tried(&self) -> u64 {
        self.in_vain.0 + self.shards.iter().map(|shard| shard.tried).sum::<u64>()
    }

    /// Why they gave no task, by name.
    pub fn left_out(&self) -> BTreeMap<String, u64> {
        let mut sums = self.in_vain.1.clone();
        for (name, times) in self.shards.iter().flat_map(|shard| &shard.left_out) {
            *sums.entry(name.clone()).or_insert(0) += times;
        }
        sums
    }
}

/// Makes shards until there are enough tasks; goes on with those that are there. `see` is told
/// how many tasks there are.
pub fn write(
    material: &Arc<Material>,
    folder: &Path,
    wish: &Wish,
    stop: &AtomicBool,
    mut see: impl FnMut(u64),
) -> Result<Summary, SynthError> {
    check(material)?;
    let _lock = lock(folder)?;
    let mut index = begin(material, folder, wish)?;
    keep_full(&mut index, wish);
    let before = index.shards.len();
    let from = index.shards.last().map_or(Position::default(), |shard| shard.next);
    let keys =
        (0..before).map(|number| read_keys(folder, number)).collect::<Result<Vec<_>, _>>()?;
    let keys = keys.into_iter().flatten();
    let mut feed = Feed::new(material, wish.settings, wish.threads, from, keys);
    let mut tasks: u64 = index.shards.iter().map(|shard| shard.tasks).sum();
    see(tasks);
    let mut in_vain = (0, BTreeMap::new());
    while tasks < wish.count {
        let want = wish.shard_size.min(wish.count - tasks);
        let (number, tried, reasons) = (index.shards.len(), feed.tried, feed.reasons.clone());
        let told = |made| see(tasks + made);
        let Some(shard) = write_shard(&mut feed, folder, wish, (number, want), stop, told)? else {
            in_vain = (feed.tried - tried, Shard::named(&feed.reasons.since(&reasons)));
            break;
        };
        tasks += shard.tasks;
        let is_last = shard.tasks < want;
        index.shards.push(shard);
        index.write(folder)?;
        if is_last {
            break;
        }
    }
    let stopped = stop.load(Ordering::Relaxed) && tasks < wish.count;
    Ok(Summary { shards: index.shards, before, stopped, in_vain })
}

fn check(material: &Material) -> Result<(), SynthError> {
    match (material.programs(), material.tasks()) {
        (0, _) => Err(SynthError::NoPrograms(material.left_out)),
        (_, 0) => Err(SynthError::NoTasks),
        _ => Ok(()),
    }
}

/// Takes the right to write to the folder, and removes what a process left that was killed in a shard.
fn lock(folder: &Path) -> Result<Lock, SynthError> {
    let failed = |error| WriteError::File(folder.to_path_buf(), error);
    fs::create_dir_all(folder).map_err(failed)?;
    let lock = Lock::take(&folder.join(NAME)).map_err(|problem| match problem {
        Problem::Locked { pid } => SynthError::Busy(folder.into(), pid),
        other => SynthError::Unreadable(folder.into(), other.to_string()),
    })?;
    let unfinished = format!(".{NAME}");
    for entry in folder.read_dir().map_err(failed)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(&unfinished) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(lock)
}

/// The index of the folder, which is written before there is any shard.
fn begin(material: &Material, folder: &Path, wish: &Wish) -> Result<Index, SynthError> {
    let Settings { seed, pairs, budget } = wish.settings;
    let [programs, tasks] = material.fingerprints().map(|print| print.to_string());
    let now = MadeWith {
        engine: ENGINE.into(),
        form: wish.form.name().into(),
        seed,
        pairs,
        budget,
        augment: wish.augment,
        shard_size: wish.shard_size,
        data: material.data.clone(),
        tasks,
        programs,
        prior: material.guide.hash().map_or(NO_PRIOR.into(), |hash| hash.to_string()),
    };
    if let Some(index) = Index::read(folder)? {
        return match index.made_with.difference(&now) {
            None => Ok(index),
            Some((name, there, now)) => {
                Err(SynthError::MadeWith { folder: folder.into(), name, there, now })
            }
        };
    }
    let foreign = wish.form.files(folder, &shard(NAME, 0)).into_iter().find(|file| file.exists());
    if let Some(file) = foreign {
        return Err(SynthError::NoIndex(file));
    }
    let index = Index { made_with: now, shards: Vec::new() };
    index.write(folder)?;
    Ok(index)
}

/// Leaves out a last shard that has fewer tasks than it may where more are wanted: it is made again.
fn keep_full(index: &mut Index, wish: &Wish) {
    let tasks: u64 = index.shards.iter().map(|shard| shard.tasks).sum();
    let short = index.shards.last().is_some_and(|shard| shard.tasks < wish.shard_size);
    if short && tasks < wish.count {
        index.shards.pop();
    }
}

/// Makes one shard; none if it was stopped or if there are no more tasks.
fn write_shard(
    feed: &mut Feed,
    folder: &Path,
    wish: &Wish,
    (number, want): (usize, u64),
    stop: &AtomicBool,
    mut see: impl FnMut(u64),
) -> Result<Option<Shard>, SynthError> {
    let name = shard(NAME, number);
    let (tried, reasons) = (feed.tried, feed.reasons.clone());
    let mut writer = Writer::create(wish.form, folder, &name)?;
    let mut paths = vec![keys_path(folder, number)];
    paths.extend((!wish.form.has_programs()).then(|| programs_path(folder, number)));
    let beside = paths.iter().map(|path| writer.beside(path));
    let mut beside = beside.collect::<Result<Vec<Growing>, _>>()?;
    let mut tasks = 0;
    loop {
        let most = (BLOCK / (u64::from(wish.augment) + 1)).max(1);
        let block = take(feed, (want - tasks).min(most), stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        tasks += block.len() as u64;
        for (_, keys) in &block {
            beside[0].push(&keys.pairs.to_le_bytes())?;
            beside[0].push(&keys.program.to_le_bytes())?;
        }
        let pieces =
            parallel(wish.threads, block.len(), || (), |(), at| pieces(&block[at].0, wish));
        for (piece, line) in pieces.into_iter().flatten() {
            writer.push(&piece)?;
            beside.get_mut(1).map_or(Ok(()), |programs| programs.push(&line))?;
        }
        see(tasks);
        if tasks == want || block.is_empty() {
            break;
        }
    }
    if tasks == 0 {
        return Ok(None);
    }
    beside.into_iter().try_for_each(Growing::close)?;
    let written = writer.finish()?;
    paths.extend(written.files);
    Ok(Some(Shard {
        files: paths.iter().map(|path| sized(path)).collect::<Result<_, WriteError>>()?,
        tasks,
        records: written.tasks as u64,
        samples: written.samples as u64,
        tried: feed.tried - tried,
        left_out: Shard::named(&feed.reasons.since(&reasons)),
        next: feed.position(),
    }))
}

fn sized(path: &Path) -> Result<(String, u64), WriteError> {
    let failed = |error| WriteError::File(path.into(), error);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((name, fs::metadata(path).map_err(failed)?.len()))
}

/// The next tasks; fewer where there are no more.
fn take(feed: &mut Feed, most: u64, stop: &AtomicBool) -> Result<Vec<(Made, Keys)>, Box<Mismatch>> {
    let mut block = Vec::new();
    while (block.len() as u64) < most {
        match feed.next(stop)? {
            Some(made) => block.push(made),
            None => break,
        }
    }
    Ok(block)
}

/// A task and its changed copies in the form, and as lines of their programs.
fn pieces(made: &Made, wish: &Wish) -> Vec<(Piece, Vec<u8>)> {
    let piece = |task: &Task, code: Option<&Code>| {
        let program = code.map(|code| code.text(&solver_name(&task.id)));
        let facts = Some(&made.facts.0);
        let record = Record { task, program: program.as_deref(), facts };
        (wish.form.piece(&record), known(&record))
    };
    let mut pieces = vec![piece(&made.task, Some(&made.code))];
    for (change, copy) in copies(&made.task, wish.augment as usize, wish.settings.seed) {
        pieces.push(piece(&copy, change.code(&made.code).as_ref()));
    }
    pieces
}

fn keys_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{}_keys.bin", shard(NAME, number)))
}

/// Programs and facts, for forms that have no place for them.
fn programs_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{}_programs.jsonl", shard(NAME, number)))
}

fn read_keys(folder: &Path, number: usize) -> Result<Vec<Keys>, SynthError> {
    let path = keys_path(folder, number);
    let bytes = fs::read(&path);
    let bytes = bytes.map_err(|error| SynthError::Unreadable(path.clone(), error.to_string()))?;
    let word = |bytes: &[u8]| u128::from_le_bytes(bytes.try_into().expect("16 bytes"));
    let rows = bytes.chunks_exact(KEYS);
    Ok(rows.map(|row| Keys { pairs: word(&row[..16]), program: word(&row[16..]) }).collect())
}
