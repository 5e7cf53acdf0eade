//! The arguments of `batt prior`, and of commands that go by a prior.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::DialectArg;
use super::values::task_list;

/// `batt prior ...`
#[derive(Args)]
#[command(after_help = PRIOR)]
pub struct PriorArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: PriorCommand,
}

/// What is done with priors.
#[derive(Subcommand)]
pub enum PriorCommand {
    /// Count which op, constant or input stands where in programs
    Fit(FitArgs),
    /// Say what a prior holds likely, row by row
    Show(ShowPriorArgs),
}

const PRIOR: &str = "\
A prior says what is likely to stand where in a program: as its result, and as each argument of each op. `batt evolve`
and `batt solve` try likely things first with --prior FILE, `batt synth` too. The file is JSON that anyone can write, a network too:

  {\"other\": 1, \"root\": {\"fill\": 3}, \"arguments\": {\"fill\": [{\"I\": 9}, {\"EIGHT\": 2}]}}

docs/prior.md says what weights, missing rows and missing names mean.

Examples:
  batt prior fit solvers.py -o prior.json
  batt prior fit --store arcbatt.db -o prior.json       from what fits the demos of its task there
  batt prior fit solvers.py --leave-out 007bbfb7 -o without.json
  batt prior show prior.json
  batt evolve --prior prior.json --time 10m
  batt solve --tasks 007bbfb7 --prior prior.json";

/// `batt prior fit ...`
#[derive(Args)]
pub struct FitArgs {
    /// Program files; without any and without --store: the reference programs if fetched, else the embedded ones
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The programs of this database file that fit all demo samples of their task
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub store: Option<PathBuf>,
    /// Leave out the programs of these tasks, and what equals them: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub leave_out: Option<String>,
    /// Where to write the prior; without, it is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
}

/// `batt prior show ...`
#[derive(Args)]
pub struct ShowPriorArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only the rows of this op
    #[arg(long, value_name = "NAME")]
    pub op: Option<String>,
    /// How many names of each row
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub top: usize,
}

/// What a command goes by.
#[derive(Args)]
pub struct GuideArgs {
    /// Try first what this file holds likely, see `batt prior`: for all tasks, or for each its own
    #[arg(long, value_name = "FILE")]
    pub prior: Option<PathBuf>,
}
