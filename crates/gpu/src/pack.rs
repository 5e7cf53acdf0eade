//! Plans and samples as words: what a device needs to run a batch.
//!
//! Programs are put into chunks; a chunk on a sample is an item, and a lane runs an item from
//! beginning to end. Within a chunk, steps are shared as in a plan.

use std::collections::HashMap;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::known::Failure;
use exec::plan::{Action, Plan, Slot, Source};
use exec::run::{Outcome, Policy, Rules, constant_value};
use exec::value::Value;
use lang::{Dialect, Input, SafeDefault};

use crate::chunks::{Chunks, logged_by};
use crate::device::Done;
use crate::encode::{self, Words};
use crate::inputs::{JobPlace, Jobs, Samples};
use crate::layout::{self, Area, Counted, Groups};
use crate::resident::{Block, Places, Resident};
use crate::source;
use crate::tasks::Tasks;

const CHUNK_WORDS: usize = 14;
const USER_WORDS: usize = 3;
const STEP_WORDS: usize = 8;
const PROGRAM_WORDS: usize = 8;
/// Words of an item.
pub const ITEM_WORDS: usize = 4;
/// In the place of an op: the step calls the function in its first operand.
const APPLIES: u32 = 0xffff;
/// In the place of a value: the step is to be run.
const NOT_YET: Words = [14, 0, 0, 0];
/// Operands that fit a step's words.
pub(crate) const MOST_OPERANDS: usize = 5;
/// Set on a step's user that has no later step.
const USER_ENDS: u32 = 1 << 31;

/// A chunk in a buffer.
pub(crate) struct Packed {
    /// The number of its block.
    block: usize,
    /// Where it is in its block, and then in the buffer.
    at: usize,
    /// Which slots of the plan its slots are, in the plan's order.
    pub slots: Vec<Slot>,
    /// How many outcomes an item has: one for each program, and those of the log.
    rows: usize,
    /// The numbers of its first item and of that item's first outcome.
    first: (usize, usize),
}

/// A batch that is to be put into a buffer:
///
/// header │ inputs │ items │ room for answers │ ops, plans and demo pairs, which stay │ groups' memory
pub struct Pack {
    header: Vec<u32>,
    samples: Samples,
    area: Area,
    items: usize,
    outcomes: usize,
    logged: usize,
    lanes: usize,
    /// By plan: its chunks in the buffer.
    plans: Vec<Vec<Packed>>,
    /// What other batches may share: the table of ops, chunks, demo pairs.
    blocks: Vec<Block>,
    /// Where these are.
    places: Places,
    /// What steps of S give, by task.
    tasks: Tasks,
}

/// How large a batch's parts are.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Lanes that run at once.
    pub lanes: usize,
    /// Words of a group's memory.
    pub group_words: usize,
    /// Words for the result of one program on one sample, on average.
    pub result_words: usize,
    /// Whether lanes take neighbouring items: for devices whose lanes are cores.
    pub in_a_row: bool,
}

/// Words of the result area that a lane takes at once, per item that it will run. Half a small
/// result each: little is wasted, and lanes with many items seldom meet.
const TAKE_PER_ITEM: usize = 4;

/// Most words of the result area that a lane takes at once.
const MOST_TAKEN: usize = 1024;

