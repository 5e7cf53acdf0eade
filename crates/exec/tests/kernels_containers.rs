//! Arithmetic, containers, ranks and samples: fault kinds and edge cases that the golden vectors lack.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::order::equal;
use exec::value::{Fault, Items, R, Value};
use exec::vectors::{describe, value};
use lang::{Dialect, Family, Op};

/// The result of an op on arguments written as JSON, as JSON or `fault KIND`.
fn run_within(limit: u64, dialect: Dialect, op: &str, args: &str) -> String {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let args = serde_json::from_str::<Vec<serde_json::Value>>(args).expect(args);
    let args: Vec<_> = args.iter().map(|v| value(&cx, v).expect("a value")).collect();
    cx.start_step(limit);
    describe(&cx, cx.op(Op::lookup(dialect, op).expect(op), &args))
}

fn run(dialect: Dialect, op: &str, args: &str) -> String {
    run_within(1 << 24, dialect, op, args)
}

fn check(dialect: Dialect, cases: &[(&str, &str, &str)]) {
    for (op, args, expected) in cases {
        assert_eq!(run(dialect, op, args), *expected, "{op}({args}) in {dialect:?}");
    }
}

fn check_both(cases: &[(&str, &str, &str)]) {
    Dialect::ALL.into_iter().for_each(|dialect| check(dialect, cases));
}

#[test]
fn kinds_of_failing_arithmetic() {
    check_both(&[
        ("add", "[[[0,0]], 1]", "fault type"),
        ("add", "[1, [[0,0]]]", "fault type"),
        ("add", "[[3], 1]", "fault index"),
        ("add", "[[3], [[0,0]]]", "fault index"),
        ("subtract", "[[{\"set\":[]}], 1]", "fault type"),
        ("multiply", "[{\"set\":[]}, [3]]", "fault type"),
        ("invert", "[[[0,0]]]", "fault index"),
        ("invert", "[[0,[0]]]", "fault type"),
        ("divide", "[[1,2], [0,[3]]]", "fault domain"),
        ("divide", "[[1,2], [[3],0]]", "fault domain"),
        ("divide", "[[1,2], [0]]", "fault domain"),
        ("divide", "[[1,2], [[3]]]", "fault type"),
        ("divide", "[[1,2], [3]]", "fault index"),
        ("divide", "[[1,2], [3,[4],0]]", "fault type"),
        ("divide", "[[1,[2]], [0,0]]", "fault type"),
        ("divide", "[[1], [0,[3]]]", "fault index"),
        ("divide", "[[7,9], [3,2,0]]", "[2,4]"),
        ("divide", "[[7,9], 0]", "fault domain"),
    ]);
    check(
        Dialect::Arc,
        &[("divide", "[[], [0,[3]]]", "fault index"), ("add", "[[], 1]", "fault index")],
    );
    check(Dialect::Batt, &[("divide", "[[], [0,[3]]]", "fault domain"), ("add", "[[], 1]", "1")]);
}

#[test]
fn choosing_elements() {
    check_both(&[
        ("first", "[7]", "fault type"),
        ("first", "[[]]", "fault empty"),
        ("first", "[{\"set\":[]}]", "fault empty"),
        ("first", "[{\"set\":[[1,2],3]}]", "3"),
        ("first", "[[[1,2],[3,4]]]", "[1,2]"),
        ("other", "[[], 1]", "fault empty"),
        ("other", "[[1,1,1], 1]", "fault empty"),
        ("other", "[5, 1]", "fault type"),
        ("other", "[{\"set\":[1,2]}, [1,2]]", "1"),
        ("other", "[{\"set\":[1,2]}, {\"fn\":\"first\"}]", "1"),
    ]);
    check(
        Dialect::Arc,
        &[
            ("last", "[[]]", "fault empty"),
            ("last", "[{\"set\":[63,0]}]", "63"),
            ("last", "[[2,[5,6]]]", "[5,6]"),
            ("extract", "[[], {\"fn\":\"identity\"}]", "fault empty"),
            ("extract", "[[], 3]", "fault type"),
            ("extract", "[[0,0], {\"fn\":\"identity\"}]", "fault empty"),
            ("extract", "[[1,[]], {\"fn\":\"first\"}]", "fault type"),
            ("extract", "[[[1],[]], {\"fn\":\"first\"}]", "[1]"),
        ],
    );
}

