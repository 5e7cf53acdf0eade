//! Rows: one layer (or list of layers) for every demo, made by the same functions; enumerated by cost.

use exec::layers::Layer;

use super::bank::{BATCH, Bank, Frames, Id, bits};
use super::moves::Moves;
use super::numbers::{NumberMap, mix};
use crate::budget::{Budget, Spent, Worked};
use crate::problem::{Picture, Problem};

/// Number of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RowId(pub u32);

/// What a row starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The input.
    Input,
    /// An empty layer of the output's size.
    Blank,
    /// The output of a demo; empty for that demo itself.
    Shown(usize),
    /// A move on an earlier row.
    Made(RowId, u16),
}

/// How a row is made, and at which cost.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How it is made.
    pub origin: Origin,
    /// Sum of the costs of its moves.
    pub cost: u16,
    /// Whether it is a list for every demo.
    pub is_list: bool,
}

/// Rows in order of cost.
///
/// Invariant: no two rows have the same layers for all demos.
pub struct Rows<'m> {
    /// The moves.
    pub moves: &'m Moves,
    /// How rows are made.
    pub rows: Vec<Row>,
    ids: Vec<Id>,
    banks: Vec<Bank>,
    frames: Vec<Frames>,
    seen: NumberMap,
    /// Rows to go on from, by the cost of what they will make.
    queue: Vec<Vec<(RowId, u16)>>,
    made: Vec<Id>,
    max_rows: usize,
    max_bytes: usize,
}

/// Units of a move on a layer that needs no call.
const LOOK: u64 = 8;
/// Cost of starting from another demo's output.
const SHOWN_COST: u16 = 8;

impl<'m> Rows<'m> {
    /// The given rows of a problem. `blank` says whether the output's size can be known for the tests.
    pub fn new(problem: &Problem, moves: &'m Moves, blank: bool, max_bytes: usize) -> Rows<'m> {
        let demos = problem.demos.len();
        let mut rows = Rows {
            moves,
            rows: Vec::new(),
            ids: Vec::new(),
            banks: (0..demos).map(|_| Bank::new(moves.len())).collect(),
            frames: Vec::new(),
            seen: NumberMap::default(),
            queue: Vec::new(),
            made: Vec::new(),
            max_rows: 400_000,
            max_bytes,
        };
        rows.banks.iter_mut().for_each(|bank| bank.reserve(1 << 14));
        let inputs: Vec<Id> = problem
            .demos
            .iter()
            .zip(&mut rows.banks)
            .map(|(d, b)| b.add(layer_of(&d.input)))
            .collect();
        let blanks: Vec<Id> = problem
            .demos
            .iter()
            .zip(&mut rows.banks)
            .map(|(d, b)| {
                if blank {
                    b.add(layer_of(&Picture::plain(d.output.height, d.output.width, 0)))
                } else {
                    Id::NONE
                }
            })
            .collect();
        let ids = inputs.iter().zip(&blanks).map(|(&i, &b)| [i, b]);
        rows.frames = rows.banks.iter().zip(ids).map(|(bank, ids)| bank.frames(ids)).collect();
        rows.add_first(Origin::Input, 0, &inputs);
        if blank {
            rows.add_first(Origin::Blank, 0, &blanks);
        }
        for shown in 0..if demos > 1 { demos.min(10) } else { 0 } {
            let output = &problem.demos[shown].output;
            let empty = Picture::plain(output.height, output.width, 0);
            let own = |d: usize| problem.demos[d].input == problem.demos[shown].input;
            let pick = |d: usize| layer_of(if own(d) { &empty } else { output });
            let made: Vec<Id> = (0..demos).map(|d| rows.banks[d].add(pick(d))).collect();
            rows.add_first(Origin::Shown(shown), SHOWN_COST, &made);
        }
        rows
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// A row's layer or list for a demo.
    pub fn id(&self, row: RowId, demo: usize) -> Id {
        self.ids[row.0 as usize * self.banks.len() + demo]
    }

    /// The layers of a demo.
    pub fn bank(&self, demo: usize) -> &Bank {
        &self.banks[demo]
    }

    /// How a row is made.
    pub fn row(&self, row: RowId) -> Row {
        self.rows[row.0 as usize]
    }

    /// Applications of functions so far, and those of them that were computed.
    pub fn applications(&self) -> (u64, u64) {
        let sum = |of: fn(&Bank) -> u64| self.banks.iter().map(of).sum();
        (sum(|bank| bank.applied), sum(|bank| bank.calls))
    }

    /// Adds a row with these layers unless it was seen.
    fn add(&mut self, row: Row, made: &[Id], key: u64) {
        let next = self.rows.len() as u32;
        if self.seen.number(key, next).1 {
            self.rows.push(row);
            self.ids.extend_from_slice(made);
            self.enqueue(RowId(next), 0, row);
        }
    }

    /// Adds a row that all others come from.
    fn add_first(&mut self, origin: Origin, cost: u16, made: &[Id]) {
        self.add(Row { origin, cost, is_list: false }, made, key(made, false));
    }

    fn enqueue(&mut self, id: RowId, at: u16, row: Row) {
        let steps = self.moves.on(row.is_list);
        if let Some(&number) = steps.get(at as usize) {
            let cost = (row.cost + self.moves.cost(number as usize, row.is_list)) as usize;
            if self.queue.len() <= cost {
                self.queue.resize_with(cost + 1, Vec::new);
            }
            self.queue[cost].push((id, at));
        }
    }

    /// Makes all rows of at most this cost.
    pub fn grow(&mut self, cost: u16, budget: &mut Budget<'_>) -> Worked {
        for level in 0..=cost as usize {
            let mut next = 0;
            while let Some(&(id, at)) = self.queue.get(level).and_then(|waiting| waiting.get(next))
            {
                next += 1;
                self.expand(id, at, level, budget)?;
            }
            if let Some(waiting) = self.queue.get_mut(level) {
                waiting.clear();
            }
        }
        Ok(())
    }

    /// Makes what a row gives at one cost, and notes where to go on.
    fn expand(&mut self, id: RowId, from: u16, level: usize, budget: &mut Budget<'_>) -> Worked {
        budget.check()?;
        let (row, moves) = (self.row(id), self.moves);
        let steps = moves.on(row.is_list);
        let within =
            |&number: &u16| (row.cost + moves.cost(number as usize, row.is_list)) as usize <= level;
        let rest = &steps[from as usize..];
        let now = &rest[..rest.partition_point(within)];
        for batch in now.chunks(BATCH) {
            self.step(id, row, batch, level as u16);
            let work: u64 = self.banks.iter_mut().map(|bank| std::mem::take(&mut bank.work)).sum();
            budget.spend(work + LOOK * (self.banks.len() * batch.len()) as u64)?;
        }
        let at = from as usize + now.len();
        if self.rows.len() > self.max_rows
            || self.banks.iter().map(Bank::bytes).sum::<usize>() > self.max_bytes
        {
            return Err(Spent);
        }
        self.enqueue(id, at as u16, row);
        Ok(())
    }

    /// Makes some moves on a row, demo by demo: those that fail on one are not tried on the others.
    fn step(&mut self, id: RowId, row: Row, steps: &[u16], cost: u16) {
        let demos = self.banks.len();
        let start = id.0 as usize * demos;
        let mut open = u32::MAX >> (BATCH - steps.len());
        let mut answers = [Id::NONE; BATCH];
        let mut made = std::mem::take(&mut self.made);
        made.resize(BATCH * demos, Id::NONE);
        for (demo, bank) in self.banks.iter_mut().enumerate() {
            let (from, frames) = (self.ids[start + demo], &self.frames[demo]);
            open = bank.apply_all(from, (steps, open), self.moves, frames, &mut answers);
            bits(open).for_each(|i| made[i * demos + demo] = answers[i]);
        }
        let made_by = |i: usize| &made[i * demos..(i + 1) * demos];
        let gives_list = |i: usize| self.moves.gives_list(steps[i] as usize, row.is_list);
        let mut keys = [0; BATCH];
        bits(open).for_each(|i| keys[i] = key(made_by(i), gives_list(i)));
        self.seen.fetch(bits(open).map(|i| keys[i]));
        for i in bits(open) {
            let is_list = self.moves.gives_list(steps[i] as usize, row.is_list);
            let origin = Origin::Made(id, steps[i]);
            self.add(Row { origin, cost, is_list }, made_by(i), keys[i]);
        }
        self.made = made;
    }
}

/// Hash of a row's layers or lists.
fn key(made: &[Id], is_list: bool) -> u64 {
    made.iter().fold(is_list as u64, |h, id| mix(h, id.0 as u64))
}

/// A picture as a layer at the origin.
pub fn layer_of(picture: &Picture) -> Layer<'_> {
    Layer { row: 0, col: 0, height: picture.height, width: picture.width, cells: &picture.cells }
}

/// Rows on a test input, made when they are asked for.
pub struct TestRows<'p> {
    problem: &'p Problem,
    test: usize,
    bank: Bank,
    frames: Frames,
    ids: std::collections::HashMap<u32, Id>,
}

