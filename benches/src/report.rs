//! Everything one run measures, as it goes into the JSON.

use serde::{Deserialize, Serialize};

/// All results.
#[derive(Serialize)]
pub struct Report {
    /// Whether this was a smoke run, whose numbers mean little.
    pub quick: bool,
    /// What the numbers were measured on, and with what.
    pub setting: Setting,
    /// The numbers to reach.
    pub targets: Vec<Target>,
    /// All programs on all samples.
    pub whole: Whole,
    /// All programs merged, on samples of any tasks.
    pub batt: Batt,
    /// The search loop, the batt file and the store.
    pub search: Search,
    /// The dashboard; nothing where the `batt` command is not built.
    pub dashboard: Option<Dashboard>,
    /// Devices against our CPU engine.
    pub devices: Devices,
    /// By program, the slowest of ours first.
    pub programs: Vec<ProgramTime>,
    /// By op, what takes our time first.
    pub steps: Vec<StepTime>,
    /// By op, on calls recorded from the programs.
    pub ops: Vec<OpTime>,
    /// Ops that no program calls.
    pub not_called: Vec<String>,
    /// Small ops, as steps and inside mapped functions.
    pub scalars: Vec<ScalarTime>,
    /// Kernels on all training inputs.
    pub kernels: Vec<KernelTime>,
}

/// What the numbers were measured on, and with what.
#[derive(Serialize)]
pub struct Setting {
    /// The processor's name.
    pub cpu: String,
    /// How many threads it runs at once.
    pub cores: usize,
    /// This package's version.
    pub arcbatt: String,
    /// The compiler's.
    pub rustc: String,
    /// Python's.
    pub python: String,
    /// The packages that tasks and programs come from.
    pub data: String,
    /// Whole passes of CPython.
    pub python_passes: usize,
    /// Whole passes of ours, for each number of threads.
    pub our_passes: usize,
}

/// A number to reach.
#[derive(Serialize)]
pub struct Target {
    /// What is measured.
    pub what: String,
    /// What it should be.
    pub goal: String,
    /// What it is; nothing if it could not be measured.
    pub measured: Option<String>,
    /// Whether it is reached.
    pub met: bool,
}

/// All programs on all samples.
#[derive(Serialize)]
pub struct Whole {
    /// Programs.
    pub programs: usize,
    /// Samples.
    pub samples: usize,
    /// CPython: best pass.
    pub python_seconds: f64,
    /// CPython: samples with the right output.
    pub python_right: u64,
    /// CPython: calls of ops, those that ops make themselves included.
    pub python_calls: u64,
    /// CPython: calls of ops that programs make, directly or through functions.
    pub program_calls: u64,
    /// How many times faster one thread of ours is.
    pub ratio: f64,
    /// How many times faster two threads are than one.
    pub scaling: f64,
    /// Nanoseconds per call of CPython's count.
    pub ns_per_python_call: f64,
    /// Nanoseconds per call that programs make.
    pub ns_per_program_call: f64,
    /// What our process says.
    pub ours: Passes,
    /// Reading the programs.
    pub reading: Reading,
    /// All programs on foreign samples.
    pub merged: Merged,
    /// Largest memory of our process, in MB.
    pub peak_memory_mb: Option<f64>,
    /// `batt run --data embedded` from start to end.
    pub cold_start_ms: Option<f64>,
}

/// Whole passes of ours.
#[derive(Serialize, Deserialize, Default)]
pub struct Passes {
    /// One thread: best pass.
    pub seconds: f64,
    /// Two threads: best pass.
    pub two_threads_seconds: f64,
    /// Samples with the right output.
    pub right: u64,
    /// Calls of ops, directly or through functions.
    pub calls: u64,
    /// Steps that ran.
    pub steps: u64,
    /// Steps that another program had run already.
    pub steps_shared: u64,
    /// Largest memory for the values of one sample, in bytes.
    pub peak_bytes: u64,
    /// By op, the most time first.
    pub by_op: Vec<StepTime>,
}

/// Reading the programs, in our process: median of some times.
#[derive(Serialize, Deserialize, Default)]
pub struct Reading {
    /// From text to one Dag per program.
    pub parse_ms: f64,
    /// From these to one Dag.
    pub merge_ms: f64,
    /// From each program's Dag to a plan.
    pub plan_ms: f64,
    /// Nodes of all programs, each by itself.
    pub nodes: usize,
    /// Nodes after merging.
    pub nodes_merged: usize,
}

