//! Strategy `objects`.
