//! Batches on one or several devices, with the CPU for the rest.
//!
//! A batch is cut into parts. Every device takes the next part when it is done with the last, so
//! faster ones do more; answers go back to their places, and what no device has answered the CPU
//! engine runs. So results never depend on which devices there are, or on whether they fail.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use exec::batch::{Batch, Job, run_rest};
use exec::cx::Cx;
use exec::known::{Failure, Known};
use exec::plan::Plan;
use exec::run::{Budget, Outcome, Policy, Rules, Run};
use exec::stats::Stats;
use exec::value::Fault;
use lang::{Dialect, Op};

use crate::calls::Reason;
use crate::chunks::Chunks;
use crate::device::{Counters, Device, DeviceError, DeviceInfo};
use crate::inputs::{PartJob, Reads};
use crate::layout::Counted;
use crate::member::{Answered, Member, group_words};
use crate::ops::OpCosts;
use crate::pack::Pack;
use crate::source;

/// Items that keep a lane busy: fewer lanes share more steps.
const ITEMS_PER_LANE: usize = 4;

/// Fewest programs of a chunk: smaller ones share too little.
const LEAST_PROGRAMS: usize = 8;

/// Samples from which a part is worth a device of its own.
const LEAST_SAMPLES: usize = 60;

/// Why a program is not given to a device that could run it.
pub(crate) const CHEAPER: &str = "program: cheaper on the CPU";

/// Device errors that are told in words; all are counted.
const TOLD: usize = 3;

/// How devices are used.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Lanes of a group; any number is right.
    pub block: Option<usize>,
    /// Lanes that run at once.
    pub lanes: Option<usize>,
    /// Most samples of a part.
    pub part: Option<usize>,
}

impl Options {
    /// What suits each device.
    pub const DEFAULT: Options = Options { block: None, lanes: None, part: None };
}

/// What devices and the CPU did, counted since the team was made.
#[derive(Clone, Debug, Default)]
pub struct TeamStats {
    /// Steps run on devices, function builders left out.
    pub gpu_ops: u64,
    /// Steps run on the CPU, function builders left out.
    pub cpu_ops: u64,
    /// Steps on devices that only built a function.
    pub builders: u64,
    /// Steps that programs shared on devices.
    pub shared: u64,
    /// Programs on samples that a device answered.
    pub answered: u64,
    /// Programs on samples that the CPU ran because a device did not.
    pub returned: u64,
    /// Why steps, programs or parts went to the CPU, and how many did.
    pub fallbacks: BTreeMap<String, u64>,
    /// Launches, transfers, bytes, memory.
    pub counters: Counters,
    /// Bytes of programs, demo pairs and tables that were on a device from an earlier batch and were not sent again.
    pub kept_bytes: u64,
    /// Most bytes of one group's memory in use.
    pub group_bytes: u64,
    /// The first device errors, in words.
    pub errors: Vec<String>,
}

impl TeamStats {
    /// Share of executed steps that ran on devices, in percent.
    pub fn coverage(&self) -> f64 {
        100.0 * self.gpu_ops as f64 / (self.gpu_ops + self.cpu_ops).max(1) as f64
    }

    /// The counts by name, for stores and sums.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let c = &self.counters;
        let counts = [
            ("gpu_ops", self.gpu_ops),
            ("cpu_ops", self.cpu_ops),
            ("launches", c.launches),
            ("transfers_up", c.transfers_up),
            ("transfers_down", c.transfers_down),
            ("bytes_up", c.bytes_up),
            ("bytes_kept", self.kept_bytes),
            ("bytes_down", c.bytes_down),
            ("device_micros", (c.device_seconds * 1e6) as u64),
            ("fallbacks", self.fallbacks.values().sum()),
        ];
        counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect()
    }

    fn fall_back(&mut self, why: &str, count: u64) {
        if count > 0 {
            *self.fallbacks.entry(why.to_string()).or_default() += count;
        }
    }

    fn add_counted(&mut self, counted: &Counted) {
        self.gpu_ops += counted.steps;
        self.builders += counted.builders;
        self.shared += counted.shared;
        self.returned += counted.back;
        self.group_bytes = self.group_bytes.max(4 * counted.most);
        for (reason, number) in Reason::ALL.iter().zip(1..) {
            self.fall_back(reason.name(), counted.reasons.get(number).copied().unwrap_or(0));
        }
    }

    fn fail(&mut self, device: &str, error: &DeviceError) {
        self.fall_back(error.kind(), 1);
        if self.errors.len() < TOLD {
            self.errors.push(format!("{device}: {error}"));
        }
    }
}

