//! Tests that run again in a process of their own, where the simulator is the CUDA driver.

use std::path::Path;
use std::process::Command;

use gpu::device;

use crate::driver;

/// Set where the simulator is the driver.
const INSIDE: &str = "ARCBATT_SIMULATED";

/// What the simulator does beside running kernels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// It counts.
    AtCosts,
    /// Accesses that nothing orders end a launch.
    ForRaces,
}

/// Whether this is that process, and the test is to do its work. Else it is started with so many threads: it writes its
/// counts to a file.
pub fn inside(test: &str, report: &Path, (threads, looks): (usize, Looks)) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let Some(folder) = driver::folder() else { return false };
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(INSIDE, "1");
    command.env("LD_LIBRARY_PATH", folder).env("CUDASIM_REPORT", report);
    command.env("CUDASIM_THREADS", threads.to_string());
    let races = looks == Looks::ForRaces;
    command.env("CUDASIM_RACES", u8::from(races).to_string());
    command.env("CUDASIM_COUNTS", u8::from(!races).to_string());
    // The embedded PTX is what is tested, not what a compiler that is found makes.
    command.env(device::nvrtc::VARIABLE, "none");
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    println!("{said}");
    assert!(out.status.success() && said.contains("1 passed"), "{said}");
    false
}
