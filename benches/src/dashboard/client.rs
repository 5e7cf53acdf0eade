//! A dashboard process and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value as Json;

/// Longer than anything takes that works.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `batt serve`. Ends with this value.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Serves a store on a free port of this machine.
    pub fn start(batt: &Path, store: &Path) -> Result<Server, String> {
        let mut command = Command::new(batt);
        command.arg("serve").arg("--store").arg(store).args(["--addr", "127.0.0.1:0", "--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("batt serve: {error}"))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output of batt serve")?;
        let read = BufReader::new(out).read_line(&mut line);
        let said: Option<Json> = read.ok().and_then(|_| serde_json::from_str(&line).ok());
        let address = said.as_ref().and_then(|said| said["address"].as_str()?.parse().ok());
        match address {
            Some(address) => Ok(Server { child, address }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("batt serve did not say where it listens: {line}"))
            }
        }
    }

    /// A new connection.
    pub fn connect(&self) -> Result<Client, String> {
        Client::connect(self.address)
    }

    /// Somebody who watches.
    pub fn watcher(&self) -> Result<Watcher, String> {
        Watcher::start(self.connect()?, self.connect()?).map_err(|error| error.to_string())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Memory it holds now, in MB.
    pub fn memory_mb(&self) -> Option<f64> {
        crate::machine::memory_mb(self.child.id(), "VmRSS")
    }

    /// Processor time it has used so far, in seconds.
    pub fn cpu_seconds(&self) -> Option<f64> {
        crate::machine::cpu_seconds(self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open from request to request.
pub struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

/// An answer.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Result<Json, String> {
        serde_json::from_slice(&self.body).map_err(|error| error.to_string())
    }
}

impl Client {
    /// Connects to a server.
    pub fn connect(address: SocketAddr) -> Result<Client, String> {
        let open = || {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok::<_, std::io::Error>(BufReader::new(stream))
        };
        let stream = open().map_err(|error| format!("the dashboard cannot be reached: {error}"))?;
        Ok(Client { stream, address })
    }

    /// Asks for a path.
    pub fn get(&mut self, path: &str) -> Result<Answer, String> {
        self.ask(path, "").and_then(|()| self.answer()).map_err(|error| format!("{path}: {error}"))
    }

    /// Asks for a path as a browser does: compressed.
    pub fn get_packed(&mut self, path: &str) -> Result<Answer, String> {
        let asked = self.ask(path, "accept-encoding: gzip\r\n").and_then(|()| self.answer());
        asked.map_err(|error| format!("{path}: {error}"))
    }

    fn ask(&mut self, path: &str, more: &str) -> std::io::Result<()> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{more}\r\n", self.address);
        self.stream.get_mut().write_all(request.as_bytes())
    }

    fn answer(&mut self) -> std::io::Result<Answer> {
        let (status, length) = self.head()?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { status, body })
    }

    /// Reads status and headers; gives the status and the length of the body.
    fn head(&mut self) -> std::io::Result<(u16, usize)> {
        let ended = || std::io::Error::other("the answer has no status");
        let status = self.line()?.split(' ').nth(1).and_then(|s| s.parse().ok());
        let (status, mut length) = (status.ok_or_else(ended)?, 0);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                return Ok((status, length));
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(|_| ended())?;
            }
        }
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_string()),
        }
    }
}

/// Somebody with the overview open, who asks for it again after every change. Goes away with this
/// value.
pub struct Watcher {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    fn start(mut events: Client, mut client: Client) -> std::io::Result<Watcher> {
        let stream = events.stream.get_ref().try_clone()?;
        events.ask("/api/events", "")?;
        events.head()?;
        let watch = move || {
            while let Ok(line) = events.line() {
                if line.starts_with("data:") {
                    let _ = client.get_packed("/api/0/overview");
                }
            }
        };
        Ok(Watcher { stream, thread: Some(std::thread::spawn(watch)) })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
        self.thread.take().map(JoinHandle::join);
    }
}
