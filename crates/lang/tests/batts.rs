//! Batts as files: what is printed is read back, and bad files are told what is wrong where.

use lang::{Batt, Dag, Dialect, DifferEntry, Input, NodeId, Op, Parsed, SolverEntry};
use lang::{parse, to_python, verify};

fn op(dag: &mut Dag, name: &str, args: &[NodeId]) -> NodeId {
    let op = Op::lookup(dag.dialect(), name).expect("an op");
    dag.call(op, args).expect("right arguments")
}

fn solver(id: &str, mutated: bool, node: NodeId) -> SolverEntry {
    SolverEntry { step: 0, mutated, id: id.into(), node }
}

fn differ(solver: Option<&str>, name: &str, node: NodeId) -> DifferEntry {
    DifferEntry { step: 0, solver: solver.map(str::to_string), name: name.into(), node }
}

fn sample(dialect: Dialect) -> Batt {
    let mut dag = Dag::new(dialect);
    let (i, c) = (dag.input(Input::I), dag.input(Input::C));
    let on_input = op(&mut dag, "equality", &[i, c]);
    let result = op(&mut dag, "rot90", &[i]);
    let on_result = op(&mut dag, "equality", &[result, c]);
    let solvers = vec![solver("aa", false, result), solver("input", true, i)];
    let differs = vec![differ(None, "same", on_input), differ(Some("aa"), "same", on_result)];
    let mut batt = Batt::new(dag, solvers, differs);
    batt.about = vec!["Says \"\"\"something\"\"\" \\ odd.".into(), "seed 1".into()];
    batt.notes = vec!["differ_same:1".into(), "solve_aa:1\nx = 1".into()];
    batt
}

fn hashes(batt: &Batt) -> Vec<lang::Hash128> {
    batt.dag.roots().iter().map(|&root| batt.dag.hash(root)).collect()
}

