//! Runs the `batt` binary as people and scripts do. No network, no fetched data.

mod card;
mod commands;
mod devices;
mod docs;
mod evolve;
#[cfg(unix)]
mod fetch;
mod fmt;
#[path = "../../../../testdata/needs.rs"]
mod needs;
mod ops;
#[cfg(unix)]
mod output;
mod plan;
mod report;
mod run;
mod score;
mod selftest;
#[cfg(unix)]
mod serve;
mod solve;
mod store;
mod support;
mod synth;
mod trace;