/// Devices that work on batches together.
pub struct Team {
    members: Vec<Member>,
    options: Options,
    /// What decides which programs devices get; without it they get all that they can run.
    costs: Option<OpCosts>,
    stats: TeamStats,
}

/// Jobs that go to a device together: of one dialect.
pub(crate) type Part = Vec<PartJob>;

/// What all devices of a batch read.
pub(crate) struct Shared<'b> {
    /// All jobs.
    pub jobs: &'b [Job<'b>],
    /// How to run them.
    pub rules: Rules,
    /// Their plans, and what devices can run of each.
    pub plans: Vec<(&'b Plan, Chunks)>,
    /// By job: its plan.
    pub plan_of: Vec<usize>,
}

impl Shared<'_> {
    /// The jobs of a dialect that devices can do something for.
    fn jobs_for_devices(&self, dialect: Dialect) -> Part {
        // By plan: what it reads, if devices can run some of it.
        let usable = |(plan, chunks): &(&Plan, Chunks)| {
            (plan.dialect == dialect && !chunks.is_empty()).then(|| Reads::of(plan))
        };
        let plans: Vec<Option<Reads>> = self.plans.iter().map(usable).collect();
        if plans.iter().all(Option::is_none) {
            return Vec::new();
        }
        let mut jobs = Vec::with_capacity(self.jobs.len());
        for ((job, &plan), number) in self.jobs.iter().zip(&self.plan_of).zip(0..) {
            if let Some(reads) = plans[plan].filter(|reads| reads.fit(job)) {
                jobs.push(PartJob { job: number, words: reads.words(job) });
            }
        }
        jobs
    }
}

/// A batch that devices work on.
pub(crate) struct Work<'b> {
    /// What all of them read.
    pub shared: &'b Shared<'b>,
    /// How they are used.
    pub options: Options,
    /// Ends the batch between parts.
    pub stop: &'b AtomicBool,
    /// Threads that each of them may use.
    pub threads: usize,
    parts: Mutex<VecDeque<Part>>,
    answered: Mutex<Vec<Answered>>,
    stats: Mutex<TeamStats>,
}

impl Work<'_> {
    /// The next part that no device has begun.
    pub fn take(&self) -> Option<Part> {
        locked(&self.parts).pop_front()
    }

    /// Leaves a part to another device.
    pub fn put_back(&self, part: Part) {
        locked(&self.parts).push_back(part);
    }

    /// Counts what a part's answers say was done.
    pub fn count(&self, pack: &Pack, answers: &[u32]) {
        let counted = pack.counted(answers);
        let mut stats = locked(&self.stats);
        stats.kept_bytes += 4 * pack.blocks().known as u64;
        stats.answered += (pack.outcomes() as u64).saturating_sub(counted.back);
        stats.add_counted(&counted);
    }

    /// Keeps a part's answers.
    pub fn keep(&self, answered: Answered) {
        locked(&self.answered).push(answered);
    }

    /// Counts a failure.
    pub fn fail(&self, device: &str, error: &DeviceError) {
        locked(&self.stats).fail(device, error);
    }
}

