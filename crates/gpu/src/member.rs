//! A device of a team: packs parts of a batch, has them run, and keeps what they gave.

use std::sync::atomic::Ordering;

use exec::plan::Plan;
use exec::run::Policy;

use crate::chunks::{Chunks, logged_by};
use crate::device::{Device, DeviceError, DeviceInfo, Done};
use crate::inputs::{Jobs, PartJob};
use crate::layout::OUTCOME_WORDS;
use crate::pack::{ITEM_WORDS, Pack, Room};
use crate::resident::{Resident, usual_words};
use crate::team::{Part, Shared, Work};

/// Words of a group's memory beside what a plan's slots take. Where it has many lanes, each may work on an element of its own; where failures
/// are logged, it holds the values of a whole plan.
pub(crate) fn group_words(info: &DeviceInfo, policy: Policy) -> usize {
    if info.lanes == 1 && logged_by(policy) == 0 { 1 << 18 } else { 1 << 20 }
}

/// Words that a slot takes in a group's memory.
const SLOT_WORDS: usize = 6;

/// Words of results per program and sample before anything is known.
const FIRST_RESULT_WORDS: usize = 64;

/// How many times as large as before results are expected to be, at most.
const MOST_LARGER: usize = 8;

/// Room for results that is kept, at least: most results are far smaller.
const LEAST_RESULT_ROOM: usize = 1024;

/// A device, and what is known of its earlier parts.
pub(crate) struct Member {
    /// The device.
    pub device: Box<dyn Device + Send>,
    /// Whether it still works.
    pub alive: bool,
    /// Words of results per program and sample in earlier parts.
    result_words: usize,
    /// Words of a sample's inputs in the last of them.
    sample_words: usize,
    /// Memory that parts are packed in, unless the device shares its own.
    buffer: Vec<u32>,
    /// What is on the device from earlier parts.
    pub resident: Resident,
}

/// Where the answers to a part are.
enum Answers {
    /// In memory of their own.
    Copied(Vec<u32>),
    /// These words of the memory that a member shares with its device.
    Shared(usize, usize),
}

/// A part that a device has answered.
pub(crate) struct Answered {
    /// The part's jobs.
    pub jobs: Part,
    /// How they were packed.
    pub pack: Pack,
    member: usize,
    answers: Answers,
}

impl Answered {
    /// The words that came back.
    pub fn words<'m>(&'m self, members: &'m [Member]) -> &'m [u32] {
        match &self.answers {
            Answers::Copied(words) => words,
            Answers::Shared(first, end) => members[self.member].device.answers(*first, *end),
        }
    }
}

impl Member {
    /// A device that has done nothing yet.
    pub fn new(device: Box<dyn Device + Send>) -> Member {
        Member {
            device,
            alive: true,
            result_words: FIRST_RESULT_WORDS,
            sample_words: usize::MAX,
            buffer: Vec::new(),
            resident: Resident::default(),
        }
    }

    /// Words that the inputs and results of a job of each plan take, its own grids left out.
    pub fn job_words(&self, shared: &Shared<'_>) -> Vec<usize> {
        let words = |(_, c): &(&Plan, Chunks)| {
            c.covered() * (OUTCOME_WORDS + self.result_room()) + ITEM_WORDS * c.len()
        };
        shared.plans.iter().map(words).collect()
    }

    /// Bytes for inputs, results and groups, beside what stays.
    pub fn room(&self) -> u64 {
        let limit = self.device.limit();
        limit - 4 * usual_words(limit as usize / 4) as u64
    }

    /// Words kept for the result of a program on a sample.
    pub fn result_room(&self) -> usize {
        (4 * self.result_words).max(LEAST_RESULT_ROOM)
    }

    /// Runs a part, and then takes others until there are none. `number` is the member's own.
    pub fn work(&mut self, work: &Work<'_>, number: usize, lanes: usize, first: Option<Part>) {
        let mut last: Option<Answered> = None;
        let mut next = first;
        while let Some(mut part) = next {
            // What the device shares is about to be written anew.
            last.take().into_iter().for_each(|answered| work.keep(self.copied(answered)));
            match self.run_part(work, &part, lanes) {
                Ok((pack, answers)) => {
                    let answered = Answered { jobs: part, pack, member: number, answers };
                    work.count(&answered.pack, self.words(&answered));
                    last = Some(answered);
                }
                Err(error) => {
                    // What is there now nobody knows.
                    self.resident = Resident::default();
                    work.fail(&self.device.info().to_string(), &error);
                    // Too little memory may be enough for half the part; all else ends the device.
                    self.alive = matches!(error, DeviceError::Memory(_)) && part.len() > 1;
                    if self.alive {
                        work.put_back(part.split_off(part.len() / 2));
                    }
                    work.put_back(part);
                }
            }
            let goes_on = self.alive && !work.stop.load(Ordering::Relaxed);
            next = if goes_on { work.take() } else { None };
        }
        last.into_iter().for_each(|answered| work.keep(answered));
    }

    fn words<'m>(&'m self, answered: &'m Answered) -> &'m [u32] {
        match &answered.answers {
            Answers::Copied(words) => words,
            Answers::Shared(first, end) => self.device.answers(*first, *end),
        }
    }

