//! What programs read of samples, as words: the grids, and demo pairs once for all samples of a task.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use exec::arena::Arena;
use exec::batch::{Job, on_threads};
use exec::cx::Cx;
use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, input_value};
use exec::value::Value;
use lang::{Dialect, Input};

use crate::encode::{self, Words};

/// Jobs from which a second thread pays for packing them.
const WORTH_A_THREAD: usize = 2000;

/// What a plan reads besides the input grid.
#[derive(Clone, Copy)]
struct Reads {
    target: bool,
    demo: bool,
}

impl Reads {
    fn of(plan: &Plan) -> Reads {
        Reads { target: plan.reads(Input::C), demo: plan.reads(Input::S) }
    }

    /// Words of the values of I, C and S. Where only I is read it stands alone.
    fn value_words(self) -> usize {
        if self.target || self.demo { 12 } else { 4 }
    }

    fn target<'j>(self, job: &Job<'j>) -> Option<&'j TaskGrid> {
        job.inputs.target.filter(|_| self.target)
    }
}

/// The jobs of a part, in its order.
#[derive(Clone, Copy)]
pub struct Jobs<'b> {
    /// All jobs of the batch.
    pub all: &'b [Job<'b>],
    /// Those of the part.
    pub part: &'b [usize],
}

impl<'b> Jobs<'b> {
    fn get(&self, i: usize) -> &'b Job<'b> {
        &self.all[self.part[i]]
    }
}

/// Where the inputs of all jobs of a part will be, told by their sizes.
pub struct Samples {
    reads: Vec<Reads>,
    /// By job: its plan.
    plans: Vec<u32>,
    /// By job: the first word of its inputs, counted from the first of all; the end of the last.
    firsts: Vec<usize>,
    /// Demo pairs that a job reads.
    demos: HashMap<DemoKey, Words>,
}

/// Tells the demo pairs of one task from those of another: where they are, and how many.
type DemoKey = (usize, usize);

fn demo_key(job: &Job<'_>) -> DemoKey {
    (job.inputs.demo.as_ptr().addr(), job.inputs.demo.len())
}

impl Samples {
    /// Measures inputs. Demo pairs are put into the buffer's head at once.
    pub fn new(
        head: &mut Vec<u32>,
        cx: &Cx<'_>,
        jobs: Jobs<'_>,
        plans: Vec<u32>,
        of: &[&Plan],
    ) -> Samples {
        let reads: Vec<Reads> = of.iter().map(|plan| Reads::of(plan)).collect();
        let mut firsts = Vec::with_capacity(plans.len() + 1);
        let mut demos = HashMap::new();
        let mut next = 0;
        for (i, &plan) in plans.iter().enumerate() {
            let (job, reads) = (jobs.get(i), reads[plan as usize]);
            firsts.push(next);
            next += reads.value_words() + grid_words(job.inputs.input);
            next += reads.target(job).map_or(0, grid_words);
            if reads.demo {
                demos.entry(demo_key(job)).or_insert_with(|| put_demo(head, cx, job.inputs));
            }
        }
        firsts.push(next);
        Samples { reads, plans, firsts, demos }
    }

    /// By job: its plan.
    pub fn plans(&self) -> &[u32] {
        &self.plans
    }

    /// Words of all inputs.
    pub fn words(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0)
    }

    /// Where a job's inputs begin, counted from the first of all.
    pub fn first(&self, job: usize) -> usize {
        self.firsts[job]
    }

    /// Writes all inputs; `base` is the number of the first word in the buffer.
    pub fn fill(&self, jobs: Jobs<'_>, base: usize, words: &mut [u32], threads: usize) {
        let count = self.plans.len();
        let size = count.div_ceil(threads.max(1)).max(WORTH_A_THREAD);
        let (mut rest, mut parts) = (words, Vec::new());
        for first in (0..count).step_by(size) {
            let range = first..(first + size).min(count);
            let (these, others) = rest.split_at_mut(self.firsts[range.end] - self.firsts[first]);
            rest = others;
            parts.push((range, these));
        }
        let (threads, parts) = (parts.len(), Mutex::new(parts));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let work = || {
            while let Some((range, words)) = next() {
                self.fill_range(jobs, base, range, words);
            }
        };
        if threads > 1 {
            on_threads(threads, work);
        } else {
            work();
        }
    }

    fn fill_range(&self, jobs: Jobs<'_>, base: usize, range: Range<usize>, words: &mut [u32]) {
        let mut rest = words;
        for i in range {
            let (block, others) = rest.split_at_mut(self.firsts[i + 1] - self.firsts[i]);
            rest = others;
            let reads = self.reads[self.plans[i] as usize];
            self.put_job(jobs.get(i), reads, base + self.firsts[i], block);
        }
    }

    /// The values of I, C and S, then what they hold.
    fn put_job(&self, job: &Job<'_>, reads: Reads, at: usize, block: &mut [u32]) {
        let (values, cells) = block.split_at_mut(reads.value_words());
        let at = at + values.len();
        let (input, used) = put_task_grid(cells, at, job.inputs.input);
        values[..4].copy_from_slice(&input);
        if values.len() == 4 {
            return;
        }
        let target =
            reads.target(job).map(|grid| put_task_grid(&mut cells[used..], at + used, grid).0);
        let demo = self.demos.get(&demo_key(job)).copied();
        values[4..8].copy_from_slice(&target.unwrap_or_else(unit));
        values[8..].copy_from_slice(&demo.unwrap_or_else(unit));
    }
}

