//! The arguments of `batt synth`.

use std::path::PathBuf;

use clap::Args;
use evolve::forms::Form;
use evolve::limits::{AUGMENT, PAIRS, SEED, SHARD_SIZE, SYNTH_BUDGET, SYNTH_COUNT};

use super::data::form;
use super::prior::GuideArgs;
use super::values::{task_list, whole};
use super::{DataArgs, DialectArg, Threads};

/// `batt synth ...`
#[derive(Args)]
#[command(after_help = SYNTH)]
#[command(group(clap::ArgGroup::new("amount").args(["count", "shards"])))]
pub struct SynthArgs {
    /// Program files to make tasks from; without any, and without --store: those at hand
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Make tasks from the programs of this database file too
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only the inputs of these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// How many tasks in all
    #[arg(long, value_name = "N", default_value_t = SYNTH_COUNT.usual, value_parser = clap::value_parser!(u64).range(SYNTH_COUNT.range()))]
    pub count: u64,
    /// How many full shards, instead of --count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(SYNTH_COUNT.range()))]
    pub shards: Option<u64>,
    /// Tasks in a shard
    #[arg(long, value_name = "N", default_value_t = SHARD_SIZE.usual, value_parser = clap::value_parser!(u64).range(SHARD_SIZE.range()))]
    pub shard_size: u64,
    /// The folder for the shards; made if it is not there, gone on with if it is
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The form: kaggle, jsonl, pairs, messages or arrays
    #[arg(long = "as", value_name = "FORM", default_value = "jsonl", value_parser = form)]
    pub form: Form,
    /// Pairs of a task at least; the last one is asked for
    #[arg(long, value_name = "N", default_value_t = PAIRS.usual, value_parser = clap::value_parser!(u32).range(PAIRS.range()))]
    pub pairs: u32,
    /// Copies of every task, turned or mirrored and in other colours
    #[arg(long, value_name = "N", default_value_t = AUGMENT.usual, value_parser = clap::value_parser!(u32).range(AUGMENT.range()))]
    pub augment: u32,
    /// Most work of a program on one input, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = SYNTH_BUDGET.usual, value_parser = clap::value_parser!(u64).range(SYNTH_BUDGET.range()))]
    pub budget: u64,
    /// Where all random choices come from
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = whole)]
    pub seed: u64,
    #[command(flatten)]
    pub guide: GuideArgs,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
}

const SYNTH: &str = "\
Programs run as they are, cut short, mutated and put together, on inputs of the data and on
inputs made from these: bodies moved, added and taken away, colours exchanged, grids turned and
made larger, or drawn from nothing. What a program gives for some inputs is a task, whatever the
program was written for, unless a filter drops it: it must change its inputs, give different
outputs of more than one colour with sides of 1-30, need all of its lines, and neither task nor
program may be there already, seen from another side or in other colours. Programs that read the
demo pairs are left out.

Every task has an id that is made of its pairs, its program, and facts: parents and what was done
to them, how each input was made, cost, difficulty. Forms without a place for programs get a file
NAME_programs.jsonl beside each shard. docs/synth.md explains all of it.

A shard is written whole or not at all. The same command goes on where it was stopped or killed
and gives the same files; a larger --count, or more --shards, adds to them. A folder whose shards were
made with other settings is left alone. The same seed gives the same files on any number of threads.

Examples:
  batt synth --count 1000 -o out
  batt synth --data embedded --count 20 --shard-size 10 --seed 7 -o out
  batt synth my.py --data arc1-training --shards 100 --as arrays --augment 8 -o out
  batt synth --prior prior.json --count 1000 -o out      mutants that are likely by a prior
  batt synth --store found.db --pairs 5 --count 100000 --as messages -o out";
