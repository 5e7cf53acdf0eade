//! Kernels of family `layer`: functions on layers, called with values.
//!
//! A layer is `(grid, (row, column))`, and a grid is the layer at `(0, 0)`; a tuple of these is a list. A grid is no
//! pair of numbers, so a tuple of two is a layer exactly if its second part is a pair.

mod rank;
mod read;
mod stack;
mod table;

pub use rank::{ranked_l, ranked_pairs_l, unranked_l};
pub(crate) use read::{below, grid, not_small};
pub use stack::{
    around_l, blank_l, height_l, hollow_l, over_l, picture_l, shown_l, stain_l, width_l,
};
pub use table::*;