#[test]
fn what_is_printed_is_read_back() {
    for dialect in Dialect::ALL {
        let batt = sample(dialect);
        assert_eq!(batt.solvers.iter().map(|entry| entry.step).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(batt.differs.iter().map(|entry| entry.step).collect::<Vec<_>>(), [1, 3]);
        let text = to_python(&batt);
        let Parsed { programs, batts, errors, .. } = parse(text.as_bytes(), "batt.py", None);
        assert!(errors.is_empty() && programs.is_empty() && batts.len() == 1, "{text}\n{errors:?}");
        let again = &batts[0];
        assert_eq!((again.dialect(), hashes(again)), (dialect, hashes(&batt)));
        let entries = |batt: &Batt| {
            let solvers = batt.solvers.iter().map(|e| (e.step, e.mutated, e.id.clone()));
            let differs = batt.differs.iter().map(|e| (e.step, e.solver.clone(), e.name.clone()));
            (solvers.collect::<Vec<_>>(), differs.collect::<Vec<_>>())
        };
        assert_eq!(entries(again), entries(&batt));
        assert_eq!(to_python(&again.tidy()), to_python(&batt.tidy()));
    }
}

#[test]
fn nothing_at_all_is_a_batt() {
    let text = to_python(&Batt::new(Dag::new(Dialect::Arc), Vec::new(), Vec::new()));
    let parsed = parse(text.as_bytes(), "batt.py", None);
    assert!(parsed.errors.is_empty() && parsed.batts.len() == 1, "{text}");
    assert!(parsed.batts[0].solvers.is_empty() && parsed.batts[0].differs.is_empty());
}

/// Where and what the first error is in a batt with these lines.
fn error(body: &str) -> String {
    let text = format!("def batt(task_id, S, I, C, log_path):\n{body}\n");
    let parsed = parse(text.as_bytes(), "batt.py", None);
    assert!(parsed.batts.is_empty(), "{text}");
    let error = &parsed.errors[0];
    assert_eq!(error.function.as_deref(), Some("batt"));
    format!("{}:{}: {}", error.line, error.column, error.message)
}

#[test]
fn edited_files_are_told_what_is_wrong_where() {
    let with = |o: &str, s: &str| {
        error(&format!(
            "    x1 = rot90(I)\n    x2 = identity(C)\n    o = {o}\n    s = {s}\n    return o, s"
        ))
    };
    let cases = [
        (with("x1", "()"), "4:9: expected entries here"),
        (with("(1, False, \"a\", x1)", "()"), "4:10: expected an entry here"),
        (with("((1, False, \"a\"),)", "()"), "4:10: an entry has four parts"),
        (with("((x1, False, \"a\", x1),)", "()"), "4:11: expected the number of a step here"),
        (with("((-1, False, \"a\", x1),)", "()"), "4:11: expected the number of a step here"),
        (with("((1, 0, \"a\", x1),)", "()"), "4:14: expected True or False here"),
        (with("((1, False, a, x1),)", "()"), "4:21: expected a name in quotes here"),
        (with("((1, False, None, x1),)", "()"), "4:21: expected a name in quotes here"),
        (
            with("((1, False, \"a-b\", x1),)", "()"),
            "4:21: this cannot be the name of a task or differ",
        ),
        (
            with("((1, False, r\"a\", x1),)", "()"),
            "4:21: this cannot be the name of a task or differ",
        ),
        (
            with("((1, False, \"\", x1),)", "()"),
            "4:21: this cannot be the name of a task or differ",
        ),
        (with("((1, False, \"a\", x3),)", "()"), "4:26: unknown name `x3`"),
        (
            with("((1, False, \"a\", \"b\"),)", "()"),
            "4:26: strings and None are not part of the language",
        ),
        (
            with("((1, False, \"a\", x2),)", "()"),
            "4:10: this solver reads `C`, the comparison grid",
        ),
        (
            with("((1, False, \"a\", x1), (1, True, \"a\", I))", "()"),
            "4:31: solver `a` is listed twice",
        ),
        (with("()", "((1, \"a\", \"d\", x1),)"), "5:10: there is no solver `a`"),
        (
            with("()", "((1, None, \"d\", x1),) * 2"),
            "5:31: operator `*` is not part of the language",
        ),
        (
            with("()", "((1, None, \"d\", x1), (1, None, \"d\", x2))"),
            "5:30: differ `d` is listed twice here",
        ),
        (with("[]", "()"), "4:9: lists are not part of the language"),
        (with("(", "()"), "5:7: unexpected `=`"),
        (
            error("    x1 = None\n    o = ()\n    s = ()\n    return o, s"),
            "2:10: strings and None are not part of the language",
        ),
        (error("    o = ()\n    return o, s"), "3:15: this name is not assigned"),
        (error("    o = ()\n    o = ()\n    return o, s"), "3:5: `o` is assigned twice"),
        (error("    o = ()\n    return o, o"), "3:15: these are the same name"),
        (error("    o = ()\n    return o"), "3:12: expected two names here"),
        (error("    o = ()"), "1:5: this function has no `return`"),
        (
            error("    x1 = rot91(I)\n    o = ()\n    s = ()\n    return o, s"),
            "2:10: unknown op `rot91`",
        ),
    ];
    for (actual, expected) in cases {
        assert_eq!(actual, expected);
    }
}

#[test]
fn parameters_and_names() {
    let first = |text: &str| {
        let parsed = parse(text.as_bytes(), "batt.py", None);
        let error =
            parsed.errors.first().map(|e| format!("{}:{}: {}", e.line, e.column, e.message));
        (parsed.batts.len(), error.unwrap_or_default())
    };
    let body = "    o = ()\n    s = ()\n    return o, s\n";
    let (count, error) = first(&format!("def batt(S, I, C):\n{body}"));
    assert_eq!((count, error.as_str()), (0, "1:9: a batt has five parameters, not 3"));
    let twice = format!("def batt(t, S, I, C, l):\n{body}").repeat(2);
    assert_eq!(first(&twice), (1, "5:5: `batt` is defined twice".into()));
    // Whatever the lists are called, the last line says which they are.
    let renamed = body.replace("o ", "results ").replace("o,", "results,");
    assert_eq!(first(&format!("def batt(t, S, I, C, l):\n{renamed}")), (1, String::new()));
}

#[test]
fn without_an_import_the_names_tell_the_dialect() {
    let dialect = |line: &str| {
        let text = format!(
            "def batt(t, S, I, C, l):\n    x1 = {line}\n    o = ((1, False, 'a', x1),)\n    s = ()\n    return o, s\n"
        );
        let parsed = parse(text.as_bytes(), "batt.py", None);
        parsed.batts.first().map(Batt::dialect).ok_or(parsed.errors)
    };
    assert_eq!(dialect("identity(I)"), Ok(Dialect::Batt));
    assert_eq!(dialect("o_g(I, R5)"), Ok(Dialect::Batt));
    assert_eq!(dialect("vmirror(I)"), Ok(Dialect::Arc));
    let mixed = dialect("o_g(vmirror(I), R5)");
    assert!(mixed.is_err(), "{mixed:?}");
}

/// Whatever is cut from, repeated in or put into a file: no panic, and what is read is sound.
#[test]
fn damaged_batts_are_survived() {
    let text = to_python(&sample(Dialect::Batt));
    let pieces =
        ["(", ")", ",", "\"", "None", "True", "\n", "    ", "o", "=", "x2", "def ", "'", "C", "7"];
    let mut read = 0;
    for at in 0..=text.len() {
        for piece in pieces {
            let damaged = [&text[..at], piece, &text[at..]].concat();
            let cut = [&text[..at], &text[(at + piece.len()).min(text.len())..]].concat();
            for file in [damaged, cut] {
                for batt in parse(file.as_bytes(), "batt.py", None).batts {
                    read += 1;
                    let kind = lang::ProgramKind::Solve;
                    batt.solvers.iter().for_each(|entry| {
                        assert_eq!(verify(&batt.dag, entry.node, kind), Ok(()), "{file}");
                    });
                    let again = parse(to_python(&batt).as_bytes(), "again.py", None);
                    assert_eq!(hashes(&again.batts[0]), hashes(&batt), "{file}");
                }
            }
        }
    }
    assert!(read > 1000, "{read}");
}
