//! Plans and samples as words: what a device needs to run a batch.
//!
//! Programs are put into chunks; a chunk on a sample is an item, and a lane runs an item from
//! beginning to end. Within a chunk, steps are shared as in a plan.

use std::collections::HashMap;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::plan::{Action, Plan, Slot, Source};
use exec::run::{Outcome, Policy, Rules, constant_value};
use exec::value::Value;
use lang::{Dialect, Input, SafeDefault};

use crate::encode::{self, Words};
use crate::inputs::{JobPlace, Jobs, Samples};
use crate::layout::{self, Area, Counted, Lanes};
use crate::source;
use crate::tasks::Tasks;

const CHUNK_WORDS: usize = 10;
const STEP_WORDS: usize = 12;
const PROGRAM_WORDS: usize = 8;
const ITEM_WORDS: usize = 4;
/// In the place of an op: the step calls the function in its first operand.
const APPLIES: u32 = u32::MAX;
/// In the place of a value: the step is to be run.
const NOT_YET: Words = [14, 0, 0, 0];
/// Operands that fit a step's words.
const MOST_OPERANDS: usize = 5;

/// Which programs of a plan a device can run, in chunks.
#[derive(Clone, Debug)]
pub struct Chunks {
    chunks: Vec<Vec<usize>>,
    /// By program: its chunk and its place there; nothing if the CPU runs it.
    places: Vec<Option<(u32, u32)>>,
}

impl Chunks {
    /// Puts the programs that devices have all code for into about `count` chunks.
    pub fn new(plan: &Plan, count: usize) -> Chunks {
        let covered: Vec<usize> =
            (0..plan.programs.len()).filter(|&p| is_covered(plan, p)).collect();
        let size = covered.len().div_ceil(count.max(1)).max(1);
        let chunks: Vec<Vec<usize>> = covered.chunks(size).map(<[usize]>::to_vec).collect();
        let mut places = vec![None; plan.programs.len()];
        for (i, chunk) in chunks.iter().enumerate() {
            for (j, &program) in chunk.iter().enumerate() {
                places[program] = Some((i as u32, j as u32));
            }
        }
        Chunks { chunks, places }
    }

    /// Programs that a device runs.
    pub fn covered(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// The programs of each chunk, by their places in the plan.
    pub fn programs(&self) -> &[Vec<usize>] {
        &self.chunks
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether no program can run on a device.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }
}

/// Whether devices have code for all that a program calls.
pub fn is_covered(plan: &Plan, program: usize) -> bool {
    plan.programs[program].steps.iter().all(|&slot| step_is_covered(plan, slot))
}

/// Whether devices have code for a step and the ops it is given as functions.
pub fn step_is_covered(plan: &Plan, slot: Slot) -> bool {
    let Some(step) = plan.step(slot) else { return false };
    let known_op = |source: Option<&Source>| match source {
        Some(Source::Op(op)) => source::knows(op.kernel()),
        Some(Source::Lit(_)) => constant_fits(source),
        _ => true,
    };
    let args = plan.args(step);
    let known = match step.action {
        Action::Call(op) => source::knows(op.kernel()),
        Action::Apply => true,
    };
    known
        && args.len() <= MOST_OPERANDS
        && args.iter().all(|s| known_op(plan.sources.get(s.index())))
}

/// Whether a literal is a value at all.
fn constant_fits(source: Option<&Source>) -> bool {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    source.and_then(|s| constant_value(&cx, s)).is_none_or(|v| v.is_ok())
}

/// A chunk in a buffer.
pub(crate) struct Packed {
    /// Where it is.
    at: usize,
    /// Which slots of the plan its slots are, in the plan's order.
    pub slots: Vec<Slot>,
    /// How many programs it has.
    programs: usize,
    /// The numbers of its first item and of that item's first outcome.
    first: (usize, usize),
}

/// A batch that is to be put into a buffer:
///
/// header, op names, plans and demo pairs │ inputs │ items │ room for answers and lanes
pub struct Pack {
    head: Vec<u32>,
    samples: Samples,
    area: Area,
    items: usize,
    outcomes: usize,
    lanes: usize,
    /// By plan: its chunks in the buffer.
    plans: Vec<Vec<Packed>>,
    /// What steps of S give, by task.
    tasks: Tasks,
}

/// How large a batch's parts are.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Lanes that run at once.
    pub lanes: usize,
    /// Words of a lane's memory.
    pub lane_words: usize,
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
        let mut head = layout::start(dialect);
        layout::set_wide(&mut head, layout::STEP_LIMIT, rules.budget.step.min(1 << 60));
        layout::set_wide(&mut head, layout::PROGRAM_LIMIT, rules.program_limit());
        head[layout::POLICY] = policy_word(rules.policy);
        let mut plans: Vec<Vec<Packed>> = chunks
            .iter()
            .map(|(plan, chunks)| put_chunks(&mut head, &cx, plan, chunks, rules))
            .collect();
        let of: Vec<&Plan> = chunks.iter().map(|(plan, _)| *plan).collect();
        let samples = Samples::new(&mut head, &cx, jobs, plan_of, &of);
        let packed: Vec<_> = of.iter().copied().zip(plans.iter().map(Vec::as_slice)).collect();
        let tasks = Tasks::new(&mut head, jobs, (&packed, plan_of), rules.budget.step);
        head.resize(head.len().next_multiple_of(4), 0);
        let (items, outcomes) = number(&mut plans, samples.counts());
        let table = head.len() + samples.words();
        let lanes = room.lanes.clamp(1, items.max(1));
        let span = items.div_ceil(lanes);
        let results = room.result_words * outcomes;
        let memory = Lanes { count: lanes, words: room.lane_words };
        let area = Area::new(table + ITEM_WORDS * items, lanes, outcomes, results, memory);
        area.set_header(&mut head);
        head[layout::ITEMS] = items as u32;
        head[layout::ITEM_TABLE] = table as u32;
        head[layout::SPAN] = if room.in_a_row { span as u32 } else { 0 };
        head[layout::TAKE] = (TAKE_PER_ITEM * span).min(MOST_TAKEN) as u32;
        Pack { head, samples, area, items, outcomes, lanes, plans, tasks }
    }

    /// Writes what has to be on the device before it starts, with so many threads at most.
    pub fn fill(&self, jobs: Jobs<'_>, words: &mut [u32], threads: usize) {
        let base = self.head.len();
        let (head, rest) = words.split_at_mut(base);
        let (inputs, rest) = rest.split_at_mut(self.samples.words());
        let (items, rest) = rest.split_at_mut(ITEM_WORDS * self.items);
        head.copy_from_slice(&self.head);
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
        let (chunk, place) = chunks.places[program]?;
        let JobPlace { plan, rank, .. } = self.samples.places()[job];
        let packed = &self.plans[plan as usize][chunk as usize];
        let (_, first) = packed.place(rank);
        let answer = self.area.outcome(answers, first + place as usize)?;
        answer.read(cx, self.area.memory(answers), &mut outcome.result)?;
        outcome.cost = answer.cost;
        outcome.failed_at = match outcome.result {
            Ok(_) => None,
            Err(_) => Some(*packed.slots.get(answer.at as usize)?),
        };
        Some(())
    }
}

