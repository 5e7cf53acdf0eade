//! The table of an evaluation: flat columns, 14 bytes per row and what the caller adds, and the
//! outputs of each sample.

use std::ops::Range;

use exec::data::Task;
use exec::value::Fault;
use serde::{Deserialize, Serialize};

use super::outputs::{Collector, Outputs};
use super::part::Part;
use super::{Batts, Request};

/// Error kinds by their number in the table; 0 is none.
pub const ERRORS: [&str; 8] = ["", "type", "arity", "empty", "index", "domain", "budget", "parse"];

/// The number of a program that could not be read.
pub const UNREAD: u8 = 7;

/// In the place of an output that is not kept.
pub(super) const NO_OUTPUT: u32 = u32::MAX;
/// In the place of an output that is too large to be kept.
pub(super) const TOO_LARGE: u32 = u32::MAX - 1;

pub(super) fn error_of(fault: Option<Fault>) -> u8 {
    fault.map_or(0, |fault| fault as u8 + 1)
}

pub(super) fn match_of(right: Option<bool>) -> i8 {
    right.map_or(-1, i8::from)
}

/// Columns of one length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns<X = ()> {
    /// 1 where the output is right, 0 where it is not, -1 where that is not known.
    pub matches: Vec<i8>,
    /// The error kind, a place in [`ERRORS`].
    pub errors: Vec<u8>,
    /// What it cost.
    pub costs: Vec<u64>,
    /// The place of the output among those of the sample.
    pub(super) outputs: Vec<u32>,
    /// What the caller wanted to know besides.
    pub(super) more: Vec<X>,
}

/// Match, error, cost and output of a row.
pub(super) type Seen = (i8, u8, u64, u32);

impl<X> Columns<X> {
    pub(super) fn with_capacity(rows: usize) -> Columns<X> {
        Columns {
            matches: Vec::with_capacity(rows),
            errors: Vec::with_capacity(rows),
            costs: Vec::with_capacity(rows),
            outputs: Vec::with_capacity(rows),
            more: Vec::with_capacity(rows),
        }
    }

    pub(super) fn push(&mut self, (right, error, cost, output): Seen, more: X) {
        self.matches.push(right);
        self.errors.push(error);
        self.costs.push(cost);
        self.outputs.push(output);
        self.more.push(more);
    }

    fn append(&mut self, other: &mut Columns<X>) {
        self.matches.append(&mut other.matches);
        self.errors.append(&mut other.errors);
        self.costs.append(&mut other.costs);
        self.outputs.append(&mut other.outputs);
        self.more.append(&mut other.more);
    }

    fn len(&self) -> usize {
        self.matches.len()
    }
}

/// Number of samples of a task that take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Samples {
    demo: u32,
    test: u32,
}

impl Samples {
    pub fn all(self) -> usize {
        self.demo as usize + self.test as usize
    }
}

/// What programs gave, by task, sample (demo samples first) and program.
///
/// Invariant: each sample of a task has one row for each program that runs on the task, programs
/// ascending; places of outputs are those of [`Outputs`] of the row's sample, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<X = ()> {
    pub(super) programs: usize,
    pub(super) tasks: Vec<Samples>,
    /// By task, the programs that run on it; nothing where all do.
    pub(super) pairs: Option<Vec<Vec<u32>>>,
    pub(super) columns: Columns<X>,
    /// By sample.
    pub(super) outputs: Vec<Outputs>,
}

/// The rows of one task and what they are about.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Row of its first sample's first program.
    pub first: usize,
    /// Its first sample, counted through all tasks.
    pub first_sample: usize,
    /// Programs that run on it.
    pub programs: usize,
    /// Its demo samples.
    pub demo: usize,
    /// Its samples.
    pub samples: usize,
}

/// One row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'t, X = ()> {
    /// Whether the output is right; nothing where that is not known.
    pub right: Option<bool>,
    /// The error kind, a place in [`ERRORS`].
    pub error: u8,
    /// What it cost.
    pub cost: u64,
    /// The output, if it was kept.
    pub output: Option<super::Output<'t>>,
    /// Whether there is an output that was too large to be kept.
    pub too_large: bool,
    /// What the caller wanted to know besides.
    pub more: &'t X,
}

impl<X> Row<'_, X> {
    /// Why the program failed, if it did.
    pub fn fault(&self) -> Option<Fault> {
        Fault::ALL.get((self.error as usize).wrapping_sub(1)).copied()
    }
}

