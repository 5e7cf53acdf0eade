//! Functions of an embedding program as function values: called like any other, in whatever an op
//! builds of them.

use std::cell::RefCell;

use exec::arena::Arena;
use exec::cx::{Cx, HostCalls};
use exec::value::order::{canonical, equal};
use exec::value::text::literal;
use exec::value::{Fault, HostFn, R, Value};
use lang::{Dialect, Op};

const DOUBLE: Value<'static> = Value::Host(HostFn { id: 0, arity: 1 });
const MINUS: Value<'static> = Value::Host(HostFn { id: 1, arity: 2 });
const FAILS: Value<'static> = Value::Host(HostFn { id: 2, arity: 1 });

/// Three functions: x -> 2x, (x, y) -> x - y, and one that always fails.
struct Three;

impl HostCalls for Three {
    fn call<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> R<'a> {
        match (id, args) {
            (0, [x]) => Ok(Value::Int(2 * x.int()?)),
            (1, [x, y]) => Ok(Value::Int(x.int()? - y.int()?)),
            (0 | 1, _) => Err(Fault::Arity),
            _ => cx.tuple(&[]).and(Err(Fault::Domain)),
        }
    }
}

fn op(name: &str) -> Op {
    Op::lookup(Dialect::Arc, name).unwrap()
}

/// What `run` gives, as text or as a fault, with the three functions at hand.
fn with_three(run: impl for<'a> FnOnce(&Cx<'a>) -> R<'a>) -> Result<String, Fault> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc).with_host(&Three);
    run(&cx).map(|v| literal(cx.lay, v, 200))
}

fn numbers<'a>(cx: &Cx<'a>, up_to: i64) -> R<'a> {
    cx.tuple(&(0..up_to).map(Value::Int).collect::<Vec<_>>())
}

#[test]
fn maps_and_filters_call_them() {
    let doubled = with_three(|cx| cx.op(op("apply"), &[DOUBLE, numbers(cx, 4)?]));
    assert_eq!(doubled.as_deref(), Ok("(0, 2, 4, 6)"));
    // Long enough for columns, which must leave such functions to the walk by element.
    let long = with_three(|cx| {
        let evens = cx.op(op("compose"), &[Value::Op(op("even")), DOUBLE])?;
        let kept = cx.op(op("sfilter"), &[numbers(cx, 500)?, evens])?;
        cx.op(op("size"), &[kept])
    });
    assert_eq!(long.as_deref(), Ok("500"));
    let best = with_three(|cx| {
        let back = cx.op(op("lbind"), &[MINUS, Value::Int(100)])?;
        cx.op(op("argmax"), &[numbers(cx, 70)?, back])
    });
    assert_eq!(best.as_deref(), Ok("0"));
}

#[test]
fn builders_know_their_arity() {
    let minus_three = |builder: &'static str| {
        with_three(move |cx| {
            let bound = cx.op(op(builder), &[MINUS, Value::Int(3)])?;
            cx.call(bound, &[Value::Int(10)])
        })
    };
    assert_eq!(minus_three("rbind").as_deref(), Ok("7"));
    assert_eq!(minus_three("lbind").as_deref(), Ok("-7"));
    let power = with_three(|cx| {
        let thrice = cx.op(op("power"), &[DOUBLE, Value::Int(3)])?;
        cx.call(thrice, &[Value::Int(5)])
    });
    assert_eq!(power.as_deref(), Ok("40"));
}

/// Notes the integers it is called with, and gives them back.
#[derive(Default)]
struct Notes(RefCell<Vec<i64>>);

impl HostCalls for Notes {
    fn call<'a>(&self, _cx: &Cx<'a>, _id: u32, args: &[Value<'a>]) -> R<'a> {
        self.0.borrow_mut().push(args[0].int()?);
        Ok(args[0])
    }
}

#[test]
fn they_are_called_once_for_every_element_in_order() {
    let (arena, notes) = (Arena::new(), Notes::default());
    let cx = Cx::new(&arena, Dialect::Arc).with_host(&notes);
    // Few values that occur often, which columns would look at once each.
    let few = numbers(&cx, 20).unwrap();
    let pairs = cx.op(op("product"), &[few, few]).unwrap();
    let f = cx.op(op("compose"), &[DOUBLE, Value::Op(op("first"))]).unwrap();
    cx.op(op("apply"), &[f, pairs]).unwrap();
    let wanted: Vec<i64> = (0..400).map(|i| i / 20).collect();
    assert_eq!(notes.0.into_inner(), wanted);
}

#[test]
fn a_failure_is_the_ops_failure() {
    let failed = with_three(|cx| cx.op(op("apply"), &[FAILS, numbers(cx, 2)?]));
    assert_eq!(failed, Err(Fault::Domain));
    assert_eq!(with_three(|cx| cx.call(MINUS, &[Value::Int(1)])), Err(Fault::Arity));
}

#[test]
fn without_an_embedding_program_there_are_none() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    assert_eq!(cx.call(DOUBLE, &[Value::Int(1)]).err(), Some(Fault::Type));
}

#[test]
fn they_are_equal_by_number_and_sort_between_built_functions_and_the_default_one() {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    assert!(equal(DOUBLE, DOUBLE) && !equal(DOUBLE, MINUS) && !equal(DOUBLE, Value::AnyFn));
    let bound = cx.op(op("rbind"), &[Value::Op(op("add")), Value::Int(1)]).unwrap();
    let ascending = [Value::Op(op("add")), bound, DOUBLE, MINUS, Value::AnyFn];
    for pair in ascending.windows(2) {
        assert!(canonical(cx.lay, pair[0], pair[1]).is_lt());
        assert!(canonical(cx.lay, pair[1], pair[0]).is_gt());
    }
}
