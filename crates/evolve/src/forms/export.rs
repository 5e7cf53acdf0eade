//! A data set in another form, with changed copies of its tasks.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::data::{Dataset, Task};
use exec::run::Worker;
use lang::{Program, ProgramKind};

use super::{Change, Form, Piece, Record, Writer, Written};
use crate::code::{Code, solver_name};
use crate::files::WriteError;
use crate::score::{named, standing};
use crate::store::task_fingerprint;
use crate::stream::Stream;
use crate::threads::each;

/// Records that are in memory at a time, about.
const BLOCK: usize = 4096;

/// How a data set is to be written.
pub struct Wish<'a> {
    /// The form.
    pub form: Form,
    /// Changed copies of every task.
    pub augment: u32,
    /// Where the changes come from.
    pub seed: u64,
    /// Programs that may solve the tasks of their ids.
    pub programs: &'a [Program],
    /// How many threads; the files are the same for any number.
    pub threads: usize,
}

/// What was written of a data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The files.
    pub written: Written,
    /// Tasks of the set; the other records are changed copies.
    pub tasks: usize,
    /// Tasks of the set with a program that is right on all samples.
    pub with_programs: usize,
}

impl Exported {
    /// Changed copies: fewer than were asked for where a task has no more that differ.
    pub fn copies(&self) -> usize {
        self.written.tasks - self.tasks
    }
}

/// Writes a data set into a folder, each task followed by its copies. Files of an earlier export in
/// this form are replaced once all is written. Nothing is written, and given, if it was stopped.
pub fn export(
    data: &Dataset,
    folder: &Path,
    wish: &Wish<'_>,
    stop: &AtomicBool,
) -> Result<Option<Exported>, WriteError> {
    let mut tasks: Vec<&Task> = data.tasks.iter().collect();
    // What was made from one task stays together.
    tasks.sort_by_key(|task| (Change::first(&task.id).0, &task.id));
    let mut writer = Writer::create(wish.form, folder, &data.name)?;
    let mut with_programs = 0;
    let block = (BLOCK / (wish.augment as usize + 1)).clamp(wish.threads.clamp(1, 64), 1024);
    for block in tasks.chunks(block) {
        let made = each(block.len(), wish.threads, |worker, at| wish.pieces(block[at], worker));
        for (has_program, pieces) in made {
            with_programs += usize::from(has_program);
            pieces.iter().try_for_each(|piece| writer.push(piece))?;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    Ok(Some(Exported { written: writer.finish()?, tasks: tasks.len(), with_programs }))
}

impl Wish<'_> {
    /// A task and its copies; whether they have a program.
    fn pieces(&self, task: &Task, worker: &mut Worker) -> (bool, Vec<Piece>) {
        let code = self.solution(task, worker);
        let own = code.as_ref().map(|code| code.text(&solver_name(&task.id)));
        let piece = |task: &Task, program: Option<String>| {
            self.form.piece(&Record { program: program.as_deref(), ..Record::of(task) })
        };
        let mut pieces = vec![piece(task, own)];
        for (change, copy) in copies(task, self.augment as usize, self.seed) {
            let program = code.as_ref().and_then(|code| change.code(code));
            pieces.push(piece(&copy, program.map(|code| code.text(&solver_name(&copy.id)))));
        }
        (code.is_some(), pieces)
    }

    /// The first program of a task that is right wherever the output is known. Forms that have no
    /// place for it do not look for one.
    fn solution(&self, task: &Task, worker: &mut Worker) -> Option<Code> {
        let wanted = self.form.has_programs();
        let own = self.programs.iter().filter(|p| wanted && p.id == task.id);
        let mut codes = own.filter(|p| p.kind != ProgramKind::Differ).map(Code::of_program);
        codes.find(|code| {
            let standing = standing(code, task, named(), worker);
            standing.is_all_right() && standing.test_right == standing.test_count
        })
    }
}

/// Up to so many changed copies of a task, no two of them alike and none like the task.
pub(crate) fn copies(task: &Task, count: usize, seed: u64) -> Vec<(Change, Task)> {
    let mut seen = HashSet::from([task_fingerprint(task)]);
    let mut copies = Vec::with_capacity(count);
    // Where few colours and much symmetry leave fewer, most draws are seen before.
    for draw in 0..4 * count as u64 + 64 {
        if copies.len() == count {
            break;
        }
        let change = Change::draw(&mut Stream::new(seed, 0, &task.id, draw));
        let copy = change.task(task);
        // A change back gives the task that this one was made from, which is somewhere already.
        let is_first = Change::first(&copy.id).1 == Change::NONE;
        if !is_first && seen.insert(task_fingerprint(&copy)) {
            copies.push((change, copy));
        }
    }
    copies
}