impl Packed {
    /// The item of a job, and its first outcome.
    fn place(&self, rank: u32) -> (usize, usize) {
        (self.first.0 + rank as usize, self.first.1 + rank as usize * self.programs)
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
            outcomes += count * chunk.programs;
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

fn put_chunks(
    words: &mut Vec<u32>,
    cx: &Cx<'_>,
    plan: &Plan,
    chunks: &Chunks,
    rules: Rules,
) -> Vec<Packed> {
    let limit = rules.budget.step;
    chunks.chunks.iter().map(|programs| put_chunk(words, cx, plan, programs, limit)).collect()
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
    limit: u64,
) -> Packed {
    let (slots, sources) = slots_of(plan, programs);
    let mut local = vec![u32::MAX; plan.slots()];
    slots.iter().zip(0..).for_each(|(slot, i)| local[slot.index()] = i);
    let states_at = put_states(words, cx, plan, &slots, limit);
    let steps_at = put_steps(words, plan, &slots[sources..], &local);
    let programs_at = put_programs(words, plan, programs, &local);
    let at = words.len();
    let chunk = [states_at, slots.len(), sources, steps_at, programs_at, programs.len()];
    words.extend(chunk.map(|word| word as u32));
    words.extend([Input::I, Input::C, Input::S].map(|input| {
        let is_it = |slot: &&Slot| plan.sources.get(slot.index()) == Some(&Source::Input(input));
        slots.iter().find(is_it).map_or(u32::MAX, |slot| local[slot.index()])
    }));
    words.resize(at + CHUNK_WORDS, 0);
    Packed { at, slots, programs: programs.len(), first: (0, 0) }
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
    let at = words.len();
    words.extend(states);
    words.extend(costs);
    at
}

fn put_steps(words: &mut Vec<u32>, plan: &Plan, slots: &[Slot], local: &[u32]) -> usize {
    let at = words.len();
    for step in slots.iter().filter_map(|&slot| plan.step(slot)) {
        let (op, builder) = match step.action {
            Action::Call(op) => (op.index() as u32, source::is_builder(op.kernel())),
            Action::Apply => (APPLIES, false),
        };
        let args = plan.args(step);
        let mut row = [0u32; STEP_WORDS];
        row[..4].copy_from_slice(&[
            op,
            args.len() as u32,
            default_word(step.default),
            builder as u32,
        ]);
        row[4..].iter_mut().zip(args).for_each(|(word, slot)| *word = local[slot.index()]);
        words.extend(row);
    }
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
    let at = words.len();
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
