//! Which features there are, in groups, and which groups are tried together.

use exec::planes::{self, Kind, TABLE};

use super::frame::{Base, Frame};

/// Sorts of features that are tried together or not at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Group {
    /// The cell's own colour and its rank; facts about the grid.
    Own,
    /// The eight neighbours.
    Near,
    /// The 16 cells around those.
    Far,
    /// Counts of neighbours.
    Kin,
    /// Positions.
    Place,
    /// Mirrored cells.
    Mirror,
    /// What is seen.
    Ray,
    /// Rows, columns, diagonals.
    Line,
    /// Objects of one colour, by sides.
    Sides,
    /// Objects of one colour.
    Corners,
    /// Objects of any colours.
    Any,
    /// Boxes of objects.
    Boxes,
    /// Areas of background.
    Ground,
    /// Areas of one colour, background included.
    Areas,
    /// What lies between lines that cross the grid.
    Panes,
    /// Patterns.
    Period,
}

/// Groups that are tried together, beside [`Group::Own`].
pub static UNIONS: &[&[Group]] = {
    use Group::*;
    &[
        &[],
        &[Near],
        &[Kin],
        &[Ray],
        &[Sides],
        &[Corners],
        &[Any],
        &[Ground],
        &[Period],
        &[Panes],
        &[Mirror],
        &[Line],
        &[Place],
        &[Boxes],
        &[Areas],
        &[Kin, Panes],
        &[Near, Kin],
        &[Near, Far, Kin],
        &[Kin, Ray],
        &[Kin, Corners],
        &[Kin, Ground],
        &[Ray, Line],
        &[Ray, Corners],
        &[Ray, Ground],
        &[Line, Place],
        &[Corners, Boxes],
        &[Corners, Ground, Any],
        &[Corners, Any, Boxes, Areas, Ground],
        &[Near, Kin, Ray],
        &[Ray, Place],
        &[Corners, Place],
        &[Near, Kin, Place, Ray, Line],
        &[Near, Kin, Ray, Corners, Ground],
        &[
            Near, Far, Kin, Place, Mirror, Ray, Line, Sides, Corners, Any, Boxes, Ground, Areas,
            Panes, Period,
        ],
    ]
};

/// One feature of one base of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The base.
    pub base: usize,
    /// The family.
    pub code: u8,
    /// Its number.
    pub k: i32,
    /// What it is tried with.
    pub group: Group,
    /// What its numbers mean.
    pub kind: Kind,
    /// How far-fetched it is, in bits.
    pub cost: f32,
}

/// All features of a frame. `hides` are colours that may hide patterns.
pub fn features(frame: &Frame, hides: &[i8]) -> Vec<Feature> {
    let mut all = Vec::new();
    let alone = frame.len() == 1;
    for (base, kind) in frame.iter().enumerate() {
        for family in TABLE {
            for k in 0..family.count {
                let (group, cost) = grouped(family.code, k, hides);
                let wanted =
                    if alone { group.is_some() } else { in_frame(kind, base, family.code, k) };
                if wanted {
                    let group = if alone {
                        group.unwrap_or(Group::Own)
                    } else {
                        group_of(base, family.code, k)
                    };
                    let cost = cost + if alone { 0.0 } else { 0.2 * base as f32 };
                    all.push(Feature {
                        base,
                        code: family.code,
                        k,
                        group,
                        kind: (family.kind)(k),
                        cost,
                    });
                }
            }
        }
    }
    all.sort_by_key(|f| f.group as u8);
    all
}

/// Features of a base among others.
fn in_frame(kind: &Base, base: usize, code: u8, k: i32) -> bool {
    let summary = matches!(kind, Base::Block { .. } | Base::Lattice { .. });
    match code {
        planes::NEAR => k == 12 || (!summary && matches!(k, 6..9 | 11..14 | 16..19)),
        planes::PLACE | planes::WHOLE => base == 0,
        planes::RANK => matches!(k, 4 | 9 | 10),
        planes::KIN => !summary && matches!(k, 0..6),
        _ => false,
    }
}

fn group_of(base: usize, code: u8, k: i32) -> Group {
    match (code, k) {
        (planes::NEAR, 12) | (planes::WHOLE, _) => Group::Own,
        (planes::RANK, 4 | 9) if base == 0 => Group::Own,
        (planes::NEAR, _) => Group::Near,
        (planes::PLACE, _) => Group::Place,
        _ => Group::Kin,
    }
}

/// Group and cost of a feature of a single base.
fn grouped(code: u8, k: i32, hides: &[i8]) -> (Option<Group>, f32) {
    let late = k as f32 * 0.01;
    let (group, cost) = match code {
        planes::NEAR if k == 12 => (Group::Own, 0.0),
        planes::NEAR if matches!(k, 6..9 | 11..14 | 16..19) => {
            (Group::Near, if k % 5 == 2 || k / 5 == 2 { 1.0 } else { 1.5 })
        }
        planes::NEAR => (Group::Far, 3.0),
        planes::KIN => (Group::Kin, 1.0 + late),
        planes::PLACE => (Group::Place, 1.5 + 2.0 * late),
        planes::MIRROR => (Group::Mirror, 1.5 + late),
        planes::RAY => (Group::Ray, 1.5 + late),
        planes::LINE => (Group::Line, 2.0 + late),
        planes::WHOLE => (Group::Own, 4.0 + late),
        planes::RANK if matches!(k, 4 | 9 | 11) => (Group::Own, 0.5 + late),
        planes::RANK if k == 10 => (Group::Own, 3.0),
        planes::RANK => (Group::Near, 2.0),
        planes::PERIOD => {
            return (
                hides.contains(&((k / planes::PERIODS) as i8)).then_some(Group::Period),
                2.0 + late,
            );
        }
        _ => return object(k),
    };
    (Some(group), cost)
}

fn object(k: i32) -> (Option<Group>, f32) {
    let (way, what) = (k / planes::ATTRIBUTES, k % planes::ATTRIBUTES);
    let (group, cost) = match way {
        0 => (Group::Sides, 1.0),
        1 => (Group::Corners, 1.0),
        2 => (Group::Any, 1.3),
        3 => (Group::Boxes, 1.6),
        4 => (Group::Ground, 1.0),
        5 => (Group::Ground, 1.8),
        6 => (Group::Areas, 1.6),
        _ => (Group::Panes, 1.2),
    };
    (Some(group), cost + what as f32 * 0.03)
}