    fn copied(&self, answered: Answered) -> Answered {
        let answers = match answered.answers {
            Answers::Shared(first, end) => {
                Answers::Copied(self.device.answers(first, end).to_vec())
            }
            copied => copied,
        };
        Answered { answers, ..answered }
    }

    /// Jobs measured, and the words to read back if results are as large as before.
    pub fn pack(
        &mut self,
        shared: &Shared<'_>,
        part: &[PartJob],
        lanes: usize,
    ) -> (Pack, (usize, usize)) {
        let (plans, plan_of) = plans_of(shared, part);
        let slots = plans.iter().map(|(plan, _)| plan.slots()).max().unwrap_or(0);
        let group_words = group_words(self.device.info(), shared.rules.policy)
            + (SLOT_WORDS * slots).next_multiple_of(4);
        // Where plans differ, dear items lie side by side: strides share them out.
        let in_a_row = self.device.info().software && plans.len() == 1;
        let room = Room { lanes, group_words, result_words: self.result_room(), in_a_row };
        let jobs = Jobs { all: shared.jobs, part };
        let mut pack = Pack::new(jobs, &plans, &plan_of, shared.rules, room);
        pack.lay_out(&mut self.resident, self.device.limit() as usize / 4);
        // Results grow with inputs; half as much again is cheaper than a second transfer.
        let larger = pack.sample_words().div_ceil(self.sample_words.max(1)).clamp(1, MOST_LARGER);
        let guess = larger * self.result_words * pack.outcomes();
        let range = (pack.area().first, pack.area().end_with(guess + guess / 2));
        (pack, range)
    }

    fn run_part(
        &mut self,
        work: &Work<'_>,
        part: &[PartJob],
        lanes: usize,
    ) -> Done<(Pack, Answers)> {
        let (mut pack, range) = self.pack(work.shared, part, lanes);
        let block = work.options.block.unwrap_or(self.device.info().usual_block());
        let (area, jobs) = (*pack.area(), Jobs { all: work.shared.jobs, part });
        self.resident.see(self.device.hold(area.total)?);
        pack.place(&mut self.resident)?;
        let answers = if let Some(words) = self.device.shared(area.total)? {
            let fresh = &pack.blocks().fresh;
            for (at, block) in fresh {
                words[*at..][..block.len()].copy_from_slice(block);
            }
            pack.fill(jobs, words, work.threads);
            fresh.iter().for_each(|(_, block)| self.device.count_written(block.len()));
            self.run_shared(&pack, block)?
        } else {
            for (at, block) in &pack.blocks().fresh {
                self.device.write(*at, block)?;
            }
            self.buffer.resize(area.upload(), 0);
            pack.fill(jobs, &mut self.buffer, work.threads);
            self.run_sent(&pack, block, range)?
        };
        let used = match &answers {
            Answers::Copied(words) => area.results_used(words),
            Answers::Shared(first, end) => area.results_used(self.device.answers(*first, *end)),
        };
        self.result_words = (used / pack.outcomes().max(1)).clamp(16, 4096) + 1;
        self.sample_words = pack.sample_words();
        Ok((pack, answers))
    }

    /// Runs what stands in shared memory. Nothing there has to be guessed.
    fn run_shared(&mut self, pack: &Pack, block: usize) -> Done<Answers> {
        let area = pack.area();
        self.device.run_shared(("run_plan", block, pack.lanes()), area.upload())?;
        let used = area.results_used(self.device.answers(area.first, area.end));
        let end = area.end_with(used);
        self.device.count_read(area.first, end);
        Ok(Answers::Shared(area.first, end))
    }

    /// Sends what stands in our own memory, and has the answers sent back.
    fn run_sent(&mut self, pack: &Pack, block: usize, range: (usize, usize)) -> Done<Answers> {
        let (area, device) = (pack.area(), &mut self.device);
        let mut words =
            device.run(("run_plan", block, pack.lanes()), &self.buffer, area.total, range)?;
        let all = area.end_with(area.results_used(&words));
        if all > range.1 {
            words.extend(device.read(range.1, all)?);
        }
        Ok(Answers::Copied(words))
    }
}

/// The plans of a part, numbered anew, and by job the number of its own.
fn plans_of<'s>(
    shared: &'s Shared<'_>,
    part: &[PartJob],
) -> (Vec<(&'s Plan, &'s Chunks)>, Vec<u32>) {
    if let [(plan, chunks)] = &shared.plans[..] {
        return (vec![(*plan, chunks)], vec![0; part.len()]);
    }
    let mut numbers = vec![u32::MAX; shared.plans.len()];
    let (mut plans, mut plan_of) = (Vec::new(), Vec::with_capacity(part.len()));
    for entry in part {
        let plan = shared.plan_of[entry.job as usize];
        if numbers[plan] == u32::MAX {
            numbers[plan] = plans.len() as u32;
            plans.push((shared.plans[plan].0, &shared.plans[plan].1));
        }
        plan_of.push(numbers[plan]);
    }
    (plans, plan_of)
}
