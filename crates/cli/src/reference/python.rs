//! The Python process that runs the reference: requests in, replies out, never a hang.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::failure::{Failure, Told};
use crate::output::printable;

const DRIVER: &str = include_str!("driver.py");

/// Longest reply that is read.
const REPLY_LIMIT: u64 = 64 << 20;

/// Replies read before anybody looks at them: a process that prints without end is held up.
const REPLIES_AHEAD: usize = 256;

/// How much of what Python complains about is kept.
const COMPLAINT_LIMIT: usize = 4 << 10;

/// Waited beyond the time limit of a request, for systems where Python cannot interrupt itself.
const GRACE: Duration = Duration::from_secs(5);

/// What the reference made of a request.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// A value, in the form of the golden vectors.
    Value(Json),
    /// Python's None, or a value with None inside.
    Nothing,
    /// An exception.
    Error(String),
    /// No answer within the time limit.
    Late,
}

/// The running process. Ends with this value.
pub struct Python {
    child: Child,
    command: String,
    requests: Sender<String>,
    replies: Receiver<String>,
    complaint: Receiver<String>,
    patience: Duration,
    next: u64,
    /// Python's version.
    pub version: String,
    /// The names that `dsl.py` defines.
    pub names: Vec<String>,
    /// Time that programs took, without reading and writing values.
    pub seconds: f64,
}

/// The Python that the user names by `$PYTHON`, if any. In the Python package it is the one that runs it.
pub fn named() -> Option<OsString> {
    env::var_os("PYTHON").filter(|name| !name.is_empty())
}

impl Python {
    /// Starts Python and loads the reference.
    pub fn start(dsl: &Path, programs: Option<&Path>, timeout: f64) -> Result<Python, Failure> {
        let name = named().unwrap_or_else(|| OsString::from("python3"));
        let command = name.to_string_lossy().into_owned();
        let mut child = spawn(&name).map_err(|error| not_runnable(&command, &error.to_string()))?;
        let (requests, replies, complaint) = connect(&mut child);
        let patience = Duration::from_secs_f64(timeout) + GRACE;
        let mut python = Python {
            child,
            command,
            requests,
            replies,
            complaint,
            patience,
            next: 0,
            version: String::new(),
            names: Vec::new(),
            seconds: 0.0,
        };
        python.greet(dsl, programs, timeout)?;
        Ok(python)
    }

    fn greet(&mut self, dsl: &Path, programs: Option<&Path>, timeout: f64) -> Told {
        let programs = programs.map(utf8).transpose()?;
        let setup = json!({ "dsl": utf8(dsl)?, "programs": programs, "timeout": timeout });
        // A process that is gone already is noticed when its reply is missing.
        let _ = self.requests.send(setup.to_string());
        let hello = self.receive()?;
        if let Some(reason) = hello["fatal"].as_str() {
            let message = format!("Python cannot load the reference: {}", printable(reason));
            return Err(Failure::usage(message));
        }
        let names = hello["ops"].as_array().into_iter().flatten();
        self.names = names.filter_map(|n| n.as_str().map(str::to_string)).collect();
        self.version = hello["python"].as_str().unwrap_or_default().to_string();
        if self.version.is_empty() { Err(self.garbage(&hello.to_string())) } else { Ok(()) }
    }

    /// Sends requests and returns the replies to them in the same order.
    pub fn ask(&mut self, requests: Vec<Json>) -> Result<Vec<Json>, Failure> {
        let first = self.next;
        self.next += requests.len() as u64;
        for (id, mut request) in (first..).zip(requests) {
            request["id"] = json!(id);
            let _ = self.requests.send(request.to_string());
        }
        (first..self.next).map(|id| self.reply_to(id)).collect()
    }

    /// As [`Python::ask`], for requests that compute a value.
    pub fn compute(&mut self, requests: Vec<Json>) -> Result<Vec<Reply>, Failure> {
        let replies = self.ask(requests)?;
        replies.into_iter().map(|reply| self.outcome(reply)).collect()
    }

