//! What programs in the words of a language model are worth: read, run on the demo samples of their tasks, and given points.
//!
//! Nothing in a completion can fail the others or the caller: what is no program has a reason and a reward of 0, programs
//! run under the budget of a search, and equal ones share their steps.

use std::sync::atomic::AtomicBool;

use exec::data::{Task, TaskGrid};
use exec::lines::FailedStep;
use exec::run::{Outcome, Rules, Run};
use exec::value::{Value as Made, View};
use gpu::engine::Engine;
use lang::{Dialect, Program};
use serde_json::{Value, json};

use crate::differs::PERFECT;
use crate::evaluate::{Batts, Entry, Meeting, Request, Wanted};
use crate::points::Scorer;
use crate::threads;

/// How completions are judged.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The dialect of all programs; nothing if each shows its own.
    pub dialect: Option<Dialect>,
    /// Which samples count; those without a known output never do.
    pub samples: Wanted,
    /// Whether outputs that are nearly right are worth something.
    pub partial: bool,
    /// Policy and budgets.
    pub rules: Rules,
    /// How many threads.
    pub threads: usize,
}

impl Settings {
    /// Demo samples, partial credit, the budget of a search.
    pub fn new(threads: usize) -> Settings {
        let samples: Wanted = |task, at| at < task.demo.len();
        Settings { dialect: None, samples, partial: true, rules: Rules::default(), threads }
    }
}

/// What a program gave on one sample.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Try {
    /// Its points, 0 to 1000.
    pub points: u32,
    /// Whether the output is exactly right.
    pub right: bool,
    /// What it cost.
    pub cost: u64,
    /// What is wrong, if something is.
    pub wrong: Option<Wrong>,
}

/// How an output is wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Wrong {
    /// There is none: the kind of fault, and where and why the program failed.
    Failed(&'static str, String),
    /// It is no grid.
    NoGrid,
    /// Its height and width, which are not those expected.
    Size((usize, usize), (usize, usize)),
    /// Cells that differ.
    Cells(u32),
}

/// What a completion is worth.
#[derive(Clone, Debug)]
pub struct Judged {
    /// 0 to 1: the mean of its points on all samples, by the highest; 1 only if all are right.
    pub reward: f64,
    /// Its program, or why there is none.
    pub program: Result<Program, String>,
    /// What it gave on the samples that count; nothing without a program.
    pub tries: Vec<Try>,
}

impl Judged {
    /// Samples whose output is exactly right.
    pub fn right(&self) -> usize {
        self.tries.iter().filter(|t| t.right).count()
    }

    /// The first thing that is wrong, in words, if something is.
    pub fn reason(&self) -> Option<String> {
        match &self.program {
            Err(why) => Some(why.clone()),
            Ok(_) => self.tries.iter().find_map(|t| t.wrong.as_ref()).map(Wrong::to_string),
        }
    }

    /// All of it, for machines.
    pub fn json(&self) -> Value {
        let program = self.program.as_ref().ok();
        let lines = program.map(|p| lang::to_lines(&p.name, &p.dag, p.dag.roots()[0], p.params));
        let tried = |t: &Try| {
            json!({ "points": t.points, "right": t.right, "cost": t.cost,
                    "wrong": t.wrong.as_ref().map(Wrong::to_string) })
        };
        json!({
            "reward": self.reward,
            "right": self.right(),
            "samples": self.tries.len(),
            "reason": self.reason(),
            "program": lines,
            "tries": self.tries.iter().map(tried).collect::<Vec<_>>(),
        })
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wrong::Failed(kind, why) if why.is_empty() => write!(f, "failed with {kind}"),
            Wrong::Failed(kind, why) => write!(f, "failed with {kind} in {why}"),
            Wrong::NoGrid => f.write_str("the result is no grid"),
            Wrong::Size((h, w), (height, width)) => {
                write!(f, "the output is {h} x {w}, expected: {height} x {width}")
            }
            Wrong::Cells(1) => f.write_str("1 cell is wrong"),
            Wrong::Cells(n) => write!(f, "{n} cells are wrong"),
        }
    }
}

/// Judges completions, each on its task, in their order. After a stop those that did not run are worth 0.
pub fn judge(
    completions: &[(&str, usize)],
    tasks: &[&Task],
    settings: &Settings,
    stop: &AtomicBool,
) -> Vec<Judged> {
    let read = |_: &mut (), i: usize| {
        let (text, task) = completions[i];
        lang::completion(text, &tasks[task].id, settings.dialect)
    };
    let programs = threads::parallel(settings.threads, completions.len(), || (), read);
    let entries: Vec<Option<Entry<'_>>> =
        programs.iter().map(|program| program.as_ref().ok().map(Entry::from)).collect();
    let mut own = vec![Vec::new(); tasks.len()];
    for ((i, (_, task)), entry) in (0..).zip(completions).zip(&entries) {
        entry.iter().for_each(|_| own[*task].push(i));
    }
    let batts = Batts::for_each(&entries, own.clone());
    let request = Request {
        samples: settings.samples,
        ..Request::new(tasks, settings.rules, settings.threads)
    };
    let see = |meeting: &Meeting<'_>, run: &Run<'_, '_>| tries(meeting, run, &programs);
    let given = batts.run(&request, &mut Engine::cpu(), stop, see);
    let mut tries: Vec<Vec<Try>> = vec![Vec::new(); completions.len()];
    for (rows, own) in given.table.by_task().zip(&own) {
        for (place, &i) in own.iter().enumerate() {
            let all = given.table.of_program(rows, place).filter_map(|row| row.more.clone());
            tries[i as usize].extend(all);
        }
    }
    let judged = programs.into_iter().zip(tries);
    judged
        .map(|(program, tries)| Judged { reward: reward(&tries, settings), program, tries })
        .collect()
}