/// All programs on a few samples of any tasks, merged and one by one.
#[derive(Serialize, Deserialize)]
pub struct Merged {
    /// Samples.
    pub samples: usize,
    /// Merged: best of some times.
    pub seconds: f64,
    /// Merged: steps that ran.
    pub steps: u64,
    /// Merged: steps that another program had run already.
    pub steps_shared: u64,
    /// One by one: best of some times.
    pub apart_seconds: f64,
    /// One by one: steps that ran.
    pub apart_steps: u64,
}

/// What our process says about all programs merged on every sample.
#[derive(Serialize, Deserialize)]
pub struct BattPass {
    /// By sample: the best of some times.
    pub seconds: Vec<f64>,
    /// Steps that ran in one pass.
    pub steps: u64,
    /// Steps of it that another program had run already.
    pub steps_shared: u64,
    /// Programs that a budget ended, over all samples.
    pub over_budget: u64,
}

/// All programs merged, on samples of any tasks.
#[derive(Serialize)]
pub struct Batt {
    /// Programs.
    pub programs: usize,
    /// Calls in the merged Dag.
    pub calls: usize,
    /// Samples that ours ran on.
    pub all_samples: usize,
    /// Ours: the sample in the middle.
    pub median_ms: f64,
    /// Ours: the slowest sample.
    pub slowest_ms: f64,
    /// Ours: steps that ran, over all samples.
    pub steps: u64,
    /// Ours: steps that another program had run already.
    pub steps_shared: u64,
    /// Ours: programs that a budget ended, over all samples.
    pub over_budget: u64,
    /// Longest time of CPython on one sample.
    pub cap_seconds: f64,
    /// How many times faster ours is, in the middle of `samples`.
    pub ratio: f64,
    /// The samples that both ran on.
    pub samples: Vec<BattSample>,
}

/// All programs merged, on one sample.
#[derive(Serialize)]
pub struct BattSample {
    /// Its task.
    pub task: String,
    /// Rows of its input.
    pub height: usize,
    /// Columns of its input.
    pub width: usize,
    /// CPython, or the longest time it was given.
    pub python_ms: f64,
    /// Whether CPython was ended before it was done.
    pub capped: bool,
    /// Ours.
    pub ours_ms: f64,
}

impl BattSample {
    /// How many times faster ours is; at least that where CPython was ended.
    pub fn ratio(&self) -> f64 {
        self.python_ms / self.ours_ms.max(1e-9)
    }
}

/// One program on all its samples.
#[derive(Serialize)]
pub struct ProgramTime {
    /// Its task.
    pub id: String,
    /// CPython.
    pub python_ms: f64,
    /// Ours.
    pub ours_ms: f64,
}

/// The steps of one op in one pass.
#[derive(Serialize, Deserialize, Clone)]
pub struct StepTime {
    /// Its name.
    pub op: String,
    /// Steps.
    pub steps: u64,
    /// Calls, as a step or inside a mapped function.
    pub calls: u64,
    /// Time in its steps, in microseconds.
    pub us: f64,
}

/// One call on all training inputs.
#[derive(Serialize)]
pub struct KernelTime {
    /// The call.
    pub call: String,
    /// How many inputs it could be made on.
    pub grids: usize,
    /// Mean nanoseconds.
    pub ns: f64,
    /// The number to reach, in microseconds.
    pub goal_us: Option<f64>,
}

/// One op on recorded calls.
#[derive(Serialize)]
pub struct OpTime {
    /// Its name.
    pub op: String,
    /// How often programs call it in one pass.
    pub calls: u64,
    /// How many of these calls were timed.
    pub timed: usize,
    /// Mean of CPython.
    pub python_ns: f64,
    /// Mean of ours.
    pub ours_ns: f64,
    /// The call in the middle of ours.
    pub median_ns: f64,
    /// The slowest call of ours.
    pub slowest_ns: f64,
    /// Calls where the two give different values.
    pub different: usize,
    /// Kept calls that fail or that could not be written down.
    pub left_out: usize,
}

/// Where a small op was called.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum CalledFrom {
    /// As a step of a program.
    Step,
    /// By a mapped function on a packed set.
    Packed,
    /// By a mapped function on a container that is not packed.
    General,
}

/// A small op.
#[derive(Serialize)]
pub struct ScalarTime {
    /// Where it was called.
    pub place: CalledFrom,
    /// What was called.
    pub what: String,
    /// Nanoseconds per call.
    pub ns: f64,
}

