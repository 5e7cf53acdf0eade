//! Columns of sets that are never made, against the walk element by element.

use lang::{Dialect, Op};

use super::*;
use crate::arena::Arena;
use crate::value::fingerprint::fingerprint;

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

#[test]
fn merged_patches_are_what_merging_gives() {
    let answer = |seed: i64, case: usize, columns: bool| {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let (f, container) = union_cases(&cx, seed).into_iter().nth(case)?;
        cx.start_step(1 << 40);
        let union = if columns {
            cx.union_of_patches(f, container).expect("within budget")?
        } else {
            let items = cx.items(container).expect("a container");
            let parts: Vec<_> = items.map(|x| cx.map1(&f, &x).expect("no failure")).collect();
            cx.merge_all(&parts, true).expect("small")
        };
        let (union, cost) = (fingerprint(union), cx.spent());
        Some((union, cost, cx.into_calls().iter().map(|calls| calls.get()).collect::<Vec<_>>()))
    };
    for case in 0..44 {
        let taken = (0..30).filter(|&seed| {
            let column = answer(seed, case, true);
            assert!(column.is_none() || column == answer(seed, case, false), "{case} {seed}");
            column.is_some()
        });
        // Two frontiers that do not move together have no colours in columns.
        let declined = case / 4 == 10 && case % 4 != 0;
        assert_eq!(taken.count() > 20, !declined, "case {case}");
    }
}

#[test]
fn patches_at_the_edge_are_left_to_the_walk() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let edge: Vec<_> = (0..20).map(|i| (2047, i)).collect();
    let edge = cx.positions_set(&edge).expect("small");
    cx.start_step(1 << 40);
    for f in ["dneighbors", "ineighbors", "neighbors"].map(op) {
        assert!(cx.union_of_patches(f, edge).expect("within budget").is_none());
    }
    let wide: Vec<_> = (0..20).map(|i| (i, i * 90)).collect();
    let wide = cx.positions_set(&wide).expect("small");
    assert!(cx.union_of_patches(op("neighbors"), wide).expect("within budget").is_none());
    assert_eq!(cx.spent(), 0);
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
        ("turned", turned_cases),
        ("spread", spread_cases),
        ("stamps", stamp_cases),
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
fn products_of_two_lengths_do_not_fill_memory() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    cx.start_step(1 << 40);
    let place = |i: i64| (i / 100, i % 100);
    let single = |i: i64| cx.positions_set(&[place(i)]).expect("small");
    let bound = call(&cx, "lbind", &[op("rbind"), op("manhattan")]);
    // 1 million distances are made at once, 16 million are not.
    for (side, is_taken) in [(1000, true), (4000, false)] {
        let others = cx.tuple(&(0..side).map(single).collect::<Vec<_>>()).expect("small");
        let all = call(&cx, "rbind", &[op("apply"), others]);
        let near = call(&cx, "chain", &[all, bound, op("initset")]);
        let f = call(&cx, "compose", &[op("minimum"), near]);
        let positions = cx.positions_set(&(0..side).map(place).collect::<Vec<_>>());
        let before = arena.position();
        let column = cx.map_column(f, positions.expect("small")).expect("within budget");
        assert_eq!(column.is_some(), is_taken, "{side}");
        assert!(arena.position() - before < 8 << 20, "{side}");
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
