//! One value per element, all of one form.

use lang::{Kernel, Op};

use super::coded::Coded;
use super::moved::Moved;
use crate::cx::Cx;
use crate::cx::dispatch::{ENTRIES, KernelFn};
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::{Fault, R, Value, View};

/// Fewer elements are not worth an array of numbers.
const SHORTEST: usize = 6;

/// The values of an operand for a block of elements.
#[derive(Clone, Copy)]
pub enum Column<'a> {
    /// Integers of 32 bits.
    Ints(&'a [i32]),
    /// Pairs of integers.
    Pairs(&'a [(i32, i32)]),
    /// Packed cells.
    Cells(&'a [u32]),
    /// The same value for every element.
    Same(Value<'a>),
    /// Any values.
    Values(&'a [Value<'a>]),
    /// A patch moved by a pair per element.
    Moved(&'a Moved<'a>),
    /// What an op gives, made where it is asked for.
    Later(&'a Later<'a>),
    /// Tuples of integers or of pairs, by component.
    Tuple(&'a [Column<'a>]),
    /// Few values that occur many times.
    Coded(&'a Coded<'a>),
}

/// Calls of an op that were charged and not made.
#[derive(Clone, Copy)]
pub struct Later<'a> {
    /// The op, of two arguments.
    pub op: Op,
    /// Its arguments.
    pub args: [Column<'a>; 2],
    /// The sizes of its results, where they are known.
    pub sizes: Option<&'a [i32]>,
}

impl<'a> Later<'a> {
    /// The arguments, if it is a call of this kernel.
    pub fn args_of(&self, kernel: Kernel) -> Option<[Column<'a>; 2]> {
        (self.op.kernel() == kernel).then_some(self.args)
    }
}

impl<'a> Column<'a> {
    /// The value of one element; `None` where one is made that cannot be.
    #[inline]
    pub fn get(&self, cx: &Cx<'a>, i: usize) -> Option<Value<'a>> {
        Some(match self {
            Column::Ints(ints) => Value::Int(ints[i] as i64),
            Column::Pairs(pairs) => Value::Pair(pairs[i].0, pairs[i].1),
            Column::Cells(cells) => Value::Cell(cells[i]),
            Column::Same(v) => *v,
            Column::Values(values) => values[i],
            Column::Moved(moved) => return moved.get(cx, i),
            Column::Later(later) => {
                let (x, y) = (later.args[0].get(cx, i)?, later.args[1].get(cx, i)?);
                return match ENTRIES[later.op.index()].kernel {
                    KernelFn::Two(kernel) => kernel(cx, x, y).ok(),
                    KernelFn::Builder(build) => build(cx, later.op, &[x, y]).ok(),
                    _ => None,
                };
            }
            Column::Coded(coded) => return coded.values.get(cx, coded.codes[i] as usize),
            Column::Tuple(parts) => {
                let mut values = cx.buffer();
                values.extend(parts.iter().filter_map(|part| part.get(cx, i)));
                let tuple = cx.tuple(&values).ok();
                cx.recycle(values);
                return tuple;
            }
        })
    }

    /// The value of one element where it is, or where there is room for it: one that was written in parts a moment
    /// ago is better not moved as a whole.
    #[inline]
    pub fn at<'v>(
        &'v self,
        cx: &Cx<'a>,
        i: usize,
        room: &'v mut Value<'a>,
    ) -> Result<&'v Value<'a>, Fault> {
        match self {
            Column::Values(values) => return Ok(&values[i]),
            Column::Same(v) => return Ok(v),
            Column::Ints(ints) => *room = Value::Int(ints[i] as i64),
            Column::Pairs(pairs) => *room = Value::Pair(pairs[i].0, pairs[i].1),
            Column::Cells(cells) => *room = Value::Cell(cells[i]),
            _ => *room = self.get(cx, i).ok_or(Fault::Budget)?,
        }
        Ok(room)
    }

    /// The size of each element's value, if it is one for all.
    #[inline]
    pub fn size(&self) -> Option<u64> {
        match self {
            Column::Ints(_) | Column::Pairs(_) | Column::Cells(_) => Some(1),
            Column::Same(v) => Some(v.size()),
            Column::Moved(moved) => Some(moved.size()),
            Column::Tuple(parts) if matches!(parts[0], Column::Ints(_)) => Some(parts.len() as u64),
            Column::Coded(coded) => coded.values.size(),
            Column::Values(_) | Column::Later(_) | Column::Tuple(_) => None,
        }
    }

    /// The size of one element's value; `None` where it is not known.
    #[inline]
    pub fn size_at(&self, i: usize) -> Option<u64> {
        match self {
            Column::Values(values) => Some(values[i].size()),
            Column::Later(later) => later.sizes.map(|sizes| sizes[i] as u64),
            Column::Coded(coded) => coded.values.size_at(coded.codes[i] as usize),
            _ => self.size(),
        }
    }

    /// The sizes of all values together.
    pub fn sizes(&self, len: usize) -> Option<u64> {
        match self {
            Column::Values(values) => Some(values.iter().map(|v| v.size()).sum()),
            Column::Later(later) => Some(later.sizes?.iter().map(|&size| size as u64).sum()),
            Column::Coded(_) => (0..len).map(|i| self.size_at(i)).sum(),
            _ => Some(self.size()? * len as u64),
        }
    }

    /// With every value made.
    pub fn made(self, cx: &Cx<'a>, len: usize) -> Option<Column<'a>> {
        match self {
            Column::Moved(_) | Column::Later(_) | Column::Tuple(_) => {}
            Column::Coded(coded) => return coded.spread(cx),
            _ => return Some(self),
        }
        let values = cx.arena.filled(len, Value::UNIT);
        for (i, to) in values.iter_mut().enumerate() {
            *to = self.get(cx, i)?;
        }
        Some(Column::Values(values))
    }

    /// Whether the value of an element that is made is true.
    #[inline]
    pub fn truth(&self, i: usize) -> bool {
        match self {
            Column::Ints(ints) => ints[i] != 0,
            Column::Same(v) => v.truth(),
            Column::Values(values) => values[i].truth(),
            // Pairs and cells are never empty.
            _ => true,
        }
    }

    /// Values as the simplest column that holds them.
    pub fn of_values(cx: &Cx<'a>, values: &'a [Value<'a>]) -> Column<'a> {
        let mut fits = true;
        let column = match values.first() {
            Some(Value::Int(_)) => Column::Ints(cx.arena.from_fn(values.len(), |i| {
                let n = if let Value::Int(n) = values[i] { n } else { i64::MAX };
                fits &= n == n as i32 as i64;
                n as i32
            })),
            Some(Value::Pair(..)) => Column::Pairs(cx.arena.from_fn(values.len(), |i| {
                let pair = if let Value::Pair(a, b) = values[i] { Some((a, b)) } else { None };
                fits &= pair.is_some();
                pair.unwrap_or_default()
            })),
            Some(Value::Cell(_)) => Column::Cells(cx.arena.from_fn(values.len(), |i| {
                let cell = if let Value::Cell(cell) = values[i] { Some(cell) } else { None };
                fits &= cell.is_some();
                cell.unwrap_or_default()
            })),
            _ => return Column::Values(values),
        };
        if fits { column } else { Column::Values(values) }
    }

    /// Some of a container's elements.
    pub fn of_elements(cx: &Cx<'a>, container: Value<'a>, from: usize, len: usize) -> Column<'a> {
        let to = from + len;
        match container.view() {
            View::Cells(keys) => Column::Cells(&keys[from..to]),
            View::Poses(keys) => Column::Pairs(cx.arena.from_fn(len, |i| unpacked(keys[from + i]))),
            View::Row(row) => Column::Ints(cx.arena.from_fn(len, |i| row[from + i] as i32)),
            View::Grid(g) if g.width == 2 => {
                let cells = &g.cells[2 * from..];
                let pair = |i| (cells[2 * i] as i32, cells[2 * i + 1] as i32);
                Column::Pairs(cx.arena.from_fn(len, pair))
            }
            View::Tuple(values) | View::Set(values) => Column::of_values(cx, &values[from..to]),
            _ => {
                let items = cx.items(container).ok();
                let get = |i| items.and_then(|items| items.get(i)).unwrap_or(Value::UNIT);
                Column::of_values(cx, cx.arena.from_fn(len, |i| get(from + i)))
            }
        }
    }

    /// Copies the keys whose element is true to the front of `kept`; gives their number.
    pub fn keep_true(&self, keys: &[u32], kept: &mut [u32]) -> usize {
        let mut len = 0;
        let mut keep = |key: u32, truth: bool| {
            kept[len] = key;
            len += truth as usize;
        };
        // The form of the column is looked at once, not for every element.
        match self {
            Column::Ints(ints) => keys.iter().zip(*ints).for_each(|(&key, &n)| keep(key, n != 0)),
            _ => keys.iter().enumerate().for_each(|(i, &key)| keep(key, self.truth(i))),
        }
        len
    }
}

/// Values as they are put into a container.
impl<'a> Cx<'a> {
    /// The values of a column as a set.
    pub(crate) fn set_of_column(&self, column: Column<'a>, len: usize) -> R<'a> {
        let packed = match column {
            Column::Ints(ints) if ints.iter().all(|n| (0..64).contains(n)) => {
                return Ok(Value::Bits(ints.iter().fold(0, |bits, n| bits | 1 << n)));
            }
            Column::Pairs(pairs) => pack_pairs(self, pairs).map(|keys| self.poses(keys)),
            Column::Cells(cells) => Some(self.cells(sort_dedup(self.arena.copy(cells)))),
            _ => None,
        };
        packed.map_or_else(|| self.container(column, len, true), Ok)
    }

    /// The values of a column as a tuple.
    pub(crate) fn tuple_of_column(&self, column: Column<'a>, len: usize) -> R<'a> {
        if let Column::Ints(ints) = column
            && len >= SHORTEST
            && ints.iter().all(|&n| n == n as i8 as i32)
        {
            return Ok(self.row(self.arena.from_fn(len, |i| ints[i] as i8)));
        }
        self.container(column, len, false)
    }

    fn container(&self, column: Column<'a>, len: usize, is_set: bool) -> R<'a> {
        let mut values = self.buffer();
        column.push_to(self, len, is_set, &mut values);
        let out = if is_set { self.set(&mut values) } else { self.tuple(&values) };
        self.recycle(values);
        out
    }
}

impl<'a> Column<'a> {
    /// Adds all values, which are made; of the empty sets that go into a set just one.
    pub fn push_to(&self, cx: &Cx<'a>, len: usize, is_set: bool, to: &mut Vec<Value<'a>>) {
        // The form of the column is looked at once, not for every element.
        match self {
            Column::Ints(ints) => to.extend(ints.iter().map(|&n| Value::Int(n.into()))),
            Column::Pairs(pairs) => to.extend(pairs.iter().map(|&(a, b)| Value::Pair(a, b))),
            Column::Values(values) if is_set => {
                let mut seen_empty = false;
                to.extend(values.iter().filter(|v| {
                    let is_empty = matches!(v, Value::Bits(0));
                    !is_empty || !std::mem::replace(&mut seen_empty, true)
                }));
            }
            _ => to.extend((0..len).filter_map(|i| self.get(cx, i))),
        }
    }
}

/// The packed positions of pairs, ascending; `None` if one does not fit.
fn pack_pairs<'a>(cx: &Cx<'a>, pairs: &[(i32, i32)]) -> Option<&'a [u32]> {
    let mut fits = true;
    let keys = cx.arena.from_fn(pairs.len(), |i| {
        let key = layout::pos(pairs[i].0 as i64, pairs[i].1 as i64);
        fits &= key.is_some();
        key.unwrap_or_default()
    });
    fits.then(|| sort_dedup(keys))
}

/// Row and column of a packed position.
pub(super) fn unpacked(pos: u32) -> (i32, i32) {
    (layout::row(pos), layout::col(pos))
}