#[test]
fn choosing_elements_in_batt() {
    check(
        Dialect::Batt,
        &[
            ("first_t", "[[]]", "[]"),
            ("first_f", "[{\"set\":[]}]", "{\"set\":[]}"),
            ("first_f", "[[]]", "[]"),
            ("last", "[{\"set\":[]}]", "[]"),
            ("last_f", "[{\"set\":[]}]", "{\"set\":[]}"),
            ("last", "[{\"fn\":\"last\"}]", "fault type"),
            ("last", "[[5,6,7]]", "7"),
            ("second", "[[1]]", "fault index"),
            ("second", "[1]", "fault type"),
            ("second", "[{\"set\":[9,4]}]", "9"),
            ("get_nth_t", "[{\"set\":[1]}, 0]", "fault type"),
            ("get_nth_t", "[[1,2,3], [0]]", "fault type"),
            ("get_nth_t", "[[1,2,3], -4]", "fault index"),
            ("get_nth_t", "[[1,2,3], -3]", "1"),
            ("get_nth_t", "[[], 0]", "fault index"),
            ("get_nth_t", "[[1], -9223372036854775808]", "fault index"),
            ("get_nth_f", "[{\"set\":[1]}, 1]", "{\"set\":[]}"),
            ("get_nth_f", "[[1,5], -1]", "5"),
            ("get_nth_f", "[{\"set\":[1]}, []]", "fault type"),
            ("other_t", "[[1,1], 1]", "[]"),
            ("other_f", "[{\"set\":[1]}, 1]", "{\"set\":[]}"),
            ("extract", "[[0], {\"fn\":\"identity\"}]", "{\"set\":[]}"),
            ("extract", "[4, {\"fn\":\"identity\"}]", "fault type"),
        ],
    );
}

#[test]
fn nth_by_key_reports_places_before_keys() {
    check(
        Dialect::Batt,
        &[
            ("get_nth_by_key_t", "[[3,1,2], 0]", "1"),
            ("get_nth_by_key_t", "[[3,1,2], -1, {\"fn\":\"invert\"}]", "1"),
            ("get_nth_by_key_t", "[[], 0]", "fault empty"),
            ("get_nth_by_key_t", "[[1,[2]], 5]", "fault index"),
            ("get_nth_by_key_t", "[[1,[2]], 1]", "fault type"),
            ("get_nth_by_key_t", "[[1,2], 9, 3]", "fault type"),
            ("get_nth_by_key_f", "[{\"set\":[]}, 0]", "fault index"),
            ("get_nth_by_key_f", "[{\"set\":[5,3]}, -7]", "3"),
            ("get_nth_by_key_f", "[{\"set\":[5,3]}, 1]", "5"),
            ("get_nth_by_key_f", "[{\"set\":[5,3]}, 2]", "fault index"),
            ("get_nth_by_key_f", "[{\"set\":[5,3]}, 0, {\"fn\":\"first\"}]", "fault type"),
        ],
    );
}

#[test]
fn best_by_key() {
    check_both(&[
        ("argmax", "[[], {\"fn\":\"size\"}]", "fault empty"),
        ("argmax", "[[], 3]", "fault type"),
        ("argmax", "[[[1],[2],[3,4],[5,6]], {\"fn\":\"size\"}]", "[3,4]"),
        ("argmin", "[[[3,4],[1],[2]], {\"fn\":\"size\"}]", "[1]"),
        // Keys 1 and (2,) do not compare, but the failure of the key on [] goes first.
        ("argmax", "[[[1],[[2]]], {\"fn\":\"first\"}]", "fault type"),
        ("argmax", "[[[1],[[2]],[]], {\"fn\":\"first\"}]", "fault empty"),
        ("valmax", "[[], {\"fn\":\"increment\"}]", "1"),
        ("valmax", "[[], {\"fn\":\"size\"}]", "fault type"),
        ("valmin", "[[3], 3]", "fault type"),
        ("valmin", "[7, {\"fn\":\"size\"}]", "fault type"),
        // Sets compare by inclusion: only a proper superset is better.
        (
            "valmax",
            "[[{\"set\":[5]},{\"set\":[1,2]},{\"set\":[5,9]}], {\"fn\":\"identity\"}]",
            "{\"set\":[5,9]}",
        ),
        ("maximum", "[{\"set\":[]}]", "0"),
        ("maximum", "[[]]", "0"),
        ("maximum", "[[3,[1]]]", "fault type"),
        ("maximum", "[[[1,5],[2,0]]]", "[2,0]"),
        ("maximum", "[{\"set\":[[1,5],[2,0]]}]", "[2,0]"),
        ("minimum", "[{\"set\":[-100,200]}]", "-100"),
        ("minimum", "[4]", "fault type"),
    ]);
}

