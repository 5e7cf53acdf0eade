//! Files that are huge, deep, broken or not text: a clear answer, quickly.

use std::time::{Duration, Instant};

use lang::{Dag, Dialect, InlineError, Input, MAX_SOURCE, Parsed, parse, to_inline, to_lines};

const MILLION: usize = 1_000_000;

fn quickly(source: &[u8]) -> Parsed {
    let start = Instant::now();
    let parsed = parse(source, "file.py", None);
    // Generous, for debug builds on busy machines: anything quadratic takes minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    parsed
}

fn only_error(source: &[u8]) -> String {
    let parsed = quickly(source);
    assert!(parsed.programs.is_empty());
    assert_eq!(parsed.errors.len(), 1, "{:?}", parsed.errors);
    let error = &parsed.errors[0];
    format!("{}:{}: {}", error.line, error.column, error.message)
}

fn body(expression: &str) -> String {
    format!("def solve_deep(I):\n    return {expression}\n")
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "brackets are nested more than 200 deep";
    let calls = body(&format!("{}I{}", "vmirror(".repeat(MILLION), ")".repeat(MILLION)));
    assert_eq!(only_error(calls.as_bytes()), format!("2:1619: {deep}"));
    let parentheses = body(&format!("{}I{}", "(".repeat(MILLION), ")".repeat(MILLION)));
    assert_eq!(only_error(parentheses.as_bytes()), format!("2:212: {deep}"));
    let minuses = body(&format!("{}1", "-".repeat(MILLION)));
    assert_eq!(only_error(minuses.as_bytes()), "2:12: only a number can follow a minus sign");
    let nots = body(&format!("{}T", "not ".repeat(MILLION)));
    assert_eq!(only_error(nots.as_bytes()), "2:12: `not` is not part of the language");
}

#[test]
fn deep_nesting_elsewhere_is_refused_too() {
    let source = format!("x = {}\ndef solve_a(I):\n    return I\n", "[".repeat(MILLION));
    let parsed = quickly(source.as_bytes());
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (1, 1));
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let source = body(&format!("{}I{}", "vmirror(".repeat(200), ")".repeat(200)));
    let program = &quickly(source.as_bytes()).programs[0];
    assert_eq!(program.dag.len(), 201);
    let root = program.dag.roots()[0];
    assert_eq!(to_inline("solve_deep", &program.dag, root, 1), Ok(source));
}

#[test]
fn a_long_chain_of_calls_is_no_nesting() {
    let source = body(&format!("rbind(rbind, I){}", "(I)".repeat(100_000)));
    let program = &quickly(source.as_bytes()).programs[0];
    let root = program.dag.roots()[0];
    assert_eq!(to_inline("solve_deep", &program.dag, root, 1), Ok(source));
}

#[test]
fn a_function_of_100_000_lines() {
    let mut source = String::from("def solve_long(I):\n    x0 = vmirror(I)\n");
    for i in 1..100_000 {
        source += &format!("    x{i} = combine(x{}, x{})\n", i - 1, i / 2);
    }
    source += "    return x99999\n";
    let parsed = quickly(source.as_bytes());
    let dag = &parsed.programs[0].dag;
    let root = dag.roots()[0];
    assert_eq!(dag.len(), 100_001);
    let again = quickly(to_lines("solve_long", dag, root, 1).as_bytes());
    assert_eq!(again.programs[0].dag.hash(again.programs[0].dag.roots()[0]), dag.hash(root));
    assert!(matches!(to_inline("solve_long", dag, root, 1), Err(InlineError::TooLong(_))));
}

#[test]
fn a_file_of_100_000_functions() {
    let function = |i: usize| format!("def solve_{i}(I):\n    return vmirror(I)\n");
    let source: String = (0..100_000).map(function).collect();
    let parsed = quickly(source.as_bytes());
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (100_000, 0));
    assert_eq!(parsed.programs[99_999].line, 199_999);
}

#[test]
fn a_file_of_100_000_bad_functions() {
    let function = |i: usize| format!("def solve_{i}(I):\n    return vmirrorr(I, x)\n");
    let source: String = (0..100_000).map(function).collect();
    let parsed = quickly(source.as_bytes());
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (0, 10_001));
    let last = parsed.errors.last().map(|e| e.message.clone());
    assert_eq!(last.as_deref(), Some("190000 more errors are not shown"));
}

