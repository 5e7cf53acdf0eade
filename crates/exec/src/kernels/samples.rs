//! Kernels of family `samples`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Apply function to every input grid, concatenate the resulting containers in sample order, drop repeats keeping first positions, then drop whatever also occurs in the list built the same way from the outputs.
pub fn only_in<'a>(_cx: &Cx<'a>, _S: Value<'a>, _function: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As only_in with the roles of inputs and outputs exchanged: values seen on the output side only.
pub fn only_out<'a>(_cx: &Cx<'a>, _S: Value<'a>, _function: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// pick applied to the tuple from only_in(S, function); declared Colour but returns whatever pick returns.
pub fn only_in_pick<'a>(
    _cx: &Cx<'a>,
    _S: Value<'a>,
    _function: Value<'a>,
    _pick: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// pick applied to the tuple from only_out(S, function).
pub fn only_out_pick<'a>(
    _cx: &Cx<'a>,
    _S: Value<'a>,
    _function: Value<'a>,
    _pick: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest a in 0..7 for which mir_rot_grid(input, a) equals the output of every sample (7 is the unchanged grid); empty S gives 0.
pub fn same_angle<'a>(_cx: &Cx<'a>, _S: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Keeps, in order, the sample pairs whose input differs from their output; repeats stay; empty S gives ().
pub fn drop_equal_pairs<'a>(_cx: &Cx<'a>, _S: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
