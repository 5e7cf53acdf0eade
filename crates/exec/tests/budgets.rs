//! Programs that blow up: each ends soon, in little memory, with the right kind of failure, and
//! the programs it was merged with do not notice.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use exec::plan::Plan;
use exec::run::{Budget, Inputs, Policy, Rules};
use exec::value::Fault;
use lang::{Dag, Dialect};
use support::{Ended, ended_on, grid, merged, program};

/// Counts what is in use, everything included, and refuses what would stop the machine.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: all memory comes from the system's allocator; refusing is allowed.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Ordering::Relaxed);
        if in_use > 4 << 30 {
            return std::ptr::null_mut();
        }
        // SAFETY: passed on as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: passed on as it came.
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// Most memory that a run may take on top of what it found.
const MOST_BYTES: usize = 400 << 20;

/// Runs that measure memory take turns.
static TURN: Mutex<()> = Mutex::new(());

fn ended(plan: &Plan, rules: Rules) -> Vec<Ended> {
    let input = grid("012 345");
    ended_on(plan, Inputs { demo: &[], input: &input, target: None }, rules)
}

/// Runs something that takes no more memory than this.
fn within<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let out = run();
    let taken = PEAK.load(Ordering::Relaxed) - before;
    assert!(taken < bytes, "{} MB are too much memory", taken >> 20);
    out
}

/// How a program ends between two others, which must not notice.
fn between(dialect: Dialect, bad: &Dag, rules: Rules) -> Ended {
    let (first, last) = (program(dialect, "return rot90(I)"), program(dialect, "return rot180(I)"));
    let plan = merged(dialect, [&first, bad, &last]);
    let mut ended = within(MOST_BYTES, || ended(&plan, rules));
    assert_eq!(ended[0].result.as_deref(), Ok("((3, 0), (4, 1), (5, 2))"));
    assert_eq!(ended[2].result.as_deref(), Ok("((5, 4, 3), (2, 1, 0))"));
    ended.remove(1)
}

/// Checks how a program fails: merged, alone with less to spend, and under `safe`.
fn blows_up(dialect: Dialect, dag: &Dag, expected: Fault) {
    let strict = between(dialect, dag, Rules::default());
    assert_eq!(strict.result, Err(expected));
    let little = rules(1 << 16, 1 << 20);
    let alone = ended(&Plan::new(dag), little).remove(0);
    assert_eq!(alone, between(dialect, dag, little), "alone and merged differ");
    let safe = between(dialect, dag, Rules { policy: Policy::Safe, ..Rules::default() });
    assert!(matches!(safe.result, Ok(_) | Err(Fault::Budget)), "{safe:?}");
}

fn arc_blows_up(body: &str, expected: Fault) {
    blows_up(Dialect::Arc, &program(Dialect::Arc, body), expected);
}

#[test]
fn values_that_grow_too_large() {
    for body in [
        "x = upscale(I, 100);y = upscale(x, 1000);return upscale(y, 1000)",
        "return upscale(I, 9223372036854775807)",
        "x = hupscale(I, 100000);return vupscale(x, 100000)",
        "return interval(0, 1000000000, 1)",
        "return interval(-9223372036854775808, 9223372036854775807, 1)",
        "return canvas(0, (1000000000, 1))",
        "return canvas(0, (1000000000, 1000000000))",
        "return canvas(0, (1000000000, 0))",
        "return canvas(0, (9223372036854775807, 9223372036854775807))",
        "return repeat(I, 1000000000)",
        "return repeat((), 9223372036854775807)",
        "x = repeat(I, 1000);y = repeat(x, 1000);return repeat(y, 1000)",
        "x = insert((1000000000, 1000000000), initset((0, 0)));return backdrop(x)",
        "x = insert((1000000000, 1000000000), initset((0, 0)));return box(x)",
        "return connect((0, 0), (1000000000, 1000000000))",
        "x = asindices(canvas(0, (1000, 1000)));return product(x, x)",
        "x = asindices(canvas(0, (33, 33)));return product(x, x)",
    ] {
        arc_blows_up(body, Fault::Budget);
    }
}

#[test]
fn work_that_grows_too_large() {
    for body in [
        "return power(increment, 1000000)",
        "f = power(power(power(identity, 256), 256), 256);g = compose(f, f);return g(0)",
        "x = interval(0, 4000, 1);return prapply(add, x, x)",
        "x = asindices(canvas(0, (300, 300)));return manhattan(x, shift(x, (900, 900)))",
        "x = interval(0, 9000, 1);f = rbind(contained, x);return apply(f, x)",
    ] {
        arc_blows_up(body, Fault::Budget);
    }
}

