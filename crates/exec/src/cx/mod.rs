//! What kernels run in: memory, budget, and calls of ops (by way of `dispatch`) and of function
//! values.

mod calls;
mod charge;
pub(crate) mod dispatch;
mod power;

use std::cell::{Cell, RefCell};
use std::ops::Deref;

use lang::{Dialect, Op};

use crate::arena::Arena;
use crate::code::Code;
use crate::value::build::{DEPTH_LIMIT, Maker};
use crate::value::{Fault, Layout, R, Value};

/// Arena growth within one call of a mapped function after which its garbage is dropped.
const COMPACT_ABOVE: usize = 1 << 20;

/// Limits above this are none: sums of costs must not overflow.
const NO_LIMIT: u64 = 1 << 60;

/// Blocks of mapped functions that may fail in a step. Maps within maps are each tried twice then, and the innermost of
/// many as often as there are combinations of that.
const RETRIES: u32 = 6;

/// Levels of function values that may be under way at once.
const CALL_LIMIT: u32 = 2 * DEPTH_LIMIT;

/// The place a kernel runs in. Makes values (it derefs to [`Maker`]), calls function values,
/// and counts cost.
pub struct Cx<'a> {
    maker: Maker<'a>,
    limit: Cell<u64>,
    /// What is left of the limit; below 0 once it is exceeded.
    left: Cell<i64>,
    depth: Cell<u32>,
    /// How many more blocks of mapped functions may fail in this step before none is compiled any more.
    retries: Cell<u32>,
    /// Room for compiled functions.
    codes: RefCell<Vec<Code<'a>>>,
    calls: Box<[Cell<u64>]>,
    /// How many calls one call counts as.
    weight: Cell<u64>,
    buffers: RefCell<Vec<Vec<Value<'a>>>>,
    host: Option<&'a dyn HostCalls>,
}

/// Functions of the program that embeds the engine, which function values may stand for.
pub trait HostCalls {
    /// Calls the function of this number. Values it makes go into the context's arena.
    fn call<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> R<'a>;
}

/// Calls by [`Op::index`].
pub(crate) type Noted<'a> = &'a [(u16, u64)];

/// Counters to go back to.
pub(crate) struct Saved<'a> {
    left: i64,
    calls: &'a [u64],
}

impl<'a> Deref for Cx<'a> {
    type Target = Maker<'a>;

    #[inline]
    fn deref(&self) -> &Maker<'a> {
        &self.maker
    }
}

