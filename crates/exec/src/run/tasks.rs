//! Steps that read the demo pairs alone, hence give the same on every sample of a task: a batch
//! computes them once for all samples that run the same plan by the same rules.
//!
//! The first sample that needs such a step runs it and leaves what it gave, failures included, with
//! its cost and calls; the others take that as if they had run it. So it does not matter who was first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::constants::Constant;
use super::{Policy, Rules, Run};
use crate::arena::Arena;
use crate::batch::Job;
use crate::cx::Cx;
use crate::plan::{Slot, Step};
use crate::value::build::Maker;
use crate::value::{Fault, R};

/// Largest memory for the values of one task.
const BYTES_LIMIT: usize = 1 << 20;

/// Largest value that is kept, in elements.
const SIZE_LIMIT: u64 = 1 << 14;

/// Tasks whose values are kept at a time. Samples of one task are neighbours in most batches, so a few will do.
const MOST_TASKS: usize = 64;

/// First chunk of memory: most plans have few such steps.
const FIRST_CHUNK: usize = 4 << 10;

/// What the steps of a plan gave that read S alone, on one task and by one set of rules.
///
/// Invariant: what values in `known` point to lies in `arena`, in the task, or in the plan's constants.
pub(crate) struct TaskSteps {
    /// By number of the step. The memory lives as long as `arena`; no value leaves with a longer life.
    known: Box<[OnceLock<Constant<'static>>]>,
    arena: Mutex<Arena>,
}

// SAFETY: the pointers in the values go into the arena, which moves with them, and to what outlives the batch.
unsafe impl Send for TaskSteps {}

// SAFETY: values are data that nobody changes; the arena is only touched under its lock.
unsafe impl Sync for TaskSteps {}

impl TaskSteps {
    fn new(steps: usize) -> TaskSteps {
        let known = (0..steps).map(|_| OnceLock::new()).collect();
        TaskSteps { known, arena: Mutex::new(Arena::starting_with(FIRST_CHUNK)) }
    }

    /// What the step of a number gave, if that is known.
    #[inline]
    pub(crate) fn of<'a>(&'a self, number: usize) -> Option<&'a Constant<'a>> {
        self.known.get(number)?.get()
    }

    /// Keeps what a step gave in a context of its own, unless that is large or somebody else is keeping something.
    pub(crate) fn keep(&self, number: usize, cx: &Cx<'_>, given: Constant<'_>) {
        let Ok(arena) = self.arena.try_lock() else { return };
        let size = given.out.map_or(0, |v| v.size());
        if size > SIZE_LIMIT || arena.position() > BYTES_LIMIT {
            return;
        }
        let maker = Maker { arena: &arena, lay: cx.lay };
        let out: R<'_> = given.out.map(|v| maker.copy_where(v, &|address| cx.arena.owns(address)));
        let kept = Constant { out, calls: arena.copy(given.calls), ..given };
        // SAFETY: the calls and what was the context's own are in `arena` now, which lives as long as `known` and is never
        // rewound; `of` hands it out no longer than that. What else a value points to is the task's or the plan's, which
        // outlive the batch, hence `self`.
        let kept = unsafe { std::mem::transmute::<Constant<'_>, Constant<'static>>(kept) };
        let _ = self.known[number].set(kept);
    }
}

impl<'a> Run<'_, 'a> {
    /// Runs a step that reads S alone, unless another sample of the task has.
    pub(super) fn run_in_task(
        &mut self,
        target: Slot,
        step: &Step,
        (task, number): (&'a TaskSteps, usize),
    ) -> Result<(), Fault> {
        if let Some(kept) = task.of(number) {
            return self.take(target, step, kept);
        }
        let (cx, limit) = (self.cx, self.rules.budget.step);
        let mark = cx.arena.mark();
        cx.start_step(limit);
        let (out, calls) = cx.noting_calls(|| self.call(step, self.plan.args(step)));
        task.keep(number, cx, Constant { out, cost: cx.spent().min(limit), calls });
        self.settle(target, step, &mark, out)
    }
}

/// A task whose samples share steps, from its first job to its last.
struct Shared {
    steps: usize,
    /// Jobs that are not done yet.
    left: AtomicUsize,
    made: Mutex<Option<Arc<TaskSteps>>>,
}

/// Which jobs of a batch share steps.
#[derive(Default)]
pub(crate) struct Tasks {
    /// By job: its task; there are none if no jobs share anything.
    of_job: Vec<u32>,
    shared: Vec<Shared>,
    /// Tasks that hold something now.
    alive: AtomicUsize,
}