#[test]
fn functions_applied_to_themselves() {
    arc_blows_up("f = fork(apply, identity, initset);return f(f)", Fault::Budget);
    arc_blows_up("f = fork(mapply, identity, initset);return f(f)", Fault::Budget);
    arc_blows_up("f = fork(sfilter, initset, identity);return f(f)", Fault::Budget);
    arc_blows_up("f = fork(rapply, initset, identity);return f(f)", Fault::Budget);
}

#[test]
fn integers_that_overflow() {
    for body in [
        "return increment(9223372036854775807)",
        "return invert(-9223372036854775808)",
        "return multiply((4611686018427387904, 1), 2)",
        "return subtract(-9223372036854775808, 1)",
        "return crement(-9223372036854775808)",
        "x = insert((-9223372036854775808, 0), initset((9223372036854775807, 0)));return height(x)",
        "f = power(double, 64);return f(1)",
        "return shift(initset((9223372036854775807, 0)), (1, 0))",
        "return neighbors((9223372036854775807, 0))",
    ] {
        arc_blows_up(body, Fault::Domain);
    }
}

/// A program of many lines: the first one, then one like `step` again and again.
fn long(first: &str, step: &str, lines: usize) -> Dag {
    let mut body = format!("x0 = {first}");
    for i in 1..lines {
        let _ = write!(body, ";x{i} = {}", step.replace('@', &format!("x{}", i - 1)));
    }
    program(Dialect::Arc, &format!("{body};return x{}", lines - 1))
}

#[test]
fn nesting_without_end() {
    for (first, step) in [
        ("initset(I)", "initset(@)"),
        ("astuple(I, I)", "astuple(@, 0)"),
        ("astuple(I, I)", "astuple(0, @)"),
        ("compose(size, size)", "compose(@, size)"),
        ("compose(size, size)", "compose(size, @)"),
        ("compose(size, size)", "compose(@, @)"),
        ("rbind(add, 1)", "rbind(add, @)"),
        ("matcher(size, 1)", "matcher(@, @)"),
        ("totuple(I)", "combine(@, @)"),
        ("totuple(I)", "repeat(@, 2)"),
    ] {
        blows_up(Dialect::Arc, &long(first, step, 3000), Fault::Budget);
    }
    blows_up(Dialect::Arc, &long("double(1)", "double(@)", 3000), Fault::Domain);
}

/// A function that doubles its work with every line, still within the size of a value.
#[test]
fn doubling_calls() {
    let dag = {
        let mut body = String::from("f0 = compose(identity, identity)");
        for i in 1..18 {
            let _ = write!(body, ";f{i} = compose(f{0}, f{0})", i - 1);
        }
        program(Dialect::Arc, &format!("{body};x = repeat(I, 200);return apply(f17, x)"))
    };
    blows_up(Dialect::Arc, &dag, Fault::Budget);
}

fn rules(step: u64, program: u64) -> Rules {
    Rules { policy: Policy::Strict, budget: Budget { step, program } }
}

fn costs(plan: &Plan, rules: Rules) -> Vec<(bool, u64)> {
    ended(plan, rules).iter().map(|e| (e.result.is_ok(), e.cost)).collect()
}

#[test]
fn a_shared_step_is_charged_in_full_to_each_program() {
    let bodies = ["x = asobject(I);return size(x)", "x = asobject(I);return first(x)"];
    let dags: Vec<Dag> = bodies.iter().map(|b| program(Dialect::Arc, b)).collect();
    // asobject: 4, six cells in, six out; the other ops: 4.
    let both = costs(&merged(Dialect::Arc, &dags), Rules::default());
    assert_eq!(both, [(true, 20), (true, 20)]);
    let alone: Vec<_> =
        dags.iter().flat_map(|dag| costs(&Plan::new(dag), Rules::default())).collect();
    assert_eq!(alone, both);
}

#[test]
fn both_limits_are_exact() {
    let plan = Plan::new(&program(Dialect::Arc, "x = asobject(I);return size(x)"));
    assert_eq!(costs(&plan, rules(16, 20)), [(true, 20)]);
    assert!(!costs(&plan, rules(15, 20))[0].0, "a step above its limit");
    assert!(!costs(&plan, rules(16, 19))[0].0, "a program above its limit");
}

