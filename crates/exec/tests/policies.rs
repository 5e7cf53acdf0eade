//! The three error policies, as people are told they work.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::plan::Plan;
use exec::run::{Inputs, Policy, Rules, default_value};
use exec::value::order::{canonical, equal};
use exec::value::{Fault, Value};
use lang::{Dag, Dialect, Op, SafeDefault, Ty};
use support::{Seen, grid, merged, program, result_under, run, run_on};

const PILE: Policy = Policy::Pile { patched: 2 };
const PILE_0: Policy = Policy::Pile { patched: 0 };
const ALL: [Policy; 4] = [Policy::Strict, Policy::Safe, PILE, PILE_0];

fn seen(policy: Policy, dialect: Dialect, bodies: &[&str]) -> Seen {
    let dags: Vec<Dag> = bodies.iter().map(|body| program(dialect, body)).collect();
    run(&merged(dialect, &dags), &grid("012 345"), policy)
}

fn results(policy: Policy, dialect: Dialect, bodies: &[&str]) -> Vec<Result<String, Fault>> {
    seen(policy, dialect, bodies).ended.into_iter().map(|e| e.result).collect()
}

fn text(value: &str) -> Result<String, Fault> {
    Ok(value.to_string())
}

#[test]
fn strict_fails_the_users_of_a_failing_step_and_no_other() {
    let bodies = [
        "x = first(());return identity(x)",
        "x = first(());y = size(I);return combine(x, y)",
        "return size(I)",
        "return first(())",
    ];
    let expected = [Err(Fault::Empty), Err(Fault::Empty), text("2"), Err(Fault::Empty)];
    for policy in [Policy::Strict, PILE_0] {
        assert_eq!(results(policy, Dialect::Arc, &bodies), expected);
    }
    let seen = seen(Policy::Strict, Dialect::Arc, &bodies);
    let failed: Vec<Option<usize>> = seen.ended.iter().map(|e| e.failed_at).collect();
    assert_eq!(failed, [Some(0), Some(0), None, Some(0)]);
}

#[test]
fn a_program_fails_at_its_own_first_failing_step() {
    // Merged after a program that fails elsewhere, it still reports its own first failure.
    let bodies =
        ["return increment(size)", "x = first(());y = increment(size);return astuple(x, y)"];
    let expected = [Err(Fault::Type), Err(Fault::Empty)];
    assert_eq!(results(Policy::Strict, Dialect::Batt, &bodies), expected);
    let turned = [bodies[1], bodies[0]];
    assert_eq!(
        results(Policy::Strict, Dialect::Batt, &turned),
        [expected[1].clone(), expected[0].clone()]
    );
}

#[test]
fn what_no_result_needs_never_runs() {
    let mut dag = program(Dialect::Arc, "return size(I)");
    // Nodes without a root: one that fails, one that would use up any budget.
    let input = dag.input(lang::Input::I);
    let op = |name| Op::lookup(Dialect::Arc, name).expect("an op");
    let bad = dag.call(op("increment"), &[input]).expect("a call");
    dag.call(op("first"), &[bad]).expect("a call");
    let plan = Plan::new(&dag);
    for policy in ALL {
        let seen = run(&plan, &grid("01 23"), policy);
        assert_eq!(seen.ended[0].result, text("2"));
        assert_eq!((seen.stats.steps, seen.stats.failures), (1, [0; 6]), "{policy:?}");
        assert_eq!(plan.slot_of(bad), None);
    }
}

#[test]
fn strict_runs_nothing_after_the_failure() {
    let body = "x = first(());y = vmirror(I);return astuple(x, y)";
    let seen = seen(Policy::Strict, Dialect::Arc, &[body]);
    assert_eq!(seen.stats.steps, 1);
    assert_eq!(seen.states, [Some(Err(Fault::Empty)), None, None]);
}

