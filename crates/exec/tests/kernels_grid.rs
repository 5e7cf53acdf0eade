//! Kernels of families `grid`, `draw` and `extract`: kinds of failure and edge cases that the
//! golden vectors lack.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::vectors::{describe, value};
use lang::{Dialect, Op};
use serde_json::Value as Json;

/// Calls an op with arguments given as a JSON list.
fn call(dialect: Dialect, op: &str, args: &str) -> String {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let args: Vec<Json> = serde_json::from_str(args).expect("arguments are JSON");
    let args: Vec<_> = args.iter().map(|a| value(&cx, a).expect("a value")).collect();
    let op = Op::lookup(dialect, op).expect("an op");
    describe(&cx, cx.op(op, &args))
}

#[track_caller]
fn expect(dialect: Dialect, cases: &[(&str, &str, &str)]) {
    for (op, args, expected) in cases {
        let got = call(dialect, op, args);
        assert_eq!(&got, expected, "{} {op} {args}", dialect.name());
    }
}

#[track_caller]
fn both(cases: &[(&str, &str, &str)]) {
    Dialect::ALL.into_iter().for_each(|dialect| expect(dialect, cases));
}

#[test]
fn turning_handles_empty_ragged_and_foreign_values() {
    both(&[
        ("rot90", "[[]]", "[]"),
        ("rot90", "[[[],[]]]", "[]"),
        ("rot90", "[[[1,2,3],[4,5]]]", "[[4,1],[5,2]]"),
        ("rot270", "[[[1,2,3],[4,5]]]", "[[2,5],[1,4]]"),
        ("rot180", "[[[1,2,3],[4,5]]]", "[[5,4],[3,2,1]]"),
        ("rot180", "[[[],[]]]", "[[],[]]"),
        ("rot90", "[5]", "fault type"),
        ("rot180", "[[1,2]]", "fault type"),
        ("rot270", "[{\"set\":[]}]", "fault type"),
    ]);
    expect(
        Dialect::Batt,
        &[
            ("mir_rot_t", "[[[1,2],[3,4]],4]", "[[3,1],[4,2]]"),
            ("mir_rot_t", "[[[1,2],[3,4]],7]", "[[1,2],[3,4]]"),
            ("mir_rot_t", "[5,-1]", "5"),
            ("mir_rot_t", "[{\"set\":[[1,2]]},0]", "fault type"),
            ("mir_rot_t", "[5,5]", "fault type"),
        ],
    );
}

