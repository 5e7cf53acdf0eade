//! Columns of sets that are never made, against the walk element by element.

use lang::{Dialect, Op};

use super::*;
use crate::arena::Arena;

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

/// Results, cost and calls by op of a mapped function.
type Answers = (Vec<String>, u64, Vec<u64>);

fn answers(make: Make, seed: i64, case: usize, columns: bool) -> Option<Answers> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let (f, container) = make(&cx, seed).into_iter().nth(case)?;
    cx.start_step(1 << 40);
    let items = cx.items(container).expect("a container");
    let values: Vec<_> = if columns {
        let column = cx.map_column(f, container).expect("within budget")?;
        (0..items.len()).map(|i| column.get(i)).collect()
    } else {
        items.map(|x| cx.map1(&f, &x).expect("no failure")).collect()
    };
    let values = values.iter().map(|v| format!("{v:?}")).collect();
    let cost = cx.spent();
    Some((values, cost, cx.into_calls().iter().map(|calls| calls.get()).collect()))
}

type Make = for<'a> fn(&Cx<'a>, i64) -> Vec<Case<'a>>;

#[test]
fn what_is_never_made_counts_as_if_it_were() {
    for (what, make) in [
        ("moved", moved_cases as Make),
        ("objects", object_cases),
        ("pairs", pair_cases),
        ("distances", distance_cases),
    ] {
        let mut taken = 0;
        for seed in 0..60 {
            for case in 0..12 {
                let Some(column) = answers(make, seed, case, true) else { continue };
                let expected = answers(make, seed, case, false).expect("a case");
                assert_eq!(column, expected, "{what}, seed {seed}, case {case}");
                taken += 1;
            }
        }
        assert!(taken >= 60, "{what}: columns were used {taken} times only");
    }
}

#[test]
fn wide_and_far_patches_are_left_to_the_walk() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let wide = cx.positions_set(&[(0, 0), (0, 90)]).expect("small");
    let far = cx.positions_set(&[(0, 2047)]).expect("small");
    let offsets = poses(&cx, 1, 30, 9);
    for patch in [wide, far] {
        let moved = call(&cx, "lbind", &[op("shift"), patch]);
        let left = call(&cx, "lbind", &[op("intersection"), wide]);
        let f = call(&cx, "chain", &[op("size"), left, moved]);
        assert!(cx.map_column(f, offsets).expect("within budget").is_none());
    }
}
