//! The size of outputs, as far as demos tell.

use super::bank::Id;
use super::rows::{RowId, Rows, TestRows};
use crate::problem::Problem;

/// How long one side of an output is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Side {
    /// Always the same.
    Constant(usize),
    /// `numerator / denominator * side + plus`, where the side is a row's height or width.
    Of { row: RowId, width: bool, times: (i32, i32), plus: i32 },
}

/// How large outputs are: rows, then columns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SizeRule(pub Side, pub Side);

/// Rows that are looked at: the cheapest ones.
const MOST_ROWS: usize = 400;
/// Rules that are tried.
const MOST_RULES: usize = 2;

/// The simplest rules that hold for all demos.
pub fn rules(problem: &Problem, rows: &Rows<'_>) -> Vec<SizeRule> {
    let heights: Vec<usize> = problem.demos.iter().map(|d| d.output.height).collect();
    let widths: Vec<usize> = problem.demos.iter().map(|d| d.output.width).collect();
    let mut found = Vec::new();
    if problem.same_size() {
        let same = |width| Side::Of { row: RowId(0), width, times: (1, 1), plus: 0 };
        found.push(SizeRule(same(false), same(true)));
    }
    let constant =
        |sides: &[usize]| sides.windows(2).all(|w| w[0] == w[1]).then(|| Side::Constant(sides[0]));
    if let (Some(a), Some(b), false) = (constant(&heights), constant(&widths), problem.same_size())
    {
        found.push(SizeRule(a, b));
    }
    for i in 0..rows.len().min(MOST_ROWS) {
        if found.len() >= MOST_RULES {
            break;
        }
        let row = RowId(i as u32);
        let side = |target: &[usize], width: bool| {
            affine(rows, row, width, target)
                .or_else(|| affine(rows, row, !width, target))
                .or_else(|| constant(target))
        };
        if let (Some(a), Some(b)) = (side(&heights, false), side(&widths, true)) {
            let of_row = |side| matches!(side, Side::Of { .. });
            let rule = SizeRule(a, b);
            if (of_row(a) || of_row(b)) && !found.contains(&rule) {
                found.push(rule);
            }
        }
    }
    found.truncate(MOST_RULES);
    found
}

/// `target = a * side + b` for all demos, with a plain and b small.
fn affine(rows: &Rows<'_>, row: RowId, width: bool, target: &[usize]) -> Option<Side> {
    let info = rows.row(row);
    let mut sides = [0i32; 16];
    let demos = target.len().min(16);
    for (demo, side) in sides.iter_mut().enumerate().take(demos) {
        let id = rows.id(row, demo);
        if id == Id::NONE {
            return None;
        }
        *side = if info.is_list {
            // The number of members can be a size too.
            if width { return None } else { rows.bank(demo).members(id).len() as i32 }
        } else {
            let layer = rows.bank(demo).layer(id);
            (if width { layer.width } else { layer.height }) as i32
        };
    }
    const TIMES: [(i32, i32); 7] = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (5, 1)];
    const PLUS: [i32; 7] = [0, 1, -1, 2, -2, 3, -3];
    for times in TIMES {
        for plus in PLUS {
            let fits = |d: usize| {
                sides[d] * times.0 % times.1 == 0
                    && sides[d] * times.0 / times.1 + plus == target[d] as i32
            };
            if (0..demos).all(fits) {
                return Some(Side::Of { row, width, times, plus });
            }
        }
    }
    None
}

/// The output's size for a test input.
pub fn size_for(
    rule: SizeRule,
    rows: &Rows<'_>,
    test: &mut TestRows<'_>,
) -> Option<(usize, usize)> {
    let mut side = |side: Side| match side {
        Side::Constant(n) => Some(n),
        Side::Of { row, width, times, plus } => {
            let n = if rows.row(row).is_list {
                test.count(rows, row)? as i32
            } else {
                let layer = test.layer(rows, row)?;
                (if width { layer.width } else { layer.height }) as i32
            };
            let n = n * times.0 / times.1 + plus;
            (1..=30).contains(&n).then_some(n as usize)
        }
    };
    Some((side(rule.0)?, side(rule.1)?))
}
