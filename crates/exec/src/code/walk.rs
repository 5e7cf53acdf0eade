//! Runs compiled functions on blocks of elements, an instruction at a time.
//!
//! Instructions for columns charge and count in one place, [`Walk::by_column`], by the sizes of what they took
//! and gave; all other calls charge for themselves. A block in which something fails is undone and gone
//! through element by element: so values, failures and cost are those of walking the tree for each element.
//! When nothing fails and all calls together exceed the budget, walking the tree would end in just that.

use lang::{Cost, Op, Reading};

use super::over::{Keep, Over};
use super::table::instruction;
use super::{Code, Column, Does, Operand};
use crate::arena::Mark;
use crate::cx::dispatch::ENTRIES;
use crate::cx::{Cx, Saved};
use crate::value::{Fault, Value};

/// Fewer elements are not worth compiling for.
const FEWEST: usize = 6;

/// Most elements of a block of plain values, and the most that are gone through at once.
const BLOCK: usize = 1024;

/// Elements of a block where calls are made one by one: what they give should fit the fastest memory.
const SMALL_BLOCK: usize = 32;

/// Elements of a block of tuples: the same parts should occur in it many times.
const TUPLE_BLOCK: usize = 512;

/// Elements of a block where such calls map functions themselves: little should be undone.
const SMALLEST_BLOCK: usize = 8;

/// Garbage of one block above which it is dropped.
const COMPACT_ABOVE: usize = 1 << 20;

/// More than any budget has.
pub(super) const MOST_COST: u64 = 1 << 61;

impl<'a> Cx<'a> {
    /// A function's values on all elements, handed to `take` in order, some at a time: what [`Cx::map1`] gives
    /// for each, or [`Cx::test`].
    pub(crate) fn map_blocks(
        &self,
        f: Value<'a>,
        over: Over<'a>,
        keep: Keep,
        mut take: impl FnMut(Column<'a>, usize) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut code = self.compiled(f, &over);
        let size = match &code {
            Some(code) => block_size(code, over.first),
            None => BLOCK,
        };
        let mut from = 0;
        while from < over.len {
            let (len, mark) = (size.min(over.len - from), self.arena.mark());
            let column = match &code {
                Some(compiled) => self.block(f, compiled, &over, (from, len), keep)?,
                None => None,
            };
            let column = match column {
                Some(column) => column,
                None => {
                    self.put_back(code.take());
                    self.one_by_one(f, &over, (from, len), keep)?
                }
            };
            take(self.kept_column(&mark, column, keep), len)?;
            if keep == Keep::Truth {
                // SAFETY: of what was made for the block only the truth was looked at.
                unsafe { self.arena.rewind(&mark) };
            }
            from += len;
        }
        self.put_back(code);
        Ok(())
    }

    /// A function's values on all elements of a container at once; `None`, with nothing charged, where the
    /// caller must go element by element.
    pub(crate) fn map_column(
        &self,
        f: Value<'a>,
        container: Value<'a>,
    ) -> Result<Option<Column<'a>>, Fault> {
        let over = Over::elements(self, container)?;
        if over.len > BLOCK {
            return Ok(None);
        }
        let Some(code) = self.compiled(f, &over) else { return Ok(None) };
        let out = self.block(f, &code, &over, (0, over.len), Keep::Values);
        self.put_back(Some(code));
        out
    }