#[test]
fn ranks() {
    check(
        Dialect::Batt,
        &[
            ("get_rank", "[{\"set\":[4,9]}, 0]", "9"),
            ("get_rank", "[[4,9,9], 1]", "9"),
            ("get_rank", "[[4,9,9], 3]", "0"),
            ("get_rank", "[[1,[2]], 7]", "fault type"),
            ("get_rank", "[{\"set\":[1]}, {\"set\":[]}]", "fault type"),
            ("get_arg_rank", "[[[1],[2],[3,4]], {\"fn\":\"size\"}, 1]", "[1]"),
            ("get_arg_rank", "[{\"set\":[]}, {\"fn\":\"size\"}, 1]", "{\"set\":[]}"),
            ("get_arg_rank", "[[[]], {\"fn\":\"second\"}, 9]", "fault index"),
            ("get_arg_rank", "[[[]], {\"fn\":\"second\"}, []]", "fault type"),
            ("get_val_rank", "[[[1],[3,4]], {\"fn\":\"size\"}, 0]", "1"),
            ("get_val_rank", "[[[1]], {\"fn\":\"last_t\"}, 4]", "[]"),
            ("get_val_rank", "[[], {\"fn\":\"size\"}, 0]", "fault type"),
            ("get_common_rank", "[{\"set\":[]}, 0]", "fault type"),
            ("get_common_rank", "[[5,3,3,5,4], 0]", "4"),
            ("get_common_rank", "[[5,3,3,5,4], 1]", "3"),
            ("get_common_rank", "[[[5],3,3,[5],4], -1]", "[5]"),
            ("get_common_rank", "[[], 0]", "[]"),
            ("get_common_rank_f", "[{\"set\":[8,3]}, 2]", "{\"set\":[]}"),
            ("get_common_rank_f", "[[8,8,3], -1]", "8"),
            ("get_common_rank_f", "[3, 0]", "fault type"),
            ("mostcommon_f", "[{\"set\":[]}]", "fault empty"),
            ("mostcommon_f", "[[3,1,1]]", "1"),
            ("leastcommon_f", "[{\"set\":[[0,1,2],4]}]", "4"),
        ],
    );
    check_both(&[
        ("mostcommon", "[[]]", "fault empty"),
        ("mostcommon", "[{\"set\":[]}]", "fault type"),
        ("mostcommon", "[[2,300,300,2]]", "2"),
        ("leastcommon", "[[-1,-1,-2,5]]", "-2"),
    ]);
}

#[test]
fn colour_ranks() {
    check(
        Dialect::Batt,
        &[
            ("get_color_rank_t", "[[[3,1],[1,3]], 0]", "3"),
            ("get_color_rank_t", "[[[3,1],[1,3,1]], 0]", "1"),
            ("get_color_rank_t", "[[[300,1],[1,300]], 0]", "300"),
            ("get_color_rank_t", "[[[]], 0]", "[]"),
            ("get_color_rank_t", "[[1,2], 0]", "fault type"),
            ("get_color_rank_f", "[{\"set\":[[0,0,4],[0,1,2]]}, 0]", "4"),
            ("get_color_rank_f", "[{\"set\":[[0,0,400],[0,1,2]]}, -1]", "2"),
            ("get_color_rank_f", "[{\"set\":[]}, 0]", "{\"set\":[]}"),
            ("get_color_rank_f", "[{\"set\":[[0,0]]}, 0]", "fault type"),
        ],
    );
}

