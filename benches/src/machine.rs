//! What the numbers were measured on, and with what.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::timing::{median, timed};

/// The processor's name.
pub fn cpu() -> String {
    field("/proc/cpuinfo", "model name").unwrap_or_else(|| env::consts::ARCH.into())
}

/// How many threads the machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The largest memory this process has had, in MB; nothing where the system does not say.
pub fn peak_memory_mb() -> Option<f64> {
    memory_mb(std::process::id(), "VmHWM")
}

/// What the system says of a process's memory under this name, in MB.
pub fn memory_mb(process: u32, name: &str) -> Option<f64> {
    let text = field(&format!("/proc/{process}/status"), name)?;
    let kilobytes: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

/// Processor time that a process has used so far, in seconds.
pub fn cpu_seconds(process: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the command stands in brackets and may hold anything.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    // Linux counts them in hundredths of a second for everybody.
    Some((user + system) / 100.0)
}

fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// The compiler's version, without its date.
pub fn rustc() -> String {
    let out = Command::new("rustc").arg("--version").output().ok();
    let text = out.and_then(|out| String::from_utf8(out.stdout).ok()).unwrap_or_default();
    text.split_whitespace().nth(1).unwrap_or("unknown").to_string()
}

/// The `batt` command built beside this one, if it is there.
pub fn batt() -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name("batt");
    let path = path.with_extension(env::consts::EXE_EXTENSION);
    path.is_file().then_some(path)
}

/// Milliseconds of `batt run --data embedded` from its start to its end, median of some times;
/// nothing where the command is not built.
pub fn cold_start_ms(times: usize) -> Option<f64> {
    let batt = batt()?;
    let run = || {
        let mut command = Command::new(&batt);
        command.args(["run", "--data", "embedded"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let mut seconds = Vec::new();
    for _ in 0..times {
        let (took, fine) = timed(run);
        seconds.push(fine.then_some(took)?);
    }
    Some(median(seconds) * 1e3)
}
