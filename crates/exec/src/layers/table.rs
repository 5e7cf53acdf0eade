//! The table of functions on layers: what there is, of which kind, with which parameters.

use super::{Desk, Layer, colour, cut, draw, fit, lists, mend, shape, symmetry};

/// What a function takes and gives. The number is the function's parameter; functions that need none ignore it.
#[derive(Clone, Copy)]
pub enum Kind {
    /// From a layer to a layer: the one sheet on the desk.
    One(fn(Layer<'_>, i32, &mut Desk) -> Option<()>),
    /// From a layer to a list of layers: all sheets on the desk, at least one.
    Split(fn(Layer<'_>, i32, &mut Desk) -> Option<()>),
    /// From a list of layers to one of them: the first number in [`Desk::chosen`].
    Pick(fn(&[Layer<'_>], i32, &mut Desk) -> Option<()>),
    /// From a list of layers to some of them, in their order or another: [`Desk::chosen`], at least one.
    Filter(fn(&[Layer<'_>], i32, &mut Desk) -> Option<()>),
    /// From a list of layers to a new layer: the one sheet on the desk.
    Gather(fn(&[Layer<'_>], i32, &mut Desk) -> Option<()>),
    /// From a layer and another one that it is fitted to: the one sheet on the desk.
    Fit(fn(Layer<'_>, Layer<'_>, i32, &mut Desk) -> Option<()>),
}

/// A row of the table.
pub struct Function {
    /// The name of the op.
    pub name: &'static str,
    /// What a use of it costs in bits: counted in programs that answered tasks of ARC-AGI-1 training, with two thirds of
    /// a use added to each. Functions of lists cost what they do once there is a list.
    pub bits: u16,
    /// Its code.
    pub kind: Kind,
    /// The parameters that the solver tries; `[0]` where the op has none.
    pub params: &'static [i32],
    /// Whether the op takes the parameter as its last argument.
    pub takes_param: bool,
}

const fn plain(name: &'static str, bits: u16, kind: Kind) -> Function {
    Function { name, bits, kind, params: &[0], takes_param: false }
}

const fn with(name: &'static str, bits: u16, kind: Kind, params: &'static [i32]) -> Function {
    Function { name, bits, kind, params, takes_param: true }
}

/// All functions. The order is that in which equal candidates are tried: it decides ties, so new rows go last
/// within their kind.
pub static TABLE: &[Function] = &[
    plain("crop_l", 5, Kind::One(cut::crop)),
    with("turn_l", 5, Kind::One(cut::turn), &[1, 2, 3, 4, 5, 6, 7]),
    with("half_l", 5, Kind::One(cut::half), &[0, 1, 2, 3]),
    with("quarter_l", 6, Kind::One(cut::quarter), &[0, 1, 2, 3]),
    plain("trim_l", 7, Kind::One(cut::trim)),
    plain("origin_l", 5, Kind::One(cut::origin)),
    with("keep_l", 5, Kind::One(colour::keep), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("drop_l", 5, Kind::One(colour::drop), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("recolour_l", 9, Kind::One(colour::recolour), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("common_l", 6, Kind::One(colour::common), &[0, 1, 2, -1, -2]),
    with("uncommon_l", 8, Kind::One(colour::without_common), &[0, -1]),
    with("majority_l", 8, Kind::One(colour::majority), &[0, 1, 2]),
    plain("invert_l", 7, Kind::One(colour::invert)),
    plain("unground_l", 9, Kind::One(colour::unground)),
    plain("exchange_l", 7, Kind::One(colour::exchange)),
    with("fillzero_l", 5, Kind::One(colour::fillzero), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("denoise_l", 6, Kind::One(colour::denoise), &[0, 1]),
    with("fill_l", 6, Kind::One(shape::fill), &[0, 1]),
    with("holes_l", 7, Kind::One(shape::holes), &[0, 1]),
    plain("solid_l", 9, Kind::One(shape::solid)),
    plain("boxed_l", 7, Kind::One(shape::boxed)),
    plain("frame_l", 7, Kind::One(shape::frame)),
    with("border_l", 7, Kind::One(shape::border), &[0, 1]),
    with("inside_l", 7, Kind::One(shape::inside), &[0, 1]),
    plain("core_l", 9, Kind::One(shape::interior_of_fill)),
    with("ring_l", 5, Kind::One(shape::ring), &[0, 1, 2, 3]),
    with("dilate_l", 6, Kind::One(shape::dilate), &[0, 1]),
    with("mirrored_l", 6, Kind::One(symmetry::mirrored), &[0, 1, 2, 3, 4, 5]),
    with("mended_l", 7, Kind::One(symmetry::mended), &[0, 1, 2]),
    with(
        "patch_l",
        5,
        Kind::One(mend::patch),
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    ),
    with("period_l", 6, Kind::One(mend::period), &[0, 1, 2, 3, 4, 5]),
    with("tile_of_l", 7, Kind::One(mend::sublattice), &[0, 1]),
    plain("squeeze_l", 9, Kind::One(cut::squeeze)),
    plain("merge_l", 7, Kind::One(cut::merge)),
    plain("unlattice_l", 8, Kind::One(cut::unlattice)),
    with("centre_l", 7, Kind::One(cut::centre), &[0, 1]),
    plain("balance_l", 9, Kind::One(cut::balance)),
    with("shift_l", 6, Kind::One(cut::shift), &[0, 1, 2, 3, 4, 5, 6, 7]),
    with("crowd_l", 6, Kind::One(colour::by_neighbour_count), &[0, 1, 2, 3, 4]),
    with("grow_l", 7, Kind::One(draw::grow), &[3, 2, 0, 1]),
    with("connect_l", 5, Kind::One(draw::connect), &[2, 0, 1, 4, 3, 7, 5, 6]),
    with(
        "rays_l",
        4,
        Kind::One(draw::rays),
        &[3, 12, 15, 1, 2, 4, 8, 16, 19, 17, 18, 20, 21, 22, 23, 5, 6, 7, 9, 10, 11, 13, 14],
    ),
    with("fall_l", 6, Kind::One(draw::fall), &[0, 1, 2, 3]),
    with("fall_whole_l", 9, Kind::One(draw::fall_whole), &[0, 1, 2, 3]),
    with("enlarge_l", 6, Kind::One(fit::enlarge), &[2, 3, 4, -1, -2]),
    with("shrink_l", 10, Kind::One(fit::shrink), &[2, 3, 4]),
    with("twice_l", 5, Kind::One(fit::twice), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    with("square_l", 7, Kind::One(fit::square), &[0, 1, 2]),
    with(
        "flood_l",
        7,
        Kind::One(draw::flood),
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    ),
    with("lines_l", 7, Kind::One(draw::lines), &[2, 0, 1, 3]),
    with(
        "beams_l",
        5,
        Kind::One(draw::beams),
        &[
            3, 12, 15, 1, 2, 4, 8, 16, 19, 17, 18, 20, 21, 22, 23, 5, 6, 7, 9, 10, 11, 13, 14, 35,
            44, 47, 33, 34, 36, 40, 48, 51, 49, 50, 52, 53, 54, 55, 37, 38, 39, 41, 42, 43, 45, 46,
        ],
    ),
    with("span_l", 7, Kind::One(draw::box_corners), &[0, 1]),
    plain("pair_lines_l", 7, Kind::One(draw::pair_lines)),
    plain("attract_l", 8, Kind::One(draw::attract)),
    plain("stamp_l", 10, Kind::One(draw::stamp)),
    with("tallies_l", 6, Kind::One(lists::tallies), &[0, 1, 2, 3, 4, 5, 6, 7]),
    with("parts_l", 6, Kind::Split(lists::parts), &[3, 1, 2, 0, 4]),
    with("cut_l", 9, Kind::Split(lists::cut), &[0, 1, 2]),
    with("halves_l", 8, Kind::Split(lists::halves), &[0, 1, 2, 5, 3, 4]),
    with("colours_l", 10, Kind::Split(lists::colours), &[0, 1]),
    with("windows_l", 9, Kind::Split(lists::windows), &[0, 1]),
    plain("rows_l", 10, Kind::Split(lists::rows)),
    plain("columns_l", 10, Kind::Split(lists::columns)),
    plain("corners_l", 10, Kind::Split(lists::corners)),
    with(
        "pick_l",
        2,
        Kind::Pick(lists::pick),
        &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24,
            25, 26, 100, 101, 102, 103, 106, 109, 110, 117,
        ],
    ),
    with("odd_l", 3, Kind::Pick(lists::odd), &[0, 1, 2, 3, 4, 5]),
    with(
        "best_l",
        5,
        Kind::Filter(lists::best),
        &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24,
            25, 26,
        ],
    ),
    with(
        "rest_l",
        5,
        Kind::Filter(lists::rest),
        &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24,
            25, 26,
        ],
    ),
    with("sorted_l", 5, Kind::Filter(lists::sorted), &[0, 1, 2, 3, 4]),
    with("unique_l", 5, Kind::Filter(lists::unique), &[0, 1]),
    with("coloured_l", 5, Kind::Filter(lists::coloured), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("other_l", 5, Kind::Filter(lists::other), &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    with("overlay_l", 3, Kind::Gather(lists::overlay), &[0, 1, 2]),
    with("pile_l", 3, Kind::Gather(lists::pile), &[0, 1, 2, 3, 4]),
    with("join_l", 4, Kind::Gather(lists::join), &[0, 1, 2, 3, 4, 5, 6]),
    plain("grid_l", 4, Kind::Gather(lists::grid)),
    with("counts_l", 4, Kind::Gather(lists::counts), &[0, 1, 2, 3, 4, 5, 6, 7]),
    with("embed_l", 4, Kind::Fit(fit::embed), &[0, 1, 2, 3, 4, 5]),
    with("within_l", 6, Kind::Fit(fit::within), &[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]),
    with("tile_l", 6, Kind::Fit(fit::tile), &[0, 1, 2, 3]),
    with("scale_l", 9, Kind::Fit(fit::scale), &[0, 1]),
    with("product_l", 9, Kind::Fit(fit::product), &[0, 1, 2]),
    with("mirror_l", 8, Kind::Fit(fit::mirror), &[0, 1, 2, 3, 4]),
    with("wrap_l", 10, Kind::Fit(fit::wrap), &[0, 1, 2]),
    with("checker_l", 8, Kind::Fit(fit::checkerboard), &[0, 1]),
];