#[test]
fn safe_goes_on_with_the_default_of_the_declared_type() {
    let safe = |dialect, body: &str| result_under(Policy::Safe, dialect, body);
    for (dialect, call, default) in [
        (Dialect::Arc, "increment(())", "0"),        // Numerical
        (Dialect::Arc, "height(3)", "0"),            // Integer
        (Dialect::Arc, "square(3)", "0"),            // Boolean
        (Dialect::Arc, "objects(3, T, F, T)", "{}"), // Objects
        (Dialect::Arc, "toindices(3)", "{}"),        // Indices
        (Dialect::Arc, "vmirror(3)", "()"),          // Piece
        (Dialect::Arc, "rot90(3)", "()"),            // Grid
        (Dialect::Arc, "shape(3)", "()"),            // IntegerTuple
        (Dialect::Arc, "first(())", "()"),           // Any
        (Dialect::Arc, "apply(size, 3)", "()"),      // Container
        (Dialect::Arc, "totuple(3)", "()"),          // Tuple
        (Dialect::Arc, "power(size, 0)", "nothing"), // Callable
        (Dialect::Batt, "increment(())", "0"),
        (Dialect::Batt, "a_mr(3)", "0"),
        (Dialect::Batt, "o_g(3, R5)", "{}"),
        (Dialect::Batt, "p_g(3)", "{}"),
        (Dialect::Batt, "center(3)", "()"),
        (Dialect::Batt, "mir_rot_f(3, R1)", "{}"),
        (Dialect::Batt, "rbind(3, 4)", "nothing"),
    ] {
        assert_eq!(safe(dialect, &format!("return {call}")), text(default), "{dialect} {call}");
    }
    assert_eq!(
        safe(Dialect::Arc, "x = first(());return combine(x, I)"),
        text("((0, 1, 2), (3, 4, 5))")
    );
}

/// Every declared type has the default that its row in the table of types says.
#[test]
fn defaults_by_declared_type() {
    use SafeDefault::{EmptySet, Function, Unit, UnitOfEither, Zero};
    let row = |default: SafeDefault| -> Vec<&'static str> {
        let of = |ty: &&Ty| ty.safe_default() == default;
        Ty::ALL.iter().filter(of).map(|ty| ty.name()).collect()
    };
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(
        sorted(row(EmptySet)),
        "FrozenSet Indices IndicesSet IntegerSet Object Objects Patch"
    );
    assert_eq!(
        sorted(row(Unit)),
        "Cell Grid IJ IntegerTuple Layer Layers Samples Tuple TupleTuple"
    );
    let either = "Any Container ContainerContainer Element Piece Untyped";
    assert_eq!(sorted(row(UnitOfEither)), either);
    assert_eq!(row(Function), ["Callable"]);
    assert!(row(Zero).contains(&"Boolean") && row(Zero).contains(&"C_"));
    let shown = |default| format!("{:?}", default_value(default));
    assert_eq!(shown(Zero), shown_value(Value::Int(0)));
    assert_eq!(shown(EmptySet), shown_value(Value::EMPTY));
    assert_eq!(shown(Unit), shown_value(Value::UNIT));
    assert_eq!(shown(UnitOfEither), shown_value(Value::UNIT));
    assert_eq!(shown(Function), shown_value(Value::AnyFn));
}

fn shown_value(v: Value<'_>) -> String {
    format!("{v:?}")
}

/// The default acts on the outermost failing step: nothing inside a mapped call is replaced.
#[test]
fn safe_acts_on_steps_alone() {
    let body = "x = compose(increment, first);return apply(x, ((1, 2), (), (3, 4)))";
    assert_eq!(result_under(Policy::Safe, Dialect::Batt, body), text("()"));
}

#[test]
fn a_computed_function_takes_the_default_of_its_signature() {
    let safe = |body: &str| result_under(Policy::Safe, Dialect::Arc, body);
    assert_eq!(safe("f = rbind(add, 1);return f(())"), text("0"));
    assert_eq!(safe("f = rbind(ofcolor, 1);return f(3)"), text("{}"));
    assert_eq!(safe("f = compose(size, vmirror);return f(3)"), text("0"));
    assert_eq!(safe("f = matcher(size, 3);return f(3)"), text("0"));
    assert_eq!(safe("f = first(initset(size));return f(3)"), text("()"));
    assert_eq!(safe("f = rbind(lbind, 3);return f(4)"), text("nothing"));
}

