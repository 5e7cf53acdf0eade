//! The arguments of `batt grade`.

use std::path::PathBuf;

use clap::Args;

use super::DataArgs;

/// `batt grade ...`
#[derive(Args)]
#[command(after_help = GRADE)]
pub struct GradeArgs {
    /// The submission: {"<id>": [{"attempt_1": grid, "attempt_2": grid}, …], …}
    #[arg(value_name = "SUBMISSION")]
    pub submission: PathBuf,
    #[command(flatten)]
    pub source: DataArgs,
    /// List every task
    #[arg(long)]
    pub all: bool,
}

const GRADE: &str = "\
A test output is right if one of its two attempts equals it exactly. The score is the share of
right test outputs, as on Kaggle. A submission that lacks a task or a test input, or has
one too many, is not graded.

Examples:
  batt grade submission.json --data arc-agi_evaluation_challenges.json
  batt grade submission.json --data arc1-evaluation --all
  batt grade submission.json --data embedded --json";
