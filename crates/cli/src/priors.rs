//! Files of priors, as commands read them.

use std::path::Path;

use evolve::prior::{Guide, PriorError, Priors};

use crate::args::prior::GuideArgs;
use crate::failure::Failure;
use crate::files::read_file;
use crate::output::{printable, shown};

/// Most bytes of a file: 400 tasks with a prior of their own each take some 40 MB.
const MAX_BYTES: u64 = 1 << 30;

/// What a command goes by.
pub fn guide(args: &GuideArgs) -> Result<Guide, Failure> {
    args.prior.as_deref().map_or(Ok(Guide::NONE), |path| Ok(Guide::by(read(path)?)))
}

/// Reads a file of priors.
pub fn read(path: &Path) -> Result<Priors, Failure> {
    let bytes = read_file(path, MAX_BYTES)?;
    let name = shown(path);
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::usage(format!("{name}: a prior is JSON, and this is no UTF-8 text"))
    })?;
    Priors::read(&text).map_err(|error| refused(&name, &error))
}

fn refused(name: &str, error: &PriorError) -> Failure {
    Failure::usage(format!("{name}: {}", printable(&error.to_string())))
        .hint("docs/prior.md says how priors are written; `batt prior fit` makes one of programs")
}
