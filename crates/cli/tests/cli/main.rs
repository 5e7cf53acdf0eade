//! Runs the `batt` binary as people and scripts do. No network, no fetched data.

mod commands;
mod data;
mod docs;
#[cfg(unix)]
mod fetch;
mod fmt;
mod ops;
mod run;
mod support;
mod trace;
