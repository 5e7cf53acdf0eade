//! `object_p`: what a cell belongs to.

use super::facts::{WAYS, commonest_but};
use super::segment::{NOWHERE, Object};
use super::{Facts, Family, Kind, NONE, OBJECT, small};

/// Attributes of objects, for each [`Cut`]: `k` is the cut times the number of [`ATTRIBUTES`] plus the attribute.
pub const FAMILY: Family = Family {
    name: "object_p",
    code: OBJECT,
    count: (WAYS * ATTRIBUTES) as i32,
    kind: |k| if matches!(split(k).1, 28..33 | 42) { Kind::Colour } else { Kind::Number },
    fill: object,
};

/// Ways to cut a grid into objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// Cells of one colour that touch by sides, background aside.
    Sides,
    /// The same by sides and corners.
    Corners,
    /// Cells that touch by sides and corners, background aside.
    Any,
    /// As [`Cut::Corners`], and background cells in the boxes of objects belong to them.
    Boxes,
    /// Background cells that touch by sides.
    Ground,
    /// Background cells that touch by sides and corners.
    GroundCorners,
    /// Cells of one colour that touch by sides, background included.
    All,
    /// What lies between lines of one colour that cross the grid; their colours are those that are not background.
    Panes,
}

impl Cut {
    pub(super) const ALL: [Cut; WAYS] = [
        Cut::Sides,
        Cut::Corners,
        Cut::Any,
        Cut::Boxes,
        Cut::Ground,
        Cut::GroundCorners,
        Cut::All,
        Cut::Panes,
    ];

    pub(super) fn corners(self) -> bool {
        !matches!(self, Cut::Sides | Cut::Ground | Cut::All)
    }

    pub(super) fn one_colour(self) -> bool {
        self != Cut::Any
    }

    pub(super) fn takes(self, facts: &Facts<'_>, colour: i8) -> bool {
        match self {
            Cut::Ground | Cut::GroundCorners => colour == facts.background,
            Cut::All => colour != NONE,
            _ => facts.is_ink(colour),
        }
    }
}

/// How many attributes there are.
pub(super) const ATTRIBUTES: usize = 56;

fn split(k: i32) -> (usize, usize) {
    (k as usize / ATTRIBUTES % WAYS, k as usize % ATTRIBUTES)
}

fn object(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let (way, what) = split(k);
    let segments = facts.segments(way);
    let width = facts.grid.width.max(1);
    let in_box = matches!(what, 17..28 | 40 | 43 | 54);
    let fixed: Vec<i8> = match in_box {
        true => Vec::new(),
        false => {
            segments.objects.iter().enumerate().map(|(i, o)| value(facts, o, i, what)).collect()
        }
    };
    for (at, cell) in out.iter_mut().enumerate() {
        *cell = match segments.of[at] {
            NOWHERE => NONE,
            id if in_box => placed(facts, &segments.objects[id as usize], at, width, what),
            id => fixed[id as usize],
        };
    }
}

/// Attributes that all cells of an object share.
fn value(facts: &Facts<'_>, o: &Object, id: usize, what: usize) -> i8 {
    let (size, h, w) = (o.size, o.height(), o.width());
    small(match what {
        0 => size,
        1 => (o.larger == 0) as usize,
        2 => (o.smaller == 0) as usize,
        3 => o.larger,
        4 => o.smaller,
        5 => h,
        6 => w,
        7 => (size == h * w) as usize,
        8 => (h == w) as usize,
        9 => (h == 1 || w == 1) as usize,
        10 => o.holes,
        11 => (edges(facts, o) > 0) as usize,
        12 => o.colours,
        13 => o.symmetric[0] as usize,
        14 => o.symmetric[1] as usize,
        15 => o.alike,
        16 => o.kin,
        33 => o.around.iter().filter(|&&n| n > 0).count(),
        34 => size % 2,
        35 => o.from_left,
        36 => id,
        37 => (h >= w) as usize + (h > w) as usize,
        38 => o.symmetric[2] as usize,
        39 => edges(facts, o),
        44..=53 => o.counts[what - 44],
        55 => o.counts[super::facts::slot(o.rare)],
        41 => o.symmetric.iter().any(|&s| s) as usize,
        _ => return colour(o, what),
    })
}

fn colour(o: &Object, what: usize) -> i8 {
    let main = commonest_but(&o.around, NONE);
    let rare = super::facts::rarest_but(&o.around, NONE);
    match what {
        28 => o.main,
        29 => o.rare,
        30 => main,
        31 if main == rare => main,
        32 => rare,
        42 => commonest_but(&o.counts, o.main),
        _ => NONE,
    }
}

fn edges(facts: &Facts<'_>, o: &Object) -> usize {
    let last = (facts.grid.height - 1, facts.grid.width - 1);
    [o.top == 0, o.left == 0, o.bottom == last.0, o.right == last.1]
        .into_iter()
        .filter(|&at| at)
        .count()
}

/// Attributes of a cell within its object.
fn placed(facts: &Facts<'_>, o: &Object, at: usize, width: usize, what: usize) -> i8 {
    let (r, c) = (at / width - o.top, at % width - o.left);
    let (below, right) = (o.height() - 1 - r, o.width() - 1 - c);
    let border = r.min(below).min(c).min(right);
    small(match what {
        17 => r,
        18 => c,
        19 => below,
        20 => right,
        21 => (border == 0) as usize,
        22 => (r.min(below) == 0 && c.min(right) == 0) as usize,
        23 => (r.abs_diff(below) <= 1 && c.abs_diff(right) <= 1) as usize,
        24 => border,
        25 => r % 2,
        26 => c % 2,
        27 => (r + c) % 2,
        40 => (facts.grid.cells[at] == o.main) as usize,
        54 => (facts.grid.cells[at] == o.rare) as usize,
        _ => border % 2,
    })
}
