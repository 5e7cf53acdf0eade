//! What holds for kernels whatever they are given. Single cases are golden vectors.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::check::is_canonical;
use exec::value::order::{below, equal};
use exec::value::{Fault, Items, R, Value};
use exec::vectors::{describe, value};
use judge::vectors::{arguments, same};
use judge::{Generator, Random, Style};
use lang::{Dialect, Op};

/// The result of `order` on elements written as JSON, by themselves.
fn sorted<'a>(cx: &Cx<'a>, elements: &[Value<'a>]) -> R<'a> {
    let identity = Value::Op(Op::lookup(Dialect::Arc, "identity").unwrap());
    let list = cx.tuple(elements)?;
    cx.op(Op::lookup(Dialect::Arc, "order").unwrap(), &[list, identity])
}

/// What the specification's insertion sort gives.
fn insertion_sorted<'a>(cx: &Cx<'a>, elements: &[Value<'a>]) -> R<'a> {
    let mut sorted = elements.to_vec();
    for i in 1..sorted.len() {
        for at in (1..=i).rev() {
            if !below(cx.lay, sorted[at], sorted[at - 1])? {
                break;
            }
            sorted.swap(at, at - 1);
        }
    }
    cx.tuple(&sorted)
}

/// A merge sort and an insertion sort agree on which lists of nested tuples compare.
#[test]
fn sorting_faults_do_not_depend_on_the_algorithm() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let pool = ["1", "2", "[1]", "[1,1]", "[1,[1]]", "[2,1]", "[2,[0]]", "[[1],2]", "[[1],[2]]"];
    let pool = pool.map(|text| value(&cx, &serde_json::from_str(text).unwrap()).unwrap());
    for n in 0..pool.len().pow(4) {
        let list = [0, 1, 2, 3].map(|place| pool[n / pool.len().pow(place) % pool.len()]);
        let (got, wanted) = (sorted(&cx, &list), insertion_sorted(&cx, &list));
        assert!(same(got, wanted), "{} and {}", describe(&cx, got), describe(&cx, wanted));
    }
}

#[test]
fn sorting_many_sets_is_charged() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let set = |from: i64, to: i64| cx.set(&mut (from..to).map(Value::Int).collect::<Vec<_>>());
    let apart: Vec<_> = (0..3000).rev().map(|n| set(n + 100, n + 101).unwrap()).collect();
    cx.start_step(1 << 20);
    assert!(sorted(&cx, &apart).is_ok());
    // Falling chains make insertion sort quadratic.
    let chain: Vec<_> = (1..60).rev().map(|n| set(0, n).unwrap()).collect();
    cx.start_step(1 << 12);
    assert!(matches!(sorted(&cx, &chain), Err(Fault::Budget)));
}

/// What a set operation gives when worked out element by element.
fn by_elements<'a>(cx: &Cx<'a>, op: &str, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (xs, ys) = (cx.items(a)?, cx.items(b)?);
    let has = |mut items: Items<'a>, x: Value<'a>| items.any(|y| equal(x, y));
    let mut out: Vec<Value<'a>> = match op {
        "combine" => xs.chain(ys).collect(),
        "intersection" if !a.is_set() || !b.is_set() => return Err(Fault::Type),
        "intersection" => xs.filter(|&x| has(ys, x)).collect(),
        "difference" => xs.filter(|&x| !has(ys, x)).collect(),
        "remove" => ys.filter(|&y| !equal(a, y)).collect(),
        "insert" if !b.is_set() => return Err(Fault::Type),
        "insert" => ys.chain([a]).collect(),
        "merge" => {
            xs.map(|x| cx.items(x)).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
        }
        _ => return Err(Fault::Arity),
    };
    let kind = if matches!(op, "remove" | "insert") { b } else { a };
    if kind.is_set() { cx.set(&mut out) } else { cx.tuple(&out) }
}

#[test]
fn packed_forms_give_what_plain_elements_give() {
    let names = ["combine", "intersection", "difference", "remove", "insert", "merge"];
    let mut arena = Arena::new();
    for seed in 0..40_000 {
        let dialect = Dialect::ALL[seed % 2];
        let cx = Cx::new(&arena, dialect);
        let mut generator = Generator::new(&cx, Random::new(seed as u64), Style::Wild);
        let name = generator.random.pick(&names);
        let mut container = || match generator.random.below(4) {
            0 => generator.patch(true),
            1 => generator.patch(false),
            kind => generator.container(kind == 2, 2),
        };
        let a = container();
        let b = container();
        let b = if generator.random.one_in(2) { generator.like(a) } else { b };
        let args = if name == "merge" { vec![a] } else { vec![a, b] };
        let got = cx.op(Op::lookup(dialect, name).unwrap(), &args);
        // What is no container is judged by the vectors.
        if cx.items(b).is_ok() {
            let wanted = by_elements(&cx, name, a, args[args.len() - 1]);
            let shown = || args.iter().map(|&v| describe(&cx, Ok(v))).collect::<Vec<_>>();
            assert!(same(got, wanted), "{name}{:?} gave {}", shown(), describe(&cx, got));
        }
        arena.reset(1 << 20);
    }
}

/// No op panics, and every result is in its one form.
#[test]
fn any_arguments_give_a_value_or_a_fault() {
    for dialect in Dialect::ALL {
        let fixed = Arena::new();
        let pool = arguments(&Cx::new(&fixed, dialect));
        for op in Op::of(dialect) {
            let arena = Arena::new();
            let cx = Cx::new(&arena, dialect);
            let mut generator = Generator::new(&cx, Random::new(op.index() as u64), Style::Wild);
            generator.pool = pool.clone();
            for _ in 0..300 {
                let (f, args) = generator.call(op);
                cx.start_step(1 << 18);
                let got = cx.call(f, &args);
                let shown = || args.iter().map(|&v| describe(&cx, Ok(v))).collect::<Vec<_>>();
                let fine = got.is_ok_and(|v| is_canonical(cx.lay, v)) || got.is_err();
                assert!(fine, "{}{:?} gave {}", op.name(), shown(), describe(&cx, got));
            }
        }
    }
}
