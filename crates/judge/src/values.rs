//! Random values: what programs have, what few ops have room for, and what would fill the memory.

use exec::cx::Cx;
use exec::value::{R, Value};
use lang::{Dialect, Kernel, Op};

use crate::Random;

/// How far values stray from those of programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Style {
    /// Not at all: what a reference in another language agrees on.
    Tame,
    /// To the ends of all packed forms, to ragged grids and to elements of the wrong kind.
    Wild,
    /// Beyond that to values that are as large, deep and far away as values can be.
    Huge,
}

/// Integers at the borders of forms, limits and machine words.
pub const EDGES: &[i64] = &[
    i64::MIN,
    i64::MIN + 1,
    i64::MIN / 2,
    -(1 << 40),
    -3_037_000_500,
    i32::MIN as i64 - 1,
    i32::MIN as i64,
    -5000,
    -2049,
    -2048,
    -129,
    -128,
    -64,
    -1,
    0,
    10,
    16,
    30,
    63,
    64,
    127,
    128,
    255,
    256,
    1000,
    2047,
    2048,
    5000,
    65_535,
    65_536,
    131_072,
    131_073,
    1 << 20,
    1_000_000_000,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    3_037_000_500,
    1 << 40,
    i64::MAX - 1,
    i64::MAX,
];

/// Ranges of coordinates: most as in grids, some that leave boxes and packed forms.
const RANGES: [(i64, i64); 15] = [
    (0, 1),
    (0, 3),
    (4, 7),
    (10, 12),
    (0, 9),
    (0, 9),
    (0, 29),
    (-3, 3),
    (-3, 12),
    (-20, 20),
    (0, 61),
    (-1, 75),
    (-140, 140),
    (2030, 2047),
    (-2048, -2040),
];

/// Colours of a grid: few, as many as there are in tasks, and some that few ops have room for.
const COLOURS: [&[i64]; 8] = [
    &[0, 3],
    &[0, 1, 2],
    &[0, 0, 0, 0, 5, 7],
    &[4],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[-1, 0, 15, 16],
    &[12, 13, 14, 15, 16, 17, 18],
    &[-128, 127, 63, 64, 0, -77, 99],
];

/// How many of the colours tasks have.
const USUAL: usize = 5;

/// Makes random values in a context, and calls of ops with them (see `calls.rs`).
pub struct Generator<'c, 'a> {
    /// Where values are made.
    pub cx: &'c Cx<'a>,
    /// Where choices come from.
    pub random: Random,
    /// How far values stray.
    pub style: Style,
    /// Values to choose from, besides those that are made.
    pub pool: Vec<Value<'a>>,
    /// Ops that functions are made of.
    pub ops: Vec<Op>,
}

impl<'c, 'a> Generator<'c, 'a> {
    /// A generator without a pool, with all ops of the dialect.
    pub fn new(cx: &'c Cx<'a>, random: Random, style: Style) -> Self {
        let ops = Op::of(cx.lay.dialect).collect();
        Generator { cx, random, style, pool: Vec::new(), ops }
    }

    /// The dialect.
    pub fn dialect(&self) -> Dialect {
        self.cx.lay.dialect
    }

    /// Whether values are to stray this time, once in `n`.
    pub(crate) fn strays(&mut self, n: usize) -> bool {
        self.style > Style::Tame && self.random.one_in(n)
    }

    /// The op of a kernel, or else one of that name; every dialect has those that are asked for here.
    pub(crate) fn op(&self, kernel: Kernel) -> Option<Op> {
        let own = kernel.ops().find(|op| op.dialect() == self.dialect());
        own.or_else(|| Op::lookup(self.dialect(), kernel.ops().next()?.name()))
    }

