//! Colours of grids and objects: reading, counting and changing them.

use crate::cx::Cx;
use crate::sets::patch::{Patch, Places};
use crate::value::build::check_size;
use crate::value::layout;
use crate::value::order::{canonical, equal};
use crate::value::{Fault, Grid, R, Value, View};

/// Ranges of colours up to this wide are counted colour by colour with vector compares, which
/// beats a histogram: real grids hold colours 0..9 and few of them.
const NARROW: u8 = 32;

/// The colours of a packed grid or object.
#[derive(Clone, Copy)]
enum Colours<'a> {
    Bytes(&'a [i8]),
    /// Packed cells, and how far up their colour's byte stands.
    Keys(&'a [u32], u32),
}

impl<'a> Colours<'a> {
    /// The colours of an argument whose elements need no check.
    #[inline]
    fn of(cx: &Cx<'a>, x: Value<'a>) -> Option<Colours<'a>> {
        match x.view() {
            View::Grid(g) => Some(Colours::Bytes(g.cells)),
            View::Cells(k) => Some(Colours::Keys(k, if cx.is_batt() { 0 } else { 24 })),
            _ if x.is_empty_container() => Some(Colours::Bytes(&[])),
            _ => None,
        }
    }

    fn len(self) -> usize {
        match self {
            Colours::Bytes(cells) => cells.len(),
            Colours::Keys(keys, _) => keys.len(),
        }
    }

    /// Smallest and largest colour; meaningless when there is none.
    #[inline]
    fn range(self) -> (i8, i8) {
        let widen = |(low, high): (i8, i8), c: i8| (low.min(c), high.max(c));
        let none = (i8::MAX, i8::MIN);
        match self {
            Colours::Bytes(cells) => cells.iter().fold(none, |r, &c| widen(r, c)),
            Colours::Keys(keys, shift) => {
                keys.iter().fold(none, |r, &k| widen(r, key_colour(k, shift)))
            }
        }
    }

    /// How many cells have a colour.
    #[inline]
    fn count(self, colour: i8) -> usize {
        match self {
            Colours::Bytes(cells) => count_bytes(cells, colour),
            Colours::Keys(keys, shift) => {
                let same = |&k: &u32| (key_colour(k, shift) == colour) as u32;
                keys.iter().map(same).sum::<u32>() as usize
            }
        }
    }

    /// Calls `f` with each colour present, ascending, its count, and the number of cells of
    /// larger colours, until it returns false.
    #[inline]
    fn tally(self, mut f: impl FnMut(i8, usize, usize) -> bool) {
        let mut left = self.len();
        if left == 0 {
            return;
        }
        let (low, high) = self.range();
        let table = (high.abs_diff(low) >= NARROW).then(|| self.histogram());
        for colour in low..=high {
            let count = match &table {
                None => self.count(colour),
                Some(table) => table[colour as u8 as usize] as usize,
            };
            left -= count;
            if count > 0 && (!f(colour, count, left) || left == 0) {
                return;
            }
        }
    }

    /// Counts by colour, read as an unsigned byte.
    #[cold]
    fn histogram(self) -> [u32; 256] {
        let mut table = [0; 256];
        match self {
            Colours::Bytes(cells) => cells.iter().for_each(|&c| table[c as u8 as usize] += 1),
            Colours::Keys(keys, shift) => {
                keys.iter().for_each(|&k| table[key_colour(k, shift) as u8 as usize] += 1);
            }
        }
        table
    }
}

#[inline]
fn key_colour(key: u32, shift: u32) -> i8 {
    ((key >> shift) as u8 ^ 0x80) as i8
}

/// Chunks short enough that their count fits a byte keep the sum in byte lanes.
#[inline]
fn count_bytes(cells: &[i8], colour: i8) -> usize {
    let count = |chunk: &[i8]| chunk.iter().map(|&c| (c == colour) as u8).sum::<u8>() as usize;
    cells.chunks(192).map(count).sum()
}

/// The colour of one element of an object. In `arc` that is the first part of any pair.
fn colour_of<'a>(cx: &Cx<'a>, v: Value<'a>) -> R<'a> {
    Fault::Type.unless(v.is_tuple())?;
    let items = cx.items(v)?;
    let (len, place) = if cx.is_batt() { (3, 2) } else { (2, 0) };
    if items.len() == len { items.get(place).ok_or(Fault::Type) } else { Err(Fault::Type) }
}