#[test]
fn calls_inside_a_step_are_part_of_its_cost() {
    for n in [4, 40] {
        // apply: 4, the function, n elements in, n out; for each element 4 for the call of
        // increment and 1 for its result.
        let body = format!("x = interval(0, {n}, 1);return apply(increment, x)");
        let plan = Plan::new(&program(Dialect::Arc, &body));
        let interval = 4 + 3 + n;
        assert_eq!(costs(&plan, Rules::default()), [(true, interval + 4 + 1 + n + n + 5 * n)]);
    }
}

#[test]
fn a_budget_cuts_off_at_the_same_place_merged_or_not() {
    let bodies = [
        "x = asobject(I);y = shift(x, (1, 1));return toindices(y)",
        "x = asobject(I);return toindices(x)",
        "return size(asobject(I))",
    ];
    let dags: Vec<Dag> = bodies.iter().map(|b| program(Dialect::Arc, b)).collect();
    let plan = merged(Dialect::Arc, &dags);
    for limit in 0..60 {
        let together = costs(&plan, rules(limit, 1000));
        let alone: Vec<_> =
            dags.iter().flat_map(|dag| costs(&Plan::new(dag), rules(limit, 1000))).collect();
        assert_eq!(together, alone, "step limit {limit}");
        let together = costs(&plan, rules(1000, limit));
        let alone: Vec<_> =
            dags.iter().flat_map(|dag| costs(&Plan::new(dag), rules(1000, limit))).collect();
        assert_eq!(together, alone, "program limit {limit}");
    }
}

/// Under `safe` a program still ends: its own budget is no step's failure.
#[test]
fn safe_keeps_the_budget_of_a_program() {
    let body = "a = asobject(I);b = shift(a, (1, 1));return size(b)";
    let plan = Plan::new(&program(Dialect::Arc, body));
    let safe = |step, program| {
        let rules = Rules { policy: Policy::Safe, ..rules(step, program) };
        ended(&plan, rules).remove(0).result
    };
    assert_eq!(safe(1000, 1000).as_deref(), Ok("6"));
    assert_eq!(safe(13, 1000).as_deref(), Ok("0"));
    assert_eq!(safe(1000, 20), Err(Fault::Budget));
}

/// Programs that people name run to their end; a search does not wait for them.
mod named {
    use super::*;

    /// Most memory that a named program may take.
    const MOST_BYTES: usize = 1 << 30;

    fn on_zeros(side: usize, body: &str, rules: Rules) -> Ended {
        let plan = Plan::new(&program(Dialect::Arc, body));
        let row = "0".repeat(side);
        let input = grid(&vec![row; side].join(" "));
        let inputs = Inputs { demo: &[], input: &input, target: None };
        within(MOST_BYTES, || ended_on(&plan, inputs, rules).remove(0))
    }

    /// The largest empty rectangle: a canvas of every size is looked for in the grid.
    const LARGEST_BOX: &str = "a = interval(1, 31, 1);b = product(a, a);f = lbind(canvas, 0);\
        g = compose(asobject, f);h = lbind(occurrences, I);k = chain(size, h, g);c = sfilter(b, k);\
        m = fork(multiply, first, last);return argmax(c, m)";

    #[test]
    fn work_that_a_search_would_not_wait_for() {
        assert_eq!(on_zeros(30, LARGEST_BOX, Rules::default()).result, Err(Fault::Budget));
        let named = on_zeros(30, LARGEST_BOX, Rules::NAMED);
        assert_eq!(named.result.as_deref(), Ok("(30, 30)"));
        assert!(named.cost > Budget::TIGHT.program && named.cost < Budget::GENEROUS.program / 8);
    }

    /// Comparing all places of a grid with an object costs what it takes: many at once.
    #[test]
    fn looking_for_an_object_is_cheap() {
        let found = on_zeros(30, "x = asobject(I);return occurrences(I, x)", Rules::default());
        assert_eq!(found.result.as_deref(), Ok("{(0, 0)}"));
        // asobject: 4, 900 cells in and out; occurrences: 16, both sizes, 900 * 900 / 32, and one place.
        assert_eq!(found.cost, 4 + 900 + 900 + 16 + 900 + 900 + 900 * 900 / 32 + 1);
    }