impl Pack {
    /// Measures jobs of one dialect. `chunks` are those of each plan, `plan_of` the plan of each
    /// job.
    pub fn new(
        jobs: Jobs<'_>,
        chunks: &[(&Plan, &Chunks)],
        plan_of: &[u32],
        rules: Rules,
        room: Room,
    ) -> Pack {
        let dialect = chunks.first().map_or(Dialect::Arc, |(plan, _)| plan.dialect);
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let mut header = layout::header(dialect);
        layout::set_wide(&mut header, layout::STEP_LIMIT, rules.budget.step.min(1 << 60));
        layout::set_wide(&mut header, layout::PROGRAM_LIMIT, rules.program_limit());
        header[layout::POLICY] = policy_word(rules.policy);
        let logged = logged_by(rules.policy);
        header[layout::PATCHED] = logged as u32;
        let mut blocks = vec![Block::new(source::op_table().to_vec(), Vec::new())];
        let mut plans: Vec<Vec<Packed>> = chunks
            .iter()
            .map(|(plan, chunks)| put_chunks(&mut blocks, &cx, plan, chunks, rules))
            .collect();
        let of: Vec<&Plan> = chunks.iter().map(|(plan, _)| *plan).collect();
        let samples = Samples::new(&mut blocks, &cx, jobs, plan_of, &of);
        let packed: Vec<_> = of.iter().copied().zip(plans.iter().map(Vec::as_slice)).collect();
        // What is patched depends on earlier failures, so it is left to the device.
        let tasks = match logged {
            0 => Tasks::new(&mut blocks, jobs, (&packed, plan_of), rules),
            _ => Tasks::default(),
        };
        let (items, rows) = number(&mut plans, samples.counts());
        let outcomes = rows - items * MOST_OPERANDS * logged;
        let table = header.len() + samples.words();
        let lanes = room.lanes.clamp(1, items.max(1));
        let span = items.div_ceil(lanes);
        let results = room.result_words * outcomes;
        let memory = Groups { count: lanes, words: room.group_words };
        let area = Area::new(table + ITEM_WORDS * items, lanes, rows, results, memory);
        header[layout::ITEMS] = items as u32;
        header[layout::ITEM_TABLE] = table as u32;
        header[layout::SPAN] = if room.in_a_row { span as u32 } else { 0 };
        header[layout::TAKE] = (TAKE_PER_ITEM * span).min(MOST_TAKEN) as u32;
        let places = Places::default();
        Pack { header, samples, area, items, outcomes, logged, lanes, plans, blocks, places, tasks }
    }

    /// Divides a buffer of at most so many words: blocks lie behind the answers, groups' memory behind the blocks.
    pub fn lay_out(&mut self, resident: &mut Resident, limit: usize) {
        let blocks = self.blocks.iter().map(Block::size).sum();
        let most = limit.saturating_sub(self.area.groups.all());
        let (_, end) = resident.lay_out(self.area.end, blocks, limit, most);
        self.area = self.area.with_groups_at(end);
        self.area.set_header(&mut self.header);
    }

    /// Finds places for the blocks. Comes after [`Pack::lay_out`] and before [`Pack::fill`].
    pub fn place(&mut self, resident: &mut Resident) -> Done {
        self.places = resident.place(&self.blocks)?;
        let at = &self.places.at;
        self.header[layout::OPS] = at[0] as u32;
        self.plans.iter_mut().flatten().for_each(|chunk| chunk.at += at[chunk.block]);
        self.samples.settle(at);
        self.tasks.settle(at);
        self.blocks.clear();
        Ok(())
    }

    /// What has to be sent of the blocks, and what is there already.
    pub fn blocks(&self) -> &Places {
        &self.places
    }

    /// Writes what has to be on the device before it starts, beside the blocks, with so many threads at most.
    pub fn fill(&self, jobs: Jobs<'_>, words: &mut [u32], threads: usize) {
        let base = self.header.len();
        let (header, rest) = words.split_at_mut(base);
        let (inputs, rest) = rest.split_at_mut(self.samples.words());
        let (items, rest) = rest.split_at_mut(ITEM_WORDS * self.items);
        header.copy_from_slice(&self.header);
        self.samples.fill(jobs, base, inputs, threads, || self.fill_items(base, items));
        rest[0] = self.area.counter();
    }

    fn fill_items(&self, base: usize, items: &mut [u32]) {
        let (rows, _) = items.as_chunks_mut::<ITEM_WORDS>();
        for (job, &JobPlace { plan, rank, first }) in self.samples.places().iter().enumerate() {
            for (i, chunk) in self.plans[plan as usize].iter().enumerate() {
                let (item, outcome) = chunk.place(rank);
                let outcome = self.area.outcome_at(outcome) as u32;
                let known = self.tasks.known(job, i);
                rows[item] = [chunk.at as u32, (base + first) as u32, outcome, known];
            }
        }
    }

    /// The part of the buffer that is read back.
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// How many lanes run.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Programs on samples.
    pub fn outcomes(&self) -> usize {
        self.outcomes
    }

    /// Words of a sample's inputs, on average.
    pub fn sample_words(&self) -> usize {
        self.samples.words() / self.samples.places().len().max(1)
    }

