//! Partial programs as states: for search and learning that look at values while a program is written.
//!
//! ```text
//! task ──▶ World: words, a bank for every sample ──▶ State ── step ──▶ State, one line longer ──▶ program
//!                                                      └── fits, points, faults, pictures, hash
//! ```
//!
//! A state holds lines and what each gives on every sample, demo samples before test inputs. A line's value is that of the
//! program which ends in it, run by the engine under the same budget, failures included. A line that fails stays, marked,
//! and what uses it fails as it does. Values live in the banks of the world that states of one task share, so a fork is
//! a copy of numbers; banks may forget at any time, and what a state then needs is computed again.

mod batch;
mod picture;
#[cfg(test)]
mod tests;
mod track;
mod vocabulary;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use exec::data::{Sample, Task};
use exec::plan::Action;
use exec::run::{Budget, HELD_LIMIT};
use exec::value::{Fault, Value, fingerprint::fingerprint};
use lang::{Dag, Dialect, Hash128, Kernel, NodeId, Program, ProgramKind, Ty, hint_of};
use xxhash_rust::xxh3::xxh3_128;

pub use batch::{Stepped, Wanted, step};
pub use picture::{FACTS, Frame, SIDE};
pub use vocabulary::{Class, MOST_PLACES, NOTHING, Vocabulary, Word};

use crate::code::{Code, solver_name};
use crate::differs::PERFECT;
use crate::limits::{STATE_LINES, STATE_MEMORY};
use crate::outputs;
use batch::scratch;
use track::{Place, Track};

/// The most that a program may cost: from there on what its values hold together would count, too.
pub const MOST_COST: u64 = HELD_LIMIT;

/// One line of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The op's number.
    pub op: u16,
    action: Action,
    words: [u16; MOST_PLACES],
    count: u8,
    ty: Ty,
}

impl Line {
    /// The words in its places.
    pub fn args(&self) -> &[u16] {
        &self.words[..usize::from(self.count)]
    }

    /// The declared type of what it gives.
    pub fn ty(&self) -> Ty {
        self.ty
    }
}

/// Why numbers are no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// No op has this number.
    Op(i64),
    /// No word has this number in this state.
    Word {
        /// The argument, counted from 0.
        place: usize,
        /// What stands there.
        word: i64,
    },
    /// The op does not take so many arguments.
    Count {
        /// The op's number.
        op: usize,
        /// How many there are.
        given: usize,
    },
    /// What is to be called is no line.
    NoFunction,
    /// The state has as many lines as it may have.
    Full,
}

/// A task that states are about: its words, and the values that were seen on each of its samples.
pub struct World {
    task: Arc<Task>,
    vocabulary: &'static Vocabulary,
    budget: Budget,
    lines: usize,
    /// What the bank of a sample may take.
    limit: usize,
    places: Vec<Mutex<Place>>,
    /// The points of the input as an answer, by demo sample.
    inputs: Vec<u16>,
}

impl World {
    /// A task in a dialect. States may have so many lines; the values of all samples take about `memory` megabytes.
    /// A program may cost [`MOST_COST`] and no more.
    pub fn new(
        task: Arc<Task>,
        dialect: Dialect,
        budget: Budget,
        lines: u32,
        memory: u32,
    ) -> World {
        let (vocabulary, demos) = (Vocabulary::of(dialect), task.demo.len());
        let budget = Budget { step: budget.step, program: budget.program.min(MOST_COST) };
        let place = |(at, sample): (usize, &Sample)| {
            let Sample { input, output } = sample;
            Mutex::new(Place::new(vocabulary, input, output.as_ref().filter(|_| at < demos)))
        };
        let places: Vec<_> = task.samples().enumerate().map(place).collect();
        let limit = (memory.max(STATE_MEMORY.least) as usize) << 20;
        let limit = limit / places.len().max(1);
        let lines = lines.clamp(STATE_LINES.least, STATE_LINES.most) as usize;
        let mut world =
            World { task, vocabulary, budget, lines, limit, places, inputs: Vec::new() };
        world.inputs = (0..demos).map(|at| world.at(at, |desk| desk.input_points())).collect();
        world
    }

    /// The task.
    pub fn task(&self) -> &Arc<Task> {
        &self.task
    }

    /// The words of its lines.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    /// Lines that a state may have.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Words that a state may have, nothing and lines among them.
    pub fn word_count(&self) -> usize {
        self.vocabulary.first_line() + self.lines
    }

    /// Bytes of a mask: one for every word of every class.
    pub fn mask_bytes(&self) -> usize {
        self.vocabulary.classes.len() * self.word_count()
    }

    /// Which words may stand in places of which class behind some lines, by class, then word: 0 or 1, all 0 where there
    /// may be no more lines.
    pub fn fits(&self, lines: &[Line], out: &mut [u8]) {
        out.fill(0);
        if lines.len() >= self.lines {
            return;
        }
        for (class, row) in out.chunks_exact_mut(self.word_count()).enumerate() {
            let (fixed, own) = row.split_at_mut(self.vocabulary.first_line());
            fixed.copy_from_slice(self.vocabulary.fits(class));
            for (to, line) in own.iter_mut().zip(lines) {
                *to = u8::from(self.vocabulary.line_fits(class, line.ty));
            }
        }
    }

