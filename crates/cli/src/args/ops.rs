//! The arguments of `batt ops`.

use clap::Args;
use lang::Dialect;

/// `batt ops ...`
#[derive(Args)]
#[command(after_help = OPS)]
pub struct OpsArgs {
    /// One name to have it explained, or words for what you look for, as you would say it
    #[arg(value_name = "NAME|WORDS")]
    pub words: Vec<String>,
    /// Only the ops of this dialect: arc or batt
    #[arg(long)]
    pub dialect: Option<Dialect>,
    /// The whole reference page as Markdown
    #[arg(long, conflicts_with_all = ["words", "dialect", "json"])]
    pub markdown: bool,
    /// The stub file of the Python package for a dialect: arc or batt
    #[arg(long, value_name = "DIALECT", conflicts_with_all = ["words", "dialect", "json", "markdown"])]
    pub stubs: Option<Dialect>,
}

const OPS: &str = "\
Examples:
  batt ops                      all of them by family
  batt ops draw a line          those that the words fit, the best five first
  batt ops objects              exactly one name: explained in full, with an example
  batt ops --dialect batt rank
  batt ops --markdown > ops.md
  batt ops --stubs arc > dsl.pyi";