#[test]
fn sorting_by_key() {
    let identity = |list: &str| format!("[{list}, {{\"fn\":\"identity\"}}]");
    let cases = [
        ("[]", "[]"),
        ("{\"set\":[[1,2],[0,5]]}", "[[0,5],[1,2]]"),
        ("[[1,2],[1],[0,9]]", "[[0,9],[1],[1,2]]"),
        // The mixed second components are never compared.
        ("[[2,0],[1,[3]]]", "[[1,[3]],[2,0]]"),
        ("[[1,5],[2,0],[1,[3]]]", "fault type"),
        ("[1,[2]]", "fault type"),
        ("[{\"fn\":\"size\"}]", "[{\"fn\":\"size\"}]"),
        ("[{\"fn\":\"size\"},{\"fn\":\"size\"}]", "fault type"),
        // Insertion sort over sets: {1} passes {1,2} but stops at {3}.
        (
            "[{\"set\":[1,2]},{\"set\":[3]},{\"set\":[1]}]",
            "[{\"set\":[1,2]},{\"set\":[3]},{\"set\":[1]}]",
        ),
        (
            "[{\"set\":[3]},{\"set\":[1,2]},{\"set\":[1]}]",
            "[{\"set\":[3]},{\"set\":[1]},{\"set\":[1,2]}]",
        ),
        ("[[0,{\"set\":[1]}],[0,{\"set\":[]}]]", "[[0,{\"set\":[]}],[0,{\"set\":[1]}]]"),
    ];
    for (list, expected) in cases {
        check_both(&[("order", &identity(list), expected)]);
    }
    check_both(&[("order", "[[], 3]", "[]"), ("order", "[3, {\"fn\":\"size\"}]", "fault type")]);
}

/// A merge sort and an insertion sort agree on which lists of nested tuples compare.
#[test]
fn sorting_faults_do_not_depend_on_the_algorithm() {
    let pool = ["1", "2", "[1]", "[1,1]", "[1,[1]]", "[2,1]", "[2,[0]]", "[[1],2]", "[[1],[2]]"];
    for a in pool {
        for b in pool {
            for c in pool {
                for d in ["[1,[1]]", "[2,0]", "[1]"] {
                    let list = [a, b, c, d];
                    let args = format!("[[{}], {{\"fn\":\"identity\"}}]", list.join(","));
                    let got = run(Dialect::Arc, "order", &args);
                    assert_eq!(got, insertion_sorted(&list), "{args}");
                }
            }
        }
    }
}

/// What the specification's insertion sort gives.
fn insertion_sorted(list: &[&str]) -> String {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let parse = |text: &&str| value(&cx, &serde_json::from_str(text).unwrap()).unwrap();
    let mut sorted: Vec<_> = list.iter().map(parse).collect();
    for i in 1..sorted.len() {
        for at in (1..=i).rev() {
            match exec::value::order::below(cx.lay, sorted[at], sorted[at - 1]) {
                Ok(true) => sorted.swap(at, at - 1),
                Ok(false) => break,
                Err(fault) => return describe(&cx, Err(fault)),
            }
        }
    }
    describe(&cx, cx.tuple(&sorted))
}

#[test]
fn sorting_many_sets_is_charged() {
    let sets: Vec<_> = (0..3000).rev().map(|n| format!("{{\"set\":[{}]}}", n + 100)).collect();
    let args = format!("[[{}], {{\"fn\":\"identity\"}}]", sets.join(","));
    assert!(run_within(1 << 20, Dialect::Arc, "order", &args).starts_with('['));
    // Falling chains make insertion sort quadratic.
    let chain: Vec<_> =
        (1..60).rev().map(|n| format!("{{\"set\":{:?}}}", (0..n).collect::<Vec<_>>())).collect();
    let args = format!("[[{}], {{\"fn\":\"identity\"}}]", chain.join(","));
    assert_eq!(
        run_within(1 << 12, Dialect::Arc, "order", &args),
        format!("fault {}", Fault::Budget)
    );
}

