//! Which source holds a kernel, and where compiled ones are kept.

use std::fs;
use std::path::{Path, PathBuf};

use exec::data::cache_folder;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::LANES;
use crate::source;

/// The kernels that a source is compiled for. CUDA's compiler makes all functions anew for each
/// kernel, so one that is not asked for costs as much as one that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Program {
    /// `run_plan`.
    Plan,
    /// `run_calls`.
    Calls,
    /// A kernel per op.
    Ops,
}

impl Program {
    /// Every program.
    pub const ALL: [Program; 3] = [Program::Plan, Program::Calls, Program::Ops];

    /// The program that holds a kernel, if any does.
    pub fn of(kernel: &str) -> Program {
        match kernel {
            "run_calls" => Program::Calls,
            _ if kernel.starts_with("op_") => Program::Ops,
            _ => Program::Plan,
        }
    }

    /// The source for groups of so many lanes, without the kernels of other programs.
    pub fn source(self, lanes: usize) -> String {
        let mut text = String::new();
        for (program, name) in [(Program::Plan, "RUN_PLAN"), (Program::Calls, "RUN_CALLS")] {
            if program != self {
                text += &format!("#define NO_{name}\n");
            }
        }
        text + &source::source(self == Program::Ops, lanes)
    }

    /// The source for CUDA's compiler.
    pub fn cuda_source(self) -> String {
        apart(&self.source(LANES))
    }
}

/// Keeps functions of several lines apart. When CUDA's compiler inlines as it likes, it takes
/// three times as long for `run_plan` (91 s instead of 27 s on sm_75) and its code is half as
/// large again, with as many registers. Ops of one line are inlined where they are chosen: to call them takes longer than most of
/// them do.
pub fn apart(source: &str) -> String {
    let is_op = |line: &str| line.starts_with("OP") || line.starts_with("GROUP_OP");
    let line = |line: &str| match line.strip_prefix("FN ") {
        Some(rest) if rest.ends_with('{') => format!("BIG {rest}\n"),
        None if is_op(line) && line.ends_with('}') => format!("TINY_{line}\n"),
        _ => format!("{line}\n"),
    };
    source.lines().map(line).collect()
}

/// Compiled files that are kept.
const MOST: usize = 16;

/// Compiled kernels on disk, by what they were made from. Where that fails in any way they are
/// compiled again.
pub(super) struct Kept {
    folder: Option<PathBuf>,
    name: String,
}

impl Kept {
    /// Looks for what a compiler makes of a source for a target, both in words.
    pub fn new(source: &str, compiler: &str) -> Kept {
        Kept::within(cache_folder().map(|folder| folder.join("kernels")), source, compiler)
    }

    fn within(folder: Option<PathBuf>, source: &str, compiler: &str) -> Kept {
        let hash = xxh3_128(format!("{compiler}\n{source}").as_bytes());
        Kept { folder, name: format!("{hash:032x}") }
    }

    fn file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(&self.name))
    }

    /// What was kept, if it is whole.
    pub fn load(&self) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.file()?).ok()?;
        let check = bytes.split_off(bytes.len().checked_sub(8)?);
        (xxh3_64(&bytes).to_le_bytes()[..] == check[..]).then_some(bytes)
    }

    /// Keeps something, in the place of the oldest if there is much.
    pub fn save(&self, bytes: &[u8]) {
        let (Some(folder), Some(file)) = (&self.folder, self.file()) else { return };
        let whole = [bytes, &xxh3_64(bytes).to_le_bytes()].concat();
        // Others that read it at this moment see all of it or nothing.
        let partial = file.with_extension(std::process::id().to_string());
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&partial, whole));
        let moved = written.and_then(|()| fs::rename(&partial, file));
        if moved.is_err() {
            let _ = fs::remove_file(partial);
        }
        prune(folder);
    }
}

fn prune(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let age = |e: fs::DirEntry| Some((e.metadata().ok()?.modified().ok()?, e.path()));
    let mut files: Vec<_> = entries.filter_map(age).collect();
    files.sort();
    for (_, file) in files.iter().rev().skip(MOST) {
        let _ = fs::remove_file(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_holds_its_kernels_only() {
        let lacks =
            |p: Program, name: &str| p.source(LANES).starts_with(&format!("#define NO_{name}\n"));
        assert!(lacks(Program::Plan, "RUN_CALLS") && lacks(Program::Calls, "RUN_PLAN"));
        assert!(Program::Ops.source(1).contains("\nOP_KERNEL("));
        assert_eq!(Program::of("op_fill"), Program::Ops);
        assert_eq!(
            apart("FN a() {\n}\nFN b() { }\nFN c();\nOP1(d) { }\nOP1(e) {\n}"),
            "BIG a() {\n}\nFN b() { }\nFN c();\nTINY_OP1(d) { }\nOP1(e) {\n}\n"
        );
    }

    #[test]
    fn what_is_kept_comes_back_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("arcbatt-kept-{}", std::process::id()));
        let kept = |source: &str| Kept::within(Some(folder.clone()), source, "sm_60");
        assert_eq!(kept("a").load(), None);
        kept("a").save(b"code");
        assert_eq!(kept("a").load().as_deref(), Some(&b"code"[..]));
        assert_eq!(kept("b").load(), None);
        fs::write(kept("a").file().unwrap(), b"codf12345678").unwrap();
        assert_eq!(kept("a").load(), None);
        for i in 0..2 * MOST {
            kept(&i.to_string()).save(b"code");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), MOST);
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(Kept::within(None, "a", "").load(), None);
    }
}
