//! The arguments of `batt store`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::task_list;
use super::{DataArgs, DialectArg};

/// `batt store ...`
#[derive(Args)]
#[command(after_help = STORE)]
pub struct StoreArgs {
    /// The database file [default: $ARCBATT_STORE, else arcbatt.db in the current folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub store: Option<PathBuf>,
    /// What to do with it.
    #[command(subcommand)]
    pub command: StoreCommand,
}

const STORE: &str = "\
The store keeps programs with their scores, lineage and runs in one database file, at most 32
programs per task. One process writes to it at a time; any number may read meanwhile. The
file FILE.lock beside it is what writers lock.

Examples:
  batt store ls
  batt store show 007bbfb7
  batt store export programs/
  batt store merge part2.db part3.db --store part1.db";

/// `batt store ...`
#[derive(Subcommand)]
pub enum StoreCommand {
    /// List tasks with the number of their programs and the best score
    #[command(after_help = LS)]
    Ls {
        #[command(flatten)]
        tasks: TasksArg,
        /// Only tasks whose best program was found by this strategy, by mutation, or is from a file
        #[arg(long, value_name = "NAME")]
        strategy: Option<String>,
    },
    /// Show the programs of a task, or one program with its history
    #[command(after_help = SHOW)]
    Show(ShowArgs),
    /// Write the programs to plain files
    #[command(after_help = EXPORT)]
    Export {
        /// The folder for the files; made if it is not there
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        tasks: TasksArg,
    },
    /// Score the programs of files and keep the best
    #[command(after_help = IMPORT)]
    Import(ImportArgs),
    /// Throw away programs that nothing kept descends from
    #[command(after_help = GC)]
    Gc,
    /// Check the file, the text of every program, every number, run and mutation
    #[command(after_help = CHECK)]
    Check,
    /// Bring everything of other stores into this one
    #[command(after_help = MERGE)]
    Merge {
        /// The other stores, which stay as they are (those of an older version are brought up to date)
        #[arg(value_name = "OTHER", required = true)]
        others: Vec<PathBuf>,
    },
}

/// `batt store show ...`
#[derive(Args)]
pub struct ShowArgs {
    /// Id of a task, or at least 4 of the first digits of a program's hash
    #[arg(value_name = "TASK|HASH")]
    pub what: String,
    /// The whole history, however long
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub source: DataArgs,
}

/// Which tasks.
#[derive(Args)]
pub struct TasksArg {
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
}

/// `batt store import ...`
#[derive(Args)]
pub struct ImportArgs {
    /// Program files
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// Drop what is stored for tasks that changed since, instead of refusing to work on them
    #[arg(long)]
    pub allow_changed_data: bool,
}

const LS: &str = "\
A demo sample is worth 1000 points, so 3000 of 3000 is all right on three samples. A program fits
the demos when it is right on all of them, also with the sample's own pair hidden. `right` tells
whether the best program is right on the tests: unknown where their outputs are not there.
The column `from` says what found the best program: a strategy of `batt solve`, mutation, or file
for programs that came as they are.

Examples:
  batt store ls
  batt store ls --strategy layers
  batt store ls --tasks 007bbfb7,0520fde7 --store part1.db
  batt store ls --json";

const SHOW: &str = "\
The history of a program is the line of programs it was mutated from, with every edit. The picture
is the program at work on the first demo sample of the task that it is kept for: every step with what
it gives. It takes the task from --data, else from the set at hand that has it.

Examples:
  batt store show 007bbfb7                  the programs of a task, best first
  batt store show 3fb91c                    one program: text, results, history
  batt store show 3fb91c --all --json";

const EXPORT: &str = "\
Writes one file per program, <task>_<place>.py, where place 01 is the best program of its task,
and index.json with scores and lineage. The same store gives the same files, byte for byte.
They take the place of an earlier export into this folder: its files go, also those of tasks that
--tasks does not name. Other files stay. `batt store import` reads them back.

Examples:
  batt store export programs/
  batt store export programs/ --tasks 007bbfb7
  batt run programs/*_01.py                 the best program of every task";

const IMPORT: &str = "\
Each program `solve_<id>` or `verify_<id>` is run on task <id> of the data set. Those that score
something are kept, at most 32 per task. Programs `differ_<name>` join the stored differs.
The store is made if it is not there.

Examples:
  batt store import my_solvers.py --data arc1-training
  batt store import programs/*.py --data embedded --store new.db";

const GC: &str = "\
Programs that made room for better ones stay in the store as long as some kept program
descends from them. The others, their lineage and the space they took go.

Examples:
  batt store gc
  batt store gc --store part1.db --json";

const CHECK: &str = "\
Exit code 1 says that something is wrong. Nothing is changed.

Examples:
  batt store check
  batt store check --store part1.db --json";

const MERGE: &str = "\
Programs, results, lineage, differs and runs are joined without loss or duplicates; of each task
the 32 best programs stay. The order does not matter, and merging a store again changes
nothing. The store is made if it is not there.

Examples:
  batt store merge part1.db part2.db --store all.db
  batt store merge other.db";