/// A device against our CPU engine on two threads.
#[derive(Serialize, Default)]
pub struct Devices {
    /// The device, or why there is none.
    pub name: String,
    /// By program and size of the batch.
    pub rows: Vec<DeviceRow>,
    /// The largest ratio of the device's time to the CPU engine's among grid transforms, largest
    /// batch.
    pub transforms: f64,
    /// The same for component labelling.
    pub labelling: f64,
    /// Share of the merged batt's executed steps that ran on the device, in percent.
    pub coverage: f64,
}

/// One program on one batch.
#[derive(Serialize, Default)]
pub struct DeviceRow {
    /// What ran.
    pub what: String,
    /// Samples of the batch.
    pub samples: usize,
    /// The CPU engine.
    pub cpu_ms: f64,
    /// The device, with packing, transfers and reading back.
    pub device_ms: f64,
    /// The kernel alone.
    pub kernel_ms: f64,
    /// Kernels started.
    pub launches: u64,
    /// Transfers both ways.
    pub transfers: u64,
    /// What they moved.
    pub kilobytes: u64,
    /// Share of executed steps that ran on the device, in percent.
    pub coverage: f64,
}

/// The search loop, the batt file and the store.
#[derive(Serialize)]
pub struct Search {
    /// The search loop.
    pub evolve: Evolve,
    /// All programs written as one batt.
    pub card: CardTime,
    /// The store.
    pub store: StoreTime,
}

/// The search loop on some tasks, on two threads.
#[derive(Serialize)]
pub struct Evolve {
    /// Tasks.
    pub tasks: usize,
    /// Programs that it starts from.
    pub pool: usize,
    /// Candidates per task and generation.
    pub population: u32,
    /// Generations of mutants.
    pub generations: u64,
    /// Time to run the pool on all tasks.
    pub pool_seconds: f64,
    /// Time of the generations, commits included.
    pub seconds: f64,
    /// Candidates in them.
    pub candidates: u64,
    /// Candidates times the samples they were run on.
    pub candidate_samples: u64,
    /// The same per second.
    pub rate: f64,
    /// Per cent of mutants that are well typed.
    pub typed: f64,
    /// Per cent of mutants that run without error.
    pub ok: f64,
    /// Per cent of mutants that change something.
    pub changed: f64,
    /// Per cent of steps whose value was known.
    pub known: f64,
    /// Programs that were kept.
    pub new_programs: u64,
    /// Tasks with a program that solves their demo samples.
    pub solved: usize,
}

/// Programs and differs merged and written.
#[derive(Serialize)]
pub struct CardTime {
    /// Programs.
    pub programs: usize,
    /// Merging and writing, the best of some.
    pub ms: f64,
    /// Steps of the batt.
    pub steps: usize,
    /// Steps that were asked for more than once.
    pub shared: u64,
}

/// The store.
#[derive(Serialize)]
pub struct StoreTime {
    /// Results put into it.
    pub results: u64,
    /// Programs inserted per second.
    pub rate: f64,
    /// Opening it and reading the first task.
    pub open_ms: f64,
}

/// The dashboard.
#[derive(Serialize)]
pub struct Dashboard {
    /// Results in the large store.
    pub results: u64,
    /// The overview of the large store asked for the first time, seen from outside.
    pub overview_ms: f64,
    /// The same once more, median of some.
    pub again_ms: f64,
    /// Memory of the server that then has nothing to do.
    pub idle_mb: Option<f64>,
    /// What a browser loads to show the overview of the searched tasks.
    pub page_kb: f64,
    /// Many requests while a search writes.
    pub load: Load,
    /// What watching costs.
    pub watching: Watching,
}

/// Requests at a steady rate while a search writes to the store.
#[derive(Serialize)]
pub struct Load {
    /// Requests.
    pub requests: usize,
    /// Those that had no good answer.
    pub failed: usize,
    /// How long it took.
    pub seconds: f64,
    /// Requests per second.
    pub per_second: f64,
    /// Time of an answer from when its request was due: half of them took at most so long.
    pub median_ms: f64,
    /// 95 of 100.
    pub p95_ms: f64,
    /// 99 of 100.
    pub p99_ms: f64,
    /// All.
    pub slowest_ms: f64,
    /// Memory of the server afterwards.
    pub memory_mb: Option<f64>,
}

/// A search that is watched now and then.
#[derive(Serialize)]
pub struct Watching {
    /// How often it was watched, and as often not.
    pub pairs: usize,
    /// For how long each time.
    pub seconds: f64,
    /// How much slower it is while it is watched, mean of the pairs.
    pub cost_percent: f64,
    /// The standard error of that.
    pub error_percent: f64,
    /// Share of the machine's processor time that the server took meanwhile.
    pub server_percent: f64,
}
