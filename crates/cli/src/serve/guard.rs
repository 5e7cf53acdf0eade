//! Who may look: the name that clients call us by, and the token of those on other machines.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri, request::Parts};
use sha2::{Digest, Sha256};

use super::answer::{Answer, hex, page, set, trouble};
use crate::failure::Failure;

/// What every answer carries. Pages may load what we serve, and nothing else; nobody may frame
/// them, and other sites may not embed what we send.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Failed tries are told so often at most.
const TELL: Duration = Duration::from_secs(60);

/// Sets the headers that every answer carries.
pub fn secure(answer: &mut Answer) {
    for (name, value) in HEADERS {
        set(answer, HeaderName::from_static(name), value);
    }
}

/// What clients on other machines must know: 256 random bits as hex digits.
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn new() -> Result<Token, Failure> {
        let mut bits = [0; 32];
        let filled = getrandom::fill(&mut bits);
        filled.map_err(|error| Failure::bad(format!("cannot make a token: {error}")))?;
        Ok(Token(hex(&bits)))
    }

    /// Its digits, to be told to the user and nobody else.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Compares in a time that tells nothing: checksums of fixed length are compared to the end,
    /// so neither the length of a guess nor how much of it is right can be measured.
    fn is(&self, guess: &[u8]) -> bool {
        let (own, guess) = (Sha256::digest(self.0.as_bytes()), Sha256::digest(guess));
        own.iter().zip(guess).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

/// Decides who gets an answer.
pub struct Guard {
    address: SocketAddr,
    token: Option<Token>,
    failed: Mutex<Failed>,
}

/// Tries without the token.
#[derive(Default)]
struct Failed {
    count: u64,
    told: Option<Instant>,
}

impl Guard {
    /// For the address where the server listens.
    pub fn new(address: SocketAddr, token: Option<Token>) -> Guard {
        Guard { address, token, failed: Mutex::default() }
    }

    /// The answer to a request that is not let through.
    pub fn refusal(&self, request: &Parts) -> Option<Answer> {
        if !matches!(request.method, Method::GET | Method::HEAD) {
            return Some(only_reading());
        }
        if is_from_another_site(request) {
            let hint = "open the dashboard itself";
            return Some(refused(request, StatusCode::FORBIDDEN, "asked by another site", hint));
        }
        match &self.token {
            Some(token) => self.wrong_token(token, request),
            None => self.wrong_name(request),
        }
    }

    /// On a loopback address we answer to its names alone. A site of somebody else can have its own
    /// name point to this machine, but then it is that name which the browser sends.
    fn wrong_name(&self, request: &Parts) -> Option<Answer> {
        let names: Vec<&HeaderValue> = request.headers.get_all(header::HOST).iter().collect();
        let [name] = names[..] else {
            let hint = "send one Host header";
            return Some(refused(request, StatusCode::BAD_REQUEST, "not said who is asked", hint));
        };
        let target = request.uri.authority().map(|name| name.as_str());
        let is_known = name.to_str().is_ok_and(|name| self.is_ours(name));
        if is_known && target.is_none_or(|name| self.is_ours(name)) {
            return None;
        }
        let (address, port) = (self.address, self.address.port());
        let hint = format!("open http://{address}/ or http://localhost:{port}/");
        Some(refused(request, StatusCode::MISDIRECTED_REQUEST, "not a name of this server", &hint))
    }

    /// Whatever the port: it may be another one where the user forwards it from elsewhere.
    fn is_ours(&self, name: &str) -> bool {
        let port = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let host = match name.rsplit_once(':') {
            Some((host, end)) if port(end) => host,
            _ => name,
        };
        let own = match self.address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let is = |known: &str| host.eq_ignore_ascii_case(known);
        is(&own) || ["localhost", "127.0.0.1", "[::1]"].into_iter().any(is)
    }

    fn wrong_token(&self, token: &Token, request: &Parts) -> Option<Answer> {
        if let Some(guess) = given_in_address(&request.uri) {
            let right = token.is(guess.as_bytes());
            return Some(if right { self.welcome(token) } else { self.unknown(request) });
        }
        let bearer = bearer(&request.headers).is_some_and(|guess| token.is(guess));
        let name = self.cookie_name();
        let cookie = || cookies(&request.headers, &name).any(|guess| token.is(guess.as_bytes()));
        if bearer || cookie() { None } else { Some(self.unknown(request)) }
    }

    /// Browsers do not tell apart the ports of a machine when they send cookies; we do.
    fn cookie_name(&self) -> String {
        format!("arcbatt-{}", self.address.port())
    }

    /// Takes the token out of the address line, where people would see and share it.
    fn welcome(&self, token: &Token) -> Answer {
        let name = self.cookie_name();
        let cookie = format!("{name}={}; HttpOnly; SameSite=Strict; Path=/", token.digits());
        let mut answer = Answer::default();
        *answer.status_mut() = StatusCode::SEE_OTHER;
        set(&mut answer, header::LOCATION, "/");
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            answer.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        answer
    }

    fn unknown(&self, request: &Parts) -> Answer {
        self.count_failed();
        let hint = "open the address with the token that batt serve printed when it started; \
                    if you just did, reload this page";
        let mut answer = refused(request, StatusCode::UNAUTHORIZED, "a token is needed", hint);
        set(&mut answer, header::WWW_AUTHENTICATE, "Bearer");
        answer
    }

    fn count_failed(&self) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.count += 1;
        if failed.told.is_some_and(|told| told.elapsed() < TELL) {
            return;
        }
        // Nobody may be reading.
        let _ = writeln!(io::stderr(), "batt: requests without the right token: {}", failed.count);
        *failed = Failed { count: 0, told: Some(Instant::now()) };
    }
}

