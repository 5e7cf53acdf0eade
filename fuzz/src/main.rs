//! `arcbatt-fuzz parser|programs [--seconds N | --cases N] [--seed S]`

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fuzz::guard::{Watch, on_deep_stack};
use fuzz::memory::Counting;
use fuzz::target::{Finding, Target};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: arcbatt-fuzz parser|programs [--seconds N | --cases N] [--seed S]";

/// A case that takes longer hangs.
const HANGS_AFTER: Duration = Duration::from_secs(120);

/// Findings after which a run ends.
const ENOUGH: usize = 20;

struct Options {
    target: Target,
    seconds: u64,
    cases: u64,
    seed: u64,
}

fn options(mut args: impl Iterator<Item = String>) -> Option<Options> {
    let target = Target::named(&args.next()?)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_secs());
    let mut options = Options { target, seconds: 60, cases: u64::MAX, seed: now * 1_000_000 };
    while let Some(name) = args.next() {
        let value: u64 = args.next()?.parse().ok()?;
        match name.as_str() {
            "--seconds" => options.seconds = value,
            "--cases" => (options.cases, options.seconds) = (value, u64::MAX),
            "--seed" => options.seed = value,
            _ => return None,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let watch: &'static Watch = Box::leak(Box::default());
    std::thread::spawn(|| end_when_hanging(watch));
    let (cases, findings) = on_deep_stack(|| run(&options, watch));
    println!("{cases} cases from seed {}, {findings} findings", options.seed);
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs case after case; gives how many ran and how many failed.
fn run(options: &Options, watch: &Watch) -> (u64, usize) {
    let started = Instant::now();
    let (mut cases, mut findings) = (0, 0);
    while cases < options.cases
        && started.elapsed().as_secs() < options.seconds
        && findings < ENOUGH
    {
        let seed = options.seed.wrapping_add(cases);
        watch.begin(seed);
        if let Some(finding) = options.target.check(seed) {
            show(options.target, &finding);
            findings += 1;
        }
        watch.end();
        cases += 1;
    }
    (cases, findings)
}

fn show(target: Target, finding: &Finding) {
    let name = format!("{target:?}").to_lowercase();
    println!("FOUND {}", finding.what);
    println!("again: arcbatt-fuzz {name} --cases 1 --seed {}", finding.seed);
    println!("{}\n", finding.text);
}

fn end_when_hanging(watch: &Watch) {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        if let Some(seed) = watch.overdue(HANGS_AFTER) {
            println!("FOUND a case that hangs\nagain: --cases 1 --seed {seed}");
            std::process::exit(1);
        }
    }
}
