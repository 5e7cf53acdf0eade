//! Patch, colour, measure and relation kernels: fault kinds and edges that the golden vectors
//! lack.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::vectors::{describe, value};
use lang::{Dialect, Op};

/// Runs an op on arguments given as JSON and describes what it gives.
fn run(dialect: Dialect, op: &str, args: &str) -> String {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let json: serde_json::Value = serde_json::from_str(args).expect(args);
    let args: Vec<_> =
        json.as_array().expect("a list").iter().map(|a| value(&cx, a).expect("a value")).collect();
    let op = Op::lookup(dialect, op).unwrap_or_else(|| panic!("no op {op}"));
    describe(&cx, cx.op(op, &args))
}

#[track_caller]
fn check(dialect: Dialect, cases: &[(&str, &str, &str)]) {
    for (op, args, expected) in cases {
        let got = run(dialect, op, args);
        assert_eq!(got.replace(' ', ""), expected.replace(' ', ""), "{dialect:?} {op} {args}");
    }
}

const BIG: &str = "9223372036854775807";
const LOW: &str = "-9223372036854775808";

#[test]
fn colour_edges_in_arc() {
    check(
        Dialect::Arc,
        &[
            ("palette", r#"[{"set":[[3,7],[200,7]]}]"#, r#"{"set":[3,200]}"#),
            ("palette", r#"[[[1,-2],[64,1]]]"#, r#"{"set":[-2,1,64]}"#),
            ("palette", "[[[1,300],[1]]]", r#"{"set":[1,300]}"#),
            ("palette", "[[]]", r#"{"set":[]}"#),
            ("palette", "[[1,2]]", "faulttype"),
            ("palette", r#"[{"set":[1]}]"#, "faulttype"),
            ("palette", "[5]", "faulttype"),
            ("numcolors", "[[[1,300],[1,-5]]]", "3"),
            ("numcolors", r#"[{"set":[[1,2],[1,3]]}]"#, "1"),
            ("mostcolor", "[[]]", "faultempty"),
            ("mostcolor", "[[[],[]]]", "faultempty"),
            ("mostcolor", r#"[{"set":[]}]"#, "faultempty"),
            ("mostcolor", "[[[3,2],[2,3]]]", "2"),
            ("mostcolor", "[[[-100,100],[100,-100]]]", "-100"),
            ("mostcolor", "[[[300,5],[300]]]", "300"),
            ("mostcolor", r#"[{"set":[[9,[0,0]],[9,[0,1]],[4,[0,0]]]}]"#, "9"),
            ("leastcolor", "[[[3,2],[2,3]]]", "2"),
            ("leastcolor", "[[[3,2,2],[100,100,-100]]]", "-100"),
            ("leastcolor", "[[[300,5],[300,300],[5]]]", "5"),
            ("colorcount", "[[[1,1,2]],1]", "2"),
            ("colorcount", "[[[1,1,2]],1000]", "0"),
            ("colorcount", "[[[1000,1,2],[1]],1000]", "1"),
            ("colorcount", "[[[1]],[]]", "faulttype"),
            ("colorcount", r#"[{"set":[[4,1],[4,2],[5,1]]},4]"#, "2"),
            ("color", "[[]]", "faultempty"),
            ("color", r#"[{"set":[[7,2]]}]"#, "7"),
            ("color", "[[[1,2,3]]]", "faulttype"),
            ("color", "[[1,2]]", "faulttype"),
            ("color", "[4]", "faulttype"),
            ("colorfilter", r#"[{"set":[{"set":[]},{"set":[[1,[0,0]]]}]},1]"#, "faultempty"),
            ("colorfilter", r#"[[5,[]],1]"#, "faultempty"),
            ("colorfilter", r#"[[5],1]"#, "faulttype"),
            (
                "colorfilter",
                r#"[[{"set":[[1,[0,0]]]},{"set":[[1,[0,0]]]}],1]"#,
                r#"{"set":[{"set":[[1,[0,0]]]}]}"#,
            ),
            ("ofcolor", "[[],1]", r#"{"set":[]}"#),
            ("ofcolor", "[[[1,300],[300]],300]", r#"{"set":[[0,1],[1,0]]}"#),
            ("ofcolor", "[[[1]],300]", r#"{"set":[]}"#),
            ("ofcolor", r#"[{"set":[]},1]"#, "faulttype"),
            ("recolor", "[3,[]]", r#"{"set":[]}"#),
            ("recolor", r#"[300,{"set":[[1,2]]}]"#, r#"{"set":[[300,[1,2]]]}"#),
            (
                "recolor",
                r#"[3,{"set":[[1,[5,5]],[2,[5,5]],[2,[0,0]]]}]"#,
                r#"{"set":[[3,[0,0]],[3,[5,5]]]}"#,
            ),
            ("recolor", r#"[3,{"set":[1]}]"#, "faulttype"),
            ("recolor", r#"[[],{"set":[]}]"#, "faulttype"),
            ("replace", "[[],1,2]", "[]"),
            ("replace", "[[[]],1,2]", "[[]]"),
            ("replace", "[[[1,2]],1,300]", "[[300,2]]"),
            ("replace", "[[[300,2],[1]],300,1]", "[[1,2],[1]]"),
            ("replace", "[[1,2],1,3]", "faulttype"),
            ("replace", r#"[{"set":[]},1,3]"#, "faulttype"),
            ("switch", "[[[1,2,3]],1,1]", "[[1,2,3]]"),
            ("switch", "[[[1,2,3]],1,3]", "[[3,2,1]]"),
            ("switch", "[[[1,2,3]],1,300]", "[[300,2,3]]"),
        ],
    );
}

#[test]
fn colour_edges_in_batt() {
    check(
        Dialect::Batt,
        &[
            ("palette_f", r#"[{"set":[[3,7]]}]"#, "faulttype"),
            ("palette_f", r#"[{"set":[[2000,0,200]]}]"#, r#"{"set":[200]}"#),
            ("palette_t", r#"[{"set":[[0,7,300]]}]"#, r#"{"set":[0,7,300]}"#),
            ("p_g", "[[]]", "[]"),
            ("p_o", r#"[{"set":[]}]"#, "[]"),
            ("p_g", "[[[3,1],[1,200]]]", "[1,3,200]"),
            ("color", r#"[{"set":[[1,0,3],[0,5,9]]}]"#, "9"),
            ("color", r#"[{"set":[[1,0]]}]"#, "faulttype"),
            ("mostcolor_f", r#"[{"set":[[0,0,3],[0,0,2],[5,5,3]]}]"#, "3"),
            (
                "recolor_o",
                r#"[7,{"set":[[0,0,3],[0,0,2],[5,5,3]]}]"#,
                r#"{"set":[[0,0,7],[5,5,7]]}"#,
            ),
            ("recolor_o", r#"[7,{"set":[[0,0]]}]"#, "faulttype"),
            ("recolor_i", r#"[7,{"set":[[0,0,1]]}]"#, "faulttype"),
        ],
    );
}

#[test]
fn measure_edges_in_arc() {
    check(
        Dialect::Arc,
        &[
            ("height", "[[]]", "0"),
            ("height", "[[1,2,3]]", "3"),
            ("height", "[5]", "faulttype"),
            ("height", r#"[{"set":[5]}]"#, "faulttype"),
            ("width", "[[]]", "0"),
            ("width", "[[1,2,3]]", "faulttype"),
            ("width", r#"[[{"set":[1,2,3]}]]"#, "3"),
            ("width", "[[[1],[1,2]]]", "1"),
            ("shape", "[[]]", "[0,0]"),
            ("shape", "[[[],[]]]", "[2,0]"),
            ("portrait", r#"[{"set":[]}]"#, "0"),
            ("square", "[[]]", "faultindex"),
            ("square", r#"[{"set":[]}]"#, "1"),
            ("square", "[[1]]", "faulttype"),
            ("square", r#"[{"set":[[0,0],[1,1]]}]"#, "0"),
            ("square", r#"[{"set":[[1,[3,3]],[2,[3,3]]]}]"#, "0"),
            ("vline", "[[[0,4],[1,4]]]", "1"),
            ("vline", "[[]]", "0"),
            ("hline", r#"[{"set":[[0,0],[0,2]]}]"#, "0"),
            ("hline", r#"[{"set":[7]}]"#, "faulttype"),
            ("uppermost", "[[]]", "faultempty"),
            ("leftmost", r#"[{"set":[]}]"#, "faultempty"),
            ("leftmost", r#"[{"set":[1]}]"#, "faulttype"),
            ("rightmost", r#"[{"set":[[3,[0,9]],[2,[0,11]]]}]"#, "11"),
            ("lowermost", r#"[{"set":[[2,[9,0]],[3,[4,0]]]}]"#, "9"),
            ("ulcorner", r#"[{"set":[1]}]"#, "faulttype"),
            ("ulcorner", "[5]", "faulttype"),
            ("ulcorner", "[[]]", "[]"),
            ("center", "[[]]", "faultempty"),
            ("center", r#"[{"set":[[-3,-2],[0,0]]}]"#, "[-1,-1]"),
            ("centerofmass", "[[]]", "[]"),
            ("centerofmass", r#"[{"set":[[-1,0],[0,0]]}]"#, "[-1,0]"),
            ("centerofmass", r#"[{"set":[[1,[4,4]],[2,[4,4]],[2,[6,6]]]}]"#, "[3,3]"),
            ("hperiod", r#"[{"set":[]}]"#, "0"),
            ("hperiod", r#"[{"set":[[0,0],[5,0]]}]"#, "1"),
            ("hperiod", r#"[{"set":[[0,0],[0,1]]}]"#, "faulttype"),
            ("vperiod", r#"[{"set":[[0,0],[5,0]]}]"#, "faulttype"),
            ("hperiod", r#"[{"set":[[1,[0,0]],[2,[0,1]],[1,[0,2]]]}]"#, "2"),
            ("vperiod", r#"[{"set":[[1,[0,0]],[1,[1000000000000,0]]]}]"#, "1000000000000"),
            ("vperiod", r#"[{"set":[[1,[0,0]],[2,[1000000000000,0]]]}]"#, "1000000000001"),
        ],
    );
}

#[test]
fn measure_edges_in_batt() {
    check(
        Dialect::Batt,
        &[
            ("ulcorner", "[5]", "[]"),
            ("lrcorner", r#"[{"set":[5]}]"#, "[]"),
            ("urcorner", "[[5,6,7]]", "[]"),
            ("corner", "[7,2]", "[]"),
            ("corner", r#"[{"set":[[1,2],[3,4]]},9]"#, "[1,2]"),
            ("corner", r#"[{"set":[]},[]]"#, "faulttype"),
            ("corners", "[7]", r#"{"set":[[]]}"#),
            ("centerofmass", "[[1,2]]", "[]"),
            ("center", r#"[{"set":[]}]"#, "[]"),
            ("center", "[[1,2]]", "faulttype"),
            ("center", "[7]", "faulttype"),
            ("uppermost", "[[1,2]]", "faulttype"),
            ("height_f", r#"[{"set":[1]}]"#, "faulttype"),
            ("col_row", r#"[{"set":[]},4]"#, "faultdomain"),
            ("col_row", r#"[{"set":[]},3]"#, "faultempty"),
            ("col_row", r#"[{"set":[1]},4]"#, "faulttype"),
            ("col_row", r#"[{"set":[]},[]]"#, "faulttype"),
            ("centerofmass", r#"[{"set":[[4,4,1],[4,4,2],[6,6,2]]}]"#, "[3,3]"),
        ],
    );
}

#[test]
fn relation_edges() {
    check(
        Dialect::Arc,
        &[
            ("manhattan", r#"[{"set":[]},5]"#, "faulttype"),
            ("manhattan", r#"[{"set":[]},[]]"#, "faultempty"),
            ("adjacent", r#"[{"set":[[0,0]]},0]"#, "faulttype"),
            // Packed neighbours in number, far apart on the plane.
            ("adjacent", r#"[{"set":[[0,2047]]},{"set":[[1,-2048]]}]"#, "0"),
            ("adjacent", r#"[{"set":[[0,2047]]},{"set":[[0,2048]]}]"#, "1"),
            ("adjacent", r#"[{"set":[[0,0],[90,90]]},{"set":[[91,90]]}]"#, "1"),
            ("bordering", r#"[{"set":[]},[[1]]]"#, "faultempty"),
            ("bordering", r#"[{"set":[]},5]"#, "faulttype"),
            ("bordering", r#"[{"set":[[0,3]]},[]]"#, "1"),
            ("bordering", r#"[{"set":[[-1,3]]},[]]"#, "1"),
            ("bordering", r#"[{"set":[[2,3]]},[]]"#, "faultindex"),
            ("bordering", r#"[{"set":[[2,2],[9,9]]},[[1,1,1],[1,1,1],[1,1,1]]]"#, "0"),
            ("position", r#"[{"set":[[1,1]]},{"set":[[1,1]]}]"#, "[0,-1]"),
            ("position", r#"[{"set":[[1,1]]},[]]"#, "faultempty"),
            ("gravitate", r#"[{"set":[[0,0]]},{"set":[[0,3]]}]"#, "[0,2]"),
            ("gravitate", r#"[{"set":[[0,0]]},{"set":[[0,0]]}]"#, "[-1,0]"),
            ("gravitate", r#"[{"set":[[0,0]]},{"set":[[5,9]]}]"#, "[0,42]"),
            ("gravitate", r#"[{"set":[[0,0]]},{"set":[[0,300]]}]"#, "[0,42]"),
            ("gravitate", r#"[{"set":[]},{"set":[]}]"#, "faultempty"),
            ("hmatching", r#"[{"set":[[0,0],[500,0]]},{"set":[[3,9],[500,3]]}]"#, "1"),
            ("vmatching", r#"[{"set":[[0,0],[0,500]]},{"set":[[3,9],[5,499]]}]"#, "0"),
            ("hmatching", r#"[{"set":[5]},{"set":[]}]"#, "faulttype"),
        ],
    );
    check(
        Dialect::Batt,
        &[
            ("adjacent", r#"[{"set":[[0,0]]},0]"#, "0"),
            ("adjacent", r#"[0,{"set":[[0,0]]}]"#, "0"),
            ("adjacent", r#"[{"set":[[0,0]]},7]"#, "faulttype"),
            ("bordering", r#"[[],[]]"#, "0"),
            ("gravitate", r#"[{"set":[]},{"set":[]}]"#, r#"{"set":[]}"#),
            ("gravitate", r#"[[],{"set":[[1,1]]}]"#, "faultempty"),
        ],
    );
}

#[test]
fn patch_edges_in_arc() {
    check(
        Dialect::Arc,
        &[
            ("toindices", "[5]", "faulttype"),
            ("toindices", "[[]]", r#"{"set":[]}"#),
            ("toindices", "[[1,2]]", "faulttype"),
            ("toindices", r#"[{"set":[{"set":[]}]}]"#, "faulttype"),
            ("toindices", "[[[1,2,3]]]", "[[1,2,3]]"),
            ("toindices", "[[[1,[2,3]],[4,5]]]", "faulttype"),
            (
                "toindices",
                r#"[{"set":[[1,[5,5]],[2,[3,3]],[2,[5,5]]]}]"#,
                r#"{"set":[[3,3],[5,5]]}"#,
            ),
            ("asindices", "[[]]", r#"{"set":[]}"#),
            ("asindices", "[[[]]]", r#"{"set":[]}"#),
            ("asindices", "[[[1,2],[1]]]", r#"{"set":[[0,0],[0,1],[1,0],[1,1]]}"#),
            ("asindices", "[[1]]", "faulttype"),
            ("normalize", "[[]]", "[]"),
            ("normalize", "[[1]]", "faulttype"),
            ("shift", "[[],5]", r#"{"set":[]}"#),
            ("shift", r#"[{"set":[[0,0]]},[]]"#, "faulttype"),
            ("shift", r#"[{"set":[[0,0]]},[1,2,3]]"#, "faulttype"),
            ("shift", r#"[{"set":[[0,2047]]},[0,1]]"#, r#"{"set":[[0,2048]]}"#),
            ("shift", r#"[{"set":[[0,2048]]},[0,-1]]"#, r#"{"set":[[0,2047]]}"#),
            ("shift", r#"[[[0,0],[0,0]],[0,0]]"#, r#"{"set":[[0,0]]}"#),
            ("shift", r#"[{"set":[[300,[0,0]]]},[1,1]]"#, r#"{"set":[[300,[1,1]]]}"#),
            ("dneighbors", "[[]]", "faultindex"),
            ("dneighbors", "[[1]]", "faultindex"),
            ("dneighbors", r#"[{"set":[]}]"#, "faulttype"),
            ("dneighbors", "[[1,[2,3]]]", "faulttype"),
            ("ineighbors", "[[0,2047]]", r#"{"set":[[-1,2046],[-1,2048],[1,2046],[1,2048]]}"#),
            ("corners", r#"[{"set":[[1,1]]}]"#, r#"{"set":[[1,1]]}"#),
            ("box", "[[]]", r#"{"set":[]}"#),
            ("box", "[7]", "faulttype"),
            ("inbox", "[[]]", "faultempty"),
            (
                "inbox",
                r#"[{"set":[[4,4]]}]"#,
                r#"{"set":[[3,3],[3,4],[3,5],[4,3],[4,5],[5,3],[5,4],[5,5]]}"#,
            ),
            ("outbox", r#"[{"set":[1]}]"#, "faulttype"),
            ("backdrop", "[7]", "faulttype"),
            ("backdrop", r#"[{"set":[[0,0],[2000,2000]]}]"#, "faultbudget"),
            ("delta", r#"[{"set":[[0,0],[0,5000000]]}]"#, "faultbudget"),
            ("delta", r#"[{"set":[[3,[0,2]],[4,[0,0]],[5,[0,0]]]}]"#, r#"{"set":[[0,1]]}"#),
            ("connect", "[[],[1,1]]", "faulttype"),
            ("connect", "[[0,0],[0,2000000]]", "faultbudget"),
            ("connect", "[[2,0],[0,2]]", r#"{"set":[[0,2],[1,1],[2,0]]}"#),
            ("connect", "[[0,2047],[0,2049]]", r#"{"set":[[0,2047],[0,2048],[0,2049]]}"#),
            ("shoot", "[[],[1,0]]", "faultindex"),
            ("shoot", "[[1,1,1],[1,0]]", "faulttype"),
            ("shoot", r#"[{"set":[]},[1,0]]"#, "faulttype"),
            ("shoot", "[[3,3],[0,0]]", r#"{"set":[[3,3]]}"#),
            ("hfrontier", "[[]]", "faultindex"),
            ("hfrontier", "[5]", "faulttype"),
            ("vfrontier", "[[5]]", "faultindex"),
            ("hmirror", "[[]]", "[]"),
            ("hmirror", r#"[{"set":[]}]"#, "faultempty"),
            ("hmirror", r#"[{"set":[1]}]"#, "faulttype"),
            ("hmirror", "[[1,2,3]]", "[3,2,1]"),
            ("vmirror", "[[[1,2],[3]]]", "[[2,1],[3]]"),
            ("vmirror", "[[1]]", "faulttype"),
            ("dmirror", "[[[1,2],[3]]]", "[[1,3]]"),
            ("dmirror", "[[[],[]]]", "[]"),
            ("cmirror", "[[[1,2],[3]]]", "[[3,2]]"),
            ("cmirror", "[5]", "faulttype"),
        ],
    );
}

#[test]
fn patch_edges_in_batt() {
    check(
        Dialect::Batt,
        &[
            ("toindices", "[5]", r#"{"set":[]}"#),
            ("toindices", "[[1,2]]", r#"{"set":[]}"#),
            ("toindices", r#"[{"set":[{"set":[1]}]}]"#, r#"{"set":[{"set":[1]}]}"#),
            ("toindices", r#"[{"set":[[1,1,2],[1,1,3]]}]"#, r#"{"set":[[1,1]]}"#),
            ("backdrop", "[7]", r#"{"set":[]}"#),
            ("backdrop", "[[7]]", "faulttype"),
            ("delta", "[7]", "faulttype"),
            ("delta", r#"[{"set":[[0,0,1],[0,0,2],[0,2,1],[0,2,2]]}]"#, r#"{"set":[[0,1]]}"#),
            ("shift", r#"[[[0,0,1]],[]]"#, "[[0,0,1]]"),
            ("shift", "[7,[]]", "faulttype"),
            ("dneighbors", "[[]]", r#"{"set":[]}"#),
            ("neighbors", r#"[{"set":[1]}]"#, r#"{"set":[]}"#),
            ("neighbors", "[[1]]", "faultindex"),
            ("inbox", "[[]]", r#"{"set":[]}"#),
            ("connect", "[[],[1,1]]", r#"{"set":[]}"#),
            ("connect", r#"[{"set":[]},[1,1]]"#, "faulttype"),
            ("shoot", r#"[{"set":[]},[1,0]]"#, r#"{"set":[]}"#),
            ("shoot", r#"[[0,0],[]]"#, r#"{"set":[]}"#),
            ("shoot", r#"[[0],[]]"#, "faultindex"),
            ("hfrontier", "[[]]", r#"{"set":[]}"#),
            ("vfrontier", "[[]]", "faultindex"),
            ("vmirror_f", r#"[{"set":[]}]"#, r#"{"set":[]}"#),
            ("vmirror_f", "[[]]", r#"{"set":[]}"#),
            (
                "vmirror_f",
                r#"[{"set":[[0,0,1],[0,0,2],[0,1,1]]}]"#,
                r#"{"set":[[0,0,1],[0,1,1],[0,1,2]]}"#,
            ),
            ("mir_rot_f", r#"[{"set":[]},0]"#, "faultempty"),
            ("mir_rot_f", r#"[{"set":[]},2]"#, r#"{"set":[]}"#),
            ("mir_rot_f", r#"[{"set":[]},4]"#, r#"{"set":[]}"#),
            ("mir_rot_f", r#"[{"set":[]},[]]"#, "faulttype"),
            ("mir_rot_f", r#"[[[0,0],[1,0]],1]"#, r#"{"set":[[0,0],[0,1]]}"#),
        ],
    );
}

#[test]
fn extreme_numbers_fail_and_never_panic() {
    let corners = format!(r#"{{"set":[[{LOW},{LOW}],[{BIG},{BIG}]]}}"#);
    let one = |x: &str| format!(r#"{{"set":[[{x},{x}]]}}"#);
    let cases = [
        ("height", format!("[{corners}]"), "fault domain"),
        ("shape", format!("[{corners}]"), "fault domain"),
        ("square", format!("[{corners}]"), "fault domain"),
        ("center", format!("[{corners}]"), "fault domain"),
        ("hperiod", format!("[{corners}]"), "fault domain"),
        ("backdrop", format!("[{corners}]"), "fault budget"),
        ("box", format!("[{corners}]"), "fault budget"),
        ("delta", format!("[{corners}]"), "fault budget"),
        ("outbox", format!("[{corners}]"), "fault domain"),
        ("inbox", format!("[{}]", one(BIG)), "fault domain"),
        ("normalize", format!("[{}]", one(LOW)), "fault domain"),
        ("shift", format!("[{},[1,0]]", one(BIG)), "fault domain"),
        ("manhattan", format!("[{},{}]", one(BIG), one(LOW)), "fault domain"),
        ("manhattan", format!("[{},{}]", one(BIG), one(BIG)), "0"),
        ("adjacent", format!("[{},{}]", one(BIG), one(LOW)), "0"),
        ("position", format!("[{},{}]", one(BIG), one(LOW)), "[-1,-1]"),
        ("gravitate", format!("[{},{}]", one(BIG), one(LOW)), "[0,-42]"),
        ("neighbors", format!("[[{BIG},0]]"), "fault domain"),
        ("connect", format!("[[{LOW},0],[{BIG},0]]"), "fault budget"),
        ("connect", format!("[[{LOW},0],[{BIG},7]]"), r#"{"set":[]}"#),
        ("shoot", format!("[[0,0],[{BIG},0]]"), "fault domain"),
        ("bordering", format!("[{},[[1]]]", one(LOW)), "0"),
        ("corners", format!("[{}]", one(BIG)), &format!(r#"{{"set":[[{BIG},{BIG}]]}}"#)),
        ("centerofmass", format!("[{corners}]"), "[-1,-1]"),
    ];
    for dialect in Dialect::ALL {
        for (op, args, expected) in &cases {
            let name = if dialect == Dialect::Batt {
                match *op {
                    "height" => "height_f",
                    "shape" => "shape_f",
                    "square" => "square_f",
                    "hperiod" => continue,
                    other => other,
                }
            } else {
                op
            };
            assert_eq!(run(dialect, name, args), *expected, "{dialect:?} {op} {args}");
        }
    }
}
