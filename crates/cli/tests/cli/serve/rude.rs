//! Requests that nobody should send.

use std::io::{BufReader, Write};

use super::client::{Reply, security};
use super::served;

#[test]
fn nothing_but_reading() {
    let (_scratch, server) = served("serve-methods");
    let methods = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get"];
    for method in methods {
        for path in ["/", "/api/stores", "/api/events", "/nothing"] {
            let reply = server.ask(&format!("{method} {path}"), &[]);
            assert_eq!(reply.status, 405, "{method} {path}");
            assert_eq!(reply.header("allow"), Some("GET, HEAD"));
            security(&reply);
        }
    }
}

#[test]
fn bodies_are_not_read() {
    let (_scratch, server) = served("serve-bodies");
    let host = server.address;
    for (method, status) in [("GET", 200), ("POST", 405)] {
        for body in [
            // A length that never comes, one that nobody could send, and an open end.
            "content-length: 1000000\r\n\r\nabc",
            "content-length: 9223372036854775807\r\n\r\nabc",
            "transfer-encoding: chunked\r\n\r\nffffffff\r\nabc",
            "content-length: 5\r\nexpect: 100-continue\r\n\r\n",
            // A body that looks like a request is none.
            "content-length: 30\r\n\r\nGET /api/stores HTTP/1.1\r\n\r\n...",
        ] {
            let request = format!("{method} /api/stores HTTP/1.1\r\nhost: {host}\r\n{body}");
            let mut reader = BufReader::new(server.connect());
            reader.get_mut().write_all(request.as_bytes()).unwrap();
            let reply = Reply::read(&mut reader, false).unwrap();
            assert_eq!(reply.status, status, "{request}");
            assert_eq!(reply.header("connection"), Some("close"), "{request}");
            assert!(Reply::read(&mut reader, false).is_none(), "{request}");
        }
    }
}

#[test]
fn odd_targets() {
    let (scratch, server) = served("serve-targets");
    scratch.write("secret.txt", "hidden words");
    for (target, statuses) in [
        ("/../secret.txt", &[404][..]),
        ("/..%2fsecret.txt", &[404]),
        ("/%2e%2e/secret.txt", &[404]),
        ("//secret.txt", &[404]),
        ("/app.js/../../secret.txt", &[404]),
        ("/app.js%00.html", &[404]),
        ("/API/stores", &[404]),
        ("/api/0/../stores", &[404]),
        ("/api/0/task/..%2f..%2fsecret.txt", &[404]),
        ("/api/0/task/%00", &[404]),
        ("/api/0/task/%FF%FE", &[404]),
        ("/api/0/task/<script>alert(1)</script>", &[400, 404]),
        ("/api/stores%3f", &[404]),
        ("/api/stores?", &[200]),
        ("/api/stores#x", &[200, 400]),
        ("/api/stores?x=%FF", &[400]),
        ("/?x=<script>", &[200, 400]),
        ("*", &[400, 404]),
        // Read as the name of a server, which is not ours.
        ("secret.txt", &[421]),
        ("/api/18446744073709551616/overview", &[404]),
        ("/api/0/trace/00000000?sample=9999999999999999999", &[400]),
    ] {
        let reply = server.ask(&format!("GET {target}"), &[]);
        assert!(statuses.contains(&reply.status), "{target}: {}", reply.status);
        let (text, kind) = (reply.text(), reply.header("content-type"));
        assert!(!text.contains("hidden words"), "{target}");
        // What was asked for may be told again as data, never as a part of a page.
        assert!(!text.contains("alert") || kind == Some("application/json"), "{target}: {text}");
    }
    for bytes in [&b"/\xff\xfe"[..], b"/a\0b", b"/api/0/task/\xc3\x28"] {
        let request = [b"GET ", bytes, b" HTTP/1.1\r\nhost: localhost\r\n\r\n"].concat();
        let reply = server.send(&request);
        assert_eq!(reply.map(|reply| reply.status), Some(400), "{bytes:?}");
    }
    assert_eq!(server.get("/api/stores").status, 200);
}

#[test]
fn huge_requests() {
    let (_scratch, server) = served("serve-huge");
    let query = format!("GET /api/0/overview?run={}", "1".repeat(4000));
    assert_eq!(server.ask(&query, &[]).status, 400);
    let many = format!("GET /api/0/overview?{}", "a=1&".repeat(1000));
    assert_eq!(server.ask(&many, &[]).status, 400);
    for line in [format!("GET /{}", "a".repeat(100_000)), format!("GET /?{}", "a".repeat(1 << 20))]
    {
        let reply = server.send(format!("{line} HTTP/1.1\r\n\r\n").as_bytes());
        assert!(reply.is_none_or(|reply| [414, 431].contains(&reply.status)));
    }
    let long = "a".repeat(100_000);
    let request = format!("GET / HTTP/1.1\r\nx: {long}\r\n\r\n");
    assert!(server.send(request.as_bytes()).is_none_or(|reply| reply.status == 431));
    let lines: String = (0..500).map(|n| format!("x{n}: 1\r\n")).collect();
    let request = format!("GET / HTTP/1.1\r\n{lines}\r\n");
    assert!(server.send(request.as_bytes()).is_none_or(|reply| reply.status == 431));
    assert_eq!(server.get("/api/stores").status, 200);
}

#[test]
fn garbage_and_halves() {
    let (_scratch, server) = served("serve-garbage");
    for bytes in [
        &b""[..],
        b"\r\n\r\n",
        b"GET /\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost",
        b"GET / HTTP/1.1\r\nhost : x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\0\0\0\0\0\0\0\0",
        &[0xff; 5000],
    ] {
        let answer = server.send_and_end(bytes);
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{bytes:?}");
        assert_eq!(server.get("/api/stores").status, 200, "after {bytes:?}");
    }
}

#[test]
fn requests_in_a_row() {
    let (_scratch, server) = served("serve-pipelined");
    let host = server.address;
    let one = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n");
    let paths = ["/api/stores", "/nothing", "/", "/api/0/engine", "/api/x"];
    let mut reader = BufReader::new(server.connect());
    let all: String = paths.iter().map(|path| one(path)).collect();
    reader.get_mut().write_all(all.as_bytes()).unwrap();
    let statuses = paths.map(|_| Reply::read(&mut reader, false).unwrap().status);
    assert_eq!(statuses, [200, 404, 200, 200, 404]);
}