/// All colours of a grid or object that is not packed, in iteration order.
#[cold]
fn listed<'a>(cx: &Cx<'a>, x: Value<'a>, out: &mut Vec<Value<'a>>) -> Result<(), Fault> {
    for v in cx.items(x)? {
        match (x.is_tuple(), v.is_tuple()) {
            (true, true) => out.extend(cx.items(v)?),
            (true, false) => return Err(Fault::Type),
            (false, _) => out.push(colour_of(cx, v)?),
        }
    }
    Ok(())
}

/// Runs `f` on the listed colours of an argument.
#[cold]
fn with_listed<'a, T>(
    cx: &Cx<'a>,
    x: Value<'a>,
    f: impl FnOnce(&mut [Value<'a>]) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut buffer = cx.buffer();
    let out = listed(cx, x, &mut buffer).and_then(|()| f(&mut buffer));
    cx.recycle(buffer);
    out
}

/// The first colour, ascending, whose count is `better` than that of all before it.
#[cold]
fn listed_extreme<'a>(cx: &Cx<'a>, x: Value<'a>, better: fn(usize, usize) -> bool) -> R<'a> {
    with_listed(cx, x, |all| {
        all.sort_unstable_by(|&a, &b| canonical(cx.lay, a, b));
        let mut best: Option<(Value<'a>, usize)> = None;
        for run in all.chunk_by(|&a, &b| equal(a, b)) {
            if best.is_none_or(|(_, count)| better(run.len(), count)) {
                best = Some((run[0], run.len()));
            }
        }
        best.map(|(colour, _)| colour).ok_or(Fault::Empty)
    })
}

/// Set of distinct colours; empty gives {}.
pub fn palette<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let Some(colours) = Colours::of(cx, x) else {
        return with_listed(cx, x, |all| cx.set(all));
    };
    let (mut bits, mut outside) = (0u64, false);
    colours.tally(|colour, _, _| {
        outside |= !(0..64).contains(&colour);
        bits |= 1 << (colour & 63);
        true
    });
    if outside { wide_palette(cx, colours) } else { Ok(Value::Bits(bits)) }
}

/// A palette with colours beyond 0..63.
#[cold]
fn wide_palette<'a>(cx: &Cx<'a>, colours: Colours<'a>) -> R<'a> {
    let mut buffer = cx.buffer();
    colours.tally(|colour, _, _| {
        buffer.push(Value::Int(colour as i64));
        true
    });
    let out = cx.set(&mut buffer);
    cx.recycle(buffer);
    out
}

/// Distinct colours as an ascending tuple (declared IntegerSet); empty gives ().
pub fn palette_tuple<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    cx.tuple_from(palette(cx, x)?)
}

/// Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).
pub fn numcolors<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let Some(colours) = Colours::of(cx, x) else {
        let set = palette(cx, x)?;
        return Ok(Value::Int(cx.items(set)?.len() as i64));
    };
    let mut number = 0;
    colours.tally(|_, _, _| {
        number += 1;
        true
    });
    Ok(Value::Int(number))
}

/// Most frequent colour; ties go to the smallest colour number.
pub fn mostcolor<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let Some(colours) = Colours::of(cx, x) else {
        return listed_extreme(cx, x, |a, b| a > b);
    };
    let (mut best, mut most) = (0, 0);
    colours.tally(|colour, count, left| {
        if count > most {
            (best, most) = (colour, count);
        }
        left > most
    });
    if most == 0 { Err(Fault::Empty) } else { Ok(Value::Int(best as i64)) }
}

/// Least frequent colour among those present; ties go to the smallest colour number.
pub fn leastcolor<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    let Some(colours) = Colours::of(cx, x) else {
        return listed_extreme(cx, x, |a, b| a < b);
    };
    let (mut best, mut least) = (0, usize::MAX);
    colours.tally(|colour, count, _| {
        if count < least {
            (best, least) = (colour, count);
        }
        least > 1
    });
    if least == usize::MAX { Err(Fault::Empty) } else { Ok(Value::Int(best as i64)) }
}

/// Number of cells of that colour, 0 if absent or empty.
pub fn colorcount<'a>(cx: &Cx<'a>, x: Value<'a>, color: Value<'a>) -> R<'a> {
    let count = match Colours::of(cx, x) {
        Some(colours) => i8::try_from(color.int()?).map_or(0, |c| colours.count(c)),
        None => with_listed(cx, x, |all| {
            color.int()?;
            Ok(all.iter().filter(|&&v| equal(v, color)).count())
        })?,
    };
    Ok(Value::Int(count as i64))
}

/// Colour of the first cell in iteration order: `arc` the smallest colour of the object, `batt`
/// the colour of its first cell in row-major order.
pub fn color<'a>(cx: &Cx<'a>, obj: Value<'a>) -> R<'a> {
    if let View::Cells(&[first, ..]) = obj.view() {
        return Ok(Value::Int(cx.lay.colour(first) as i64));
    }
    colour_of(cx, cx.items(obj)?.next().ok_or(Fault::Empty)?)
}

