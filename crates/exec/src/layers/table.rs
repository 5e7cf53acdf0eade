//! The table of functions on layers: what there is, of which kind, with which parameters.

use super::{Desk, Layer, colour, draw, fit, lists, shape};

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
    /// Its code.
    pub kind: Kind,
    /// The parameters that the solver tries; `[0]` where the op has none.
    pub params: &'static [i32],
    /// Whether the op takes the parameter as its last argument.
    pub takes_param: bool,
}

const fn plain(name: &'static str, kind: Kind) -> Function {
    Function { name, kind, params: &[0], takes_param: false }
}

const fn with(name: &'static str, kind: Kind, params: &'static [i32]) -> Function {
    Function { name, kind, params, takes_param: true }
}

/// All functions. The order is that in which equal candidates are tried: it decides ties, so new rows go last
/// within their kind.
pub static TABLE: &[Function] = &[
];
