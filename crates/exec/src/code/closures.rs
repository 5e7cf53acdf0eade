//! Functions that differ by element, mapped over one container.
//!
//! `apply(rbind(manhattan, x), places)` within a function of x builds another function for every element. Such functions
//! are built alike, so they are compiled once, with a column in the place of what differs, and called with one value of the
//! container after the other, for all elements at once.

use lang::{Kernel, Op};

use super::column::Later;
use super::over::Keep;
use super::walk::Walk;
use super::{Code, Column, is_same};
use crate::cx::dispatch::{ENTRIES, KernelFn};
use crate::value::Value;

/// Most values of a container that functions of a column are called with.
const MOST_MAPPED: usize = 1 << 12;

/// Most values that functions of a column give; more are left to the walk, which makes them element by element and stops
/// where the budget ends.
const MOST_VALUES: usize = 1 << 20;

/// What differs by element, and what stands for it while the function is compiled.
type Captured<'a> = Vec<(Value<'a>, Column<'a>)>;

impl<'a> Walk<'_, 'a> {
    /// A builder of functions: none is made before somebody asks for it.
    pub(super) fn built(&self, op: Op, args: &[Column<'a>]) -> Option<Column<'a>> {
        let &[f, x] = args else { return None };
        // Of what is not made only functions are all of one size.
        let size = |column: Column<'a>| match column {
            Column::Later(Later { op, sizes: Some(sizes), .. }) if is_builder(*op) => {
                sizes.first().map(|&size| size as u64)
            }
            _ => column.size(),
        };
        let size = i32::try_from(1 + size(f)? + size(x)?).ok()?;
        let functions = self.later(op, [f, x], Some(self.cx.arena.filled(self.len, size)));
        // All are as large and as deep as the first, so none fails where that does not.
        functions.get(self.cx, 0)?;
        Some(functions)
    }

    /// `apply` of the functions of a column to the elements of one tuple.
    pub(super) fn applied(&mut self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let container = one_container(y).filter(|v| v.is_tuple())?;
        let columns = self.closures(x, container, Keep::Unmade)?;
        let ints = columns.iter().all(|column| matches!(column, Column::Ints(_)));
        match columns {
            &[a @ Column::Ints(_), b @ Column::Ints(_)] => self.pair(a, b),
            _ if ints => Some(Column::Tuple(columns)),
            _ => Column::Tuple(columns).made(self.cx, self.len).or_else(|| self.fail()),
        }
    }

    /// `mapply` of the functions of a column over one set: mostly they give moved patches.
    pub(super) fn mapplied(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let container = one_container(y).filter(|v| v.is_set())?;
        let columns = self.closures(x, container, Keep::Unmade)?;
        let together = |a: Column<'a>, &b: &Column<'a>| self.combined(op, a, b);
        match columns[1..].iter().try_fold(columns[0], together) {
            Some(moved @ Column::Moved(_)) => Some(moved),
            _ => self.merged(columns).or_else(|| self.fail()),
        }
    }

    /// `sfilter` of one container by the functions of a column.
    pub(super) fn filtered(&mut self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let container = one_container(x)?;
        let columns = self.closures(y, container, Keep::Truth)?;
        let (cx, items) = (self.cx, self.cx.items(container).ok()?);
        let (mut kept, out) = (cx.buffer(), cx.arena.filled(self.len, Value::UNIT));
        for (i, to) in out.iter_mut().enumerate() {
            kept.clear();
            for (at, _) in columns.iter().enumerate().filter(|(_, truth)| truth.truth(i)) {
                kept.extend(items.get(at));
            }
            let part = match container {
                Value::Set(_) => cx.set_of_sorted(&kept),
                _ if container.is_set() => cx.set(&mut kept),
                _ => cx.tuple(&kept),
            };
            match part {
                Ok(part) => *to = part,
                Err(_) => return self.fail(),
            }
        }
        cx.recycle(kept);
        Some(Column::Values(out))
    }

    /// The best elements of one container by the functions of a column, which give integers, or what they give for those.
    pub(super) fn best(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let container = one_container(x)?;
        let items = self.cx.items(container).ok()?;
        let columns = self.closures(y, container, Keep::Values)?;
        let is_better: fn(i32, i32) -> bool = match op.kernel() {
            Kernel::Argmax | Kernel::Valmax => |a, b| a > b,
            _ => |a, b| a < b,
        };
        let Column::Ints(first) = columns[0] else { return self.fail() };
        let (best, places) = (self.cx.arena.copy(first), self.cx.arena.filled(self.len, 0));
        for (place, column) in columns.iter().enumerate() {
            let Column::Ints(keys) = column else { return self.fail() };
            for ((best, at), &key) in best.iter_mut().zip(&mut *places).zip(*keys) {
                if is_better(key, *best) {
                    (*best, *at) = (key, place);
                }
            }
        }
        if matches!(op.kernel(), Kernel::Valmax | Kernel::Valmin) {
            return Some(Column::Ints(best));
        }
        let element = |i: usize| items.get(places[i]).unwrap_or(Value::UNIT);
        Some(Column::of_values(self.cx, self.cx.arena.from_fn(self.len, element)))
    }

    /// The sets of several columns, those of each element merged.
    fn merged(&self, columns: &[Column<'a>]) -> Option<Column<'a>> {
        let (cx, mut sets) = (self.cx, self.cx.buffer());
        let out = cx.arena.filled(self.len, Value::EMPTY);
        for (i, to) in out.iter_mut().enumerate() {
            sets.clear();
            for column in columns {
                sets.push(column.get(cx, i)?);
            }
            *to = cx.merge_all(&sets, true).ok()?;
        }
        cx.recycle(sets);
        Some(Column::Values(out))
    }

    /// What the functions of a column give for each element of a container, charged as mapped calls are. `None` before
    /// anything is charged, or with the whole block failed.
    fn closures(
        &mut self,
        x: Column<'a>,
        container: Value<'a>,
        keep: Keep,
    ) -> Option<&'a [Column<'a>]> {
        let (Column::Later(later), Ok(items)) = (x, self.cx.items(container)) else { return None };
        let len = items.len();
        if !(1..=MOST_MAPPED).contains(&len) || len * self.len > MOST_VALUES {
            return None;
        }
        // Elements of packed containers are columns themselves: unless they are few, each function is better mapped over them.
        let is_packed = !matches!(container, Value::Tuple(_) | Value::Set(_));
        if is_packed && 4 * len > self.len {
            return None;
        }
        let (mut captured, mut code) = (Vec::new(), Code::default());
        let function = self.symbol(later, &mut captured)?;
        if !self.cx.may_enter(&function) || !code.compile(function, 1) {
            return None;
        }
        let fixed: Vec<Column<'a>> = code.fixed.iter().map(|v| column_of(v, &captured)).collect();
        let columns = self.cx.arena.filled(len, Column::Same(Value::UNIT));
        for (to, v) in columns.iter_mut().zip(items) {
            match self.within(&function, &code, &fixed, Column::Same(v), keep) {
                Some(out) => *to = out,
                None => return self.fail(),
            }
        }
        Some(columns)
    }

    /// A function as those of a column are built, with a value of its own for all that differs. Recursion follows how
    /// they are nested.
    fn symbol(&self, later: &Later<'a>, captured: &mut Captured<'a>) -> Option<Value<'a>> {
        let KernelFn::Builder(build) = ENTRIES[later.op.index()].kernel else { return None };
        let mut args = [Value::UNIT; 2];
        for (to, &column) in args.iter_mut().zip(&later.args) {
            *to = match column {
                Column::Same(v) => v,
                Column::Later(inner) => self.symbol(inner, captured)?,
                _ => {
                    let own = self.cx.tuple(&[Value::AnyFn]).ok()?;
                    captured.push((own, column));
                    own
                }
            };
        }
        build(self.cx, later.op, &args).ok()
    }
}

fn is_builder(op: Op) -> bool {
    matches!(ENTRIES[op.index()].kernel, KernelFn::Builder(_))
}

/// The container that all elements have in common.
fn one_container(column: Column<'_>) -> Option<Value<'_>> {
    if let Column::Same(container) = column { Some(container) } else { None }
}

fn column_of<'a>(v: &Value<'a>, captured: &Captured<'a>) -> Column<'a> {
    let found = captured.iter().find(|(own, _)| is_same(own, v));
    found.map_or(Column::Same(*v), |(_, column)| *column)
}
