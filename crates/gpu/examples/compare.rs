//! A device against the engine: all golden vectors, and random calls of every op that devices have.
//!
//! `compare opencl|cuda [ROUNDS]`; `ONLY=name,name` keeps some ops. `compare opencl|cuda batt EVERY` runs the reference programs, merged,
//! on every so many samples of ARC-AGI-1 training, and the embedded programs on their tasks. `compare opencl pace EVERY` says what processor time the former takes, to compare
//! states of the kernels with each other. `compare compile` says what CUDA's compiler thinks of the source: devices go on with
//! the embedded PTX where it fails. For those who write kernels: on a machine without a GPU the
//! simulator in `crates/gpu/sim` is a CUDA device.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "gpu_sim/processor.rs"]
mod processor;

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use common::{Call, Tally, batts, compare_calls, vector_calls};
use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::Rules;
use gpu::device::nvrtc::{Nvrtc, Target};
use gpu::device::program::Program;
use gpu::device::{self, Backend, Device};
use gpu::team::{Options, Team};
use judge::vectors::arguments;
use judge::{Generator, Random, Style};
use lang::{Dialect, Gpu, Op};

/// Calls that go to the device together: each has memory of its own.
const AT_ONCE: usize = 500;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |b: &Backend| args.first().is_some_and(|a| a == b.name());
    if args.first().is_some_and(|a| a == "compile") {
        return compile();
    }
    let Some(backend) = Backend::ALL.into_iter().find(wanted) else {
        eprintln!("usage: compare opencl|cuda [ROUNDS]");
        return ExitCode::FAILURE;
    };
    let every = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(430);
    match args.get(1).map(String::as_str) {
        Some("batt") => return batts(backend, every),
        Some("pace") => return pace(backend, every),
        _ => {}
    }
    let rounds = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    match device::open(backend, 0) {
        Ok(mut device) => compare(device.as_mut(), rounds),
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Compiles what devices run.
fn compile() -> ExitCode {
    let compiled = [Program::Plan, Program::Calls].map(|program| {
        Nvrtc::get()?.compile(&program.cuda_source(), Target::Ptx(75)).map(|ptx| ptx.len())
    });
    println!("{compiled:#?}");
    if compiled.iter().all(Result::is_ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whole batts; a difference is a panic.
fn batts(backend: Backend, every: usize) -> ExitCode {
    let Ok(device) = device::open(backend, 0) else { return ExitCode::FAILURE };
    let mut team = Team::new(vec![device], Options::DEFAULT);
    for batt in batts::reference(every).into_iter().chain(batts::embedded()) {
        let stats = batts::compare(&mut team, &batt, &batt.plan(), Rules::default());
        println!(
            "{} samples so far right, {:.1} % of steps on the device",
            batt.samples.len(),
            stats.coverage()
        );
        println!("handed back: {:?}", stats.fallbacks);
    }
    ExitCode::SUCCESS
}

/// Rounds of which the best one counts.
const ROUNDS: usize = 8;

/// What the merged reference programs take of the processor, all threads together; the first round compiles kernels.
fn pace(backend: Backend, every: usize) -> ExitCode {
    let Some((device, batt)) = device::open(backend, 0).ok().zip(batts::reference(every)) else {
        return ExitCode::FAILURE;
    };
    let (plan, mut team) = (batt.plan(), Team::new(vec![device], Options::DEFAULT));
    let jobs = batt.jobs(&plan);
    let mut round = |_| {
        let before = processor::seconds();
        team.run_jobs(&jobs, Rules::default(), 1, &AtomicBool::new(false), |_, _| ());
        processor::seconds() - before
    };
    let first = round(0);
    let mut rounds: Vec<f64> = (0..ROUNDS).map(round).collect();
    rounds.sort_by(f64::total_cmp);
    let (best, middle) = (rounds[0], rounds[ROUNDS / 2]);
    println!("{} samples: best {best:.2} s, middle {middle:.2} s, first {first:.2} s", jobs.len());
    ExitCode::SUCCESS
}

fn compare(device: &mut dyn Device, rounds: usize) -> ExitCode {
    let mut tally = Tally::default();
    for dialect in Dialect::ALL {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let calls = [vector_calls(&cx), random_calls(&cx, rounds)].concat();
        for part in calls.chunks(AT_ONCE) {
            compare_calls(&cx, part, &mut tally, |calls| {
                let start = ("run_calls", device.info().usual_block(), calls.lanes());
                let (total, (first, end)) = (calls.total_words(), calls.answers());
                let answers = device.run(start, calls.words(), total, (first, end));
                let answers = answers.unwrap_or_else(|error| panic!("{error}"));
                [vec![0; first], answers].concat()
            });
        }
    }
    println!("{tally}\n{}", tally.shown(20));
    if tally.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn random_calls<'a>(cx: &Cx<'a>, rounds: usize) -> Vec<Call<'a>> {
    let only = std::env::var("ONLY").ok();
    let wanted = |op: &Op| {
        let named = |only: &String| only.split(',').any(|name| name == op.name());
        op.kernel().info().gpu != Gpu::None && only.as_ref().is_none_or(named)
    };
    let mut generator = Generator::new(cx, Random::new(7), Style::Wild);
    generator.pool = arguments(cx);
    let ops = Op::of(cx.lay.dialect).filter(wanted);
    let calls = ops.flat_map(|op| std::iter::repeat_n(op, rounds)).map(|op| {
        let (f, args) = generator.call(op);
        (op.name().to_string(), f, args)
    });
    calls.collect()
}