    /// Memory that values take now, roughly.
    pub fn bytes(&self) -> usize {
        self.places.iter().map(|place| locked(place).bytes()).sum()
    }

    /// How many samples it has, demo samples before test inputs.
    pub fn samples(&self) -> usize {
        self.places.len()
    }

    fn sample(&self, at: usize) -> &Sample {
        let demos = self.task.demo.len();
        self.task.demo.get(at).unwrap_or_else(|| &self.task.test[at - demos])
    }

    /// Does something on a sample.
    fn at<T>(&self, at: usize, act: impl FnOnce(&mut track::Desk<'_>) -> T) -> T {
        scratch(|scratch| {
            let mut place = locked(&self.places[at]);
            let given = (&self.task.demo[..], self.sample(at));
            act(&mut place.open(scratch, given, (self.budget, self.limit)))
        })
    }
}

/// A panic while a bank was at work is a bug of ours that was reported there.
fn locked(place: &Mutex<Place>) -> MutexGuard<'_, Place> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A partial program with the values of all its lines on all samples.
///
/// Invariant: a line reads only lines before it, and has a place on the track of every sample.
#[derive(Clone)]
pub struct State {
    world: Arc<World>,
    lines: Vec<Line>,
    tracks: Vec<Track>,
}

impl State {
    /// A state without lines.
    pub fn new(world: Arc<World>) -> State {
        let tracks = vec![Track::default(); world.samples()];
        State { world, lines: Vec::new(), tracks }
    }

    /// The task with all that is known of it.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Its lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A line of numbers: an op and the words in its places. Arguments end at the first place with nothing, or where
    /// the op takes no more; what stands behind is not looked at.
    pub fn line(&self, op: i64, words: &[i64]) -> Result<Line, Misuse> {
        let vocabulary = self.world.vocabulary;
        let number = usize::try_from(op).map_err(|_| Misuse::Op(op))?;
        let action = vocabulary.action(number).ok_or(Misuse::Op(op))?;
        if self.lines.len() >= self.world.lines {
            return Err(Misuse::Full);
        }
        let (words, count) = self.words(action, words)?;
        let line = Line { op: number as u16, action, words, count, ty: Ty::Any };
        self.check(&line)?;
        Ok(Line { ty: self.ty(&line), ..line })
    }

    /// The arguments among some words, and how many there are.
    fn words(&self, action: Action, given: &[i64]) -> Result<([u16; MOST_PLACES], u8), Misuse> {
        let most = match action {
            Action::Call(op) => op.arity(),
            Action::Apply => MOST_PLACES,
        };
        let end = self.world.vocabulary.first_line() + self.lines.len();
        let (mut words, mut count) = ([NOTHING; MOST_PLACES], 0);
        for (place, &word) in given.iter().take(most).enumerate() {
            match usize::try_from(word) {
                Ok(word) if word == usize::from(NOTHING) => break,
                Ok(known) if known < end => words[place] = word as u16,
                _ => return Err(Misuse::Word { place, word }),
            }
            count += 1;
        }
        Ok((words, count))
    }

    fn check(&self, line: &Line) -> Result<(), Misuse> {
        let (op, given) = (usize::from(line.op), line.args().len());
        match line.action {
            Action::Call(called) if called.takes(given) => Ok(()),
            Action::Apply if given >= 2 => {
                let is_line = usize::from(line.words[0]) >= self.world.vocabulary.first_line();
                if is_line { Ok(()) } else { Err(Misuse::NoFunction) }
            }
            _ => Err(Misuse::Count { op, given }),
        }
    }

    /// The declared type of a line: where it depends on what a function was made of, as the whole program tells.
    fn ty(&self, line: &Line) -> Ty {
        match line.action {
            Action::Call(op) if op.kernel() != Kernel::Identity => op.returns(),
            _ => {
                let lines: Vec<Line> = self.lines.iter().copied().chain([*line]).collect();
                let (dag, nodes) = dag_of(self.world.vocabulary, &lines);
                hint_of(&dag, nodes[nodes.len() - 1]).ty()
            }
        }
    }

    /// Drops the lines from a number on.
    pub fn truncate(&mut self, len: usize) {
        self.lines.truncate(len);
        self.tracks.iter_mut().for_each(|track| track.truncate(len));
    }

    /// Why a line has no value, sample by sample; none for those on which it has one.
    pub fn faults(&self, line: usize) -> impl Iterator<Item = Option<Fault>> + '_ {
        self.tracks.iter().map(move |track| track.cells[line].known.result.err())
    }

