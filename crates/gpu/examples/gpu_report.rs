//! Compiles every kernel for NVIDIA's architectures and writes what they take into a page.
//!
//! `gpu_report write PAGE PTX` writes the page's part and the embedded PTX, `gpu_report check
//! PAGE` compares, and `gpu_report fresh PAGE PTX VERSION` says without compiling whether there is
//! anything to compare: the page names what it was made from. `gpu_report stamp PAGE PTX` writes that
//! line alone, if the sources still give the embedded PTX to the byte; `gpu_report ptx PTX` writes the embedded PTX alone, for those
//! who write kernels: the page is then stale. `ARCBATT_NVRTC` names NVRTC's library
//! and `PTXAS` the assembler: see `make gpu-report`.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Instant;

use flate2::Compression;
use flate2::write::GzEncoder;
use gpu::device::LANES;
use gpu::device::nvrtc::{Nvrtc, Target};
use gpu::device::program::{Program, apart};
use gpu::ptxas::{self, ARCHS, Report, Usages};
use gpu::source;
use xxhash_rust::xxh3::xxh3_128;

/// Versions of PTX, oldest first; the embedded one is of the first that its instructions allow.
const VERSIONS: [&str; 7] = ["6.0", "6.3", "6.5", "7.0", "7.4", "7.8", "8.0"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["write", page, ptx] => write(Path::new(page), Path::new(ptx)),
        ["ptx", ptx] => Folder::new().and_then(|folder| write_ptx(&folder, Path::new(ptx)).map(drop)),
        ["check", page] => check(Path::new(page)),
        ["stamp", page, ptx] => stamp(Path::new(page), Path::new(ptx)),
        ["fresh", page, ptx, version] => fresh(Path::new(page), Path::new(ptx), version),
        _ => {
            Err("usage: gpu_report write|stamp PAGE PTX | ptx PTX | check PAGE | fresh PAGE PTX VERSION"
                .into())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("gpu-report: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(page: &Path, ptx: &Path) -> Result<(), String> {
    let folder = Folder::new()?;
    // What fails sooner comes first.
    let packed = write_ptx(&folder, ptx)?;
    let report = compile_all(&folder)?;
    let text = fs::read_to_string(page).map_err(|e| e.to_string())?;
    let (before, _, after) = ptxas::split_page(&text).ok_or("the page has no marks")?;
    let made_from = made_from(&ptxas_version()?, &packed);
    let new = [before, &made_from, "\n\n", &ptxas::table(&report), after].concat();
    fs::write(page, new).map_err(|e| e.to_string())?;
    forbid_spills(&report)
}

fn write_ptx(folder: &Folder, ptx: &Path) -> Result<Vec<u8>, String> {
    let packed = packed_ptx(folder)?;
    fs::write(ptx, &packed).map_err(|e| e.to_string())?;
    Ok(packed)
}

fn packed_ptx(folder: &Folder) -> Result<Vec<u8>, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(old_ptx(folder)?.as_bytes()).map_err(|e| e.to_string())?;
    packed.finish().map_err(|e| e.to_string())
}

/// Says on the page what it was made from; the embedded PTX, written together with it, is the witness.
fn stamp(page: &Path, ptx: &Path) -> Result<(), String> {
    let packed = packed_ptx(&Folder::new()?)?;
    if fs::read(ptx).map_err(|e| e.to_string())? != packed {
        return Err("the sources give another PTX than the embedded one: make gpu-report".into());
    }
    let text = fs::read_to_string(page).map_err(|e| e.to_string())?;
    let (before, old, after) = ptxas::split_page(&text).ok_or("the page has no marks")?;
    let table = old.find("Numbers stand for").map(|at| &old[at..]).ok_or("no table")?;
    let line = made_from(&ptxas_version()?, &packed);
    fs::write(page, [before, &line, "\n\n", table, after].concat()).map_err(|e| e.to_string())
}

/// The page's line that says what the page and the embedded PTX were made from.
fn made_from(compiler: &str, ptx: &[u8]) -> String {
    let mut all: Vec<String> = Program::ALL.iter().map(|program| program.cuda_source()).collect();
    all.push(apart(&source::source(false, LANES)));
    all.push(format!("{:?} {VERSIONS:?}", ARCHS.map(|arch| Target::Ptx(arch.number).option())));
    let (sources, ptx) = (xxh3_128(all.join("\n").as_bytes()), xxh3_128(ptx));
    format!("Made by CUDA {compiler} from sources {sources:032x}; embedded PTX {ptx:032x}.")
}

/// Whether the page was made by this version of the compiler from what is there now.
fn fresh(page: &Path, ptx: &Path, compiler: &str) -> Result<(), String> {
    let text = fs::read_to_string(page).map_err(|e| e.to_string())?;
    let (_, old, _) = ptxas::split_page(&text).ok_or("the page has no marks")?;
    let expected = made_from(compiler, &fs::read(ptx).map_err(|e| e.to_string())?);
    match old.lines().any(|line| line == expected) {
        true => Ok(()),
        false => Err("kernels or compiler are not those that the page was made from".into()),
    }
}

fn check(page: &Path) -> Result<(), String> {
    let report = compile_all(&Folder::new()?)?;
    let text = fs::read_to_string(page).map_err(|e| e.to_string())?;
    let (_, old, _) = ptxas::split_page(&text).ok_or("the page has no marks")?;
    let told = ptxas::differences(old, &ptxas::table(&report));
    if !told.is_empty() {
        return Err(format!("run `make gpu-report`:\n{}", told.join("\n")));
    }
    forbid_spills(&report)
}

fn forbid_spills(report: &Report) -> Result<(), String> {
    let told = ptxas::forbidden_spills(report);
    if told.is_empty() { Ok(()) } else { Err(told.join("\n")) }
}

/// A folder that goes away with us.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let folder = std::env::temp_dir().join(format!("gpu-report-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compiles all programs for all architectures, on all cores.
fn compile_all(folder: &Folder) -> Result<Report, String> {
    let pairs = Program::ALL.iter().flat_map(|&p| (0..ARCHS.len()).map(move |a| (p, a)));
    let work: Mutex<VecDeque<(Program, usize)>> = Mutex::new(pairs.collect());
    let made: Mutex<Vec<(usize, Result<Usages, String>)>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = work.lock().ok().and_then(|mut w| w.pop_front());
                    let Some((program, arch)) = next else { return };
                    let usages = compile(folder, program, ARCHS[arch].number);
                    made.lock().expect("no thread panics").push((arch, usages));
                }
            });
        }
    });
    let mut report = Report::default();
    for (arch, usages) in made.into_inner().expect("no thread panics") {
        report[arch].extend(usages?);
    }
    Ok(report)
}

