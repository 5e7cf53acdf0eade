//! Choosing from a list.

use super::regions::holes;
use super::{order, same_picture, same_shape, size};
use crate::layers::{Desk, Layer, MAX_LIST};

/// How well an element does by a criterion; more is better.
///
/// 0 most and 1 fewest set cells; 2 largest and 3 smallest box; 4 most and 5 fewest colours; 6 most
/// and 7 fewest holes; 8 most and 9 least common picture; 10 most and 11 least symmetric; 12 topmost,
/// 13 bottommost, 14 leftmost, 15 rightmost; 16 most and 17 least common shape; 18 most common and
/// 19 rarest main colour; 20 most cells not of its main colour; 21 densest, 22 sparsest; 24 tallest,
/// 25 widest, 26 longest side. For 18 and 19 see `scores`.
fn score(list: &[Layer<'_>], x: Layer<'_>, k: i32) -> Option<i64> {
    let like = |same: fn(Layer<'_>, Layer<'_>) -> bool| {
        list.iter().filter(|&&other| same(x, other)).count() as i64
    };
    let area = x.cells.len() as i64;
    Some(match k {
        0 => size(x),
        2 => area,
        4 => x.counts()[1..].iter().filter(|&&n| n > 0).count() as i64,
        6 => holes(x) as i64,
        8 => like(same_picture),
        10 => symmetries(x),
        12 => -(x.row as i64),
        13 => x.row as i64 + x.height as i64,
        14 => -(x.col as i64),
        15 => x.col as i64 + x.width as i64,
        16 => like(same_shape),
        20 => size(x) - main_cells(x),
        // Different fractions stay different: no area comes near the root of this number.
        21 => size(x) * 1_000_000_000 / area,
        22 => -score(list, x, 21)?,
        24 => x.height as i64,
        25 => x.width as i64,
        26 => x.height.max(x.width) as i64,
        1 | 3 | 5 | 7 | 9 | 11 | 17 => -score(list, x, k - 1)?,
        _ => return None,
    })
}

/// How many cells have the main colour.
fn main_cells(x: Layer<'_>) -> i64 {
    match x.main_colour() {
        0 => 0,
        colour => x.counts()[colour as usize] as i64,
    }
}

/// Whether two layers have the same main colour.
fn same_colour(a: Layer<'_>, b: Layer<'_>) -> bool {
    a.main_colour() == b.main_colour()
}

/// Whether a layer is its left-right mirror picture.
fn left_right(x: Layer<'_>) -> bool {
    x.rows().all(|row| row.iter().eq(row.iter().rev()))
}

/// How many of the seven ways to turn and mirror a square leave the layer as it is.
fn symmetries(x: Layer<'_>) -> i64 {
    let (down, right) = (x.height - 1, x.width - 1);
    let holds = |from: &dyn Fn(usize, usize) -> u8| {
        x.rows().enumerate().all(|(r, row)| row.iter().enumerate().all(|(c, &a)| a == from(r, c)))
    };
    let flat =
        [left_right(x), x.rows().eq(x.rows().rev()), x.cells.iter().eq(x.cells.iter().rev())];
    let turned = down == right;
    let square = [
        turned && holds(&|r, c| x.at(c, r)),
        turned && holds(&|r, c| x.at(down - c, right - r)),
        // A quarter turn either way holds if the other one does.
        turned && holds(&|r, c| x.at(down - c, r)),
        turned && holds(&|r, c| x.at(c, right - r)),
    ];
    flat.into_iter().chain(square).filter(|&holds| holds).count() as i64
}

/// The scores of all elements and the best one of them.
fn scores(list: &[Layer<'_>], k: i32) -> Option<([i64; MAX_LIST], i64)> {
    if list.len() > MAX_LIST {
        return None;
    }
    let mut scores = [i64::MIN; MAX_LIST];
    // Main colours are found once per element, not once per pair.
    let mut colours = [0; MAX_LIST];
    if matches!(k, 18 | 19) {
        colours.iter_mut().zip(list).for_each(|(to, x)| *to = x.main_colour());
    }
    let colours = &colours[..list.len()];
    let alike = |i: usize| colours.iter().filter(|&&c| c == colours[i]).count() as i64;
    for (i, x) in list.iter().enumerate() {
        scores[i] = match k {
            18 => alike(i),
            19 => -alike(i),
            _ => score(list, *x, k)?,
        };
    }
    let most = scores[..list.len()].iter().copied().max()?;
    Some((scores, most))
}

/// Chooses those that are `wanted`; nothing if there are none.
fn choose(list: &[Layer<'_>], desk: &mut Desk, wanted: impl Fn(usize) -> bool) -> Option<()> {
    if list.len() > MAX_LIST {
        return None;
    }
    desk.chosen.extend((0..list.len()).filter(|&i| wanted(i)).map(|i| i as u16));
    (!desk.chosen.is_empty()).then_some(())
}

/// The element that does best by criterion 0..=26 (see `score`), the first of equals; with 100 added
/// nothing if there are equals.
pub fn pick(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let (criterion, alone) = if k >= 100 { (k - 100, true) } else { (k, false) };
    let (scores, most) = scores(list, criterion)?;
    let mut winners = (0..list.len()).filter(|&i| scores[i] == most);
    desk.chosen.push(winners.next()? as u16);
    (!alone || winners.next().is_none()).then_some(())
}

/// The one element that differs while all others agree: 0 in picture, 1 in shape, 2 in main colour,
/// 3 in the size of the box, 4 in being left-right symmetric, 5 in the number of set cells.
pub fn odd(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let same: fn(Layer<'_>, Layer<'_>) -> bool = match k {
        0 => same_picture,
        1 => same_shape,
        2 => same_colour,
        3 => |a, b| (a.height, a.width) == (b.height, b.width),
        4 => |a, b| left_right(a) == left_right(b),
        5 => |a, b| size(a) == size(b),
        _ => return None,
    };
    if !(3..=MAX_LIST).contains(&list.len()) {
        return None;
    }
    // If there is an odd one, at least two of the first three are usual.
    let usual = if same(list[0], list[1]) || same(list[0], list[2]) { list[0] } else { list[1] };
    let mut others = (0..list.len()).filter(|&i| !same(usual, list[i]));
    desk.chosen.push(others.next()? as u16);
    others.next().is_none().then_some(())
}

/// All elements that do best by a criterion (see `score`).
pub fn best(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let (scores, most) = scores(list, k)?;
    choose(list, desk, |i| scores[i] == most)
}

/// All elements but the best.
pub fn rest(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let (scores, most) = scores(list, k)?;
    choose(list, desk, |i| scores[i] != most)
}

/// All elements in another order: 0 fewest set cells first, 1 most first, 2 from left to right,
/// 3 from top to bottom, 4 smallest box first.
pub fn sorted(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let key: fn(Layer<'_>) -> i64 = match k {
        0 => size,
        1 => |x| -size(x),
        2 => |x| x.col as i64,
        3 => |x| x.row as i64,
        4 => |x| x.cells.len() as i64,
        _ => return None,
    };
    desk.chosen.extend_from_slice(&order(list, key)?[..list.len()]);
    Some(())
}

/// The first one of each picture (0) or shape (1).
pub fn unique(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let same = match k {
        0 => same_picture,
        1 => same_shape,
        _ => return None,
    };
    choose(list, desk, |i| !list[..i].iter().any(|&earlier| same(earlier, list[i])))
}

/// Those whose main colour is 1..=9.
pub fn coloured(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    (1..=9).contains(&k).then_some(())?;
    choose(list, desk, |i| list[i].main_colour() as i32 == k)
}

/// Those whose main colour is not the given one of 1..=9.
pub fn other(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    (1..=9).contains(&k).then_some(())?;
    choose(list, desk, |i| list[i].main_colour() as i32 != k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::testing::Picture;

    #[test]
    fn symmetries_are_counted() {
        let count = |rows: &[&str]| symmetries(Picture::new(rows).layer());
        assert_eq!(count(&["1.", ".1"]), 3);
        assert_eq!(count(&["11", "11"]), 7);
        assert_eq!(count(&["121"]), 3);
        assert_eq!(count(&["12"]), 1);
        assert_eq!(count(&["12", "21"]), 3);
    }
}
