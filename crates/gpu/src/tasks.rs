//! What steps give that read S alone: computed once for each task when a part is packed, and sent along as known before a sample is run.

use std::collections::HashMap;

use exec::arena::Arena;
use exec::plan::{Plan, Slot};
use exec::run::Rules;
use exec::value::Value;

use crate::encode;
use crate::inputs::{DemoKey, Jobs, demo_key};
use crate::pack::Packed;
use crate::resident::Block;

/// Words of a step in a list: its slot, its cost, its value.
const ROW_WORDS: usize = 8;

/// Most words for all tasks of a part.
const MOST_WORDS: usize = 1 << 22;

/// Where lists of what steps give are, see `kernels/plan.h`.
#[derive(Default)]
pub struct Tasks {
    /// By job: the number of its task, if that has lists.
    of_job: Vec<Option<u32>>,
    /// By task, then chunk: the block of its list and where the list is there, and then in the buffer; nothing where there is none.
    lists: Vec<Vec<Option<(usize, usize)>>>,
}

impl Tasks {
    /// Makes blocks of the lists of all tasks that several jobs of a plan have in common.
    pub fn new(
        blocks: &mut Vec<Block>,
        jobs: Jobs<'_>,
        (plans, plan_of): (&[(&Plan, &[Packed])], &[u32]),
        rules: Rules,
    ) -> Tasks {
        let mut tasks = Tasks::default();
        if plans.iter().all(|(plan, _)| !plan.has_task_steps()) {
            return tasks;
        }
        let mut counts: HashMap<(u32, DemoKey), u32> = HashMap::new();
        let key = |(i, &plan): (usize, &u32)| (plan, demo_key(jobs.get(i)));
        plan_of.iter().enumerate().for_each(|job| *counts.entry(key(job)).or_default() += 1);
        let mut left = MOST_WORDS;
        let mut numbers: HashMap<(u32, DemoKey), Option<u32>> = HashMap::new();
        for (i, plan) in plan_of.iter().enumerate() {
            let key = key((i, plan));
            let several = counts[&key] > 1 && left > 0;
            let number = *numbers.entry(key).or_insert_with(|| {
                let ((plan, chunks), arena) = (plans[*plan as usize], Arena::new());
                let demo = jobs.get(i).inputs.demo;
                let limit = rules.within(plan.limits).budget.step;
                let first = blocks.len();
                let put = several
                    .then(|| tasks.put(blocks, &plan.of_task(demo, &arena, limit), chunks))?;
                left = left.saturating_sub(blocks[first..].iter().map(Block::size).sum());
                put
            });
            tasks.of_job.push(number);
        }
        tasks
    }

    /// Blocks have places now.
    pub fn settle(&mut self, places: &[usize]) {
        self.lists.iter_mut().flatten().flatten().for_each(|(block, at)| *at += places[*block]);
    }

    /// Where the list for a chunk is on a job's sample; 0 if there is none.
    pub fn known(&self, job: usize, chunk: usize) -> u32 {
        let task = self.of_job.get(job).copied().flatten();
        let list = task.and_then(|task| self.lists[task as usize][chunk]);
        list.map_or(0, |(_, at)| at as u32)
    }

