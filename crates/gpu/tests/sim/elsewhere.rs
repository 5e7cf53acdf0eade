//! Tests that run again in a process of their own, where the simulator is the CUDA driver.

use std::path::Path;
use std::process::Command;

use gpu::device;

use crate::driver;

/// Set where the simulator is the driver.
const INSIDE: &str = "ARCBATT_SIMULATED";

/// Whether this is that process, and the test is to do its work. Else it is started: it writes its
/// counts to a file.
pub fn inside(test: &str, report: &Path, threads: usize) -> bool {
    inside_with(test, report, threads, &[])
}

/// The same with more settings of the simulator, or of ours.
pub fn inside_with(test: &str, report: &Path, threads: usize, more: &[(&str, &str)]) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let Some(folder) = driver::folder() else { return false };
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(INSIDE, "1");
    command.env("LD_LIBRARY_PATH", folder).env("CUDASIM_REPORT", report);
    command.env("CUDASIM_THREADS", threads.to_string());
    command.envs(more.iter().copied());
    // The embedded PTX is what is tested, not what a compiler that is found makes.
    command.env(device::nvrtc::VARIABLE, "none");
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    println!("{said}");
    assert!(out.status.success() && said.contains("1 passed"), "{said}");
    false
}
