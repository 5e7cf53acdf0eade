//! What the tests of whole programs share: programs from text, samples, runs as plain data.

use std::sync::atomic::AtomicBool;

use exec::batch::{Job, run_jobs};
use exec::data::TaskGrid;
use exec::plan::{Plan, PlanProgram};
use exec::run::{Budget, Inputs, Logged, Outcome, Policy, Rules, Run};
use exec::stats::Stats;
use exec::value::check::is_canonical;
use exec::value::{Fault, Value, text};
use lang::{Dag, Dialect, parse};

/// The grid of rows such as `"012 345"`.
pub fn grid(rows: &str) -> TaskGrid {
    let rows: Vec<&str> = rows.split(' ').collect();
    let cells = rows.concat().bytes().map(|b| (b - b'0') as i8).collect();
    TaskGrid::new(rows.len() as u16, rows[0].len() as u16, cells).expect("a rectangle")
}

/// One program from the lines of its body.
pub fn program(dialect: Dialect, body: &str) -> Dag {
    let lines: String = body.split(';').map(|line| format!("    {}\n", line.trim())).collect();
    let text = format!("def differ_a(S, I, C):\n{lines}");
    let mut parsed = parse(text.as_bytes(), "test.py", Some(dialect));
    let errors: String = parsed.errors.iter().map(|e| format!("{e}\n")).collect();
    assert!(errors.is_empty(), "{errors}");
    parsed.programs.remove(0).dag
}

/// One plan of many programs.
pub fn merged<'d>(dialect: Dialect, dags: impl IntoIterator<Item = &'d Dag>) -> Plan {
    let mut all = Dag::new(dialect);
    dags.into_iter().for_each(|dag| _ = all.merge(dag));
    Plan::new(&all)
}

/// What became of one program, as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The value as people read it.
    pub result: Result<String, Fault>,
    /// The place of the failing step in the program's own order.
    pub failed_at: Option<usize>,
    pub cost: u64,
}

/// What a run gave.
pub struct Seen {
    pub ended: Vec<Ended>,
    pub logged: Vec<Logged>,
    /// Which steps ran or were skipped, in the plan's order.
    pub states: Vec<Option<Result<String, Fault>>>,
    pub stats: Stats,
}

/// Runs a plan on one sample, on a thread of the engine's own pool, and checks every value.
pub fn run_on(plan: &Plan, inputs: Inputs<'_>, rules: Rules) -> Seen {
    let (seen, stats) = one_job(plan, inputs, rules, |run| {
        let lay = run.cx.lay;
        let shown = |v| {
            assert!(is_canonical(lay, v), "not canonical: {}", text::literal(lay, v, 200));
            text::literal(lay, v, 100_000)
        };
        let states = plan.step_slots().map(|slot| run.value(slot).map(|r| r.map(shown)));
        (ended(plan, run, 100_000), run.logged().to_vec(), states.collect())
    });
    let (ended, logged, states) = seen;
    Seen { ended, logged, states, stats }
}

/// As [`run_on`], only for how programs end, their values cut short.
pub fn ended_on(plan: &Plan, inputs: Inputs<'_>, rules: Rules) -> Vec<Ended> {
    one_job(plan, inputs, rules, |run| ended(plan, run, 200)).0
}

fn one_job<T: Send>(
    plan: &Plan,
    inputs: Inputs<'_>,
    rules: Rules,
    see: impl Fn(&Run<'_, '_>) -> T + Sync,
) -> (T, Stats) {
    let jobs = [Job { plan, inputs }];
    let batch = run_jobs(&jobs, rules, 1, &AtomicBool::new(false), |_, run| see(run));
    (batch.results.into_iter().flatten().next().expect("one job"), batch.stats)
}

fn ended(plan: &Plan, run: &Run<'_, '_>, limit: usize) -> Vec<Ended> {
    let one = |(program, outcome): (&PlanProgram, &Outcome<'_>)| Ended {
        result: outcome.result.map(|v| text::literal(run.cx.lay, v, limit)),
        failed_at: outcome.failed_at.and_then(|at| program.steps.iter().position(|&s| s == at)),
        cost: outcome.cost,
    };
    plan.programs.iter().zip(run.outcomes()).map(one).collect()
}

/// Runs a plan on the input `I` alone.
pub fn run(plan: &Plan, input: &TaskGrid, policy: Policy) -> Seen {
    let rules = Rules { policy, ..Rules::default() };
    run_on(plan, Inputs { demo: &[], input, target: None }, rules)
}

/// The result of one program under a policy.
pub fn result_under(policy: Policy, dialect: Dialect, body: &str) -> Result<String, Fault> {
    let plan = Plan::new(&program(dialect, body));
    run(&plan, &grid("012 345"), policy).ended.remove(0).result
}

/// All that a run tells, apart from time and memory.
#[derive(PartialEq, Debug)]
pub struct Told {
    pub outcomes: Vec<(Result<String, Fault>, Option<usize>, u64)>,
    pub slots: Vec<(Option<Result<String, Fault>>, u64)>,
    pub logged: Vec<Logged>,
}

/// See [`Told`].
pub fn told(plan: &Plan, run: &Run<'_, '_>) -> Told {
    let show = |v: Value<'_>| text::literal(run.cx.lay, v, 300);
    let outcome =
        |o: &Outcome<'_>| (o.result.map(show), o.failed_at.map(|slot| slot.index()), o.cost);
    let slot = |slot| (run.value(slot).map(|r| r.map(show)), run.cost(slot));
    Told {
        outcomes: run.outcomes().iter().map(outcome).collect(),
        slots: plan.source_slots().chain(plan.step_slots()).map(slot).collect(),
        logged: run.logged().to_vec(),
    }
}

/// The counters that do not measure time or memory of a thread.
pub fn counted(stats: &Stats) -> (u64, u64, [u64; 6], Vec<(u64, u64)>) {
    let ops = stats.ops.iter().map(|op| (op.calls, op.steps)).collect();
    (stats.steps, stats.steps_shared, stats.failures, ops)
}

/// Every policy with budgets of every size.
pub fn rules() -> Vec<Rules> {
    let limits = [1 << 22, 1 << 16, 40, 9, 0];
    let budgets = limits.iter().flat_map(|&step| [1 << 22, 60].map(|program| (step, program)));
    let budgets: Vec<_> = budgets.map(|(step, program)| Budget { step, program }).collect();
    let policies = [Policy::Strict, Policy::Safe, Policy::Pile { patched: 2 }];
    let all = |policy| budgets.iter().map(move |&budget| Rules { policy, budget });
    policies.into_iter().flat_map(all).collect()
}
