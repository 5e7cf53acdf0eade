//! Short ways for ops whose work is less than a conversion.
//!
//! A short way works on Python's own tuples, frozensets and integers. It gives what the engine gives
//! for values it takes, and takes no others: subclasses, integers beyond 64 bits, patches of mixed
//! kinds, ragged grids where they matter, large containers and everything that fails go the general
//! way. Of a container's contents it looks at what the op looks at: what Python alone can put into a
//! tuple (`None`, a float) passes through where the op would not read it.
//!
//! ```text
//! values.rs   numbers, truth, containers as wholes      canon.rs   first, last, the largest
//! sort.rs     sets in ascending order                   rank.rs    elements as numbers that sort like them
//! patch.rs    measures of patches, moved ones           grid.rs    turned, cut, joined
//! colour.rs   colours of grids, painting                raw.rs     Python's objects
//! ```

// Every function of these files has the safety contract of `Plain`.
#![allow(clippy::missing_safety_doc)]

mod canon;
mod colour;
mod grid;
mod patch;
mod rank;
mod raw;
mod sort;
mod values;

use lang::{Dialect, Kernel, Op, Reading};
use pyo3::{Python, ffi};

/// A short way: a new reference, or `None` where the general way must decide. Leaves no error set but
/// one that ends the call, such as a `KeyboardInterrupt` in an element's own `__eq__`.
///
/// # Safety
/// Live objects, as many as the op has parameters; the interpreter's lock is held.
pub type Plain =
    unsafe fn(py: Python<'_>, args: &[*mut ffi::PyObject]) -> Option<*mut ffi::PyObject>;

/// The short way of an op, if it has one.
pub fn plain(op: Op) -> Option<Plain> {
    let piece = match op.info().readings {
        [] => Piece::Any,
        [(Reading::AsTuple | Reading::TupleOnly, _)] => Piece::Tuple,
        [(Reading::AsSet, 0)] => Piece::Set,
        [(Reading::SameKind, _)] => Piece::Any,
        // Names that take cells only or positions only ask more than these ways look at.
        _ => return None,
    };
    let way = match op.dialect() {
        Dialect::Arc => of_patches::<false>(op.kernel(), piece),
        Dialect::Batt => of_patches::<true>(op.kernel(), piece),
    };
    way.or_else(|| of_grids(op.kernel(), piece)).or_else(|| of_values(op.kernel(), piece))
}

/// What a name takes its container, patch or grid for.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Any,
    Tuple,
    Set,
}

/// Ops that read positions or cells.
fn of_patches<const BATT: bool>(kernel: Kernel, piece: Piece) -> Option<Plain> {
    // These take tuples for grids, so a name that reads a tuple as a set must not come here with one.
    let measure: Plain = match kernel {
        Kernel::Height => patch::height::<BATT>,
        Kernel::Width => patch::width::<BATT>,
        Kernel::Shape => patch::shape::<BATT>,
        Kernel::Portrait => patch::portrait::<BATT>,
        Kernel::Square => patch::square::<BATT>,
        Kernel::Palette => colour::palette::<BATT>,
        Kernel::Numcolors => colour::numcolors::<BATT>,
        Kernel::Colorcount => colour::colorcount::<BATT>,
        _ => return of_patches_only::<BATT>(kernel).filter(|_| piece == Piece::Any),
    };
    (piece == Piece::Any).then_some(measure)
}

/// Ops that read positions or cells and nothing else in their place, and ops that take functions.
fn of_patches_only<const BATT: bool>(kernel: Kernel) -> Option<Plain> {
    Some(match kernel {
        Kernel::Both => values::both::<BATT>,
        Kernel::Either => values::either::<BATT>,
        Kernel::Branch => values::branch::<BATT>,
        Kernel::Identity => values::identity::<BATT>,
        Kernel::Astuple => values::astuple::<BATT>,
        Kernel::Initset => values::initset::<BATT>,
        Kernel::Vline => patch::vline::<BATT>,
        Kernel::Hline => patch::hline::<BATT>,
        Kernel::Uppermost => patch::uppermost::<BATT>,
        Kernel::Lowermost => patch::lowermost::<BATT>,
        Kernel::Leftmost => patch::leftmost::<BATT>,
        Kernel::Rightmost => patch::rightmost::<BATT>,
        Kernel::Ulcorner => patch::ulcorner::<BATT>,
        Kernel::Urcorner => patch::urcorner::<BATT>,
        Kernel::Llcorner => patch::llcorner::<BATT>,
        Kernel::Lrcorner => patch::lrcorner::<BATT>,
        Kernel::Center => patch::center::<BATT>,
        Kernel::Color => patch::color::<BATT>,
        Kernel::Colorfilter => patch::colorfilter::<BATT>,
        Kernel::Toindices => patch::toindices::<BATT>,
        Kernel::Recolor => patch::recolor::<BATT>,
        Kernel::Shift => patch::shift::<BATT>,
        Kernel::Normalize => patch::normalize::<BATT>,
        Kernel::Subgrid | Kernel::SubgridInside => grid::subgrid::<BATT>,
        Kernel::Hsplit | Kernel::HsplitInside => grid::hsplit::<BATT>,
        Kernel::Vsplit | Kernel::VsplitInside => grid::vsplit::<BATT>,
        Kernel::Fill => colour::fill::<BATT>,
        Kernel::Paint => colour::paint::<BATT>,
        _ => return None,
    })
}

