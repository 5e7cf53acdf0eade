//! Plans and samples as words: what a device needs to run a batch.
//!
//! Programs are put into chunks; a chunk on a sample is an item, and a lane runs an item from
//! beginning to end. Within a chunk, steps are shared as in a plan.

use std::collections::HashMap;

use exec::arena::Arena;
use exec::batch::Job;
use exec::cx::Cx;
use exec::data::{Sample, TaskGrid};
use exec::plan::{Action, Plan, Slot, Source};
use exec::run::{Inputs, Outcome, Policy, Rules, constant_value, input_value};
use exec::value::{Grid, Value};
use lang::{Dialect, Input, SafeDefault};

use crate::encode::{self, Words};
use crate::layout::{self, Area, Counted};
use crate::source;

const CHUNK_WORDS: usize = 8;
const STEP_WORDS: usize = 12;
const PROGRAM_WORDS: usize = 8;
const ITEM_WORDS: usize = 4;
const SOURCE_WORDS: usize = 5;
/// In the place of an op: the step calls the function in its first operand.
const APPLIES: u32 = u32::MAX;
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

/// A chunk in a buffer: where it is, and which slots of the plan its slots are.
struct Packed {
    at: usize,
    slots: Vec<Slot>,
}

/// A batch in a buffer.
pub struct Pack {
    words: Vec<u32>,
    area: Area,
    items: usize,
    outcomes: usize,
    sample_words: usize,
    lanes: usize,
    /// By plan: its chunks in the buffer.
    plans: Vec<Vec<Packed>>,
    /// By job: its plan, and where its items' first outcomes are in `firsts`.
    jobs: Vec<(u32, u32)>,
    /// By item of a job: the number of its first outcome.
    firsts: Vec<u32>,
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

impl Pack {
    /// Packs jobs of one dialect into a buffer, whose memory is used again. `chunks` are those of each plan, `plan_of` the plan of each job.
    pub fn new(
        jobs: &[Job<'_>],
        chunks: &[(&Plan, &Chunks)],
        plan_of: &[usize],
        rules: Rules,
        room: Room,
        buffer: Vec<u32>,
    ) -> Pack {
        let dialect = chunks.first().map_or(Dialect::Arc, |(plan, _)| plan.dialect);
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let mut words = layout::start(dialect, buffer);
        layout::set_wide(&mut words, layout::STEP_LIMIT, rules.budget.step.min(1 << 60));
        layout::set_wide(&mut words, layout::PROGRAM_LIMIT, rules.budget.program);
        words[layout::POLICY] = policy_word(rules.policy);
        let plans: Vec<Vec<Packed>> =
            chunks.iter().map(|(plan, chunks)| put_chunks(&mut words, &cx, plan, chunks)).collect();
        let mut demos = HashMap::new();
        let mut samples = Vec::with_capacity(jobs.len());
        let before = words.len();
        for job in jobs {
            samples.push(put_inputs(&mut words, &cx, job, &mut demos));
        }
        let sample_words = (words.len() - before) / jobs.len().max(1);
        // Items of one chunk lie side by side, so that lanes that run together do the same.
        let mut items = Vec::new();
        let mut places = Vec::with_capacity(jobs.len());
        let mut item_count = 0u32;
        for &plan in plan_of {
            places.push((plan as u32, item_count));
            item_count += plans[plan].len() as u32;
        }
        let mut firsts = vec![0u32; item_count as usize];
        let mut outcomes = 0;
        for (p, packed) in plans.iter().enumerate() {
            for (c, chunk) in packed.iter().enumerate() {
                for j in (0..jobs.len()).filter(|&j| plan_of[j] == p) {
                    items.push((chunk.at, samples[j], outcomes));
                    firsts[places[j].1 as usize + c] = outcomes as u32;
                    outcomes += chunks[p].1.chunks[c].len();
                }
            }
        }
        let table = words.len();
        let end = table + ITEM_WORDS * items.len();
        words.resize(end, 0);
        words[layout::ITEMS] = items.len() as u32;
        words[layout::ITEM_TABLE] = table as u32;
        let lanes = room.lanes.clamp(1, items.len().max(1));
        if room.in_a_row {
            words[layout::SPAN] = items.len().div_ceil(lanes) as u32;
        }
        let results = room.result_words * outcomes;
        let area = Area::finish(&mut words, items.len(), outcomes, results, lanes, room.lane_words);
        for (i, (chunk, inputs, first)) in items.iter().enumerate() {
            let item = [*chunk, *inputs, area.outcome_at(*first)].map(|word| word as u32);
            words[table + ITEM_WORDS * i..][..3].copy_from_slice(&item);
        }
        Pack {
            words,
            area,
            items: items.len(),
            outcomes,
            sample_words,
            lanes,
            plans,
            jobs: places,
            firsts,
        }
    }

    /// The buffer, once it was sent: its memory is of use for the next batch.
    pub fn take_words(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.words)
    }