    fn reply_to(&mut self, id: u64) -> Result<Json, Failure> {
        let reply = self.receive()?;
        if reply["id"] == json!(id) { Ok(reply) } else { Err(self.garbage(&reply.to_string())) }
    }

    fn outcome(&mut self, mut reply: Json) -> Result<Reply, Failure> {
        self.seconds += reply["seconds"].as_f64().unwrap_or(0.0);
        if let Some(out) = reply.get_mut("out") {
            return Ok(Reply::Value(out.take()));
        }
        match reply["err"].as_str() {
            Some(reason) => Ok(Reply::Error(printable(reason))),
            None if reply["none"] == true => Ok(Reply::Nothing),
            None if reply["late"] == true => Ok(Reply::Late),
            None => Err(self.garbage(&reply.to_string())),
        }
    }

    fn receive(&mut self) -> Result<Json, Failure> {
        match self.replies.recv_timeout(self.patience) {
            Ok(line) => serde_json::from_str(&line).map_err(|_| self.garbage(&line)),
            Err(RecvTimeoutError::Timeout) => Err(self.silent()),
            Err(RecvTimeoutError::Disconnected) => Err(self.dead()),
        }
    }

    fn garbage(&self, line: &str) -> Failure {
        let line: String = printable(line).chars().take(80).collect();
        let message = format!("{} printed something that is no reply: {line}", self.command);
        Failure::usage(message).hint("is it Python 3? Name another one with PYTHON=...")
    }

    fn silent(&self) -> Failure {
        let seconds = self.patience.as_secs();
        Failure::usage(format!("{} gave no reply for {seconds} seconds", self.command))
            .hint("allow more with --timeout SECONDS, or leave the task out with --tasks")
    }

    fn dead(&mut self) -> Failure {
        let _ = self.child.kill();
        let status = self.child.wait().map_or("unknown".into(), |status| status.to_string());
        // Its children may still hold the pipe: do not wait for them.
        let words = self.complaint.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        let last = words.lines().rfind(|line| !line.trim().is_empty());
        let failure = Failure::usage(format!("{} stopped in the middle: {status}", self.command));
        match last {
            Some(line) => failure.hint(format!("its last words: {}", printable(line))),
            None => failure,
        }
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Isolated: no user packages, nothing from the present folder, no files written.
fn spawn(python: &OsString) -> std::io::Result<Child> {
    Command::new(python)
        .args(["-I", "-S", "-B", "-c", DRIVER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// A path as it can be told to Python.
fn utf8(path: &Path) -> Result<&str, Failure> {
    path.to_str()
        .ok_or_else(|| Failure::usage(format!("{}: the path is not UTF-8", path.display())))
}

fn not_runnable(command: &str, reason: &str) -> Failure {
    Failure::usage(format!("cannot run {}: {reason}", printable(command)))
        .hint("the comparison needs Python 3: install it, or name it with PYTHON=...")
}

type Pipes = (Sender<String>, Receiver<String>, Receiver<String>);

/// One thread per pipe, so that neither side ever waits for the other to read. The threads end
/// with the pipes; nobody waits for them.
fn connect(child: &mut Child) -> Pipes {
    let (requests, to_write) = mpsc::channel();
    let (read, replies) = mpsc::sync_channel(REPLIES_AHEAD);
    let (complain, complaint) = mpsc::channel();
    if let Some(stdin) = child.stdin.take() {
        thread::spawn(move || write_lines(stdin, &to_write));
    }
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || read_lines(stdout, &read));
    }
    if let Some(stderr) = child.stderr.take() {
        thread::spawn(move || complain.send(last_words(stderr)));
    }
    (requests, replies, complaint)
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(REPLY_LIMIT).read_until(b'\n', &mut line) {
            Ok(1..) if lines.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

fn last_words(mut stderr: ChildStderr) -> String {
    let (mut kept, mut buffer) = (Vec::new(), [0; 1024]);
    while let Ok(n @ 1..) = stderr.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..n]);
        let excess = kept.len().saturating_sub(COMPLAINT_LIMIT);
        kept.drain(..excess);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
