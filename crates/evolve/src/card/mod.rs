//! card: from programs to a batt.
//!
//! ```text
//! entrants ──choose──▶ one program per task ──mutate──▶ parts ──merge──▶ batt and step table
//! ```
//!
//! Every random choice comes from streams of the seed, so a seed gives the same batt byte for
//! byte, whatever the machine and whatever else is merged.

mod choose;
mod deal;
mod merge;
mod mutants;
mod pool;
mod table;

pub use choose::{Entrant, MAX_DIFFERS, Rivals, choose, choose_differs, choose_tasks};
pub use deal::{Card, Deal};
pub use merge::{CardError, Line, Merged, Part, Source, merge};
pub use pool::{Found, Pool};
pub use table::step_table;
