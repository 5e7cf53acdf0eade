//! Nearness of patches: least distance, touching, and moving until they touch.

use super::{Axis, box_distance};
use crate::cx::Cx;
use crate::sets::patch::{Bounds, Masks, Patch, Places};
use crate::value::{Fault, Value, layout};

/// Most unit shifts that `gravitate` tries.
const MOST_STEPS: i64 = 42;

/// Least distance between two non-empty packed patches.
pub fn distance(a: Places<'_>, b: Places<'_>) -> i64 {
    if let (1, Some(pos)) = (a.len(), a.iter().next()) {
        return distance_to(pos, b) as i64;
    }
    let (Some(a_box), Some(b_box)) = (a.bounds(), b.bounds()) else { return 0 };
    let least = box_distance(&a_box, &b_box) as i32;
    let mut best = i32::MAX;
    for pos in a.iter() {
        // Most positions of a are too far from b's whole box to be worth a pass.
        if outside(pos, &b_box) < best {
            best = best.min(distance_to(pos, b));
            if best == least {
                break;
            }
        }
    }
    best as i64
}

/// Distance of a position from a box.
#[inline]
fn outside(pos: u32, b: &Bounds) -> i32 {
    let (row, col) = (layout::row(pos), layout::col(pos));
    let rows = (b.top as i32 - row).max(row - b.bottom as i32).max(0);
    rows + (b.left as i32 - col).max(col - b.right as i32).max(0)
}

/// Least distance of one position from several; no branches, so it runs on vectors.
#[inline]
fn distance_to(pos: u32, places: Places<'_>) -> i32 {
    let (row, col) = ((pos >> 12) as i32, (pos & 0xfff) as i32);
    places.iter().fold(i32::MAX, |best, other| {
        let (r, c) = ((other >> 12) as i32, (other & 0xfff) as i32);
        best.min((r - row).abs() + (c - col).abs())
    })
}

/// Least distance between two non-empty patches, whatever their numbers: all pairs.
#[cold]
pub fn far_distance<'a>(cx: &Cx<'a>, a: &Patch<'a>, b: &Patch<'a>) -> Result<i64, Fault> {
    let (a, b) = (a.positions(cx.lay), b.positions(cx.lay));
    charge_far_pairs(cx, &a, &b)?;
    let mut best = u128::MAX;
    for p in &a {
        for q in &b {
            let distance = p.0.abs_diff(q.0) as u128 + p.1.abs_diff(q.1) as u128;
            best = best.min(distance);
        }
    }
    i64::try_from(best).map_err(|_| Fault::Domain)
}

/// Pairs of positions that no key holds are compared one at a time, and the op's formula counts many as one.
fn charge_far_pairs(cx: &Cx<'_>, a: &[(i64, i64)], b: &[(i64, i64)]) -> Result<(), Fault> {
    let is_far = |&(row, col): &(i64, i64)| layout::pos(row, col).is_none();
    match a.iter().chain(b).any(is_far) {
        true => cx.charge(a.len() as u64 * b.len() as u64),
        false => Ok(()),
    }
}

/// Whether two non-empty packed patches touch: least distance exactly 1.
pub fn touch(a: Places<'_>, b: Places<'_>) -> bool {
    let (Some(a_box), Some(b_box)) = (a.bounds(), b.bounds()) else { return false };
    if box_distance(&a_box, &b_box) > 1 {
        return false;
    }
    let union = a_box.union(&b_box);
    match (Masks::new(&union), Masks::new(&union)) {
        (Some(mut in_a), Some(mut in_b)) => {
            in_a.add(a);
            in_b.add(b);
            masks_touch(&in_a, &in_b)
        }
        _ => distance(a, b) == 1,
    }
}

fn masks_touch(a: &Masks, b: &Masks) -> bool {
    let (mut overlap, mut near, mut above) = (0, 0, 0);
    let below = b.rows()[1..].iter().chain(&[0]);
    for ((&row, &same), &below) in a.rows().iter().zip(b.rows()).zip(below) {
        overlap |= row & same;
        near |= row & (above | below | same << 1 | same >> 1);
        above = same;
    }
    overlap == 0 && near != 0
}

