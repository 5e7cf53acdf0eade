//! Tasks and data sets.
