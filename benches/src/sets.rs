//! Sets of positions as sorted arrays and as bit masks: small models of each, timed.

use std::hint::black_box;

use exec::value::layout;

use crate::report::SetTime;
use crate::timing::best_mean;

/// Height and width of the grid.
const SIDE: usize = 30;

/// Positions per set.
const SIZES: [usize; 4] = [4, 20, 100, 400];

/// How far sets move.
const MOVE: (i32, i32) = (2, -3);

/// A way to keep a set of positions. Results go into sets whose memory is there already, as in an
/// arena.
trait Positions: Default {
    /// From positions in ascending order.
    fn of(places: &[(i32, i32)]) -> Self;
    /// All positions of both.
    fn union(&self, other: &Self, out: &mut Self);
    /// The positions in both.
    fn intersection(&self, other: &Self, out: &mut Self);
    /// All positions moved.
    fn shift(&self, by: (i32, i32), out: &mut Self);
    /// Where a 30 x 30 grid has a colour.
    fn of_colour(grid: &[i8], colour: i8, out: &mut Self);
    /// Hands over all positions in ascending order.
    fn walk(&self, see: impl FnMut(i32, i32));

    /// Unpacks all positions, as functions mapped over a set need them.
    fn unpack(&self, out: &mut [(i32, i32)]) {
        let mut free = out.iter_mut();
        self.walk(|row, col| {
            if let Some(to) = free.next() {
                *to = (row, col);
            }
        });
    }
}

// ---- sorted array

/// Packed positions in ascending order: what the engine uses.
#[derive(Default)]
struct Sorted {
    /// The set, and behind it memory for larger ones.
    room: Vec<u32>,
    len: usize,
}

impl Sorted {
    fn keys(&self) -> &[u32] {
        &self.room[..self.len]
    }

    /// Room for at least `len` positions, whatever is in it.
    fn room(&mut self, len: usize) -> &mut [u32] {
        if self.room.len() < len {
            self.room.resize(len, 0);
        }
        &mut self.room
    }
}

impl Positions for Sorted {
    fn of(places: &[(i32, i32)]) -> Self {
        let pack = |&(row, col): &(i32, i32)| layout::pos_unchecked(row, col);
        Sorted { room: places.iter().map(pack).collect(), len: places.len() }
    }

    fn union(&self, other: &Self, out: &mut Self) {
        let (a, b) = (self.keys(), other.keys());
        let to = out.room(a.len() + b.len());
        let (mut i, mut j, mut len) = (0, 0, 0);
        while i < a.len() && j < b.len() {
            to[len] = a[i].min(b[j]);
            let (step_a, step_b) = (a[i] <= b[j], b[j] <= a[i]);
            (i, j, len) = (i + step_a as usize, j + step_b as usize, len + 1);
        }
        let rest = if i < a.len() { &a[i..] } else { &b[j..] };
        to[len..len + rest.len()].copy_from_slice(rest);
        out.len = len + rest.len();
    }

    fn intersection(&self, other: &Self, out: &mut Self) {
        let (a, b) = (self.keys(), other.keys());
        let to = out.room(a.len().min(b.len()));
        let (mut i, mut j, mut len) = (0, 0, 0);
        while i < a.len() && j < b.len() {
            to[len] = a[i];
            let (step_a, step_b) = (a[i] <= b[j], b[j] <= a[i]);
            len += (step_a && step_b) as usize;
            (i, j) = (i + step_a as usize, j + step_b as usize);
        }
        out.len = len;
    }

    fn shift(&self, by: (i32, i32), out: &mut Self) {
        let delta = layout::delta(by.0, by.1);
        let to = out.room(self.len);
        to.iter_mut().zip(self.keys()).for_each(|(to, key)| *to = key.wrapping_add(delta));
        out.len = self.len;
    }

    fn of_colour(grid: &[i8], colour: i8, out: &mut Self) {
        let to = out.room(grid.len());
        let mut len = 0;
        for (row, cells) in grid.chunks_exact(SIDE).enumerate() {
            let first = layout::pos_unchecked(row as i32, 0);
            bits_of(row_bits(cells, colour), |col| {
                to[len] = first + col as u32;
                len += 1;
            });
        }
        out.len = len;
    }

    fn walk(&self, mut see: impl FnMut(i32, i32)) {
        self.keys().iter().for_each(|&key| see(layout::row(key), layout::col(key)));
    }
}

// ---- mask of the grid

/// A bit for every place of the grid; nothing outside the grid can be kept.
#[derive(Default)]
struct GridMask([u32; SIDE]);

impl Positions for GridMask {
    fn of(places: &[(i32, i32)]) -> Self {
        let mut mask = GridMask::default();
        places.iter().for_each(|&(row, col)| mask.0[row as usize] |= 1 << col);
        mask
    }

