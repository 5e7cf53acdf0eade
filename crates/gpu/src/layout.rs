//! Where things are in a device's buffer: see the enums in `kernels/plan.h`.

use exec::cx::Cx;
use exec::value::{Fault, R};
use lang::Dialect;

use crate::encode::{self, Memory, Words};
use crate::source;

/// Words before the first table.
pub const HEADER: usize = 32;
/// Where the table of ops is.
pub const OPS: usize = 1;
const GROUPS: usize = 2;
const ARENA: usize = 3;
const ARENA_WORDS: usize = 4;
const RESULTS: usize = 5;
const RESULTS_END: usize = 6;
const BATT: usize = 7;
/// The limit of a step, two words.
pub const STEP_LIMIT: usize = 8;
/// The limit of a program, two words.
pub const PROGRAM_LIMIT: usize = 10;
/// What happens when a step fails.
pub const POLICY: usize = 12;
/// How many items there are.
pub const ITEMS: usize = 13;
/// Where the table of items or calls is.
pub const ITEM_TABLE: usize = 14;
/// Items that a lane takes in a row; 0 for strides.
pub const SPAN: usize = 24;
/// Words of the result area that a lane takes at once, at least.
pub const TAKE: usize = 25;
/// How many failures `pile` logs.
pub const PATCHED: usize = 27;
const COUNTERS: usize = 15;
const OUTCOMES: usize = 16;

/// Words of an outcome.
pub const OUTCOME_WORDS: usize = 8;
/// Words of a group's counters.
const COUNTER_WORDS: usize = 16;
const HANDED_BACK: u32 = 255;
const NO_FAULT: u32 = 254;
const NO_LOG: u32 = 253;

/// A buffer's header.
pub fn header(dialect: Dialect) -> Vec<u32> {
    let mut words = vec![0; HEADER];
    words[BATT] = (dialect == Dialect::Batt) as u32;
    words
}

/// A buffer with its header and the table of ops.
pub fn start(dialect: Dialect) -> Vec<u32> {
    let mut words = header(dialect);
    words[OPS] = HEADER as u32;
    words.extend(source::op_table());
    words
}

/// Writes a number of two words.
pub fn set_wide(words: &mut [u32], at: usize, n: u64) {
    words[at] = n as u32;
    words[at + 1] = (n >> 32) as u32;
}

/// The part of a buffer that is read back: the counter of the result area, counters by group,
/// outcomes, and the result area. What stays for later batches and groups' memory follow.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// Its first word.
    pub first: usize,
    /// The word after its last.
    pub end: usize,
    /// Words of the whole buffer, groups' memory included.
    pub total: usize,
    /// How many groups there are, and their memory.
    pub groups: Groups,
    counters: usize,
    outcomes: usize,
    results: usize,
}

/// How many groups there are, and the words of memory that each has.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// Their number.
    pub count: usize,
    /// Words of each.
    pub words: usize,
}

/// What a group did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Steps that ran, function builders left out.
    pub steps: u64,
    /// Steps that only built a function.
    pub builders: u64,
    /// Steps that a program needed and that had been run for another one.
    pub shared: u64,
    /// Programs handed back to the CPU.
    pub back: u64,
    /// Most words of a group's memory in use.
    pub most: u64,
    /// Steps handed back, by the kernels' number of the reason.
    pub reasons: [u64; 8],
}

impl Counted {
    /// Adds the counters of another group.
    pub fn add(&mut self, other: &Counted) {
        self.steps += other.steps;
        self.builders += other.builders;
        self.shared += other.shared;
        self.back += other.back;
        self.most = self.most.max(other.most);
        self.reasons.iter_mut().zip(other.reasons).for_each(|(a, b)| *a += b);
    }
}

/// What became of a program or call.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    why: u32,
    /// What it cost.
    pub cost: u64,
    /// The step it ended at, or why it was handed back.
    pub at: u32,
    value: Words,
}

impl Groups {
    /// Words of all of them.
    pub fn all(self) -> usize {
        self.count * self.words
    }
}

