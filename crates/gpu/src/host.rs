//! The kernels as plain C on the host: for checking them with a compiler's sanitizers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use crate::source;

/// What reads a buffer, runs a kernel for every lane, and writes the buffer.
const MAIN: &str = include_str!("../kernels/host.c");

/// A program that runs kernels on the host.
pub struct Host {
    program: PathBuf,
}

impl Host {
    /// Compiles the kernels for groups of so many lanes into a folder with the system's C compiler, unless that was done.
    pub fn build(folder: &Path, lanes: usize, flags: &[&str]) -> Result<Host, String> {
        let text = source::source(false, lanes) + MAIN;
        let key = xxh3_64(format!("{flags:?} {text}").as_bytes());
        let program = folder.join(format!("kernels-{key:016x}"));
        if !program.is_file() {
            compile(&text, flags, &program)?;
        }
        Ok(Host { program })
    }

    /// Runs a kernel and gives the whole buffer up to the groups' memory. Lanes of a group run in their order between barriers, and in one
    /// that changes if `seed` is not 0.
    pub fn run(
        &self,
        kernel: &str,
        words: &[u32],
        total: usize,
        seed: u32,
    ) -> Result<Vec<u32>, String> {
        // Several tests may use one program at once, each through a host of its own.
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{run}", std::process::id());
        let files = ["in", "out"].map(|end| self.program.with_extension(format!("{name}.{end}")));
        let result = self.run_with(kernel, words, (total, seed), &files);
        files.iter().for_each(|file| drop(std::fs::remove_file(file)));
        result
    }

    fn run_with(
        &self,
        kernel: &str,
        words: &[u32],
        (total, seed): (usize, u32),
        [input, output]: &[PathBuf; 2],
    ) -> Result<Vec<u32>, String> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        std::fs::write(input, bytes).map_err(|e| e.to_string())?;
        let out = Command::new(&self.program)
            .arg(kernel)
            .args([input, output])
            .args([total.to_string(), seed.to_string()])
            .output()
            .map_err(|e| e.to_string())?;
        if !out.status.success() {
            return Err(String::from_utf8_lossy(&out.stderr).into());
        }
        let bytes = std::fs::read(output).map_err(|e| e.to_string())?;
        let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }
}

/// Compiles under a name of this process and then gives it the name that others look for.
fn compile(text: &str, flags: &[&str], program: &Path) -> Result<(), String> {
    // Threads of one process would write the same files.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if program.is_file() {
        return Ok(());
    }
    let own = program.with_extension(std::process::id().to_string());
    let file = own.with_extension(format!("{}.c", std::process::id()));
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let out = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-parameter"])
        .args(flags)
        .arg("-o")
        .args([&own, &file])
        .output()
        .map_err(|e| format!("cc: {e}"));
    let _ = std::fs::remove_file(&file);
    let out = out?;
    let said = String::from_utf8_lossy(&out.stderr);
    if !out.status.success() || !said.is_empty() {
        return Err(said.into());
    }
    std::fs::rename(&own, program).map_err(|e| e.to_string())
}
