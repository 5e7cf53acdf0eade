//! The content hash of a Dag node.

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_128;

use crate::types::Dialect;

/// A 128-bit content hash: equal programs have equal hashes, whatever their names and line order.
///
/// It is XXH3-128 (seed 0) over: the dialect's name, a zero byte, a tag byte for the kind of
/// node, the node's own text (name of an input, constant or op; a literal as it is printed), a
/// zero byte, and the hashes of its operands in order, 16 little-endian bytes each. No index of
/// any table enters it, so it outlives changes of the table; stores may keep it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash128(pub u128);

impl fmt::Display for Hash128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Hash128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash128 {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let hex = s.len() == 32 && s.bytes().all(|b| b.is_ascii_hexdigit());
        let value = hex.then(|| u128::from_str_radix(s, 16).ok()).flatten();
        value.map(Hash128).ok_or_else(|| format!("`{s}` is not a hash of 32 hexadecimal digits"))
    }
}

/// Collects the bytes of one node; see [`Hash128`] for the layout. Reused from node to node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeHasher(Vec<u8>);

impl NodeHasher {
    pub(crate) fn hash(
        &mut self,
        dialect: Dialect,
        tag: u8,
        text: &str,
        operands: impl Iterator<Item = Hash128>,
    ) -> Hash128 {
        let bytes = &mut self.0;
        bytes.clear();
        bytes.extend_from_slice(dialect.name().as_bytes());
        bytes.extend_from_slice(&[0, tag]);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        operands.for_each(|hash| bytes.extend_from_slice(&hash.0.to_le_bytes()));
        Hash128(xxh3_128(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trip() {
        let hash = NodeHasher::default().hash(Dialect::Arc, b'i', "I", [].into_iter());
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert!("12".parse::<Hash128>().is_err());
        assert!("+0000000000000000000000000000000".parse::<Hash128>().is_err());
    }
}
