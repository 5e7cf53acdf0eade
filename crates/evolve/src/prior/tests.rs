use lang::{Dialect, Input, Op};

use super::*;
use crate::code::Code;

fn code(body: &str) -> Code {
    let text = format!("def solve_t(I):\n    return {body}\n");
    let parsed = lang::parse(text.as_bytes(), "t.py", Some(Dialect::Arc));
    Code::of_program(&parsed.programs[0])
}

fn read(text: &str) -> Priors {
    Priors::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn op(name: &str) -> Op {
    Op::lookup(Dialect::Arc, name).expect("an op")
}

fn argument(name: &str, at: usize) -> Place {
    Place::Argument(op(name), at)
}

fn child(name: &str) -> Child {
    slots::named(Dialect::Arc, name)[0]
}

/// How likely the odds say it is.
fn chance(odds: &Odds, place: Place, name: &str) -> f64 {
    match odds.bits(place, child(name)) {
        NEVER => 0.0,
        bits => 2f64.powf(-f64::from(bits) / f64::from(BIT)),
    }
}

#[test]
fn programs_are_counted_by_place() {
    let prior = fit(&[
        code("fill(I, EIGHT, ofcolor(I, ZERO))"),
        code("fill(rot90(I), EIGHT, ofcolor(I, ZERO))"),
    ]);
    let row = |pairs: &[(&str, f64)]| -> Row {
        pairs.iter().map(|&(name, weight)| (name.to_string(), weight)).collect()
    };
    assert_eq!(prior.root, row(&[("fill", 2.0)]));
    assert_eq!(
        prior.arguments["fill"],
        [row(&[("I", 1.0), ("rot90", 1.0)]), row(&[("EIGHT", 2.0)]), row(&[("ofcolor", 2.0)])]
    );
    assert_eq!(prior.any["I"], 4.0);
    let function = fit(&[code("subgrid(argmax(objects(I, T, F, T), size), I)")]);
    assert_eq!(function.arguments["argmax"][1], row(&[("size", 1.0)]));
    // A number without a name and the call of a function that was computed have no row and no name.
    let text = "def solve_t(I):\n    x1 = compose(rot90, rot90)\n    return x1(crop(I, (77, 1), (2, 3)))\n";
    let parsed = lang::parse(text.as_bytes(), "t.py", Some(Dialect::Arc));
    let nameless = fit(&[Code::of_program(&parsed.programs[0])]);
    assert_eq!((nameless.root.len(), nameless.arguments["crop"].len()), (0, 1));
}

#[test]
fn each_program_counts_once_and_what_is_left_out_not_at_all() {
    let named = |task: &str, body: &str| (task.to_string(), code(body));
    let programs = [
        named("aa", "rot90(I)"),
        named("bb", "hmirror(I)"),
        named("cc", "rot90(I)"),
        named("dd", "hmirror(I)"),
        named("ee", "trim(I)"),
    ];
    let all = fit_without(&programs, |_| false);
    assert_eq!((all.programs, all.left_out), (3, 0));
    assert_eq!(all.prior, fit(&[code("rot90(I)"), code("hmirror(I)"), code("trim(I)")]));
    let without = fit_without(&programs, |task| task == "aa");
    assert_eq!((without.programs, without.left_out), (2, 1));
    assert!(!without.prior.root.contains_key("rot90"), "cc has the same program");
    assert!(!without.prior.arguments.contains_key("rot90"));
    assert_eq!(fit_without(&programs, |_| true).programs, 0);
}

#[test]
fn files_say_the_same_when_they_are_read_again() {
    let mut priors = Priors::from(fit(&[code("fill(I, EIGHT, ofcolor(I, ZERO))")]));
    priors.tasks.insert("a \"b\"".into(), Prior { other: 0.1, ..fit(&[code("trim(I)")]) });
    let text = priors.to_json();
    assert_eq!(read(&text), priors);
    assert_eq!(read(&text).hash(), priors.hash());
    let other_layout = text.replace('\n', " ").replace(".0", "");
    assert!(other_layout != text && read(&other_layout).hash() == priors.hash());
    assert_eq!(read("{}"), Priors::default());
    assert_ne!(read("{\"root\": {\"fill\": 1}}").hash(), read("{\"root\": {\"fill\": 2}}").hash());
}

#[test]
fn wrong_files_are_told_with_the_entry() {
    for (text, told) in [
        ("", "this is no JSON: EOF while parsing a value at line 1 column 0"),
        ("[]", "expected an object of names and weights"),
        ("{\"rot\": 1}", "rot: no such key; there are other, any, root, arguments and tasks"),
        ("{\"other\": -1}", "other: a weight is 0 or more, not -1"),
        ("{\"root\": {\"fill\": -0.5}}", "root.fill: a weight is 0 or more, not -0.5"),
        ("{\"root\": {\"fill\": NaN}}", "fill: a weight is a number, not NaN"),
        ("{\"root\": {\"fill\": -Infinity}}", "fill: a weight is a number, not Infinity"),
        ("{\"root\":\n {\"fill\": }}", "fill: this is no JSON: expected value at line 2 column 11"),
        ("{\"root\": {\"fill\": null}}", "root.fill: a weight is a number, not nothing (null)"),
        ("{\"root\": {\"fill\": \"1\"}}", "root.fill: a weight is a number, not \"1\""),
        ("{\"root\": {\"fill\": 1e300}}", "root.fill: a weight is a number up to 1e12, not 1e300"),
        (
            "{\"any\": {\"fil\": 1}}",
            "any.fil: no op, constant or input of that name; did you mean fill?",
        ),
        (
            "{\"arguments\": {\"EIGHT\": []}}",
            "arguments.EIGHT: no op of that name; did you mean height?",
        ),
        (
            "{\"arguments\": {\"fill\": {}}}",
            "arguments.fill: expected a list with an object for each argument",
        ),
        (
            "{\"arguments\": {\"fill\": [{}, {}, {}, {}]}}",
            "arguments.fill: it has 3 arguments and more rows",
        ),
        (
            "{\"arguments\": {\"fill\": [{}, {\"I\": -2}]}}",
            "arguments.fill[1].I: a weight is 0 or more, not -2",
        ),
        (
            "{\"tasks\": {\"a\": {\"root\": 1}}}",
            "tasks.a.root: expected an object of names and weights",
        ),
        (
            "{\"tasks\": {\"a\": {\"tasks\": {}}}}",
            "tasks.a.tasks: no such key; there are other, any, root, arguments and tasks",
        ),
    ] {
        let error = Priors::read(text).expect_err(text);
        assert_eq!(error.to_string(), told, "{text}");
    }
    // Cut off anywhere it is an error, never a panic.
    let whole = Priors::from(fit(&[code("fill(I, EIGHT, ofcolor(I, ZERO))")])).to_json();
    (0..whole.trim_end().len())
        .for_each(|end| assert!(Priors::read(&whole[..end]).is_err(), "{end}"));
}

/// What docs/prior.md says.
#[test]
fn shares_are_those_of_the_formula() {
    let priors = read(
        "{\"other\": 2, \"any\": {\"rot90\": 6}, \"root\": {\"fill\": 3, \"paint\": 1},
          \"arguments\": {\"fill\": [{}, {\"EIGHT\": 1}]}}",
    );
    let odds = Odds::new(&priors.all, Dialect::Arc);
    let fitting = odds.slots().fitting[0].len() as f64;
    let at_all = |own: f64| (own + 2.0 / fitting) / 8.0;
    for (name, share) in [
        ("fill", (3.0 + 2.0 * at_all(0.0)) / 6.0),
        ("paint", (1.0 + 2.0 * at_all(0.0)) / 6.0),
        ("rot90", 2.0 * at_all(6.0) / 6.0),
        ("trim", 2.0 * at_all(0.0) / 6.0),
        ("objects", 0.0),
    ] {
        let chance = chance(&odds, Place::Root, name);
        assert!(
            (chance / share - 1.0).abs() < 0.05 || chance == share,
            "{name}: {chance}, {share}"
        );
    }
    // A row that is empty and one that is missing are the same: what fits, as `any` says.
    assert_eq!(odds.row(argument("fill", 0)), odds.row(argument("replace", 0)));
    assert!((chance(&odds, argument("fill", 0), "rot90") / at_all(6.0) - 1.0).abs() < 0.05);
    assert_eq!(chance(&odds, argument("fill", 1), "UNITY"), 0.0, "a pair is no colour");
    let strict = read("{\"other\": 0, \"root\": {\"fill\": 3, \"paint\": 0}}");
    let odds = Odds::new(&strict.all, Dialect::Arc);
    let chances = ["fill", "paint", "trim"].map(|name| chance(&odds, Place::Root, name));
    assert_eq!(chances, [1.0, 0.0, 0.0]);
    assert!(chance(&odds, argument("fill", 0), "I") > 0.0, "what is not said is even");
}

#[test]
fn names_of_one_dialect_mean_something_in_the_other() {
    let priors = read(
        "{\"other\": 0.001, \"root\": {\"hmirror\": 1}, \"arguments\": {\"hmirror\": [{\"I\": 1}]}}",
    );
    let odds = Odds::new(&priors.all, Dialect::Batt);
    let batt = |name: &str| Op::lookup(Dialect::Batt, name).expect("an op");
    for name in ["hmirror_t", "hmirror_f"] {
        assert!(odds.bits(Place::Root, Child::Op(batt(name))) < 3 * BIT, "{name}");
        let input = Child::Input(Input::I);
        assert!(odds.bits(Place::Argument(batt(name), 0), input) < BIT, "{name}");
    }
    assert!(odds.bits(Place::Root, Child::Op(batt("vmirror_t"))) > 8 * BIT);
}

#[test]
fn every_place_and_child_has_a_number_of_its_own() {
    for dialect in Dialect::ALL {
        let slots = Slots::of(dialect);
        for (number, &child) in slots.children.iter().enumerate() {
            assert_eq!(slots.child(child), number, "{}", child.name());
            assert_eq!(slots::named(dialect, child.name()), [child]);
        }
        for (number, &place) in slots.places.iter().enumerate() {
            assert_eq!(slots.place(place), number);
        }
    }
}

#[test]
fn bits_are_logarithms_of_shares() {
    for share in [1.0, 0.75, 0.5, 0.3, 1e-3, 1e-9] {
        let bits = f64::from(odds::bits_of(share)) / f64::from(BIT);
        assert!((0.0..0.07).contains(&(bits + f64::log2(share))), "{share}: {bits}");
    }
    assert_eq!((odds::bits_of(0.0), odds::bits_of(1.0)), (NEVER, 0));
    assert!(odds::bits_of(1e-300) < NEVER, "however unlikely, it may be");
    for more in 0..400 {
        let expected = 2f64.powf(40.0 - f64::from(more) / f64::from(BIT));
        assert!((weight(more) as f64 / expected - 1.0).abs() < 1e-4 || more > 360, "{more}");
    }
    assert_eq!((weight(0), weight(u32::MAX)), (1 << 40, 0));
}

#[test]
fn guides_know_which_task_is_meant() {
    let priors =
        read("{\"root\": {\"fill\": 1}, \"tasks\": {\"a\": {\"root\": {\"trim\": 1}}, \"b\": {}}}");
    let guide = Guide::by(priors);
    let likeliest = |guide: &Guide, task: &str| {
        let odds = guide.odds(task, Dialect::Arc)?;
        Some(["fill", "trim"].map(|name| odds.bits(Place::Root, child(name))))
    };
    assert_eq!(likeliest(&guide, "b"), None, "one that says nothing is none");
    let [a, other] = ["a", "c"].map(|task| likeliest(&guide, task).expect("odds"));
    assert!(a[1] < a[0] && other[0] < other[1]);
    assert_eq!(likeliest(&guide.of_task("a"), "repair"), Some(a));
    assert!(Guide::NONE.odds("a", Dialect::Arc).is_none() && Guide::NONE.hash().is_none());
}
