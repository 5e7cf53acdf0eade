//! A child process that answers one line of JSON with another.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// The running process. Ends with this value.
pub struct Pipe {
    name: &'static str,
    child: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

impl Pipe {
    /// Starts a process; `name` is what messages call it.
    pub fn start(name: &'static str, command: &mut Command) -> Result<Pipe, String> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        let replies = BufReader::new(child.stdout.take().ok_or("no output of the process")?);
        Ok(Pipe { name, requests: child.stdin.take(), child, replies })
    }

    /// Sends a request and waits for the reply.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &Json) -> Result<T, String> {
        let ended = |name| format!("{name} ended before it answered");
        let requests = self.requests.as_mut().ok_or_else(|| ended(self.name))?;
        writeln!(requests, "{request}").map_err(|_| ended(self.name))?;
        let mut reply = String::new();
        self.replies.read_line(&mut reply).map_err(|e| format!("{}: {e}", self.name))?;
        if reply.is_empty() {
            return Err(ended(self.name));
        }
        serde_json::from_str(&reply).map_err(|e| format!("{}: unexpected reply: {e}", self.name))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // Both kinds of child end when their input does.
        self.requests = None;
        let _ = self.child.wait();
    }
}
