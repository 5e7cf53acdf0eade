//! Batts to compare: embedded programs, and subsets of the public reference programs.

use std::sync::atomic::AtomicBool;

use exec::batch::{Job, run_jobs};
use exec::data::{Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run};
use exec::value::fingerprint::fingerprint;
use gpu::calls::Reason;
use gpu::team::{Team, TeamStats};
use judge::{Random, material};
use lang::{Dag, Dialect, Program};

use super::needs;

/// Programs and the samples they run on.
pub struct Batt {
    dialect: Dialect,
    dags: Vec<Dag>,
    /// By program.
    pub names: Vec<String>,
    /// Samples, each with the demos of its task.
    pub samples: Vec<(Vec<Sample>, Sample)>,
}

impl Batt {
    /// Programs on samples.
    pub fn new(
        dialect: Dialect,
        programs: &[Program],
        samples: Vec<(Vec<Sample>, Sample)>,
    ) -> Batt {
        let dags = programs.iter().map(|p| p.dag.clone()).collect();
        let names = programs.iter().map(|p| p.name.clone()).collect();
        Batt { dialect, dags, names, samples }
    }

    /// All programs merged.
    pub fn plan(&self) -> Plan {
        let mut dag = Dag::new(self.dialect);
        self.dags.iter().for_each(|d| {
            dag.merge(d);
        });
        Plan::new(&dag)
    }

    /// The plan on every sample.
    pub fn jobs<'a>(&'a self, plan: &'a Plan) -> Vec<Job<'a>> {
        let inputs = |(demo, sample): &'a (Vec<Sample>, Sample)| Inputs {
            demo,
            input: &sample.input,
            target: sample.output.as_ref(),
        };
        self.samples.iter().map(|s| Job { plan, inputs: inputs(s) }).collect()
    }
}

fn samples_of(tasks: &[Task], every: usize) -> Vec<(Vec<Sample>, Sample)> {
    let of = |task: &Task| -> Vec<_> {
        task.samples().map(|s| (task.demo.clone(), s.clone())).collect()
    };
    tasks.iter().flat_map(of).step_by(every).collect()
}

/// Our own programs on our own tasks, both dialects.
pub fn embedded() -> Vec<Batt> {
    let batt =
        |dialect| Batt::new(dialect, material::programs(dialect), samples_of(material::tasks(), 1));
    Dialect::ALL.map(batt).into()
}

/// The public reference programs on every n-th sample of ARC-AGI-1 training, if fetched.
pub fn reference(every: usize) -> Option<Batt> {
    let (programs, data) = needs::reference()?;
    Some(Batt::new(Dialect::Arc, &programs, samples_of(&data.tasks, every)))
}

/// Some programs on some samples, chosen by a seed.
pub fn subset(batt: &Batt, seed: u64, programs: usize, samples: usize) -> Batt {
    let mut random = Random::new(seed);
    let chosen: Vec<usize> = (0..programs).map(|_| random.below(batt.dags.len())).collect();
    Batt {
        dialect: batt.dialect,
        dags: chosen.iter().map(|&i| batt.dags[i].clone()).collect(),
        names: chosen.iter().map(|&i| batt.names[i].clone()).collect(),
        samples: (0..samples)
            .map(|_| batt.samples[random.below(batt.samples.len())].clone())
            .collect(),
    }
}

/// Every step of every program as a program of its own, so that all values are seen.
pub fn steps_as_programs(batt: &Batt) -> Batt {
    let (mut dags, mut names) = (Vec::new(), Vec::new());
    for (dag, name) in batt.dags.iter().zip(&batt.names) {
        for id in dag.ids().filter(|&id| !dag.operands(id).is_empty()) {
            dags.push(dag.extract(id));
            names.push(format!("{name} step {}", id.index()));
        }
    }
    Batt { dialect: batt.dialect, dags, names, samples: batt.samples.clone() }
}

/// What a run gave, as numbers that compare: value or fault, where it failed, cost.
pub fn numbers(run: &Run<'_, '_>) -> Vec<(u128, Option<usize>, u64)> {
    let number = |o: &exec::run::Outcome<'_>| {
        let result = match o.result {
            Ok(value) => fingerprint(value),
            Err(fault) => fault as u128,
        };
        (result, o.failed_at.map(|slot| slot.index()), o.cost)
    };
    run.outcomes().iter().map(number).collect()
}

/// Runs a batt on devices and on the CPU and compares all outcomes; what the team did.
pub fn compare(team: &mut Team, batt: &Batt, plan: &Plan, rules: Rules) -> TeamStats {
    let jobs = batt.jobs(plan);
    let stop = AtomicBool::new(false);
    let seen = |_, run: &Run<'_, '_>| (numbers(run), run.logged().to_vec());
    let wanted = run_jobs(&jobs, rules, 2, &stop, seen);
    let got = team.run_jobs(&jobs, rules, 2, &stop, seen);
    for (i, (wanted, got)) in wanted.results.iter().zip(&got.results).enumerate() {
        let ((wanted, log), (got, got_log)) = (wanted.as_ref().unwrap(), got.as_ref().unwrap());
        assert_eq!(log, got_log, "sample {i}: log");
        for (p, (wanted, got)) in wanted.iter().zip(got).enumerate() {
            assert_eq!(wanted, got, "sample {i}, program {p}: {}", batt.names[p]);
        }
    }
    team.stats()
}

/// Three tuples of 100,000 numbers: more than the 4 MB of a group hold. What needs no input would be computed beforehand.
const TOO_LARGE: &str = "def solve_large(I):
    x1 = height(I)
    x2 = decrement(x1)
    x3 = subtract(x1, x2)
    x4 = interval(0, 100000, x3)
    x5 = interval(x3, 100000, x3)
    x6 = interval(2, 100000, x3)
    x7 = first(x4)
    x8 = first(x5)
    x9 = first(x6)
    x10 = add(x7, x8)
    x11 = add(x10, x9)
    return canvas(x11, TWO_BY_TWO)
";

/// An item that outgrows its group's memory: the CPU gives its result, and it is counted.
pub fn too_large(team: &mut Team) {
    let programs = lang::parse(TOO_LARGE.as_bytes(), "large", Some(Dialect::Arc)).programs;
    let few = subset(&embedded()[0], 3, 1, 2);
    let batt = Batt::new(Dialect::Arc, &programs, few.samples);
    let stats = compare(team, &batt, &batt.plan(), Rules::NAMED);
    assert!(stats.fallbacks.contains_key(Reason::Memory.name()), "{stats:?}");
    assert!(stats.returned > 0 && stats.errors.is_empty(), "{stats:?}");
}
