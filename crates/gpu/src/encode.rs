//! Values to and from the words of a device's buffer: see `kernels/value.h`. They stand at multiples of four words.

use std::cell::Cell;

use crate::source;
use exec::cx::Cx;
use exec::value::build::SIZE_LIMIT;
use exec::value::{Func, FuncKind, R, Value, View};
use lang::Op;

const INT: u32 = 0;
const PAIR: u32 = 1;
const CELL: u32 = 2;
const ROW: u32 = 3;
const GRID: u32 = 4;
const TUPLE: u32 = 5;
const BITS: u32 = 6;
const CELLS: u32 = 7;
const POSES: u32 = 8;
const SET: u32 = 9;
const OP: u32 = 10;
const FUNC: u32 = 11;
const ANY_FN: u32 = 12;

/// A value as a device holds it.
pub type Words = [u32; 4];

/// Values inside a value that are read back: more than the largest value has, functions included.
const MOST_PARTS: u64 = 4 * SIZE_LIMIT;

/// Levels that are read back: devices make none deeper, and anything else is not trusted.
const DEEPEST: u32 = 300;

/// Appends what a value holds to a buffer and gives the value. Recursion follows the nesting of
/// values, which is bounded where they are made.
pub fn put(buffer: &mut Vec<u32>, value: Value<'_>) -> Words {
    match value {
        Value::Int(n) => [INT, n as u32, (n >> 32) as u32, 0],
        Value::Pair(a, b) => [PAIR, a as u32, b as u32, 0],
        Value::Cell(cell) => [CELL, cell, 0, 0],
        Value::Bits(bits) => [BITS, bits as u32, (bits >> 32) as u32, 0],
        Value::Op(op) => {
            let [what, shape] = source::op_row(op);
            [OP, op.index() as u32, what, shape]
        }
        // Plans hold no functions of an embedding program, so the second never comes here.
        Value::AnyFn | Value::Host(_) => [ANY_FN, 0, 0, 0],
        Value::Func(func) => put_function(buffer, func),
        _ => put_container(buffer, value),
    }
}

fn put_container(buffer: &mut Vec<u32>, value: Value<'_>) -> Words {
    match value.view() {
        View::Row(row) => [ROW, row.len() as u32, 0, put_bytes(buffer, row)],
        View::Grid(g) => grid_value(g.height, g.width, put_bytes(buffer, g.cells) as usize),
        View::Cells(keys) => [CELLS, keys.len() as u32, keys[0], put_words(buffer, keys)],
        View::Poses(keys) => [POSES, keys.len() as u32, keys[0], put_words(buffer, keys)],
        View::Tuple(values) => put_values(buffer, TUPLE, value, values),
        View::Set(values) => put_values(buffer, SET, value, values),
        _ => [ANY_FN, 0, 0, 0],
    }
}

fn put_bytes(buffer: &mut Vec<u32>, bytes: &[i8]) -> u32 {
    let at = buffer.len();
    buffer.resize(at + bytes.len().div_ceil(4).max(1), 0);
    set_bytes(&mut buffer[at..], bytes);
    at as u32
}

/// Writes bytes to words that are enough for them, the first one into the lowest bits; then zeros.
pub fn set_bytes(words: &mut [u32], bytes: &[i8]) {
    let (used, rest) = bytes_of_mut(words).split_at_mut(bytes.len());
    used.copy_from_slice(bytes);
    rest.fill(0);
}

/// Words of a list: groups of lanes read four at once.
fn put_words(buffer: &mut Vec<u32>, words: &[u32]) -> u32 {
    let at = buffer.len().next_multiple_of(4);
    buffer.resize(at, 0);
    buffer.extend_from_slice(words);
    at as u32
}

fn put_values(buffer: &mut Vec<u32>, tag: u32, value: Value<'_>, values: &[Value<'_>]) -> Words {
    let at = buffer.len().next_multiple_of(4);
    buffer.resize(at + 4 * values.len(), 0);
    for (i, &v) in values.iter().enumerate() {
        let words = put(buffer, v);
        buffer[at + 4 * i..][..4].copy_from_slice(&words);
    }
    let at = if values.is_empty() { 0 } else { at as u32 };
    [tag | value.depth() << 8, values.len() as u32, value.size() as u32, at]
}

