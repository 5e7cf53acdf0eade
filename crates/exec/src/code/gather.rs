//! What calls give, one after the other, put into a column.
//!
//! Most ops give values of one form for all elements, which go into an array of that form as they come: written as values
//! they would have to be read again.

use super::Column;
use super::walk::Walk;
use crate::value::{R, Value};

impl<'a> Walk<'_, 'a> {
    /// The results of one call per element as the simplest column that holds them; `None` as soon as one fails.
    #[inline]
    pub(super) fn gather(&self, mut call: impl FnMut(usize) -> R<'a>) -> Option<Column<'a>> {
        let mut call = |i| self.repeated(i, || call(i));
        match call(0).ok()? {
            Value::Int(n) if n == n as i32 as i64 => self.alike(n as i32, int, Column::Ints, call),
            Value::Pair(a, b) => self.alike((a, b), pair, Column::Pairs, call),
            Value::Cell(key) => self.alike(key, cell, Column::Cells, call),
            first => self.values(Column::Same(Value::UNIT), (0, first), call),
        }
    }

    /// Results of one form, as long as they are.
    #[inline]
    fn alike<T: Copy>(
        &self,
        first: T,
        part: impl Fn(&Value<'a>) -> Option<T>,
        column: fn(&'a [T]) -> Column<'a>,
        mut call: impl FnMut(usize) -> R<'a>,
    ) -> Option<Column<'a>> {
        let out = self.cx.arena.filled(self.len, first);
        for i in 1..self.len {
            let result = call(i);
            match result.as_ref().map(&part) {
                Ok(Some(fits)) => out[i] = fits,
                Ok(None) => return self.values(column(out), (i, result.ok()?), call),
                Err(_) => return None,
            }
        }
        Some(column(out))
    }

    /// Results of any form, some of which are there.
    fn values(
        &self,
        there: Column<'a>,
        (at, v): (usize, Value<'a>),
        mut call: impl FnMut(usize) -> R<'a>,
    ) -> Option<Column<'a>> {
        let out = self.cx.arena.filled(self.len, v);
        for (i, to) in out[..at].iter_mut().enumerate() {
            *to = there.get(self.cx, i)?;
        }
        for (i, to) in out.iter_mut().enumerate().skip(at + 1) {
            match &call(i) {
                Ok(Value::Poses(keys)) => *to = Value::Poses(*keys),
                Ok(Value::Cells(keys)) => *to = Value::Cells(*keys),
                Ok(v) => *to = *v,
                Err(_) => return None,
            }
        }
        Some(Column::Values(out))
    }
}

fn int(v: &Value<'_>) -> Option<i32> {
    if let Value::Int(n) = v { i32::try_from(*n).ok() } else { None }
}

fn pair(v: &Value<'_>) -> Option<(i32, i32)> {
    if let Value::Pair(a, b) = v { Some((*a, *b)) } else { None }
}

fn cell(v: &Value<'_>) -> Option<u32> {
    if let Value::Cell(key) = v { Some(*key) } else { None }
}
