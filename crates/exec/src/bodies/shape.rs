//! Shapes of bodies: bitmaps of their boxes, symmetries, holes, names that are equal for equal shapes.

use super::{Body, Cell};

/// A body's box as a bitmap; with `coloured`, cells hold colour + 1 instead of 1.
pub struct Bitmap {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Rows one after the other; 0 where the body has no cell.
    pub cells: Vec<u8>,
}

impl Bitmap {
    /// Of a body.
    pub fn of(body: &Body, coloured: bool) -> Bitmap {
        let (height, width) = (body.height().max(0) as usize, body.width().max(0) as usize);
        let mut cells = vec![0; height * width];
        for &(r, c, v) in &body.cells {
            cells[(r - body.top) as usize * width + (c - body.left) as usize] =
                if coloured { v + 1 } else { 1 };
        }
        Bitmap { height, width, cells }
    }

    /// Turned: bit 0 flips rows, bit 1 flips columns, bit 2 transposes first.
    pub fn turned(&self, how: usize) -> Bitmap {
        let (height, width) =
            if how & 4 != 0 { (self.width, self.height) } else { (self.height, self.width) };
        let mut cells = Vec::with_capacity(self.cells.len());
        for r in 0..height {
            for c in 0..width {
                let r = if how & 1 != 0 { height - 1 - r } else { r };
                let c = if how & 2 != 0 { width - 1 - c } else { c };
                let at = if how & 4 != 0 { c * self.width + r } else { r * self.width + c };
                cells.push(self.cells[at]);
            }
        }
        Bitmap { height, width, cells }
    }

    /// The same made as small as whole scaling allows.
    pub fn reduced(&self) -> Bitmap {
        let most = self.height.min(self.width);
        let scale = (2..=most).rev().find(|&k| self.is_scaled(k)).unwrap_or(1);
        let (height, width) = (self.height / scale, self.width / scale);
        let at = |i: usize| self.cells[(i / width) * scale * self.width + (i % width) * scale];
        Bitmap { height, width, cells: (0..height * width).map(at).collect() }
    }

    fn is_scaled(&self, k: usize) -> bool {
        let fits = self.height.is_multiple_of(k) && self.width.is_multiple_of(k);
        fits && (0..self.cells.len()).all(|i| {
            let (r, c) = (i / self.width, i % self.width);
            self.cells[i] == self.cells[r / k * k * self.width + c / k * k]
        })
    }

    /// A number below 2^30 that is equal for equal bitmaps.
    pub fn name(&self) -> i64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut add = |byte: u8| hash = (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3);
        add(self.height as u8);
        add(self.width as u8);
        self.cells.iter().for_each(|&c| add(c));
        ((hash ^ hash >> 31) & 0x3fff_ffff) as i64
    }

    /// The smallest of the names of all eight symmetries.
    pub fn free_name(&self) -> i64 {
        (0..8).map(|how| self.turned(how).name()).min().unwrap_or(0)
    }

    /// Whether a symmetry leaves it as it is.
    pub fn symmetric(&self, how: usize) -> bool {
        let other = self.turned(how);
        other.height == self.height && other.cells == self.cells
    }
}

/// Parts of the box's other cells that do not reach the box's edge, each as places (colour 0).
pub fn holes(body: &Body) -> Vec<Vec<Cell>> {
    let map = Bitmap::of(body, false);
    let mut seen: Vec<bool> = map.cells.iter().map(|&c| c != 0).collect();
    let mut holes = Vec::new();
    for start in 0..seen.len() {
        if seen[start] {
            continue;
        }
        let places = flood(&map, &mut seen, start);
        let inner = |&at: &usize| {
            let (r, c) = (at / map.width, at % map.width);
            r > 0 && c > 0 && r + 1 < map.height && c + 1 < map.width
        };
        if places.iter().all(inner) {
            let cell = |&at: &usize| {
                (body.top + (at / map.width) as i16, body.left + (at % map.width) as i16, 0)
            };
            holes.push(places.iter().map(cell).collect());
        }
    }
    holes
}

fn flood(map: &Bitmap, seen: &mut [bool], start: usize) -> Vec<usize> {
    seen[start] = true;
    let (mut places, mut next) = (vec![start], 0);
    while next < places.len() {
        let (r, c) = (places[next] / map.width, places[next] % map.width);
        let mut visit = |r: usize, c: usize| {
            let at = r * map.width + c;
            if r < map.height && c < map.width && !seen[at] {
                seen[at] = true;
                places.push(at);
            }
        };
        visit(r.wrapping_sub(1).min(map.height), c);
        visit(r, c.wrapping_sub(1).min(map.width));
        visit(r, c + 1);
        visit(r + 1, c);
        next += 1;
    }
    places
}
