//! The arguments of `batt score`.

use std::path::PathBuf;

use clap::Args;
use evolve::limits::BUDGET;
use evolve::shard::Shard;

use super::device::DeviceArgs;
use super::evolve::Span;
use super::values::{task_list, units};
use super::{DataArgs, DialectArg, Threads};

/// `batt score ...`
#[derive(Args)]
#[command(after_help = SCORE)]
pub struct ScoreArgs {
    /// Program files or a batt; without any: the reference programs if fetched, else the
    /// embedded ones
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids; else those that the
    /// programs are named after
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// Keep the best results in this database file
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Program files with differs of your own; may be given several times
    #[arg(long, value_name = "FILE")]
    pub differs: Vec<PathBuf>,
    /// Only part i of n of the tasks, as 1/4: for job arrays
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// How long: 30s, 10m, 2h; seen between tasks
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub time: Option<Span>,
    /// Most work of a program on one sample, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = BUDGET.usual, value_parser = units)]
    pub budget: u64,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
    #[command(flatten)]
    pub device: DeviceArgs,
    /// List every program on every task
    #[arg(long)]
    pub all: bool,
    /// Drop what is stored for tasks that changed since, instead of refusing to work on them
    #[arg(long)]
    pub allow_changed_data: bool,
}

const SCORE: &str = "\
Every program runs on every chosen task. A right output gives 1000 points, another grid half
the mean of the built-in differs' scores. Demo and test samples are kept apart: points come
from demo samples alone. `fits`: demo samples that are right; `right`: tests that are, of those
whose outputs are known. A program that reads S fits the demos only if it does so without the pair
it is asked about. What fits or is stored is cut out of the merged program and run again alone.

A differ `differ_<name>(S, I, C)` gives (score 0-1000, detail) for candidate I and target C.
It says something about programs of its own dialect (--dialect arc for differs of arc).

Exit code 1 says that something could not be read or was left out, by --time too.

Examples:
  batt score my_solvers.py --data embedded
  batt score batt.py --tasks 007bbfb7,0520fde7 --all
  batt score my_solvers.py --differs my_differs.py --store found.db
  batt score --shard 1/8 --store part1.db --json";