    /// What has to be on the device before it starts.
    pub fn words(&self) -> &[u32] {
        &self.words
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
        self.sample_words
    }

    /// Chunks on samples.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The counters of all items together.
    pub fn counted(&self, answers: &[u32]) -> Counted {
        let mut sum = Counted::default();
        for counted in (0..self.items).filter_map(|i| self.area.counted(answers, i)) {
            sum.add(&counted);
        }
        sum
    }

    /// What the device says of a program on a job's sample; `None` if the CPU must run it.
    pub fn outcome<'a>(
        &self,
        cx: &Cx<'a>,
        chunks: &Chunks,
        answers: &[u32],
        job: usize,
        program: usize,
    ) -> Option<Outcome<'a>> {
        let (chunk, place) = chunks.places[program]?;
        let (plan, first_item) = self.jobs[job];
        let packed = &self.plans[plan as usize][chunk as usize];
        let first = self.firsts[(first_item + chunk) as usize];
        let answer = self.area.outcome(answers, (first + place) as usize)?;
        let result = answer.read(cx, self.area.memory(answers))?;
        let failed_at = match result {
            Ok(_) => None,
            Err(_) => Some(*packed.slots.get(answer.at as usize)?),
        };
        Some(Outcome { result, failed_at, cost: answer.cost })
    }
}

fn policy_word(policy: Policy) -> u32 {
    match policy {
        Policy::Strict | Policy::Pile { patched: 0 } => 0,
        Policy::Safe => 1,
        Policy::Pile { .. } => 2,
    }
}

fn put_chunks(words: &mut Vec<u32>, cx: &Cx<'_>, plan: &Plan, chunks: &Chunks) -> Vec<Packed> {
    chunks.chunks.iter().map(|programs| put_chunk(words, cx, plan, programs)).collect()
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

fn put_chunk(words: &mut Vec<u32>, cx: &Cx<'_>, plan: &Plan, programs: &[usize]) -> Packed {
    let (slots, sources) = slots_of(plan, programs);
    let mut local = vec![u32::MAX; plan.slots()];
    slots.iter().zip(0..).for_each(|(slot, i)| local[slot.index()] = i);
    let sources_at = put_sources(words, cx, plan, &slots[..sources]);
    let steps_at = put_steps(words, plan, &slots[sources..], &local);
    let programs_at = put_programs(words, plan, programs, &local);
    let at = words.len();
    let chunk = [sources_at, sources, steps_at, slots.len() - sources, programs_at, programs.len()];
    words.extend(chunk.map(|word| word as u32));
    words.resize(at + CHUNK_WORDS, 0);
    Packed { at, slots }
}

fn put_sources(words: &mut Vec<u32>, cx: &Cx<'_>, plan: &Plan, slots: &[Slot]) -> usize {
    let at = words.len();
    words.resize(at + SOURCE_WORDS * slots.len(), 0);
    for (i, slot) in slots.iter().enumerate() {
        let source = &plan.sources[slot.index()];
        let (kind, value) = match source {
            Source::Input(Input::I) => (1, Value::UNIT),
            Source::Input(Input::C) => (2, Value::UNIT),
            Source::Input(Input::S) => (3, Value::UNIT),
            // What is no value is not covered, so no step here reads it.
            _ => (0, constant_value(cx, source).and_then(Result::ok).unwrap_or(Value::UNIT)),
        };
        let value = encode::put(words, value);
        words[at + SOURCE_WORDS * i] = kind;
        words[at + SOURCE_WORDS * i + 1..][..4].copy_from_slice(&value);
    }
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

/// The values of I, C and S; the demo pairs of a task once for all its samples.
fn put_inputs(
    words: &mut Vec<u32>,
    cx: &Cx<'_>,
    job: &Job<'_>,
    demos: &mut HashMap<*const Sample, Words>,
) -> usize {
    let Inputs { demo, input, target } = job.inputs;
    let unit = |words: &mut Vec<u32>| encode::put(words, Value::UNIT);
    let input = put_task_grid(words, input);
    let target = match target {
        Some(grid) if job.plan.reads(Input::C) => put_task_grid(words, grid),
        _ => unit(words),
    };
    let demo = match job.plan.reads(Input::S) {
        true => *demos.entry(demo.as_ptr()).or_insert_with(|| put_demo(words, cx, job.inputs)),
        false => unit(words),
    };
    let at = words.len();
    [input, target, demo].iter().for_each(|v| words.extend(v));
    at
}

fn put_task_grid(words: &mut Vec<u32>, grid: &TaskGrid) -> Words {
    match grid.height() {
        0 => encode::put(words, Value::UNIT),
        height => {
            encode::put_grid(words, Grid { height, width: grid.width(), cells: grid.cells() })
        }
    }
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
