//! The arguments of `batt submit`.

use std::path::PathBuf;

use clap::Args;

use super::values::task_list;
use super::{DataArgs, Threads};

/// `batt submit ...`
#[derive(Args)]
#[command(after_help = SUBMIT)]
pub struct SubmitArgs {
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// The database file with the programs
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Where to write the submission
    #[arg(short, long, value_name = "FILE", default_value = "submission.json")]
    pub output: PathBuf,
    /// Where a task's own programs give fewer than two outputs, try those of other tasks
    #[arg(long)]
    pub others: bool,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
}

const SUBMIT: &str = "\
For every test input the best programs stored for the task run, those that solve it first,
until there are two different outputs that could be right. Where there are fewer, guesses
fill up: the input, the first demo output, an empty grid, a single cell. With --others the programs
of other tasks run on the demo samples first and follow in the order of their points.
The file is complete and valid for tasks without programs too; with --tasks it holds these alone.

Examples:
  batt submit --data arc-agi_test_challenges.json --store found.db -o submission.json
  batt submit --data embedded --store found.db --others
  batt submit --data arc1-training --tasks 007bbfb7,0520fde7
  batt grade submission.json --data embedded";
