//! The lines of states on one sample: what they give there, computed in a bank that all states of a task share.

use exec::bank::{Bank, Known, Memo, Num, Open, Scratch};
use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs};
use exec::value::Value;

use super::picture::Given;
use super::vocabulary::{MOST_PLACES, NOTHING, Vocabulary};
use super::{Line, dag_of};
use crate::points::Scorer;

/// Said of a value whose points nobody has asked for.
const UNKNOWN: u16 = u16::MAX;

/// Lines that room is made for at once.
const AHEAD: usize = 16;

/// Turns between two looks at how large a bank is.
const LOOK: u32 = 32;

/// A line on one sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// What the program gives that ends in the line, and what the line's own call costs.
    pub known: Known,
    /// The points of that as an answer, on demo samples.
    pub points: u16,
}

/// The lines of one state on one sample.
///
/// Invariant: the numbers are those of the bank in that epoch. In another epoch they mean nothing, and all lines are
/// computed again before anybody looks at them.
#[derive(Clone, Default, Debug)]
pub(super) struct Track {
    pub cells: Vec<Cell>,
    /// What all calls cost together.
    cost: u64,
    epoch: u64,
}

impl Track {
    /// Drops the lines from a number on.
    pub fn truncate(&mut self, len: usize) {
        let dropped = self.cells.drain(len.min(self.cells.len())..);
        self.cost -= dropped.map(|cell| cell.known.cost).sum::<u64>();
    }

    fn push(&mut self, cell: Cell) {
        self.cost += cell.known.cost;
        reserve(&mut self.cells);
        self.cells.push(cell);
    }
}

/// Makes room for one more, and for some after that: forks have none.
pub(super) fn reserve<T>(items: &mut Vec<T>) {
    if items.len() == items.capacity() {
        items.reserve_exact(AHEAD);
    }
}

/// What is known of one sample.
pub(super) struct Place {
    bank: Bank,
    vocabulary: &'static Vocabulary,
    scorer: Option<Scorer>,
    given: Given,
    /// What words give that are the same in every state, once asked for.
    words: Vec<Option<Known>>,
    /// By value number: its points, once asked for.
    answers: Vec<u16>,
    epoch: u64,
    turns: u32,
}

impl Place {
    /// A sample; `target` is what answers are compared with.
    pub fn new(
        vocabulary: &'static Vocabulary,
        input: &TaskGrid,
        target: Option<&TaskGrid>,
    ) -> Place {
        let words = vec![None; vocabulary.words.len()];
        let scorer = target.map(|target| Scorer::new(vocabulary.dialect, target));
        let (bank, answers) = (Bank::new(vocabulary.dialect), Vec::new());
        let given = Given::new(input, target);
        Place { bank, vocabulary, scorer, given, words, answers, epoch: 0, turns: 0 }
    }

    /// Memory in use, roughly.
    pub fn bytes(&self) -> usize {
        self.bank.bytes() + self.answers.capacity() * size_of::<u16>()
    }

    /// Goes to work on the sample, whose bank may grow to `limit` bytes.
    pub fn open<'o>(
        &'o mut self,
        scratch: &'o mut Scratch,
        (demo, sample): (&'o [Sample], &'o Sample),
        (budget, limit): (Budget, usize),
    ) -> Desk<'o> {
        let inputs = Inputs { demo, input: &sample.input, target: None };
        let Place { bank, vocabulary, scorer, given, words, answers, epoch, turns } = self;
        let open = bank.open(scratch, inputs, budget);
        let scorer = scorer.as_ref();
        let mut desk =
            Desk { open, vocabulary, scorer, given, words, answers, epoch, turns, budget, limit };
        desk.notice();
        desk
    }
}

/// One sample at work.
pub(super) struct Desk<'o> {
    open: Open<'o>,
    vocabulary: &'static Vocabulary,
    scorer: Option<&'o Scorer>,
    pub given: &'o Given,
    words: &'o mut [Option<Known>],
    answers: &'o mut Vec<u16>,
    epoch: &'o mut u64,
    turns: &'o mut u32,
    budget: Budget,
    limit: usize,
}