/// Ops on grids.
fn of_grids(kernel: Kernel, piece: Piece) -> Option<Plain> {
    if piece == Piece::Set {
        return None;
    }
    Some(match kernel {
        Kernel::Hmirror => grid::hmirror,
        Kernel::Vmirror => grid::vmirror,
        Kernel::Dmirror => grid::dmirror,
        Kernel::Cmirror => grid::cmirror,
        Kernel::Rot90 => grid::rot90,
        Kernel::Rot180 => grid::rot180,
        Kernel::Rot270 => grid::rot270,
        Kernel::Tophalf => grid::tophalf,
        Kernel::Bottomhalf => grid::bottomhalf,
        Kernel::Lefthalf => grid::lefthalf,
        Kernel::Righthalf => grid::righthalf,
        Kernel::Trim => grid::trim,
        Kernel::Crop => grid::crop,
        Kernel::CropInside => grid::crop_inside,
        Kernel::Index => grid::index,
        Kernel::Hconcat => grid::hconcat,
        Kernel::Vconcat => grid::vconcat,
        Kernel::Canvas => grid::canvas,
        Kernel::Hupscale => grid::hupscale,
        Kernel::Vupscale => grid::vupscale,
        Kernel::Upscale => grid::upscale,
        Kernel::Downscale => grid::downscale,
        Kernel::Ofcolor => colour::ofcolor,
        Kernel::Replace => colour::replace,
        Kernel::Switch => colour::switch,
        _ => return None,
    })
}

/// Ops on values of any kind.
fn of_values(kernel: Kernel, piece: Piece) -> Option<Plain> {
    if piece != Piece::Any {
        return None;
    }
    Some(match kernel {
        Kernel::Add => values::add,
        Kernel::Subtract => values::subtract,
        Kernel::Multiply => values::multiply,
        Kernel::Divide => values::divide,
        Kernel::Invert => values::invert,
        Kernel::Double => values::double,
        Kernel::Halve => values::halve,
        Kernel::Increment => values::increment,
        Kernel::Decrement => values::decrement,
        Kernel::Crement => values::crement,
        Kernel::Sign => values::sign,
        Kernel::Even => values::even,
        Kernel::Positive => values::positive,
        Kernel::Greater => values::greater,
        Kernel::Toivec => values::toivec,
        Kernel::Tojvec => values::tojvec,
        Kernel::Interval => values::interval,
        Kernel::Flip => values::flip,
        Kernel::Equality => values::equality,
        Kernel::Contained => values::contained,
        Kernel::Insert => values::insert,
        Kernel::Repeat => values::repeat,
        Kernel::Pair => values::pair,
        Kernel::Product => values::product,
        Kernel::Size => values::size,
        Kernel::Sizefilter => values::sizefilter,
        Kernel::Combine => values::combine,
        Kernel::Intersection => values::intersection,
        Kernel::Difference => values::difference,
        Kernel::Remove => values::remove,
        Kernel::Merge => values::merge,
        Kernel::First | Kernel::FirstOrEmpty => canon::first,
        Kernel::Last | Kernel::LastOrUnit | Kernel::LastOrEmpty => canon::last,
        Kernel::Second => canon::second,
        Kernel::Nth => canon::nth,
        Kernel::Other | Kernel::OtherOrEmpty => canon::other,
        Kernel::Maximum => canon::maximum,
        Kernel::Minimum => canon::minimum,
        Kernel::Totuple => sort::totuple,
        _ => return None,
    })
}