#[test]
fn scaling_checks_factor_kind_and_size() {
    both(&[
        ("hupscale", "[[[1,2],[3,4]],0]", "[[],[]]"),
        ("hupscale", "[[[1,1000],[3]],-1]", "[[],[]]"),
        ("hupscale", "[[[1,1000],[3]],2]", "[[1,1,1000,1000],[3,3]]"),
        ("vupscale", "[[[1,2]],0]", "[]"),
        ("vupscale", "[[[1,2],[3]],2]", "[[1,2],[1,2],[3],[3]]"),
        ("hupscale", "[[[1]],1000000000]", "fault budget"),
        ("hupscale", "[[[],[]],1000000000]", "[[],[]]"),
        ("vupscale", "[[[]],1000000000]", "fault budget"),
        ("vupscale", "[[[1000]],9223372036854775807]", "fault budget"),
        ("hupscale", "[[],1000000000]", "[]"),
        ("hupscale", "[[[1]],[1]]", "fault type"),
        ("vupscale", "[[1,2],2]", "fault type"),
        ("downscale", "[[[1,2,3],[4,5,6],[7,8,9]],-2]", "[[1,3],[7,9]]"),
        ("downscale", "[[[1,2,3],[4,5,6]],-9223372036854775808]", "[[1]]"),
        ("downscale", "[[[1]],0]", "fault domain"),
        ("downscale", "[[],0]", "fault domain"),
        ("downscale", "[[],2]", "fault index"),
        ("downscale", "[[[1,2,3],[4]],2]", "fault index"),
        ("downscale", "[[[1,2],[4]],2]", "[[1]]"),
    ]);
    expect(
        Dialect::Arc,
        &[
            ("upscale", "[[[1]],1000000000]", "fault budget"),
            ("upscale", "[[[1]],9223372036854775807]", "fault budget"),
            ("upscale", "[[[1,2]],-3]", "[]"),
            ("upscale", "[[],3]", "[]"),
            ("upscale", "[[[1,1000]],2]", "[[1,1,1000,1000],[1,1,1000,1000]]"),
            ("upscale", "[{\"set\":[]},2]", "{\"set\":[]}"),
            ("upscale", "[{\"set\":[[1,[2,3]]]},0]", "{\"set\":[]}"),
            ("upscale", "[{\"set\":[[2,3]]},0]", "fault type"),
            ("upscale", "[{\"set\":[[1,[2,3]]]},1000000]", "fault budget"),
            (
                "upscale",
                "[{\"set\":[[1,[2047,0]]]},2]",
                "{\"set\":[[1,[2047,0]],[1,[2047,1]],[1,[2048,0]],[1,[2048,1]]]}",
            ),
            (
                "upscale",
                "[{\"set\":[[1,[0,0]],[2,[0,0]]]},2]",
                "{\"set\":[[1,[0,0]],[1,[0,1]],[1,[1,0]],[1,[1,1]],\
                 [2,[0,0]],[2,[0,1]],[2,[1,0]],[2,[1,1]]]}",
            ),
            (
                "upscale",
                "[{\"set\":[[1,[0,-9223372036854775807]],[1,[0,9223372036854775807]]]},2]",
                "fault domain",
            ),
        ],
    );
    let several = "[{\"set\":[[0,0,1],[0,0,2]]},2]";
    let scaled = "{\"set\":[[0,0,1],[0,0,2],[0,1,1],[0,1,2],[1,0,1],[1,0,2],[1,1,1],[1,1,2]]}";
    expect(Dialect::Batt, &[("upscale_f", several, scaled)]);
}

#[test]
fn cropping_clips_in_arc_and_refuses_in_batt() {
    let grid = "[[1,2,3],[4,5,6],[7,8,9]]";
    let crop = |d, rest: &str| call(d, "crop", &format!("[{grid},{rest}]"));
    for (rest, arc, batt) in [
        ("[1,1],[2,2]", "[[5,6],[8,9]]", "[[5,6],[8,9]]"),
        ("[1,1],[5,5]", "[[5,6],[8,9]]", "[]"),
        ("[-2,0],[2,2]", "[]", "[]"),
        ("[-2,0],[1,2]", "[[4,5]]", "[]"),
        ("[0,0],[0,2]", "[]", "[]"),
        ("[0,0],[2,0]", "[[],[]]", "[[],[]]"),
        ("[2,2],[-1,-1]", "[]", "[]"),
        ("[0,0],[-1,-1]", "[[1,2],[4,5]]", "[[1,2],[4,5]]"),
        ("[5,5],[1,1]", "[]", "[]"),
        ("[0,5],[1,1]", "[[]]", "[]"),
        ("[0],[1,1]", "fault index", "fault index"),
        ("[0,0],[1]", "fault index", "fault index"),
        ("[5,5],7", "fault type", "[]"),
        ("[0,0],7", "fault type", "fault type"),
        ("[9223372036854775807,0],[9223372036854775807,1]", "[]", "[]"),
        ("[0,0,7],[1,1,7]", "[[1]]", "[[1]]"),
    ] {
        assert_eq!(crop(Dialect::Arc, rest), arc, "arc {rest}");
        assert_eq!(crop(Dialect::Batt, rest), batt, "batt {rest}");
    }
    expect(
        Dialect::Arc,
        &[
            ("crop", "[[[1,2,3],[4]],[0,1],[2,2]]", "[[2,3],[]]"),
            ("crop", "[[],[0],[1,1]]", "fault index"),
            ("subgrid", "[{\"set\":[]},[[1]]]", "fault index"),
            ("subgrid", "[{\"set\":[]},5]", "fault type"),
            ("subgrid", "[{\"set\":[[-1,0],[1,1]]},[[1,2],[3,4]]]", "[[3,4]]"),
            ("subgrid", "[[[1,1],[0,1]],[[1,2],[3,4]]]", "[[2],[4]]"),
            ("subgrid", "[{\"set\":[1]},[[1]]]", "fault type"),
        ],
    );
    expect(
        Dialect::Batt,
        &[
            ("crop", "[[],[0],[1,1]]", "[]"),
            ("subgrid", "[{\"set\":[[0,0],[5,1]]},[[1,2],[3,4]]]", "[]"),
            ("subgrid", "[{\"set\":[[0,0]]},[]]", "[]"),
        ],
    );
}

