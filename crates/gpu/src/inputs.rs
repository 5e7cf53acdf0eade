//! What programs read of samples, as words: the grids, and demo pairs once for all samples of a task.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

use exec::arena::Arena;
use exec::batch::Job;
use exec::cx::Cx;
use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, input_value};
use exec::value::Value;
use lang::{Dialect, Input};

use crate::encode::{self, Words};
use crate::resident::Block;
use crate::team::locked;

/// Jobs from which a second thread pays for packing them.
const WORTH_A_THREAD: usize = 2000;

/// Pieces of a part that a thread packs: one that is held up leaves some to others.
const PIECES: usize = 4;

/// What a plan reads besides the input grid.
#[derive(Clone, Copy)]
pub struct Reads {
    target: bool,
    demo: bool,
}

impl Reads {
    /// What any program of a plan reads.
    pub fn of(plan: &Plan) -> Reads {
        Reads { target: plan.reads(Input::C), demo: plan.reads(Input::S) }
    }

    /// Words of the values of I, C and S. Where only I is read it stands alone.
    fn value_words(self) -> usize {
        if self.target || self.demo { 12 } else { 4 }
    }

    fn target<'j>(self, job: &Job<'j>) -> Option<&'j TaskGrid> {
        job.inputs.target.filter(|_| self.target)
    }

    /// Words of the values that a job's programs read, and of the grids in them.
    #[inline]
    pub fn words(self, job: &Job<'_>) -> u32 {
        let target = self.target(job).map_or(0, grid_words);
        (self.value_words() + grid_words(job.inputs.input) + target).next_multiple_of(4) as u32
    }

    /// Whether these values are within the limits, by a wide margin.
    #[inline]
    pub fn fit(self, job: &Job<'_>) -> bool {
        let Inputs { demo, input, target } = job.inputs;
        grid_fits(input) && target.is_none_or(grid_fits) && (!self.demo || demo_fits(demo))
    }
}

fn grid_fits(grid: &TaskGrid) -> bool {
    grid.height() < 1 << 12 && grid.cells().len() < 1 << 14
}

fn demo_fits(demo: &[Sample]) -> bool {
    let pair_fits = |s: &Sample| grid_fits(&s.input) && s.output.as_ref().is_none_or(grid_fits);
    let cells =
        |s: &Sample| s.input.cells().len() + s.output.as_ref().map_or(0, |o| o.cells().len());
    demo.len() < 1 << 8
        && demo.iter().all(pair_fits)
        && demo.iter().map(cells).sum::<usize>() < 1 << 16
}

/// A job that goes to a device.
#[derive(Clone, Copy, Debug)]
pub struct PartJob {
    /// Its number in the batch.
    pub job: u32,
    /// Words of its inputs: see [`Reads::words`].
    pub words: u32,
}

/// The jobs of a part, in its order.
#[derive(Clone, Copy)]
pub struct Jobs<'b> {
    /// All jobs of the batch.
    pub all: &'b [Job<'b>],
    /// Those of the part.
    pub part: &'b [PartJob],
}

impl<'b> Jobs<'b> {
    pub(crate) fn get(&self, i: usize) -> &'b Job<'b> {
        &self.all[self.part[i].job as usize]
    }
}

/// Where the inputs of all jobs of a part will be, told by their sizes.
pub struct Samples {
    reads: Vec<Reads>,
    /// By job.
    places: Vec<JobPlace>,
    /// By plan: how many jobs it has.
    counts: Vec<u32>,
    /// Words of all inputs.
    words: usize,
    /// Demo pairs that jobs read: the block that has them, and the value.
    demos: HashMap<DemoKey, (usize, Words)>,
}

/// Where a job stands in its part.
#[derive(Clone, Copy, Debug)]
pub struct JobPlace {
    /// Its plan.
    pub plan: u32,
    /// How many jobs of that plan stand before it.
    pub rank: u32,
    /// The first word of its inputs, counted from the first of all.
    pub first: usize,
}

/// Tells the demo pairs of one task from those of another: where they are, and how many.
pub(crate) type DemoKey = (usize, usize);

pub(crate) fn demo_key(job: &Job<'_>) -> DemoKey {
    (job.inputs.demo.as_ptr().addr(), job.inputs.demo.len())
}

impl Samples {
    /// Measures inputs. Demo pairs become blocks of their own.
    pub fn new(
        blocks: &mut Vec<Block>,
        cx: &Cx<'_>,
        jobs: Jobs<'_>,
        plan_of: &[u32],
        of: &[&Plan],
    ) -> Samples {
        let reads: Vec<Reads> = of.iter().map(|plan| Reads::of(plan)).collect();
        let mut places = Vec::with_capacity(plan_of.len());
        let (mut counts, mut demos, mut words) = (vec![0; of.len()], HashMap::new(), 0);
        for (i, (&plan, entry)) in plan_of.iter().zip(jobs.part).enumerate() {
            let count = &mut counts[plan as usize];
            places.push(JobPlace { plan, rank: *count, first: words });
            *count += 1;
            words += entry.words as usize;
            if reads[plan as usize].demo {
                let job = jobs.get(i);
                demos.entry(demo_key(job)).or_insert_with(|| put_demo(blocks, cx, job.inputs));
            }
        }
        Samples { reads, places, counts, words, demos }
    }

    /// Tells where the blocks are.
    pub fn settle(&mut self, at: &[usize]) {
        self.demos.values_mut().for_each(|(block, demo)| *demo = encode::moved(*demo, at[*block]));
    }

    /// By job: where it stands.
    pub fn places(&self) -> &[JobPlace] {
        &self.places
    }

