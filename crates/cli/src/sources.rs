//! Data sets and program sets by name or path, and what people can do where there are none.

use exec::data::Dataset;
use exec::data::sets::{self, NoData};

pub use exec::data::sets::{
    EMBEDDED, REARC, REARC_VERSION, SETS, Source, embedded_programs, is_known, rearc_files,
    rearc_programs,
};

use crate::failure::{Failure, did_you_mean};
use crate::fetch::OFFLINE;

/// Finds the data that `--data` names; without it ARC-AGI-1 training, or the embedded set.
pub fn resolve_data(spec: Option<&str>) -> Result<Dataset, Failure> {
    Ok(sets::resolve(spec)?)
}

/// The tasks that are part of this binary.
pub fn embedded() -> Result<Dataset, Failure> {
    Ok(sets::embedded()?)
}

/// Every data set at hand, one after the other: loaded only when asked for.
pub fn all_at_hand() -> impl Iterator<Item = Result<Dataset, Failure>> {
    sets::all_at_hand().map(|set| Ok(set?))
}

impl From<NoData> for Failure {
    fn from(error: NoData) -> Failure {
        let failure = Failure::usage(error.to_string());
        match error {
            NoData::Unknown(spec) => failure.hint(
                did_you_mean(&spec, sets::names()).unwrap_or("see the names: batt data ls".into()),
            ),
            NoData::NotFetched(_) => failure.hint(format!("fetch it: batt data get; {OFFLINE}")),
            NoData::Broken(_) => {
                failure.hint(format!("fetch it again: batt data get --force; {OFFLINE}"))
            }
            NoData::Unreadable(_) => failure,
        }
    }
}
