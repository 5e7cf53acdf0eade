//! Where to compute.

use clap::Args;
use gpu::device::DeviceError;
use gpu::engine::{Choice, Engine};
use gpu::team::Options;

use crate::failure::Failure;
use crate::output::Output;

/// Where to compute, for all commands that run programs.
#[derive(Args, Clone, Debug)]
pub struct DeviceArgs {
    /// Where to compute: auto, auto:software, cpu, opencl, cuda; devices by number: opencl:0,1
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    pub backend: Choice,
    /// Say where each batch ran and why
    #[arg(long)]
    pub explain: bool,
    /// Most memory of a device to use, in MB; else 80 % of what it has
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..))]
    pub device_memory: Option<u64>,
}

impl DeviceArgs {
    /// Opens what was asked for.
    pub fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = Engine::open(&self.backend, Options::DEFAULT)
            .map_err(|e| failure(&self.backend, &e))?;
        if let Some(megabytes) = self.device_memory {
            engine.set_limit(megabytes << 20);
        }
        Ok(engine)
    }

    /// Says what was decided, if that is wanted, and what went wrong on devices.
    pub fn report(&self, engine: &mut Engine, output: &mut Output) {
        let reasons = engine.explain();
        if self.explain {
            reasons.iter().for_each(|reason| output.note(reason));
        }
        for error in engine.stats().iter().flat_map(|stats| &stats.errors) {
            output.note(&format!("went on without a device: {error}"));
        }
    }
}

/// A device that was asked for and is not there.
pub fn failure(choice: &Choice, error: &DeviceError) -> Failure {
    Failure::usage(format!("--backend {choice}: {error}"))
        .hint("`batt devices` lists what is there; --backend cpu always works")
}