fn reward(tries: &[Try], settings: &Settings) -> f64 {
    let points = |t: &Try| if t.right || settings.partial { t.points } else { 0 };
    let sum: u32 = tries.iter().map(points).sum();
    f64::from(sum) / f64::from(PERFECT) / tries.len().max(1) as f64
}

/// What the programs of a batt gave on a sample; nothing where the right output is not known.
fn tries(
    meeting: &Meeting<'_>,
    run: &Run<'_, '_>,
    programs: &[Result<Program, String>],
) -> Vec<Option<Try>> {
    let Some(target) = &meeting.sample.output else { return Vec::new() };
    let scorer = Scorer::new(run.cx.lay.dialect, target);
    let batt = meeting.batt;
    let ended = run.outcomes().iter().zip(batt.dag.roots()).zip(&batt.places);
    let tried = |((outcome, &root), &place): ((&Outcome<'_>, _), &u32)| {
        let points = outcome.result.map(|value| scorer.points(value)).unwrap_or_default();
        let wrong = match outcome.result {
            _ if points.right => None,
            Ok(value) => Some(wrong(value, target)),
            Err(fault) => {
                let step = FailedStep::find(&batt.plan, (&batt.dag, root), run, outcome);
                let program = programs[place as usize].as_ref().ok();
                let place = step.zip(program).map(|(step, program)| {
                    let why = if step.why.is_empty() { fault.explain() } else { &step.why };
                    format!("{}: {why}", step.place(program))
                });
                Some(Wrong::Failed(fault.name(), place.unwrap_or_default()))
            }
        };
        Some(Try { points: points.points, right: points.right, cost: outcome.cost, wrong })
    };
    ended.map(tried).collect()
}

fn wrong(value: Made<'_>, target: &TaskGrid) -> Wrong {
    let View::Grid(grid) = value.view() else { return Wrong::NoGrid };
    let (own, expected) = ((grid.height, grid.width), (target.height(), target.width()));
    if own != expected {
        return Wrong::Size(own, expected);
    }
    let differ = grid.cells.iter().zip(target.cells()).filter(|(a, b)| a != b);
    Wrong::Cells(differ.count() as u32)
}

#[cfg(test)]
mod tests {
    use exec::data::sets;

    use super::*;

    const RIGHT: &str = "```python\ndef solve(I):\n    frame = subgrid(ofcolor(I, 5), I)\n    return upscale(trim(frame), colorcount(I, 2))\n```";

    fn judged(texts: &[&str], threads: usize, partial: bool) -> Vec<Judged> {
        let data = sets::embedded().expect("embedded tasks");
        let task = data.get("2099cb8f").expect("a task");
        let completions: Vec<(&str, usize)> = texts.iter().map(|text| (*text, 0)).collect();
        let settings = Settings { partial, ..Settings::new(threads) };
        judge(&completions, &[task], &settings, &AtomicBool::new(false))
    }

    #[test]
    fn right_programs_are_worth_one_and_others_less() {
        let texts =
            [RIGHT, "no idea", "def solve(I):\n    return I", "x = shift(I, I)\nO = paint(I, x)"];
        let given = judged(&texts, 2, true);
        let rewards: Vec<f64> = given.iter().map(|judged| judged.reward).collect();
        assert_eq!((rewards[0], rewards[1], rewards[3]), (1.0, 0.0, 0.0));
        assert!(rewards[2] > 0.0 && rewards[2] < 0.5, "{rewards:?}");
        let reasons: Vec<Option<String>> = given.iter().map(Judged::reason).collect();
        assert_eq!(reasons[0], None);
        assert_eq!(reasons[1].as_deref(), Some("no code in the completion"));
        assert!(reasons[2].as_ref().unwrap().contains("expected: "), "{reasons:?}");
        let failed = "failed with type in line 2, x = shift(…): argument 1 (patch) is a grid, expected: object or indices";
        assert_eq!(reasons[3].as_deref(), Some(failed));
        assert!(judged(&texts, 2, false)[2].reward == 0.0, "no partial credit was asked for");
    }

    #[test]
    fn neither_company_nor_threads_change_a_reward() {
        let texts = [RIGHT, "O = rot90(I)", "O = hmirror(I)", "O = trim(I)", "rubbish", RIGHT];
        let together: Vec<f64> =
            judged(&texts, 2, true).iter().map(|judged| judged.reward).collect();
        for (i, text) in texts.iter().enumerate() {
            assert_eq!(judged(&[text], 1, true)[0].reward, together[i], "{text}");
        }
    }
}
