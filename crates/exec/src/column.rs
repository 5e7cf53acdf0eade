//! Mapped functions, a whole column at a time.
//!
//! A function value over the elements of a packed set is mostly arithmetic on colours, rows and
//! columns. Walking its tree once per element costs more than the arithmetic, so the tree is
//! walked once per set instead, each node working on a column of unboxed numbers.
//!
//! This is a fast path that may decline: on any op it does not know and any failure it gives
//! `None`, nothing has been charged, and the caller goes element by element. So values, failures
//! and cost are those of the element-wise walk. When no element fails and all of them together
//! exceed the budget, the walk would end in just that, and the column says so at once.

mod account;
mod distances;
mod functions;
mod general;
mod known;
mod masks;
mod memo;
mod numbers;
mod pictures;
mod sets;
#[cfg(test)]
mod tests;
mod unions;

use lang::{Kernel, Op, Reading};

use crate::cx::{Cx, Saved};
use crate::dispatch::ENTRIES;
use crate::patch::Bounds;
use crate::value::keys::sort_dedup;
use crate::value::layout;
use crate::value::{Fault, Func, FuncKind, R, Value, View};

/// Fewer elements are not worth setting columns up.
const SHORTEST: usize = 6;

/// One value per element, all of one kind.
#[derive(Clone, Copy)]
pub enum Column<'a> {
    /// Integers. What does not fit 32 bits is left to the element-wise walk.
    Ints(&'a [i32]),
    /// Pairs of integers.
    Pairs(&'a [(i32, i32)]),
    /// Packed cells.
    Cells(&'a [u32]),
    /// The same value for every element.
    Same(Value<'a>),
    /// Tuples of two pairs, which only live on the way to their components.
    Two(&'a [Column<'a>; 2]),
    /// Any values.
    Values(&'a [Value<'a>]),
    /// Values that occur several times each.
    Few(&'a general::Few<'a>),
    /// A patch moved by a pair per element; this and all below only live on the way to numbers.
    Moved(&'a sets::Moved<'a>),
    /// Two moved patches taken together.
    Union(&'a sets::Union<'a>),
    /// All positions of boxes.
    Boxes(&'a [Bounds]),
    /// Sets of which only the sizes are known.
    Sizes(&'a [i32]),
    /// Functions of one argument.
    Bound(&'a distances::Bound<'a>),
    /// Tuples of integers.
    Lists(&'a distances::Lists<'a>),
    /// Sets of positions.
    Masks(&'a masks::Masks<'a>),
    /// Grids of two colours and their parts.
    Picture(&'a pictures::Picture<'a>),
    /// A patch moved by a pair per element, coloured.
    Coloured(&'a unions::Coloured<'a>),
    /// Functions of one argument that give sets.
    Functions(&'a functions::Functions<'a>),
}

/// A column, or none where the caller must go element by element.
pub type Answer<'a> = Result<Option<Column<'a>>, Fault>;

/// Walks a function's tree over columns of one length.
struct Walk<'c, 'a> {
    cx: &'c Cx<'a>,
    /// The function that is mapped.
    function: Value<'a>,
    len: usize,
    /// Cost per element.
    cost: u64,
    /// Cost that differs by element, of all elements together.
    total: u64,
    /// The counters before something was charged on the way.
    saved: Option<Saved<'a>>,
    /// The ops called, in memory with room for more.
    ops: &'a mut [account::Calls],
    op_count: usize,
    /// Levels of functions that are mapped within the mapped one.
    inside: u32,
    /// What parts of the function gave.
    memo: Option<&'a memo::Entry<'a>>,
}

impl<'a> Cx<'a> {
    /// The function's values on all elements of a container of plain values, if columns can give
    /// them: what [`Cx::map1`] gives for each, or a `budget` fault.
    #[inline]
    pub fn map_column(&self, f: Value<'a>, container: Value<'a>) -> Answer<'a> {
        self.column(f, container, true)
    }

    /// As [`Cx::map_column`] where only the truth of the values counts: as [`Cx::test`].
    #[inline]
    pub fn test_column(&self, f: Value<'a>, container: Value<'a>) -> Answer<'a> {
        self.column(f, container, false)
    }

    fn column(&self, f: Value<'a>, container: Value<'a>, keep: bool) -> Answer<'a> {
        // Told from the function alone, before anything is unpacked.
        let known = match holds_general(container) {
            true => general::knows(f, false),
            false => known::knows(f, false),
        };
        // Functions of an embedding program are called once for every element, in order.
        if !known || self.has_host() || !self.may_enter(&f) {
            return Ok(None);
        }
        self.walked(f, container, keep)
    }

    /// Apart from the decision, as most functions are not for columns.
    #[inline(never)]
    fn walked(&self, f: Value<'a>, container: Value<'a>, keep: bool) -> Answer<'a> {
        let Some((column, len)) = self.column_of(container) else { return Ok(None) };
        let mut walk = Walk::new(self, f, len);
        let out = walk.whole(column, keep);
        match (out, &walk.saved) {
            (Some(_), _) => walk.settle()?,
            (None, Some(saved)) => self.restore(saved),
            (None, None) => {}
        }
        Ok(out)
    }

    fn column_of(&self, container: Value<'a>) -> Option<(Column<'a>, usize)> {
        let column = match container.view() {
            View::Cells(keys) => (Column::Cells(keys), keys.len()),
            View::Poses(keys) if keys.len() >= SHORTEST => {
                let pairs = self.arena.from_fn(keys.len(), |i| unpacked(keys[i]));
                (Column::Pairs(pairs), keys.len())
            }
            View::Row(row) if row.len() >= SHORTEST => {
                let ints = self.arena.from_fn(row.len(), |i| row[i] as i32);
                (Column::Ints(ints), row.len())
            }
            View::Grid(g) if g.width == 2 && g.height >= SHORTEST => {
                let pair = |i| (g.cells[2 * i] as i32, g.cells[2 * i + 1] as i32);
                (Column::Pairs(self.arena.from_fn(g.height, pair)), g.height)
            }
            View::Tuple(values) | View::Set(values) if values.len() >= SHORTEST => {
                match holds_general(container) {
                    true => (Column::Values(values), values.len()),
                    false => (self.column_of_values(values)?, values.len()),
                }
            }
            _ => return None,
        };
        (column.1 >= SHORTEST).then_some(column)
    }

    /// A column of elements that are stored as values but all plain and of one kind.
    fn column_of_values(&self, values: &[Value<'a>]) -> Option<Column<'a>> {
        let mut fits = true;
        let column = match values[0] {
            Value::Int(_) => Column::Ints(self.arena.from_fn(values.len(), |i| {
                let n = if let Value::Int(n) = values[i] { n } else { i64::MAX };
                fits &= n == n as i32 as i64;
                n as i32
            })),
            Value::Pair(..) => Column::Pairs(self.arena.from_fn(values.len(), |i| {
                let pair = if let Value::Pair(a, b) = values[i] { Some((a, b)) } else { None };
                fits &= pair.is_some();
                pair.unwrap_or_default()
            })),
            Value::Cell(_) => Column::Cells(self.arena.from_fn(values.len(), |i| {
                let cell = if let Value::Cell(cell) = values[i] { Some(cell) } else { None };
                fits &= cell.is_some();
                cell.unwrap_or_default()
            })),
            _ => return None,
        };
        fits.then_some(column)
    }

    /// The values of a column as a set.
    pub fn set_of_column(&self, column: Column<'a>, len: usize) -> R<'a> {
        let packed = match column {
            Column::Ints(ints) if ints.iter().all(|n| (0..64).contains(n)) => {
                return Ok(Value::Bits(ints.iter().fold(0, |bits, n| bits | 1 << n)));
            }
            Column::Pairs(pairs) => pack_pairs(self, pairs).map(|keys| self.poses(keys)),
            Column::Cells(cells) => Some(self.cells(sort_dedup(self.arena.copy(cells)))),
            _ => None,
        };
        packed.map_or_else(|| self.set_of_values(column, len), Ok)
    }

    /// The values of a column as a tuple.
    pub fn tuple_of_column(&self, column: Column<'a>, len: usize) -> R<'a> {
        if let Column::Ints(ints) = column
            && len >= SHORTEST
            && ints.iter().all(|&n| n == n as i8 as i32)
        {
            return Ok(self.row(self.arena.from_fn(len, |i| ints[i] as i8)));
        }
        let mut values = self.buffer();
        // The form of the column is looked at once, not for every element.
        match column {
            Column::Ints(ints) => values.extend(ints.iter().map(|&n| Value::Int(n.into()))),
            Column::Pairs(pairs) => values.extend(pairs.iter().map(|&(a, b)| Value::Pair(a, b))),
            _ => values.extend((0..len).map(|i| column.get(i))),
        }
        let out = self.tuple(&values);
        self.recycle(values);
        out
    }

    fn set_of_values(&self, column: Column<'a>, len: usize) -> R<'a> {
        let mut values = self.buffer();
        // Many results may be empty, and one stands for all.
        let mut seen_empty = false;
        values.extend((0..len).map(|i| column.get(i)).filter(|v| {
            let is_empty = matches!(v, Value::Bits(0));
            !is_empty || !std::mem::replace(&mut seen_empty, true)
        }));
        let out = self.set(&mut values);
        self.recycle(values);
        out
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

impl<'a> Column<'a> {
    /// The value of one element.
    #[inline]
    pub fn get(&self, i: usize) -> Value<'a> {
        match self {
            Column::Ints(ints) => Value::Int(ints[i] as i64),
            Column::Pairs(pairs) => Value::Pair(pairs[i].0, pairs[i].1),
            Column::Cells(cells) => Value::Cell(cells[i]),
            Column::Same(v) => *v,
            Column::Values(values) => values[i],
            Column::Few(few) => few.get(i),
            // Never leave a walk, and no op inside one reads them as a whole.
            Column::Two(_)
            | Column::Moved(_)
            | Column::Union(_)
            | Column::Boxes(_)
            | Column::Sizes(_)
            | Column::Bound(_)
            | Column::Lists(_)
            | Column::Masks(_)
            | Column::Picture(_)
            | Column::Coloured(_)
            | Column::Functions(_) => Value::UNIT,
        }
    }

    /// Copies the keys whose element is true to the front of `kept`; gives their number.
    pub fn keep_true(&self, keys: &[u32], kept: &mut [u32]) -> usize {
        let mut len = 0;
        match self {
            Column::Ints(ints) => {
                for (&key, &n) in keys.iter().zip(*ints) {
                    kept[len] = key;
                    len += (n != 0) as usize;
                }
            }
            // Pairs and cells are never empty.
            Column::Same(v) if !v.truth() => {}
            Column::Values(_) | Column::Few(_) => {
                for (i, &key) in keys.iter().enumerate() {
                    kept[len] = key;
                    len += self.get(i).truth() as usize;
                }
            }
            _ => {
                kept.copy_from_slice(keys);
                len = keys.len();
            }
        }
        len
    }
}

impl<'c, 'a> Walk<'c, 'a> {
    fn new(cx: &'c Cx<'a>, function: Value<'a>, len: usize) -> Walk<'c, 'a> {
        let (cost, total, saved, ops, memo) = (0, 0, None, &mut [][..], None);
        Walk { cx, function, len, cost, total, saved, ops, op_count: 0, inside: 0, memo }
    }

    /// The function's values on a column.
    fn whole(&mut self, column: Column<'a>, keep: bool) -> Option<Column<'a>> {
        let out = self.call1(self.function, column)?;
        // This also declines tuples of two pairs, which must not leave the walk.
        let sizes = self.sizes(out)?;
        self.total += if keep { sizes } else { 0 };
        Some(out)
    }

    fn call1(&mut self, f: Value<'a>, x: Column<'a>) -> Option<Column<'a>> {
        if let Column::Few(few) = x {
            return self.each_once(f, few);
        }
        match f {
            Value::Op(op) => self.op1(op, x),
            Value::Func(func) => self.func1_once(func, x),
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
                if unmade(y) {
                    return None;
                }
                match Self::is_general(y) {
                    true => self.matches_general(y, b),
                    false => self.cost += b.size().min(size_of(y)?),
                }
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
        match op.kernel() {
            Kernel::Initset => return self.singles(op, x),
            Kernel::Backdrop => return self.boxes(op, x),
            Kernel::Size if unmade(x) => return self.lengths(op, x),
            Kernel::Minimum | Kernel::Maximum if unmade(x) => return self.ends(op, x),
            Kernel::Height | Kernel::Width if unmade(x) => return self.sides(op, x),
            _ if !is_plain(op, x) && (unmade(x) || unions::stamps(op.kernel())) => {
                return None;
            }
            Kernel::Normalize => return self.normalized(op, x),
            kernel if unions::stamps(kernel) => return self.stamped(op, x),
            Kernel::Shape if unmade(x) => return self.shapes(op, x),
            Kernel::Rot90 | Kernel::Rot180 | Kernel::Rot270 => return self.turned(op, x),
            _ if unmade(x) => return None,
            Kernel::First | Kernel::Last if Self::is_general(x) => return self.component(op, x),
            Kernel::Identity => {}
            _ if Self::is_general(x) => return self.look1(op, x),
            _ => {}
        }
        if !as_they_are(op, x) {
            return None;
        }
        self.note(op, size_of(x))?;
        match op.kernel() {
            Kernel::Identity => Some(x),
            Kernel::First | Kernel::FirstOrEmpty => self.first(x),
            Kernel::Last | Kernel::LastOrUnit | Kernel::LastOrEmpty => self.last(x),
            Kernel::Toij => self.positions(x),
            Kernel::Maximum => self.of_pair(x, i32::max),
            Kernel::Minimum => self.of_pair(x, i32::min),
            Kernel::Flip => self.ints(x, |n| (n == 0) as i64),
            Kernel::Even => self.ints(x, |n| (n & 1 == 0) as i64),
            Kernel::Positive => self.ints(x, |n| (n > 0) as i64),
            Kernel::Invert => self.unary(x, |n| -n),
            Kernel::Double => self.unary(x, |n| 2 * n),
            Kernel::Halve => self.unary(x, |n| n >> 1),
            Kernel::Increment => self.unary(x, |n| n + 1),
            Kernel::Decrement => self.unary(x, |n| n - 1),
            Kernel::Crement => self.unary(x, |n| n + n.signum()),
            Kernel::Sign => self.unary(x, i64::signum),
            Kernel::Toivec => self.pair(x, Column::Same(Value::Int(0))),
            Kernel::Tojvec => self.pair(Column::Same(Value::Int(0)), x),
            _ => None,
        }
    }

    fn op2(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        if !is_plain(op, x) {
            return None;
        }
        match op.kernel() {
            Kernel::Shift => return self.moved(op, x, y),
            Kernel::Intersection | Kernel::Difference => return self.left_over(op, x, y),
            Kernel::Combine => return self.union(op, x, y),
            Kernel::Connect => return self.connected(op, x, y),
            Kernel::Manhattan if unmade(x) || unmade(y) => return self.distances_from(op, x, y),
            Kernel::Rbind | Kernel::Lbind => return self.bound(op, x, y),
            Kernel::Apply => return self.lists(op, x, y),
            Kernel::Compose => return self.composed(op, x, y),
            Kernel::Mapply => return self.unions(op, x, y),
            Kernel::Sfilter => return self.filtered(op, x, y),
            Kernel::Canvas => return self.canvases(op, x, y),
            Kernel::Recolor => return self.coloured(op, x, y),
            Kernel::Shoot => return self.shot(op, x, y),
            Kernel::Paint => return self.painted(op, x, y),
            Kernel::Ofcolor => return self.found(op, x, y),
            Kernel::Equality if unmade(x) || unmade(y) => return self.equal_sets(op, x, y),
            _ if unmade(x) || unmade(y) => return None,
            _ => {}
        }
        if Self::is_general(x) || Self::is_general(y) {
            return self.look2(op, x, y);
        }
        self.note(op, size_of(x).zip(size_of(y)).map(|(x, y)| x + y))?;
        match op.kernel() {
            Kernel::Add => self.binary(x, y, |a, b| a + b),
            Kernel::Subtract => self.binary(x, y, |a, b| a - b),
            Kernel::Multiply => self.binary(x, y, |a, b| a * b),
            Kernel::Equality => self.equal(x, y),
            Kernel::Greater => self.ints2(x, y, |a, b| (a > b) as i64),
            Kernel::Both => self.ints2(x, y, |a, b| if a != 0 { b } else { a }),
            Kernel::Either => self.ints2(x, y, |a, b| if a != 0 { a } else { b }),
            Kernel::Astuple => self.pair(x, y),
            Kernel::Contained => self.contained(x, y),
            _ => None,
        }
    }
}

/// Whether a container's elements, told by the first, are neither integers nor pairs nor cells.
fn holds_general(container: Value<'_>) -> bool {
    let (Value::Tuple(s) | Value::Set(s)) = container else { return false };
    let first = s.slice().first();
    first.is_some_and(|v| !matches!(v, Value::Int(_) | Value::Pair(..) | Value::Cell(_)))
}

/// Whether a column holds what is never made: only a few ops read it.
fn unmade(x: Column<'_>) -> bool {
    use Column::{Bound, Boxes, Coloured, Functions, Lists, Masks, Moved, Picture, Sizes, Union};
    let sets = matches!(x, Moved(_) | Union(_) | Boxes(_) | Sizes(_) | Masks(_));
    sets || matches!(x, Bound(_) | Lists(_) | Picture(_) | Coloured(_) | Functions(_))
}

/// Row and column of a packed position.
fn unpacked(pos: u32) -> (i32, i32) {
    (layout::row(pos), layout::col(pos))
}

/// Whether an op's arguments go to its kernel as they are. What a name answers to a stand-in concerns integers alone.
fn is_plain(op: Op, first: Column<'_>) -> bool {
    let may_be_int = match first {
        Column::Ints(_) | Column::Values(_) | Column::Few(_) => true,
        Column::Same(v) => matches!(v, Value::Int(_)),
        _ => false,
    };
    let info = op.info();
    let stands_in_alone = info.readings.is_empty() && info.optional == 0;
    ENTRIES[op.index()].plain || stands_in_alone && !may_be_int
}

/// Whether an op's name takes the elements as they are: pairs and cells are tuples already.
fn as_they_are(op: Op, x: Column<'_>) -> bool {
    let tuples = matches!(x, Column::Pairs(_) | Column::Cells(_) | Column::Two(_));
    let keeps = |r: &(Reading, usize)| matches!(r.0, Reading::AsTuple | Reading::TupleOnly);
    ENTRIES[op.index()].plain || tuples && op.info().readings.iter().all(keeps)
}

/// The size of each element's value, if it is one for all: that of two pairs depends on whether
/// they make a grid.
fn size_of(x: Column<'_>) -> Option<u64> {
    match x {
        Column::Same(v) => Some(v.size()),
        Column::Ints(_) | Column::Pairs(_) | Column::Cells(_) => Some(1),
        _ => None,
    }
}
