//! Every program on every sample of its task, by the engine and by the reference.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use exec::batch::Job;
use exec::data::{Dataset, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Rules, Run};
use exec::value::text;
use gpu::engine::Engine;
use lang::Program;
use serde_json::{Value as Json, json};

use super::python::{Python, Reply};
use super::{Ours, agree, documented, ours_text, theirs_text};
use crate::failure::{Failure, Told};

/// A sample on which engine and reference differ.
pub struct Difference {
    /// The program.
    pub program: String,
    /// The sample, as data files call it.
    pub sample: String,
    /// What the engine gives.
    pub ours: String,
    /// What the reference gives.
    pub theirs: String,
    /// Why it is no defect, if it is none.
    pub reason: Option<&'static str>,
}

/// A program whose outcome in Python hangs on the order of a set.
pub struct SetOrder {
    /// The program.
    pub program: String,
    /// The samples it shows on.
    pub samples: Vec<String>,
    /// The first step that depends on the order.
    pub step: Option<String>,
    /// What that step gives in Python.
    pub plain: String,
    /// What it gives with sets in canonical order.
    pub canonical: String,
}

/// What the comparison of programs found.
#[derive(Default)]
pub struct Compared {
    /// Programs that ran.
    pub programs: usize,
    /// Runs: one program on one sample.
    pub samples: usize,
    /// Runs with equal outcomes.
    pub equal: usize,
    /// Programs without a task in the data, or that were not asked for.
    pub skipped: usize,
    /// Programs that depend on set order.
    pub set_order: Vec<SetOrder>,
    /// Differences that are on purpose.
    pub documented: Vec<Difference>,
    /// Defects.
    pub different: Vec<Difference>,
    /// Execution time of the engine.
    pub our_seconds: f64,
    /// Execution time of the reference.
    pub their_seconds: f64,
}

/// One program on one sample.
struct Case<'d> {
    program: &'d Program,
    task: &'d Task,
    sample: usize,
    input: &'d TaskGrid,
}

impl<'d> Case<'d> {
    fn job<'p>(&self, plan: &'p Plan) -> Job<'p>
    where
        'd: 'p,
    {
        let inputs = Inputs { demo: &self.task.demo, input: self.input, target: None };
        Job { plan, inputs }
    }

    fn request(&self, canonical: bool) -> Json {
        let rows: Vec<&[i8]> = self.input.rows().collect();
        json!({ "program": self.program.name, "input": rows, "canonical": canonical })
    }

    fn difference(&self, ours: &Ours, theirs: &Reply) -> Difference {
        Difference {
            program: self.program.name.clone(),
            sample: self.task.sample_name(self.sample).to_string(),
            ours: ours_text(ours),
            theirs: theirs_text(theirs),
            reason: documented(ours, theirs),
        }
    }
}

/// Compares the programs that have a task in the data and are wanted.
pub fn compare(
    programs: &[Program],
    data: &Dataset,
    wanted: Option<&BTreeSet<String>>,
    python: &mut Python,
    (engine, budget): (&mut Engine, Budget),
) -> Result<Compared, Failure> {
    let is_wanted = |p: &&Program| wanted.is_none_or(|w| w.contains(&p.id)) && !p.kind.reads_c();
    let chosen: Vec<(&Program, &Task)> =
        programs.iter().filter(is_wanted).filter_map(|p| Some((p, data.get(&p.id)?))).collect();
    let cases: Vec<Case<'_>> = chosen.iter().flat_map(|&(p, task)| cases_of(p, task)).collect();
    let mut compared = Compared {
        programs: chosen.len(),
        samples: cases.len(),
        skipped: programs.len() - chosen.len(),
        ..Compared::default()
    };
    let (ours, seconds) = run_ours(&chosen, &cases, engine, budget);
    let before = python.seconds;
    let theirs = python.compute(cases.iter().map(|case| case.request(false)).collect())?;
    (compared.our_seconds, compared.their_seconds) = (seconds, python.seconds - before);
    let all = cases.iter().zip(&ours).zip(&theirs);
    let (equal, differing): (Vec<_>, Vec<_>) = all.partition(|((_, o), t)| agree(o, t));
    compared.equal = equal.len();
    compared.classify(differing.into_iter().map(|((c, o), t)| (c, o, t)).collect(), python)?;
    Ok(compared)
}

fn cases_of<'d>(program: &'d Program, task: &'d Task) -> impl Iterator<Item = Case<'d>> {
    let case = move |(sample, pair): (usize, &'d exec::data::Sample)| Case {
        program,
        task,
        sample,
        input: &pair.input,
    };
    task.samples().enumerate().map(case)
}

/// One thread: the time is set against Python's.
fn run_ours(
    chosen: &[(&Program, &Task)],
    cases: &[Case<'_>],
    engine: &mut Engine,
    budget: Budget,
) -> (Vec<Ours>, f64) {
    let plans: Vec<(Plan, usize)> =
        chosen.iter().map(|(p, task)| (Plan::new(&p.dag), task.samples().count())).collect();
    let plan_of_case = plans.iter().flat_map(|(plan, n)| std::iter::repeat_n(plan, *n));
    let jobs: Vec<Job<'_>> = plan_of_case.zip(cases).map(|(plan, case)| case.job(plan)).collect();
    let stop = AtomicBool::new(false);
    let batch =
        engine.run_jobs(&jobs, Rules { budget, ..Rules::NAMED }, 1, &stop, |_, run| outcome(run));
    (batch.results.into_iter().flatten().collect(), batch.seconds)
}

fn outcome(run: &Run<'_, '_>) -> Ours {
    let value = run.outcomes()[0].result?;
    let mut out = String::new();
    text::json(run.cx.lay, value, &mut out);
    Ok(serde_json::from_str(&out).expect("values are written as JSON"))
}

type Differing<'c> = (&'c Case<'c>, &'c Ours, &'c Reply);

impl Compared {
    /// Runs the reference again, with sets in canonical order, where it differed.
    fn classify(&mut self, differing: Vec<Differing<'_>>, python: &mut Python) -> Told {
        let requests = differing.iter().map(|(case, ..)| case.request(true)).collect();
        let again = python.compute(requests)?;
        let mut by_program: BTreeMap<&str, Vec<&Case<'_>>> = BTreeMap::new();
        for ((case, ours, theirs), canonical) in differing.iter().zip(&again) {
            if agree(ours, canonical) {
                by_program.entry(&case.program.name).or_default().push(case);
                continue;
            }
            let difference = case.difference(ours, theirs);
            match difference.reason {
                Some(_) => self.documented.push(difference),
                None => self.different.push(difference),
            }
        }
        let requests = by_program.values().map(|cases| why(cases[0])).collect();
        let reasons = python.ask(requests)?;
        self.set_order = by_program.values().zip(&reasons).map(|(c, r)| set_order(c, r)).collect();
        Ok(())
    }
}

fn why(case: &Case<'_>) -> Json {
    json!({ "why": case.program.name, "input": case.input.rows().collect::<Vec<_>>() })
}

fn set_order(cases: &[&Case<'_>], reason: &Json) -> SetOrder {
    let word = |key: &str| reason[key].as_str().map(crate::output::printable);
    SetOrder {
        program: cases[0].program.name.clone(),
        samples: cases.iter().map(|c| c.task.sample_name(c.sample).to_string()).collect(),
        step: word("step"),
        plain: word("plain").unwrap_or_default(),
        canonical: word("canonical").unwrap_or_default(),
    }
}