    /// The function compiled, if that is worth it. Functions of an embedding program are called once for every
    /// element, in order.
    fn compiled(&self, f: Value<'a>, over: &Over<'a>) -> Option<Code<'a>> {
        if over.len < FEWEST || self.has_host() || !self.may_enter(&f) || self.retries().get() == 0
        {
            return None;
        }
        let mut code = self.codes().borrow_mut().pop().unwrap_or_default();
        let compiled = code.compile(f, over.arguments());
        if !compiled {
            self.put_back(Some(code));
            return None;
        }
        Some(code)
    }

    fn put_back(&self, code: Option<Code<'a>>) {
        self.codes().borrow_mut().extend(code);
    }

    /// The values for a block, or `None` with nothing charged or counted.
    fn block(
        &self,
        f: Value<'a>,
        code: &Code<'a>,
        over: &Over<'a>,
        (from, len): (usize, usize),
        keep: Keep,
    ) -> Result<Option<Column<'a>>, Fault> {
        let mut walk = Walk {
            cx: self,
            len,
            counts: None,
            left: self.left(),
            times: 1,
            at: 0,
            levels: 0,
            overdrawn: false,
            failed: false,
            counted: self.arena.filled(code.instructions.len(), 0),
            saved: None,
        };
        let fixed = self.arena.from_fn(code.fixed.len(), |i| Column::Same(code.fixed[i]));
        let out = self.inside(&f, || walk.run(code, over.columns(self, from, len), fixed, keep));
        match out {
            Some(_) if walk.overdrawn => self.charge(self.left() + 1)?,
            Some(_) => {}
            None => walk.undo(code),
        }
        Ok(out)
    }

    /// The values for a block by walking the tree for every element.
    fn one_by_one(
        &self,
        f: Value<'a>,
        over: &Over<'a>,
        (from, len): (usize, usize),
        keep: Keep,
    ) -> Result<Column<'a>, Fault> {
        if keep == Keep::Truth && over.arguments() == 1 {
            let truth = self.arena.filled(len, 0i32);
            over.each(self, from, len, |i, x, _| {
                truth[i] = self.test(&f, x)? as i32;
                Ok(())
            })?;
            return Ok(Column::Ints(truth));
        }
        let values = self.arena.filled(len, Value::UNIT);
        over.each(self, from, len, |i, x, y| {
            values[i] = match y {
                Some(y) => self.map2(&f, x, y)?,
                None => self.map1(&f, x)?,
            };
            Ok(())
        })?;
        Ok(Column::Values(values))
    }

    /// A block's values, without much garbage.
    fn kept_column(&self, mark: &Mark, column: Column<'a>, keep: Keep) -> Column<'a> {
        match column {
            Column::Values(values)
                if keep != Keep::Truth && self.arena.since(mark) > COMPACT_ABOVE =>
            {
                Column::Values(self.compact_all(mark, values))
            }
            _ => column,
        }
    }
}

/// How many elements go through a function at once.
fn block_size(code: &Code<'_>, container: Value<'_>) -> usize {
    let calls = code.instructions.iter().filter_map(|i| match i.does {
        Does::Call(op) => Some(op),
        _ => None,
    });
    let one_by_one = |op: &Op| instruction(op.kernel()).is_none();
    if calls.clone().any(|op| one_by_one(&op) && calls_functions(op)) {
        return SMALLEST_BLOCK;
    }
    let holds_sets = match container {
        Value::Tuple(s) | Value::Set(s) => match s.slice().first() {
            Some(Value::Tuple(_)) => return TUPLE_BLOCK,
            first => first.is_some_and(|v| v.is_set()),
        },
        _ => false,
    };
    if holds_sets || calls.clone().any(|op| one_by_one(&op)) { SMALL_BLOCK } else { BLOCK }
}

/// A block on its way through a function.
pub(super) struct Walk<'c, 'a> {
    pub(super) cx: &'c Cx<'a>,
    /// How many elements.
    pub(super) len: usize,
    /// For how many of the block each of them stands, where that is not one.
    pub(super) counts: Option<&'a [u32]>,
    /// What was left of the budget at the beginning.
    left: u64,
    /// How often the call that is being made occurs, and its instruction.
    times: u64,
    at: usize,
    /// Levels of functions that the function maps.
    levels: u32,
    /// Whether nothing is left: then all calls that have no column are declined.
    overdrawn: bool,
    /// Whether an instruction failed that had charged something.
    failed: bool,
    /// By instruction, the calls of its op that were counted.
    counted: &'a mut [u64],
    /// The counters before the first call that calls functions itself, and its instruction.
    saved: Option<(Saved<'a>, usize)>,
}

/// The registers of a function.
struct Registers<'r, 'a> {
    elements: [Column<'a>; 2],
    fixed: &'r [Column<'a>],
    results: &'r mut [Column<'a>],
}

impl<'a> Registers<'_, 'a> {
    fn get(&self, operand: Operand) -> Column<'a> {
        match operand {
            Operand::Element(i) => self.elements[i as usize],
            Operand::Result(i) => self.results[i as usize],
            Operand::Fixed(i) => self.fixed[i as usize],
        }
    }
}