#[test]
fn making_containers() {
    check_both(&[
        ("repeat", "[3, -1]", "[]"),
        ("repeat", "[3, 2]", "[3,3]"),
        ("repeat", "[3, 3]", "[3,3,3]"),
        ("repeat", "[[], 2]", "[[],[]]"),
        ("repeat", "[300, 3]", "[300,300,300]"),
        ("repeat", "[1, []]", "fault type"),
        ("repeat", "[1, 9223372036854775807]", "fault budget"),
        ("repeat", "[[1,2,3,4], 1000000]", "fault budget"),
        ("insert", "[1, []]", "fault type"),
        ("insert", "[1, {\"set\":[]}]", "{\"set\":[1]}"),
        ("insert", "[1, {\"set\":[1]}]", "{\"set\":[1]}"),
        ("insert", "[-1, {\"set\":[1]}]", "{\"set\":[-1,1]}"),
        ("insert", "[[9000,0], {\"set\":[[1,1]]}]", "{\"set\":[[1,1],[9000,0]]}"),
        ("insert", "[[0,2], {\"set\":[[0,1],[0,3]]}]", "{\"set\":[[0,1],[0,2],[0,3]]}"),
        ("insert", "[{\"fn\":\"size\"}, {\"set\":[1]}]", "{\"set\":[1,{\"fn\":\"size\"}]}"),
        ("totuple", "[5]", "fault type"),
        ("totuple", "[{\"set\":[]}]", "[]"),
        ("totuple", "[{\"set\":[63,0,5]}]", "[0,5,63]"),
        ("totuple", "[{\"set\":[[200,1],[0,1]]}]", "[[0,1],[200,1]]"),
        ("totuple", "[{\"set\":[[20,1],[0,1]]}]", "[[0,1],[20,1]]"),
        ("pair", "[[1,2,3,4],[5,6,7,8,9]]", "[[1,5],[2,6],[3,7],[4,8]]"),
        ("pair", "[[1],[]]", "[]"),
        ("pair", "[{\"set\":[2,1]},[8,9]]", "[[1,8],[2,9]]"),
        ("pair", "[[1],4]", "fault type"),
        ("pair", "[[1,2],[[3,4],[5,6]]]", "[[1,[3,4]],[2,[5,6]]]"),
        ("product", "[[2,1,2],{\"set\":[3]}]", "{\"set\":[[1,3],[2,3]]}"),
        (
            "product",
            "[[-5,1,2,7],[0,-1]]",
            "{\"set\":[[-5,-1],[-5,0],[1,-1],[1,0],[2,-1],[2,0],[7,-1],[7,0]]}",
        ),
        ("product", "[[9000,1],[0]]", "{\"set\":[[1,0],[9000,0]]}"),
        ("product", "[[],[1]]", "{\"set\":[]}"),
        ("product", "[[],7]", "fault type"),
        ("product", "[[3],{\"set\":[[0,1]]}]", "{\"set\":[[3,[0,1]]]}"),
        ("product", "[[[0,1]],[{\"set\":[]}]]", "{\"set\":[[[0,1],{\"set\":[]}]]}"),
    ]);
}

#[test]
fn making_cells_in_batt() {
    check(
        Dialect::Batt,
        &[
            ("ascell", "[[1], 2]", "fault index"),
            ("ascell", "[{\"set\":[1,2]}, 2]", "fault type"),
            ("ascell", "[[1,2,3], []]", "[1,2,[]]"),
            ("astriple", "[1, {\"set\":[]}, 2]", "[1,{\"set\":[]},2]"),
            ("toij", "[[1,2,3]]", "[1,2]"),
            ("toij", "[[[1],2,3]]", "[[1],2]"),
            ("toij", "[[]]", "fault index"),
            ("toij", "[4]", "fault type"),
            ("celltuple", "[[[1,2],[3,4,5]],[6]]", "[[1,2,6]]"),
            ("celltuple", "[[[1,2],[3,4,5]],[6,7]]", "fault type"),
            ("celltuple", "[[[1,2]],7]", "fault type"),
            ("totuple", "[{\"set\":[[0,1,2],[0,0,500]]}]", "[[0,0,500],[0,1,2]]"),
        ],
    );
}