    /// Chunks on samples.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The counters of all lanes together.
    pub fn counted(&self, answers: &[u32]) -> Counted {
        let mut sum = Counted::default();
        for counted in (0..self.lanes).filter_map(|lane| self.area.counted(answers, lane)) {
            sum.add(&counted);
        }
        sum
    }

    /// Puts what the device says of a program on a job's sample in its place; `None`, with anything
    /// in that place, if the CPU must run it.
    pub fn outcome<'a>(
        &self,
        cx: &Cx<'a>,
        chunks: &Chunks,
        answers: &'a [u32],
        (job, program): (usize, usize),
        outcome: &mut Outcome<'a>,
    ) -> Option<()> {
        let (chunk, place) = chunks.place(program)?;
        let JobPlace { plan, rank, .. } = self.samples.places()[job];
        let packed = &self.plans[plan as usize][chunk as usize];
        let (_, first) = packed.place(rank);
        let answer = self.area.outcome(answers, first + place as usize)?;
        answer.read(cx, self.area.memory(answers), &mut outcome.result)?;
        outcome.cost = answer.cost;
        outcome.failed_at = match outcome.result {
            Err(_) if answer.at != u32::MAX => Some(*packed.slots.get(answer.at as usize)?),
            _ => None,
        };
        Some(())
    }

    /// The failures that the device logged on a job's sample; `None` if the CPU must find them.
    pub fn failures<'a>(
        &self,
        cx: &Cx<'a>,
        answers: &'a [u32],
        job: usize,
    ) -> Option<Vec<Failure<'a>>> {
        let JobPlace { plan, rank, .. } = self.samples.places()[job];
        let packed = self.plans[plan as usize].first()?;
        let log = packed.place(rank).1 + packed.rows - MOST_OPERANDS * self.logged;
        let mut failures = Vec::new();
        for first in (log..).step_by(MOST_OPERANDS).take(self.logged) {
            let head = self.area.outcome(answers, first)?;
            if head.ends_log() {
                break;
            }
            let (fault, count) = head.failure()?;
            let arg = |row| {
                let mut value = Ok(Value::UNIT);
                let answer = self.area.outcome(answers, row)?;
                answer.read(cx, self.area.memory(answers), &mut value)?;
                value.ok()
            };
            let args = (first..first + count.min(MOST_OPERANDS)).map(arg).collect::<Option<_>>()?;
            failures.push(Failure { slot: *packed.slots.get(head.at as usize)?, fault, args });
        }
        Some(failures)
    }
}

impl Packed {
    /// The item of a job, and its first outcome.
    fn place(&self, rank: u32) -> (usize, usize) {
        (self.first.0 + rank as usize, self.first.1 + rank as usize * self.rows)
    }
}

/// Numbers items and outcomes; how many there are. Items of one chunk lie side by side, so that
/// lanes that run together do the same.
fn number(plans: &mut [Vec<Packed>], counts: &[u32]) -> (usize, usize) {
    let (mut items, mut outcomes) = (0, 0);
    for (chunks, &count) in plans.iter_mut().zip(counts) {
        let count = count as usize;
        for chunk in chunks {
            chunk.first = (items, outcomes);
            items += count;
            outcomes += count * chunk.rows;
        }
    }
    (items, outcomes)
}

fn policy_word(policy: Policy) -> u32 {
    match policy {
        Policy::Strict | Policy::Pile { patched: 0 } => 0,
        Policy::Safe => 1,
        Policy::Pile { .. } => 2,
    }
}

/// Makes a block of each chunk.
fn put_chunks(
    blocks: &mut Vec<Block>,
    cx: &Cx<'_>,
    plan: &Plan,
    chunks: &Chunks,
    rules: Rules,
) -> Vec<Packed> {
    let put = |programs: &Vec<usize>| {
        let mut words = Vec::new();
        let packed = put_chunk(&mut words, cx, plan, programs, rules.within(plan.limits));
        let numbers = numbers_of(&words, packed.at);
        blocks.push(Block::new(words, numbers));
        Packed { block: blocks.len() - 1, ..packed }
    };
    chunks.programs().iter().map(put).collect()
}

