//! Grids cut into objects.

use super::facts::{commonest, rarest_but, slot};
use super::kin::AROUND;
use super::object::Cut;
use super::{Facts, NONE, panes};

/// Mark of a cell that belongs to no object.
pub(super) const NOWHERE: u32 = u32::MAX;

/// A grid cut into objects.
pub(super) struct Segments {
    /// The object of each cell, or [`NOWHERE`].
    pub of: Vec<u32>,
    /// The objects, by their first cells.
    pub objects: Vec<Object>,
}

/// Connected cells, and what is known about them.
pub(super) struct Object {
    /// The cells, in the order in which they were found.
    pub cells: Vec<u32>,
    /// Number of cells; of panes, those that are not background.
    pub size: usize,
    /// How often it has each colour; of panes, background aside.
    pub counts: [usize; 16],
    /// First row of the box.
    pub top: usize,
    /// First column of the box.
    pub left: usize,
    /// Last row of the box.
    pub bottom: usize,
    /// Last column of the box.
    pub right: usize,
    /// Commonest colour.
    pub main: i8,
    /// Rarest colour.
    pub rare: i8,
    /// Number of colours.
    pub colours: usize,
    /// Areas enclosed within the box.
    pub holes: usize,
    /// Other objects of the same shape.
    pub alike: usize,
    /// Other objects of the same main colour.
    pub kin: usize,
    /// Number of larger objects.
    pub larger: usize,
    /// Number of smaller objects.
    pub smaller: usize,
    /// Symmetries: left-right, upside down, swapped.
    pub symmetric: [bool; 3],
    /// Colours of the neighbours outside that are not background.
    pub around: [usize; 16],
    /// Place among the objects from left to right.
    pub from_left: usize,
}

impl Object {
    /// Rows of the box.
    pub fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    /// Columns of the box.
    pub fn width(&self) -> usize {
        self.right - self.left + 1
    }

    /// The box as flags of the object's cells.
    fn mask(&self, width: usize) -> Vec<bool> {
        let mut mask = vec![false; self.height() * self.width()];
        for &at in &self.cells {
            let (r, c) = (at as usize / width, at as usize % width);
            mask[(r - self.top) * self.width() + c - self.left] = true;
        }
        mask
    }
}

/// Cuts a grid in one of the ways of [`Cut`].
pub(super) fn cut(facts: &Facts<'_>, way: usize) -> Segments {
    let panes = Cut::ALL[way] == Cut::Panes;
    let mut segments = if panes { panes::cut(facts) } else { connect(facts, Cut::ALL[way]) };
    let mask = |o: &Object| if panes { panes::mask(facts, o) } else { o.mask(facts.grid.width) };
    let masks: Vec<Vec<bool>> = segments.objects.iter().map(mask).collect();
    for (object, mask) in segments.objects.iter_mut().zip(&masks) {
        object.holes = holes(mask, object.height(), object.width());
        object.symmetric = symmetries(mask, object.height(), object.width());
    }
    compare(&mut segments.objects, &masks);
    look_around(facts, &mut segments);
    if Cut::ALL[way] == Cut::Boxes {
        fill_boxes(facts, &mut segments);
    }
    segments
}

fn connect(facts: &Facts<'_>, cut: Cut) -> Segments {
    let (cells, width) = (facts.grid.cells, facts.grid.width);
    let mut segments = Segments { of: vec![NOWHERE; cells.len()], objects: Vec::new() };
    let around = if cut.corners() { &AROUND[..] } else { &AROUND[..4] };
    for start in 0..cells.len() {
        if segments.of[start] != NOWHERE || !cut.takes(facts, cells[start]) {
            continue;
        }
        let id = segments.objects.len() as u32;
        let mut found = vec![start as u32];
        segments.of[start] = id;
        let mut next = 0;
        while next < found.len() {
            let at = found[next] as usize;
            next += 1;
            for (y, x) in around {
                let (r, c) = ((at / width) as isize + y, (at % width) as isize + x);
                let colour = facts.grid.get(r, c);
                if colour == NONE
                    || !cut.takes(facts, colour)
                    || (cut.one_colour() && colour != cells[at])
                {
                    continue;
                }
                let to = r as usize * width + c as usize;
                if segments.of[to] == NOWHERE {
                    segments.of[to] = id;
                    found.push(to as u32);
                }
            }
        }
        segments.objects.push(object(facts, found));
    }
    segments
}