#[test]
fn sets_and_tuples_as_wholes() {
    check_both(&[
        ("size", "[{\"fn\":\"size\"}]", "fault type"),
        ("size", "[[[1,2],[3,4],[5,6]]]", "3"),
        ("combine", "[[1], {\"set\":[1]}]", "[1,1]"),
        ("combine", "[{\"set\":[1]}, [1,[2,2]]]", "{\"set\":[1,[2,2]]}"),
        ("combine", "[{\"set\":[]}, []]", "{\"set\":[]}"),
        ("combine", "[[], {\"set\":[]}]", "[]"),
        ("combine", "[[], 5]", "fault type"),
        ("combine", "[5, []]", "fault type"),
        ("combine", "[[[1,2]],[[3,4]]]", "[[1,2],[3,4]]"),
        ("combine", "[[1,2,3,4],[5]]", "[1,2,3,4,5]"),
        ("combine", "[{\"set\":[[0,1]]},{\"set\":[3]}]", "{\"set\":[3,[0,1]]}"),
        (
            "combine",
            "[{\"set\":[{\"set\":[1]}]},{\"set\":[{\"set\":[0]}]}]",
            "{\"set\":[{\"set\":[0]},{\"set\":[1]}]}",
        ),
        ("intersection", "[[1], {\"set\":[1]}]", "fault type"),
        ("intersection", "[{\"set\":[1]}, [1]]", "fault type"),
        ("intersection", "[{\"set\":[1,[0,1]]}, {\"set\":[[0,1]]}]", "{\"set\":[[0,1]]}"),
        ("intersection", "[{\"set\":[1,200]}, {\"set\":[200,300]}]", "{\"set\":[200]}"),
        ("intersection", "[{\"set\":[1,200]}, {\"set\":[1,300]}]", "{\"set\":[1]}"),
        ("difference", "[{\"set\":[1,200]}, {\"set\":[200]}]", "{\"set\":[1]}"),
        (
            "difference",
            "[{\"set\":[[0,1],[0,2],[0,3]]}, {\"set\":[[0,2],[0,4]]}]",
            "{\"set\":[[0,1],[0,3]]}",
        ),
        ("difference", "[{\"set\":[[0,1]]}, {\"set\":[3]}]", "{\"set\":[[0,1]]}"),
        ("difference", "[{\"set\":[1]}, 3]", "fault type"),
        ("difference", "[3, {\"set\":[1]}]", "fault type"),
        ("dedupe", "[{\"set\":[]}]", "[]"),
        ("dedupe", "[{\"set\":[1]}]", "fault type"),
        ("dedupe", "[3]", "fault type"),
        ("dedupe", "[[3,1,3,2,1]]", "[3,1,2]"),
        ("dedupe", "[[300,[1],300,[1],2]]", "[300,[1],2]"),
        ("merge", "[[]]", "[]"),
        ("merge", "[{\"set\":[]}]", "{\"set\":[]}"),
        ("merge", "[[[1,2],[3,4]]]", "[1,2,3,4]"),
        ("merge", "[[[],[]]]", "[]"),
        ("merge", "[[[1],3]]", "fault type"),
        ("merge", "[{\"set\":[3]}]", "fault type"),
        ("merge", "[3]", "fault type"),
        ("merge", "[{\"set\":[[1,2],[2,3]]}]", "{\"set\":[1,2,3]}"),
        ("remove", "[1, 1]", "fault type"),
        ("remove", "[1, [1,2,1,3]]", "[2,3]"),
        ("remove", "[[1,2], [[1,2],[3,4]]]", "[[3,4]]"),
        ("remove", "[[0,1], {\"set\":[1,[0,1]]}]", "{\"set\":[1]}"),
        ("remove", "[[0,1], {\"set\":[[0,1]]}]", "{\"set\":[]}"),
        ("remove", "[[9000,1], {\"set\":[[0,1]]}]", "{\"set\":[[0,1]]}"),
        ("remove", "[99, {\"set\":[0]}]", "{\"set\":[0]}"),
    ]);
    check(Dialect::Batt, &[("difference_tuple", "[[1,2,1,[3],2], [2,[4]]]", "[1,1,[3]]")]);
}

