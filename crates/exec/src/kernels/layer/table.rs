//! The functions of [`TABLE`] as kernels.

use std::cell::Cell;

use super::read::{Given, layer, value};
use crate::cx::Cx;
use crate::kernels::same_text;
use crate::layers::{Desk, Kind, Layer, TABLE};
use crate::value::{Fault, R, Value};

thread_local! {
    /// What functions write to, kept for its memory.
    static DESK: Cell<Desk> = Cell::default();
}

/// Makes kernels from names of the table: those without a parameter, with one, and those with a frame. A name that
/// the table does not have does not compile.
macro_rules! kernels {
    (plain: $($plain:ident)+; param: $($param:ident)+; frame: $($frame:ident)+;) => {
        $(
            #[doc = concat!("`", stringify!($plain), "` of the table of functions.")]
            pub fn $plain<'a>(cx: &Cx<'a>, layer: Value<'a>) -> R<'a> {
                call(cx, const { row(stringify!($plain)) }, layer, None, None)
            }
        )+
        $(
            #[doc = concat!("`", stringify!($param), "` of the table of functions.")]
            pub fn $param<'a>(cx: &Cx<'a>, layer: Value<'a>, k: Value<'a>) -> R<'a> {
                call(cx, const { row(stringify!($param)) }, layer, None, Some(k))
            }
        )+
        $(
            #[doc = concat!("`", stringify!($frame), "` of the table of functions.")]
            pub fn $frame<'a>(cx: &Cx<'a>, layer: Value<'a>, frame: Value<'a>, k: Value<'a>) -> R<'a> {
                call(cx, const { row(stringify!($frame)) }, layer, Some(frame), Some(k))
            }
        )+
    };
}

kernels! {
    plain: crop_l trim_l origin_l invert_l unground_l exchange_l solid_l boxed_l frame_l core_l
        squeeze_l merge_l unlattice_l balance_l pair_lines_l attract_l stamp_l rows_l columns_l
        corners_l grid_l;
    param: turn_l half_l quarter_l keep_l drop_l recolour_l common_l uncommon_l majority_l
        fillzero_l denoise_l fill_l holes_l border_l inside_l ring_l dilate_l mirrored_l mended_l
        patch_l period_l tile_of_l centre_l shift_l crowd_l grow_l connect_l rays_l fall_l
        fall_whole_l enlarge_l shrink_l twice_l square_l flood_l lines_l beams_l span_l tallies_l
        parts_l cut_l halves_l colours_l windows_l pick_l odd_l best_l rest_l sorted_l unique_l
        coloured_l other_l overlay_l pile_l join_l counts_l;
    frame: embed_l within_l tile_l scale_l product_l mirror_l wrap_l checker_l;
}

/// The place of a name in the table.
const fn row(name: &str) -> usize {
    let mut row = 0;
    while !same_text(TABLE[row].name, name) {
        row += 1;
    }
    row
}

/// Reads the arguments from left to right and calls a function of the table.
fn call<'a>(
    cx: &Cx<'a>,
    row: usize,
    first: Value<'a>,
    frame: Option<Value<'a>>,
    k: Option<Value<'a>>,
) -> R<'a> {
    let given = Given::read(cx, first)?;
    let kind = TABLE[row].kind;
    let takes_list = !matches!(kind, Kind::One(_) | Kind::Fit(_) | Kind::Split(_));
    match given {
        Given::One(_) if takes_list => return Err(Fault::Type),
        Given::List(_) if matches!(kind, Kind::Split(_)) => return Err(Fault::Type),
        _ => {}
    }
    let frame = frame.map(|frame| layer(cx, frame)).transpose()?;
    let k = k.map_or(Ok(0), Value::int)?;
    let k = i32::try_from(k).map_err(|_| Fault::Domain)?;
    let mut desk = DESK.take();
    desk.clear();
    let out = match (kind, given) {
        (Kind::One(f), given) => each(cx, given, &mut desk, |x, desk| f(x, k, desk)),
        (Kind::Fit(f), given) => each(cx, given, &mut desk, |x, desk| f(x, frame?, k, desk)),
        (Kind::Split(f), Given::One(x)) => {
            f(x, k, &mut desk).map_or(Err(Fault::Domain), |()| all(cx, &desk))
        }
        (Kind::Gather(f), Given::List(list)) => made(cx, f(list, k, &mut desk), &desk),
        (Kind::Pick(f), Given::List(list)) => {
            let found = f(list, k, &mut desk).and_then(|()| desk.chosen.first());
            found.map_or(Err(Fault::Domain), |&i| member(cx, first, i))
        }
        (Kind::Filter(f), Given::List(list)) => {
            f(list, k, &mut desk).map_or(Err(Fault::Domain), |()| chosen(cx, first, &desk))
        }
        _ => Err(Fault::Type),
    };
    DESK.set(desk);
    out
}