    fn union(&self, other: &Self, out: &mut Self) {
        for (to, (a, b)) in out.0.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *to = a | b;
        }
    }

    fn intersection(&self, other: &Self, out: &mut Self) {
        for (to, (a, b)) in out.0.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *to = a & b;
        }
    }

    /// What leaves the grid is lost.
    fn shift(&self, by: (i32, i32), out: &mut Self) {
        out.0 = [0; SIDE];
        let inside = (1u32 << SIDE) - 1;
        for (row, bits) in self.0.iter().enumerate() {
            if let Some(to) = out.0.get_mut((row as i32 + by.0) as usize) {
                *to = if by.1 < 0 { bits >> -by.1 } else { bits << by.1 & inside };
            }
        }
    }

    fn of_colour(grid: &[i8], colour: i8, out: &mut Self) {
        for (to, cells) in out.0.iter_mut().zip(grid.chunks_exact(SIDE)) {
            *to = row_bits(cells, colour) as u32;
        }
    }

    fn walk(&self, mut see: impl FnMut(i32, i32)) {
        for (row, &bits) in self.0.iter().enumerate() {
            bits_of(bits as u64, |col| see(row as i32, col));
        }
    }
}

/// A bit for each cell of a row that has the colour, eight cells at a time.
fn row_bits(cells: &[i8], colour: i8) -> u64 {
    let mut bits = 0;
    for (i, chunk) in cells.chunks(8).enumerate() {
        let mut eight = [!colour as u8; 8];
        eight.iter_mut().zip(chunk).for_each(|(to, &cell)| *to = cell as u8);
        bits |= equal_bytes(u64::from_le_bytes(eight), colour as u8) << (8 * i);
    }
    bits
}