    #[test]
    fn what_runs_away_ends() {
        for body in [
            "f = power(compose(rot90, rot90), 250);g = power(f, 250);h = power(g, 250);return h(I)",
            "a = asindices(I);f = lbind(mapply, neighbors);g = power(f, 200);x = product(a, a);\
             h = chain(g, initset, first);return mapply(h, x)",
        ] {
            let ended = on_zeros(12, body, Rules::NAMED);
            assert!(ended.result.is_ok() || ended.result == Err(Fault::Budget), "{ended:?}");
            assert!(ended.cost <= Budget::GENEROUS.program + Budget::GENEROUS.step, "{ended:?}");
        }
    }

    /// Each line makes a new large value, and all of them stay.
    fn hoard(first: usize, lines: usize) -> Dag {
        let mut body = String::from("s0 = 0");
        for i in 1..=lines {
            let _ = write!(body, ";x{i} = repeat({}, 100000)", first + i);
            let _ = write!(body, ";s{i} = add(s{}, size(x{i}))", i - 1);
        }
        program(Dialect::Arc, &format!("{body};return s{lines}"))
    }

    #[test]
    fn what_a_program_holds_is_limited() {
        let rules = Rules::NAMED;
        let enough = within(MOST_BYTES, || ended(&Plan::new(&hoard(1000, 300)), rules).remove(0));
        assert_eq!(enough.result.as_deref(), Ok("30000000"));
        let full = within(MOST_BYTES, || ended(&Plan::new(&hoard(1000, 400)), rules).remove(0));
        assert_eq!(full.result, Err(Fault::Budget));
        assert!(full.cost < Budget::GENEROUS.program);
        let pile = Rules { policy: Policy::Pile { patched: 1 }, ..rules };
        let full = within(MOST_BYTES, || ended(&Plan::new(&hoard(1000, 400)), pile).remove(0));
        assert_eq!(full.result, Err(Fault::Budget));
    }

    /// However many programs are merged, memory follows the largest of them, and nobody notices.
    #[test]
    fn merged_programs_do_not_pile_up() {
        let dags: Vec<Dag> = (0..6).map(|i| hoard(1000 * i, 250)).collect();
        let together = within(MOST_BYTES, || ended(&merged(Dialect::Arc, &dags), Rules::NAMED));
        let alone = |dag: &Dag| ended(&Plan::new(dag), Rules::NAMED).remove(0);
        assert_eq!(together, dags.iter().map(alone).collect::<Vec<_>>());
        assert!(together.iter().all(|ended| ended.result.as_deref() == Ok("25000000")));
    }
}

/// Work that is cheap to ask for and dear to do. These end within the budget; were it not counted,
/// they would take gigabytes or minutes.
mod cheap_to_ask {
    use super::*;

    const LARGE: &str = "a = asindices(canvas(0, (700, 700)));b = asindices(canvas(1, (700, 700)));\
        f = rbind(rbind(branch, a), b);";

    /// A function that gives a large set at the cost of 1: what it gives is charged before the
    /// union takes memory.
    #[test]
    fn a_union_of_many_large_sets() {
        arc_ends(&format!("{LARGE}return mapply(f, asindices(canvas(0, (100, 100))))"));
    }

    /// Equal large sets in two places: sorting compares them in full.
    #[test]
    fn a_set_of_many_large_sets() {
        let body = "g = compose(f, even);x = merge(initset(interval(0, 100000, 1)));";
        arc_ends(&format!("{LARGE}{body}return apply(g, x)"));
    }

    /// Grids of 60000 rows and no columns: their rows count.
    #[test]
    fn many_grids_without_columns() {
        let thin = "x = repeat(canvas(0, (60000, 0)), 1000000);";
        arc_ends(&format!("{thin}return dedupe(x)"));
        arc_ends(&format!("{thin}return apply(dedupe, x)"));
        arc_ends(&format!("{thin}return apply(mostcommon, x)"));
    }

    /// A value 250 deep: its levels count.
    #[test]
    fn many_deep_values() {
        let deep = "d = power(initset, 250);x = repeat(d(0), 1000000);";
        arc_ends(&format!("{deep}return mostcommon(x)"));
    }

    /// The default of each call of a computed function is known without walking its chain.
    #[test]
    fn many_calls_of_computed_functions() {
        let mut body = String::from("f0 = compose(identity, identity);x0 = f0(I)");
        for i in 1..20_000 {
            let _ = write!(body, ";f{i} = compose(f{0}, identity);x{i} = f{i}(x{0})", i - 1);
        }
        arc_ends(&format!("{body};return x19999"));
    }

    fn arc_ends(body: &str) {
        between(Dialect::Arc, &program(Dialect::Arc, body), Rules::default());
    }
}