impl<'a> Walk<'_, 'a> {
    fn run(
        &mut self,
        code: &Code<'a>,
        elements: [Column<'a>; 2],
        fixed: &[Column<'a>],
        keep: Keep,
    ) -> Option<Column<'a>> {
        let results = self.cx.arena.filled(code.instructions.len(), Column::Same(Value::UNIT));
        let registers = Registers { elements, fixed, results };
        let times = self.times;
        for (at, i) in code.instructions.iter().enumerate() {
            if !matches!(i.does, Does::Again(..)) {
                self.times = times.saturating_mul(i.times);
                let [a, b, c] = i.operands;
                let args = [registers.get(a), registers.get(b), registers.get(c)];
                registers.results[at] = self.step(at, i.does, &args[..i.count as usize])?;
            }
        }
        self.times = times;
        let mut out = registers.get(code.out?);
        if keep != Keep::Unmade || out.size_at(0).is_none() {
            out = out.made(self.cx, self.len)?;
        }
        if keep != Keep::Truth {
            self.charge(out.sizes(self.len)?);
        }
        Some(out)
    }

    /// What a function that this one maps gives for one value of a container.
    pub(super) fn within(
        &mut self,
        function: &Value<'a>,
        code: &Code<'a>,
        fixed: &[Column<'a>],
        element: Column<'a>,
        keep: Keep,
    ) -> Option<Column<'a>> {
        let cx = self.cx;
        if self.saved.is_none() {
            self.saved = Some((cx.save(), self.at));
        }
        let elements = [element, Column::Same(Value::UNIT)];
        self.levels += 1;
        let out = cx.inside(function, || self.run(code, elements, fixed, keep));
        self.levels -= 1;
        out
    }

    /// Fails the block.
    pub(super) fn fail<T>(&mut self) -> Option<T> {
        self.failed = true;
        None
    }

    /// What an instruction gives on all elements.
    fn step(&mut self, at: usize, does: Does, args: &[Column<'a>]) -> Option<Column<'a>> {
        if args.iter().any(|arg| matches!(arg, Column::Coded(_))) {
            return self.step_coded(at, does, args);
        }
        if self.len > 1 && args.iter().all(|arg| matches!(arg, Column::Same(_))) {
            return self.step_once(at, does, args);
        }
        let out = self.step_plain(at, does, args)?;
        Some(self.with_codes(does, out))
    }

    /// What an instruction gives on columns without numbers.
    pub(super) fn step_plain(
        &mut self,
        at: usize,
        does: Does,
        args: &[Column<'a>],
    ) -> Option<Column<'a>> {
        let cx = self.cx;
        match (does, args) {
            (Does::Call(op), _) => match self.by_column(at, op, args) {
                None if self.failed => None,
                None => self.each(at, Some(op), args),
                out => out,
            },
            (Does::Match, &[x, y]) => {
                let x = x.made(cx, self.len)?;
                self.matches(x, y)
            }
            (Does::Apply, _) => self.each(at, None, args),
            _ => None,
        }
    }

    /// What an instruction for columns gives, if there is one.
    fn by_column(&mut self, at: usize, op: Op, args: &[Column<'a>]) -> Option<Column<'a>> {
        let entry = &ENTRIES[op.index()];
        let fits = entry.arity.1 as usize == args.len() && as_they_are(op, args);
        let of_columns = instruction(op.kernel()).filter(|_| fits)?;
        self.at = at;
        let out = of_columns(self, op, args)?;
        let cost = self.cost(entry.cost, args, out)?;
        self.charge(cost);
        let before = self.cx.calls_of(op);
        self.cx.count_many(op, self.elements() * self.times);
        self.note(at, op, before);
        Some(out)
    }

    fn matches(&mut self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let target = y.size()?;
        self.charge(match x.size() {
            Some(size) => size.min(target) * self.elements(),
            None => self.sum(|i| Some(x.size_at(i)?.min(target)))?,
        });
        Some(self.equal(x, y))
    }

    /// One call per element, each charged as it is made: of an op, or of the function in the second argument.
    pub(super) fn each(
        &mut self,
        at: usize,
        op: Option<Op>,
        args: &[Column<'a>],
    ) -> Option<Column<'a>> {
        if self.overdrawn {
            return None;
        }
        let (cx, times) = (self.cx, self.times);
        if self.saved.is_none() && op.is_none_or(calls_functions) {
            self.saved = Some((cx.save(), at));
        }
        let (weight, left) = (cx.weight(), cx.left());
        let counted = op.map_or(0, |op| cx.calls_of(op));
        cx.set_weight(weight * times);
        let out = self.called(op, args);
        cx.set_weight(weight);
        if let Some(op) = op {
            self.note(at, op, counted);
        }
        let repeated = (left - cx.left()).saturating_mul(times - 1);
        out.filter(|_| cx.try_charge(repeated.min(MOST_COST)))
    }

    /// The results of one call per element; `None` as soon as one fails.
    fn called(&self, op: Option<Op>, args: &[Column<'a>]) -> Option<Column<'a>> {
        let cx = self.cx;
        let mut rooms = [Value::UNIT; 3];
        let [a, b, c] = &mut rooms;
        match (op, args) {
            (Some(op), [x]) => self.gather(|i| cx.op1(op, x.at(cx, i, a)?)),
            (Some(op), [x, y]) => self.gather(|i| cx.op2(op, x.at(cx, i, a)?, y.at(cx, i, b)?)),
            (Some(op), [x, y, z]) => {
                self.gather(|i| cx.op3(op, [x.at(cx, i, a)?, y.at(cx, i, b)?, z.at(cx, i, c)?]))
            }
            (None, [x, f]) => self.gather(|i| cx.call1(f.at(cx, i, a)?, x.at(cx, i, b)?)),
            _ => None,
        }
    }

    /// Notes the calls of an instruction's op that were counted, to be taken back where the block fails.
    fn note(&mut self, at: usize, op: Op, before: u64) {
        // Within functions that this one maps, all counters were saved.
        if self.levels == 0 {
            self.counted[at] = self.cx.calls_of(op) - before;
        }
    }

    fn cost(&self, cost: Cost, args: &[Column<'a>], out: Column<'a>) -> Option<u64> {
        let len = self.elements();
        if cost == Cost::Unit {
            return Some(Cost::CALL * len);
        }
        let uniform = out.size().filter(|_| args.iter().all(|arg| arg.size().is_some()));
        if let Some(size) = uniform {
            return Some((cost.of_arguments(args.iter().filter_map(Column::size)) + size) * len);
        }
        if cost == Cost::Linear && self.counts.is_none() {
            let sizes = args.iter().map(|arg| arg.sizes(self.len)).sum::<Option<u64>>()?;
            return Some(Cost::CALL * len + sizes + out.sizes(self.len)?);
        }
        self.sum(|i| {
            let sizes = args.iter().filter_map(|arg| arg.size_at(i));
            let known = sizes.clone().count() == args.len();
            known.then(|| cost.of_arguments(sizes)).zip(out.size_at(i)).map(|(a, b)| a + b)
        })
    }

    /// How many elements of the block there are.
    pub(super) fn elements(&self) -> u64 {
        let sum = |counts: &[u32]| counts.iter().map(|&count| count as u64).sum();
        self.counts.map_or(self.len as u64, sum)
    }

    /// A sum over the elements of the block.
    fn sum(&self, of: impl Fn(usize) -> Option<u64>) -> Option<u64> {
        let count = |i: usize| self.counts.map_or(1, |counts| counts[i] as u64);
        (0..self.len).map(|i| Some(of(i)? * count(i))).sum()
    }

    fn charge(&mut self, cost: u64) {
        let cost = cost.saturating_mul(self.times).min(MOST_COST);
        self.overdrawn = self.overdrawn || !self.cx.try_charge(cost);
    }

    /// Takes back all that was charged and counted.
    fn undo(&self, code: &Code<'a>) {
        let mut counted = self.counted.len();
        if let Some((saved, at)) = &self.saved {
            self.cx.restore(saved);
            self.cx.retries().set(self.cx.retries().get().saturating_sub(1));
            counted = *at;
        }
        for (i, &calls) in code.instructions.iter().zip(&*self.counted).take(counted) {
            if let Does::Call(op) = i.does {
                self.cx.uncount(op, calls);
            }
        }
        self.cx.set_left(self.left);
    }
}

/// Whether an op may call functions.
pub(super) fn calls_functions(op: Op) -> bool {
    ENTRIES[op.index()].calls_functions
}

/// Whether an op's name leaves its arguments as they are. What it answers to a stand-in concerns integers alone.
fn as_they_are(op: Op, args: &[Column<'_>]) -> bool {
    if ENTRIES[op.index()].plain {
        return true;
    }
    let info = op.info();
    let may_be_int = match args.first() {
        Some(Column::Ints(_) | Column::Values(_)) => true,
        Some(Column::Same(v)) => matches!(v, Value::Int(_)),
        _ => false,
    };
    let fits = |&(reading, place): &(Reading, usize)| match (reading, args.get(place)) {
        (Reading::AsTuple | Reading::TupleOnly, Some(arg)) => {
            matches!(arg, Column::Pairs(_) | Column::Cells(_))
                || matches!(arg, Column::Same(v) if v.is_tuple())
        }
        (Reading::AsSet, Some(arg)) => {
            matches!(arg, Column::Moved(_)) || matches!(arg, Column::Same(v) if v.is_set())
        }
        _ => false,
    };
    info.optional == 0 && !may_be_int && info.readings.iter().all(fits)
}
