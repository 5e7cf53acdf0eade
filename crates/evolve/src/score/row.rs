//! What one program gave on all samples of one task.

use exec::data::Task;
use exec::value::Fault;
use lang::Hash128;

use super::Pool;
use super::job::{DemoShot, Kind, Shots, TestShot, Work};
use crate::differs::BUILTIN;
use crate::outputs::{self, Print};
use crate::store::record::{Hash128Text, Standing};

/// All programs on one task.
#[derive(Debug)]
pub struct TaskScore {
    /// The task.
    pub task: String,
    /// One row per program, best first.
    pub rows: Vec<Row>,
}

impl TaskScore {
    /// Whether some program solves the demo samples.
    pub fn is_solved(&self) -> bool {
        self.rows.iter().any(|row| row.standing.solved)
    }
}

/// One program on one task.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place among the pool's entries.
    pub program: usize,
    /// Its results, demo and test apart.
    pub standing: Standing,
    /// Points by demo sample.
    pub points: Vec<u32>,
    /// Demo samples that it failed on, by kind of failure in the order of [`Fault::ALL`].
    pub faults: [u32; Fault::ALL.len()],
    /// The same for test samples.
    pub test_faults: [u32; Fault::ALL.len()],
    /// By differ, in the order of [`Pool::differ_names`]: its score on the result minus its score on
    /// the input, summed over the demo samples.
    pub improvements: Vec<i32>,
    /// Differs that failed on its results, over all demo samples.
    pub failed_differs: u32,
}

impl Row {
    fn new(program: usize, differs: usize) -> Row {
        Row {
            program,
            standing: super::alone::unscored(),
            points: Vec::new(),
            faults: [0; 6],
            test_faults: [0; 6],
            improvements: vec![0; differs],
            failed_differs: 0,
        }
    }

    /// Whether every demo output is right.
    pub fn is_all_right(&self) -> bool {
        self.standing.demo_right == self.standing.demo_count
    }

    /// `others_at` is where the differs of files of the program's dialect begin.
    fn add_demo(&mut self, shot: &DemoShot, others_at: usize) {
        let points = shot.points;
        self.standing.demo_score += points.points;
        self.standing.demo_right += points.right as u32;
        self.standing.demo_count += 1;
        self.standing.cost += shot.cost;
        self.points.push(points.points);
        self.failed_differs += points.failed_differs;
        count(&mut self.faults, shot.print.err());
        self.improvements.iter_mut().zip(shot.builtin).for_each(|(sum, gain)| *sum += gain);
        for (sum, gain) in self.improvements[others_at..].iter_mut().zip(&shot.others) {
            *sum += gain.unwrap_or(0);
            self.failed_differs += (gain.is_none() && shot.print.is_ok()) as u32;
        }
    }

    fn add_test(&mut self, shot: &TestShot) {
        self.standing.test_right += shot.right as u32;
        self.standing.test_count += 1;
        count(&mut self.test_faults, shot.fault);
    }
}

fn count(faults: &mut [u32; 6], fault: Option<Fault>) {
    if let Some(fault) = fault {
        faults[fault as usize] += 1;
    }
}

/// Sums up what the batts gave on the samples of a task.
pub fn rows(pool: &Pool, task: &Task, parts: Vec<(Option<Shots>, &Work<'_>)>) -> Vec<Row> {
    let differs = pool.differ_names().count();
    let mut rows: Vec<Row> = (0..pool.entries.len()).map(|p| Row::new(p, differs)).collect();
    let mut prints: Vec<Vec<Print>> = vec![Vec::with_capacity(task.demo.len()); rows.len()];
    for (shots, work) in parts {
        let others_at = others_at(pool, work);
        let entries = work.batch.entries.iter();
        match shots.map(|shots| shots.kind) {
            Some(Kind::Demo(shots)) => entries.zip(shots).for_each(|(&entry, shot)| {
                rows[entry].add_demo(&shot, others_at);
                prints[entry].push(shot.print);
            }),
            Some(Kind::Test(shots)) => {
                entries.zip(shots).for_each(|(&entry, shot)| rows[entry].add_test(&shot));
            }
            None => {}
        }
    }
    for (row, prints) in rows.iter_mut().zip(prints) {
        row.standing.outputs = outputs_of(prints);
    }
    rows
}

fn outputs_of(prints: Vec<Print>) -> Hash128Text {
    let hash: Hash128 = outputs::combine(prints);
    Hash128Text(hash)
}

/// Where the differs of files of a batt's dialect begin among all differs.
fn others_at(pool: &Pool, work: &Work<'_>) -> usize {
    match work.batch.plan.dialect {
        lang::Dialect::Arc => BUILTIN,
        lang::Dialect::Batt => BUILTIN + pool.differs.len() - work.batch.judge.len(),
    }
}
