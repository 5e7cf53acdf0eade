//! `batt trace`.

use crate::support::Scratch;

const TASK: &str = r#"{"train":[{"input":[[0,1],[2,0]],"output":[[1,0],[0,2]]}],
    "test":[{"input":[[0,3]]},{"input":[[4,0]],"output":[[0,4]]}]}"#;

#[test]
fn any_value_can_be_shown() {
    let bodies = [
        "return canvas(0, (1000, 1000))",
        "return canvas(-7, (3, 3))",
        "return canvas(123456789, (3, 3))",
        "return canvas(0, (3, 0))",
        "return objects(upscale(I, 100), T, T, F)",
        "return interval(0, 100000, 1)",
        "return shift(asindices(I), (-1000, 2000))",
        "return shift(asindices(I), (100000, -100000))",
        "return power(initset, 200)(I)",
        "return power(fork(astuple, identity, identity), 12)(I)",
        "return power(rbind(compose, identity), 100)(identity)",
        "return astuple(hsplit(I, 2), vsplit(I, 2))",
        "return combine(((1, 2), (3,)), I)",
        "return I",
        "return 5",
    ];
    let task = Scratch::new("anything");
    task.write("t/abc.json", TASK);
    for body in bodies {
        task.write("p.py", format!("def solve_abc(I):\n    {body}\n"));
        for policy in ["strict", "safe", "pile"] {
            let args = ["trace", "p.py", "--data", "t", "--policy", policy];
            let shown = task.batt(&args);
            assert!(shown.code <= 1, "{body}: {shown:?}");
            let longest = shown.out.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest < 400 && shown.out.len() < 100_000, "{body}: {longest}");
            task.json(&args);
        }
    }
}

#[test]
fn every_embedded_program_can_be_traced() {
    let scratch = Scratch::new("traceall");
    let (run, _) = scratch.json(&["run", "--data", "embedded"]);
    for row in run["results"].as_array().unwrap() {
        let text = |key: &str| row[key].as_str().unwrap();
        let args = ["trace", text("task"), "--dialect", text("dialect"), "--sample", "test1"];
        let (json, ended) = scratch.json(&args);
        assert_eq!((ended.code, &json["result"]["equal"]), (0, &true.into()), "{args:?}");
        assert_eq!(json["dialect"], text("dialect"));
        let names: Vec<&str> =
            json["steps"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
        assert_eq!(names.first().copied(), Some("x1"));
        assert_eq!(names.last().copied(), Some(format!("x{}", names.len()).as_str()));
    }
}
