//! Functions that look at colours: which cells stay, and what colour they get.

pub use super::shape::by_neighbour_count;
use super::shape::{AROUND, Padded};
use super::{Desk, Layer};

/// Writes a layer of the same place and size, each cell made from the one of `x`.
fn map(x: Layer<'_>, desk: &mut Desk, f: impl Fn(u8) -> u8) -> Option<()> {
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    for (to, &from) in out.iter_mut().zip(x.cells) {
        *to = f(from);
    }
    Some(())
}

/// Like `map`, but does not apply if nothing is left.
fn map_some(x: Layer<'_>, desk: &mut Desk, f: impl Fn(u8) -> u8) -> Option<()> {
    x.cells.iter().any(|&c| f(c) != 0).then_some(())?;
    map(x, desk, f)
}

/// A parameter as a colour but 0.
fn colour(k: i32) -> Option<u8> {
    (1..=9).contains(&k).then_some(k as u8)
}

/// The colour of this rank among those but 0, 0 the most common, -1 the least common; nothing if
/// another one is as common.
fn ranked(x: Layer<'_>, k: i32) -> Option<u8> {
    let counts = x.counts();
    let mut order = [1u8, 2, 3, 4, 5, 6, 7, 8, 9];
    order.sort_by_key(|&c| std::cmp::Reverse(counts[c as usize]));
    let present = order.iter().take_while(|&&c| counts[c as usize] > 0).count();
    let rank = if k < 0 { present as i64 + i64::from(k) } else { i64::from(k) };
    let found = *order[..present].get(usize::try_from(rank).ok()?)?;
    let rivals = order[..present].iter().filter(|&&c| counts[c as usize] == counts[found as usize]);
    (rivals.count() == 1).then_some(found)
}

/// Only cells of colour `k` stay.
pub fn keep(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let kept = colour(k)?;
    map_some(x, desk, |c| if c == kept { c } else { 0 })
}

/// Cells of colour `k` go.
pub fn drop(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let gone = colour(k)?;
    map_some(x, desk, |c| if c == gone { 0 } else { c })
}

/// Only the `k`-th most common colour stays; negative: counted from the least common one.
pub fn common(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    keep(x, ranked(x, k)?.into(), desk)
}

/// The `k`-th most common colour goes; negative: counted from the least common one.
pub fn without_common(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    drop(x, ranked(x, k)?.into(), desk)
}

/// Empty cells get the main colour and the others become empty; an empty layer gets colour 1.
pub fn invert(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ink = x.main_colour().max(1);
    map_some(x, desk, |c| if c == 0 { ink } else { 0 })
}

/// A single cell of the layer's colour: 0 its most common one but 0, 1 the most common of all if that
/// is not 0, 2 its least common one.
pub fn majority(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let found = match k {
        0 => x.main_colour(),
        1 => most_common(x),
        2 => ranked(x, -1)?,
        _ => return None,
    };
    (found != 0).then_some(())?;
    desk.sheet(x.row, x.col, 1, 1)?[0] = found;
    Some(())
}

/// The most common colour, 0 included, the smaller one of equals.
fn most_common(x: Layer<'_>) -> u8 {
    let counts = x.counts();
    (0..10).rev().max_by_key(|&c| counts[c]).unwrap_or(0) as u8
}

/// All set cells get colour `k`.
pub fn recolour(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ink = colour(k)?;
    map_some(x, desk, |c| if c == 0 { 0 } else { ink })
}

/// Makes the background transparent: exchanges the most common colour with 0, if it is not 0.
pub fn unground(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ground = most_common(x);
    (ground != 0).then_some(())?;
    map_some(x, desk, |c| match c {
        0 => ground,
        _ if c == ground => 0,
        _ => c,
    })
}

/// Exchanges the colours of a layer that has exactly two.
pub fn exchange(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let counts = x.counts();
    let mut present = (1..10u8).filter(|&c| counts[c as usize] > 0);
    let (one, other) = (present.next()?, present.next()?);
    present.next().is_none().then_some(())?;
    map(x, desk, |c| match c {
        0 => 0,
        _ if c == one => other,
        _ => one,
    })
}

/// Empty cells get colour `k`.
pub fn fillzero(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ink = colour(k)?;
    map(x, desk, |c| if c == 0 { ink } else { c })
}

/// Takes noise away: 0 removes cells without a neighbour of their colour, all eight counted; 1 gives
/// cells the colour that at least five of their neighbours share.
pub fn denoise(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    // Outside is no colour at all: otherwise the rim would be smoothed away.
    let padded = Padded::new(x, u8::MAX);
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    match k {
        0 => padded.map(out, |c, near| if c != 0 && near.any(&AROUND, c) { c } else { 0 }),
        1 => padded.map(out, |c, near| {
            // Three more make five or more show in the highest of the four bits.
            let five = near.tally(&AROUND).wrapping_add(0x33_3333_3333) & 0x88_8888_8888;
            if five == 0 { c } else { five.trailing_zeros() as u8 / 4 }
        }),
        _ => return None,
    }
    out.iter().any(|&c| c != 0).then_some(())
}