    /// The result of a kernel, `()` where it fails.
    pub(crate) fn kernel(&self, kernel: Kernel, args: &[Value<'a>]) -> Value<'a> {
        self.cx.start_step(u64::MAX);
        self.op(kernel).and_then(|op| self.cx.op(op, args).ok()).unwrap_or(Value::UNIT)
    }

    fn tuple(&self, elements: &[Value<'a>]) -> Value<'a> {
        self.cx.tuple(elements).unwrap_or(Value::UNIT)
    }

    fn set(&self, mut elements: Vec<Value<'a>>) -> Value<'a> {
        self.cx.set(&mut elements).unwrap_or(Value::EMPTY)
    }

    fn times(&mut self, n: usize, make: impl Fn(&mut Self) -> Value<'a>) -> Vec<Value<'a>> {
        (0..n).map(|_| make(self)).collect()
    }

    /// An integer: most are colours, some are anything.
    pub fn number(&mut self) -> i64 {
        match (self.random.below(24), self.style) {
            (0..3, Style::Tame) => self.random.within(-4, 14),
            (0, _) => self.random.pick(EDGES),
            (1 | 2, _) => self.random.within(-140, 140),
            (3..9, _) => self.random.within(-3, 3),
            _ => self.random.within(0, 9),
        }
    }

    fn range(&mut self) -> (i64, i64) {
        if self.style == Style::Tame { (-4, 8) } else { self.random.pick(&RANGES) }
    }

    fn coordinate(&mut self, (low, high): (i64, i64)) -> i64 {
        if self.strays(400) { self.random.pick(EDGES) } else { self.random.within(low, high) }
    }

    fn colours(&mut self) -> &'static [i64] {
        let some = if self.style == Style::Tame { &COLOURS[..USUAL] } else { &COLOURS };
        self.random.pick(some)
    }

    /// A tuple of two integers.
    pub fn pair(&mut self) -> Value<'a> {
        if self.strays(12) {
            return self.cx.pair(self.number(), self.number());
        }
        let range = self.range();
        self.cx.pair(self.coordinate(range), self.coordinate(range))
    }

    /// A grid: noise, runs, or lines.
    pub fn grid(&mut self) -> Value<'a> {
        let (mut height, mut width) = (self.side().min(70), self.side());
        if self.strays(40) {
            width = 0;
        }
        if self.style == Style::Tame {
            (height, width) = (height.min(8), width.min(8));
        }
        let colours = self.colours();
        // How often the next cell has the colour of the last one, or of the one above.
        let (again, above) = (self.random.pick(&[0, 50, 90]), self.random.pick(&[0, 50]));
        let mut cells: Vec<i8> = Vec::with_capacity(height * width);
        for at in 0..height * width {
            cells.push(match cells.last() {
                Some(&last) if at % width > 0 && self.random.chance(again) => last,
                _ if at >= width && self.random.chance(above) => cells[at - width],
                _ => self.random.pick(colours) as i8,
            });
        }
        self.cx.grid(height, width, self.cx.arena.copy(&cells)).unwrap_or(Value::UNIT)
    }

    fn side(&mut self) -> usize {
        match self.random.below(14) {
            0 => 1,
            1 => 60 + self.random.below(10),
            2 => self.random.pick(&[64, 128, 129, 200]),
            3..8 => 1 + self.random.below(30),
            _ => 1 + self.random.below(9),
        }
    }

    /// Rows of different lengths, numbers too large for cells, or what are no rows.
    pub fn odd_grid(&mut self) -> Value<'a> {
        let n = self.random.below(5);
        let mut rows = self.times(n, |this| {
            let n = this.random.below(4);
            let cells = this.times(n, |this| Value::Int(this.number()));
            this.tuple(&cells)
        });
        if self.random.one_in(4) {
            rows.push(self.any(1));
        }
        self.tuple(&rows)
    }

    /// Cells of one region, or their positions; in a set, or now and then in a tuple.
    pub fn patch(&mut self, coloured: bool) -> Value<'a> {
        let (rows, cols, colours) = (self.range(), self.range(), self.colours());
        // Colours by column only, so that there are periods.
        let striped = self.random.one_in(3);
        let element = move |this: &mut Self, coloured: bool| {
            let (row, col) = (this.coordinate(rows), this.coordinate(cols));
            let colour = match striped {
                _ if this.strays(300) => 1000,
                true => colours[col.rem_euclid(2) as usize % colours.len()],
                false => this.random.pick(colours),
            };
            let cell = || this.cx.cell(Value::Int(colour), row, col).unwrap_or(Value::UNIT);
            if coloured { cell() } else { this.cx.pair(row, col) }
        };
        let most = self.random.pick(&[1, 2, 4, 12, 60, 300]);
        let most = if self.style == Style::Tame { most.min(12) } else { most };
        let n = 1 + self.random.below(most);
        let mut elements = self.times(n, |this| element(this, coloured));
        if self.strays(14) {
            let place = self.random.below(n);
            elements[place] = match self.random.below(3) {
                0 => element(self, !coloured),
                1 => Value::Int(self.random.within(-1, 5)),
                _ => self.random.pick(&[Value::UNIT, Value::EMPTY]),
            };
        }
        if self.strays(4) { self.tuple(&elements) } else { self.set(elements) }
    }

    /// A set of patches: those of a grid, or any.
    pub fn objects(&mut self, coloured: bool) -> Value<'a> {
        if coloured && !self.random.one_in(5) {
            let mut args = vec![self.grid()];
            args.extend(self.times(3, |this| Value::Int(this.random.within(0, 1))));
            return self.kernel(Kernel::Objects, &args);
        }
        let n = self.random.below(6);
        let some = self.times(n, |this| this.patch(coloured));
        self.set(some)
    }

