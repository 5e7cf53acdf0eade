//! Single calls on a device: what vectors, measurements and comparisons are made of.

use exec::cx::Cx;
use exec::run::Budget;
use exec::value::{R, Value};
use lang::Dialect;

use crate::encode;
use crate::layout::{self, Area, Groups};

/// Words of a group's memory.
pub const GROUP_WORDS: usize = 1 << 16;

/// Words for the result of a call, on average.
const RESULT_WORDS: usize = 4096;

const CALL_WORDS: usize = 24;

/// Why a device hands an item back to the CPU.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The group's memory is full.
    Memory,
    /// Calls or values nest deeper than the device's stack.
    Depth,
    /// The device has no code for the op.
    Op,
    /// The value has a form that the device's code does not handle.
    Form,
    /// A step was handed back before all failures were found that the policy logs.
    Log,
    /// The area for results is full.
    Results,
    /// What came back is not a value.
    Garbled,
}

impl Reason {
    /// Every reason, in the order of the kernels' numbers from 1 on.
    pub const ALL: [Reason; 7] = [
        Reason::Memory,
        Reason::Depth,
        Reason::Op,
        Reason::Form,
        Reason::Log,
        Reason::Results,
        Reason::Garbled,
    ];

    /// What is said of it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Memory => "step: group memory full",
            Reason::Depth => "step: nested too deep",
            Reason::Op => "step: op that devices lack",
            Reason::Form => "step: form of a value",
            Reason::Log => "sample: first failures not known",
            Reason::Results => "program: result area full",
            Reason::Garbled => "program: not a value",
        }
    }

    /// The reason of a kernel's number.
    pub fn of_word(word: u32) -> Reason {
        (word as usize)
            .checked_sub(1)
            .and_then(|i| Reason::ALL.get(i))
            .copied()
            .unwrap_or(Reason::Results)
    }
}

/// A buffer of calls of functions, one lane each.
pub struct Calls {
    words: Vec<u32>,
    len: usize,
    area: Area,
}

/// What a device says of one call.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// The value or fault, and the cost.
    Done(R<'a>, u64),
    /// The CPU must do it.
    HandedBack(Reason),
}

impl Calls {
    /// Puts calls of up to four arguments into a buffer.
    pub fn new(dialect: Dialect, calls: &[(Value<'_>, &[Value<'_>])], limit: u64) -> Calls {
        let mut words = layout::start(dialect);
        let table = words.len();
        words.resize(table + CALL_WORDS * calls.len(), 0);
        for (i, (f, args)) in calls.iter().enumerate() {
            let at = table + CALL_WORDS * i;
            let function = encode::put(&mut words, *f);
            words[at + 4..at + 8].copy_from_slice(&function);
            words[at] = args.len() as u32;
            for (j, &arg) in args.iter().take(4).enumerate() {
                let arg = encode::put(&mut words, arg);
                words[at + 8 + 4 * j..][..4].copy_from_slice(&arg);
            }
        }
        layout::set_wide(&mut words, layout::STEP_LIMIT, limit);
        words[layout::ITEM_TABLE] = table as u32;
        // Devices copy whole values, also of lists that begin within one, and must not read what others write.
        words.resize(words.len().next_multiple_of(4) + 4, 0);
        let results = RESULT_WORDS * calls.len();
        let groups = Groups { count: calls.len(), words: GROUP_WORDS };
        let area = Area::new(words.len(), 0, calls.len(), results, groups);
        area.set_header(&mut words);
        words.push(area.counter());
        Calls { words, len: calls.len(), area }
    }

    /// What has to be on the device before the calls are made.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Words of the whole buffer.
    pub fn total_words(&self) -> usize {
        self.area.total
    }

    /// Number of calls.
    pub fn lanes(&self) -> usize {
        self.len
    }

    /// The words that hold the answers: first and end.
    pub fn answers(&self) -> (usize, usize) {
        (self.area.first, self.area.end)
    }

    /// What the device says of one call, given the words of [`Calls::answers`].
    pub fn said<'a>(&self, cx: &Cx<'a>, answers: &'a [u32], i: usize) -> Said<'a> {
        let Some(outcome) = self.area.outcome(answers, i) else {
            return Said::HandedBack(Reason::Garbled);
        };
        let mut result = Ok(Value::UNIT);
        match outcome.read(cx, self.area.memory(answers), &mut result) {
            Some(()) => Said::Done(result, outcome.cost),
            None if outcome.is_handed_back() => Said::HandedBack(Reason::of_word(outcome.at)),
            None => Said::HandedBack(Reason::Garbled),
        }
    }
}

/// The limit of a step under the default budget.
pub fn default_limit() -> u64 {
    Budget::default().step
}