/// Set of the objects whose color (first cell, see color) equals the argument; always a set.
pub fn colorfilter<'a>(cx: &Cx<'a>, objs: Value<'a>, color: Value<'a>) -> R<'a> {
    let items = cx.items(objs)?;
    let colour = color.int()?;
    if let Some(found) = objects_of_colour(cx, objs, colour) {
        return cx.set_of_sorted(found);
    }
    let mut kept = cx.buffer();
    let mut filter = || {
        for obj in items {
            if equal(self::color(cx, obj)?, color) {
                kept.push(obj);
            }
        }
        Ok(())
    };
    let filtered: Result<(), Fault> = filter();
    let out = match filtered {
        Ok(()) if objs.is_set() => cx.set_of_sorted(&kept),
        Ok(()) => cx.set(&mut kept),
        // An empty object is named before a wrong one, wherever they stand.
        Err(_) if cx.items(objs)?.any(Value::is_empty_container) => Err(Fault::Empty),
        Err(fault) => Err(fault),
    };
    cx.recycle(kept);
    out
}

/// In `arc` a set of objects ascends by the colours of their first cells, so those of one colour
/// stand together. `None` if the elements are not all packed objects.
fn objects_of_colour<'a>(cx: &Cx<'a>, objs: Value<'a>, colour: i64) -> Option<&'a [Value<'a>]> {
    let View::Set(objects) = objs.view() else { return None };
    if cx.is_batt() || !objects.iter().all(|v| matches!(v, Value::Cells(_))) {
        return None;
    }
    let of = |v: &Value<'a>| match v {
        Value::Cells(keys) => cx.lay.colour(keys.slice()[0]) as i64,
        _ => 0,
    };
    let start = objects.partition_point(|v| of(v) < colour);
    let len = objects[start..].partition_point(|v| of(v) == colour);
    Some(&objects[start..start + len])
}

/// Positions of all cells of that colour; {} if absent or grid empty.
pub fn ofcolor<'a>(cx: &Cx<'a>, grid: Value<'a>, color: Value<'a>) -> R<'a> {
    let limit = layout::LIMIT as usize;
    match grid.view() {
        View::Grid(g) if g.height <= limit && g.width <= limit => {
            let colour = i8::try_from(color.int()?);
            Ok(colour.map_or(Value::EMPTY, |c| cx.poses(cells_of_colour(cx, g, c))))
        }
        _ => ofcolor_listed(cx, grid, color),
    }
}

/// Packed positions of a colour in a grid whose positions all fit.
#[inline]
fn cells_of_colour<'a>(cx: &Cx<'a>, grid: Grid<'a>, colour: i8) -> &'a [u32] {
    let count = count_bytes(grid.cells, colour);
    if count == 0 {
        return &[];
    }
    // Places more than hits, so that every cell can be written and only hits advance.
    let keys = cx.arena.filled(count + 1, 0u32);
    if count * 4 > grid.cells.len() {
        write_dense(grid, colour, keys);
    } else {
        write_sparse(grid, colour, keys);
    }
    &keys[..count]
}

/// Writes the positions of a frequent colour: no branch to mispredict.
#[inline]
fn write_dense(grid: Grid<'_>, colour: i8, keys: &mut [u32]) {
    let mut len = 0;
    for (r, row) in grid.rows().enumerate() {
        let start = layout::pos_unchecked(r as i32, 0);
        for (c, &cell) in row.iter().enumerate() {
            keys[len] = start + c as u32;
            len += (cell == colour) as usize;
        }
    }
}

/// Writes the positions of a rare colour: skips eight cells at a time.
#[inline]
fn write_sparse(grid: Grid<'_>, colour: i8, keys: &mut [u32]) {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let colours = u64::from_le_bytes([colour as u8; 8]);
    let width = grid.width as u32;
    // Key of a cell = its number + `base`, which grows with the row.
    let (mut base, mut row_end) = (layout::pos_unchecked(0, 0), width);
    let (mut keys, mut number) = (keys.iter_mut(), 0);
    let mut scan = |bytes: [i8; 8]| {
        // The top bit of each byte that equals the colour, and no other bit.
        let x = u64::from_le_bytes(bytes.map(|b| b as u8)) ^ colours;
        let mut hits = !(((x & LOW) + LOW) | x | LOW);
        while hits != 0 {
            let cell = number + hits.trailing_zeros() / 8;
            while cell >= row_end {
                row_end += width;
                base += layout::delta(1, 0) - width;
            }
            if let Some(key) = keys.next() {
                *key = base + cell;
            }
            hits &= hits - 1;
        }
        number += 8;
    };
    let mut chunks = grid.cells.chunks_exact(8);
    chunks.by_ref().for_each(|chunk| scan(chunk.try_into().unwrap_or([!colour; 8])));
    let mut rest = [!colour; 8];
    rest.iter_mut().zip(chunks.remainder()).for_each(|(to, &cell)| *to = cell);
    scan(rest);
}