/// A lock that a panic elsewhere does not take from us.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Team {
    /// A team of opened devices.
    pub fn new(devices: Vec<Box<dyn Device + Send>>, options: Options) -> Team {
        let members = devices.into_iter().map(Member::new).collect();
        Team { members, options, costs: None, stats: TeamStats::default() }
    }

    /// What was done so far.
    pub fn stats(&self) -> TeamStats {
        let mut stats = self.stats.clone();
        for member in &self.members {
            stats.counters.add(member.device.counters());
        }
        stats
    }

    /// Leaves programs to the CPU whose steps should take longer on the devices.
    pub fn set_costs(&mut self, costs: OpCosts) {
        self.costs = Some(costs);
    }

    /// Sets the most memory that each device's buffer may take, in bytes.
    pub fn set_limit(&mut self, bytes: u64) {
        self.members.iter_mut().for_each(|m| m.device.set_limit(bytes));
    }

    /// The devices, to be used otherwise.
    pub fn into_devices(self) -> Vec<Box<dyn Device + Send>> {
        self.members.into_iter().map(|m| m.device).collect()
    }

    /// The names of the devices.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|m| m.device.info().to_string()).collect()
    }

    /// As [`exec::batch::run_jobs`], with devices for what they can do.
    pub fn run_jobs<T: Send>(
        &mut self,
        jobs: &[Job<'_>],
        rules: Rules,
        threads: usize,
        stop: &AtomicBool,
        see: impl Fn(usize, &Run<'_, '_>) -> T + Sync,
    ) -> Batch<T> {
        let started = Instant::now();
        let shared = self.share(jobs, for_devices(rules), threads);
        let answered = self.on_devices(&shared, threads, stop);
        let answers = Answers::new(&shared, rules, &answered, &self.members);
        let mut batch = run_rest(jobs, rules, threads, stop, &answers, see);
        self.stats.cpu_ops += steps_of(&batch.stats);
        batch.seconds = started.elapsed().as_secs_f64();
        batch
    }

    /// Finds the plans of a batch and what devices can run of each.
    fn share<'b>(&self, jobs: &'b [Job<'b>], rules: Rules, threads: usize) -> Shared<'b> {
        let (plans, plan_of) = plans_of(jobs);
        let lanes: usize = self.members.iter().map(|m| self.lanes(m, rules.policy)).sum();
        // A power of two: batches of about one size have the same chunks, which are on the device already.
        let count = (ITEMS_PER_LANE * lanes).div_ceil(jobs.len().max(1)).next_power_of_two();
        let chunked = |plan: &'b Plan| {
            let most = plan.programs.len().div_ceil(LEAST_PROGRAMS).max(1);
            let costs = self.costs.as_ref();
            let saves = |p| costs.map_or(0.0, |costs| costs.saves(plan, p, threads));
            (plan, Chunks::new(plan, count.clamp(1, most), rules.policy, saves))
        };
        Shared { jobs, rules, plans: plans.into_iter().map(chunked).collect(), plan_of }
    }

    /// What devices would get of a batch and the words they would send back, part by part, with
    /// nothing run; the plans and their chunks.
    pub(crate) fn packs<'b>(
        &mut self,
        jobs: &'b [Job<'b>],
        rules: Rules,
        mut see: impl FnMut(&Pack, (usize, usize)),
    ) -> Vec<(&'b Plan, Chunks)> {
        let shared = self.share(jobs, rules, 1);
        let mut parts = self.parts(&shared, self.members.len());
        let lanes = self.members.first().map_or(1, |member| self.lanes(member, rules.policy));
        let Some(member) = self.members.first_mut() else { return shared.plans };
        while let Some(mut part) = parts.pop_front() {
            let (mut pack, range) = member.pack(&shared, &part, lanes);
            if 4 * pack.area().total as u64 > member.device.limit() && part.len() > 1 {
                let jobs = part.split_off(part.len() / 2);
                parts.extend([part, jobs]);
                continue;
            }
            // What does not fit is not counted as sent, nor would it be.
            let _ = pack.place(&mut member.resident);
            see(&pack, range);
        }
        shared.plans
    }

    fn lanes(&self, member: &Member, policy: Policy) -> usize {
        let info = member.device.info();
        let usual = info.compute_units as usize * usual_groups(info);
        // Half of the memory is for groups, the rest for inputs and results.
        let most = (member.room() / 2 / (4 * group_words(info, policy) as u64)).max(1) as usize;
        self.options.lanes.unwrap_or(usual).clamp(1, most)
    }

    fn on_devices(
        &mut self,
        shared: &Shared<'_>,
        threads: usize,
        stop: &AtomicBool,
    ) -> Vec<Answered> {
        let alive = self.members.iter().filter(|m| m.alive).count();
        if alive == 0 {
            self.stats.fall_back("no device", shared.jobs.len() as u64);
            return Vec::new();
        }
        let left = |of: fn(&Plan, &Chunks) -> usize| -> u64 {
            let left: Vec<usize> =
                shared.plans.iter().map(|(plan, chunks)| of(plan, chunks)).collect();
            shared.plan_of.iter().map(|&plan| left[plan] as u64).sum()
        };
        let cheaper = left(|_, chunks| chunks.cheaper());
        let all = left(|plan, chunks| plan.programs.len() - chunks.covered());
        self.stats.fall_back(CHEAPER, cheaper);
        self.stats.fall_back("program with an op that devices lack", all - cheaper);
        let work = Work {
            shared,
            options: self.options,
            stop,
            threads: (threads / alive).max(1),
            parts: Mutex::new(self.parts(shared, alive)),
            answered: Mutex::new(Vec::new()),
            stats: Mutex::new(std::mem::take(&mut self.stats)),
        };
        let policy = shared.rules.policy;
        let lanes: Vec<usize> = self.members.iter().map(|m| self.lanes(m, policy)).collect();
        std::thread::scope(|scope| {
            let members = self.members.iter_mut().zip(lanes).enumerate();
            let alive = members.filter(|(_, (member, _))| member.alive);
            // Every device begins with a part of its own; then the faster ones take more.
            let work = &work;
            let mut run = alive.map(|(number, (member, lanes))| {
                let first = work.take();
                move || member.work(work, number, lanes, first)
            });
            let own = run.next();
            run.for_each(|run| drop(scope.spawn(run)));
            own.into_iter().for_each(|run| run());
        });
        let Work { parts, answered, stats, .. } = work;
        self.stats = stats.into_inner().unwrap_or_default();
        let left: usize = parts.into_inner().unwrap_or_default().iter().map(Vec::len).sum();
        self.stats.fall_back("sample that no device ran", left as u64);
        answered.into_inner().unwrap_or_default()
    }

    /// Cuts a batch into parts of one dialect that fit a device.
    fn parts(&mut self, shared: &Shared<'_>, devices: usize) -> VecDeque<Part> {
        let mut parts = VecDeque::new();
        // All inputs and results of a part fit half of the memory of any device.
        let alive = || self.members.iter().filter(|m| m.alive);
        let most = alive().map(|m| m.room() as usize / 8).min().unwrap_or(0);
        let of_plan = alive().max_by_key(|m| m.result_room()).map(|m| m.job_words(shared));
        let of_plan = of_plan.unwrap_or_default();
        let words = |job: &PartJob| job.words as usize + of_plan[shared.plan_of[job.job as usize]];
        for dialect in Dialect::ALL {
            let jobs = shared.jobs_for_devices(dialect);
            // Several devices share out what is large enough; one takes as much as it holds.
            let even = match devices {
                1 => jobs.len(),
                n => jobs.len().div_ceil(2 * n).max(LEAST_SAMPLES),
            };
            let size = self.options.part.unwrap_or(even).max(1);
            parts.extend(cut(jobs, size, most, words));
        }
        parts
    }
}