impl<X: Default> Table<X> {
    pub(super) fn new(batts: &Batts<'_>, request: &Request<'_>) -> Table<X> {
        let samples = |task: &&Task| {
            let (demo, test): (Vec<_>, Vec<_>) =
                request.samples_of(task).partition(|(at, _)| *at < task.demo.len());
            Samples { demo: demo.len() as u32, test: test.len() as u32 }
        };
        let tasks: Vec<Samples> = request.tasks.iter().map(samples).collect();
        let mut table = Table::empty(batts.programs, tasks, batts.pairs());
        table.columns = Columns::with_capacity(table.expected_rows());
        table
    }

    pub(super) fn empty(
        programs: usize,
        tasks: Vec<Samples>,
        pairs: Option<Vec<Vec<u32>>>,
    ) -> Table<X> {
        Table { programs, tasks, pairs, columns: Columns::with_capacity(0), outputs: Vec::new() }
    }

    pub(super) fn expected_rows(&self) -> usize {
        let rows = |t: usize| self.tasks[t].all().saturating_mul(self.programs_of(t));
        (0..self.tasks.len()).map(rows).fold(0, usize::saturating_add)
    }

    /// How many programs run on a task.
    fn programs_of(&self, task: usize) -> usize {
        self.pairs.as_ref().map_or(self.programs, |pairs| pairs[task].len())
    }

    /// Adds the next sample: parts with the places of their programs. A program of no part could
    /// not be read.
    pub(super) fn push(&mut self, task: usize, judged: bool, mut parts: Vec<(&[u32], Part<X>)>) {
        let rows = self.programs_of(task);
        if let [(places, part)] = &mut parts[..]
            && places.len() == rows
        {
            self.columns.append(&mut part.columns);
            self.outputs.push(std::mem::take(&mut part.outputs));
            return;
        }
        let unread = (match_of(judged.then_some(false)), UNREAD, 0, NO_OUTPUT);
        let mut collector = Collector::default();
        let mut next = vec![0usize; parts.len()];
        for at in 0..rows {
            let place = self.program_at(task, at) as u32;
            let holds = |(p, n): (&(&[u32], Part<X>), &usize)| p.0.get(*n) == Some(&place);
            let found = parts.iter().zip(&next).position(holds);
            let (seen, more) = found.map_or((unread, X::default()), |p| {
                let (Part { columns, outputs }, at) = (&mut parts[p].1, next[p]);
                next[p] += 1;
                let seen = moved(columns, at, outputs, &mut collector);
                (seen, std::mem::take(&mut columns.more[at]))
            });
            self.columns.push(seen, more);
        }
        collector.outputs.shrink();
        self.outputs.push(collector.outputs);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of programs.
    pub fn programs(&self) -> usize {
        self.programs
    }

    /// Number of tasks.
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// The columns of all rows.
    pub fn columns(&self) -> &Columns<X> {
        &self.columns
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        14 * self.len() + self.outputs.iter().map(Outputs::memory).sum::<usize>()
    }

    /// The rows of each task, in order.
    pub fn by_task(&self) -> impl Iterator<Item = Rows> + '_ {
        let (mut first, mut first_sample) = (0, 0);
        self.tasks.iter().enumerate().map(move |(t, samples)| {
            let (programs, all) = (self.programs_of(t), samples.all());
            let demo = samples.demo as usize;
            let rows = Rows { first, first_sample, programs, demo, samples: all };
            first += programs * all;
            first_sample += all;
            rows
        })
    }

    /// The place of a program among those that run on a task.
    pub fn place(&self, task: usize, program: usize) -> Option<usize> {
        match &self.pairs {
            Some(pairs) => pairs.get(task)?.binary_search(&u32::try_from(program).ok()?).ok(),
            None => (task < self.tasks.len() && program < self.programs).then_some(program),
        }
    }

    /// The program at a place among those that run on a task.
    pub fn program_at(&self, task: usize, place: usize) -> usize {
        self.pairs.as_ref().map_or(place, |pairs| pairs[task][place] as usize)
    }

