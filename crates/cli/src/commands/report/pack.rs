//! Answers packed small: one JSON object from address to answer, gzip, base64.

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Answers on their way into a report.
pub struct Pack {
    gzip: GzEncoder<Vec<u8>>,
    known: BTreeSet<String>,
}

impl Pack {
    /// Nothing yet.
    pub fn new() -> Pack {
        let gzip = GzEncoder::new(Vec::new(), Compression::best());
        Pack { gzip, known: BTreeSet::new() }
    }

    /// Adds an answer, which is JSON, unless the address has one already.
    pub fn add(&mut self, address: &str, answer: &[u8]) {
        let begin = if self.known.is_empty() { '{' } else { ',' };
        if self.known.insert(address.to_string()) {
            let key = serde_json::Value::from(address);
            // Writing to a vector cannot fail.
            let _ = write!(self.gzip, "{begin}{key}:").and_then(|()| self.gzip.write_all(answer));
        }
    }

    /// Whether an address has its answer.
    pub fn has(&self, address: &str) -> bool {
        self.known.contains(address)
    }

    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// All of them as text without any sign that means something in HTML.
    pub fn finish(mut self) -> String {
        let end: &[u8] = if self.known.is_empty() { b"{}" } else { b"}" };
        let _ = self.gzip.write_all(end);
        base64(&self.gzip.finish().unwrap_or_default())
    }
}

/// Bytes in letters, digits, `+`, `/` and `=`.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| group.get(at).map_or(0, |byte| u32::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            text.push(if at <= group.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_everybody_writes_it() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, text) in pairs {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xFF, 0xEF, 0xBE]), "/+++");
    }

    #[test]
    fn an_address_has_one_answer() {
        let mut pack = Pack::new();
        for address in ["/a", "/b\"</script>", "/a"] {
            pack.add(address, b"[1]");
        }
        assert_eq!((pack.len(), pack.has("/a"), pack.has("/c")), (2, true, false));
        let text = pack.finish();
        assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b)));
    }
}