#[test]
fn the_default_function() {
    let safe = |body: &str| result_under(Policy::Safe, Dialect::Batt, body);
    let f = "f = rbind(3, 4);";
    for call in ["f()", "f(1)", "f(1, 2)", "f(1, 2, 3, 4, 5, 6, 7)", "apply(f, ())"] {
        assert_eq!(safe(&format!("{f}return {call}")), text("()"), "{call}");
    }
    for made in [
        "rbind(f, 1)",
        "lbind(f, 1)",
        "compose(f, size)",
        "compose(size, f)",
        "chain(size, f, size)",
        "fork(size, size, f)",
        "matcher(f, 1)",
        "power(f, 3)",
    ] {
        assert_eq!(safe(&format!("{f}return {made}")), text("nothing"), "{made}");
    }
    assert_eq!(safe(&format!("{f}g = lbind(5, 5);return equality(f, g)")), text("1"));
    assert_eq!(safe(&format!("{f}return equality(f, size)")), text("0"));
    assert_eq!(safe(&format!("{f}return branch(f, 1, 2)")), text("1"));
    assert_eq!(safe(&format!("{f}return apply(f, (4, 5, 6))")), text("((), (), ())"));
}

#[test]
fn the_default_function_sorts_last() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let op = |name| Op::lookup(Dialect::Arc, name).expect("an op");
    let (add, vsplit) = (Value::Op(op("add")), Value::Op(op("vsplit")));
    let compose = cx.op(op("compose"), &[add, vsplit]).expect("a function");
    let rbind = cx.op(op("rbind"), &[vsplit, add]).expect("a function");
    let functions = [add, compose, rbind, vsplit];
    for f in functions {
        assert!(canonical(cx.lay, f, Value::AnyFn).is_lt());
        assert!(canonical(cx.lay, Value::AnyFn, f).is_gt());
        assert!(!equal(f, Value::AnyFn));
    }
    for pair in functions.windows(2) {
        assert!(canonical(cx.lay, pair[0], pair[1]).is_lt());
    }
    assert!(canonical(cx.lay, Value::AnyFn, Value::AnyFn).is_eq());
    assert!(canonical(cx.lay, Value::EMPTY, Value::AnyFn).is_lt());
}

#[test]
fn pile_marks_patches_and_logs() {
    // Step order: o_g fails and is patched, increment fails and is not, first_t is a third one.
    let bodies = [
        "x = o_g(3, R5);return size_f(x)",
        "x = increment(size);return double(x)",
        "x = rot90(4);return size_t(x)",
        "return size_t(I)",
    ];
    let seen = seen(PILE, Dialect::Batt, &bodies);
    let results: Vec<_> = seen.ended.iter().map(|e| e.result.clone()).collect();
    assert_eq!(results, [text("0"), Err(Fault::Type), Err(Fault::Type), text("2")]);
    let logged: Vec<_> = seen.logged.iter().map(|l| (l.op.map(Op::name), l.fault)).collect();
    assert_eq!(logged, [(Some("o_g"), Fault::Type), (Some("increment"), Fault::Type)]);
    assert_eq!(seen.logged[0].args, [("integer", "3".into()), ("integer", "5".into())]);
    assert_eq!(seen.logged[1].args, [("function", "size".into())]);
    let steps: Vec<usize> = seen.logged.iter().map(|l| l.step).collect();
    assert_eq!(steps, [0, 2]);
    // Steps with inputs that are not ok do not run, and are no failures of their own.
    assert_eq!(seen.states[3], Some(Err(Fault::Type)));
    assert_eq!(seen.stats.failures[Fault::Type as usize], 3);
    assert_eq!(seen.stats.steps, 5);
}