/// Other sites can link to the dashboard, but not make it work for them. Browsers say who asks.
fn is_from_another_site(request: &Parts) -> bool {
    let site = request.headers.get("sec-fetch-site");
    let elsewhere = site.is_some_and(|site| site == "cross-site" || site == "same-site");
    elsewhere && request.uri.path().starts_with("/api")
}

fn only_reading() -> Answer {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    let mut answer = trouble(status, "nothing can be changed here", Some("use GET"));
    set(&mut answer, header::ALLOW, "GET, HEAD");
    answer
}

/// JSON for the front end and scripts, a page for people.
fn refused(request: &Parts, status: StatusCode, what: &str, hint: &str) -> Answer {
    if request.uri.path().starts_with("/api") {
        return trouble(status, what, Some(hint));
    }
    let mut title = what.to_string();
    title[..1].make_ascii_uppercase();
    page(status, &title, &format!("Please {hint}."))
}

/// The token in `/?token=...`; on other paths it does not count.
fn given_in_address(uri: &Uri) -> Option<&str> {
    let query = uri.query().filter(|_| uri.path() == "/")?;
    query.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let (kind, guess) = headers.get(header::AUTHORIZATION)?.as_bytes().split_at_checked(7)?;
    kind.eq_ignore_ascii_case(b"bearer ").then(|| guess.trim_ascii())
}

fn cookies<'r>(headers: &'r HeaderMap, name: &str) -> impl Iterator<Item = &'r str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.filter(move |(known, _)| known.trim() == name).map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn guard(address: &str, token: Option<&str>) -> Guard {
        let token = token.map(|token| Token(token.into()));
        Guard::new(address.parse().unwrap(), token)
    }

    fn status(guard: &Guard, uri: &str, headers: &[(&str, &str)]) -> u16 {
        let request =
            headers.iter().fold(Request::get(uri), |r, (name, value)| r.header(*name, *value));
        let (parts, ()) = request.body(()).unwrap().into_parts();
        guard.refusal(&parts).map_or(200, |answer| answer.status().as_u16())
    }

    #[test]
    fn on_loopback_only_its_names_are_answered() {
        let guard = guard("127.0.0.5:8517", None);
        let host = |name| status(&guard, "/", &[("host", name)]);
        for ours in [
            "localhost:8517",
            "LocalHost:9000",
            "localhost",
            "127.0.0.1:8517",
            "[::1]",
            "[::1]:8517",
            "127.0.0.5:8517",
        ] {
            assert_eq!(host(ours), 200, "{ours}");
        }
        for foreign in [
            "evil.example:8517",
            "evil.example",
            "127.0.0.6:8517",
            "",
            "::1",
            "localhost:8517.evil",
            "localhost:8517:9",
            "localhost.:8517",
        ] {
            assert_eq!(host(foreign), 421, "{foreign}");
        }
        assert_eq!(status(&guard, "/", &[]), 400);
        let twice = [("host", "localhost:8517"), ("host", "evil.example")];
        assert_eq!(status(&guard, "/", &twice), 400);
        assert_eq!(status(&guard, "http://evil.example/", &twice[..1]), 421);
        assert_eq!(status(&guard, "http://localhost:8517/", &twice[..1]), 200);
    }

    #[test]
    fn other_sites_cannot_ask() {
        let guard = guard("127.0.0.1:8517", None);
        for (site, path, expected) in [
            ("cross-site", "/api/stores", 403),
            ("same-site", "/api/stores", 403),
            ("same-origin", "/api/stores", 200),
            ("none", "/api/stores", 200),
            ("cross-site", "/", 200),
        ] {
            let headers = [("host", "localhost:8517"), ("sec-fetch-site", site)];
            assert_eq!(status(&guard, path, &headers), expected, "{site} {path}");
        }
    }

    #[test]
    fn elsewhere_the_token_is_needed() {
        let guard = guard("0.0.0.0:8517", Some("secret"));
        for (uri, headers, expected) in [
            ("/", [("host", "any.example")], 401),
            ("/?token=secret", [("host", "any.example")], 303),
            ("/?a=b&token=secret", [("host", "any.example")], 303),
            ("/?token=Secret", [("host", "any.example")], 401),
            ("/?token=", [("authorization", "Bearer secret")], 401),
            ("/api/stores?token=secret", [("host", "any.example")], 401),
            ("/api/stores", [("authorization", "Bearer secret")], 200),
            ("/api/stores", [("authorization", "bearer  secret ")], 200),
            ("/api/stores", [("authorization", "Basic secret")], 401),
            ("/api/stores", [("authorization", "Bearer")], 401),
            ("/api/stores", [("cookie", "a=b; arcbatt-8517=secret")], 200),
            ("/api/stores", [("cookie", "arcbatt-8517=old; arcbatt-8517=secret")], 200),
            ("/api/stores", [("cookie", "arcbatt-8518=secret")], 401),
            ("/api/stores", [("cookie", "arcbatt-8517=secre")], 401),
        ] {
            assert_eq!(status(&guard, uri, &headers), expected, "{uri} {headers:?}");
        }
        assert_eq!(guard.failed.lock().unwrap().count, 7, "the first was told");
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let [one, two] = [0; 2].map(|_| Token::new().unwrap());
        assert!(one.0.len() == 64 && one.0.bytes().all(|b| b.is_ascii_hexdigit()));
        assert!(one.0 != two.0 && one.is(one.0.as_bytes()) && !one.is(two.0.as_bytes()));
    }
}