/// The least number of unit steps along an axis after which the source touches the
/// destination, up to 42. The box holds both.
pub fn steps<'a>(
    cx: &Cx<'a>,
    source: Value<'a>,
    destination: Value<'a>,
    union: &Bounds,
    axis: Axis,
    forward: bool,
) -> Result<i32, Fault> {
    let (height, width) = (union.height(), union.width());
    let (along, across) = if axis == Axis::Rows { (height, width) } else { (width, height) };
    let hits = match (cx.places(source), cx.places(destination)) {
        (Some(source), Some(destination)) if along <= 120 && across <= 62 => {
            steps_on_lines(source, destination, &Frame::new(union, axis, forward))
        }
        _ => {
            let (source, destination) = (cx.patch(source)?, cx.patch(destination)?);
            let (source, destination) = (source.positions(cx.lay), destination.positions(cx.lay));
            charge_far_pairs(cx, &source, &destination)?;
            steps_by_pairs(&source, &destination, axis, forward)
        }
    };
    Ok(hits.first())
}

/// For which numbers of steps the patches overlap, and for which some of their positions are
/// direct neighbours. Bit n + 1 stands for n steps, since overlap at -1 means touching at 0.
#[derive(Default)]
struct Hits {
    overlap: u128,
    neighbours: u128,
}

impl Hits {
    /// The first number of steps with neighbours and no overlap.
    fn first(&self) -> i32 {
        let near = self.neighbours | self.overlap << 1 | self.overlap >> 1;
        let touching = (near & !self.overlap) >> 1;
        (touching.trailing_zeros() as i32).min(MOST_STEPS as i32)
    }
}

/// A box laid out as lines along an axis, position 0 where the movement starts.
struct Frame {
    axis: Axis,
    forward: bool,
    first: u32,
    last: u32,
    line: u32,
}

impl Frame {
    fn new(union: &Bounds, axis: Axis, forward: bool) -> Frame {
        let biased = |x: i64| (x + layout::LIMIT) as u32;
        let (first, last, line) = match axis {
            Axis::Rows => (union.top, union.bottom, union.left),
            Axis::Cols => (union.left, union.right, union.top),
        };
        Frame { axis, forward, first: biased(first), last: biased(last), line: biased(line) }
    }

    /// Line (counted from 1) and place on it of a packed position.
    #[inline]
    fn place(&self, pos: u32) -> (usize, u32) {
        let (along, across) = match self.axis {
            Axis::Rows => (pos >> 12, pos & 0xfff),
            Axis::Cols => (pos & 0xfff, pos >> 12),
        };
        let place = if self.forward { along - self.first } else { self.last - along };
        ((across - self.line) as usize + 1, place)
    }
}

/// One word per line of the destination; shifting it by a source position's place lines up all
/// numbers of steps at once.
fn steps_on_lines(source: Places<'_>, destination: Places<'_>, frame: &Frame) -> Hits {
    let mut lines = [0u128; 64];
    for pos in destination.iter() {
        let (line, place) = frame.place(pos);
        lines[line] |= 2 << place;
    }
    let mut hits = Hits::default();
    for pos in source.iter() {
        let (line, place) = frame.place(pos);
        hits.overlap |= lines[line] >> place;
        hits.neighbours |= (lines[line - 1] | lines[line + 1]) >> place;
    }
    hits
}

#[cold]
fn steps_by_pairs(
    source: &[(i64, i64)],
    destination: &[(i64, i64)],
    axis: Axis,
    forward: bool,
) -> Hits {
    let across = if axis == Axis::Rows { Axis::Cols } else { Axis::Rows };
    let mut hits = Hits::default();
    for &p in source {
        for &q in destination {
            let ahead = axis.of(q) as i128 - axis.of(p) as i128;
            let ahead = if forward { ahead } else { -ahead };
            let bit = if (-1..=MOST_STEPS as i128 + 1).contains(&ahead) {
                1u128 << (ahead + 1)
            } else {
                0
            };
            match across.of(p).abs_diff(across.of(q)) {
                0 => hits.overlap |= bit,
                1 => hits.neighbours |= bit,
                _ => {}
            }
        }
    }
    hits
}
