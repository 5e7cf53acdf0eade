//! Columns in which few values occur many times.
//!
//! The parts of a product's pairs are such columns: of n times n pairs there are n first ones. What is asked of them alone
//! is computed once for each value that there is, and counts and costs as often as the value occurs.

use lang::{Family, Kernel, Op};

use super::walk::{MOST_COST, Walk, calls_functions};
use super::{Column, Does, is_same};
use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Fewer elements are not worth looking for equal ones.
const FEWEST: usize = 16;

/// Values by number.
#[derive(Clone, Copy)]
pub struct Coded<'a> {
    /// The values that there are.
    pub values: Column<'a>,
    /// By element, the number of its value.
    pub codes: &'a [u16],
    /// By number, how many elements have it.
    pub counts: &'a [u32],
}

impl<'a> Coded<'a> {
    /// Values of which each is there twice or more in the mean, told by where they are; `None` for others.
    fn new(cx: &Cx<'a>, values: &'a [Value<'a>]) -> Option<Coded<'a>> {
        let (len, most) = (values.len(), values.len() / 2);
        if len < FEWEST || len > u16::MAX as usize {
            return None;
        }
        let slots = (2 * len).next_power_of_two();
        let (table, codes) = (cx.arena.filled(slots, 0u16), cx.arena.filled(len, 0u16));
        let (distinct, counts) = (cx.arena.filled(most, Value::UNIT), cx.arena.filled(most, 0));
        let mut found = 0;
        for (v, code) in values.iter().zip(&mut *codes) {
            let hash = (v.address()? as usize as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut slot = (hash >> 40) as usize % slots;
            while table[slot] != 0 && !is_same(&distinct[table[slot] as usize - 1], v) {
                slot = (slot + 1) % slots;
            }
            if table[slot] == 0 {
                *distinct.get_mut(found)? = *v;
                found += 1;
                table[slot] = found as u16;
            }
            *code = table[slot] - 1;
            counts[*code as usize] += 1;
        }
        Some(Coded { values: Column::Values(&distinct[..found]), codes, counts: &counts[..found] })
    }

    /// The value of every element.
    pub fn spread(&self, cx: &Cx<'a>) -> Option<Column<'a>> {
        let len = self.codes.len();
        let code = |i: usize| self.codes[i] as usize;
        Some(match self.values.made(cx, self.counts.len())? {
            Column::Ints(ints) => Column::Ints(cx.arena.from_fn(len, |i| ints[code(i)])),
            Column::Pairs(pairs) => Column::Pairs(cx.arena.from_fn(len, |i| pairs[code(i)])),
            Column::Cells(cells) => Column::Cells(cx.arena.from_fn(len, |i| cells[code(i)])),
            Column::Values(values) => Column::Values(cx.arena.from_fn(len, |i| values[code(i)])),
            other => other,
        })
    }
}

impl<'a> Walk<'_, 'a> {
    /// What an instruction gives, once for each value where its arguments have numbers in common.
    pub(super) fn step_coded(
        &mut self,
        at: usize,
        does: Does,
        args: &[Column<'a>],
    ) -> Option<Column<'a>> {
        let mut plain = [Column::Same(Value::UNIT); 3];
        let Some(coded) = self.in_common(does, args) else {
            for (to, arg) in plain.iter_mut().zip(args) {
                *to = if let Column::Coded(coded) = arg { coded.spread(self.cx)? } else { *arg };
            }
            return self.step_plain(at, does, &plain[..args.len()]);
        };
        for (to, arg) in plain.iter_mut().zip(args) {
            *to = if let Column::Coded(coded) = arg { coded.values } else { *arg };
        }
        let step = |walk: &mut Self| walk.step_plain(at, does, &plain[..args.len()]);
        let values = self.standing_for(coded.counts, step);
        Some(Column::Coded(self.cx.arena.one(Coded { values: values?, ..*coded })))
    }

    /// What an instruction gives whose arguments are the same for all elements: one call that stands for all.
    pub(super) fn step_once(
        &mut self,
        at: usize,
        does: Does,
        args: &[Column<'a>],
    ) -> Option<Column<'a>> {
        let all = self.cx.arena.copy(&[self.elements() as u32]);
        let out = self.standing_for(all, |walk| match does {
            Does::Call(op) => walk.each(at, Some(op), args),
            _ => walk.step_plain(at, does, args),
        });
        Some(Column::Same(out?.get(self.cx, 0)?))
    }

    /// Does something with elements that each stand for so many of the block.
    fn standing_for<T>(&mut self, counts: &'a [u32], run: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.len, self.counts);
        (self.len, self.counts) = (counts.len(), Some(counts));
        let out = run(self);
        (self.len, self.counts) = before;
        out
    }

    /// Numbers that all arguments have in common, unless the instruction maps functions or builds them.
    fn in_common(&self, does: Does, args: &[Column<'a>]) -> Option<&'a Coded<'a>> {
        if matches!(does, Does::Call(op) if calls_functions(op) || builds_functions(op)) {
            return None;
        }
        let coded = |arg: &Column<'a>| if let Column::Coded(c) = arg { Some(*c) } else { None };
        let first = args.iter().find_map(coded)?;
        let fits = |arg: &Column<'a>| match arg {
            Column::Coded(other) => std::ptr::eq(first.codes, other.codes),
            other => matches!(other, Column::Same(_)),
        };
        args.iter().all(fits).then_some(first)
    }

    /// With numbers where that is worth it: components of tuples are what occurs many times.
    pub(super) fn with_codes(&self, does: Does, out: Column<'a>) -> Column<'a> {
        let (Does::Call(op), Column::Values(values)) = (does, out) else { return out };
        if !matches!(op.kernel(), Kernel::First | Kernel::Last) || self.counts.is_some() {
            return out;
        }
        let coded = Coded::new(self.cx, values);
        coded.map_or(out, |coded| Column::Coded(self.cx.arena.one(coded)))
    }

    /// A call that stands for as many as elements have its argument.
    pub(super) fn repeated(&self, i: usize, call: impl FnOnce() -> R<'a>) -> R<'a> {
        let Some(counts) = self.counts else { return call() };
        let (cx, count) = (self.cx, counts[i] as u64);
        let (weight, left) = (cx.weight(), cx.left());
        cx.set_weight(weight * count);
        let out = call();
        cx.set_weight(weight);
        let more = (left - cx.left()).saturating_mul(count - 1);
        if cx.try_charge(more.min(MOST_COST)) { out } else { Err(Fault::Budget) }
    }
}

fn builds_functions(op: Op) -> bool {
    op.kernel().info().family == Family::Function
}
