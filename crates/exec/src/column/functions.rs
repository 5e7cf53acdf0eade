//! Columns of functions: one argument fixed, and differing by element.

use lang::{Kernel, Op};

use super::masks::Masks;
use super::sets::call_cost;
use super::{Column, Walk};
use crate::dispatch::ENTRIES;
use crate::value::Value;
use crate::value::build::{DEPTH_LIMIT, SIZE_LIMIT};

/// Most elements of a container that functions of a column are mapped over.
const MOST_MAPPED: usize = 16;

/// One function per element, all built alike.
#[derive(Clone, Copy)]
pub struct Functions<'a> {
    built: Built<'a>,
    /// Size and nesting of each function.
    size: u64,
    depth: u32,
}

/// How functions are built.
#[derive(Clone, Copy)]
enum Built<'a> {
    /// An op with its first argument fixed.
    First(Op, Column<'a>),
    /// An op with its last argument fixed.
    Last(Op, Column<'a>),
    /// A function of what these give.
    Composed(Value<'a>, &'a Functions<'a>),
}

impl<'a> Walk<'_, 'a> {
    /// `lbind` or `rbind` of an op of two arguments and the plain values of a column.
    pub(super) fn bound_plain(
        &mut self,
        op: Op,
        x: Column<'a>,
        y: Column<'a>,
    ) -> Option<Column<'a>> {
        let Column::Same(Value::Op(inner)) = x else { return None };
        let depth = match y {
            Column::Pairs(_) => 2,
            Column::Ints(_) => 1,
            _ => return None,
        };
        if ENTRIES[inner.index()].arity != (2, 2) {
            return None;
        }
        self.note(op, None)?;
        let built = match op.kernel() {
            Kernel::Lbind => Built::First(inner, y),
            _ => Built::Last(inner, y),
        };
        Some(Column::Functions(self.cx.arena.one(Functions { built, size: 3, depth })))
    }

    /// `compose` of one function and those of a column.
    pub(super) fn composed(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Same(outer), Column::Functions(inner)) = (x, y) else { return None };
        self.note(op, None)?;
        let size = 1 + outer.size() + inner.size;
        let depth = 1 + outer.depth().max(inner.depth);
        if size > SIZE_LIMIT
            || depth > DEPTH_LIMIT
            || !matches!(outer, Value::Op(_) | Value::Func(_))
        {
            return None;
        }
        let built = Built::Composed(outer, inner);
        Some(Column::Functions(self.cx.arena.one(Functions { built, size, depth })))
    }

    /// `mapply` of the functions of a column, which give sets of positions, over one set.
    pub(super) fn unions(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Functions(functions), Column::Same(container)) = (x, y) else { return None };
        let items = self.cx.items(container).ok()?;
        if !container.is_set() || items.len() > MOST_MAPPED || !self.may_enter(functions.depth) {
            return None;
        }
        self.inside += 1 + functions.depth;
        let mut union: Option<Masks<'a>> = None;
        for v in items {
            let result = self.call_functions(functions, v)?;
            let part = self.masks(result)?;
            // What a mapped call gives is charged once more where it is collected.
            self.total += part.sizes.iter().map(|&size| size as u64).sum::<u64>();
            union = Some(match &union {
                Some(union) => self.joined(union, &part)?,
                None => part,
            });
        }
        self.inside -= 1 + functions.depth;
        let union = union?;
        self.list(op, 1)?;
        let arguments = [functions.size, container.size()];
        let result = |&size: &u32| call_cost(op, arguments, size as u64);
        self.total += union.sizes.iter().map(result).sum::<u64>();
        Some(Column::Masks(self.cx.arena.one(union)))
    }

    /// The functions of a column, called with one value. Recursion follows how they are nested.
    fn call_functions(&mut self, functions: &Functions<'a>, v: Value<'a>) -> Option<Column<'a>> {
        match functions.built {
            Built::First(op, fixed) => self.op2(op, fixed, Column::Same(v)),
            Built::Last(op, fixed) => self.op2(op, Column::Same(v), fixed),
            Built::Composed(outer, inner) => {
                let y = self.call_functions(inner, v)?;
                self.call1(outer, y)
            }
        }
    }
}