#[cold]
fn ofcolor_listed<'a>(cx: &Cx<'a>, grid: Value<'a>, color: Value<'a>) -> R<'a> {
    let rows = cx.rows(grid)?;
    color.int()?;
    let mut found = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let hits = row.iter().enumerate().filter(|&(_, &v)| equal(v, color));
        found.extend(hits.map(|(c, _)| (r as i64, c as i64)));
    }
    cx.positions_set(&found)
}

/// Object with one cell of that colour at each distinct position; empty gives {}.
pub fn recolor<'a>(cx: &Cx<'a>, color: Value<'a>, patch: Value<'a>) -> R<'a> {
    let n = color.int()?;
    if let (Some(listed), Ok(colour)) = (cx.listed(patch), i8::try_from(n)) {
        let keys = cx.distinct(listed.places(cx));
        keys.iter_mut().for_each(|k| *k = cx.lay.cell(colour, *k));
        return Ok(cx.cells(keys));
    }
    let patch = cx.patch(patch)?;
    let Ok(colour) = i8::try_from(n) else { return recolor_listed(cx, color, &patch) };
    let lay = cx.lay;
    match patch {
        Patch::Empty => Ok(Value::EMPTY),
        Patch::Poses(poses) => {
            let keys = cx.arena.copy(poses);
            keys.iter_mut().for_each(|k| *k = lay.cell(colour, *k));
            Ok(cx.cells(keys))
        }
        Patch::Cells(cells) => {
            let keys = cx.distinct(Places::of_cells(lay, cells));
            keys.iter_mut().for_each(|k| *k = lay.cell(colour, *k));
            Ok(cx.cells(keys))
        }
        Patch::Listed(_) => recolor_listed(cx, color, &patch),
    }
}

#[cold]
fn recolor_listed<'a>(cx: &Cx<'a>, color: Value<'a>, patch: &Patch<'a>) -> R<'a> {
    let positions = patch.positions(cx.lay);
    check_size(positions.len() as u64)?;
    let cells: Result<Vec<_>, _> =
        positions.into_iter().map(|(row, col)| cx.cell(color, row, col)).collect();
    cx.set(&mut cells?)
}

/// Every cell equal to replacee becomes replacer; () stays ().
pub fn replace<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    replacee: Value<'a>,
    replacer: Value<'a>,
) -> R<'a> {
    recolour_cells(
        cx,
        grid,
        replacee,
        replacer,
        |from, to, cell| {
            if cell == from { to } else { cell }
        },
    )
}

/// Cells of colour a become b and cells of b become a; a = b changes nothing.
pub fn switch<'a>(cx: &Cx<'a>, grid: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    recolour_cells(cx, grid, a, b, |a, b, cell| {
        let cell_is_b = if cell == b { a } else { cell };
        if cell == a { b } else { cell_is_b }
    })
}

/// The grid with `f(a, b, cell)` in place of each cell; `f` only chooses among its arguments.
#[inline]
fn recolour_cells<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
    f: impl Fn(i64, i64, i64) -> i64,
) -> R<'a> {
    if let (Value::Grid(_), Value::Int(from), Value::Int(to)) = (grid, a, b)
        && let (View::Grid(g), Ok(from), Ok(to)) =
            (grid.view(), i8::try_from(from), i8::try_from(to))
    {
        let cells = cx.arena.copy(g.cells);
        // With bytes in and bytes out this becomes byte-wide vector code.
        cells.iter_mut().for_each(|c| *c = f(from as i64, to as i64, *c as i64) as i8);
        return cx.grid(g.height, g.width, cells);
    }
    recolour_rows(cx, grid, a, b, f)
}

#[cold]
fn recolour_rows<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
    f: impl Fn(i64, i64, i64) -> i64,
) -> R<'a> {
    let mut rows = cx.rows(grid)?;
    let (a, b) = (a.int()?, b.int()?);
    for v in rows.iter_mut().flatten() {
        if let Value::Int(n) = v {
            *n = f(a, b, *n);
        }
    }
    cx.from_rows(&rows)
}
