//! Colours by what they are in a picture: numbers in their place, where their order matters and not their names.

use super::Layer;

/// What colours are ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Feature {
    /// Number of cells, most first.
    Count = 0,
    /// Number of 4-connected objects, fewest first.
    Objects = 1,
    /// First row with the colour, topmost first.
    Top = 2,
    /// First column with the colour, leftmost first.
    Left = 3,
    /// Area of the box around all cells, largest first.
    Box = 4,
    /// Cells of the largest object, largest first.
    Largest = 5,
}

impl Feature {
    /// All of them, in the order of their numbers.
    pub const ALL: [Feature; 6] = [
        Feature::Count,
        Feature::Objects,
        Feature::Top,
        Feature::Left,
        Feature::Box,
        Feature::Largest,
    ];
}

/// From colours to numbers, or back.
pub type Map = [u8; 10];

/// The colours of a picture but 0, by a feature; equal ones by colour.
pub fn order(x: Layer<'_>, feature: Feature) -> Vec<u8> {
    let mut colours: Vec<u8> = (1..10).filter(|c| x.cells.contains(c)).collect();
    let values = values(x, feature);
    colours.sort_by_key(|&c| (values[c as usize], c));
    colours
}

/// Colour to number: 0 stays, colours of the order are 1, 2, …, extra colours 9, 8, …; the rest fill the gaps as far
/// as there are any, and are 0 then. Nothing if colours of the order and extra ones are more than nine.
pub fn numbers(order: &[u8], extra: &[u8]) -> Option<Map> {
    if order.len() + extra.len() > 9 {
        return None;
    }
    let mut map = [u8::MAX; 10];
    map[0] = 0;
    let mut used = [false; 10];
    for (i, &c) in extra.iter().enumerate() {
        map[c as usize] = 9 - i as u8;
        used[9 - i] = true;
    }
    for (i, &c) in order.iter().enumerate() {
        // An extra colour that this input has keeps its rank: the other number stays unused here.
        map[c as usize] = 1 + i as u8;
        used[1 + i] = true;
    }
    let mut free = (1..10).filter(|&n| !used[n as usize]);
    for to in map.iter_mut().filter(|to| **to == u8::MAX) {
        *to = free.next().unwrap_or(0);
    }
    Some(map)
}

/// Number to colour; 0 for numbers that no colour has.
pub fn inverse(map: &Map) -> Map {
    let mut back = [0; 10];
    for (c, &n) in map.iter().enumerate().filter(|&(_, &n)| n != 0) {
        back[n as usize] = c as u8;
    }
    back
}

/// What each colour is ordered by, smallest first.
pub fn values(x: Layer<'_>, feature: Feature) -> [i32; 10] {
    let mut values = [0; 10];
    for c in 1..10u8 {
        values[c as usize] = match feature {
            Feature::Count => -(x.cells.iter().filter(|&&cell| cell == c).count() as i32),
            Feature::Objects => objects(x, c).0,
            Feature::Largest => -objects(x, c).1,
            Feature::Top => bounds(x, c).map_or(0, |b| b[0]),
            Feature::Left => bounds(x, c).map_or(0, |b| b[2]),
            Feature::Box => bounds(x, c).map_or(0, |b| -(b[1] - b[0] + 1) * (b[3] - b[2] + 1)),
        };
    }
    values
}

/// First and last row, first and last column of a colour.
fn bounds(x: Layer<'_>, colour: u8) -> Option<[i32; 4]> {
    let mut bounds: Option<[i32; 4]> = None;
    for (i, _) in x.cells.iter().enumerate().filter(|&(_, &c)| c == colour) {
        let (r, c) = ((i / x.width) as i32, (i % x.width) as i32);
        let b = bounds.get_or_insert([r, r, c, c]);
        *b = [b[0].min(r), b[1].max(r), b[2].min(c), b[3].max(c)];
    }
    bounds
}

/// Number of 4-connected objects of a colour, and the size of the largest one.
fn objects(x: Layer<'_>, colour: u8) -> (i32, i32) {
    let mut seen = vec![false; x.cells.len()];
    let (mut count, mut largest, mut stack) = (0, 0, Vec::new());
    for start in 0..seen.len() {
        if seen[start] || x.cells[start] != colour {
            continue;
        }
        count += 1;
        let mut size = 0;
        seen[start] = true;
        stack.push(start);
        while let Some(at) = stack.pop() {
            size += 1;
            let (r, c) = ((at / x.width) as isize, (at % x.width) as isize);
            for (r, c) in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
                // Outside is 0, which is not looked for.
                if x.get(r, c) == colour {
                    let next = r as usize * x.width + c as usize;
                    if !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                    }
                }
            }
        }
        largest = largest.max(size);
    }
    (count, largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: [u8; 12] = [
        0, 3, 3, 0, //
        5, 0, 0, 3, //
        5, 5, 5, 7, //
    ];

    fn picture() -> Layer<'static> {
        Layer { row: 0, col: 0, height: 3, width: 4, cells: &CELLS }
    }

    #[test]
    fn features_order_colours() {
        let orders = Feature::ALL.map(|feature| order(picture(), feature));
        let wanted = [[5, 3, 7], [5, 7, 3], [3, 5, 7], [5, 3, 7], [3, 5, 7], [5, 3, 7]];
        assert_eq!(orders, wanted);
    }

    #[test]
    fn numbers_and_back() {
        let map = numbers(&[5, 3, 7], &[2]).unwrap();
        assert_eq!((map[5], map[3], map[7], map[2], map[0]), (1, 2, 3, 9, 0));
        let back = inverse(&map);
        assert!((0..10).all(|c| back[map[c] as usize] as usize == c));
        assert!(numbers(&[1, 2, 3, 4, 5, 6, 7, 8], &[9, 8]).is_none());
    }

    #[test]
    fn an_extra_colour_that_is_there_keeps_its_rank() {
        let map = numbers(&[1, 2, 3, 4, 5, 6], &[6, 7, 8]).unwrap();
        assert_eq!((map[6], map[7], map[8], map[9]), (6, 8, 7, 0));
        // What has no number must not take the place of 0.
        assert_eq!(inverse(&map)[0], 0);
    }
}
