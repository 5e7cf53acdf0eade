//! What a walk over columns costs and counts.

use lang::{Cost, Op};

use super::Walk;
use crate::dispatch::ENTRIES;
use crate::value::Fault;

/// How many calls of ops there is room for at first.
const FIRST_CALLS: usize = 8;

/// Most calls of ops in a function's tree.
const MOST_CALLS: usize = 64;

/// How often an op is called.
#[derive(Clone, Copy)]
pub(super) struct Calls {
    pub(super) op: Op,
    /// Calls per element.
    pub(super) each: u64,
    /// Calls apart from these, for all elements together.
    more: u64,
}

impl Walk<'_, '_> {
    /// Remembers all counters, before the first thing is charged that may have to be taken back.
    pub(super) fn save(&mut self) {
        if self.saved.is_none() {
            self.saved = Some(self.cx.save());
        }
    }

    /// Charges and counts what the element-wise walk would have.
    pub(super) fn settle(&self) -> Result<(), Fault> {
        for Calls { op, each, more } in &self.ops[..self.op_count] {
            self.cx.count_many(*op, each * self.len as u64 + more);
        }
        self.cx.charge(self.cost * self.len as u64 + self.total)
    }

    /// Notes an op that is called once per element, with the size of its arguments, if it is one
    /// for all. Results are plain values, of size 1, or come from ops of unit cost.
    pub(super) fn note(&mut self, op: Op, arguments: Option<u64>) -> Option<()> {
        self.list(op, 1)?;
        self.cost += match ENTRIES[op.index()].cost {
            Cost::Unit => Cost::CALL,
            Cost::Linear => Cost::CALL + arguments? + 1,
            Cost::Pairs | Cost::Scan => return None,
        };
        Some(())
    }

    /// Lists an op that is called so many times per element.
    pub(super) fn list(&mut self, op: Op, times: u64) -> Option<()> {
        self.add_calls(Calls { op, each: times, more: 0 })
    }

    /// Lists an op that is called so many times for all elements together.
    pub(super) fn list_more(&mut self, op: Op, times: u64) -> Option<()> {
        self.add_calls(Calls { op, each: 0, more: times })
    }

    pub(super) fn add_calls(&mut self, calls: Calls) -> Option<()> {
        if self.op_count == self.ops.len() {
            self.make_room(calls)?;
        }
        self.ops[self.op_count] = calls;
        self.op_count += 1;
        Some(())
    }

    #[cold]
    fn make_room(&mut self, blank: Calls) -> Option<()> {
        let room = (2 * self.op_count).max(FIRST_CALLS);
        let more = (room <= MOST_CALLS).then(|| self.cx.arena.filled(room, blank))?;
        more[..self.op_count].copy_from_slice(self.ops);
        self.ops = more;
        Some(())
    }

    /// Whether a function of some depth may be mapped within the mapped one.
    pub(super) fn may_enter(&self, depth: u32) -> bool {
        self.cx.may_enter_within(&self.function, self.inside + depth)
    }
}