#[test]
fn splitting_skips_a_column_and_bounds_the_number_of_pieces() {
    both(&[
        ("hsplit", "[[[1,2,3],[4,5,6]],3]", "[[[1],[4]],[[2],[5]],[[3],[6]]]"),
        ("vsplit", "[[[1],[2],[3],[4],[5]],2]", "[[[1],[2]],[[4],[5]]]"),
        ("hsplit", "[[[1]],0]", "fault domain"),
        ("hsplit", "[[],0]", "fault domain"),
        ("vsplit", "[[],1]", "fault index"),
        ("vsplit", "[[],-1]", "fault index"),
        ("hsplit", "[[[1]],-4]", "[]"),
        ("hsplit", "[[[1]],1000000000]", "fault budget"),
        ("vsplit", "[[[1]],1000000000]", "fault budget"),
        ("vsplit", "[[[1]],[1]]", "fault type"),
        ("hsplit", "[[[1,1000],[2]],2]", "[[[1],[2]],[[1000],[]]]"),
        ("vsplit", "[[[1],[2]],4]", "[[],[],[],[]]"),
    ]);
    let args = "[[[1,2]],4]";
    expect(Dialect::Arc, &[("hsplit", args, "[[[]],[[]],[[]],[[]]]")]);
    expect(Dialect::Batt, &[("hsplit", args, "[[[]],[[]],[],[]]")]);
    let args = "[[[],[]],2]";
    expect(Dialect::Arc, &[("hsplit", args, "[[[],[]],[[],[]]]")]);
    expect(Dialect::Batt, &[("hsplit", args, "[[],[]]")]);
}

#[test]
fn halves_and_trim_of_small_grids() {
    both(&[
        ("tophalf", "[[[1],[2],[3]]]", "[[1]]"),
        ("bottomhalf", "[[[1],[2],[3]]]", "[[3]]"),
        ("tophalf", "[[[1,2]]]", "[]"),
        ("tophalf", "[[7,8,9,10]]", "[7,8]"),
        ("bottomhalf", "[[7,8]]", "[8]"),
        ("tophalf", "[{\"set\":[]}]", "fault type"),
        ("lefthalf", "[[[1],[2]]]", "[]"),
        ("lefthalf", "[[]]", "[]"),
        ("righthalf", "[[[1,2,3],[4,5,6]]]", "[[3],[6]]"),
        ("righthalf", "[[[1,2,3,4],[5,6]]]", "[[2],[6]]"),
        ("lefthalf", "[[1,2]]", "fault type"),
        ("trim", "[[[1,2],[3,4]]]", "[]"),
        ("trim", "[[[1,2],[3,4],[5,6]]]", "[[]]"),
        ("trim", "[[]]", "[]"),
        ("trim", "[[[1],[1,2,3,4],[1]]]", "[[2,3]]"),
        ("trim", "[[1,2,3]]", "fault type"),
        ("compress", "[[]]", "[]"),
        ("compress", "[[[],[]]]", "[[],[]]"),
        ("compress", "[[[1,2],[1,2]]]", "[[],[]]"),
        ("compress", "[[[1,1],[2,2]]]", "[]"),
        ("compress", "[[[0,1,2],[0,3,3],[0,0,0]]]", "[[1,2],[3,3]]"),
        ("compress", "[3]", "fault type"),
    ]);
}

