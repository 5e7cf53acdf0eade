//! The arguments of `batt serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::DataArgs;

/// `batt serve ...`
#[derive(Args)]
#[command(after_help = SERVE)]
pub struct ServeArgs {
    /// The database file to show; may be given several times, to compare them
    /// [default: $ARCBATT_STORE, else arcbatt.db in the current folder]
    #[arg(long, value_name = "FILE")]
    pub store: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8517", value_parser = address)]
    pub addr: SocketAddr,
}

/// Reads an IP address and a port; names of machines stand for several.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write an IP address and a port, such as 127.0.0.1:8517")
}

const SERVE: &str = "\
Shows a search in the browser while it runs, and what it found. Stores are only read, so this
works beside `batt evolve`. Tasks are drawn from the data set that the store names, if it is at
hand, else from --data.

Only this machine can look, unless --addr is an address that others reach. Then the address
that is printed holds a token, and nobody can look without it. The connection is not
encrypted: in a network that you do not trust, rather leave --addr out and forward the port:
ssh -L 8517:127.0.0.1:8517 MACHINE.

Examples:
  batt serve                                       arcbatt.db right here
  batt serve --store found.db
  batt serve --store monday.db --store tuesday.db  to compare them
  batt serve --addr 0.0.0.0:8517                   for other machines, with a token
  batt serve --addr 127.0.0.1:0 --json             a free port, told as JSON";