fn compile(folder: &Folder, program: Program, arch: u32) -> Result<Usages, String> {
    let start = Instant::now();
    let ptx = compile_ptx(&program.cuda_source(), arch)?;
    let middle = Instant::now();
    let log = assemble(folder, &ptx, &format!("{program:?}"), arch)?;
    eprintln!(
        "{program:?} for sm_{arch}: NVRTC {:.0} s, ptxas {:.0} s",
        (middle - start).as_secs_f64(),
        middle.elapsed().as_secs_f64()
    );
    ptxas::parse(&log)
}

fn compile_ptx(source: &str, arch: u32) -> Result<String, String> {
    let nvrtc = Nvrtc::get().map_err(|e| e.to_string())?;
    let ptx = nvrtc.compile(source, Target::Ptx(arch)).map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&ptx).trim_end_matches('\0').to_string())
}

/// What `ptxas -v` says.
fn assemble(folder: &Folder, ptx: &str, name: &str, arch: u32) -> Result<String, String> {
    let file = folder.0.join(format!("{name}-{arch}.ptx"));
    fs::write(&file, ptx).map_err(|e| e.to_string())?;
    let ptxas = ptxas();
    let out = Command::new(&ptxas)
        .args(["-v", &format!("-arch=sm_{arch}"), "-o"])
        .args([&file.with_extension("cubin"), &file])
        .output()
        .map_err(|e| format!("{}: {e}", ptxas.display()))?;
    let said = String::from_utf8_lossy(&out.stderr) + String::from_utf8_lossy(&out.stdout);
    if out.status.success() { Ok(said.into()) } else { Err(format!("ptxas: {said}")) }
}

/// The version of the assembler, such as 12.9.86.
fn ptxas_version() -> Result<String, String> {
    let ptxas = ptxas();
    let out = Command::new(&ptxas).arg("--version").output();
    let out = out.map_err(|e| format!("{}: {e}", ptxas.display()))?;
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let version = said.split_once(", V").and_then(|(_, rest)| rest.split_whitespace().next());
    version.map(str::to_string).ok_or_else(|| format!("ptxas does not say its version: {said}"))
}

fn ptxas() -> OsString {
    std::env::var_os("PTXAS").unwrap_or("ptxas".into())
}

/// PTX for the oldest architecture, in the oldest version that the assembler takes.
fn old_ptx(folder: &Folder) -> Result<String, String> {
    let ptx = compile_ptx(&apart(&source::source(false, LANES)), ARCHS[0].number)?;
    let ptx = shorten(&ptx);
    let (before, rest) = ptx.split_once(".version ").ok_or("PTX has no version")?;
    let (_, after) = rest.split_once('\n').ok_or("PTX has no version")?;
    let mut why = String::new();
    for version in VERSIONS {
        let text = format!("{before}.version {version}\n{after}");
        match assemble(folder, &text, "fallback", ARCHS[0].number) {
            Ok(_) => return Ok(text),
            Err(e) => why = e,
        }
    }
    Err(why)
}

/// Leaves out comments, hints that old assemblers do not know, and the long part that all names of functions have in common.
fn shorten(ptx: &str) -> String {
    let prefix = ptx.find("_ZN").and_then(|at| {
        let name = &ptx[at..];
        let end = name.find("_cu_").map(|e| e + "_cu_".len())?;
        let rest = &name[end..];
        Some(&name[..end + rest.find(|c: char| c.is_ascii_digit())?])
    });
    let short = prefix.map_or(ptx.to_string(), |prefix| ptx.replace(prefix, "_"));
    let is_hint = |line: &str| line.trim_start().starts_with(".pragma \"used_bytes_mask");
    let wanted = |line: &&str| !line.is_empty() && !line.starts_with("//") && !is_hint(line);
    short.lines().map(str::trim_end).filter(wanted).map(|l| format!("{l}\n")).collect()
}