/// The places of all word numbers of a chunk: its tables, values that are known, and lists of programs and of their steps.
fn numbers_of(words: &[u32], chunk: usize) -> Vec<u32> {
    let [states, slots, sources, _, programs, count] =
        [0, 1, 2, 3, 4, 5].map(|i| words[chunk + i] as usize);
    let mut numbers = [0, 3, 4].map(|i| (chunk + i) as u32).to_vec();
    (0..slots).for_each(|slot| encode::numbers_of(words, states + 4 * slot, &mut numbers));
    let rows = (0..count).map(|program| (programs + PROGRAM_WORDS * program) as u32);
    numbers.extend(rows.flat_map(|row| [row + 1, row + 3]));
    let users = words[chunk + 9] as usize;
    if users > 0 {
        numbers.push((chunk + 9) as u32);
        numbers.extend((0..slots - sources).map(|step| (users + USER_WORDS * step) as u32));
    }
    numbers
}

/// Renumbers the slots that some programs use: sources first, then steps.
fn slots_of(plan: &Plan, programs: &[usize]) -> (Vec<Slot>, usize) {
    let mut used = vec![false; plan.slots()];
    let mut mark = |slot: Slot| used[slot.index()] = true;
    for &p in programs {
        let program = &plan.programs[p];
        mark(program.root);
        for &slot in &program.steps {
            mark(slot);
            plan.step(slot).iter().for_each(|step| plan.args(step).iter().for_each(|&s| mark(s)));
        }
    }
    let all = plan.source_slots().chain(plan.step_slots());
    let slots: Vec<Slot> = all.filter(|s| used[s.index()]).collect();
    let sources = slots.partition_point(|s| s.index() < plan.sources.len());
    (slots, sources)
}

fn put_chunk(
    words: &mut Vec<u32>,
    cx: &Cx<'_>,
    plan: &Plan,
    programs: &[usize],
    rules: Rules,
) -> Packed {
    let (slots, sources) = slots_of(plan, programs);
    let mut local = vec![u32::MAX; plan.slots()];
    slots.iter().zip(0..).for_each(|(slot, i)| local[slot.index()] = i);
    let states_at = put_states(words, cx, plan, &slots, rules.budget.step);
    let steps_at = put_steps(words, plan, &slots[sources..], &local);
    let programs_at = put_programs(words, plan, programs, &local);
    let logged = logged_by(rules.policy);
    let users_at = if logged > 0 { put_users(words, plan, &slots[sources..], &local) } else { 0 };
    let at = words.len();
    let chunk = [states_at, slots.len(), sources, steps_at, programs_at, programs.len()];
    words.extend(chunk.map(|word| word as u32));
    words.extend([Input::I, Input::C, Input::S].map(|input| {
        let is_it = |slot: &&Slot| plan.sources.get(slot.index()) == Some(&Source::Input(input));
        slots.iter().find(is_it).map_or(u32::MAX, |slot| local[slot.index()])
    }));
    words.push(users_at as u32);
    let limits = [rules.budget.step.min(1 << 60), rules.program_limit()];
    words.extend(limits.iter().flat_map(|&limit| [limit as u32, (limit >> 32) as u32]));
    debug_assert_eq!(words.len(), at + CHUNK_WORDS);
    Packed { block: 0, at, slots, rows: programs.len() + MOST_OPERANDS * logged, first: (0, 0) }
}

/// What slots hold before a sample is run, and behind all of these what each costs: constants, and steps that give the same on
/// every sample.
fn put_states(words: &mut Vec<u32>, cx: &Cx<'_>, plan: &Plan, slots: &[Slot], limit: u64) -> usize {
    let mut states = Vec::with_capacity(6 * slots.len());
    let mut costs = Vec::with_capacity(2 * slots.len());
    for &slot in slots {
        let known = match (plan.sources.get(slot.index()), plan.step(slot)) {
            // What is no value is not covered, so no step here reads it.
            (Some(source), _) => {
                let value = constant_value(cx, source).and_then(Result::ok);
                Some((value.unwrap_or(Value::UNIT), 0))
            }
            (None, Some(step)) => plan.constant(step, limit),
            (None, None) => None,
        };
        let (value, cost) = match known {
            Some((value, cost)) => (encode::put(words, value), cost),
            None => (NOT_YET, 0),
        };
        states.extend(value);
        costs.extend([cost as u32, (cost >> 32) as u32]);
    }
    let at = whole(words);
    words.extend(states);
    words.extend(costs);
    at
}

