//! Whole batts on a device and on the CPU: every outcome of every program on every sample.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use exec::batch::{Job, run_jobs};
use exec::data::{Dataset, Sample, SampleName, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Outcome, Policy, Rules, Run};
use exec::value::fingerprint::fingerprint;
use gpu::device::Device;
use gpu::team::{Options, Team, TeamStats};
use lang::{Dag, Dialect, Program};
use serde_json::{Value, json};

use super::findings::Tally;
use crate::failure::Failure;
use crate::sources;

/// The policies under which batts are compared.
pub const POLICIES: [(&str, Policy); 3] =
    [("strict", Policy::Strict), ("safe", Policy::Safe), ("pile", Policy::PILE)];

/// The block sizes under which small batts are compared; nothing is the device's usual one.
pub const BLOCKS: [Option<usize>; 4] = [None, Some(1), Some(32), Some(256)];

/// The reference programs run on every so many-th sample.
const EVERY: usize = 16;

/// Programs merged, and the samples they run on.
pub struct Batt {
    /// What it is called in reports.
    pub name: String,
    names: Vec<String>,
    plan: Plan,
    samples: Vec<(usize, SampleName, Sample)>,
    tasks: Vec<String>,
    demos: Vec<Vec<Sample>>,
}

/// What a program gave, in numbers that compare: value or fault, where it failed, cost.
type Number = (u128, Option<usize>, u64);

/// A comparison of a batt.
pub struct Compared {
    /// What was equal and what was not, by program and sample.
    pub tally: Tally,
    /// What the device did.
    pub stats: TeamStats,
    seconds: (f64, f64),
}

impl Batt {
    fn new(
        name: String,
        programs: &[Program],
        dialect: Dialect,
        tasks: &[Task],
        every: usize,
    ) -> Batt {
        let mut dag = Dag::new(dialect);
        programs.iter().for_each(|p| drop(dag.merge(&p.dag)));
        let of_task = |(t, task): (usize, &Task)| -> Vec<(usize, SampleName, Sample)> {
            let samples = task.samples().enumerate();
            samples.map(|(i, sample)| (t, task.sample_name(i), sample.clone())).collect()
        };
        Batt {
            name,
            names: programs.iter().map(|p| p.name.clone()).collect(),
            plan: Plan::new(&dag),
            samples: tasks.iter().enumerate().flat_map(of_task).step_by(every).collect(),
            tasks: tasks.iter().map(|task| task.id.clone()).collect(),
            demos: tasks.iter().map(|task| task.demo.clone()).collect(),
        }
    }

    /// Programs.
    pub fn programs(&self) -> usize {
        self.names.len()
    }

    /// Samples.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    fn jobs(&self) -> Vec<Job<'_>> {
        self.samples
            .iter()
            .map(|(task, _, sample)| Job {
                plan: &self.plan,
                inputs: Inputs {
                    demo: &self.demos[*task],
                    input: &sample.input,
                    target: sample.output.as_ref(),
                },
            })
            .collect()
    }
}

/// The embedded programs of each dialect.
pub fn embedded() -> Result<Vec<Batt>, Failure> {
    let data = sources::embedded()?;
    let batt = |(dialect, source): (Dialect, sources::Source)| {
        let programs = lang::parse(&source.bytes, &source.name, Some(dialect)).programs;
        Batt::new(format!("embedded {dialect}"), &programs, dialect, &data.tasks, 1)
    };
    Ok(Dialect::ALL.into_iter().zip(sources::embedded_programs()).map(batt).collect())
}

/// The reference programs on some of their samples, if they were fetched.
pub fn reference() -> Option<Batt> {
    let source = sources::rearc_programs()?;
    let data: Dataset = sources::resolve_data(Some(sources::SETS[0].name)).ok()?;
    let programs = lang::parse(&source.bytes, &source.name, Some(Dialect::Arc)).programs;
    Some(Batt::new("reference".into(), &programs, Dialect::Arc, &data.tasks, EVERY))
}

fn numbers(run: &Run<'_, '_>) -> Vec<Number> {
    let number = |o: &Outcome<'_>| {
        let result = o.result.map_or_else(|fault| fault as u128, fingerprint);
        (result, o.failed_at.map(|slot| slot.index()), o.cost)
    };
    run.outcomes().iter().map(number).collect()
}

/// What the CPU engine gives for a batt, by sample and program, and the seconds it takes.
pub fn on_cpu(batt: &Batt, policy: Policy, threads: usize) -> (Vec<Vec<Number>>, f64) {
    let rules = Rules { policy, ..Rules::default() };
    let stop = AtomicBool::new(false);
    let batch = run_jobs(&batt.jobs(), rules, threads, &stop, |_, run| numbers(run));
    (batch.results.into_iter().map(Option::unwrap_or_default).collect(), batch.seconds)
}

/// Runs a batt on a device and compares it with what the CPU engine gave.
pub fn compare(
    batt: &Batt,
    policy: Policy,
    options: Options,
    threads: usize,
    wanted: &(Vec<Vec<Number>>, f64),
    device: Box<dyn Device + Send>,
) -> (Option<Box<dyn Device + Send>>, Compared) {
    let rules = Rules { policy, ..Rules::default() };
    let mut team = Team::new(vec![device], options);
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    let got = team.run_jobs(&batt.jobs(), rules, threads, &stop, |_, run| numbers(run));
    let seconds = (started.elapsed().as_secs_f64(), wanted.1);
    let mut tally = Tally::default();
    for (i, ((task, sample, _), wanted)) in batt.samples.iter().zip(&wanted.0).enumerate() {
        let got = got.results.get(i).and_then(Option::as_deref).unwrap_or_default();
        for (program, wanted) in wanted.iter().enumerate() {
            match got.get(program) == Some(wanted) {
                true => tally.equal += 1,
                false => {
                    let (name, task) = (&batt.names[program], &batt.tasks[*task]);
                    tally.differs(format!("{name} on {task}, {sample}"));
                }
            }
        }
    }
    let stats = team.stats();
    tally.handed_back = stats.fallbacks.clone();
    (team.into_devices().pop(), Compared { tally, stats, seconds })
}

impl Compared {
    /// Time of the device and of the CPU, in words.
    pub fn words(&self) -> String {
        let (device, cpu) = self.seconds;
        format!(
            "{:.1} % of the steps on the device; {:.1} ms there, {:.1} ms on the CPU",
            self.stats.coverage(),
            1e3 * device,
            1e3 * cpu,
        )
    }

    /// The comparison for machines.
    pub fn json(&self) -> Value {
        let mut value = self.tally.json();
        value["gpu_ops"] = json!(self.stats.gpu_ops);
        value["cpu_ops"] = json!(self.stats.cpu_ops);
        value["coverage"] = json!(self.stats.coverage());
        value["device_seconds"] = json!(self.seconds.0);
        value["cpu_seconds"] = json!(self.seconds.1);
        value["errors"] = json!(self.stats.errors);
        value
    }
}