#[test]
fn pile_counts_failures_in_step_order() {
    let bodies = ["return rot90(1)", "return rot180(1)", "return rot270(1)"];
    for (patched, expected) in [
        (0, [Err(Fault::Type), Err(Fault::Type), Err(Fault::Type)]),
        (1, [text("()"), Err(Fault::Type), Err(Fault::Type)]),
        (2, [text("()"), text("()"), Err(Fault::Type)]),
        (9, [text("()"), text("()"), text("()")]),
    ] {
        let seen = seen(Policy::Pile { patched }, Dialect::Arc, &bodies);
        let results: Vec<_> = seen.ended.iter().map(|e| e.result.clone()).collect();
        assert_eq!(results, expected);
        assert_eq!(seen.logged.len(), patched.min(3));
    }
}

/// Set-typed and tuple-typed results are patched; those of either kind, integers and functions
/// are not.
#[test]
fn which_types_pile_patches() {
    for (call, patched) in [
        ("objects(3, T, F, T)", Some("{}")),
        ("toindices(3)", Some("{}")),
        ("palette(3)", Some("{}")),
        ("rot90(3)", Some("()")),
        ("shape(3)", Some("()")),
        ("totuple(3)", Some("()")),
        ("vmirror(3)", None),     // Piece
        ("upscale(3, 2)", None),  // Element
        ("apply(size, 3)", None), // Container
        ("first(3)", None),       // Any
        ("height(3)", None),      // Integer
        ("square(3)", None),      // Boolean
        ("power(size, 0)", None), // Callable
    ] {
        let seen = seen(PILE, Dialect::Arc, &[&format!("return {call}")]);
        assert_eq!(seen.ended[0].result.clone().ok().as_deref(), patched, "{call}");
        assert_eq!(seen.logged.len(), 1, "{call}");
    }
}

#[test]
fn pile_logs_the_beginning_of_arguments() {
    let seen = seen(PILE, Dialect::Arc, &["x = interval(0, 100, 1);return rot90(x)"]);
    let (kind, shown) = &seen.logged[0].args[0];
    assert_eq!(*kind, "tuple");
    let whole = "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20";
    assert_eq!(shown.trim_end_matches('…'), &whole[..60]);
}

#[test]
fn pile_logs_calls_of_computed_functions() {
    let seen = seen(PILE, Dialect::Batt, &["f = rbind(add, 1);return f((), 2)"]);
    assert_eq!((seen.logged[0].op, seen.logged[0].fault), (None, Fault::Arity));
    assert_eq!(seen.logged[0].args[0], ("function", "rbind(add, 1)".to_string()));
}

/// Without a target C is `()`.
#[test]
fn c_is_nothing_without_a_target() {
    let plan = Plan::new(&program(Dialect::Batt, "return C"));
    let (input, target) = (grid("01"), grid("23"));
    for (target, expected) in [(None, "()"), (Some(&target), "((2, 3),)")] {
        let inputs = Inputs { demo: &[], input: &input, target };
        let ended = run_on(&plan, inputs, Rules::default()).ended;
        assert_eq!(ended[0].result, text(expected));
    }
}

/// Every kind of failure comes out as it went in, under every policy that shows it.
#[test]
fn kinds_stay_distinct() {
    let bodies = [
        "return increment(size)",
        "f = rbind(add, 1);return f(1, 2)",
        "return first(())",
        "return second((1,))",
        "return power(size, 0)",
        "return interval(0, 1000000000, 1)",
    ];
    for policy in [Policy::Strict, PILE_0] {
        let dags: Vec<Dag> = bodies.iter().map(|b| program(Dialect::Batt, b)).collect();
        let seen = run(&merged(Dialect::Batt, &dags), &grid("0"), policy);
        let faults: Vec<_> = seen.ended.iter().filter_map(|e| e.result.clone().err()).collect();
        assert_eq!(faults, Fault::ALL);
        assert_eq!(seen.stats.failures, [1; 6]);
    }
}
