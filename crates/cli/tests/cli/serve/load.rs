//! Many clients, and slow ones.

use std::fs;
use std::io::{Read, Write};
use std::process::Command;

use super::client::{Server, Stream};
use super::{searched, served};

/// Files that this process may have open, beside those it has.
fn own_files() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse().ok());
    soft.unwrap_or(256_usize).saturating_sub(200)
}

/// Opens streams; those accepted and the number refused.
fn open(server: &Server, count: usize) -> (Vec<Stream>, usize) {
    let streams: Vec<Stream> = (0..count).map(|_| server.stream()).collect();
    let (open, refused): (Vec<_>, Vec<_>) =
        streams.into_iter().partition(|stream| stream.status == 200);
    for stream in &refused {
        assert_eq!(stream.status, 503);
        assert!(stream.header("retry-after").is_some());
    }
    (open, refused.len())
}

/// Closed streams give their places back once the server has noticed.
fn open_again(server: &Server) -> Stream {
    loop {
        let stream = server.stream();
        if stream.status == 200 {
            return stream;
        }
        std::thread::yield_now();
    }
}

#[test]
fn fifteen_hundred_streams() {
    let (_scratch, server) = served("serve-streams");
    let (mut streams, refused) = open(&server, own_files().min(1500));
    assert!(!streams.is_empty() && streams.len() <= 1000, "{}", streams.len());
    assert!(own_files() < 1500 || (streams.len(), refused) == (1000, 500));
    assert_eq!(streams.last_mut().unwrap().event()["store"], 0);
    assert_eq!(server.get("/api/0/overview").status, 200);
    assert_eq!(server.get("/app.js").status, 200);
    if let Some(bytes) = server.memory() {
        assert!(bytes < 60 << 20, "{bytes} bytes in use with {} streams", streams.len());
    }
    drop(streams);
    assert_eq!(open_again(&server).event()["store"], 0);
    assert_eq!(server.stop(), 0);
}

/// A process that may open few files keeps some for its stores.
#[cfg(target_os = "linux")]
#[test]
fn few_files() {
    let scratch = searched("serve-files-few");
    let serve =
        scratch.command(&["serve", "--store", "found.db", "--addr", "127.0.0.1:0", "--json"]);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 104 && exec \"$0\" \"$@\""]);
    limited.arg(serve.get_program()).args(serve.get_args()).current_dir(&*scratch.folder);
    limited.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let server = Server::start(limited);
    let (streams, refused) = open(&server, 30);
    assert_eq!((streams.len(), refused), (20, 10));
    assert_eq!(server.get("/api/0/overview").status, 200);
    // Those that say nothing take what is left; then nobody gets in, and is told so.
    let mut silent: Vec<_> = (0..40).map(|_| server.connect()).collect();
    let full = server.until("/api/stores", |reply| reply.status == 503);
    assert!(full.header("retry-after").is_some());
    silent.clear();
    server.until("/api/0/overview", |reply| reply.status == 200);
    drop(streams);
    open_again(&server);
}

#[test]
fn slow_clients_hold_up_nobody() {
    let (_scratch, server) = served("serve-slow");
    let mut slow: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"G").unwrap();
    }
    // Others ask for much and read nothing of it.
    let deaf: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for mut stream in &deaf {
        stream.set_nonblocking(true).unwrap();
        let one = format!("GET /app.js HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        // As much as the system takes.
        let _ = stream.write_all(one.repeat(2000).as_bytes());
    }
    for path in ["/api/stores", "/api/0/overview", "/"] {
        assert_eq!(server.get(path).status, 200);
    }
    let rest =
        format!("ET /api/stores HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
    slow[0].write_all(rest.as_bytes()).unwrap();
    let mut answer = String::new();
    slow[0].read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
}

#[test]
fn many_ask_for_the_same() {
    let (_scratch, server) = served("serve-many");
    let ask = || server.get("/api/0/engine");
    let replies: Vec<_> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..32).map(|_| scope.spawn(ask)).collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    for reply in &replies {
        assert_eq!((reply.status, &reply.body), (200, &replies[0].body));
    }
}