pub(super) fn object(facts: &Facts<'_>, cells: Vec<u32>) -> Object {
    let width = facts.grid.width;
    let (mut top, mut left, mut bottom, mut right) = (usize::MAX, usize::MAX, 0, 0);
    let mut counts = [0; 16];
    for &at in &cells {
        let (r, c) = (at as usize / width, at as usize % width);
        (top, left, bottom, right) = (top.min(r), left.min(c), bottom.max(r), right.max(c));
        counts[slot(facts.grid.cells[at as usize])] += 1;
    }
    Object {
        size: cells.len(),
        counts,
        cells,
        top,
        left,
        bottom,
        right,
        main: commonest(&counts),
        rare: rarest_but(&counts, NONE),
        colours: counts.iter().filter(|&&n| n > 0).count(),
        holes: 0,
        alike: 0,
        kin: 0,
        larger: 0,
        smaller: 0,
        symmetric: [false; 3],
        around: [0; 16],
        from_left: 0,
    }
}

/// Areas of a mask, connected by sides, that do not reach its border.
fn holes(mask: &[bool], height: usize, width: usize) -> usize {
    if height < 3 || width < 3 || mask.iter().all(|&set| set) {
        return 0;
    }
    let mut seen = mask.to_vec();
    let mut holes = 0;
    for start in 0..mask.len() {
        if seen[start] {
            continue;
        }
        let (mut stack, mut open) = (vec![start], false);
        seen[start] = true;
        while let Some(at) = stack.pop() {
            let (r, c) = (at / width, at % width);
            if r == 0 || c == 0 || r == height - 1 || c == width - 1 {
                open = true;
            }
            let near = [(r > 0, at.wrapping_sub(width)), (c > 0, at.wrapping_sub(1))];
            let far = [(c + 1 < width, at + 1), (r + 1 < height, at + width)];
            for (_, to) in near.into_iter().chain(far).filter(|&(inside, _)| inside) {
                if !seen[to] {
                    seen[to] = true;
                    stack.push(to);
                }
            }
        }
        holes += !open as usize;
    }
    holes
}

fn symmetries(mask: &[bool], height: usize, width: usize) -> [bool; 3] {
    let all = |other: &dyn Fn(usize, usize) -> usize| {
        (0..mask.len()).all(|at| mask[at] == mask[other(at / width, at % width)])
    };
    [
        all(&|r, c| r * width + width - 1 - c),
        all(&|r, c| (height - 1 - r) * width + c),
        height == width && all(&|r, c| c * width + r),
    ]
}

/// What objects are among the others.
fn compare(objects: &mut [Object], masks: &[Vec<bool>]) {
    let mut order: Vec<usize> = (0..objects.len()).collect();
    let shape = |i: usize, objects: &[Object]| (objects[i].height(), objects[i].width());
    order.sort_by(|&a, &b| (shape(a, objects), &masks[a]).cmp(&(shape(b, objects), &masks[b])));
    let same =
        |a: &usize, b: &usize| shape(*a, objects) == shape(*b, objects) && masks[*a] == masks[*b];
    let groups: Vec<(Vec<usize>, usize)> =
        order.chunk_by(same).map(|g| (g.to_vec(), g.len() - 1)).collect();
    for (members, others) in groups {
        members.into_iter().for_each(|i| objects[i].alike = others);
    }
    let mut sizes: Vec<usize> = objects.iter().map(|o| o.size).collect();
    sizes.sort_unstable();
    let mut colours = [0; 16];
    objects.iter().for_each(|o| colours[slot(o.main)] += 1);
    let mut lefts: Vec<(usize, usize)> = objects.iter().map(|o| (o.left, o.top)).collect();
    lefts.sort_unstable();
    for object in objects {
        object.kin = colours[slot(object.main)] - 1;
        object.smaller = sizes.partition_point(|&n| n < object.size);
        object.larger = sizes.len() - sizes.partition_point(|&n| n <= object.size);
        object.from_left = lefts.partition_point(|&p| p < (object.left, object.top));
    }
}

fn look_around(facts: &Facts<'_>, segments: &mut Segments) {
    let width = facts.grid.width.max(1);
    for (id, object) in segments.objects.iter_mut().enumerate() {
        for &at in &object.cells {
            let (r, c) = (at as usize / width, at as usize % width);
            for (y, x) in AROUND {
                let (r, c) = (r as isize + y, c as isize + x);
                let colour = facts.grid.get(r, c);
                if facts.is_ink(colour) && segments.of[r as usize * width + c as usize] != id as u32
                {
                    object.around[slot(colour)] += 1;
                }
            }
        }
    }
}

/// Gives background cells to the smallest box that they lie in.
fn fill_boxes(facts: &Facts<'_>, segments: &mut Segments) {
    let width = facts.grid.width;
    let mut order: Vec<usize> = (0..segments.objects.len()).collect();
    let area = |o: &Object| o.height() * o.width();
    order.sort_by_key(|&i| (area(&segments.objects[i]), i));
    for i in order {
        let object = &segments.objects[i];
        if area(object) == object.cells.len() {
            continue;
        }
        for r in object.top..=object.bottom {
            for c in object.left..=object.right {
                let of = &mut segments.of[r * width + c];
                if *of == NOWHERE {
                    *of = i as u32;
                }
            }
        }
    }
}
