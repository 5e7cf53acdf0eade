//! Columns of sets that are never made, against the walk element by element.

use lang::{Dialect, Op};

use super::*;
use crate::arena::Arena;
use crate::cx::Cx;
use crate::value::{Fault, text};

fn op<'a>(name: &str) -> Value<'a> {
    Value::Op(Op::lookup(Dialect::Arc, name).expect("an op"))
}

fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
    let Value::Op(op) = op(name) else { panic!("{name} is no op") };
    cx.op(op, args).expect("no failure")
}

/// Positions that look random.
fn places(seed: i64, len: i64, side: i64) -> impl Iterator<Item = (i64, i64)> {
    let number = move |i: i64| ((seed + i) * 2_654_435_761 % 4_294_967_296) >> 8;
    (0..len).map(move |i| (number(i) % side - 2, number(i + 99) % side - 1))
}

fn poses<'a>(cx: &Cx<'a>, seed: i64, len: i64, side: i64) -> Value<'a> {
    cx.positions_set(&places(seed, len, side).collect::<Vec<_>>()).expect("small")
}

fn cells<'a>(cx: &Cx<'a>, seed: i64, len: i64, side: i64) -> Value<'a> {
    let cell = |(r, c)| cx.cell(Value::Int((r * c) & 3), r, c).expect("small");
    cx.set(&mut places(seed, len, side).map(cell).collect::<Vec<_>>()).expect("small")
}

/// A function and the container it is mapped over.
type Case<'a> = (Value<'a>, Value<'a>);

/// Sizes of what a moved patch and a set have in common, or of what is left of one.
fn moved_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let offsets = poses(cx, seed + 5, 40, 9 + seed % 60);
    let mut cases = Vec::new();
    for (patch, set) in [
        (poses(cx, seed, 1 + seed % 20, 8), poses(cx, seed + 1, 50, 11)),
        (cells(cx, seed, 1 + seed % 20, 8), cells(cx, seed + 1, 50, 11)),
        (poses(cx, seed, 7, 8), cells(cx, seed + 1, 50, 11)),
        (poses(cx, seed, 7, 8), Value::EMPTY),
    ] {
        let moved = call(cx, "lbind", &[op("shift"), patch]);
        for (binder, name) in [("lbind", "intersection"), ("rbind", "difference")] {
            let left = call(cx, binder, &[op(name), set]);
            cases.push((call(cx, "chain", &[op("size"), left, moved]), offsets));
        }
        let left = call(cx, "lbind", &[op("difference"), set]);
        let size = call(cx, "compose", &[op("positive"), op("size")]);
        cases.push((call(cx, "chain", &[size, left, moved]), offsets));
    }
    cases
}

/// Objects, their boxes and their positions against one set.
fn object_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let object = |i: i64| cells(cx, seed * 31 + i * 7, 1 + i % 5, 9);
    let objects = cx.set(&mut (0..20).map(object).collect::<Vec<_>>()).expect("small");
    let set = call(cx, "lbind", &[op("intersection"), poses(cx, seed, 30, 9)]);
    let cases = ["backdrop", "toindices"].map(|name| {
        let f = call(cx, "chain", &[op("size"), set, op(name)]);
        (f, objects)
    });
    cases.to_vec()
}

/// Two patches, moved by the parts of each pair of positions.
fn pair_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let few = poses(cx, seed, 7, 6);
    let pairs = call(cx, "product", &[few, few]);
    let moved = |seed, part| {
        let shift = call(cx, "lbind", &[op("shift"), poses(cx, seed, 6, 5)]);
        call(cx, "compose", &[shift, op(part)])
    };
    let (a, b) = (moved(seed, "first"), moved(seed + 3, "last"));
    let common = call(cx, "fork", &[op("intersection"), a, b]);
    let area = call(cx, "fork", &[op("multiply"), op("height"), op("width")]);
    let full = call(cx, "fork", &[op("equality"), op("size"), area]);
    let both = call(cx, "fork", &[op("combine"), a, b]);
    let sizes = call(cx, "compose", &[op("size"), common]);
    let (none, full) =
        (call(cx, "matcher", &[sizes, Value::Int(1)]), call(cx, "compose", &[full, both]));
    let area = call(cx, "compose", &[area, both]);
    let lines = call(cx, "fork", &[op("connect"), op("first"), op("last")]);
    let lines = call(cx, "compose", &[op("size"), lines]);
    vec![(call(cx, "fork", &[op("both"), none, full]), pairs), (area, pairs), (lines, pairs)]
}

