//! Strategy `cells`.