    /// Makes a list for each chunk; the number of the task.
    fn put(
        &mut self,
        blocks: &mut Vec<Block>,
        known: &[(Slot, Value<'_>, u64)],
        chunks: &[Packed],
    ) -> Option<u32> {
        if known.is_empty() {
            return None;
        }
        let list = |chunk: &Packed| {
            let (block, at) = list_of(chunk, known)?;
            blocks.push(block);
            Some((blocks.len() - 1, at))
        };
        self.lists.push(chunks.iter().map(list).collect());
        Some(self.lists.len() as u32 - 1)
    }
}

/// What steps of a chunk give, and where the list begins; nothing if it has none of them.
fn list_of(chunk: &Packed, known: &[(Slot, Value<'_>, u64)]) -> Option<(Block, usize)> {
    let (mut words, mut list) = (Vec::new(), Vec::new());
    for (slot, value, cost) in known {
        if let Ok(place) = chunk.slots.binary_search(slot) {
            list.extend([place as u32, *cost as u32, (*cost >> 32) as u32, 0]);
            list.extend(encode::put(&mut words, *value));
        }
    }
    let rows = list.len() / ROW_WORDS;
    words.resize(words.len().next_multiple_of(4), 0);
    let at = words.len();
    words.extend([rows as u32, 0, 0, 0]);
    words.extend(list);
    let mut numbers = Vec::new();
    let values = (0..rows).map(|row| at + 4 + ROW_WORDS * row + 4);
    values.for_each(|value| encode::numbers_of(&words, value, &mut numbers));
    (rows > 0).then(|| (Block::new(words, numbers), at))
}

#[cfg(test)]
mod tests {
    use exec::batch::Job;
    use exec::data::{Sample, TaskGrid};
    use exec::run::{Inputs, Policy, Rules};
    use lang::Dialect;

    use super::*;
    use crate::chunks::Chunks;
    use crate::inputs::{PartJob, Reads};
    use crate::layout;
    use crate::pack::{Pack, Room};
    use crate::resident::Resident;

    fn sample(cells: [i8; 2]) -> Sample {
        let grid = |cells: &[i8]| TaskGrid::new(1, cells.len() as u16, cells.to_vec()).unwrap();
        Sample { input: grid(&cells), output: Some(grid(&cells[..1])) }
    }

    #[test]
    fn samples_of_a_task_share_what_steps_of_s_give() {
        let text = "def solve_a(S, I, C):
    a = apply(first, S)
    b = mapply(palette, a)
    c = interval(size(b), TWO, ZERO)
    return combine(c, I)";
        let program = lang::parse(text.as_bytes(), "a", Some(Dialect::Arc)).programs.remove(0);
        let plan = Plan::new(&program.dag);
        let (one, other) = ([sample([1, 2]), sample([3, 4])], [sample([5, 6])]);
        let input = &sample([7, 8]).input;
        let job = |demo| Job { plan: &plan, inputs: Inputs { demo, input, target: None } };
        let jobs = [job(&one[..]), job(&other[..]), job(&one[..])];
        let words = |job| Reads::of(&plan).words(job);
        let part: Vec<PartJob> =
            jobs.iter().zip(0..).map(|(j, job)| PartJob { job, words: words(j) }).collect();
        let (chunks, jobs) =
            (Chunks::new(&plan, 1, Policy::Strict, |_| 0.0), Jobs { all: &jobs, part: &part });
        let room = Room { lanes: 1, group_words: 64, result_words: 8, in_a_row: true };
        let mut pack = Pack::new(jobs, &[(&plan, &chunks)], &[0; 3], Rules::default(), room);
        let mut resident = Resident::default();
        pack.lay_out(&mut resident, 1 << 20);
        pack.place(&mut resident).expect("there is room");
        let mut buffer = vec![0; pack.area().total];
        pack.fill(jobs, &mut buffer, 1);
        for (at, words) in &pack.blocks().fresh {
            buffer[*at..][..words.len()].copy_from_slice(words);
        }
        let table = buffer[layout::ITEM_TABLE] as usize;
        let [first, alone, second] = [0, 1, 2].map(|item| buffer[table + 4 * item + 3] as usize);
        assert!(first > 0 && first == second && alone == 0);
        // Those of S but for the one that fails: by slot, cost and value.
        let row = |i: usize| buffer[first + 4 + ROW_WORDS * i..][..ROW_WORDS].to_vec();
        let slots = plan.sources.len() as u32;
        let [apply, mapply, size] = [0, 1, 2].map(row);
        assert_eq!(buffer[first], 3);
        assert_eq!([apply[0], mapply[0], size[0]], [slots, slots + 1, slots + 2]);
        assert_eq!(size[1..], [4, 0, 0, 0, 4, 0, 0]);
    }
}
