//! Runs the `batt` binary as people and scripts do. No network, no fetched data.

mod card;
mod commands;
mod data;
mod docs;
mod evolve;
#[cfg(unix)]
mod fetch;
mod fmt;
mod grade;
mod ops;
mod run;
mod score;
mod store;
mod submit;
mod support;
mod trace;
