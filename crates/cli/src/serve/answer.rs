//! Answers: what is sent, packed if the client likes, or not at all if it has it already.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// What routes return.
pub type Answer = Response<Body>;

/// JSON, the kind of everything below `/api`.
pub const JSON: &str = "application/json";
/// Pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Shorter ones are sent as they are.
const WORTH_PACKING: usize = 1024;

/// Something that is sent again and again.
pub struct Content {
    kind: &'static str,
    plain: Bytes,
    packed: OnceLock<Bytes>,
    tag: HeaderValue,
}

impl Content {
    /// Names what is sent by its checksum, so that clients can ask whether they have it.
    pub fn new(kind: &'static str, plain: impl Into<Bytes>) -> Content {
        let plain = plain.into();
        // Weak: it stands for the packed and the plain form alike.
        let tag = format!("W/\"{}\"", &hex(&Sha256::digest(&plain))[..32]);
        let tag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("W/\"\""));
        Content { kind, plain, packed: OnceLock::new(), tag }
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.plain.len()
    }

    /// Whether packing is still to be done for a client.
    pub fn is_to_pack(&self, wish: &Wish) -> bool {
        let is_known = wish.known.as_ref().is_some_and(|known| is_listed(known, &self.tag));
        wish.packed && !is_known && self.len() > WORTH_PACKING && self.packed.get().is_none()
    }

    /// Packs it, once.
    pub fn pack(&self) {
        self.packed.get_or_init(|| gzip(&self.plain));
    }

    /// The answer to a client.
    pub fn answer(&self, wish: &Wish) -> Answer {
        let is_known = wish.known.as_ref().is_some_and(|known| is_listed(known, &self.tag));
        let packed = self.packed.get().filter(|_| wish.packed);
        let body = if is_known { Bytes::new() } else { packed.unwrap_or(&self.plain).clone() };
        let mut answer = Answer::new(body.into());
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_known {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            return answer;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if packed.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }
}

/// What a client says about the answer it wants.
#[derive(Default, Debug)]
pub struct Wish {
    packed: bool,
    known: Option<HeaderValue>,
}

impl Wish {
    /// Reads the headers of a request.
    pub fn of(headers: &HeaderMap) -> Wish {
        let packed = headers.get_all(header::ACCEPT_ENCODING).iter().any(allows_gzip);
        Wish { packed, known: headers.get(header::IF_NONE_MATCH).cloned() }
    }
}

fn allows_gzip(value: &HeaderValue) -> bool {
    let is_gzip = |part: &str| {
        let (name, rest) = part.split_once(';').unwrap_or((part, ""));
        let weight = rest.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    };
    value.to_str().is_ok_and(|text| text.split(',').any(is_gzip))
}

fn is_listed(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_string();
    known.trim() == "*" || known.split(',').any(|one| bare(one) == bare(tag))
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail; if it did, an empty answer would be wrong.
    let written = packer.write_all(plain).and_then(|()| packer.finish());
    written.expect("memory takes what is written").into()
}

/// An answer of JSON that says what is wrong and what to do.
pub fn trouble(status: StatusCode, error: &str, hint: Option<&str>) -> Answer {
    let value = serde_json::json!({ "error": error, "hint": hint });
    of_kind(status, JSON, value.to_string())
}

/// A small page of text, which is ours: nothing of a request is in it.
pub fn page(status: StatusCode, title: &str, text: &str) -> Answer {
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <h1>{title}</h1><p>{text}</p></html>\n"
    );
    of_kind(status, HTML, html)
}

/// Trouble that may be over soon.
pub fn later(error: &str, hint: Option<&str>) -> Answer {
    let mut answer = trouble(StatusCode::SERVICE_UNAVAILABLE, error, hint);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    answer
}

fn of_kind(status: StatusCode, kind: &'static str, body: String) -> Answer {
    let mut answer = Answer::new(body.into());
    *answer.status_mut() = status;
    set(&mut answer, header::CONTENT_TYPE, kind);
    answer
}

/// Sets a header of fixed text.
pub fn set(answer: &mut Answer, name: HeaderName, value: &'static str) {
    answer.headers_mut().insert(name, HeaderValue::from_static(value));
}

/// Bytes as hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::body::HttpBody;

    use super::*;

    fn wish(encoding: &'static str, known: Option<HeaderValue>) -> Wish {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding));
        Wish { known, ..Wish::of(&headers) }
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (text, taken) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=x", false),
            ("x-gzip", false),
            ("", false),
        ] {
            assert_eq!(wish(text, None).packed, taken, "{text}");
        }
    }

    #[test]
    fn packed_content_is_the_same_content() {
        let plain = vec![b'a'; 5000];
        let content = Content::new(JSON, plain.clone());
        assert!(content.is_to_pack(&wish("gzip", None)) && !content.is_to_pack(&wish("br", None)));
        content.pack();
        let mut unpacked = Vec::new();
        let packed = content.packed.get().unwrap();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain && packed.len() < 200);
        let answer = content.answer(&wish("gzip", None));
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(answer.body().size_hint().exact(), Some(packed.len() as u64));
        let answer = content.answer(&wish("identity", None));
        assert_eq!(answer.body().size_hint().exact(), Some(5000));
    }

    #[test]
    fn what_a_client_has_is_not_sent_again() {
        let content = Content::new(JSON, "{}");
        let tag = content.answer(&Wish::default()).headers()[header::ETAG].clone();
        let strong = tag.to_str().unwrap().trim_start_matches("W/").to_string();
        let list = format!("\"x\", {strong}");
        for known in [tag.clone(), HeaderValue::from_static("*"), list.parse().unwrap()] {
            let answer = content.answer(&wish("", Some(known)));
            assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
            assert_eq!(answer.body().size_hint().exact(), Some(0));
        }
        let other = HeaderValue::from_static("W/\"0\"");
        assert_eq!(content.answer(&wish("", Some(other))).status(), StatusCode::OK);
        assert_ne!(Content::new(JSON, "[]").tag, tag);
    }
}
