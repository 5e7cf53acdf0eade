//! Parts of a function that several of its parts call on the same column.
//!
//! Programs name a function once and build several others of it. A walk remembers what each
//! built part gave, and what it cost, and does not compute it again.

use super::{Column, Walk};
use crate::value::Func;

/// What a function gave on a column, in a list of all such.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    function: *const Func<'a>,
    argument: Column<'a>,
    out: Column<'a>,
    /// At which level it was called.
    inside: u32,
    cost: u64,
    total: u64,
    /// Which calls were listed.
    calls: (usize, usize),
    next: Option<&'a Entry<'a>>,
}

impl<'a> Walk<'_, 'a> {
    /// The value of a built function on a column, computed once for the same column.
    pub(super) fn func1_once(&mut self, func: &'a Func<'a>, x: Column<'a>) -> Option<Column<'a>> {
        if let Some(entry) = self.find(func, x) {
            return self.repeat(entry);
        }
        let (cost, total, calls) = (self.cost, self.total, self.op_count);
        let left = self.cx.left();
        let out = self.func1(func, x)?;
        // What was charged on the way cannot be charged again from here.
        if self.cx.left() == left {
            self.memo = Some(self.cx.arena.one(Entry {
                function: func,
                argument: x,
                out,
                inside: self.inside,
                cost: self.cost - cost,
                total: self.total - total,
                calls: (calls, self.op_count),
                next: self.memo,
            }));
        }
        Some(out)
    }

    fn find(&self, func: &Func<'a>, x: Column<'a>) -> Option<&'a Entry<'a>> {
        let mut entry = self.memo;
        while let Some(e) = entry {
            if std::ptr::eq(e.function, func) && e.inside == self.inside && same(e.argument, x) {
                break;
            }
            entry = e.next;
        }
        entry
    }

    /// Charges and counts once more what a part cost.
    fn repeat(&mut self, entry: &Entry<'a>) -> Option<Column<'a>> {
        for at in entry.calls.0..entry.calls.1 {
            self.add_calls(self.ops[at])?;
        }
        self.cost += entry.cost;
        self.total += entry.total;
        Some(entry.out)
    }
}

/// Whether two columns are one.
fn same(a: Column<'_>, b: Column<'_>) -> bool {
    match (a, b) {
        (Column::Ints(a), Column::Ints(b)) => std::ptr::eq(a, b),
        (Column::Pairs(a), Column::Pairs(b)) => std::ptr::eq(a, b),
        (Column::Cells(a), Column::Cells(b)) => std::ptr::eq(a, b),
        (Column::Values(a), Column::Values(b)) => std::ptr::eq(a, b),
        _ => false,
    }
}