    /// By plan: how many jobs it has.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Words of all inputs.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Where the inputs of a job begin; where all end, for the one after the last.
    fn first(&self, i: usize) -> usize {
        self.places.get(i).map_or(self.words, |place| place.first)
    }

    /// Writes all inputs; `base` is the number of the first word in the buffer. Something else is
    /// done beside that.
    pub fn fill(
        &self,
        jobs: Jobs<'_>,
        base: usize,
        words: &mut [u32],
        threads: usize,
        beside: impl FnOnce() + Send,
    ) {
        let count = self.places.len();
        let size = count.div_ceil(PIECES * threads.max(1)).max(WORTH_A_THREAD);
        let (mut rest, mut pieces) = (words, Vec::new());
        for first in (0..count).step_by(size) {
            let range = first..(first + size).min(count);
            let (these, others) = rest.split_at_mut(self.first(range.end) - self.first(first));
            rest = others;
            pieces.push((range, these));
        }
        let threads = threads.min(pieces.len());
        let (pieces, beside) = (Mutex::new(pieces), Mutex::new(Some(beside)));
        let next = || locked(&pieces).pop();
        let work = || {
            let beside = locked(&beside).take();
            beside.into_iter().for_each(|beside| beside());
            while let Some((range, words)) = next() {
                self.fill_range(jobs, base, range, words);
            }
        };
        std::thread::scope(|scope| {
            // Where the system gives no more threads, this one does it all.
            for _ in 1..threads {
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn fill_range(&self, jobs: Jobs<'_>, base: usize, range: Range<usize>, words: &mut [u32]) {
        let mut rest = words;
        for i in range {
            let JobPlace { plan, first, .. } = self.places[i];
            let (block, others) = rest.split_at_mut(self.first(i + 1) - first);
            rest = others;
            self.put_job(jobs.get(i), self.reads[plan as usize], base + first, block);
        }
    }

    /// The values of I, C and S, then what they hold.
    fn put_job(&self, job: &Job<'_>, reads: Reads, at: usize, block: &mut [u32]) {
        let (values, cells) = block.split_at_mut(reads.value_words());
        let at = at + values.len();
        let (input, others) = values.split_at_mut(4);
        let used = put_task_grid(input, cells, at, job.inputs.input);
        if others.is_empty() {
            return;
        }
        let (target, demo) = others.split_at_mut(4);
        match reads.target(job) {
            Some(grid) => drop(put_task_grid(target, &mut cells[used..], at + used, grid)),
            None => target.copy_from_slice(&unit()),
        }
        let known = self.demos.get(&demo_key(job)).map(|(_, demo)| *demo);
        demo.copy_from_slice(&known.unwrap_or_else(unit));
    }
}

fn unit() -> Words {
    encode::put(&mut Vec::new(), Value::UNIT)
}

/// Words that a grid's cells take. A grid of no rows is `()`.
fn grid_words(grid: &TaskGrid) -> usize {
    if grid.height() == 0 { 0 } else { grid.cells().len().div_ceil(4).max(1) }
}

/// Writes a grid's value, and its cells to the first words, whose number in the buffer is `at`; how
/// many words those are.
fn put_task_grid(value: &mut [u32], words: &mut [u32], at: usize, grid: &TaskGrid) -> usize {
    let used = grid_words(grid);
    if used == 0 {
        value.copy_from_slice(&unit());
        return 0;
    }
    value.copy_from_slice(&encode::grid_value(grid.height(), grid.width(), at));
    encode::set_bytes(&mut words[..used], grid.cells());
    used
}

/// The demo pairs of a task as a block: its number, and their value.
fn put_demo(blocks: &mut Vec<Block>, cx: &Cx<'_>, inputs: Inputs<'_>) -> (usize, Words) {
    let arena = Arena::new();
    let cx = Cx::new(&arena, if cx.is_batt() { Dialect::Batt } else { Dialect::Arc });
    let value = input_value(&cx, Input::S, inputs);
    let mut words = vec![0; 4];
    // A device never gets jobs whose inputs are beyond the limits.
    let demo = encode::put(&mut words, value.unwrap_or(Value::UNIT));
    words[..4].copy_from_slice(&demo);
    let mut numbers = Vec::new();
    encode::numbers_of(&words, 0, &mut numbers);
    blocks.push(Block::new(words, numbers));
    (blocks.len() - 1, demo)
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
        let entry =
            |i: usize| PartJob { job: i as u32, words: Reads::of(jobs[i].plan).words(&jobs[i]) };
        let part: Vec<PartJob> = (0..jobs.len()).rev().map(entry).collect();
        let (arena, mut blocks) = (Arena::new(), Vec::new());
        let (cx, jobs) = (Cx::new(&arena, Dialect::Arc), Jobs { all: &jobs, part: &part });
        let plan_of: Vec<u32> = part.iter().map(|e| e.job % 3).collect();
        let mut measured = Samples::new(&mut blocks, &cx, jobs, &plan_of, &of);
        measured.settle(&(0..blocks.len()).map(|i| 40 * i).collect::<Vec<_>>());
        let [one, two, many] = [1, 2, 5].map(|threads| {
            let mut words = vec![u32::MAX; measured.words()];
            let mut done = false;
            measured.fill(jobs, 1000, &mut words, threads, || done = true);
            assert!(done);
            words
        });
        assert!(one == two && one == many);
        // These jobs read only I: its value, then its cells.
        let [first, last] = [4, 1].map(|back| measured.first(part.len() - back));
        assert_eq!(one[last..].len(), 8);
        assert_eq!(one[first..][..4], encode::grid_value(4, 4, 1000 + first + 4));
        assert_eq!(one[first + 4].to_le_bytes(), [3, 4, 5, 6]);
    }
}