    /// One row, of the sample that is counted through all tasks.
    pub fn row(&self, row: usize, sample: usize) -> Option<Row<'_, X>> {
        let columns = &self.columns;
        let place = *columns.outputs.get(row)?;
        Some(Row {
            right: match columns.matches[row] {
                -1 => None,
                right => Some(right == 1),
            },
            error: columns.errors[row],
            cost: columns.costs[row],
            output: self.outputs.get(sample)?.get(place),
            too_large: place == TOO_LARGE,
            more: &columns.more[row],
        })
    }

    /// The rows of a task's program, given by its place there: by sample.
    pub fn of_program(&self, rows: Rows, place: usize) -> impl Iterator<Item = Row<'_, X>> {
        (0..rows.samples).filter_map(move |sample| {
            self.row(rows.first + sample * rows.programs + place, rows.first_sample + sample)
        })
    }

    /// By task, the programs that are right on all of its demo samples.
    pub fn fits_demos(&self) -> Vec<Vec<usize>> {
        let fitting = |(t, rows): (usize, Rows)| self.right_on(t, rows, 0..rows.demo);
        self.by_task().enumerate().map(fitting).collect()
    }

    /// By task, the programs that are right on all of its tests; nothing where an output is not known.
    pub fn right_on_tests(&self) -> Vec<Option<Vec<usize>>> {
        let right = |(t, rows): (usize, Rows)| {
            let tests = rows.demo..rows.samples;
            let is_known = |sample| (0..rows.programs).any(|p| self.match_of(rows, sample, p) >= 0);
            let known = !tests.is_empty() && tests.clone().all(is_known);
            known.then(|| self.right_on(t, rows, tests))
        };
        self.by_task().enumerate().map(right).collect()
    }

    fn right_on(&self, task: usize, rows: Rows, samples: Range<usize>) -> Vec<usize> {
        let right =
            |place: &usize| samples.clone().all(|sample| self.match_of(rows, sample, *place) == 1);
        (0..rows.programs).filter(right).map(|place| self.program_at(task, place)).collect()
    }

    fn match_of(&self, rows: Rows, sample: usize, place: usize) -> i8 {
        self.columns.matches[rows.first + sample * rows.programs + place]
    }
}

/// Several tables as one.
impl Table {
    /// One table of several over the same programs: all their tasks, one after the other. Nothing
    /// if they differ in programs or pairing.
    pub fn join_tasks(parts: &[&Table]) -> Option<Table> {
        let first = parts.first()?;
        let fits =
            |p: &&Table| p.programs == first.programs && p.pairs.is_some() == first.pairs.is_some();
        if !parts.iter().all(fits) {
            return None;
        }
        let pairs = first
            .pairs
            .as_ref()
            .map(|_| parts.iter().flat_map(|part| part.pairs.iter().flatten().cloned()).collect());
        let tasks = parts.iter().flat_map(|part| part.tasks.iter().copied()).collect();
        let mut table = Table::empty(first.programs, tasks, pairs);
        for part in parts {
            table.columns.append(&mut part.columns.clone());
            table.outputs.extend_from_slice(&part.outputs);
        }
        Some(table)
    }

    /// One table of several over the same tasks: all their programs, one after the other. Nothing
    /// if they differ in tasks or pairing.
    pub fn join_programs(parts: &[&Table]) -> Option<Table> {
        let first = parts.first()?;
        let fits =
            |p: &&Table| p.tasks == first.tasks && p.pairs.is_some() == first.pairs.is_some();
        if !parts.iter().all(fits) {
            return None;
        }
        let programs = parts.iter().map(|part| part.programs).sum();
        let mut table = Table::empty(programs, first.tasks.clone(), joined_pairs(parts));
        let by_task: Vec<Vec<Rows>> = parts.iter().map(|part| part.by_task().collect()).collect();
        for (t, samples) in first.tasks.iter().enumerate() {
            for sample in 0..samples.all() {
                let mut collector = Collector::default();
                for (part, rows) in parts.iter().zip(&by_task) {
                    let rows = rows[t];
                    let start = rows.first + sample * rows.programs;
                    let outputs = &part.outputs[rows.first_sample + sample];
                    for row in start..start + rows.programs {
                        let seen = moved(&part.columns, row, outputs, &mut collector);
                        table.columns.push(seen, ());
                    }
                }
                collector.outputs.shrink();
                table.outputs.push(collector.outputs);
            }
        }
        Some(table)
    }
}

/// A row with its output in another list of outputs.
fn moved<X>(columns: &Columns<X>, row: usize, from: &Outputs, to: &mut Collector) -> Seen {
    let place = columns.outputs[row];
    let output = match from.piece(place as usize) {
        Some(piece) => to.piece(piece),
        None => place,
    };
    (columns.matches[row], columns.errors[row], columns.costs[row], output)
}

fn joined_pairs(parts: &[&Table]) -> Option<Vec<Vec<u32>>> {
    let first = parts.first()?.pairs.as_ref()?;
    let mut joined = vec![Vec::new(); first.len()];
    let mut before = 0;
    for part in parts {
        for (all, own) in joined.iter_mut().zip(part.pairs.iter().flatten()) {
            all.extend(own.iter().map(|place| place + before));
        }
        before += part.programs as u32;
    }
    Some(joined)
}
