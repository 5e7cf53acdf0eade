//! The reference under CPython, in a process of its own.

use std::collections::BTreeMap;
use std::env;
use std::process::Command;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::data::Files;
use crate::pipe::Pipe;

const SCRIPT: &str = include_str!("../reference.py");

/// The running process.
pub struct Python {
    pipe: Pipe,
    /// Its name and version.
    pub version: String,
    /// Samples that a pass runs.
    pub samples: usize,
}

#[derive(Deserialize)]
struct Ready {
    python: String,
    samples: usize,
}

/// One whole pass.
#[derive(Deserialize)]
pub struct Pass {
    /// Time inside programs.
    pub seconds: f64,
    /// Samples with the right output.
    pub right: u64,
    /// The same time by program.
    pub programs: BTreeMap<String, f64>,
}

/// What programs call in one pass.
#[derive(Deserialize)]
pub struct Recorded {
    /// Calls of ops, those that ops make themselves included.
    pub calls: u64,
    /// Calls that programs make, directly or through functions.
    pub asked: u64,
    /// The same by op.
    pub by_op: BTreeMap<String, u64>,
}

/// One recorded call, as a golden vector writes it.
#[derive(Deserialize)]
pub struct Call {
    /// Its arguments.
    pub args: Vec<Json>,
    /// What it gives.
    pub out: Json,
}

/// The kept calls of one op.
#[derive(Deserialize)]
pub struct OpCalls {
    /// Mean time of a call, in nanoseconds.
    pub ns: f64,
    /// Kept calls that fail or that cannot be written down.
    pub left_out: usize,
    /// The others.
    pub calls: Vec<Call>,
}

impl Python {
    /// Starts the system's Python and loads programs and tasks.
    pub fn start(files: &Files, ids: &[String]) -> Result<Python, String> {
        let name = env::var_os("PYTHON").filter(|name| !name.is_empty());
        let mut command = Command::new(name.unwrap_or_else(|| "python3".into()));
        let mut pipe = Pipe::start("python3", command.args(["-B", "-c", SCRIPT]))?;
        let setup = json!({ "rearc": files.rearc(), "tasks": files.tasks(), "programs": ids });
        let Ready { python, samples } = pipe.ask(&setup)?;
        Ok(Python { pipe, version: python, samples })
    }

    /// Every program on every sample.
    pub fn pass(&mut self) -> Result<Pass, String> {
        self.pipe.ask(&json!({ "do": "pass" }))
    }

    /// A text's function `batt` on each grid: seconds, or nothing beyond some.
    pub fn batt(
        &mut self,
        source: &str,
        grids: &[Vec<&[i8]>],
        seconds: f64,
    ) -> Result<Vec<Option<f64>>, String> {
        let ask = json!({ "do": "batt", "source": source, "grids": grids, "seconds": seconds });
        self.pipe.ask(&ask)
    }

    /// The same untimed; counts all calls and keeps some of each op.
    pub fn record(&mut self, keep: usize) -> Result<Recorded, String> {
        self.pipe.ask(&json!({ "do": "record", "keep": keep }))
    }

    /// Times the kept calls of an op, and hands them over.
    pub fn op(&mut self, name: &str, seconds: f64) -> Result<OpCalls, String> {
        self.pipe.ask(&json!({ "do": "op", "name": name, "seconds": seconds }))
    }
}

impl Pass {
    /// Keeps the best of both, by program too.
    pub fn best(mut self, other: Pass) -> Pass {
        for (id, seconds) in other.programs {
            let best = self.programs.entry(id).or_insert(seconds);
            *best = best.min(seconds);
        }
        Pass { seconds: self.seconds.min(other.seconds), ..self }
    }
}