/// Devices move four words at once: where that many begin.
fn whole(words: &mut Vec<u32>) -> usize {
    words.resize(words.len().next_multiple_of(4), 0);
    words.len()
}

fn put_steps(words: &mut Vec<u32>, plan: &Plan, slots: &[Slot], local: &[u32]) -> usize {
    let at = whole(words);
    for step in slots.iter().filter_map(|&slot| plan.step(slot)) {
        let (op, builds, known) = match step.action {
            Action::Call(op) => {
                (op.index() as u32, source::is_builder(op.kernel()), source::op_row(op))
            }
            Action::Apply => (APPLIES, false, [0, 0]),
        };
        let args = plan.args(step);
        let mut row = [0u32; STEP_WORDS];
        row[..2].copy_from_slice(&known);
        row[2] = op
            | (args.len() as u32) << 16
            | default_word(step.default) << 20
            | (builds as u32) << 24;
        row[3..].iter_mut().zip(args).for_each(|(word, slot)| *word = local[slot.index()]);
        words.extend(row);
    }
    at
}

/// For every step of a whole plan: where the list of programs is that need it, how many they are, and the last step that reads it.
fn put_users(words: &mut Vec<u32>, plan: &Plan, slots: &[Slot], local: &[u32]) -> usize {
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); plan.slots()];
    for (program, number) in plan.programs.iter().zip(0..) {
        program.steps.iter().for_each(|slot| users[slot.index()].push(number));
        if let Some(user) = program.steps.iter().max().and_then(|s| users[s.index()].last_mut()) {
            *user |= USER_ENDS;
        }
    }
    let mut last = vec![0; plan.slots()];
    for &slot in slots {
        let args = plan.step(slot).map_or(&[][..], |step| plan.args(step));
        args.iter().for_each(|arg| last[arg.index()] = local[slot.index()]);
    }
    let mut rows = Vec::with_capacity(USER_WORDS * slots.len());
    for slot in slots.iter().map(|slot| slot.index()) {
        rows.extend([words.len() as u32, users[slot].len() as u32, last[slot]]);
        words.extend(&users[slot]);
    }
    let at = words.len();
    words.extend(rows);
    at
}

fn default_word(default: SafeDefault) -> u32 {
    match default {
        SafeDefault::Zero => 0,
        SafeDefault::EmptySet => 1,
        SafeDefault::Unit => 2,
        SafeDefault::UnitOfEither => 3,
        SafeDefault::Function => 4,
    }
}

fn put_programs(words: &mut Vec<u32>, plan: &Plan, programs: &[usize], local: &[u32]) -> usize {
    let keeps = kept_after(plan, programs);
    let mut rows = Vec::with_capacity(PROGRAM_WORDS * programs.len());
    for (&p, keeps) in programs.iter().zip(&keeps) {
        let program = &plan.programs[p];
        let steps_at = words.len();
        words.extend(program.steps.iter().map(|slot| local[slot.index()]));
        let keeps_at = words.len();
        words.extend(keeps.iter().map(|slot| local[slot.index()]));
        let root = local[program.root.index()] as usize;
        let row = [root, steps_at, program.steps.len(), keeps_at, keeps.len(), 0, 0, 0];
        rows.extend(row.map(|word| word as u32));
    }
    let at = whole(words);
    words.extend(rows);
    at
}

/// By program: its steps that a later one needs too. The first program that needs a step may end
/// before it gets there, so each of them may be the one that computes it.
fn kept_after(plan: &Plan, programs: &[usize]) -> Vec<Vec<Slot>> {
    let mut last_user: HashMap<Slot, usize> = HashMap::new();
    for (i, &p) in programs.iter().enumerate() {
        last_user.extend(plan.programs[p].steps.iter().map(|&slot| (slot, i)));
    }
    let of_program = |(i, &p): (usize, &usize)| {
        let steps = plan.programs[p].steps.iter().copied();
        steps.filter(|slot| last_user.get(slot).is_some_and(|&last| last > i)).collect()
    };
    programs.iter().enumerate().map(of_program).collect()
}
