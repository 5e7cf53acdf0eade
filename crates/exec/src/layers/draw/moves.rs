//! What moves on a layer: cells and objects that fall, objects that another one attracts.

use super::canvas;
use crate::layers::lists::regions::{Bounds, Regions, Step};
use crate::layers::{Desk, Layer, MAX_AREA};

/// A layer seen as lines that end at the floor.
#[derive(Clone, Copy)]
struct Lines {
    count: usize,
    length: usize,
    /// The cell of the first line at the floor, the way to the next line and that away from the floor.
    start: usize,
    next: usize,
    away: isize,
}

impl Lines {
    /// The floor is below (0), above (1), to the left (2) or to the right (3).
    fn new(x: Layer<'_>, k: i32) -> Option<Lines> {
        let (height, width, down) = (x.height, x.width, x.width as isize);
        Some(match k {
            0 => Lines {
                count: width,
                length: height,
                start: (height - 1) * width,
                next: 1,
                away: -down,
            },
            1 => Lines { count: width, length: height, start: 0, next: 1, away: down },
            2 => Lines { count: height, length: width, start: 0, next: width, away: 1 },
            3 => Lines { count: height, length: width, start: width - 1, next: width, away: -1 },
            _ => return None,
        })
    }

    /// The cell of a line at some distance from the floor.
    #[inline]
    fn cell(&self, line: usize, distance: usize) -> usize {
        (self.start + line * self.next).wrapping_add_signed(distance as isize * self.away)
    }
}

/// Every set cell falls by itself: down (0), up (1), to the left (2) or to the right (3).
pub fn fall(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let lines = Lines::new(x, k)?;
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    for line in 0..lines.count {
        let (mut at, mut to) = (lines.cell(line, 0), lines.cell(line, 0));
        for _ in 0..lines.length {
            let colour = x.cells[at];
            if colour != 0 {
                out[to] = colour;
                to = to.wrapping_add_signed(lines.away);
            }
            at = at.wrapping_add_signed(lines.away);
        }
    }
    Some(())
}

/// Objects (set cells with diagonal contact) fall as rigid bodies until something holds them up;
/// directions as for `fall`.
pub fn fall_whole(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let lines = Lines::new(x, k)?;
    let regions = Regions::set(x, true);
    let drops = drops(lines, &regions);
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    for line in 0..lines.count {
        for distance in 0..lines.length {
            let cell = lines.cell(line, distance);
            if x.cells[cell] != 0 {
                let drop = drops[regions.label[cell] as usize] as usize;
                out[lines.cell(line, distance.saturating_sub(drop))] = x.cells[cell];
            }
        }
    }
    Some(())
}

/// How far each object falls. An object falls at most the gap below it more than what is below
/// falls; the greatest such distances are found by lowering them until all hold. Objects that hook
/// into each other then fall together.
fn drops(lines: Lines, regions: &Regions) -> [u8; MAX_AREA + 1] {
    let mut drops = [lines.length as u8; MAX_AREA + 1];
    // The floor does not fall.
    drops[0] = 0;
    let mut settled = false;
    while !settled {
        settled = true;
        for line in 0..lines.count {
            let (mut below, mut gap) = (0, 0);
            for distance in 0..lines.length {
                let object = regions.label[lines.cell(line, distance)] as usize;
                if object == 0 {
                    gap += 1;
                    continue;
                }
                let most = gap + drops[below];
                if object != below && most < drops[object] {
                    drops[object] = most;
                    settled = false;
                }
                (below, gap) = (object, 0);
            }
        }
    }
    drops
}

/// Every object (one colour, diagonal contact) beside, above or below the largest one moves
/// straight to it until they touch, the nearest first; later ones stop at earlier ones. The others
/// stay.
pub fn attract(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let regions = Regions::coloured(x, true);
    if k != 0 || regions.count < 2 {
        return None;
    }
    let (sizes, bounds) = (regions.sizes(), regions.bounds(x));
    let target = (1..=regions.count).rev().max_by_key(|&number| sizes[number])?;
    let mut stop = [false; MAX_AREA];
    stop.iter_mut().zip(&regions.label).for_each(|(s, &label)| *s = label as usize == target);

    let mut movers = [(0u8, 0u16); MAX_AREA];
    let mut count = 0;
    let out = canvas(x, desk)?;
    for number in (1..=regions.count).filter(|&number| number != target) {
        let Some(step) = heading(bounds[number], bounds[target]) else { continue };
        let way = free_way(x, &regions, number, bounds[number], step, &stop);
        movers[count] = (way, number as u16);
        count += 1;
        own_cells(x, &regions, number, bounds[number]).for_each(|(r, c)| out[r * x.width + c] = 0);
    }
    let movers = &mut movers[..count];
    movers.sort_unstable();
    for number in movers.iter().map(|&(_, number)| number as usize) {
        let Some(step) = heading(bounds[number], bounds[target]) else { continue };
        let way = free_way(x, &regions, number, bounds[number], step, &stop) as isize;
        for (r, c) in own_cells(x, &regions, number, bounds[number]) {
            let (row, col) =
                (r.wrapping_add_signed(way * step.0), c.wrapping_add_signed(way * step.1));
            out[row * x.width + col] = x.at(r, c);
            stop[row * x.width + col] = true;
        }
    }
    Some(())
}

/// The direction from a box to another one that shares rows or columns with it, but not both.
fn heading(from: Bounds, to: Bounds) -> Option<Step> {
    let rows = from.top <= to.bottom && to.top <= from.bottom;
    let cols = from.left <= to.right && to.left <= from.right;
    match (rows, cols) {
        (true, false) => Some((0, if from.right < to.left { 1 } else { -1 })),
        (false, true) => Some((if from.bottom < to.top { 1 } else { -1 }, 0)),
        _ => None,
    }
}

/// The cells of a region.
fn own_cells<'r>(
    x: Layer<'r>,
    regions: &'r Regions,
    number: usize,
    bounds: Bounds,
) -> impl Iterator<Item = (usize, usize)> + 'r {
    let places = bounds.rows().flat_map(move |r| bounds.cols().map(move |c| (r, c)));
    places.filter(move |&(r, c)| regions.label[r * x.width + c] as usize == number)
}

/// How many steps a region can go before one of its cells is stopped or leaves the layer.
fn free_way(
    x: Layer<'_>,
    regions: &Regions,
    number: usize,
    bounds: Bounds,
    (down, right): Step,
    stop: &[bool; MAX_AREA],
) -> u8 {
    let way = |(mut r, mut c): (usize, usize)| {
        let mut way = 0;
        loop {
            (r, c) = (r.wrapping_add_signed(down), c.wrapping_add_signed(right));
            if r >= x.height || c >= x.width || stop[r * x.width + c] {
                return way;
            }
            way += 1;
        }
    };
    own_cells(x, regions, number, bounds).map(way).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::testing::Picture;

    #[test]
    fn nothing_gets_lost() {
        let is_near = |p: &Picture| p.layer().row.unsigned_abs() < 1000;
        for p in (0..300).map(Picture::random).filter(is_near) {
            let mut desk = Desk::new();
            for k in 0..4 {
                desk.clear();
                assert_eq!(fall(p.layer(), k, &mut desk), Some(()));
                assert_eq!(fall_whole(p.layer(), k, &mut desk), Some(()));
                assert!(desk.layers().all(|x| x.counts() == p.layer().counts()));
            }
        }
    }
}
