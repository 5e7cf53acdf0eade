//! `batt trace`.

use crate::support::Scratch;

const TASK: &str = r#"{"train":[{"input":[[0,1],[2,0]],"output":[[1,0],[0,2]]}],
    "test":[{"input":[[0,3]]},{"input":[[4,0]],"output":[[0,4]]}]}"#;

fn scratch(test: &str, body: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("t/abc.json", TASK);
    scratch.write("p.py", format!("def solve_abc(I):\n    {body}\n"));
    scratch
}

#[test]
fn shows_every_step_and_the_comparison() {
    let scratch = scratch("trace", "return fill(vmirror(I), 0, initset((5, 5)))");
    let ended = scratch.batt(&["trace", "p.py", "abc", "--data", "t"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let version = ended.out.lines().next().unwrap().split("data ").last().unwrap().to_string();
    assert!(version.starts_with("t@"), "{version}");
    let expected = "
I  grid 2 x 2
    0 1
    2 0

x1 = vmirror(I)  cost 12
    grid 2 x 2
    1 0
    0 2

x2 = initset((5, 5))  cost 6
    indices of 1 place, shown from (5, 5)
    #

x3 = fill(x1, ZERO, x2)  cost 14
    grid 2 x 2
    1 0
    0 2

    output    expected
    1 0       1 0
    0 2       0 2
equal  cost 32 in all
";
    assert_eq!(ended.out.split_once('\n').unwrap().1, expected);
}

#[test]
fn differing_cells_are_marked() {
    let scratch = scratch("differs", "return switch(vmirror(I), 2, 7)");
    let ended = scratch.batt(&["trace", "p.py", "abc", "--data", "t"]);
    assert_eq!(ended.code, 1);
    let end = "    1 0       1 0         . .\n    0 7       0 2         . 7\ndiffers in 1 cell";
    assert!(ended.out.contains(end), "{}", ended.out);
    let (json, _) = scratch.json(&["trace", "p.py", "abc", "--data", "t"]);
    assert_eq!(json["result"]["equal"], false);
}

#[test]
fn samples_are_chosen_by_name_or_number() {
    let scratch = scratch("sample", "return vmirror(I)");
    let trace = |sample: &str| {
        let args = ["trace", "p.py", "--data", "t", "--sample", sample];
        scratch.json(&args)
    };
    for (sample, name) in
        [("train[0]", "train[0]"), ("0", "train[0]"), ("test[1]", "test[1]"), ("2", "test[1]")]
    {
        let (json, ended) = trace(sample);
        assert_eq!((ended.code, &json["sample"]), (0, &name.into()));
        assert_eq!(json["result"]["equal"], true);
    }
    let (json, ended) = trace("test[0]");
    assert_eq!((ended.code, &json["result"]["equal"]), (0, &().into()), "nothing to compare with");
    for sample in ["train[1]", "test[2]", "3", "first", "train[]", "99999999999999999999"] {
        let (json, ended) = trace(sample);
        assert_eq!(ended.code, 2, "{sample}");
        assert!(json["hint"].as_str().unwrap().contains("test[0] to test[1]"), "{json}");
    }
}

#[test]
fn failing_steps_are_explained_under_every_policy() {
    let body = "x1 = first(())\n    x2 = hmirror(I)\n    return hconcat(x1, x2)";
    let scratch = scratch("failing", body);
    let trace = |policy: &str| scratch.json(&["trace", "p.py", "--data", "t", "--policy", policy]);
    let (strict, ended) = trace("strict");
    assert_eq!((ended.code, &strict["result"]["fault"]), (1, &"empty".into()));
    assert_eq!(strict["steps"][0]["fault"], "empty");
    assert!(strict["steps"][1]["value"].is_null() && strict["steps"][1]["fault"].is_null());
    let (safe, _) = trace("safe");
    assert_eq!(
        (&safe["steps"][0]["fault"], &safe["steps"][0]["kind"]),
        (&"empty".into(), &"tuple".into())
    );
    assert_eq!(safe["steps"][1]["kind"], "grid");
    let (pile, _) = trace("pile");
    assert_eq!(pile["steps"][0]["fault"], "empty");
    let shown = scratch.batt(&["trace", "p.py", "--data", "t"]).out;
    for text in ["failed with empty: nothing to choose from", "container has no element", "not run"]
    {
        assert!(shown.contains(text), "{text}: {shown}");
    }
}

#[test]
fn json_has_the_vectors_form() {
    let body =
        "x1 = ofcolor(I, 0)\n    x2 = rbind(add, 1)\n    x3 = x2(4)\n    return fill(I, x3, x1)";
    let scratch = scratch("tracejson", body);
    let (json, _) = scratch.json(&["trace", "p.py::solve_abc", "--data", "t"]);
    let steps = json["steps"].as_array().unwrap();
    let find =
        |text: &str| steps.iter().find(|s| s["text"].as_str().unwrap().contains(text)).unwrap();
    assert_eq!(find("ofcolor")["value"].to_string(), r#"{"set":[[0,0],[1,1]]}"#);
    assert_eq!(find("rbind")["value"].to_string(), r#"{"args":[{"fn":"add"},1],"fn":"rbind"}"#);
    assert_eq!((&find("(FOUR)")["value"], &find("(FOUR)")["kind"]), (&5.into(), &"integer".into()));
    assert_eq!(json["result"]["value"].to_string(), "[[5,1],[2,5]]");
    assert!(steps.iter().all(|step| step["cost"].as_u64().unwrap() > 0));
    assert!(json["data_version"].as_str().unwrap().starts_with("t@"));
}

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
    let task = scratch("anything", "return I");
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
        let args = ["trace", text("task"), "--dialect", text("dialect"), "--sample", "test[0]"];
        let (json, ended) = scratch.json(&args);
        assert_eq!((ended.code, &json["result"]["equal"]), (0, &true.into()), "{args:?}");
        assert_eq!(json["dialect"], text("dialect"));
        let names: Vec<&str> =
            json["steps"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
        assert_eq!(names.first().copied(), Some("x1"));
        assert_eq!(names.last().copied(), Some(format!("x{}", names.len()).as_str()));
    }
}

#[test]
fn programs_that_are_not_found() {
    let scratch = scratch("traceno", "return vmirro(I)");
    let near = scratch.batt(&["trace", "e4d14649"]);
    assert!(near.code == 2 && near.err.contains("e4d14648"), "{}", near.err);
    let unreadable = scratch.batt(&["trace", "p.py", "--data", "t"]);
    assert!(unreadable.code == 1 && unreadable.err.contains("vmirror"), "{}", unreadable.err);
    let two = "def solve_a(I):\n    return I\n\n\ndef solve_b(I):\n    return I\n";
    scratch.write("two.py", two);
    let many = scratch.batt(&["trace", "two.py"]);
    assert!(many.code == 2 && many.err.contains("two.py::solve_a"), "{}", many.err);
    let none = scratch.batt(&["trace", "two.py::solve_c"]);
    assert!(none.code == 2 && none.err.contains("solve_"), "{}", none.err);
    assert_eq!(scratch.batt(&["trace", "two.py::solve_a", "abc", "--data", "t"]).code, 1);
    let no_task = scratch.batt(&["trace", "two.py::solve_a"]);
    assert!(no_task.code == 2 && no_task.err.contains("no task a"), "{}", no_task.err);
}

#[test]
fn a_task_can_be_a_file() {
    let scratch = scratch("tracefile", "return vmirror(I)");
    scratch.write("other.json", TASK);
    for task in ["t/abc.json", "other.json"] {
        let (json, ended) = scratch.json(&["trace", "p.py", task]);
        assert_eq!((ended.code, &json["program"]), (0, &"solve_abc".into()), "{task}: {ended:?}");
    }
    scratch.write("two.py", "def solve_a(I):\n    return I\n\n\ndef solve_abc(I):\n    return I\n");
    let (json, _) = scratch.json(&["trace", "two.py", "t/abc.json"]);
    assert_eq!(json["program"], "solve_abc");
    let many = scratch.batt(&["trace", "two.py", "other.json"]);
    assert!(many.code == 2 && many.err.contains("two.py::solve_a"), "{}", many.err);
    // An id says which program it is.
    let none = scratch.batt(&["trace", "p.py", "e4d14648"]);
    assert!(none.code == 2 && none.err.contains("no program e4d14648"), "{}", none.err);
}