    /// The points of a line as an answer, by demo sample; of the input where there is no line.
    pub fn points(&self, line: Option<usize>) -> impl Iterator<Item = u32> + '_ {
        (0..self.world.inputs.len()).map(move |at| {
            u32::from(line.map_or(self.world.inputs[at], |line| self.tracks[at].cells[line].points))
        })
    }

    /// The last line, if there is one.
    pub fn last(&self) -> Option<usize> {
        self.lines.len().checked_sub(1)
    }

    /// What a line is worth, 0 to 1: the mean of its points; 1 if all demo samples are right.
    pub fn score(&self, line: Option<usize>) -> f64 {
        let (sum, most) =
            (self.points(line).sum::<u32>(), self.world.inputs.len() as u32 * PERFECT);
        f64::from(sum) / f64::from(most.max(1))
    }

    /// The value of a line on a sample, or of the input where there is no line.
    pub fn value<T>(
        &mut self,
        (line, sample): (Option<usize>, usize),
        see: impl FnOnce(Result<Value<'_>, Fault>) -> T,
    ) -> T {
        let (lines, track) = (&self.lines, &mut self.tracks[sample]);
        self.world.at(sample, |desk| {
            desk.ready(lines, track);
            let known = desk.known(line, track);
            see(known.result.map(|num| desk.value(num)))
        })
    }

    /// The program that ends in a line, or that gives back its input.
    pub fn program(&self, line: Option<usize>) -> Program {
        let vocabulary = self.world.vocabulary;
        let (mut dag, nodes) = dag_of(vocabulary, &self.lines);
        let root = line.map(|line| nodes[line]).unwrap_or_else(|| dag.input(lang::Input::I));
        let code = Code::of_root(&dag, root);
        let params =
            if vocabulary.dialect == Dialect::Arc && !code.reads(lang::Input::S) { 1 } else { 3 };
        let name = solver_name(&self.world.task.id);
        Program {
            id: name[ProgramKind::Solve.prefix().len()..].to_string(),
            name,
            kind: ProgramKind::Solve,
            dialect: vocabulary.dialect,
            params,
            line: 1,
            dag: code.dag().clone(),
            labels: Default::default(),
        }
    }

    /// The hash of its calls: equal if the same programs end in its lines, in whatever order they stand and however often,
    /// and the same one in the last. Names of variables and the task are no part of it.
    pub fn hash(&self) -> Hash128 {
        let (dag, nodes) = dag_of(self.world.vocabulary, &self.lines);
        of_set(nodes.iter().map(|&node| dag.hash(node).0).collect())
    }

    /// The hash of what its lines give on all samples, failures included: equal if the same values are there, whatever
    /// calls made them, and the last line gives the same.
    pub fn value_hash(&mut self) -> Hash128 {
        let mut prints = vec![Vec::new(); self.lines.len()];
        let (world, lines) = (&self.world, &self.lines);
        for (sample, track) in self.tracks.iter_mut().enumerate() {
            world.at(sample, |desk| {
                desk.ready(lines, track);
                for (prints, cell) in prints.iter_mut().zip(&track.cells) {
                    prints.push(cell.known.result.map(|num| fingerprint(desk.value(num))));
                }
            });
        }
        of_set(prints.into_iter().map(|prints| outputs::combine(prints).0).collect())
    }

    /// The lines as text, in their order.
    pub fn text(&self) -> Vec<String> {
        let word = |&word: &u16| self.world.word_name(word.into());
        let text = |(at, line): (usize, &Line)| {
            let args: Vec<String> = line.args().iter().map(word).collect();
            let (name, args) = match line.action {
                Action::Call(op) => (op.name().to_string(), &args[..]),
                Action::Apply => (args[0].clone(), &args[1..]),
            };
            format!("x{} = {name}({})", at + 1, args.join(", "))
        };
        self.lines.iter().enumerate().map(text).collect()
    }
}

impl World {
    /// A word as programs write it; lines are x1, x2, …
    pub fn word_name(&self, word: usize) -> String {
        match word.checked_sub(1).and_then(|at| self.vocabulary.words.get(at)) {
            Some(word) => word.name().to_string(),
            None if word == usize::from(NOTHING) => String::new(),
            None => format!("x{}", word + 1 - self.vocabulary.first_line()),
        }
    }
}

/// Some hashes as one, whatever their order and number; the last one counts by itself, too.
fn of_set(mut hashes: Vec<u128>) -> Hash128 {
    let last = hashes.last().copied();
    hashes.sort_unstable();
    hashes.dedup();
    let bytes: Vec<u8> = last.into_iter().chain(hashes).flat_map(u128::to_le_bytes).collect();
    Hash128(xxh3_128(&bytes))
}

/// Lines as nodes of a graph, and the node of each.
fn dag_of(vocabulary: &Vocabulary, lines: &[Line]) -> (Dag, Vec<NodeId>) {
    let mut dag = Dag::new(vocabulary.dialect);
    let mut nodes: Vec<NodeId> = Vec::with_capacity(lines.len());
    for line in lines {
        let word = |&word: &u16| match usize::from(word).checked_sub(vocabulary.first_line()) {
            Some(line) => nodes[line],
            None => vocabulary.words[usize::from(word) - 1].node(&mut dag),
        };
        let args: Vec<NodeId> = line.args().iter().map(word).collect();
        let node = match line.action {
            Action::Call(op) => dag.call(op, &args),
            Action::Apply => dag.apply(args[0], &args[1..]),
        };
        nodes.push(node.expect("checked when the line was made"));
    }
    (dag, nodes)
}