fn put_function(buffer: &mut Vec<u32>, func: &Func<'_>) -> Words {
    let args = &func.args[..func.kind.args()];
    let at = buffer.len().next_multiple_of(4);
    buffer.resize(at + 4 + 4 * args.len(), 0);
    buffer[at] = func.op.index() as u32;
    for (i, &v) in args.iter().enumerate() {
        let words = put(buffer, v);
        buffer[at + 4 + 4 * i..][..4].copy_from_slice(&words);
    }
    let shape = kind_word(func.kind) | (func.arity as u32) << 8 | (args.len() as u32) << 16;
    [FUNC | func.depth << 8, shape, func.size, at as u32]
}

fn kind_word(kind: FuncKind) -> u32 {
    match kind {
        FuncKind::Compose => 0,
        FuncKind::Chain => 1,
        FuncKind::Matcher => 2,
        FuncKind::Rbind => 3,
        FuncKind::Lbind => 4,
        FuncKind::Power => 5,
        FuncKind::Fork => 6,
    }
}

/// Adds the places of the word numbers that the value at a place has, and all values in it.
pub fn numbers_of(words: &[u32], at: usize, numbers: &mut Vec<u32>) {
    let [tag, a, _, first] = [0, 1, 2, 3].map(|i| words[at + i]);
    if !is_stored([tag, a, 0, 0]) {
        return;
    }
    numbers.push(at as u32 + 3);
    let (before, count) = match tag & 0xff {
        TUPLE | SET => (0, a),
        FUNC => (4, a >> 16),
        _ => (0, 0),
    };
    let inner = first as usize + before;
    (0..count as usize).for_each(|i| numbers_of(words, inner + 4 * i, numbers));
}

/// Whether the last word of a value is the number of another.
fn is_stored([tag, a, ..]: Words) -> bool {
    match tag & 0xff {
        TUPLE | SET => a > 0,
        tag => matches!(tag, ROW | GRID | CELLS | POSES | FUNC),
    }
}

/// A value whose words were moved by so many.
pub fn moved(mut words: Words, by: usize) -> Words {
    if is_stored(words) {
        words[3] += by as u32;
    }
    words
}

/// Part of a device's buffer that was read back.
#[derive(Clone, Copy)]
pub struct Memory<'b> {
    /// The words.
    pub words: &'b [u32],
    /// The number of the first of them in the buffer.
    pub first: u32,
}

impl<'b> Memory<'b> {
    fn slice(&self, at: u32, len: usize) -> Option<&'b [u32]> {
        let start = at.checked_sub(self.first)? as usize;
        self.words.get(start..start.checked_add(len)?)
    }

    fn value(&self, at: u32, i: usize) -> Option<Words> {
        self.slice(at.checked_add(4 * i as u32)?, 4)?.try_into().ok()
    }

    /// `len` bytes, `shift` bytes after a word.
    fn bytes(&self, at: u32, shift: u32, len: usize) -> Option<&'b [i8]> {
        let end = len.checked_add(shift as usize)?;
        bytes_of(self.slice(at, end.div_ceil(4))?).get(shift as usize..end)
    }
}