/// The least distance of every position from some places, and the distance from one.
fn distance_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let single = |(r, c)| cx.positions_set(&[(r, c)]).expect("small");
    let others: Vec<_> = places(seed, 1 + seed % 9, 20).map(single).collect();
    let others = cx.tuple(&others).expect("small");
    let bound = call(cx, "lbind", &[op("rbind"), op("manhattan")]);
    let all = call(cx, "rbind", &[op("apply"), others]);
    let one = call(cx, "rbind", &[op("manhattan"), poses(cx, seed, 1 + seed % 3, 9)]);
    let near = call(cx, "chain", &[all, bound, op("initset")]);
    let positions = poses(cx, seed + 1, 30, 12);
    vec![
        (call(cx, "compose", &[op("minimum"), near]), positions),
        (call(cx, "compose", &[op("maximum"), near]), positions),
        (call(cx, "compose", &[one, op("initset")]), positions),
    ]
}

/// A set joined with a moved one, normalised, against itself drawn, turned and read again.
fn turned_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let lbind = |name: &str, v| call(cx, "lbind", &[op(name), v]);
    // Small sets, so that some are equal to themselves turned.
    let (set, patch) = (poses(cx, seed, 1 + seed % 5, 3), poses(cx, seed + 1, 1 + seed % 3, 2));
    let both = call(cx, "compose", &[lbind("combine", set), lbind("shift", patch)]);
    let normal = call(cx, "compose", &[op("normalize"), both]);
    let empty = call(cx, "chain", &[lbind("canvas", Value::Int(0)), op("shape"), both]);
    let object = call(cx, "compose", &[lbind("recolor", Value::Int(3)), normal]);
    let drawn = call(cx, "fork", &[op("paint"), empty, object]);
    let read = call(cx, "rbind", &[op("ofcolor"), Value::Int(3)]);
    let equal = |turn: &str| {
        let turned = call(cx, "chain", &[read, op(turn), drawn]);
        let same = call(cx, "fork", &[op("equality"), normal, turned]);
        let also = call(cx, "fork", &[op("equality"), turned, normal]);
        call(cx, "fork", &[op("both"), same, also])
    };
    let plain = call(cx, "fork", &[op("equality"), normal, call(cx, "compose", &[read, drawn])]);
    let sizes = call(cx, "compose", &[op("size"), normal]);
    let shapes = call(cx, "compose", &[op("shape"), both]);
    let same = call(cx, "compose", &[op("normalize"), lbind("shift", patch)]);
    let same = call(cx, "fork", &[op("equality"), normal, same]);
    let offsets = poses(cx, seed + 5, 40, 9);
    let mut cases = ["rot90", "rot180", "rot270"].map(|turn| (equal(turn), offsets)).to_vec();
    cases.extend([plain, sizes, shapes, same].map(|f| (f, offsets)));
    cases
}

/// A patch in several places around each position, less some rows and the patch itself.
fn spread_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let patch = poses(cx, seed, 1 + seed % 6, 4);
    let shift = call(cx, "lbind", &[op("shift"), patch]);
    let near = poses(cx, seed + 2, 1 + seed % 4, 4);
    let add = call(cx, "lbind", &[op("lbind"), op("add")]);
    let compose = call(cx, "lbind", &[op("compose"), shift]);
    let all = call(cx, "chain", &[call(cx, "rbind", &[op("mapply"), near]), compose, add]);
    let below = call(cx, "lbind", &[op("greater"), Value::Int(seed % 7)]);
    let below = call(cx, "chain", &[below, op("decrement"), op("first")]);
    let some = call(cx, "compose", &[call(cx, "rbind", &[op("sfilter"), below]), all]);
    let rest = call(cx, "fork", &[op("difference"), some, shift]);
    let set = poses(cx, seed + 1, 50, 11);
    let offsets = poses(cx, seed + 5, 40, 9);
    let mut cases = Vec::new();
    for (binder, name) in [("rbind", "intersection"), ("lbind", "difference")] {
        let left = call(cx, binder, &[op(name), set]);
        cases.extend(
            [all, some, rest].map(|f| (call(cx, "chain", &[op("size"), left, f]), offsets)),
        );
    }
    cases
}

