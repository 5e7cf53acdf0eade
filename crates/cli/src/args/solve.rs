//! The arguments of `batt solve`.

use std::path::PathBuf;

use clap::Args;
use evolve::limits::{SEED, TASK_MEMORY};

use super::prior::GuideArgs;
use super::values::{amount, task_list, whole};
use super::{DataArgs, Threads};

/// `batt solve ...`
#[derive(Args)]
#[command(after_help = SOLVE)]
pub struct SolveArgs {
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// Work per task: 1 is about a second of a processor [default: 1]
    #[arg(long, value_name = "N", value_parser = amount)]
    pub effort: Option<f64>,
    /// Processor seconds per task on average: an effort of S, and an end for the whole run
    #[arg(long, value_name = "S", value_parser = amount)]
    pub seconds_per_task: Option<f64>,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
    /// Where all random choices come from
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = whole)]
    pub seed: u64,
    /// Memory that a task may take, in megabytes; every thread has one task at a time
    #[arg(long, value_name = "MB", default_value_t = TASK_MEMORY.usual, value_parser = clap::value_parser!(u32).range(TASK_MEMORY.range()))]
    pub memory: u32,
    #[command(flatten)]
    pub guide: GuideArgs,
    /// Keep the programs that fit demo samples in this database file
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Write a submission in Kaggle's form, with all tasks of the data
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the candidates of a task with their ranks, and why two of them were chosen
    #[arg(long, value_name = "TASK")]
    pub explain: Option<String>,
    /// Draw known test outputs beside the attempts, and say which attempt is right
    #[arg(long)]
    pub test: bool,
    /// List every task, however many there are
    #[arg(long)]
    pub all: bool,
    /// Drop what is stored for tasks that changed since, instead of refusing to work on them
    #[arg(long)]
    pub allow_changed_data: bool,
}

const SOLVE: &str = "\
Several strategies look for programs that make outputs of inputs as the demo samples of a task
show it. For every test input there are two attempts: the most likely outputs of all candidates, and
guesses where there are fewer (the input, the first demo output, an empty grid, a single cell). Every
program is run alone by the engine before it is shown or kept. Nothing is fetched, and test
outputs are used for reports alone.

Work is counted in units, not in time: with --effort the answers are the same on any machine and any
number of threads. --seconds-per-task S does as much work as S seconds usually allow, and sees to it
that all tasks together take no more than S processor seconds each on average: what easy tasks leave
over is there for the others, and the tasks that had to be cut short are listed.

One task is drawn, with the programs that give the attempts. Ctrl-C ends the tasks under way and
writes what there is; a second one stops at once. Exit code 1 says that some task could not be read;
it has guesses as far as its test inputs can be read.

Examples:
  batt solve --data embedded --tasks 2099cb8f         one task, drawn
  batt solve --data arc-agi_test_challenges.json -o submission.json
  batt solve --data tasks/ --effort 0.1 --store found.db
  batt solve --data arc1-evaluation --seconds-per-task 3 --json
  batt solve --data embedded --explain 2099cb8f       why these two attempts?
  batt grade submission.json --data embedded";
