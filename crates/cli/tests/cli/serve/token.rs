//! Who may look.

use super::client::{Server, security};
use super::{evolve, served};
use crate::support::Scratch;

fn open_to_all(scratch: &Scratch) -> Server {
    evolve(scratch, "2");
    let args = ["serve", "--store", "found.db", "--addr", "0.0.0.0:0", "--json"];
    Server::start(scratch.command(&args))
}

#[test]
fn on_this_machine_nobody_needs_a_token_but_the_name_must_be_ours() {
    let (_scratch, server) = served("serve-names");
    assert_eq!(server.token, None);
    assert_eq!(server.url, format!("http://{}/", server.address));
    let port = server.address.port();
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        let host = format!("{name}:{port}");
        assert_eq!(server.ask("GET /api/stores", &[("host", &host)]).status, 200, "{name}");
    }
    for name in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"] {
        let host = format!("{name}:{port}");
        let value = server.ask("GET /api/stores", &[("host", &host)]).json(421);
        let hint = value["hint"].as_str().unwrap();
        assert!(hint.contains(&format!("http://localhost:{port}/")), "{hint}");
        let page = server.ask("GET /", &[("host", &host)]);
        assert_eq!(page.status, 421);
        assert!(!page.text().contains("evil"));
        security(&page);
        let stream = server.ask("GET /api/events", &[("host", &host)]);
        assert_eq!(stream.status, 421);
    }
    let target = format!("GET http://evil.example:{port}/api/stores");
    assert_eq!(server.ask(&target, &[]).status, 421);
    let target = format!("GET http://localhost:{port}/api/stores");
    assert_eq!(server.ask(&target, &[]).status, 200);
}

#[test]
fn the_token_is_needed_elsewhere() {
    let scratch = Scratch::new("serve-token");
    let server = open_to_all(&scratch);
    let token = server.token.clone().unwrap();
    assert_eq!(token.len(), 64);
    assert!(server.url.ends_with(&format!("/?token={token}")), "{}", server.url);

    for path in ["/", "/app.js", "/nothing", "/api/stores", "/api/events", "/api/nothing"] {
        let reply = server.get(path);
        assert_eq!(reply.status, 401, "{path}");
        assert!(reply.text().contains("batt serve printed"), "{path}");
        security(&reply);
    }
    let wrong = wrong(&token);
    let with = |token: &str| server.ask("GET /api/stores", &[("authorization", token)]).status;
    assert_eq!(with(&format!("Bearer {token}")), 200);
    assert_eq!(with(&format!("Bearer {wrong}")), 401);
    assert_eq!(with(&format!("Bearer {token}0")), 401);
    assert_eq!(with("Bearer "), 401);

    assert_eq!(server.get(&format!("/?token={wrong}")).status, 401);
    assert_eq!(server.get(&format!("/api/stores?token={token}")).status, 401);
    let welcome = server.get(&format!("/?token={token}"));
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    assert!(welcome.body.is_empty());
    let cookie = welcome.header("set-cookie").unwrap();
    for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let pair = cookie.split(';').next().unwrap();
    let visit =
        |cookie: &str, path: &str| server.ask(&format!("GET {path}"), &[("cookie", cookie)]);
    assert_eq!(visit(pair, "/api/stores").status, 200);
    let page = visit(pair, "/");
    assert!(page.status == 200 && !page.text().contains(&token));
    assert_eq!(visit(&pair.replace(&token, &wrong), "/api/stores").status, 401);

    let complaints = server.complaints();
    assert!(complaints.contains("requests without the right token: 1\n"), "{complaints}");
    assert_eq!(complaints.lines().count(), 1, "told once a minute: {complaints}");
    assert!(!complaints.contains(&token) && !complaints.contains(&wrong));
}

/// Another one of the same length.
fn wrong(token: &str) -> String {
    let last = if token.ends_with('0') { '1' } else { '0' };
    format!("{}{last}", &token[..token.len() - 1])
}
