//! Grids with numbers in the place of colours, and back.

use super::read::{grid, number, picture};
use crate::cx::Cx;
use crate::kernels::samples::pairs;
use crate::layers::rank::{self, Feature, Map};
use crate::layers::{Layer, MAX_SIDE};
use crate::value::{Fault, R, Value};

fn feature(v: Value<'_>) -> Result<Feature, Fault> {
    Ok(Feature::ALL[number(v, 0..=Feature::ALL.len() as i64 - 1)? as usize])
}

/// Reads a tuple of colours, each once.
fn extra<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Vec<u8>, Fault> {
    Fault::Type.unless(v.is_tuple())?;
    let colours = cx.items(v)?.map(|colour| colour.int()).collect::<Result<Vec<i64>, _>>()?;
    let sound = |i: usize| (1..=9).contains(&colours[i]) && !colours[..i].contains(&colours[i]);
    match (0..colours.len()).all(sound) {
        true => Ok(colours.into_iter().map(|colour| colour as u8).collect()),
        false => Err(Fault::Domain),
    }
}

fn numbers(input: Layer<'_>, feature: Feature, extra: &[u8]) -> Result<Map, Fault> {
    rank::numbers(&rank::order(input, feature), extra).ok_or(Fault::Domain)
}

fn mapped<'a>(cx: &Cx<'a>, x: Layer<'_>, map: &Map) -> R<'a> {
    picture(cx, x.height, x.width, x.cells.iter().map(|&c| map[c as usize]))
}

/// A grid with its colours numbered by a feature.
pub fn ranked_l<'a>(cx: &Cx<'a>, grid: Value<'a>, feature: Value<'a>) -> R<'a> {
    let x = self::grid(cx, grid, MAX_SIDE)?;
    mapped(cx, x, &numbers(x, self::feature(feature)?, &[])?)
}

/// Samples with colours numbered by a feature of their inputs.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn ranked_pairs_l<'a>(
    cx: &Cx<'a>,
    S: Value<'a>,
    feature: Value<'a>,
    extra: Value<'a>,
) -> R<'a> {
    let samples = pairs(cx, S)?;
    let read =
        |&(i, o): &(Value<'a>, Value<'a>)| Ok((grid(cx, i, MAX_SIDE)?, grid(cx, o, MAX_SIDE)?));
    let samples = samples.iter().map(read).collect::<Result<Vec<_>, Fault>>()?;
    let (feature, extra) = (self::feature(feature)?, self::extra(cx, extra)?);
    let one = |(input, output): (Layer<'a>, Layer<'a>)| {
        let map = numbers(input, feature, &extra)?;
        cx.tuple(&[mapped(cx, input, &map)?, mapped(cx, output, &map)?])
    };
    cx.tuple(&samples.into_iter().map(one).collect::<Result<Vec<_>, _>>()?)
}

/// A grid with the colours that numbers stand for.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn unranked_l<'a>(cx: &Cx<'a>, [grid, I, feature, extra]: [Value<'a>; 4]) -> R<'a> {
    let (x, input) = (self::grid(cx, grid, MAX_SIDE)?, self::grid(cx, I, MAX_SIDE)?);
    let (feature, extra) = (self::feature(feature)?, self::extra(cx, extra)?);
    mapped(cx, x, &rank::inverse(&numbers(input, feature, &extra)?))
}