/// Functions that give one patch, moved.
fn stamps<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let shoot = |r, c| call(cx, "rbind", &[op("shoot"), Value::Pair(r, c)]);
    let both = |a, b| call(cx, "fork", &[op("combine"), a, b]);
    let mut all =
        ["dneighbors", "ineighbors", "neighbors", "vfrontier", "hfrontier"].map(op).to_vec();
    all.extend([shoot(0, 1), shoot(-1, 1), shoot(0, 0), both(shoot(1, 0), shoot(1, -1))]);
    all.extend([both(op("dneighbors"), op("ineighbors")), both(op("vfrontier"), op("hfrontier"))]);
    all
}

/// How many neighbours and the like lie in a set.
fn stamp_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let common = call(cx, "lbind", &[op("intersection"), poses(cx, seed + 1, 50, 11)]);
    let offsets = poses(cx, seed + 5, 40, 9);
    let case = |f| (call(cx, "chain", &[op("size"), common, f]), offsets);
    stamps(cx).into_iter().map(case).collect()
}

/// `mapply` of functions that give moved patches, coloured or not.
fn union_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let places = poses(cx, seed + 5, 6 + seed % 30, 9);
    let cells = cells(cx, seed, 30, 9);
    let object = |i: i64| self::cells(cx, seed * 31 + i * 7, 1 + i % 5, 9);
    let objects = cx.set(&mut (0..20).map(object).collect::<Vec<_>>()).expect("small");
    let mut cases = Vec::new();
    for f in stamps(cx) {
        let at = |place: &str| call(cx, "compose", &[f, op(place)]);
        let red = call(cx, "compose", &[call(cx, "lbind", &[op("recolor"), Value::Int(2)]), f]);
        let own = |of: &str, place| call(cx, "fork", &[op("recolor"), op(of), at(place)]);
        cases.extend([(f, places), (red, places), (own("first", "last"), cells)]);
        cases.push((own("size", "center"), objects));
    }
    cases
}

/// A function whose parts call the same functions on the same values, some of them dear.
fn shared_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let objects = objects(cx, seed, 20);
    let near = call(cx, "lbind", &[op("shift"), poses(cx, seed, 5, 4)]);
    let all = call(cx, "compose", &[call(cx, "lbind", &[op("mapply"), near]), op("toindices")]);
    let twice = call(cx, "fork", &[op("combine"), all, all]);
    let sizes = call(cx, "compose", &[op("size"), twice]);
    let sum = call(cx, "fork", &[op("add"), sizes, call(cx, "compose", &[op("size"), all])]);
    let often = call(cx, "fork", &[op("multiply"), sum, sum]);
    let rounds = call(cx, "power", &[op("increment"), Value::Int(3)]);
    let rounds = call(cx, "compose", &[rounds, sum]);
    vec![(sum, objects), (often, objects), (call(cx, "fork", &[op("add"), rounds, often]), objects)]
}

fn objects<'a>(cx: &Cx<'a>, seed: i64, len: i64) -> Value<'a> {
    let object = |i: i64| cells(cx, seed * 31 + i * 7, 1 + i % 5, 9);
    cx.set(&mut (0..len).map(object).collect::<Vec<_>>()).expect("small")
}

