//! The store: programs, results and lineage in one database file.

pub mod record;
