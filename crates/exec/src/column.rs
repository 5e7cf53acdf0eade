//! Mapped functions, a whole column at a time.
//!
//! A function value over the elements of a packed set is mostly arithmetic on colours, rows and
//! columns. Walking its tree once per element costs more than the arithmetic, so the tree is
//! walked once per set instead, each node working on a column of unboxed numbers.
//!
//! This is a fast path that may decline: on any op it does not know, any failure and any
//! overdraft it gives `None`, nothing has been charged, and the caller goes element by element.
//! So values, failures, cost and counts are those of the element-wise walk.

use lang::{Cost, Kernel, Op};

use crate::cx::Cx;
use crate::dispatch::ENTRIES;
use crate::value::layout;
use crate::value::{Fault, Func, FuncKind, Value, View, order};

/// Fewer elements are not worth setting columns up.
const SHORTEST: usize = 6;

/// One value per element, all of one kind.
#[derive(Clone, Copy)]
pub enum Column<'a> {
    /// Integers.
    Ints(&'a [i64]),
    /// Pairs of integers.
    Pairs(&'a [(i32, i32)]),
    /// Packed cells.
    Cells(&'a [u32]),
    /// The same value for every element.
    Same(Value<'a>),
}

/// Walks a function's tree over columns of one length.
struct Walk<'c, 'a> {
    cx: &'c Cx<'a>,
    len: usize,
    /// Cost per element.
    cost: u64,
    /// The ops called once per element.
    ops: [Option<Op>; 24],
    op_count: usize,
}

impl<'a> Cx<'a> {
    /// The function's values on all elements of a packed container, if columns can give them.
    #[inline]
    pub fn map_column(&self, f: Value<'a>, container: Value<'a>) -> Option<Column<'a>> {
        let column = self.column_of(container)?;
        if !self.may_enter(f) {
            return None;
        }
        let len = self.items(container).ok()?.len();
        let mut walk = Walk { cx: self, len, cost: 0, ops: [None; 24], op_count: 0 };
        let out = walk.call1(f, column)?;
        walk.settle().then_some(out)
    }

    /// For each element whether the function's value is true, if columns can tell.
    pub fn test_column(&self, f: Value<'a>, container: Value<'a>) -> Option<&'a [bool]> {
        let column = self.map_column(f, container)?;
        let len = self.items(container).ok()?.len();
        Some(match column {
            Column::Ints(ints) => {
                let truth = self.arena.filled(len, false);
                truth.iter_mut().zip(ints).for_each(|(t, &n)| *t = n != 0);
                truth
            }
            Column::Same(v) => self.arena.filled(len, v.truth()),
            // Pairs and cells are never empty.
            Column::Pairs(_) | Column::Cells(_) => self.arena.filled(len, true),
        })
    }

    fn column_of(&self, container: Value<'a>) -> Option<Column<'a>> {
        match container.view() {
            View::Cells(keys) if keys.len() >= SHORTEST => Some(Column::Cells(keys)),
            View::Poses(keys) if keys.len() >= SHORTEST => {
                let pairs = self.arena.filled(keys.len(), (0, 0));
                for (pair, &key) in pairs.iter_mut().zip(keys) {
                    *pair = (layout::row(key), layout::col(key));
                }
                Some(Column::Pairs(pairs))
            }
            View::Row(row) if row.len() >= SHORTEST => {
                let ints = self.arena.filled(row.len(), 0);
                ints.iter_mut().zip(row).for_each(|(to, &n)| *to = n as i64);
                Some(Column::Ints(ints))
            }
            _ => None,
        }
    }
}

impl<'a> Column<'a> {
    /// The value of one element.
    #[inline]
    pub fn get(&self, i: usize) -> Value<'a> {
        match self {
            Column::Ints(ints) => Value::Int(ints[i]),
            Column::Pairs(pairs) => Value::Pair(pairs[i].0, pairs[i].1),
            Column::Cells(cells) => Value::Cell(cells[i]),
            Column::Same(v) => *v,
        }
    }
}

impl<'a> Walk<'_, 'a> {
    /// Charges and counts what the element-wise walk would have; false, with nothing charged,
    /// when that exceeds the budget.
    fn settle(&self) -> bool {
        let fits = self.cx.try_charge(self.cost.saturating_mul(self.len as u64));
        if fits {
            for op in self.ops[..self.op_count].iter().flatten() {
                self.cx.count_many(*op, self.len as u64);
            }
        }
        fits
    }

    /// Notes an op that is called once per element, with the size of its arguments. Results are
    /// plain values, of size 1.
    fn note(&mut self, op: Op, arguments: u64) -> Option<()> {
        let entry = &ENTRIES[op.index()];
        *self.ops.get_mut(self.op_count)? = Some(op);
        self.op_count += 1;
        self.cost += match entry.cost {
            Cost::Unit => 1,
            Cost::Linear => 1 + arguments + 1,
            Cost::Pairs => return None,
        };
        entry.plain.then_some(())
    }

    fn call1(&mut self, f: Value<'a>, x: Column<'a>) -> Option<Column<'a>> {
        match f {
            Value::Op(op) => self.op1(op, x),
            Value::Func(func) => self.func1(func, x),
            _ => None,
        }
    }

    fn func1(&mut self, func: &Func<'a>, x: Column<'a>) -> Option<Column<'a>> {
        let [a, b, c] = func.args;
        match func.kind {
            FuncKind::Compose => {
                let y = self.call1(b, x)?;
                self.call1(a, y)
            }
            FuncKind::Chain => {
                let y = self.call1(c, x)?;
                let z = self.call1(b, y)?;
                self.call1(a, z)
            }
            FuncKind::Fork => {
                let (y, z) = (self.call1(b, x)?, self.call1(c, x)?);
                self.call2(a, y, z)
            }
            FuncKind::Matcher => {
                let y = self.call1(a, x)?;
                self.cost += b.size().min(size_of(y));
                self.equal(y, Column::Same(b))
            }
            FuncKind::Rbind if func.arity == 1 => self.call2(a, x, Column::Same(b)),
            FuncKind::Lbind if func.arity == 1 => self.call2(a, Column::Same(b), x),
            _ => None,
        }
    }

    fn call2(&mut self, f: Value<'a>, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        match f {
            Value::Op(op) => self.op2(op, x, y),
            _ => None,
        }
    }

    fn op1(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        self.note(op, size_of(x))?;
        match op.kernel() {
            Kernel::Identity => Some(x),
            Kernel::First => self.first(x),
            Kernel::Last => self.last(x),
            Kernel::Flip => self.ints(x, |n| Some((n == 0) as i64)),
            Kernel::Even => self.ints(x, |n| Some((n & 1 == 0) as i64)),
            Kernel::Positive => self.ints(x, |n| Some((n > 0) as i64)),
            Kernel::Invert => self.unary(x, i64::checked_neg),
            Kernel::Double => self.unary(x, |n| n.checked_mul(2)),
            Kernel::Halve => self.unary(x, |n| Some(n >> 1)),
            Kernel::Increment => self.unary(x, |n| n.checked_add(1)),
            Kernel::Decrement => self.unary(x, |n| n.checked_sub(1)),
            Kernel::Crement => self.unary(x, |n| n.checked_add(n.signum())),
            Kernel::Sign => self.unary(x, |n| Some(n.signum())),
            Kernel::Toivec => self.pair(x, Column::Same(Value::Int(0))),
            Kernel::Tojvec => self.pair(Column::Same(Value::Int(0)), x),
            _ => None,
        }
    }

    fn op2(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        self.note(op, size_of(x) + size_of(y))?;
        match op.kernel() {
            Kernel::Add => self.binary(x, y, i64::checked_add),
            Kernel::Subtract => self.binary(x, y, i64::checked_sub),
            Kernel::Multiply => self.binary(x, y, i64::checked_mul),
            Kernel::Equality => self.equal(x, y),
            Kernel::Greater => self.ints2(x, y, |a, b| (a > b) as i64),
            Kernel::Both => self.ints2(x, y, |a, b| if a != 0 { b } else { a }),
            Kernel::Either => self.ints2(x, y, |a, b| if a != 0 { a } else { b }),
            Kernel::Astuple => self.pair(x, y),
            Kernel::Contained => self.contained(x, y),
            _ => None,
        }
    }

    /// First component: in `arc` the colour of a cell, in `batt` its row.
    fn first(&self, x: Column<'a>) -> Option<Column<'a>> {
        let lay = self.cx.lay;
        match x {
            Column::Pairs(pairs) => Some(self.collect(pairs, |p| p.0 as i64)),
            Column::Cells(cells) if lay.is_batt() => {
                Some(self.collect(cells, |&c| layout::row(lay.pos(c)) as i64))
            }
            Column::Cells(cells) => Some(self.collect(cells, |&c| lay.colour(c) as i64)),
            _ => None,
        }
    }

    /// Last component: in `arc` the position of a cell.
    fn last(&self, x: Column<'a>) -> Option<Column<'a>> {
        let lay = self.cx.lay;
        match x {
            Column::Pairs(pairs) => Some(self.collect(pairs, |p| p.1 as i64)),
            Column::Cells(cells) if !lay.is_batt() => {
                let pairs = self.cx.arena.filled(self.len, (0, 0));
                for (pair, &cell) in pairs.iter_mut().zip(cells) {
                    let pos = lay.pos(cell);
                    *pair = (layout::row(pos), layout::col(pos));
                }
                Some(Column::Pairs(pairs))
            }
            _ => None,
        }
    }

    fn collect<T>(&self, from: &[T], f: impl Fn(&T) -> i64) -> Column<'a> {
        let out = self.cx.arena.filled(self.len, 0i64);
        out.iter_mut().zip(from).for_each(|(to, x)| *to = f(x));
        Column::Ints(out)
    }

    /// A function of integers.
    fn ints(&self, x: Column<'a>, f: impl Fn(i64) -> Option<i64>) -> Option<Column<'a>> {
        let Column::Ints(ints) = x else { return None };
        let out = self.cx.arena.filled(self.len, 0i64);
        for (to, &n) in out.iter_mut().zip(ints) {
            *to = f(n)?;
        }
        Some(Column::Ints(out))
    }

    /// A function of integers or of both components of pairs.
    fn unary(&self, x: Column<'a>, f: impl Fn(i64) -> Option<i64>) -> Option<Column<'a>> {
        let Column::Pairs(pairs) = x else { return self.ints(x, f) };
        let out = self.cx.arena.filled(self.len, (0, 0));
        for (to, &(a, b)) in out.iter_mut().zip(pairs) {
            *to = (narrow(f(a as i64)?)?, narrow(f(b as i64)?)?);
        }
        Some(Column::Pairs(out))
    }

    /// Reads element i of a column of integers, or of one integer.
    fn int_reader(&self, x: Column<'a>) -> Option<impl Fn(usize) -> i64 + use<'a>> {
        let (ints, same) = match x {
            Column::Ints(ints) => (ints, 0),
            Column::Same(Value::Int(n)) => (&[][..], n),
            _ => return None,
        };
        Some(move |i: usize| ints.get(i).copied().unwrap_or(same))
    }

    /// Reads element i of a column of pairs, or of one pair.
    fn pair_reader(&self, x: Column<'a>) -> Option<impl Fn(usize) -> (i32, i32) + use<'a>> {
        let (pairs, same) = match x {
            Column::Pairs(pairs) => (pairs, (0, 0)),
            Column::Same(Value::Pair(a, b)) => (&[][..], (a, b)),
            _ => return None,
        };
        Some(move |i: usize| pairs.get(i).copied().unwrap_or(same))
    }

    fn ints2(
        &self,
        x: Column<'a>,
        y: Column<'a>,
        f: impl Fn(i64, i64) -> i64,
    ) -> Option<Column<'a>> {
        let (x, y) = (self.int_reader(x)?, self.int_reader(y)?);
        let out = self.cx.arena.filled(self.len, 0i64);
        out.iter_mut().enumerate().for_each(|(i, to)| *to = f(x(i), y(i)));
        Some(Column::Ints(out))
    }

    /// Arithmetic with broadcasting.
    fn binary(
        &self,
        x: Column<'a>,
        y: Column<'a>,
        f: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Column<'a>> {
        if let (Some(x), Some(y)) = (self.int_reader(x), self.int_reader(y)) {
            let out = self.cx.arena.filled(self.len, 0i64);
            for (i, to) in out.iter_mut().enumerate() {
                *to = f(x(i), y(i))?;
            }
            return Some(Column::Ints(out));
        }
        let (x, y) = (self.spread(x)?, self.spread(y)?);
        let (x, y) = (self.pair_reader(x)?, self.pair_reader(y)?);
        let out = self.cx.arena.filled(self.len, (0, 0));
        for (i, to) in out.iter_mut().enumerate() {
            let ((a, b), (c, d)) = (x(i), y(i));
            *to = (narrow(f(a as i64, c as i64)?)?, narrow(f(b as i64, d as i64)?)?);
        }
        Some(Column::Pairs(out))
    }

    /// Integers as pairs of themselves.
    fn spread(&self, x: Column<'a>) -> Option<Column<'a>> {
        match x {
            Column::Ints(_) | Column::Same(Value::Int(_)) => self.pair(x, x),
            x => Some(x),
        }
    }

    /// Pairs of two integers.
    fn pair(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (x, y) = (self.int_reader(x)?, self.int_reader(y)?);
        let out = self.cx.arena.filled(self.len, (0, 0));
        for (i, to) in out.iter_mut().enumerate() {
            *to = (narrow(x(i))?, narrow(y(i))?);
        }
        Some(Column::Pairs(out))
    }

    fn equal(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        if let (Column::Ints(ints), Column::Same(Value::Int(n))) = (x, y) {
            return Some(self.collect(ints, |&m| (m == n) as i64));
        }
        let out = self.cx.arena.filled(self.len, 0i64);
        for (i, to) in out.iter_mut().enumerate() {
            *to = order::equal(x.get(i), y.get(i)) as i64;
        }
        Some(Column::Ints(out))
    }

    fn contained(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let Column::Same(container) = y else { return None };
        let out = self.cx.arena.filled(self.len, 0i64);
        for (i, to) in out.iter_mut().enumerate() {
            let found: Result<bool, Fault> = self.cx.contains(container, x.get(i));
            *to = found.ok()? as i64;
        }
        Some(Column::Ints(out))
    }
}

/// The size of each element's value: one for all.
fn size_of(x: Column<'_>) -> u64 {
    if let Column::Same(v) = x { v.size() } else { 1 }
}

fn narrow(n: i64) -> Option<i32> {
    i32::try_from(n).ok()
}
