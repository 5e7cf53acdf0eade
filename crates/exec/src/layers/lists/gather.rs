//! Making one layer of a list.

use super::{order, size, unordered};
use crate::layers::{Desk, Layer, MAX_LIST, MAX_SIDE};

/// Paints the set cells of a layer at a place of a larger picture, which it must fit in.
fn paste(x: Layer<'_>, (row, col): (usize, usize), out: &mut [u8], width: usize) {
    for (line, cells) in out.chunks_exact_mut(width).skip(row).zip(x.rows()) {
        for (to, &cell) in line[col..].iter_mut().zip(cells) {
            if cell != 0 {
                *to = cell;
            }
        }
    }
}

/// First row and column of all, and those after the last.
fn union(list: &[Layer<'_>]) -> Option<[i32; 4]> {
    let first = |of: fn(&Layer<'_>) -> i32| list.iter().map(of).min();
    let last = |of: fn(&Layer<'_>) -> i32| list.iter().map(of).max();
    Some([first(top)?, first(left)?, last(bottom)?, last(right)?])
}

fn top(x: &Layer<'_>) -> i32 {
    x.row as i32
}

fn left(x: &Layer<'_>) -> i32 {
    x.col as i32
}

fn bottom(x: &Layer<'_>) -> i32 {
    x.row as i32 + x.height as i32
}

fn right(x: &Layer<'_>) -> i32 {
    x.col as i32 + x.width as i32
}

/// All elements where they lie: 0 later ones over earlier ones, 1 small ones over big ones, 2 big
/// ones over small ones, by set cells.
pub fn overlay(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let order = match k {
        0 => unordered(list)?,
        1 => order(list, |x| -size(x))?,
        2 => order(list, size)?,
        _ => return None,
    };
    let [row, col, end_row, end_col] = union(list)?;
    let (height, width) = ((end_row - row) as usize, (end_col - col) as usize);
    let out = desk.sheet(row as i16, col as i16, height, width)?;
    for x in order[..list.len()].iter().map(|&i| list[i as usize]) {
        paste(x, ((top(&x) - row) as usize, (left(&x) - col) as usize), out, width);
    }
    Some(())
}

/// All elements in line: 0 from left to right, 1 from top to bottom, 2 along the axis in which they
/// lie apart, 3 and 4 as 0 and 1 by set cells ascending, 5 and 6 descending. Shorter ones are filled
/// up with transparent cells.
pub fn join(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let (order, across) = match k {
        0 | 1 => (unordered(list)?, k == 0),
        2 => by_place(list)?,
        3 | 4 => (order(list, size)?, k == 3),
        5 | 6 => (order(list, |x| -size(x))?, k == 5),
        _ => return None,
    };
    let sum = |of: fn(&Layer<'_>) -> usize| list.iter().map(of).sum::<usize>();
    let most = |of: fn(&Layer<'_>) -> usize| list.iter().map(of).max();
    let (height, width) = if across {
        (most(|x| x.height)?, sum(|x| x.width))
    } else {
        (sum(|x| x.height), most(|x| x.width)?)
    };
    let out = desk.sheet(0, 0, height, width)?;
    let mut at = 0;
    for x in order[..list.len()].iter().map(|&i| list[i as usize]) {
        paste(x, if across { (0, at) } else { (at, 0) }, out, width);
        at += if across { x.width } else { x.height };
    }
    Some(())
}

/// The order along the axis in which the elements do not overlap, and whether that goes across.
fn by_place(list: &[Layer<'_>]) -> Option<([u16; MAX_LIST], bool)> {
    let (across, down) = (order(list, |x| x.col as i64)?, order(list, |x| x.row as i64)?);
    let apart = |order: &[u16; MAX_LIST],
                 start: fn(&Layer<'_>) -> i32,
                 end: fn(&Layer<'_>) -> i32| {
        let pairs = order[..list.len()].windows(2);
        pairs.map(|p| (&list[p[0] as usize], &list[p[1] as usize])).all(|(a, b)| end(a) <= start(b))
    };
    if apart(&across, left, right) {
        Some((across, true))
    } else if apart(&down, top, bottom) {
        Some((down, false))
    } else {
        None
    }
}

/// All elements on top of each other at one place: 0 later ones over earlier ones, 1 cells that all
/// have set, in the colours of the first, 2 cells that an odd number has set, in the colour of the
/// first of them, 3 cells that exactly one has set, 4 cells that none has set, in the main colour of
/// the first.
pub fn pile(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    if !(0..=4).contains(&k) || list.len() > MAX_LIST {
        return None;
    }
    let height = list.iter().map(|x| x.height).max()?;
    let width = list.iter().map(|x| x.width).max()?;
    let none = list[0].main_colour();
    let out = desk.sheet(0, 0, height, width)?;
    for (i, cell) in out.iter_mut().enumerate() {
        let (row, col) = ((i / width) as isize, (i % width) as isize);
        let (mut first, mut last, mut count) = (0, 0, 0);
        for colour in list.iter().map(|x| x.get(row, col)).filter(|&colour| colour != 0) {
            first = if count == 0 { colour } else { first };
            last = colour;
            count += 1;
        }
        *cell = match k {
            0 => last,
            1 if count == list.len() => first,
            2 if count % 2 == 1 => first,
            3 if count == 1 => first,
            4 if count == 0 => none,
            _ => 0,
        };
    }
    Some(())
}

/// A cell of its main colour for each element, arranged as the elements lie. Elements that overlap
/// in rows share a row; nothing if two of them get the same cell.
pub fn grid(list: &[Layer<'_>], _: i32, desk: &mut Desk) -> Option<()> {
    let (rows, height) = bands(list, top, bottom)?;
    let (cols, width) = bands(list, left, right)?;
    let mut taken = [false; MAX_SIDE * MAX_SIDE];
    let out = desk.sheet(0, 0, height, width)?;
    for (i, x) in list.iter().enumerate() {
        let cell = rows[i] as usize * width + cols[i] as usize;
        if std::mem::replace(&mut taken[cell], true) {
            return None;
        }
        out[cell] = x.main_colour();
    }
    Some(())
}

/// The bands of rows or columns that elements lie in, numbered from 0, and how many there are.
fn bands(
    list: &[Layer<'_>],
    start: fn(&Layer<'_>) -> i32,
    end: fn(&Layer<'_>) -> i32,
) -> Option<([u8; MAX_LIST], usize)> {
    let order = order(list, |x| start(&x) as i64)?;
    let mut bands = [0; MAX_LIST];
    let (mut count, mut reach) = (0, i32::MIN);
    for i in order[..list.len()].iter().map(|&i| i as usize) {
        if start(&list[i]) >= reach {
            count += 1;
        }
        reach = reach.max(end(&list[i]));
        bands[i] = count - 1;
    }
    Some((bands, count as usize))
}