#[test]
fn not_text() {
    let at = only_error(b"def solve_a(I):\n    return \xff\n");
    assert_eq!(at, "2:12: not UTF-8: byte 0xff at offset 27");
    let zeros: Vec<String> = quickly(&[0; 100]).errors.into_iter().map(|e| e.message).collect();
    assert_eq!(zeros, ["unexpected character (U+0000)", "no programs in this file"]);
}

#[test]
fn nothing_in_it() {
    for empty in ["", " \n\t\n", "\u{feff}", "\r\n"] {
        assert_eq!(only_error(empty.as_bytes()), "1:1: no programs: the file is empty");
    }
    assert_eq!(only_error(b"# a comment"), "1:1: no programs in this file");
}

#[test]
fn too_large() {
    let large = vec![b'\n'; MAX_SOURCE + 1];
    assert_eq!(only_error(&large), "1:1: the file has 67108865 bytes; at most 67108864 are read");
}

#[test]
fn one_bad_string_does_not_swallow_the_file() {
    let source = b"def solve_a(I):\n    \"\"\"open\n    return I\ndef solve_b(I):\n    return I\n";
    let parsed = quickly(source);
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (1, 1));
    assert_eq!(parsed.programs[0].line, 4);
}

#[test]
fn shared_nodes_do_not_blow_up() {
    // Inlined, this would have 2^1000 calls.
    let mut dag = Dag::new(Dialect::Arc);
    let mut node = dag.input(Input::I);
    let op = lang::Op::lookup(Dialect::Arc, "combine").expect("an arc op");
    for _ in 0..1000 {
        node = dag.call(op, &[node, node]).expect("two arguments");
    }
    dag.add_root(node);
    assert_eq!(dag.steps(node).len(), 1001);
    assert_eq!(dag.pruned().len(), 1001);
    assert!(matches!(to_inline("solve_a", &dag, node, 1), Err(InlineError::TooLong(_))));
    assert_eq!(lang::return_ty(&dag, node), lang::Ty::Container);
}

#[test]
fn steps_are_known_by_their_variables_and_lines() {
    let text = "def turn(g):\n    half = rot180(g)\n    return hmirror(half)\n\n\ndef solve_a(I):\n    start = rot90(I)\n    return vconcat(turn(start),\n        trim(start))\n";
    let parsed = lang::parse(text.as_bytes(), "t.py", None);
    let program = &parsed.programs[0];
    let steps = program.dag.steps(program.dag.roots()[0]);
    let labels: Vec<(Option<&str>, u32)> = steps
        .iter()
        .filter_map(|&node| program.labels.get(&program.dag, node))
        .map(|label| (label.name.as_deref(), label.line))
        .collect();
    let expected = [(Some("start"), 7), (Some("half"), 2), (None, 3), (None, 9), (None, 8)];
    assert_eq!(labels, expected);
}

#[test]
fn helpers_that_multiply_come_to_an_end() {
    let mut text = String::from("def h0(x):\n    return rot90(x)\n");
    for i in 1..60 {
        let before = i - 1;
        text += &format!("def h{i}(x):\n    a = h{before}(x)\n    return h{before}(a)\n");
    }
    text += "def solve_a(I):\n    return h59(I)\n";
    let parsed = quickly(text.as_bytes());
    assert!(
        parsed.programs.is_empty() && parsed.errors[0].message.contains("more than"),
        "{:?}",
        parsed.errors
    );
}

#[test]
fn the_unnamed_program_of_a_file_is_named_by_its_task() {
    let mut parsed = quickly(b"def transform(grid):\n    return rot90(grid)\n");
    assert!(parsed.programs.is_empty() && parsed.errors.len() == 1);
    parsed.name_after(["a", "b"]);
    let ids: Vec<&str> = parsed.programs.iter().map(|p| p.id.as_str()).collect();
    assert_eq!((ids, parsed.errors.len()), (vec!["a", "b"], 0));
}
