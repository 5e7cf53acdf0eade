//! Runs the `batt` binary as people and scripts do. No network, no fetched data.

mod commands;
mod data;
#[cfg(unix)]
mod fetch;
mod support;