/// Cuts jobs into parts of at most so many jobs and words, of one job at least.
fn cut(
    mut jobs: Part,
    size: usize,
    most: usize,
    words: impl Fn(&PartJob) -> usize,
) -> impl Iterator<Item = Part> {
    std::iter::from_fn(move || {
        let mut sum = 0;
        let mut is_full = |(i, job): &(usize, &PartJob)| {
            sum += words(job);
            *i == size || sum > most && *i > 0
        };
        let end = jobs.iter().enumerate().position(|entry| is_full(&entry)).unwrap_or(jobs.len());
        let rest = jobs.split_off(end);
        Some(std::mem::replace(&mut jobs, rest)).filter(|part| !part.is_empty())
    })
}

/// Groups that keep a multiprocessor or core busy.
pub(crate) fn usual_groups(info: &DeviceInfo) -> usize {
    match (info.software, info.lanes) {
        (true, _) => 8,
        (false, 1) => 256,
        _ => 16,
    }
}

/// What devices are told to keep to. A lane that works on one program for seconds holds up all others, and some systems end it:
/// where a failing step ends the program, those that are dearer than in a search go back to the CPU.
fn for_devices(rules: Rules) -> Rules {
    match rules.policy {
        Policy::Strict => Rules { budget: rules.budget.min(Budget::TIGHT), ..rules },
        _ => rules,
    }
}

