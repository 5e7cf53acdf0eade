//! Tests that run again in a process of their own, where the simulator is the CUDA driver.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use gpu::device;

use crate::driver;

/// Set in such a process.
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
    again(test, || {
        let races = looks == Looks::ForRaces;
        let mut settings = simulated()?;
        settings.extend([
            ("CUDASIM_REPORT", report.into()),
            ("CUDASIM_THREADS", threads.to_string().into()),
            ("CUDASIM_RACES", u8::from(races).to_string().into()),
            ("CUDASIM_COUNTS", u8::from(!races).to_string().into()),
        ]);
        Some(settings)
    })
}

/// Variables of a process.
pub type Settings = Vec<(&'static str, OsString)>;

/// What makes the simulator the driver; nothing without it. The embedded PTX is what is tested, not what a compiler that is found makes.
pub fn simulated() -> Option<Settings> {
    let folder = driver::folder()?.into();
    Some(vec![("LD_LIBRARY_PATH", folder), (device::nvrtc::VARIABLE, "none".into())])
}

/// Whether this is a process with settings of its own. Else it is started, if there are settings for it, and has to succeed.
pub fn again(test: &str, settings: impl FnOnce() -> Option<Settings>) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let Some(settings) = settings() else { return false };
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(INSIDE, "1").envs(settings);
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    println!("{said}");
    assert!(out.status.success() && said.contains("1 passed"), "{said}");
    false
}
