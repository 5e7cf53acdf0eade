//! Strategy `layers`.
