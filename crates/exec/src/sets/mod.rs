//! Sets and tuples as several families of kernels read and make them: what is common to all
//! containers, patches among them, tuples that are patches in all but form, unions of many.

pub(crate) mod containers;
pub(crate) mod listed;
pub(crate) mod patch;
mod union;
