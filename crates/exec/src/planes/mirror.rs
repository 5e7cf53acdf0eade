//! `mirror_p`: the cells that lie where symmetries of the grid, or of what is drawn on it, put this one.

use super::{Facts, Family, Kind, MIRROR, NONE, each};

/// Colours of mirrored cells: of the grid (0..8), of the box around everything that is not background (8..16).
pub const FAMILY: Family =
    Family { name: "mirror_p", code: MIRROR, count: 18, kind: |_| Kind::Colour, fill: mirror };

/// Rows and columns: first and last.
type Frame = (isize, isize, isize, isize);

fn mirror(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let (h, w) = (facts.grid.height as isize, facts.grid.width as isize);
    let frame = if k % 2 == 0 { (0, h - 1, 0, w - 1) } else { drawing(facts) };
    let which = k / 2;
    each(facts, out, |r, c| match which {
        0..7 => moved(facts, frame, which, r as isize, c as isize),
        7 => first(facts, frame, 7, r as isize, c as isize),
        _ => first(facts, frame, 3, r as isize, c as isize),
    });
}

fn moved(facts: &Facts<'_>, frame: Frame, which: i32, r: isize, c: isize) -> i8 {
    let (top, bottom, left, right) = frame;
    let (y, x) = (r - top, c - left);
    let (h, w) = (bottom - top, right - left);
    if which >= 3 && h != w {
        return NONE;
    }
    let (y, x) = match which {
        0 => (y, w - x),
        1 => (h - y, x),
        2 => (h - y, w - x),
        3 => (x, y),
        4 => (w - x, h - y),
        5 => (w - x, y),
        _ => (x, h - y),
    };
    facts.grid.get(y + top, x + left)
}

fn first(facts: &Facts<'_>, frame: Frame, upto: i32, r: isize, c: isize) -> i8 {
    let own = facts.grid.get(r, c);
    if facts.is_ink(own) {
        return own;
    }
    let all = (0..upto).map(|which| moved(facts, frame, which, r, c));
    all.into_iter().find(|&colour| facts.is_ink(colour)).unwrap_or(own)
}

fn drawing(facts: &Facts<'_>) -> Frame {
    let (mut top, mut bottom, mut left, mut right) = (isize::MAX, 0, isize::MAX, 0);
    let width = facts.grid.width.max(1);
    for (at, &colour) in facts.grid.cells.iter().enumerate() {
        if facts.is_ink(colour) {
            let (r, c) = ((at / width) as isize, (at % width) as isize);
            (top, bottom, left, right) = (top.min(r), bottom.max(r), left.min(c), right.max(c));
        }
    }
    if top == isize::MAX { (0, 0, 0, 0) } else { (top, bottom, left, right) }
}