/// Bit i tells whether byte i is the given one.
fn equal_bytes(bytes: u64, byte: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let other = bytes ^ (byte as u64 * 0x0101_0101_0101_0101);
    let equal = !(((other & LOW) + LOW) | other | LOW);
    (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

fn bits_of(mut bits: u64, mut see: impl FnMut(i32)) {
    while bits != 0 {
        see(bits.trailing_zeros() as i32);
        bits &= bits - 1;
    }
}

// ---- mask of the box around the set

/// A corner and a bit for every place of the box around the set, up to 64 columns wide.
///
/// Invariant, so that equal sets are equal: no empty row at either end, and bit 0 in some row.
#[derive(Default)]
struct BoxMask {
    top: i32,
    left: i32,
    rows: Vec<u64>,
}

impl BoxMask {
    fn bottom(&self) -> i32 {
        self.top + self.rows.len() as i32
    }

    /// Makes the box tight.
    fn tighten(&mut self) {
        let filled = |bits: &u64| *bits != 0;
        let Some(first) = self.rows.iter().position(filled) else {
            *self = BoxMask::default();
            return;
        };
        let end = self.rows.iter().rposition(filled).map_or(0, |last| last + 1);
        let left = self.rows.iter().fold(0, |all, bits| all | bits).trailing_zeros();
        self.rows.truncate(end);
        self.rows.drain(..first);
        self.rows.iter_mut().for_each(|bits| *bits >>= left);
        (self.top, self.left) = (self.top + first as i32, self.left + left as i32);
    }
}

impl Positions for BoxMask {
    fn of(places: &[(i32, i32)]) -> Self {
        let (top, left) = (places[0].0, places.iter().map(|p| p.1).min().unwrap_or(0));
        let height = places.last().map_or(0, |p| p.0 - top + 1) as usize;
        let mut rows = vec![0; height];
        places.iter().for_each(|&(row, col)| rows[(row - top) as usize] |= 1 << (col - left));
        BoxMask { top, left, rows }
    }

    fn union(&self, other: &Self, out: &mut Self) {
        out.top = self.top.min(other.top);
        out.left = self.left.min(other.left);
        out.rows.clear();
        out.rows.resize((self.bottom().max(other.bottom()) - out.top) as usize, 0);
        for part in [self, other] {
            let (first, by) = ((part.top - out.top) as usize, part.left - out.left);
            let rows = &mut out.rows[first..first + part.rows.len()];
            rows.iter_mut().zip(&part.rows).for_each(|(to, bits)| *to |= bits << by);
        }
    }

    fn intersection(&self, other: &Self, out: &mut Self) {
        out.top = self.top.max(other.top);
        out.left = self.left.max(other.left);
        let height = (self.bottom().min(other.bottom()) - out.top).max(0) as usize;
        let part = |mask: &Self| ((out.top - mask.top) as usize, out.left - mask.left);
        let ((a, a_by), (b, b_by)) = (part(self), part(other));
        out.rows.clear();
        if height > 0 {
            let (a, b) = (&self.rows[a..a + height], &other.rows[b..b + height]);
            out.rows.extend(a.iter().zip(b).map(|(a, b)| a >> a_by & b >> b_by));
        }
        out.tighten();
    }

    fn shift(&self, by: (i32, i32), out: &mut Self) {
        (out.top, out.left) = (self.top + by.0, self.left + by.1);
        out.rows.clear();
        out.rows.extend_from_slice(&self.rows);
    }

    fn of_colour(grid: &[i8], colour: i8, out: &mut Self) {
        (out.top, out.left) = (0, 0);
        out.rows.clear();
        out.rows.extend(grid.chunks_exact(SIDE).map(|cells| row_bits(cells, colour)));
        out.tighten();
    }

    fn walk(&self, mut see: impl FnMut(i32, i32)) {
        for (row, &bits) in (self.top..).zip(&self.rows) {
            bits_of(bits, |col| see(row, col + self.left));
        }
    }
}

// ---- comparison

/// Two sets of one size, and a grid that has the first as one of its colours.
struct Case {
    a: Vec<(i32, i32)>,
    b: Vec<(i32, i32)>,
    grid: Vec<i8>,
}

const OPERATIONS: [&str; 5] =
    ["union", "intersection", "shift", "unpack in order", "positions of a colour"];

/// Times every operation on every size, for at least `seconds` a round.
pub fn all(seconds: f64) -> Vec<SetTime> {
    let mut out = Vec::new();
    for (size, negative) in SIZES.iter().flat_map(|&size| [(size, false), (size, true)]) {
        let case = Case::new(size, if negative { -15 } else { 0 });
        let sorted = times::<Sorted>(&case, seconds);
        let grid = (!negative).then(|| times::<GridMask>(&case, seconds));
        let boxed = times::<BoxMask>(&case, seconds);
        out.extend(OPERATIONS.iter().enumerate().map(|(i, operation)| SetTime {
            operation: (*operation).into(),
            size,
            negative,
            sorted_ns: sorted[i],
            grid_mask_ns: grid.map(|times| times[i]),
            box_mask_ns: boxed[i],
        }));
    }
    out
}

impl Case {
    fn new(size: usize, offset: i32) -> Case {
        let mut state = 1 + size as u64;
        let mut places = || {
            let mut places: Vec<usize> = (0..SIDE * SIDE).collect();
            for i in 0..size {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let other = i + (state >> 33) as usize % (SIDE * SIDE - i);
                places.swap(i, other);
            }
            places.truncate(size);
            places.sort_unstable();
            places
        };
        let (a, b) = (places(), places());
        let mut grid = vec![0; SIDE * SIDE];
        a.iter().for_each(|&place| grid[place] = 5);
        let pairs = |places: Vec<usize>| {
            let at = |p: usize| ((p / SIDE) as i32 + offset, (p % SIDE) as i32 + offset);
            places.into_iter().map(at).collect()
        };
        Case { a: pairs(a), b: pairs(b), grid }
    }
}

/// Nanoseconds of each operation, in the order of [`OPERATIONS`].
fn times<S: Positions>(case: &Case, seconds: f64) -> [f64; 5] {
    let (a, b, mut out) = (S::of(&case.a), S::of(&case.b), S::default());
    let mut unpacked = case.a.clone();
    [
        best_mean(seconds, 1, || black_box(&a).union(black_box(&b), black_box(&mut out))),
        best_mean(seconds, 1, || black_box(&a).intersection(black_box(&b), black_box(&mut out))),
        best_mean(seconds, 1, || black_box(&a).shift(black_box(MOVE), black_box(&mut out))),
        best_mean(seconds, 1, || black_box(&a).unpack(black_box(&mut unpacked))),
        best_mean(seconds, 1, || S::of_colour(black_box(&case.grid), 5, black_box(&mut out))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places<S: Positions>(set: &S) -> Vec<(i32, i32)> {
        let mut places = Vec::new();
        set.walk(|row, col| places.push((row, col)));
        places
    }

    fn results<S: Positions>(case: &Case) -> [Vec<(i32, i32)>; 5] {
        let (a, b) = (S::of(&case.a), S::of(&case.b));
        let mut outs: [S; 4] = Default::default();
        a.union(&b, &mut outs[0]);
        a.intersection(&b, &mut outs[1]);
        a.shift((2, 1), &mut outs[2]);
        S::of_colour(&case.grid, 5, &mut outs[3]);
        [&a, &outs[0], &outs[1], &outs[2], &outs[3]].map(places)
    }

    #[test]
    fn all_ways_give_the_same_sets() {
        for size in SIZES {
            let mut case = Case::new(size, 0);
            // The mask of the grid loses what leaves it.
            case.a.retain(|&(row, col)| row < 28 && col < 29);
            let sorted = results::<Sorted>(&case);
            assert_eq!(sorted, results::<GridMask>(&case), "size {size}");
            assert_eq!(sorted, results::<BoxMask>(&case), "size {size}");
            let case = Case::new(size, -15);
            assert_eq!(
                results::<Sorted>(&case),
                results::<BoxMask>(&case),
                "size {size}, negative"
            );
        }
    }
}