/// Functions that build others of their argument and map those.
fn closure_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let (objects, places) = (objects(cx, seed, 9), poses(cx, seed + 1, 30, 12));
    let numbers = cx.tuple(&places_of(seed).map(|(r, c)| cx.pair(r, c)).collect::<Vec<_>>());
    let numbers = numbers.expect("small");
    let near = call(cx, "lbind", &[op("lbind"), op("manhattan")]);
    let near = call(cx, "compose", &[near, op("initset")]);
    let of = |name: &str, container, f| {
        let bound = call(cx, "lbind", &[op(name), container]);
        call(cx, "compose", &[bound, f])
    };
    let has = call(cx, "lbind", &[op("lbind"), op("contained")]);
    let less = call(cx, "lbind", &[op("rbind"), op("greater")]);
    let less = call(cx, "compose", &[less, op("first")]);
    let firsts = call(cx, "compose", &[call(cx, "rbind", &[op("compose"), op("first")]), less]);
    let sum = call(cx, "lbind", &[op("lbind"), op("add")]);
    let sums = call(cx, "compose", &[call(cx, "rbind", &[op("apply"), numbers]), sum]);
    let mut cases = vec![(of("sfilter", objects, has), places), (sums, places)];
    // Functions of sets that are not all of one size.
    let moved = call(cx, "lbind", &[op("shift"), poses(cx, seed, 6, 4)]);
    let common = call(cx, "lbind", &[op("intersection"), poses(cx, seed + 2, 30, 9)]);
    let bound = call(cx, "lbind", &[op("lbind"), op("difference")]);
    let sets = [3, 4, 5].map(|i| poses(cx, seed + i, 9, 6));
    let others = call(cx, "rbind", &[op("apply"), cx.tuple(&sets).expect("small")]);
    let left = call(cx, "compose", &[common, moved]);
    cases.push((call(cx, "chain", &[others, bound, left]), places));
    cases.push((call(cx, "compose", &[bound, left]), places));
    cases.extend([numbers, places].map(|over| (of("sfilter", over, firsts), places)));
    cases.extend(["argmin", "argmax", "valmin", "valmax"].map(|n| (of(n, objects, near), places)));
    cases
}

fn places_of(seed: i64) -> impl Iterator<Item = (i64, i64)> {
    places(seed, 7, 9)
}

/// Functions that fail on some elements only, or give numbers that do not fit columns.
fn failing_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let mixed: Vec<_> = places(seed, 50, 9).map(|(r, c)| cx.pair(r, c)).collect();
    let mut with_other = mixed.clone();
    with_other.insert(seed as usize % 40, Value::Int(3));
    let [pairs, other] = [mixed, with_other].map(|values| cx.tuple(&values).expect("small"));
    let large = call(cx, "lbind", &[op("multiply"), Value::Int(1 << 30)]);
    let large = call(cx, "chain", &[large, large, op("first")]);
    let sides = call(cx, "fork", &[op("add"), op("first"), op("last")]);
    // Too many arguments, and too few.
    let many = call(cx, "fork", &[op("first"), op("first"), op("last")]);
    let few = ["shift", "apply", "sfilter", "manhattan"].map(|name| (op(name), pairs));
    let mut cases = few.to_vec();
    cases.extend([(sides, other), (large, pairs), (op("first"), other), (large, other)]);
    cases.push((many, pairs));
    cases
}

/// Pairs of objects: each is part of many, and what is asked of it alone is computed once.
fn couple_cases<'a>(cx: &Cx<'a>, seed: i64) -> Vec<Case<'a>> {
    let objects = objects(cx, seed, 8);
    let couples = call(cx, "product", &[objects, objects]);
    let both = |outer: &str, f| {
        let parts = ["first", "last"].map(|part| call(cx, "compose", &[f, op(part)]));
        call(cx, "fork", &[op(outer), parts[0], parts[1]])
    };
    let two = call(cx, "fork", &[op("add"), op("size"), op("numcolors")]);
    let twice = call(cx, "fork", &[op("combine"), op("toindices"), op("toindices")]);
    let place = call(cx, "matcher", &[op("first"), Value::Int(1)]);
    let mapped = call(cx, "rbind", &[op("sfilter"), place]);
    let rounds = call(cx, "power", &[op("hmirror"), Value::Int(3)]);
    let near = call(cx, "lbind", &[op("manhattan"), poses(cx, seed, 3, 9)]);
    let bound = call(cx, "lbind", &[op("lbind"), op("shift")]);
    let shape = call(cx, "matcher", &[op("shape"), cx.pair(2, 2)]);
    let (first, corner) = (op("first"), call(cx, "lbind", &[op("shift"), poses(cx, seed, 4, 5)]));
    // A number has no size.
    let fails = call(cx, "chain", &[op("positive"), op("size"), op("color")]);
    let all = [two, twice, mapped, rounds, near, bound, shape, op("color"), fails];
    let mut cases: Vec<_> = all.map(|f| (call(cx, "compose", &[f, first]), couples)).to_vec();
    cases.extend(
        [op("shape"), op("identity"), two, op("ulcorner")].map(|f| (both("equality", f), couples)),
    );
    cases.extend(["combine", "hmatching", "manhattan"].map(|n| (both(n, op("identity")), couples)));
    cases.push((both("intersection", call(cx, "compose", &[corner, op("ulcorner")])), couples));
    cases
}

