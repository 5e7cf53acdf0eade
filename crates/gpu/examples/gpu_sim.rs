//! What the kernels do on the simulator, as a table for docs/gpu.md.
//!
//! `gpu_sim table PAGE` runs and writes the page's part, `gpu_sim show PAGE` prints it instead. For those who write kernels: `gpu_sim batt PAGE`
//! prints what the row of a large batch and the projection would be, and where instructions and bytes went; `gpu_sim other PAGE` does so for the other samples, on which nothing is
//! tuned. `gpu_sim ptx SOURCE PTX` compiles the simulator's own test kernels. The simulator must be the CUDA driver and write its counts to the file in `CUDASIM_REPORT`: see `make
//! gpu-sim`. Kernels that are compiled with `ARCBATT_NVRTC_LINES=1` also tell lines of their source.

#[path = "gpu_sim/counts.rs"]
mod counts;
#[path = "../../../testdata/needs.rs"]
mod needs;
#[path = "gpu_sim/processor.rs"]
mod processor;
#[path = "gpu_sim/projection.rs"]
mod projection;
#[path = "gpu_sim/work.rs"]
mod work;
#[path = "gpu_sim/worst.rs"]
mod worst;

use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

use gpu::device::nvrtc::{Nvrtc, Target};
use gpu::device::program::Program;
use xxhash_rust::xxh3::xxh3_128;

use counts::Counts;
use work::{Row, Way};

/// The marks around the generated part of the page.
const MARKS: [&str; 2] = ["<!-- gpu-sim: start -->\n", "<!-- gpu-sim: end -->"];

/// What devices run, with its name in the page's table of kernels.
const PTX: &[u8] = include_bytes!("../kernels/fallback.ptx.gz");

/// Of the test kernels: the first architecture that has all that they use.
const TEST_ARCH: u32 = 80;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["table", page] => part(page).and_then(|part| put(page, &part)),
        ["show", page] => part(page).map(|part| print!("{part}")),
        ["batt", page] => batt(page, &work::WAYS[1]).map(|part| print!("{part}")),
        ["other", page] => batt(page, &work::WAYS[2]).map(|part| print!("{part}")),
        ["ptx", source, ptx] => compile(source, ptx),
        _ => Err("usage: gpu_sim table|show|batt|other PAGE | ptx SOURCE PTX".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("gpu-sim: {why}");
            ExitCode::FAILURE
        }
    }
}

fn compile(source: &str, ptx: &str) -> Result<(), String> {
    let text = fs::read_to_string(source).map_err(|e| e.to_string())?;
    let nvrtc = Nvrtc::get().map_err(|e| e.to_string())?;
    let made = nvrtc.compile(&text, Target::Ptx(TEST_ARCH)).map_err(|e| e.to_string())?;
    let made = String::from_utf8_lossy(&made).trim_end_matches('\0').to_string();
    fs::write(ptx, made).map_err(|e| e.to_string())
}

fn put(page: &str, part: &str) -> Result<(), String> {
    let text = fs::read_to_string(page).map_err(|e| e.to_string())?;
    let start = text.find(MARKS[0]).ok_or("the page has no marks")? + MARKS[0].len();
    let end = start + text[start..].find(MARKS[1]).ok_or("the page has no marks")?;
    fs::write(page, [&text[..start], part, &text[end..]].concat()).map_err(|e| e.to_string())
}

/// The page's part: counts of all workloads, then what they mean for devices.
fn part(page: &str) -> Result<String, String> {
    let mut rows = work::families()?;
    rows.extend(work::embedded()?);
    let merged = work::reference(&work::WAYS)?;
    rows.extend(merged.iter().cloned());
    let mut text = format!("Of the embedded PTX {:032x}.\n\n{}", xxh3_128(PTX), table(&rows));
    text += &projected(&merged, page)?;
    Ok(text)
}

fn batt(page: &str, way: &Way) -> Result<String, String> {
    let merged = work::reference(std::slice::from_ref(way))?;
    let counts = fs::read_to_string(work::report_path()?).map_err(|e| e.to_string())?;
    let worst = counts.lines().last().map(|line| worst::tables(line, &Program::Plan.cuda_source()));
    Ok(table(&merged) + &projected(&merged, page)? + &worst.transpose()?.unwrap_or_default())
}

fn projected(merged: &[Row], page: &str) -> Result<String, String> {
    let page = fs::read_to_string(page).map_err(|e| e.to_string())?;
    match merged.last() {
        Some(row) => projection::table(row, &page),
        None => Ok("\nNo projection: the reference programs are not fetched.\n".into()),
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = "| work | items | warp instructions per item | lanes active | lanes useful | global accesses per item | sectors each \
         | bytes used | divergent branches | local accesses per item | local bytes moved per item |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n"
        .to_string();
    for row in rows {
        let (c, items) = (&row.counts, row.items as f64);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.2} | {:.2} | {} | {:.2} | {:.1} % | {:.1} % | {} | {} |",
            row.name,
            row.items,
            thousands(c.warp_instructions / items),
            c.active(),
            c.useful(),
            thousands(c.global.accesses / items),
            c.global.sectors_each(),
            100.0 * c.global.used(),
            100.0 * c.divergent(),
            thousands(c.local.accesses / items),
            thousands(c.local.bytes_moved() / items),
        );
    }
    text
}

/// A rounded number with commas.
pub fn thousands(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
