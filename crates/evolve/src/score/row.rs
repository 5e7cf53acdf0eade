//! What one program gave on all samples of one task.

use exec::value::Fault;

use super::look::Demo;
use crate::evaluate;
use crate::standing::{Shot, Standing};

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
    /// By differ, in the order of [`super::Pool::differ_names`]: its score on the result minus its score on
    /// the input, summed over the demo samples.
    pub improvements: Vec<i32>,
    /// Differs that failed on its results, over all demo samples.
    pub failed_differs: u32,
}

impl Row {
    /// Adds up what a program gave. There are so many differs, and those of files that know the program's dialect
    /// begin at `others_at`.
    pub(super) fn new<'t>(
        program: usize,
        seen: impl Iterator<Item = evaluate::Row<'t, Option<Demo>>>,
        differs: usize,
        others_at: usize,
    ) -> Row {
        let mut row = Row {
            program,
            standing: Standing::of_demo(&[]),
            points: Vec::new(),
            faults: [0; 6],
            test_faults: [0; 6],
            improvements: vec![0; differs],
            failed_differs: 0,
        };
        let (mut shots, mut test_right, mut test_count) = (Vec::new(), 0, 0);
        for seen in seen {
            let Some(demo) = seen.more else {
                test_right += u32::from(seen.right == Some(true));
                test_count += 1;
                count(&mut row.test_faults, seen.fault());
                continue;
            };
            row.add(demo, others_at);
            let (points, right) = (demo.points.points, demo.points.right);
            shots.push(Shot { points, right, cost: seen.cost, print: demo.print, changed: false });
        }
        row.standing = Standing { test_right, test_count, ..Standing::of_demo(&shots) };
        row.points = shots.iter().map(|shot| shot.points).collect();
        row
    }

    fn add(&mut self, demo: &Demo, others_at: usize) {
        self.failed_differs += demo.points.failed_differs;
        count(&mut self.faults, demo.print.err());
        self.improvements.iter_mut().zip(demo.builtin).for_each(|(sum, gain)| *sum += gain);
        for (sum, gain) in self.improvements[others_at..].iter_mut().zip(&demo.others) {
            *sum += gain.unwrap_or(0);
            self.failed_differs += (gain.is_none() && demo.print.is_ok()) as u32;
        }
    }
}

fn count(faults: &mut [u32; 6], fault: Option<Fault>) {
    if let Some(fault) = fault {
        faults[fault as usize] += 1;
    }
}