/// A way to make cases.
type Make = for<'a> fn(&Cx<'a>, i64) -> Vec<Case<'a>>;

const MAKERS: [(&str, Make); 12] = [
    ("moved", moved_cases),
    ("objects", object_cases),
    ("pairs", pair_cases),
    ("distances", distance_cases),
    ("turned", turned_cases),
    ("spread", spread_cases),
    ("stamps", stamp_cases),
    ("unions", union_cases),
    ("shared", shared_cases),
    ("closures", closure_cases),
    ("couples", couple_cases),
    ("failing", failing_cases),
];

/// What was given, its cost up to the budget, and the calls of each op.
type Answers = (Result<String, Fault>, u64, Vec<u64>);

/// An op of a function and a container, by compiled code or by walking the tree for every element.
fn answers(make: Make, (seed, case): (i64, usize), name: &str, budget: u64, tree: bool) -> Answers {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let (f, container) = make(&cx, seed)[case];
    let Value::Op(op) = op(name) else { panic!("{name} is no op") };
    let args = if name == "sfilter" { [container, f] } else { [f, container] };
    cx.start_step(budget);
    if tree {
        cx.walk_trees();
    }
    let out = cx.op(op, &args).map(|v| text::literal(cx.lay, v, usize::MAX));
    let cost = cx.spent().min(budget);
    let calls = cx.into_calls().iter().map(|calls| calls.get()).collect();
    (out, cost, calls)
}

fn cases(make: Make, seed: i64) -> usize {
    let arena = Arena::new();
    make(&Cx::new(&arena, Dialect::Arc), seed).len()
}

#[test]
fn code_gives_fails_costs_and_counts_as_walking_the_tree_does() {
    for (what, make) in MAKERS {
        for seed in 0..30 {
            for case in 0..cases(make, seed) {
                for name in ["apply", "mapply", "sfilter", "argmax", "order"] {
                    let [code, tree] =
                        [false, true].map(|t| answers(make, (seed, case), name, 1 << 40, t));
                    assert_eq!(code, tree, "{what}, seed {seed}, case {case}, {name}");
                }
            }
        }
    }
}

#[test]
fn budgets_end_code_where_they_end_the_tree() {
    for (what, make) in MAKERS {
        for case in 0..cases(make, 1) {
            let (_, cost, _) = answers(make, (1, case), "apply", 1 << 40, true);
            for budget in [0, 5, cost / 7, cost / 2, cost.saturating_sub(1), cost, cost + 1] {
                let [code, tree] = [false, true].map(|t| {
                    let (out, cost, _) = answers(make, (1, case), "apply", budget, t);
                    (out, cost)
                });
                assert_eq!(code, tree, "{what}, case {case}, {budget} of {cost}");
            }
        }
    }
}

/// The calls of a function as it is compiled: names, and how often each is made.
fn calls_of(f: for<'a> fn(&Cx<'a>) -> Value<'a>) -> Option<Vec<(String, u64)>> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let mut code = Code::default();
    let compiled = code.compile(f(&cx), 1);
    let name = |i: &Instruction| match i.does {
        Does::Call(op) => Some((op.name().to_string(), i.times)),
        _ => None,
    };
    compiled.then(|| code.instructions.iter().filter_map(name).collect())
}

#[test]
fn calls_that_occur_again_are_made_once() {
    let calls = calls_of(|cx| {
        let a = call(cx, "compose", &[op("size"), op("toindices")]);
        let b = call(cx, "fork", &[op("add"), a, a]);
        call(cx, "fork", &[op("multiply"), b, call(cx, "compose", &[op("double"), b])])
    });
    let times = |name: &str, n| (name.to_string(), n);
    let expected = [("toindices", 4), ("size", 4), ("add", 2), ("double", 1), ("multiply", 1)];
    assert_eq!(calls, Some(expected.map(|(name, n)| times(name, n)).to_vec()));
}

#[test]
fn long_functions_are_not_compiled() {
    let long = |len: usize| {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let next = |f, i| {
            let add = call(&cx, "lbind", &[op("add"), Value::Int(i as i64)]);
            call(&cx, "compose", &[add, f])
        };
        Code::default().compile((0..len).fold(op("double"), next), 1)
    };
    assert_eq!([MOST - 1, MOST].map(long), [true, false]);
}