#[test]
fn samples() {
    let turned = "[[[[1,2],[3,4]], [[3,4],[1,2]]]]";
    check(
        Dialect::Batt,
        &[
            ("c_iz", "[[], {\"fn\":\"merge\"}]", "[]"),
            ("c_iz", "[[[[[1,9]],[[1,2]]],[[[7,9]],[[3,3]]]], {\"fn\":\"merge\"}]", "[9,7]"),
            ("c_zo", "[[[[[1,9]],[[1,2]]],[[[7,9]],[[3,3]]]], {\"fn\":\"merge\"}]", "[2,3]"),
            ("c_iz", "[[[[[1]],[[2]]]], {\"fn\":\"size\"}]", "fault type"),
            ("c_iz", "[[[[[1]]]], {\"fn\":\"merge\"}]", "fault type"),
            ("c_iz", "[[4], {\"fn\":\"merge\"}]", "fault type"),
            // A failure of the function goes before a result that is no container.
            ("c_iz", "[[[[1],[]]], {\"fn\":\"first\"}]", "fault empty"),
            ("c_iz_n", "[[], {\"fn\":\"merge\"}, {\"fn\":\"first\"}]", "fault empty"),
            ("c_zo_n", "[[[[[1,9]],[[1,2]]]], {\"fn\":\"merge\"}, {\"fn\":\"first\"}]", "2"),
            ("dedupe_pair_tuple", "[[]]", "[]"),
            ("dedupe_pair_tuple", "[[[1,1],[1,2],[1,2]]]", "[[1,2],[1,2]]"),
            ("dedupe_pair_tuple", "[[[1,1,1]]]", "fault type"),
            ("dedupe_pair_tuple", "[[5]]", "fault type"),
            ("a_mr", "[[]]", "0"),
            ("a_mr", &format!("[{turned}]"), "0"),
            ("a_mr", "[[[[[1,2],[3,4]], [[1,2],[3,4]]]]]", "7"),
            ("a_mr", "[[[[[1,2],[3,4]], [[1,2],[4,3]]]]]", "fault empty"),
            ("a_mr", "[[[[[1,2],[3,4]], 5]]]", "fault type"),
            ("a_mr", "[[[[1,2],[1,2]]]]", "fault type"),
        ],
    );
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len() as u64) as usize]
    }

    /// A container as JSON whose elements come from one or two small pools.
    fn container(&mut self, dialect: Dialect) -> String {
        let cell: [&str; 3] = match dialect {
            Dialect::Arc => ["[3,[0,1]]", "[4,[0,1]]", "[3,[2,2]]"],
            Dialect::Batt => ["[0,1,3]", "[0,1,4]", "[2,2,3]"],
        };
        let pools: [&[&str]; 7] = [
            &["0", "1", "5", "63"],
            &["-1", "64", "1000", "2"],
            &["[0,1]", "[0,2]", "[3,0]", "[-7,5]"],
            &["[9000,1]", "[0,300]", "[1,-3000]"],
            &cell,
            &["{\"set\":[]}", "{\"set\":[1]}", "{\"set\":[[0,1]]}", "[]"],
            &["[1,2,3,4]", "[[1,2],[3,4]]", "{\"fn\":\"size\"}", "[[]]"],
        ];
        let (first, second) = (self.below(7) as usize, self.below(7) as usize);
        let mixed = self.below(3) == 0;
        let count = self.below(6);
        let elements: Vec<_> = (0..count)
            .map(|i| self.pick(pools[if mixed && i % 2 == 1 { second } else { first }]))
            .collect();
        let list = elements.join(",");
        if self.below(2) == 0 { format!("[{list}]") } else { format!("{{\"set\":[{list}]}}") }
    }
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
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..40_000 {
        let dialect = Dialect::ALL[round % 2];
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let parse = |text: &str| value(&cx, &serde_json::from_str(text).unwrap()).unwrap();
        let op = dice.pick(&["combine", "intersection", "difference", "remove", "insert", "merge"]);
        let (a, b) = (dice.container(dialect), dice.container(dialect));
        let args = [parse(&a), parse(&b)];
        let args = if op == "merge" { &args[..1] } else { &args[..] };
        let got = cx.op(Op::lookup(dialect, op).unwrap(), args);
        let expected = by_elements(&cx, op, args[0], args[args.len() - 1]);
        let same = match (got, expected) {
            (Ok(a), Ok(b)) => equal(a, b),
            (a, b) => a.err() == b.err(),
        };
        assert!(same, "{op}({a}, {b}) in {dialect:?} gave {}", describe(&cx, got));
    }
}

/// No op of these families panics, and every result is in its one form.
#[test]
fn any_arguments_give_a_value_or_a_fault() {
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let families =
        [Family::Access, Family::Samples, Family::Rank, Family::Construct, Family::Container];
    let ops: Vec<Op> =
        Op::all().filter(|op| families.contains(&op.kernel().info().family)).collect();
    for _ in 0..60_000 {
        let op = ops[dice.below(ops.len() as u64) as usize];
        let arena = Arena::new();
        let cx = Cx::new(&arena, op.dialect());
        let args: Vec<String> = (0..op.arity())
            .map(|_| match dice.below(5) {
                0 => dice
                    .pick(&["{\"fn\":\"size\"}", "{\"fn\":\"identity\"}", "{\"fn\":\"first\"}"])
                    .into(),
                1 => dice
                    .pick(&["0", "-1", "2", "-9223372036854775808", "9223372036854775807"])
                    .into(),
                _ => dice.container(op.dialect()),
            })
            .collect();
        let read = |text: &String| value(&cx, &serde_json::from_str(text).unwrap()).unwrap();
        let values: Vec<_> = args.iter().map(read).collect();
        let got = cx.op(op, &values);
        if let Ok(v) = got {
            let again = read(&describe(&cx, got));
            assert!(equal(v, again), "{}({args:?}) gave {}", op.name(), describe(&cx, got));
        }
    }
}