#[test]
fn joining_and_comparing() {
    both(&[
        ("hconcat", "[[[1],[2]],[[3]]]", "[[1,3]]"),
        ("hconcat", "[[],[[3]]]", "[]"),
        ("hconcat", "[[1,2],[[3]]]", "fault type"),
        ("vconcat", "[[[1,2]],[[3]]]", "[[1,2],[3]]"),
        ("vconcat", "[[],[]]", "[]"),
        ("vconcat", "[[1],[2,3]]", "[1,2,3]"),
        ("vconcat", "[[[1]],5]", "fault type"),
        ("cellwise", "[[],[[1]],0]", "fault index"),
        ("cellwise", "[[[1]],[],0]", "fault index"),
        ("cellwise", "[[[],[]],[],0]", "[[],[]]"),
        ("cellwise", "[[[1,2]],[[1,3,4],[5,6,7]],1000]", "[[1,1000]]"),
        ("cellwise", "[[[1,2]],[[1,3]],[]]", "fault type"),
        ("cellwise", "[[],5,[]]", "fault type"),
    ]);
    let args = "[[[1,2],[3,4]],[[1]],7]";
    expect(Dialect::Arc, &[("cellwise", args, "fault index")]);
    expect(Dialect::Batt, &[("cellwise", args, "[[1,7],[7,7]]")]);
}

#[test]
fn canvas_and_index() {
    both(&[
        ("canvas", "[3,[2,2]]", "[[3,3],[3,3]]"),
        ("canvas", "[1000,[1,2]]", "[[1000,1000]]"),
        ("canvas", "[3,[0,2]]", "[]"),
        ("canvas", "[3,[2,-1]]", "[[],[]]"),
        ("canvas", "[1000,[2,-1]]", "[[],[]]"),
        ("canvas", "[3,[1000000000,1000000000]]", "fault budget"),
        ("canvas", "[3,[1000000000,0]]", "fault budget"),
        ("canvas", "[3,[9223372036854775807,9223372036854775807]]", "fault budget"),
        ("canvas", "[3,[-1,1000000000]]", "[]"),
        ("canvas", "[3,[1]]", "fault index"),
        ("canvas", "[[3],[1]]", "fault type"),
        ("canvas", "[3,4]", "fault type"),
        ("index", "[[[1,2]],[0,1]]", "2"),
        ("index", "[[[1,2]],[0,-1]]", "[]"),
        ("index", "[[[1,2]],[9223372036854775807,0]]", "[]"),
        ("index", "[[[1000,2]],[0,0]]", "1000"),
        ("index", "[[],[0,0]]", "fault index"),
        ("index", "[[],[]]", "fault index"),
        ("index", "[[],5]", "fault type"),
        ("index", "[[[1]],[]]", "fault type"),
        ("index", "[[[1]],[0,0,0]]", "fault type"),
        ("index", "[[[1,2],[3]],[1,1]]", "fault index"),
    ]);
}