/// What a function makes of a layer, or of each member of a list but those that it does not apply to.
fn each<'a>(
    cx: &Cx<'a>,
    given: Given<'a>,
    desk: &mut Desk,
    f: impl Fn(Layer<'_>, &mut Desk) -> Option<()>,
) -> R<'a> {
    let list = match given {
        Given::One(x) => return made(cx, f(x, desk), desk),
        Given::List(list) => list,
    };
    let mut members = cx.buffer();
    for &x in list {
        desk.clear();
        if f(x, desk).is_some() && desk.len() == 1 {
            members.push(value(cx, desk.layer(0))?);
        }
    }
    let out = if members.is_empty() { Err(Fault::Empty) } else { cx.tuple(&members) };
    cx.recycle(members);
    out
}

/// The one layer that a function made.
fn made<'a>(cx: &Cx<'a>, done: Option<()>, desk: &Desk) -> R<'a> {
    match done {
        Some(()) if desk.len() == 1 => value(cx, desk.layer(0)),
        _ => Err(Fault::Domain),
    }
}

/// All layers that a function made.
fn all<'a>(cx: &Cx<'a>, desk: &Desk) -> R<'a> {
    let mut members = cx.buffer();
    for x in desk.layers() {
        members.push(value(cx, x)?);
    }
    let out = if members.is_empty() { Err(Fault::Domain) } else { cx.tuple(&members) };
    cx.recycle(members);
    out
}

/// The members of a list that a function chose.
fn chosen<'a>(cx: &Cx<'a>, list: Value<'a>, desk: &Desk) -> R<'a> {
    let mut members = cx.buffer();
    for &i in &desk.chosen {
        members.push(member(cx, list, i)?);
    }
    let out = if members.is_empty() { Err(Fault::Domain) } else { cx.tuple(&members) };
    cx.recycle(members);
    out
}

/// A member of a list as it is, or with its place where that is left out.
fn member<'a>(cx: &Cx<'a>, list: Value<'a>, i: u16) -> R<'a> {
    match cx.items(list)?.get(i as usize).ok_or(Fault::Domain)? {
        grid @ Value::Grid(_) => cx.tuple(&[grid, Value::Pair(0, 0)]),
        layer => Ok(layer),
    }
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, Family, Op, Ty};

    use super::*;

    #[test]
    fn rows_of_both_tables_agree() {
        for function in TABLE {
            let op = Op::lookup(Dialect::Batt, function.name).expect(function.name);
            assert_eq!(op.kernel().info().family, Family::Layer);
            let (first, ret) = match function.kind {
                Kind::One(_) | Kind::Fit(_) => (Ty::Layer, Ty::Layer),
                Kind::Split(_) => (Ty::Layer, Ty::Layers),
                Kind::Pick(_) | Kind::Gather(_) => (Ty::Layers, Ty::Layer),
                Kind::Filter(_) => (Ty::Layers, Ty::Layers),
            };
            assert_eq!((op.params()[0].ty, op.returns()), (first, ret), "{}", function.name);
            let framed = matches!(function.kind, Kind::Fit(_));
            assert_eq!(op.params().iter().skip(1).any(|p| p.ty == Ty::Layer), framed);
            assert_eq!(op.arity(), 1 + framed as usize + function.takes_param as usize);
        }
    }
}