impl Tasks {
    /// Jobs share what they have in common: the plan and the demo pairs. Where failures are patched, what a step gives depends on how many
    /// failed before it, so nothing is shared.
    pub(crate) fn new(jobs: &[Job<'_>], rules: Rules) -> Tasks {
        let patches = matches!(rules.policy, Policy::Pile { patched: 1.. });
        if patches || jobs.iter().all(|job| job.plan.task_steps() == 0) {
            return Tasks::default();
        }
        let (mut numbers, mut shared) = (FxHashMap::default(), Vec::new());
        let of_job = jobs.iter().map(|job| {
            let demo = job.inputs.demo;
            let key = (std::ptr::from_ref(job.plan), demo.as_ptr(), demo.len());
            let number = *numbers.entry(key).or_insert_with(|| {
                let (left, made) = (AtomicUsize::new(0), Mutex::new(None));
                shared.push(Shared { steps: job.plan.task_steps(), left, made });
                shared.len() - 1
            });
            *shared[number].left.get_mut() += 1;
            number as u32
        });
        Tasks { of_job: of_job.collect(), shared, alive: AtomicUsize::new(0) }
    }

    /// Does a job with what its task shares; of the last job that is dropped.
    pub(crate) fn with<T>(&self, job: usize, run: impl FnOnce(Option<&TaskSteps>) -> T) -> T {
        let Some(shared) = self.of_job.get(job).map(|&number| &self.shared[number as usize]) else {
            return run(None);
        };
        let out = run(self.steps(shared).as_deref());
        if shared.left.fetch_sub(1, Ordering::AcqRel) == 1 && locked(shared).take().is_some() {
            self.alive.fetch_sub(1, Ordering::Relaxed);
        }
        out
    }

    /// What a task shares, made if this is not its last job and not too many others hold something.
    fn steps(&self, shared: &Shared) -> Option<Arc<TaskSteps>> {
        if shared.steps == 0 {
            return None;
        }
        let mut made = locked(shared);
        let is_wanted = made.is_none() && shared.left.load(Ordering::Relaxed) > 1;
        if is_wanted && self.alive.load(Ordering::Relaxed) < MOST_TASKS {
            self.alive.fetch_add(1, Ordering::Relaxed);
            *made = Some(Arc::new(TaskSteps::new(shared.steps)));
        }
        made.clone()
    }
}

fn locked(shared: &Shared) -> std::sync::MutexGuard<'_, Option<Arc<TaskSteps>>> {
    shared.made.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, parse};

    use super::*;
    use crate::data::{Sample, TaskGrid};
    use crate::known::Unknown;
    use crate::plan::{Plan, Repeats};
    use crate::run::{Inputs, Worker};
    use crate::value::Value;

    #[test]
    fn what_is_kept_and_taken() {
        let text = "def differ_a(S, I, C):
    a = first(S)
    b = first(a)
    c = palette(b)
    d = interval(size(c), TWO, ZERO)
    return combine(c, d)";
        let program = parse(text.as_bytes(), "a.py", Some(Dialect::Arc)).programs.remove(0);
        let plan = Plan::new(&program.dag);
        let repeats: Vec<Repeats> = plan.steps.iter().map(|step| step.repeats()).collect();
        let [c, d, sum] = [0, 1, 2].map(Repeats::InTask);
        // What costs a unit is run every time.
        let [first, size] = [Repeats::No; 2];
        assert_eq!(repeats, [first, first, c, size, d, sum]);
        let input = TaskGrid::new(1, 1, vec![0]).unwrap();
        let demo = [Sample { input: input.clone(), output: None }];
        let inputs = Inputs { demo: &demo, input: &input, target: None };
        let run = |task: &TaskSteps| {
            let rules = (Rules::default(), Some(task));
            let see = |run: &Run<'_, '_>| run.outcomes()[0].result.map(|_| ());
            Worker::default().run_rest(&plan, inputs, rules, (&Unknown, 0), see)
        };
        let task = TaskSteps::new(plan.task_steps());
        assert_eq!(run(&task), Err(Fault::Domain));
        assert!(matches!(task.of(0), Some(Constant { out: Ok(Value::Bits(1)), cost: 6, .. })));
        assert!(matches!(task.of(1), Some(Constant { out: Err(Fault::Domain), .. })));
        assert!(task.of(2).is_none());
        // What is there is believed.
        let told = TaskSteps::new(plan.task_steps());
        let _ = told.known[0].set(Constant { out: Err(Fault::Index), cost: 1, calls: &[] });
        assert_eq!(run(&told), Err(Fault::Index));
    }
}