impl<'p> TestRows<'p> {
    /// For a test input whose output has this size, if it is known.
    pub fn new(
        problem: &'p Problem,
        test: usize,
        size: Option<(usize, usize)>,
        moves: &Moves,
    ) -> TestRows<'p> {
        let mut bank = Bank::new(moves.len());
        let input = bank.add(layer_of(&problem.tests[test]));
        let blank = size.map_or(Id::NONE, |(h, w)| bank.add(layer_of(&Picture::plain(h, w, 0))));
        let frames = bank.frames([input, blank]);
        TestRows { problem, test, bank, frames, ids: Default::default() }
    }

    /// A row's layer or list.
    pub fn id(&mut self, rows: &Rows<'_>, row: RowId) -> Id {
        if let Some(&id) = self.ids.get(&row.0) {
            return id;
        }
        let id = match rows.row(row).origin {
            Origin::Input => self.frames.ids[0],
            Origin::Blank => self.frames.ids[1],
            Origin::Shown(demo) => {
                let shown = &self.problem.demos[demo];
                let empty = Picture::plain(shown.output.height, shown.output.width, 0);
                let own = shown.input == self.problem.tests[self.test];
                self.bank.add(layer_of(if own { &empty } else { &shown.output }))
            }
            Origin::Made(from, number) => match self.id(rows, from) {
                Id::NONE => Id::NONE,
                id => self.bank.apply(id, number as usize, rows.moves, &self.frames),
            },
        };
        self.ids.insert(row.0, id);
        id
    }

    /// A row's layer, if it has one here.
    pub fn layer(&mut self, rows: &Rows<'_>, row: RowId) -> Option<Layer<'_>> {
        let id = self.id(rows, row);
        (id != Id::NONE && !id.is_list()).then(|| self.bank.layer(id))
    }

    /// The number of members of a row's list, if it has one here.
    pub fn count(&mut self, rows: &Rows<'_>, row: RowId) -> Option<usize> {
        let id = self.id(rows, row);
        (id != Id::NONE && id.is_list()).then(|| self.bank.members(id).len())
    }

    /// The layers made so far.
    pub fn bank(&self) -> &Bank {
        &self.bank
    }
}
