//! Reads a report as a browser does.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::{Map, Value};

const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text between the first `before` and the next `after`.
pub fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0
}

/// The views in a report's page.
pub fn views(page: &str) -> Map<String, Value> {
    let begin = "<script type=\"application/octet-stream\" id=\"views\">";
    let mut json = String::new();
    let bytes = unpacked(between(page, begin, "</script>"));
    GzDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

fn unpacked(text: &str) -> Vec<u8> {
    assert_eq!(text.len() % 4, 0);
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(4) {
        let digits = group.iter().take_while(|digit| **digit != b'=');
        let digits: Vec<u32> = digits
            .map(|digit| DIGITS.iter().position(|known| known == digit).unwrap() as u32)
            .collect();
        let bits = digits.iter().enumerate().map(|(at, digit)| digit << (18 - 6 * at)).sum::<u32>();
        bytes.extend(&bits.to_be_bytes()[1..digits.len()]);
    }
    bytes
}

/// Bytes as base64, for checksums.
pub fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut four = [0; 4];
        four[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(four);
        for at in 0..=group.len() {
            text.push(DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char);
        }
    }
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}