impl Area {
    /// The places of answers and groups' memory behind `first` words that are sent.
    pub fn new(
        first: usize,
        counters: usize,
        outcomes: usize,
        results: usize,
        groups: Groups,
    ) -> Area {
        let counters_at = (first + 1).next_multiple_of(4);
        let outcomes_at = counters_at + COUNTER_WORDS * counters;
        let results_at = outcomes_at + OUTCOME_WORDS * outcomes;
        let end = results_at + results.next_multiple_of(4);
        let (counters, outcomes, results) = (counters_at, outcomes_at, results_at);
        Area { first, end, total: 0, groups, counters, outcomes, results }.with_groups_at(end)
    }

    /// The same with groups' memory from another word on.
    pub fn with_groups_at(self, at: usize) -> Area {
        Area { total: at + self.groups.all(), ..self }
    }

    /// Writes all places into a buffer's header.
    pub fn set_header(&self, header: &mut [u32]) {
        let places = [
            (GROUPS, self.groups.count),
            (ARENA, self.total - self.groups.all()),
            (ARENA_WORDS, self.groups.words),
            (RESULTS, self.first),
            (RESULTS_END, self.end),
            (COUNTERS, self.counters),
            (OUTCOMES, self.outcomes),
        ];
        places.iter().for_each(|&(at, word)| header[at] = word as u32);
    }

    /// What the counter of the result area begins with: the last word that is sent.
    pub fn counter(&self) -> u32 {
        self.results as u32
    }

    /// Words that are sent.
    pub fn upload(&self) -> usize {
        self.first + 1
    }

    /// Where an outcome is in the whole buffer.
    pub fn outcome_at(&self, i: usize) -> usize {
        self.outcomes + OUTCOME_WORDS * i
    }

    /// Words of the result area that were asked for, by the answers' own count.
    pub fn results_used(&self, answers: &[u32]) -> usize {
        answers.first().map_or(0, |&next| (next as usize).saturating_sub(self.results))
    }

    /// The words that have to be read back if results take this many words.
    pub fn end_with(&self, results: usize) -> usize {
        (self.results + results).min(self.end)
    }

    /// The result area within the answers.
    pub fn memory<'b>(&self, answers: &'b [u32]) -> Memory<'b> {
        let words = answers.get(self.results - self.first..).unwrap_or_default();
        Memory { words, first: self.results as u32 }
    }

    /// What became of a program or call; `None` when it was not read back.
    pub fn outcome(&self, answers: &[u32], i: usize) -> Option<Answer> {
        let at = self.outcome_at(i) - self.first;
        let words = answers.get(at..at + OUTCOME_WORDS)?;
        Some(Answer {
            why: words[0],
            cost: words[1] as u64 | (words[2] as u64) << 32,
            at: words[3],
            value: [words[4], words[5], words[6], words[7]],
        })
    }

    /// What a group did.
    pub fn counted(&self, answers: &[u32], group: usize) -> Option<Counted> {
        let at = self.counters - self.first + COUNTER_WORDS * group;
        let words = answers.get(at..at + COUNTER_WORDS)?;
        let word = |i: usize| words[i] as u64;
        let reasons = std::array::from_fn(|i| word(5 + i));
        let (steps, builders, shared) = (word(0), word(1), word(2));
        Some(Counted { steps, builders, shared, back: word(3), most: word(4), reasons })
    }
}

impl Answer {
    /// Whether the CPU must do it.
    pub fn is_handed_back(&self) -> bool {
        self.why == HANDED_BACK
    }

    /// Whether it ends a log: nothing is in it.
    pub fn ends_log(&self) -> bool {
        self.why == NO_LOG
    }

    /// The kind of a logged failure and the number of its arguments, which stand in the place of the cost.
    pub fn failure(&self) -> Option<(Fault, usize)> {
        let fault = *Fault::ALL.get(self.cost as u32 as usize)?;
        (self.why == NO_FAULT).then_some((fault, (self.cost >> 32) as usize))
    }

    /// Puts the value or fault in its place; `None` if there is none, or if it is not in the
    /// engine's form.
    #[inline]
    pub fn read<'a>(&self, cx: &Cx<'a>, memory: Memory<'a>, result: &mut R<'a>) -> Option<()> {
        match self.why {
            HANDED_BACK => return None,
            NO_FAULT => encode::get_into(cx, memory, self.value, result)?,
            fault => *result = Err(*Fault::ALL.get(fault as usize)?),
        }
        Some(())
    }
}
