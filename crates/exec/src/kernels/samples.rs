//! Ops on the samples of a task: a tuple of (input grid, output grid).

use crate::cx::Cx;
use crate::kernels::grid::mir_rot_grid;
use crate::value::build::check_size;
use crate::value::order::equal;
use crate::value::{Fault, R, Value};

/// Which grid of a sample.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Input,
    Output,
}

impl Side {
    fn of<'a>(self, (input, output): (Value<'a>, Value<'a>)) -> Value<'a> {
        if self == Side::Input { input } else { output }
    }
}

/// The samples as pairs; a `type` fault when there is anything else.
pub(crate) fn pairs<'a>(
    cx: &Cx<'a>,
    samples: Value<'a>,
) -> Result<Vec<(Value<'a>, Value<'a>)>, Fault> {
    Fault::Type.unless(samples.is_tuple())?;
    cx.items(samples)?.map(|sample| sample_parts(cx, sample)).collect()
}

fn sample_parts<'a>(cx: &Cx<'a>, sample: Value<'a>) -> Result<(Value<'a>, Value<'a>), Fault> {
    let items = cx.items(sample)?;
    match (items.len(), items.get(0), items.get(1)) {
        (2, Some(input), Some(output)) if sample.is_tuple() => Ok((input, output)),
        _ => Err(Fault::Type),
    }
}

/// Appends the elements of containers.
fn flatten<'a>(cx: &Cx<'a>, parts: &[Value<'a>], all: &mut Vec<Value<'a>>) -> Result<(), Fault> {
    for &part in parts {
        let items = cx.items(part)?;
        check_size((all.len() + items.len()) as u64)?;
        all.extend(items);
    }
    Ok(())
}

/// What function finds in the grids of one side and not in those of the other.
fn only<'a>(cx: &Cx<'a>, samples: Value<'a>, function: Value<'a>, side: Side) -> R<'a> {
    let samples = pairs(cx, samples)?;
    let (mut results, mut mine, mut theirs) = (cx.buffer(), cx.buffer(), cx.buffer());
    let out = (|| {
        // All calls come before any look at their results: a failure of function goes first.
        for side in [Side::Input, Side::Output] {
            for &sample in &samples {
                results.push(cx.map1(&function, &side.of(sample))?);
            }
        }
        let (inputs, outputs) = results.split_at(samples.len());
        let (here, there) = if side == Side::Input { (inputs, outputs) } else { (outputs, inputs) };
        flatten(cx, here, &mut mine)?;
        flatten(cx, there, &mut theirs)?;
        let theirs = cx.set(&mut theirs)?;
        cx.dedupe_in_place(&mut mine);
        cx.retain_not_in(&mut mine, theirs)?;
        cx.tuple(&mine)
    })();
    for buffer in [results, mine, theirs] {
        cx.recycle(buffer);
    }
    out
}

/// Values that function finds on the input side only.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn only_in<'a>(cx: &Cx<'a>, S: Value<'a>, function: Value<'a>) -> R<'a> {
    only(cx, S, function, Side::Input)
}

/// Values that function finds on the output side only.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn only_out<'a>(cx: &Cx<'a>, S: Value<'a>, function: Value<'a>) -> R<'a> {
    only(cx, S, function, Side::Output)
}

/// pick of only_in.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn only_in_pick<'a>(cx: &Cx<'a>, S: Value<'a>, function: Value<'a>, pick: Value<'a>) -> R<'a> {
    cx.map1(&pick, &only_in(cx, S, function)?)
}

/// pick of only_out.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn only_out_pick<'a>(cx: &Cx<'a>, S: Value<'a>, function: Value<'a>, pick: Value<'a>) -> R<'a> {
    cx.map1(&pick, &only_out(cx, S, function)?)
}

/// Whether a value is a tuple of tuples.
fn is_grid<'a>(cx: &Cx<'a>, v: Value<'a>) -> bool {
    match v {
        Value::Grid(_) => true,
        Value::Tuple(_) => cx.items(v).is_ok_and(|mut rows| rows.all(Value::is_tuple)),
        _ => false,
    }
}

/// Whether mir_rot_grid by this type turns the input into the output.
fn angle_fits<'a>(
    cx: &Cx<'a>,
    (input, output): (Value<'a>, Value<'a>),
    angle: i64,
) -> Result<bool, Fault> {
    let mark = cx.arena.mark();
    let fits = equal(mir_rot_grid(cx, input, Value::Int(angle))?, output);
    // SAFETY: the turned grid is not kept; `input` and `output` are older.
    unsafe { cx.arena.rewind(&mark) };
    Ok(fits)
}

/// Smallest type of mir_rot_grid, 0..7, that turns every input into its output.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn same_angle<'a>(cx: &Cx<'a>, S: Value<'a>) -> R<'a> {
    let samples = pairs(cx, S)?;
    Fault::Type
        .unless(samples.iter().all(|&(input, output)| is_grid(cx, input) && is_grid(cx, output)))?;
    for angle in 0..8 {
        let mut fits = true;
        for &sample in &samples {
            fits = fits && angle_fits(cx, sample, angle)?;
        }
        if fits {
            return Ok(Value::Int(angle));
        }
    }
    Err(Fault::Empty)
}

/// The samples whose input differs from their output.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn drop_equal_pairs<'a>(cx: &Cx<'a>, S: Value<'a>) -> R<'a> {
    let differs: Vec<bool> = pairs(cx, S)?.iter().map(|&(a, b)| !equal(a, b)).collect();
    if differs.iter().all(|&d| d) {
        return Ok(S);
    }
    let kept = cx.items(S)?.zip(differs).filter(|&(_, differs)| differs).map(|(sample, _)| sample);
    cx.tuple(&kept.collect::<Vec<_>>())
}
