//! A scratch folder per test and the binary run inside it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;

use serde_json::Value;

/// Held while files are written and processes started: a process started in between would
/// inherit the open file, and a script that is open for writing cannot be run.
static STARTING: Mutex<()> = Mutex::new(());

/// One readable task.
pub const TASK: &str =
    r#"{"train":[{"input":[[0,1],[2,3]],"output":[[9,8]]}],"test":[{"input":[[6]]}]}"#;

/// The words of a command line.
pub fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A folder that is removed at the end of the test.
pub struct Scratch {
    pub folder: judge::Scratch,
}

impl Scratch {
    pub fn new(test: &str) -> Scratch {
        Scratch { folder: judge::Scratch::new(&format!("cli-{test}")) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        let _guard = STARTING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// The command with an empty cache folder and no colours.
    pub fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_batt"));
        command.args(args).current_dir(&*self.folder).env("ARCBATT_CACHE", self.path("cache"));
        for name in ["NO_COLOR", "COLORTERM", "COLUMNS", "TERM", "PYTHON"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn batt<S: AsRef<OsStr>>(&self, args: &[S]) -> Ended {
        finish(self.command(args))
    }

    /// Runs with `--json` and returns what was printed as well.
    pub fn json(&self, args: &[&str]) -> (Value, Ended) {
        let ended = self.batt(&[args, &["--json"]].concat());
        let value = serde_json::from_str(&ended.out);
        (value.unwrap_or_else(|error| panic!("{error}: {}", ended.out)), ended)
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn start(mut command: Command) -> Child {
    let _guard = STARTING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    command.spawn().unwrap()
}

pub fn finish(command: Command) -> Ended {
    ended(start(command).wait_with_output().unwrap())
}

pub fn ended(output: Output) -> Ended {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or(-1);
    Ended { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Every file below a folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}