/// What devices said of a batch.
struct Answers<'b> {
    /// Whether devices had to keep to less than what was asked for.
    clipped: bool,
    shared: &'b Shared<'b>,
    /// The parts, and the words that came back of each.
    parts: Vec<(&'b Pack, &'b [u32])>,
    /// By job: its part and its place there.
    places: Vec<(u32, u32)>,
}

impl<'b> Answers<'b> {
    fn new(
        shared: &'b Shared<'b>,
        rules: Rules,
        answered: &'b [Answered],
        members: &'b [Member],
    ) -> Answers<'b> {
        let mut places = vec![(u32::MAX, 0); shared.jobs.len()];
        for (part, answered) in (0..).zip(answered) {
            let jobs = answered.jobs.iter().zip(0..);
            jobs.for_each(|(entry, place)| places[entry.job as usize] = (part, place));
        }
        let parts = answered.iter().map(|a| (&a.pack, a.words(members))).collect();
        Answers { clipped: shared.rules != rules, shared, parts, places }
    }
}

impl Known for Answers<'_> {
    fn put<'k>(
        &'k self,
        cx: &Cx<'k>,
        (job, program): (usize, usize),
        outcome: &mut Outcome<'k>,
    ) -> bool {
        let (part, place) = self.places[job];
        let Some((pack, answers)) = self.parts.get(part as usize) else { return false };
        let chunks = &self.shared.plans[self.shared.plan_of[job]].1;
        let told = pack.outcome(cx, chunks, answers, (place as usize, program), outcome);
        told.is_some() && !(self.clipped && matches!(outcome.result, Err(Fault::Budget)))
    }

    fn failures<'k>(&'k self, cx: &Cx<'k>, job: usize) -> Option<Vec<Failure<'k>>> {
        let (part, place) = self.places[job];
        let (pack, answers) = self.parts.get(part as usize)?;
        pack.failures(cx, answers, place as usize)
    }
}

/// The plans of some jobs, each once, and by job which of them is its own.
fn plans_of<'b>(jobs: &'b [Job<'b>]) -> (Vec<&'b Plan>, Vec<usize>) {
    let mut numbers: HashMap<*const Plan, usize> = HashMap::new();
    let mut plans: Vec<&Plan> = Vec::new();
    let mut plan_of: Vec<usize> = Vec::with_capacity(jobs.len());
    // Most jobs have the plan of the job before them.
    for same in jobs.chunk_by(|a, b| std::ptr::eq(a.plan, b.plan)) {
        let number = *numbers.entry(std::ptr::from_ref(same[0].plan)).or_insert_with(|| {
            plans.push(same[0].plan);
            plans.len() - 1
        });
        plan_of.resize(plan_of.len() + same.len(), number);
    }
    (plans, plan_of)
}

/// Steps run on the CPU, function builders left out.
fn steps_of(stats: &Stats) -> u64 {
    let builders: u64 = Op::all()
        .filter(|op| source::is_builder(op.kernel()))
        .map(|op| stats.ops[op.index()].steps)
        .sum();
    stats.steps - builders
}
