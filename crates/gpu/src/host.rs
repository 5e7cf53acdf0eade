//! The kernels as plain C on the host: for checking them with a compiler's sanitizers.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::source;

/// What reads a buffer, runs a kernel for every lane, and writes the buffer.
const MAIN: &str = include_str!("../kernels/host.c");

/// A program that runs kernels on the host.
pub struct Host {
    program: PathBuf,
}

impl Host {
    /// Compiles the kernels into a folder with the system's C compiler.
    pub fn build(folder: &Path, flags: &[&str]) -> Result<Host, String> {
        let (file, program) = (folder.join("kernels.c"), folder.join("kernels"));
        std::fs::write(&file, source::source(false) + MAIN).map_err(|e| e.to_string())?;
        let out = Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-parameter"])
            .args(flags)
            .arg("-o")
            .args([&program, &file])
            .output()
            .map_err(|e| format!("cc: {e}"))?;
        let said = String::from_utf8_lossy(&out.stderr);
        if out.status.success() && said.is_empty() { Ok(Host { program }) } else { Err(said.into()) }
    }

    /// Runs a kernel and gives the whole buffer.
    pub fn run(&self, kernel: &str, words: &[u32], total: usize) -> Result<Vec<u32>, String> {
        let input = self.program.with_extension("in");
        let output = self.program.with_extension("out");
        let write = |words: &[u32]| {
            let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            std::fs::File::create(&input)?.write_all(&bytes)
        };
        write(words).map_err(|e| e.to_string())?;
        let out = Command::new(&self.program)
            .arg(kernel)
            .args([&input, &output])
            .arg(total.to_string())
            .output()
            .map_err(|e| e.to_string())?;
        if !out.status.success() {
            return Err(String::from_utf8_lossy(&out.stderr).into());
        }
        let mut bytes = Vec::new();
        let mut file = std::fs::File::open(&output).map_err(|e| e.to_string())?;
        file.read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }
}
