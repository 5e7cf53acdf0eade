//! A server process, and a client that says exactly what a test wants it to say.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::start;

/// No test waits longer for anything: it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub token: Option<String>,
    pub url: String,
}

impl Server {
    /// Starts a server that tells its address as JSON.
    pub fn start(command: Command) -> Server {
        let mut child = start(command);
        let line = lines(&mut child, 1).remove(0);
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        let mut address: SocketAddr = told["address"].as_str().unwrap().parse().unwrap();
        if address.ip().is_unspecified() {
            address.set_ip([127, 0, 0, 1].into());
        }
        let token = told["token"].as_str().map(str::to_string);
        Server { child, address, token, url: told["url"].as_str().unwrap().into() }
    }

    pub fn get(&self, target: &str) -> Reply {
        self.ask(&format!("GET {target}"), &[])
    }

    /// One request on a connection of its own.
    pub fn ask(&self, line: &str, headers: &[(&str, &str)]) -> Reply {
        let host = self.address.to_string();
        let has_host = headers.iter().any(|(name, _)| *name == "host");
        let mut text = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in headers.iter().copied().chain((!has_host).then_some(("host", &*host)))
        {
            text += &format!("{name}: {value}\r\n");
        }
        let reply = self.send(format!("{text}\r\n").as_bytes());
        reply.unwrap_or_else(|| panic!("no answer to {line}"))
    }

    /// Sends bytes and reads one answer; nothing if the server just closes.
    pub fn send(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = self.connect();
        // A server that closes early may not take all of it.
        let _ = stream.write_all(bytes);
        Reply::read(&mut BufReader::new(stream), bytes.starts_with(b"HEAD"))
    }

    /// Sends bytes, says that no more will come, and reads everything.
    pub fn send_and_end(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        all
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Opens an event stream.
    pub fn stream(&self) -> Stream {
        let mut stream = self.connect();
        write!(stream, "GET /api/events HTTP/1.1\r\nhost: {}\r\n\r\n", self.address).unwrap();
        let mut reader = BufReader::with_capacity(512, stream);
        let (status, headers) = head(&mut reader).expect("an answer");
        Stream { status, headers, reader }
    }

    /// Asks until the answer is as expected.
    pub fn until(&self, target: &str, is_expected: impl Fn(&Reply) -> bool) -> Reply {
        let start = Instant::now();
        loop {
            let reply = self.get(target);
            if is_expected(&reply) {
                return reply;
            }
            assert!(start.elapsed() < PATIENCE, "{target} still gives {}", reply.status);
            std::thread::yield_now();
        }
    }

    /// Memory in use, in bytes, where the system says so.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }

    /// Ends it as a service manager would; its exit code.
    pub fn stop(mut self) -> i32 {
        super::signal(&self.child, "-TERM");
        self.child.wait().unwrap().code().unwrap_or(-1)
    }

    /// Ends it and returns what it wrote to standard error.
    pub fn complaints(mut self) -> String {
        super::signal(&self.child, "-TERM");
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first lines that a process prints.
pub fn lines(child: &mut Child, count: usize) -> Vec<String> {
    let mut out = BufReader::new(child.stdout.as_mut().unwrap());
    let read = |_| {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    };
    (0..count).map(read).collect()
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// Reads an answer with its body, which has a length.
    pub fn read(reader: &mut impl BufRead, is_head: bool) -> Option<Reply> {
        let (status, headers) = head(reader)?;
        let mut reply = Reply { status, headers, body: Vec::new() };
        let length = reply.header("content-length").map_or(0, |n| n.parse().unwrap());
        let has_body = !is_head && status != 304;
        reply.body = vec![0; if has_body { length } else { 0 }];
        reader.read_exact(&mut reply.body).unwrap();
        Some(reply)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        found(&self.headers, name)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

fn found<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Status and headers; nothing if the connection ends before them.
fn head(reader: &mut impl BufRead) -> Option<(u16, Vec<(String, String)>)> {
    let mut headers = Vec::new();
    let first = line(reader)?;
    let status = first.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    loop {
        let line = line(reader)?;
        let Some((name, value)) = line.split_once(": ") else { return Some((status, headers)) };
        headers.push((name.to_string(), value.to_string()));
    }
}

fn line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    match reader.read_line(&mut line) {
        Ok(0) => None,
        Ok(_) => Some(line.trim_end().to_string()),
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => None,
        Err(error) => panic!("{error}"),
    }
}

/// An event stream.
pub struct Stream {
    pub status: u16,
    headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

impl Stream {
    pub fn header(&self, name: &str) -> Option<&str> {
        found(&self.headers, name)
    }

    /// Waits for the next event's data.
    pub fn event(&mut self) -> Value {
        loop {
            let line = line(&mut self.reader).expect("the stream goes on");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

/// Every answer is safe to show in a browser, and says nothing to other sites.
pub fn security(reply: &Reply) {
    let policy = reply.header("content-security-policy").expect("a policy");
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{name} of {reply:?}");
    }
    let cors = reply.headers.iter().find(|(name, _)| name.starts_with("access-control"));
    assert_eq!(cors, None);
}