#[test]
fn drawing_ignores_what_lies_outside() {
    both(&[
        ("fill", "[[[0,0]],7,{\"set\":[[0,-1],[0,1],[5,0]]}]", "[[0,7]]"),
        ("fill", "[[[0,0]],1000,{\"set\":[[0,1]]}]", "[[0,1000]]"),
        ("fill", "[[[0,0]],7,[[0,1]]]", "[[0,7]]"),
        ("fill", "[[[0,0]],7,[]]", "[[0,0]]"),
        ("fill", "[[[0,0]],7,{\"set\":[[0,100000000000]]}]", "[[0,0]]"),
        ("fill", "[[],7,{\"set\":[]}]", "fault index"),
        ("fill", "[[],[],{\"set\":[]}]", "fault type"),
        ("fill", "[[],7,7]", "fault type"),
        ("fill", "[[],7,{\"set\":[1]}]", "fault index"),
        ("fill", "[[[0]],7,{\"set\":[1]}]", "fault type"),
        ("fill", "[[[0,0],[0]],7,{\"set\":[[0,1]]}]", "[[0,7],[0]]"),
        ("fill", "[[[0,0],[0]],7,{\"set\":[[1,1]]}]", "fault index"),
        ("fill", "[[[0],[0,0]],7,{\"set\":[[1,1]]}]", "[[0],[0,0]]"),
        ("paint", "[[[0]],{\"set\":[[0,0]]}]", "fault type"),
        ("paint", "[[],{\"set\":[[0,0]]}]", "fault index"),
        ("paint", "[[[0]],3]", "fault type"),
        ("underfill", "[[[0,0,1]],5,{\"set\":[[0,0],[0,2]]}]", "[[5,0,1]]"),
        ("underfill", "[[[3,1]],5,{\"set\":[[0,0],[0,1]]}]", "[[3,5]]"),
        ("underfill", "[[],5,{\"set\":[]}]", "fault index"),
        ("underfill", "[[[1]],[],{\"set\":[]}]", "fault type"),
        ("cover", "[[[0,0,1]],{\"set\":[[0,2]]}]", "[[0,0,0]]"),
        ("cover", "[[],{\"set\":[]}]", "fault index"),
        ("move", "[[],{\"set\":[]},[1,1]]", "fault index"),
        ("move", "[[[0,0,1]],{\"set\":[]},[]]", "[[0,0,1]]"),
        ("move", "[[[0,0,1]],{\"set\":[[0,2]]},[0,0]]", "fault type"),
    ]);
}

#[test]
fn drawing_differs_between_dialects() {
    expect(
        Dialect::Arc,
        &[
            ("paint", "[[[0]],{\"set\":[[3,[0,0]],[5,[0,0]]]}]", "[[5]]"),
            ("paint", "[[[0]],[[5,[0,0]],[3,[0,0]]]]", "[[3]]"),
            ("underpaint", "[[[0]],{\"set\":[[3,[0,0]],[5,[0,0]]]}]", "[[3]]"),
            ("underfill", "[[[]],5,{\"set\":[]}]", "fault empty"),
            ("underpaint", "[[[]],{\"set\":[]}]", "fault empty"),
            ("cover", "[[[]],{\"set\":[]}]", "fault empty"),
            ("move", "[[[]],{\"set\":[]},[0,0]]", "fault empty"),
            ("move", "[[[0,0,1]],{\"set\":[[1,[0,2]]]},[]]", "fault type"),
            ("move", "[[[0,0,1]],{\"set\":[[1,[0,2]]]},[0,-1]]", "[[0,1,0]]"),
            ("move", "[[[0,0,1]],{\"set\":[[1,[0,2]]]},[0,1]]", "[[0,0,0]]"),
            (
                "move",
                "[[[0,0,1]],{\"set\":[[1,[0,2]]]},[9223372036854775807,9223372036854775807]]",
                "fault domain",
            ),
        ],
    );
    expect(
        Dialect::Batt,
        &[
            ("paint", "[[[0]],{\"set\":[[0,0,3],[0,0,5]]}]", "[[5]]"),
            ("paint", "[[[0]],[[0,0,5],[0,0,3]]]", "[[3]]"),
            ("underfill", "[[[]],5,{\"set\":[]}]", "[[]]"),
            ("underpaint", "[[[]],{\"set\":[]}]", "[[]]"),
            ("cover", "[[[],[]],{\"set\":[[0,0]]}]", "[[],[]]"),
            ("move", "[[[]],{\"set\":[[0,0,1]]},[0,0]]", "[[]]"),
            ("move", "[[[0,0,1]],{\"set\":[[0,2,1]]},[]]", "[[0,0,1]]"),
        ],
    );
}

