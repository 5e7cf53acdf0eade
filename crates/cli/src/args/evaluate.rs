//! The arguments of `batt evaluate`.

use clap::Args;

use super::{DataArgs, DialectArg, Threads};

/// `batt evaluate ...`
#[derive(Args)]
#[command(after_help = EVALUATE)]
pub struct EvaluateArgs {
    /// Read requests from standard input, one JSON object in a line
    #[arg(long, required = true)]
    pub stdin: bool,
    #[command(flatten)]
    pub source: DataArgs,
    /// Count test samples too, as far as their outputs are known
    #[arg(long)]
    pub tests: bool,
    /// Nothing for outputs that are nearly right
    #[arg(long)]
    pub exact: bool,
    /// The dialect of the programs
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
}

const EVALUATE: &str = "\
For training loops and evolutionary frameworks. A request says which task and what somebody, or
some model, wrote: a program with or without prose and fences around it.

  {\"task\": \"007bbfb7\", \"completion\": \"def solve(I): ...\", \"id\": 7}

`task` is an id of the data, or a task itself: {\"train\": [...], \"test\": [...]}. `id` is anything and comes
back. The answers are lines too, in the order of the requests:

  {\"id\":7,\"reward\":0.31,\"right\":0,\"samples\":5,\"reason\":\"12 cells are wrong\",\"program\":\"...\",\"tries\":[...]}

A reward is 0 to 1, and 1 only if every demo output is right. What is no program is worth 0 and says
why; what is no request is answered by {\"error\": \"...\", \"id\": 7}. Requests that stand in the pipe are run together.

Examples:
  batt evaluate --stdin < requests.jsonl > answers.jsonl
  batt evaluate --stdin --data arc1-training --exact";