/// Words as bytes, to be hashed.
pub fn bytes(words: &[u32]) -> &[u8] {
    // SAFETY: these are the bytes of the words, for as long.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}

/// Words as the bytes they are made of, the first one from the lowest bits: cells are used where
/// they were read back to, for copying them costs as much as a small op.
fn bytes_of(words: &[u32]) -> &[i8] {
    const { assert!(cfg!(target_endian = "little")) };
    // SAFETY: these are the bytes of the words, for as long; every byte is an `i8`.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}

fn bytes_of_mut(words: &mut [u32]) -> &mut [i8] {
    const { assert!(cfg!(target_endian = "little")) };
    // SAFETY: as above; nothing else has the words meanwhile, and any four bytes are a word.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), size_of_val(words)) }
}

/// Reads a value back into its place; `None` when it is not in the form that the engine gives it.
/// Cells stay where they are.
#[inline]
pub fn get_into<'a>(
    cx: &Cx<'a>,
    memory: Memory<'a>,
    words: Words,
    result: &mut R<'a>,
) -> Option<()> {
    let [tag, a, shift, at] = words;
    let (height, width) = ((a >> 16) as usize, (a & 0xffff) as usize);
    // Most results are grids. One that was made elsewhere and then moved here would have to be
    // read as a whole right after it was written in parts, which takes longer than making it.
    if tag == GRID && height > 0 {
        *result = cx.grid(height, width, memory.bytes(at, shift, height * width)?);
    } else {
        *result = Ok(get(cx, memory, words)?);
    }
    Some(())
}

#[inline(never)]
fn get<'a>(cx: &Cx<'a>, memory: Memory<'a>, words: Words) -> Option<Value<'a>> {
    // What nobody made may share its parts with itself, and take forever.
    let left = Cell::new(MOST_PARTS);
    get_nested(cx, Reader { memory, left: &left }, words, 0)
}

/// Reads nested values, so many and no more.
#[derive(Clone, Copy)]
struct Reader<'a, 'l> {
    memory: Memory<'a>,
    left: &'l Cell<u64>,
}

fn get_nested<'a>(
    cx: &Cx<'a>,
    from: Reader<'a, '_>,
    words: Words,
    level: u32,
) -> Option<Value<'a>> {
    let memory = from.memory;
    from.left.set(from.left.get().checked_sub(1)?);
    let [tag, a, b, c] = words;
    let wide = a as u64 | (b as u64) << 32;
    let value = match tag & 255 {
        INT => Value::Int(wide as i64),
        PAIR => Value::Pair(a as i32, b as i32),
        CELL => Value::Cell(a),
        BITS => Value::Bits(wide),
        OP => Value::Op(Op::all().nth(a as usize)?),
        ANY_FN => Value::AnyFn,
        ROW => cx.row(memory.bytes(c, b, a as usize)?),
        GRID => {
            let (height, width) = ((a >> 16) as usize, (a & 0xffff) as usize);
            cx.grid(height, width, memory.bytes(c, b, height * width)?).ok()?
        }
        CELLS | POSES => {
            let keys = memory.slice(c, a as usize)?;
            let ascend = !keys.is_empty() && keys.is_sorted_by(|a, b| a < b);
            ascend.then(|| if tag & 255 == CELLS { cx.cells(keys) } else { cx.poses(keys) })?
        }
        TUPLE | SET | FUNC if level < DEEPEST => get_general(cx, from, words, level)?,
        _ => return None,
    };
    (tag_of(value) == tag & 255).then_some(value)
}

fn get_general<'a>(
    cx: &Cx<'a>,
    from: Reader<'a, '_>,
    words: Words,
    level: u32,
) -> Option<Value<'a>> {
    let memory = from.memory;
    let [tag, a, b, c] = words;
    let is_function = tag & 255 == FUNC;
    let (len, at) =
        if is_function { ((a >> 16) as usize, c.checked_add(4)?) } else { (a as usize, c) };
    if len > memory.words.len() {
        return None;
    }
    let mut values = Vec::with_capacity(len);
    for i in 0..len {
        values.push(get_nested(cx, from, memory.value(at, i)?, level + 1)?);
    }
    let value = match tag & 255 {
        FUNC => {
            let op = Op::all().nth(memory.slice(c, 1)?[0] as usize)?;
            cx.start_step(u64::MAX);
            cx.op(op, &values).ok()?
        }
        TUPLE => cx.tuple(&values).ok()?,
        _ => cx.set(&mut values.clone()).ok()?,
    };
    let same_length = is_function || cx.items(value).is_ok_and(|items| items.len() == len);
    (same_length && value.size() == b as u64 && value.depth() == tag >> 8).then_some(value)
}

fn tag_of(value: Value<'_>) -> u32 {
    match value {
        Value::Int(_) => INT,
        Value::Pair(..) => PAIR,
        Value::Cell(_) => CELL,
        Value::Row(_) => ROW,
        Value::Grid(_) => GRID,
        Value::Tuple(_) => TUPLE,
        Value::Bits(_) => BITS,
        Value::Cells(_) => CELLS,
        Value::Poses(_) => POSES,
        Value::Set(_) => SET,
        Value::Op(_) => OP,
        Value::Func(_) => FUNC,
        Value::AnyFn | Value::Host(_) => ANY_FN,
    }
}

/// A grid whose cells begin at a word of the buffer.
pub fn grid_value(height: usize, width: usize, at: usize) -> Words {
    [GRID, (height << 16 | width) as u32, 0, at as u32]
}