#[test]
fn extracting_from_grids_without_cells() {
    let none = "{\"set\":[]}";
    expect(
        Dialect::Arc,
        &[
            ("objects", "[[],0,0,0]", "fault index"),
            ("objects", "[[],1,1,1]", "fault index"),
            ("objects", "[[[]],1,1,1]", "fault empty"),
            ("objects", "[[[]],0,1,0]", none),
            ("fgpartition", "[[]]", "fault empty"),
            ("fgpartition", "[[[]]]", "fault empty"),
            ("asobject", "[[1]]", "fault type"),
            ("asobject", "[5]", "fault type"),
            ("asobject", "[[{\"set\":[4]}]]", "{\"set\":[[4,[0,0]]]}"),
            ("objects", "[[[1,2],[3]],1,1,0]", "fault index"),
            ("objects", "[[[1],[1,2]],1,1,0]", "{\"set\":[{\"set\":[[1,[0,0]],[1,[1,0]]]}]}"),
        ],
    );
    expect(
        Dialect::Batt,
        &[
            ("objects", "[[],1,1,1]", none),
            ("objects", "[[[]],1,1,1]", none),
            ("o_g", "[[],8]", "fault domain"),
            ("o_g", "[[[1]],-1]", "fault domain"),
            ("o_g", "[5,8]", "fault type"),
            ("o_g", "[[[1]],[]]", "fault type"),
            ("fgpartition", "[[]]", none),
            ("asobject", "[[1]]", none),
            ("asobject", "[5]", none),
            ("asobject", "[[[1],[2,[3]]]]", none),
            ("asobject", "[[[1],[2,3]]]", "{\"set\":[[0,0,1],[1,0,2],[1,1,3]]}"),
            ("is_no_grid", "[[]]", "0"),
            ("is_no_grid", "[[[1],[2,1000]]]", "0"),
            ("is_no_grid", "[[[1,2],[3,4]]]", "0"),
            ("is_no_grid", "[[1,2]]", "1"),
            ("is_no_grid", "[[1,2,3]]", "1"),
            ("is_no_grid", "[[[1],[[2]]]]", "1"),
            ("is_no_grid", "[[[1],{\"set\":[]}]]", "1"),
            ("is_no_grid", "[{\"set\":[]}]", "1"),
        ],
    );
    both(&[
        ("objects", "[5,1,1,1]", "fault type"),
        ("partition", "[[]]", none),
        ("partition", "[[[],[]]]", none),
        ("partition", "[[1]]", "fault type"),
        ("fgpartition", "[[[3,3]]]", none),
        ("frontiers", "[[]]", "fault index"),
        ("frontiers", "[[[],[]]]", none),
        ("frontiers", "[[1]]", "fault type"),
        ("toobject", "[{\"set\":[]},[]]", "fault index"),
        ("toobject", "[{\"set\":[]},[[1]]]", none),
        ("toobject", "[{\"set\":[1]},[]]", "fault type"),
        ("toobject", "[{\"set\":[[9,9],[-1,0]]},[[1]]]", none),
        ("toobject", "[{\"set\":[[1,1]]},[[1,2],[3]]]", "fault index"),
        ("asobject", "[[]]", none),
        ("asobject", "[[[]]]", none),
    ]);
}