fn unit() -> Words {
    encode::put(&mut Vec::new(), Value::UNIT)
}

/// Words that a grid's cells take. A grid of no rows is `()`.
fn grid_words(grid: &TaskGrid) -> usize {
    if grid.height() == 0 { 0 } else { grid.cells().len().div_ceil(4).max(1) }
}

/// Writes a grid's cells to the first words, whose number in the buffer is `at`; the value, and how
/// many words those are.
fn put_task_grid(words: &mut [u32], at: usize, grid: &TaskGrid) -> (Words, usize) {
    let used = grid_words(grid);
    if used == 0 {
        return (unit(), 0);
    }
    encode::set_bytes(&mut words[..used], grid.cells());
    (encode::grid_value(grid.height(), grid.width(), at), used)
}

fn put_demo(words: &mut Vec<u32>, cx: &Cx<'_>, inputs: Inputs<'_>) -> Words {
    let arena = Arena::new();
    let cx = Cx::new(&arena, if cx.is_batt() { Dialect::Batt } else { Dialect::Arc });
    let value = input_value(&cx, Input::S, inputs);
    // A device never gets jobs whose inputs are beyond the limits.
    encode::put(words, value.unwrap_or(Value::UNIT))
}

/// Whether the values that a job's programs read are within the limits, by a wide margin.
pub fn inputs_fit(job: &Job<'_>) -> bool {
    let fits = |grid: &TaskGrid| grid.height() < 1 << 12 && grid.cells().len() < 1 << 14;
    let Inputs { demo, input, target } = job.inputs;
    let pair_fits = |s: &Sample| fits(&s.input) && s.output.as_ref().is_none_or(fits);
    let demo_fits = || {
        demo.len() < 1 << 8 && demo.iter().all(pair_fits) && {
            let cells = |s: &Sample| {
                s.input.cells().len() + s.output.as_ref().map_or(0, |o| o.cells().len())
            };
            demo.iter().map(cells).sum::<usize>() < 1 << 16
        }
    };
    fits(input) && target.is_none_or(fits) && (!job.plan.reads(Input::S) || demo_fits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(body: &str) -> Plan {
        let text = format!("def differ_test(S, I, C):\n    return {body}\n");
        let parsed = lang::parse(text.as_bytes(), "test", Some(Dialect::Arc));
        Plan::new(&parsed.programs[0].dag)
    }

    /// Grids of many shapes, some of them targets too.
    fn samples(count: usize) -> Vec<Sample> {
        let grid = |i: usize| {
            let (h, w) = (1 + i % 7, 1 + i % 5);
            TaskGrid::new(h as u16, w as u16, (0..h * w).map(|c| (c + i) as i8 % 10).collect())
        };
        let sample = |i| Sample { input: grid(i).unwrap(), output: grid(i + 3) };
        (0..count).map(sample).collect()
    }

    #[test]
    fn any_number_of_threads_writes_the_same() {
        let plans = [plan("hmirror(I)"), plan("combine(I, C)"), plan("first(S)")];
        let (samples, of) = (samples(3 * WORTH_A_THREAD + 1), plans.each_ref());
        let inputs = |i: usize| Inputs {
            demo: &samples[i / 100..i / 100 + 2],
            input: &samples[i].input,
            target: samples[i].output.as_ref(),
        };
        let jobs: Vec<Job<'_>> =
            (0..samples.len()).map(|i| Job { plan: of[i % 3], inputs: inputs(i) }).collect();
        let part: Vec<usize> = (0..jobs.len()).rev().collect();
        let (arena, mut head) = (Arena::new(), vec![0; 40]);
        let (cx, jobs) = (Cx::new(&arena, Dialect::Arc), Jobs { all: &jobs, part: &part });
        let plan_of = part.iter().map(|&i| i as u32 % 3).collect();
        let measured = Samples::new(&mut head, &cx, jobs, plan_of, &of);
        let [one, two, many] = [1, 2, 5].map(|threads| {
            let mut words = vec![u32::MAX; measured.words()];
            measured.fill(jobs, 1000, &mut words, threads);
            words
        });
        assert!(one == two && one == many);
        // These jobs read only I: its value, then its cells.
        let [first, last] = [4, 1].map(|back| measured.first(part.len() - back));
        assert_eq!(one[last..].len(), 5);
        assert_eq!(one[first..][..4], encode::grid_value(4, 4, 1000 + first + 4));
        assert_eq!(one[first + 4].to_le_bytes(), [3, 4, 5, 6]);
    }
}