impl Desk<'_> {
    /// Before a state takes its turn: lets a bank go that has grown too large, and computes the state's lines again if
    /// the bank has forgotten them.
    pub fn ready(&mut self, lines: &[Line], track: &mut Track) {
        *self.turns += 1;
        if *self.turns >= LOOK {
            *self.turns = 0;
            self.open.forget_above(self.limit);
            self.notice();
        }
        if track.epoch != *self.epoch || track.cells.len() != lines.len() {
            track.truncate(0);
            track.epoch = *self.epoch;
            (0..lines.len()).for_each(|at| self.step(&lines[..=at], track));
        }
    }

    /// Computes the last of some lines, of which the others are on the track.
    pub fn step(&mut self, lines: &[Line], track: &mut Track) {
        let Some(line) = lines.last() else { return };
        let mut known = self.call(line, track);
        if track.cost.saturating_add(known.cost) > self.budget.program {
            known.result = self.whole(lines).result;
        }
        let points = known.result.map_or(0, |num| self.points(num));
        track.push(Cell { known, points });
    }

    /// The line's own call. A program that uses what fails fails as that does, the first argument before the others.
    fn call(&mut self, line: &Line, track: &Track) -> Known {
        let Some((&first, others)) = line.args().split_first() else {
            return self.open.call(line.action, &[]);
        };
        let failed = |fault| Known { result: Err(fault), cost: 0 };
        let mut nums = match self.word(first, track).result {
            Ok(num) => [num; MOST_PLACES],
            Err(fault) => return failed(fault),
        };
        for (num, &word) in nums[1..].iter_mut().zip(others) {
            match self.word(word, track).result {
                Ok(found) => *num = found,
                Err(fault) => return failed(fault),
            }
        }
        self.open.call(line.action, &nums[..line.args().len()])
    }

    fn word(&mut self, word: u16, track: &Track) -> Known {
        let at = usize::from(word - NOTHING - 1);
        let Some(place) = self.words.get_mut(at) else {
            return track.cells[at - self.words.len()].known;
        };
        if let Some(known) = place {
            return *known;
        }
        let known = self.open.source(&self.vocabulary.sources[at]);
        self.words[at] = Some(known);
        known
    }

    /// The program that ends in the last line, run as every program is: where all lines together cost more than a
    /// program may, what counts is the cost of those that the line needs, in the program's own order.
    #[cold]
    fn whole(&mut self, lines: &[Line]) -> Known {
        let (dag, nodes) = dag_of(self.vocabulary, lines);
        let plan = Plan::of_roots(&dag, &nodes[nodes.len() - 1..]);
        self.open.run(&plan, &plan.programs[0], &mut Memo::default(), &Memo::default())
    }

    fn points(&mut self, num: Num) -> u16 {
        let Some(scorer) = self.scorer else { return 0 };
        if self.answers.len() <= num.index() {
            self.answers.resize(self.open.bank().len(), UNKNOWN);
        }
        let points = &mut self.answers[num.index()];
        if *points == UNKNOWN {
            *points = scorer.points(self.open.value(num)).points as u16;
        }
        *points
    }

    /// What a line gives, or the input where there is none.
    pub fn known(&mut self, line: Option<usize>, track: &Track) -> Known {
        match line {
            Some(line) => track.cells[line].known,
            None => self.word(NOTHING + 1, track),
        }
    }

    /// The input as an answer.
    pub fn input_points(&mut self) -> u16 {
        let input = self.known(None, &Track::default());
        input.result.map_or(0, |num| self.points(num))
    }

    /// The value of a number.
    pub fn value(&self, num: Num) -> Value<'_> {
        self.open.value(num)
    }

    /// Drops what was noted of a bank that has forgotten everything since.
    fn notice(&mut self) {
        let epoch = self.open.bank().epoch();
        if *self.epoch != epoch {
            *self.epoch = epoch;
            self.words.fill(None);
            *self.answers = Vec::new();
        }
    }
}