#[test]
fn occurrences_of_nothing_and_of_much() {
    let everywhere = "{\"set\":[[0,0],[0,1],[1,0],[1,1]]}";
    both(&[
        ("occurrences", "[[[1]],{\"set\":[]}]", everywhere),
        ("occurrences", "[[[1000]],[]]", everywhere),
        ("occurrences", "[[],{\"set\":[]}]", "fault index"),
        ("occurrences", "[[[]],{\"set\":[]}]", "{\"set\":[[0,0],[1,0]]}"),
        ("occurrences", "[[[1]],{\"set\":[[0,0]]}]", "fault type"),
        ("occurrences", "[[[1]],7]", "fault type"),
    ]);
    expect(
        Dialect::Arc,
        &[
            ("occurrences", "[[[1,2]],{\"set\":[[1,[9,9]]]}]", "{\"set\":[[0,0]]}"),
            ("occurrences", "[[[1]],{\"set\":[[1,[0,0]],[1,[0,1]]]}]", "{\"set\":[]}"),
            ("occurrences", "[[[1]],{\"set\":[[1,[0,0]],[2,[0,0]]]}]", "{\"set\":[]}"),
            (
                "occurrences",
                "[[[1]],{\"set\":[[1,[-9223372036854775808,0]]]}]",
                "{\"set\":[[0,0]]}",
            ),
            (
                "occurrences",
                "[[[1]],{\"set\":[[1,[-9223372036854775808,0]],[1,[9223372036854775807,0]]]}]",
                "{\"set\":[]}",
            ),
        ],
    );
}

#[test]
fn frontiers_share_cells() {
    expect(
        Dialect::Arc,
        &[
            ("frontiers", "[[[4]]]", "{\"set\":[{\"set\":[[4,[0,0]]]}]}"),
            (
                "frontiers",
                "[[[1,1],[1,2]]]",
                "{\"set\":[{\"set\":[[1,[0,0]],[1,[0,1]]]},{\"set\":[[1,[0,0]],[1,[1,0]]]}]}",
            ),
            ("frontiers", "[[[1,2],[3]]]", "fault index"),
        ],
    );
}

/// Whatever the arguments, an op answers or fails, and does so in time.
#[test]
fn no_arguments_make_an_op_panic() {
    let pool = [
        "0",
        "-1",
        "3",
        "1000",
        "9223372036854775807",
        "-9223372036854775808",
        "[]",
        "[[]]",
        "{\"set\":[]}",
        "[1,2]",
        "[-1,9223372036854775807]",
        "[[1,2],[3,4]]",
        "[[1,2,3],[4,5]]",
        "[[],[1]]",
        "[[1000,2],[2,2]]",
        "[[1],{\"set\":[1]}]",
        "{\"set\":[[0,0],[1,1]]}",
        "{\"set\":[[1,[0,1]],[2,[0,0]]]}",
        "{\"set\":[[0,1,1],[0,0,2]]}",
        "[[1,[0,1]]]",
        "{\"set\":[[9223372036854775807,-9223372036854775808],[-9223372036854775808,5]]}",
        "{\"set\":[[7,[9223372036854775807,-9223372036854775808]],[7,[-9223372036854775808,5]]]}",
        "{\"set\":[[9223372036854775807,-9223372036854775808,3],[-9223372036854775808,5,3]]}",
        "{\"set\":[1,[2,3]]}",
        "{\"fn\":\"identity\"}",
    ];
    for dialect in Dialect::ALL {
        let mut arena = Arena::new();
        for op in Op::of(dialect).filter(|op| is_ours(*op)) {
            let places = op.arity().min(3);
            for n in 0..pool.len().pow(places as u32) {
                let cx = Cx::new(&arena, dialect);
                let parsed = |text: &str| value(&cx, &serde_json::from_str(text).expect("JSON"));
                let pick = |place: usize| pool[n / pool.len().pow(place as u32) % pool.len()];
                let args: Result<Vec<_>, _> =
                    (0..op.arity()).map(|i| parsed(pick(i.min(places - 1)))).collect();
                let _ = describe(&cx, cx.op(op, &args.expect("values")));
                arena.reset(1 << 20);
            }
        }
    }
}

fn is_ours(op: Op) -> bool {
    use lang::Family::{Draw, Extract, Grid};
    matches!(op.kernel().info().family, Grid | Draw | Extract)
}