    /// A set or a tuple whose elements are alike, nearly always.
    pub fn container(&mut self, as_set: bool, depth: usize) -> Value<'a> {
        let sort = if depth == 0 { self.random.below(2) } else { self.random.below(12) };
        let width = self.random.below(6);
        let most = self.random.pick(if depth < 2 { &[1, 2, 3, 5] } else { &[2, 4, 9, 70] });
        let n = self.random.below(most + 1);
        let mut elements = self.times(n, |this| this.element(sort, width, depth));
        if depth > 0 && !elements.is_empty() && self.strays(10) {
            let place = self.random.below(elements.len());
            elements[place] = self.any(depth - 1);
        }
        if as_set { self.set(elements) } else { self.tuple(&elements) }
    }

    fn element(&mut self, sort: usize, width: usize, depth: usize) -> Value<'a> {
        match sort {
            0 => Value::Int(self.random.within(0, 5)),
            1 => Value::Int(self.number()),
            2 | 3 => self.cx.pair(self.random.within(0, 6), self.random.within(-2, 6)),
            4 | 5 => {
                let colour = Value::Int(self.random.within(0, 2));
                let (row, col) = (self.random.within(0, 5), self.random.within(0, 5));
                self.cx.cell(colour, row, col).unwrap_or(Value::UNIT)
            }
            6 => {
                let row = self.times(width, |this| Value::Int(this.random.within(0, 1)));
                self.tuple(&row)
            }
            7 => {
                let n = 1 + self.random.below(3);
                let rows = self.times(n, |this| this.element(6, width.max(1), depth));
                self.tuple(&rows)
            }
            8 => self.container(true, depth - 1),
            9 => self.container(false, depth - 1),
            10 if self.style > Style::Tame => self.any(depth - 1),
            10 => self.pair(),
            _ => self.cx.pair(self.number(), self.number()),
        }
    }

    /// Samples: grids with what they are turned to.
    pub fn samples(&mut self) -> Value<'a> {
        let (n, angle) = (self.random.below(4), Value::Int(self.random.within(0, 7)));
        let pairs = self.times(n, |this| {
            let grid = this.grid();
            let other = match this.strays(5) {
                true => this.any(1),
                false => this.kernel(Kernel::MirRotGrid, &[grid, angle]),
            };
            this.tuple(&[grid, other])
        });
        self.tuple(&pairs)
    }

    /// A picture with a place.
    pub fn layer(&mut self) -> Value<'a> {
        let (grid, row, col) = (self.grid(), self.random.within(-3, 9), self.random.within(-3, 9));
        if self.random.one_in(3) { grid } else { self.tuple(&[grid, self.cx.pair(row, col)]) }
    }

    /// Several of them.
    pub fn layers(&mut self) -> Value<'a> {
        let n = self.random.below(5);
        let layers = self.times(n, Self::layer);
        self.tuple(&layers)
    }

    /// Something that is in a container, or nearly one that is.
    pub fn like(&mut self, v: Value<'a>) -> Value<'a> {
        let Ok(items) = self.cx.items(v) else { return Value::Int(self.number()) };
        let mut all: Vec<_> = items.take(500).collect();
        if all.is_empty() || self.random.one_in(3) {
            return self.random.choose(&all).unwrap_or(v);
        }
        for _ in 0..self.random.below(3) {
            let place = self.random.below(all.len());
            let again = self.random.pick(&all);
            all[place] = if self.random.one_in(2) { again } else { self.any(1) };
        }
        let (turn, keep) = (self.random.below(all.len()), self.random.below(all.len() + 1));
        all.rotate_left(turn);
        all.truncate(keep);
        if self.random.one_in(3) { self.tuple(&all) } else { self.set(all) }
    }

    /// A value of any kind.
    pub fn any(&mut self, depth: usize) -> Value<'a> {
        if self.style == Style::Huge && self.random.chance(40) {
            return self.huge().unwrap_or(Value::UNIT);
        }
        match self.random.below(20) {
            0..4 => Value::Int(self.number()),
            4 | 5 => self.pair(),
            6 => self.random.pick(&[Value::UNIT, Value::EMPTY, Value::AnyFn, Value::Bits(5)]),
            7 => Value::Op(self.random.pick(&self.ops)),
            8 if depth > 0 => self.grid(),
            9 if depth > 0 => self.odd_grid(),
            10 | 11 => self.patch(true),
            12 => self.patch(false),
            13 if depth > 1 => self.objects(true),
            14 if !self.pool.is_empty() => self.random.pick(&self.pool),
            n => self.container(n % 2 == 0, depth.min(2)),
        }
    }

    /// A value as large, deep or far away as values can be.
    fn huge(&mut self) -> R<'a> {
        let cx = self.cx;
        let n = self.random.pick(&[100, 5000, 1_000_000]);
        let side = self.random.pick(&[1, 3, 30, 300, 1000]);
        let canvas =
            |this: &Self| this.kernel(Kernel::Canvas, &[Value::Int(3), cx.pair(side, side)]);
        match self.random.below(9) {
            0 => {
                let sides = [(1000, 1000), (1, 60_000), (60_000, 1), (30, 30), (2, 3)];
                let ((height, width), colours) = (self.random.pick(&sides), self.colours());
                let cells = cx.new_cells(height, width)?;
                cells.iter_mut().for_each(|cell| *cell = self.random.pick(colours) as i8);
                cx.grid(height, width, cells)
            }
            1 => Ok(self.kernel(Kernel::Asobject, &[canvas(self)])),
            2 => Ok(self.kernel(Kernel::Asindices, &[canvas(self)])),
            3 => {
                let as_set = self.random.one_in(2);
                let mut value = Value::Int(1);
                for _ in 0..self.random.pick(&[1, 5, 250, 255]) {
                    value = if as_set { cx.set(&mut [value])? } else { cx.tuple(&[value])? };
                }
                Ok(value)
            }
            4 => {
                let range = [Value::Int(0), Value::Int(n), Value::Int(1)];
                Ok(self.kernel(Kernel::Interval, &range))
            }
            5 => Ok(self.kernel(Kernel::Repeat, &[cx.pair(1, 2), Value::Int(n)])),
            6 => cx.set(&mut (0..n).map(|i| Value::Int(i - 5)).collect::<Vec<_>>()),
            // Grids without columns.
            7 => {
                let grid = cx.grid(self.random.pick(&[1, 1000, 65_535]), 0, &[])?;
                cx.tuple(&vec![grid; self.random.pick(&[1, 2, 15])])
            }
            // A few places that are far from each other.
            _ => {
                let coloured = self.random.one_in(2);
                let n = 1 + self.random.below(3);
                let far = self.times(n, |this| {
                    let (far, near) = (this.random.pick(EDGES), this.random.within(-2, 2));
                    let (row, col) = if this.random.one_in(2) { (far, near) } else { (near, far) };
                    let colour = Value::Int(this.random.pick(&[1, 1, 300]));
                    let cell = || cx.cell(colour, row, col).unwrap_or(Value::UNIT);
                    if coloured { cell() } else { cx.pair(row, col) }
                });
                Ok(self.set(far))
            }
        }
    }
}