impl<'a> Cx<'a> {
    /// A context for one dialect with its values in `arena`.
    pub fn new(arena: &'a Arena, dialect: Dialect) -> Cx<'a> {
        Cx::counting(arena, dialect, Cx::counters())
    }

    /// Counters of calls by op, all 0.
    pub fn counters() -> Box<[Cell<u64>]> {
        (0..Op::COUNT).map(|_| Cell::new(0)).collect()
    }

    /// As [`Cx::new`], going on with counters that [`Cx::into_calls`] gave.
    pub fn counting(arena: &'a Arena, dialect: Dialect, calls: Box<[Cell<u64>]>) -> Cx<'a> {
        Cx {
            maker: Maker { arena, lay: Layout::of(dialect) },
            limit: Cell::new(NO_LIMIT),
            left: Cell::new(NO_LIMIT as i64),
            depth: Cell::new(0),
            retries: Cell::new(RETRIES),
            codes: RefCell::new(Vec::new()),
            calls,
            weight: Cell::new(1),
            buffers: RefCell::new(Vec::new()),
            host: None,
        }
    }

    /// The same context, with functions of the embedding program.
    pub fn with_host(self, host: &'a dyn HostCalls) -> Cx<'a> {
        Cx { host: Some(host), ..self }
    }

    /// Compiles nothing any more in this step: trees are walked, which judge compiled functions.
    pub fn walk_trees(&self) {
        self.retries.set(0);
    }

    /// How many more blocks of mapped functions may fail in this step before none is compiled any more.
    pub(crate) fn retries(&self) -> &Cell<u32> {
        &self.retries
    }

    /// Compiled functions whose room may be used again.
    pub(crate) fn codes(&self) -> &RefCell<Vec<Code<'a>>> {
        &self.codes
    }

    /// Whether functions of an embedding program may be called.
    pub(crate) fn has_host(&self) -> bool {
        self.host.is_some()
    }

    /// Calls a function of the embedding program; a `type` fault where there is none.
    #[cold]
    fn call_host(&self, id: u32, args: &[Value<'a>]) -> R<'a> {
        self.host.ok_or(Fault::Type)?.call(self, id, args)
    }

    /// Whether values are those of the `batt` dialect.
    #[inline]
    pub fn is_batt(&self) -> bool {
        self.lay.is_batt()
    }

    /// Starts counting cost anew, up to a limit.
    pub fn start_step(&self, limit: u64) {
        let limit = limit.min(NO_LIMIT);
        self.limit.set(limit);
        self.left.set(limit as i64);
        self.depth.set(0);
        self.retries.set(RETRIES);
    }

    /// Cost counted since [`Cx::start_step`].
    pub fn spent(&self) -> u64 {
        (self.limit.get() as i64 - self.left.get()) as u64
    }

    /// What is left of the limit.
    pub(crate) fn left(&self) -> u64 {
        self.left.get().max(0) as u64
    }

    /// How often each op was called, by [`Op::index`].
    pub fn into_calls(self) -> Box<[Cell<u64>]> {
        self.calls
    }

    /// Adds cost; a `budget` fault beyond the limit. Costs are products of value sizes, so the
    /// sum stays far from what 64 bits hold.
    #[inline]
    pub fn charge(&self, cost: u64) -> Result<(), Fault> {
        let left = self.left.get() - cost as i64;
        self.left.set(left);
        if left < 0 { Err(Fault::Budget) } else { Ok(()) }
    }

    /// Adds cost if it fits; false, with nothing added, if it does not.
    #[inline]
    pub(crate) fn try_charge(&self, cost: u64) -> bool {
        let left = self.left.get() - cost as i64;
        if left >= 0 {
            self.left.set(left);
        }
        left >= 0
    }

    /// Counts calls of an op made some other way than through the context.
    pub(crate) fn count_many(&self, op: Op, calls: u64) {
        let count = &self.calls[op.index()];
        count.set(count.get() + calls * self.weight.get());
    }

    /// How many calls of an op were counted.
    pub(crate) fn calls_of(&self, op: Op) -> u64 {
        self.calls[op.index()].get()
    }

    /// Takes back so many calls of an op.
    pub(crate) fn uncount(&self, op: Op, calls: u64) {
        let count = &self.calls[op.index()];
        count.set(count.get() - calls);
    }

    /// Goes back to what was left of the limit.
    pub(crate) fn set_left(&self, left: u64) {
        self.left.set(left as i64);
    }

    /// How many calls one call counts as.
    pub(crate) fn weight(&self) -> u64 {
        self.weight.get()
    }

    /// Makes one call count as many.
    pub(crate) fn set_weight(&self, weight: u64) {
        self.weight.set(weight);
    }

    /// The counters as they are, to go back to with [`Cx::restore`].
    pub(crate) fn save(&self) -> Saved<'a> {
        let calls = self.arena.from_fn(self.calls.len(), |i| self.calls[i].get());
        Saved { left: self.left.get(), calls }
    }

    /// Takes back what was charged and counted since [`Cx::save`].
    pub(crate) fn restore(&self, saved: &Saved<'a>) {
        self.left.set(saved.left);
        self.calls.iter().zip(saved.calls).for_each(|(count, &calls)| count.set(calls));
    }

    /// Makes a call and notes which ops it calls, and how often.
    pub(crate) fn noting_calls(&self, call: impl FnOnce() -> R<'a>) -> (R<'a>, Noted<'a>) {
        let before: Vec<u64> = self.calls.iter().map(Cell::get).collect();
        let out = call();
        let made = |(i, then): (usize, &u64)| (i as u16, self.calls[i].get() - then);
        let made: Vec<_> = before.iter().enumerate().map(made).filter(|made| made.1 > 0).collect();
        (out, self.arena.copy(&made))
    }

    /// Counts calls again that were noted.
    #[inline]
    pub(crate) fn count_noted(&self, noted: Noted<'_>) {
        for &(index, calls) in noted {
            let count = &self.calls[index as usize];
            count.set(count.get() + calls);
        }
    }

    /// An empty buffer for collecting results; give it back with [`Cx::recycle`].
    #[inline]
    pub fn buffer(&self) -> Vec<Value<'a>> {
        self.buffers.borrow_mut().pop().unwrap_or_default()
    }

    /// Keeps a buffer's memory for the next [`Cx::buffer`].
    #[inline]
    pub fn recycle(&self, mut buffer: Vec<Value<'a>>) {
        buffer.clear();
        self.buffers.borrow_mut().push(buffer);
    }

    /// How kernels call a function value: as [`Cx::call1`], but the result is charged (it may be
    /// large and shared, and is going to be compared or merged), a call that leaves much garbage
    /// has it dropped at once, so that memory follows live values, and calls nest to a fixed
    /// depth, counted in levels of the function values under way.
    #[inline]
    pub fn map1(&self, f: &Value<'a>, x: &Value<'a>) -> R<'a> {
        let mark = self.arena.mark();
        let out = self.entered(f, || self.call1(f, x));
        self.kept(&mark, out)
    }

    /// As [`Cx::map1`] for two arguments.
    #[inline]
    pub fn map2(&self, f: &Value<'a>, x: &Value<'a>, y: &Value<'a>) -> R<'a> {
        let mark = self.arena.mark();
        let out = self.entered(f, || self.call2(f, x, y));
        self.kept(&mark, out)
    }

    /// The result of a mapped call, charged, and without much garbage.
    #[inline(always)]
    fn kept(&self, mark: &crate::arena::Mark, mut out: R<'a>) -> R<'a> {
        if self.overdrawn(&out) {
            out = Err(Fault::Budget);
        } else if self.arena.since(mark) > COMPACT_ABOVE {
            out = out.map(|v| self.compact(mark, v));
        }
        out
    }

    /// As [`Cx::map1`] where only the truth of the answer counts: nothing else is kept of it.
    #[inline]
    pub fn test(&self, f: &Value<'a>, x: &Value<'a>) -> Result<bool, Fault> {
        let mark = self.arena.mark();
        let truth = match &self.entered(f, || self.call1(f, x)) {
            Ok(v) => v.truth(),
            Err(fault) => return Err(*fault),
        };
        // SAFETY: nothing made by the call is kept.
        unsafe { self.arena.rewind(&mark) };
        Ok(truth)
    }

    /// Whether calls may nest one function value deeper.
    #[inline]
    pub(crate) fn may_enter(&self, f: &Value<'a>) -> bool {
        self.depth.get() + 1 + f.depth() <= CALL_LIMIT
    }

    #[inline]
    fn entered(&self, f: &Value<'a>, call: impl FnOnce() -> R<'a>) -> R<'a> {
        if !self.may_enter(f) {
            return Err(Fault::Budget);
        }
        self.inside(f, call)
    }

    /// Does something within a function that [`Cx::may_enter`].
    #[inline]
    pub(crate) fn inside<T>(&self, f: &Value<'a>, call: impl FnOnce() -> T) -> T {
        let depth = self.depth.get();
        self.depth.set(depth + 1 + f.depth());
        let out = call();
        self.depth.set(depth);
        out
    }

    /// Keeps only `v` of everything made since `mark`, which must hold no other value in use.
    #[cold]
    pub(crate) fn compact(&self, mark: &crate::arena::Mark, v: Value<'a>) -> Value<'a> {
        self.compact_all(mark, &[v])[0]
    }

    /// Keeps only these values of everything made since `mark`.
    #[cold]
    pub(crate) fn compact_all(
        &self,
        mark: &crate::arena::Mark,
        values: &[Value<'a>],
    ) -> &'a [Value<'a>] {
        let aside = Arena::new();
        let young = |address: *const u8| self.arena.is_after(mark, address);
        let maker = Maker { arena: &aside, lay: self.lay };
        let copied: Vec<_> = values.iter().map(|&v| maker.copy_where(v, &young)).collect();
        // SAFETY: the only values of since the mark that are used again are these, and they were copied.
        unsafe { self.arena.rewind(mark) };
        // Old memory cannot lie in `aside`, so this copies just what was copied out.
        let in_aside = |address: *const u8| aside.owns(address);
        let kept = self.arena.filled(copied.len(), Value::UNIT);
        for (to, v) in kept.iter_mut().zip(copied) {
            *to = self.maker.copy_where(v, &in_aside);
        }
        kept
    }

    /// A container's elements as a tuple.
    pub fn tuple_from(&self, v: Value<'a>) -> R<'a> {
        if v.is_tuple() {
            return Ok(v);
        }
        let mut buffer = self.buffer();
        buffer.extend(self.items(v)?);
        let out = self.tuple(&buffer);
        self.recycle(buffer);
        out
    }

    /// A container's elements as a set.
    pub fn set_from(&self, v: Value<'a>) -> R<'a> {
        if v.is_set() {
            return Ok(v);
        }
        let mut buffer = self.buffer();
        buffer.extend(self.items(v)?);
        let out = self.set(&mut buffer);
        self.recycle(buffer);
        out
    }

    /// Whether the first element of a container is a cell (true) or a pair (false).
    pub fn first_is_cell(&self, v: Value<'a>) -> Option<bool> {
        let first = self.items(v).ok()?.next()?;
        self.is_cell(first)
    }

    /// Whether a value is a cell (true), a pair (false) or neither: in `arc` a tuple of two is
    /// a cell if its second component is a tuple, in `batt` a tuple of three is one.
    #[inline]
    pub fn is_cell(&self, v: Value<'a>) -> Option<bool> {
        match v {
            Value::Cell(_) => return Some(true),
            Value::Pair(..) => return Some(false),
            _ => {}
        }
        if !v.is_tuple() {
            return None;
        }
        let items = self.items(v).ok()?;
        match (self.is_batt(), items.len()) {
            (true, 3) => Some(true),
            (true, 2) => Some(false),
            (false, 2) => Some(items.get(1)?.is_tuple()),
            _ => None,
        }
    }
}
