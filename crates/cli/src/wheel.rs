//! Reads single files out of a wheel, which is a zip archive.
//!
//! Names inside an archive are only ever compared with names we ask for, never turned into
//! paths, so an archive cannot decide where anything is written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::Crc;
use flate2::read::DeflateDecoder;

/// Largest archive that is opened, largest file that is taken out of one.
const MAX_ARCHIVE: u64 = 256 << 20;
const MAX_MEMBER: usize = 64 << 20;

const END_SIGNATURE: u32 = 0x0605_4b50;
const ENTRY_SIGNATURE: u32 = 0x0201_4b50;
const LOCAL_SIGNATURE: u32 = 0x0403_4b50;
const END_SIZE: usize = 22;
const ENTRY_SIZE: usize = 46;
const LOCAL_SIZE: usize = 30;

/// A wheel in memory.
pub struct Wheel {
    bytes: Vec<u8>,
}

/// What the archive's directory says of one file.
struct Member {
    method: u16,
    crc: u32,
    packed: usize,
    size: usize,
    local: usize,
}

impl Wheel {
    /// Reads an archive.
    pub fn open(path: &Path) -> Result<Wheel, String> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(|error| error.to_string())?;
        file.take(MAX_ARCHIVE + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > MAX_ARCHIVE {
            return Err(format!("larger than {} MiB", MAX_ARCHIVE >> 20));
        }
        Ok(Wheel { bytes })
    }

    /// Unpacks the file of this name and checks its sum.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let member = self.find(name)?;
        if member.size > MAX_MEMBER {
            return Err(format!("{name} is larger than {} MiB", MAX_MEMBER >> 20));
        }
        let packed = self.packed(&member).ok_or("the archive is cut off")?;
        let bytes = unpack(packed, &member).map_err(|reason| format!("{name}: {reason}"))?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        match bytes.len() == member.size && crc.sum() == member.crc {
            true => Ok(bytes),
            false => Err(format!("{name} is damaged")),
        }
    }

    fn find(&self, name: &str) -> Result<Member, String> {
        let end = self.end().ok_or("not a complete zip archive")?;
        let count = self.u16(end + 10).unwrap_or(0);
        let mut at = self.u32(end + 16).unwrap_or(0) as usize;
        for _ in 0..count {
            let (entry, member, next) =
                self.entry(at).ok_or("the archive's directory is damaged")?;
            if entry == name.as_bytes() {
                return Ok(member);
            }
            at = next;
        }
        Err(format!("no {name} in the archive"))
    }

    /// Position of the record that ends every archive; a comment may follow it.
    fn end(&self) -> Option<usize> {
        let last = self.bytes.len().checked_sub(END_SIZE)?;
        let first = last.saturating_sub(u16::MAX as usize);
        (first..=last).rev().find(|&at| self.u32(at) == Some(END_SIGNATURE))
    }

    /// The directory entry at a position: its name, what it says, where the next one is.
    fn entry(&self, at: usize) -> Option<(&[u8], Member, usize)> {
        if self.u32(at)? != ENTRY_SIGNATURE {
            return None;
        }
        let name_end = at + ENTRY_SIZE + self.u16(at + 28)? as usize;
        let name = self.bytes.get(at + ENTRY_SIZE..name_end)?;
        let next = name_end + self.u16(at + 30)? as usize + self.u16(at + 32)? as usize;
        let member = Member {
            method: self.u16(at + 10)?,
            crc: self.u32(at + 16)?,
            packed: self.u32(at + 20)? as usize,
            size: self.u32(at + 24)? as usize,
            local: self.u32(at + 42)? as usize,
        };
        Some((name, member, next))
    }

    fn packed(&self, member: &Member) -> Option<&[u8]> {
        let at = member.local;
        if self.u32(at)? != LOCAL_SIGNATURE {
            return None;
        }
        let start = at + LOCAL_SIZE + self.u16(at + 26)? as usize + self.u16(at + 28)? as usize;
        self.bytes.get(start..start.checked_add(member.packed)?)
    }

    fn u16(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
    }

    fn u32(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    }
}

fn unpack(packed: &[u8], member: &Member) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match member.method {
        0 => bytes.extend_from_slice(packed),
        8 => {
            // One byte more than announced is enough to see that the announcement was wrong.
            let mut limited = DeflateDecoder::new(packed).take(member.size as u64 + 1);
            limited.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        }
        other => return Err(format!("packed by an unknown method {other}")),
    }
    Ok(bytes)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use flate2::{Compression, write::DeflateEncoder};
    use std::io::Write;

    /// A zip archive of these files.
    pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for (name, content) in files {
            let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
            deflate.write_all(content).unwrap();
            let packed = deflate.finish().unwrap();
            let mut crc = Crc::new();
            crc.update(content);
            let mut common = [20u16, 0, 8, 0, 0].map(u16::to_le_bytes).concat();
            let sizes = [crc.sum(), packed.len() as u32, content.len() as u32];
            common.extend(sizes.map(u32::to_le_bytes).concat());
            common.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
            directory.extend([&ENTRY_SIGNATURE.to_le_bytes()[..], &[20, 0], &common].concat());
            directory.extend([0; 10]);
            directory.extend((bytes.len() as u32).to_le_bytes());
            directory.extend(name.as_bytes());
            bytes.extend([&LOCAL_SIGNATURE.to_le_bytes()[..], &common].concat());
            bytes.extend([name.as_bytes(), &packed].concat());
        }
        let count = files.len() as u16;
        let start = bytes.len() as u32;
        bytes.extend(&directory);
        bytes.extend(END_SIGNATURE.to_le_bytes());
        bytes.extend([0, 0, count, count].map(u16::to_le_bytes).concat());
        bytes.extend([directory.len() as u32, start].map(u32::to_le_bytes).concat());
        bytes.extend([0, 0]);
        bytes
    }

    #[test]
    fn reads_what_was_packed() {
        let wheel = Wheel { bytes: zip(&[("a", b"one"), ("b/c", &[7; 5000])]) };
        assert_eq!(wheel.read("a").unwrap(), b"one");
        assert_eq!(wheel.read("b/c").unwrap(), [7; 5000]);
        assert_eq!(wheel.read("c").unwrap_err(), "no c in the archive");
    }

    #[test]
    fn a_damaged_archive_is_an_error_at_every_length_and_every_byte() {
        let whole = zip(&[("a", b"some text, some text, some text")]);
        for length in 0..whole.len() {
            assert!(Wheel { bytes: whole[..length].to_vec() }.read("a").is_err(), "{length}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            if let Ok(content) = (Wheel { bytes }).read("a") {
                assert_eq!(content, b"some text, some text, some text");
            }
        }
    }
}
