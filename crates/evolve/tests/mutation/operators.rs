//! Each operator by itself, and what holds for all of them.

use std::collections::BTreeSet;

use evolve::code::Code;
use evolve::mutate::{
    BankProbe, Donors, Facts, Kind, Mutant, Mutation, Mutator, Operator, Probe, ProbeSample, Seen,
    Settings, Weights,
};
use evolve::stream::Stream;
use exec::data::Task;
use exec::value::Fault;
use lang::{Dag, Dialect, Input, Node, NodeId, Op};

use crate::support::{Banks, code, many, mutate_probed, tasks};

const ARC_BODY: &str = "x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = compose(vmirror, hmirror)
    x4 = x3(x2)
    x5 = fill(I, THREE, x4)
    x6 = rbind(replace, FIVE)
    x7 = hmirror(x5)
    return x7";

const BATT_BODY: &str = "x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size_f, F3)
    x3 = recolor_o(RED, x2)
    x4 = paint(I, x3)
    x5 = mir_rot_t(x4, A2)
    return x5";

/// One edit per mutant, by one operator.
fn only(operator: Operator) -> Settings {
    let weights = Weights::only(operator);
    Settings { rate: 0.0, explained: 0.0, weights, at_least_one: true, solvers: false }
}

/// The edits of 1000 mutants made by one operator.
fn edits(code: &Code, operator: Operator, donors: &Donors) -> Vec<Mutation> {
    let mut edits = Vec::new();
    many(code, &only(operator), &Facts::none(), donors, 1000, |dag, mutant| {
        assert!(mutant.log.len() <= 1);
        edits.extend(mutant.log.iter().cloned());
        assert_eq!(mutant.log.is_empty(), mutant.root == dag.roots()[0], "{:?}", mutant.log);
        assert!(mutant.log.iter().all(|edit| edit.operator == operator));
    });
    assert!(edits.len() >= 10, "{} fired {} times", operator.name(), edits.len());
    edits
}

fn bodies() -> [Code; 2] {
    [code(Dialect::Arc, ARC_BODY), code(Dialect::Batt, BATT_BODY)]
}

/// `x3` of the parent, or an input.
fn is_variable(text: &str) -> bool {
    let number = text.strip_prefix('x').is_some_and(|n| n.parse::<u32>().is_ok());
    number || text == "I" || text == "S"
}

#[test]
fn variables() {
    for code in bodies() {
        for edit in edits(&code, Operator::Variable, &Donors::none(code.dialect())) {
            assert!(is_variable(&edit.before) && is_variable(&edit.after), "{edit}");
            assert_ne!(edit.before, edit.after);
            // An earlier line than the one that is edited.
            let line = edit.after.strip_prefix('x').map_or(0, |n| n.parse().expect("a number"));
            assert!(line < edit.line, "{edit}");
        }
    }
}

#[test]
fn ops() {
    for code in bodies() {
        let mut seen = BTreeSet::new();
        for edit in edits(&code, Operator::Op, &Donors::none(code.dialect())) {
            let op = |name: &str| Op::lookup(code.dialect(), name).expect("a name");
            let (before, after) = (op(&edit.before), op(&edit.after));
            assert!(after.takes(before.arity()) && before.kernel() != after.kernel(), "{edit}");
            assert_eq!(edit.argument, None);
            seen.insert(edit.after);
        }
        assert!(seen.len() > 10, "{seen:?}");
    }
}

#[test]
fn functions() {
    for code in bodies() {
        let edits = edits(&code, Operator::Function, &Donors::none(code.dialect()));
        let names = |edit: &Mutation| Op::lookup(code.dialect(), &edit.after).is_some();
        assert!(edits.iter().any(names));
        assert!(edits.iter().all(|edit| names(edit) || is_variable(&edit.after)));
        assert!(edits.iter().any(|edit| edit.before.starts_with("size")));
    }
}

#[test]
fn constants() {
    let [arc, batt] = bodies();
    let of = |code: &Code, before: &str| -> BTreeSet<String> {
        let edits = edits(code, Operator::Constant, &Donors::none(code.dialect()));
        edits.into_iter().filter(|edit| edit.before == before).map(|edit| edit.after).collect()
    };
    assert_eq!(of(&arc, "T"), BTreeSet::from(["F".into()]));
    assert!(of(&arc, "THREE").len() >= 8);
    // Ranks move to a neighbour, angles, colours and symbols anywhere in their range.
    assert_eq!(of(&batt, "F3"), BTreeSet::from(["F2".into(), "F4".into()]));
    assert!(of(&batt, "RED").is_superset(&BTreeSet::from(["BLUE".into(), "BURGUNDY".into()])));
    assert!(of(&batt, "A2").iter().all(|name| name.starts_with('A')));
    let symbols = of(&batt, "R5");
    assert!(symbols.iter().all(|name| name.starts_with('R') && name != "R5") && symbols.len() == 7);
}

#[test]
fn insertions_and_deletions() {
    for code in bodies() {
        for edit in edits(&code, Operator::Insert, &Donors::none(code.dialect())) {
            let (op, inner) = edit.after.split_once('(').expect("a call");
            let op = Op::lookup(code.dialect(), op).expect("a name");
            assert!(op.takes(1) && inner.ends_with(')'), "{edit}");
        }
    }
    let code = code(Dialect::Arc, "x1 = vmirror(I)\nx2 = hmirror(x1)\nreturn hconcat(x2, I)");
    let edits = edits(&code, Operator::Delete, &Donors::none(Dialect::Arc));
    let texts: BTreeSet<String> = edits.iter().map(Mutation::to_string).collect();
    let expected = [
        "line 1: delete vmirror(I) -> I",
        "line 2 argument 1: delete x1 -> I",
        "line 2: delete hmirror(x1) -> x1",
        "line 3 argument 1: delete x2 -> x1",
    ];
    assert_eq!(texts, expected.map(String::from).into());
}

#[test]
fn crossover_brings_what_its_node_needs() {
    for (dialect, donor) in [
        (Dialect::Arc, "x1 = dmirror(I)\nx2 = upscale(x1, TWO)\nreturn x2"),
        (Dialect::Batt, "x1 = rot90(I)\nx2 = upscale_t(x1, TWO)\nreturn x2"),
    ] {
        let donors = [code(dialect, "return I"), code(dialect, donor)];
        let donors = Donors::new(dialect, &donors);
        assert_eq!(donors.len(), 2);
        let code = &bodies()[dialect as usize];
        let mut crossed = 0;
        many(code, &only(Operator::Crossover), &Facts::none(), &donors, 100, |dag, mutant| {
            if mutant.log.is_empty() {
                assert!(mutant.donors.is_empty());
                return;
            }
            crossed += 1;
            assert_eq!(mutant.donors, [1]);
            let text = Code::of_root(dag, mutant.root).text("solve_a");
            assert!(text.contains("dmirror(I)") || text.contains("rot90(I)"), "{text}");
        });
        assert!(crossed > 10);
    }
}

#[test]
fn no_mutant_of_a_solver_reads_c() {
    let differ = "def differ_a(S, I, C):\n    x1 = rot90(C)\n    x2 = rot90(I)\n    return hconcat(x1, x2)\n";
    let parsed = lang::parse(differ.as_bytes(), "differ.py", Some(Dialect::Batt));
    let donors = Donors::new(Dialect::Batt, &[Code::of_program(&parsed.programs[0])]);
    assert_eq!(donors.len(), 1, "only rot90(I) is free of C");
    let settings = Settings { rate: 0.3, at_least_one: true, ..Settings::default() };
    many(&bodies()[1], &settings, &Facts::none(), &donors, 500, |dag, _| {
        assert!(dag.ids().all(|id| dag.node(id) != Node::Input(Input::C)));
    });
}

#[test]
fn frozen_programs_stay_as_they_are() {
    let settings = Settings { rate: 0.0, explained: 0.0, ..Settings::default() };
    for code in bodies() {
        let mut dag = Dag::new(code.dialect());
        let root = dag.merge(code.dag())[0];
        let (facts, donors) = (Facts::none(), Donors::none(code.dialect()));
        let mut mutator = Mutator::new(&settings, &facts, &donors);
        let before = dag.len();
        for candidate in 0..50 {
            let mutant =
                mutator.mutate(&mut dag, root, &mut Stream::new(0, 0, "", candidate), None);
            assert!(mutant.root == root && mutant.log.is_empty() && mutant.donors.is_empty());
        }
        assert_eq!(dag.len(), before);
    }
}

#[test]
fn no_mutant_is_a_plain_copy_when_told_so() {
    let settings = Settings { rate: 0.01, at_least_one: true, ..Settings::default() };
    for code in bodies() {
        let donors = Donors::none(code.dialect());
        let mut copies = 0;
        many(&code, &settings, &Facts::none(), &donors, 1000, |dag, mutant| {
            copies += usize::from(mutant.root == dag.roots()[0]);
        });
        assert!(copies <= 5, "elements that nothing fits are drawn again: {copies}");
    }
}

#[test]
fn a_program_without_lines_stays_as_it_is() {
    let settings = Settings { rate: 1.0, at_least_one: true, ..Settings::default() };
    let code = code(Dialect::Arc, "return I");
    many(&code, &settings, &Facts::none(), &Donors::none(Dialect::Arc), 5, |dag, mutant| {
        assert!(mutant.root == dag.roots()[0] && mutant.log.is_empty());
    });
}

#[test]
fn each_element_is_mutated_with_the_rate() {
    let settings = Settings { rate: 0.1, ..Settings::default() };
    // Every element has several compatible neighbours: 2 x 2 elements.
    let code = code(Dialect::Arc, "x1 = vmirror(I)\nreturn hmirror(x1)");
    let mut edits = 0;
    many(&code, &settings, &Facts::none(), &Donors::none(Dialect::Arc), 5000, |_, mutant| {
        edits += mutant.log.len();
    });
    // 4 x 5000 x 0.1 = 2000, and nearly every edit succeeds.
    assert!((1700..2150).contains(&edits), "{edits}");
}

#[test]
fn the_same_stream_gives_the_same_mutant() {
    let settings = Settings { rate: 0.1, at_least_one: true, ..Settings::default() };
    let [_, code] = bodies();
    let task = &tasks().tasks[0];
    let donors = Donors::new(Dialect::Batt, std::slice::from_ref(&code));
    // The second time other mutants come first: the Dag and the banks hold more.
    let run = |first: u64| -> Vec<(String, Vec<Mutation>)> {
        let mut dag = Dag::new(Dialect::Batt);
        let root = dag.merge(code.dag())[0];
        let facts = Facts::of(task);
        let mut mutator = Mutator::new(&settings, &facts, &donors);
        let mut banks = Banks::new(Dialect::Batt, task);
        let mut mutants = banks.open(task, |opens| {
            let mut one = |candidate| {
                let mut stream = Stream::new(1, 2, &task.id, candidate);
                let mutant = mutate_probed(&mut mutator, &mut dag, root, &mut stream, opens);
                (Code::of_root(&dag, mutant.root).text("solve_a"), mutant.log)
            };
            (first..200).map(&mut one).collect::<Vec<_>>()
        });
        mutants.split_off((100 - first) as usize)
    };
    assert_eq!(run(0), run(100));
}

/// What a mutant gives on the demo samples of a task.
fn outputs(task: &Task, dag: &Dag, root: NodeId) -> Vec<Option<String>> {
    let dag = dag.extract(root);
    Banks::new(dag.dialect(), task).open(task, |opens| {
        let text = |(open, memo): &mut (exec::bank::Open<'_>, &mut exec::bank::Memo)| {
            let num = open.node(&dag, dag.roots()[0], memo).result.ok()?;
            Some(format!("{:?}", open.value(num).view()))
        };
        opens.iter_mut().map(text).collect()
    })
}

/// Derives everything that a task explains in a program; the mutant gives what the program gave.
fn explained(task: &str, body: &str, chance: f64) -> Vec<Vec<String>> {
    let tasks = tasks();
    let task = tasks.get(task).expect("an embedded task");
    let code = code(Dialect::Batt, body);
    let settings = Settings { rate: 0.0, explained: chance, ..Settings::default() };
    let parent = outputs(task, code.dag(), code.root());
    assert!(parent.iter().all(Option::is_some), "{parent:?}");
    let mut logs = Vec::new();
    let donors = Donors::none(Dialect::Batt);
    many(&code, &settings, &Facts::of(task), &donors, 200, |dag, mutant| {
        assert_eq!(outputs(task, dag, mutant.root), parent);
        logs.push(mutant.log.iter().map(Mutation::to_string).collect());
    });
    logs
}

#[test]
fn colours_that_only_outputs_have() {
    let body = "x1 = f_ofcolor(I, BLACK)\nreturn fill(I, YELLOW, x1)";
    let logs = explained("37c0605d", body, 1.0);
    let expected = "line 2 argument 2: explained colour YELLOW -> c_zo_n(S, p_g, first_t)";
    assert!(logs.iter().all(|log| *log == [expected]), "{:?}", logs[0]);
    // A literal that is bound to a colour of a function.
    let body = "x1 = rbind(replace, 4)\nx2 = rbind(x1, BLACK)\nreturn x2(I)";
    let expected = "line 1 argument 2: explained colour FOUR -> c_zo_n(S, p_g, first_t)";
    assert!(explained("37c0605d", body, 1.0).iter().all(|log| *log == [expected]));
}

#[test]
fn several_colours_are_told_apart_by_rank() {
    let tasks = tasks();
    let task = tasks.get("0478b356").expect("an embedded task");
    let facts = Facts::of(task);
    assert!(facts.explains_colour(3) && facts.explains_colour(4) && !facts.explains_colour(9));
    let body =
        "x1 = f_ofcolor(I, BLACK)\nx2 = fill(I, THREE, x1)\nreturn replace(x2, GREEN, YELLOW)";
    let expected = [
        "line 2 argument 2: explained colour THREE -> c_zo_n(S, p_g, first_t)",
        "line 3 argument 2: explained colour GREEN -> c_zo_n(S, p_g, first_t)",
        "line 3 argument 3: explained colour YELLOW -> c_zo_n(S, p_g, last_t)",
    ];
    assert!(explained("0478b356", body, 1.0).iter().all(|log| *log == expected));
    let half: usize = explained("0478b356", body, 0.5).iter().map(Vec::len).sum();
    assert!((250..350).contains(&half), "200 mutants x 3 colours x 50 %: {half}");
}

#[test]
fn colours_that_only_inputs_have() {
    let tasks = tasks();
    let task = tasks.get("ae6f42a5").expect("an embedded task");
    let facts = Facts::of(task);
    let colour = (0..10).find(|&colour| facts.explains_colour(colour)).expect("the hole");
    let body = format!("x1 = f_ofcolor(I, {colour})\nreturn fill(I, RED, x1)");
    let logs = explained("ae6f42a5", &body, 1.0);
    assert!(logs.iter().all(|log| log.len() == 1), "{:?}", logs[0]);
    assert!(logs[0][0].ends_with("-> c_iz_n(S, p_g, first_t)"), "{:?}", logs[0]);
}

#[test]
fn angles() {
    let tasks = tasks();
    let angle = Facts::of(tasks.get("e4d14648").expect("a task")).angle().expect("it turns");
    let body = format!("return mir_rot_t(I, A{angle})");
    let expected = format!("line 1 argument 2: explained angle A{angle} -> a_mr(S)");
    let logs = explained("e4d14648", &body, 1.0);
    assert!(logs.iter().all(|log| *log == [expected.as_str()]), "{:?}", logs[0]);
    let other = format!("return mir_rot_t(I, A{})", (angle + 1) % 8);
    assert!(explained("e4d14648", &other, 1.0).iter().all(Vec::is_empty));
    assert_eq!(Facts::of(tasks.get("37c0605d").expect("a task")).angle(), None);
}

#[test]
fn what_samples_explain_can_be_switched_off() {
    let tasks = tasks();
    let facts = Facts::of(tasks.get("37c0605d").expect("a task"));
    let off = Weights::default().with(Operator::ExplainedColour, 0);
    let settings = Settings { rate: 0.0, weights: off, ..Settings::default() };
    let batt = code(Dialect::Batt, "x1 = f_ofcolor(I, BLACK)\nreturn fill(I, YELLOW, x1)");
    let arc = code(Dialect::Arc, "x1 = ofcolor(I, ZERO)\nreturn fill(I, FOUR, x1)");
    // `arc` programs cannot read the samples.
    for (code, settings) in [(batt, settings), (arc, Settings { rate: 0.0, ..Settings::default() })]
    {
        many(&code, &settings, &facts, &Donors::none(code.dialect()), 20, |_, mutant| {
            assert!(mutant.log.is_empty());
        });
    }
}

/// Says that everything but the first nodes fails.
struct Hopeless(usize);

impl Probe for Hopeless {
    fn seen(&mut self, _: &Dag, node: NodeId) -> Seen {
        let old = node.index() < self.0;
        if old { Seen::Value(node.index() as u64) } else { Seen::Fault(Fault::Empty) }
    }

    fn kind(&mut self, _: &Dag, node: NodeId) -> Option<Kind> {
        (node.index() < self.0).then_some(Kind::Grid)
    }
}

#[test]
fn where_everything_fails_the_parent_stays() {
    let settings = Settings { at_least_one: true, ..Settings::default() };
    for code in bodies() {
        let mut dag = Dag::new(code.dialect());
        let root = dag.merge(code.dag())[0];
        dag.input(Input::I);
        dag.input(Input::S);
        let mut probe = Hopeless(dag.len());
        let (facts, donors) = (Facts::none(), Donors::none(code.dialect()));
        let mut mutator = Mutator::new(&settings, &facts, &donors);
        for candidate in 0..50 {
            let mut stream = Stream::new(0, 0, "", candidate);
            let mutant: Mutant = mutator.mutate(&mut dag, root, &mut stream, Some(&mut probe));
            assert_ne!(mutant.seen, Some(Seen::Fault(Fault::Empty)));
            assert!(mutant.probes < 500, "{}", mutant.probes);
        }
    }
}

#[test]
fn the_probe_tells_kinds_apart() {
    let kinds = [
        ("I", Kind::Grid),
        ("size(I)", Kind::Int),
        ("shape(I)", Kind::Pair),
        ("first(asobject(I))", Kind::Cell),
        ("first(I)", Kind::Tuple),
        ("asobject(I)", Kind::Object),
        ("asindices(I)", Kind::Indices),
        ("objects(I, T, F, T)", Kind::Sets),
        ("palette(I)", Kind::Set),
        ("difference(palette(I), palette(I))", Kind::Set),
        ("rbind(size, I)", Kind::Function),
    ];
    let tasks = tasks();
    let task = tasks.get("37c0605d").expect("an embedded task");
    for (expression, kind) in kinds {
        let code = code(Dialect::Arc, &format!("return {expression}"));
        Banks::new(Dialect::Arc, task).open(task, |opens| {
            let (open, memo) = &mut opens[0];
            let mut probe = BankProbe::new(ProbeSample { open, memo }, None);
            assert_eq!(probe.kind(code.dag(), code.root()), Some(kind), "{expression}");
            assert!(matches!(probe.seen(code.dag(), code.root()), Seen::Value(_)));
        });
    }
}

#[test]
fn operators_are_named_as_they_are_stored() {
    for operator in Operator::ALL {
        let stored = serde_json::to_string(&operator).expect("a name");
        assert_eq!(stored, format!("\"{}\"", operator.name()));
        assert!(Weights::default().get(operator) > 0);
    }
}

/// Programs of the solver are mutated within its ops where that is asked for, and never otherwise.
#[test]
fn ops_of_the_solver_are_exchanged_when_asked_for() {
    let body =
        "x1 = turn_l(I, FOUR)\n    x2 = over_l(I, x1)\n    x3 = picture_l(x2)\n    return x3";
    let (code, donors) = (code(Dialect::Batt, body), Donors::none(Dialect::Batt));
    let drawn = |solvers: bool| {
        let mut names = Vec::new();
        let settings = Settings { solvers, ..only(Operator::Op) };
        many(&code, &settings, &Facts::none(), &donors, 500, |_, mutant| {
            names.extend(mutant.log.iter().map(|edit| edit.after.clone()));
        });
        names
    };
    let is_solvers = |name: &String| ["_l", "_p", "_b"].iter().any(|end| name.ends_with(end));
    let exchanged = drawn(true);
    assert!(exchanged.len() > 100 && exchanged.iter().all(is_solvers), "{exchanged:?}");
    assert!(!drawn(false).iter().any(is_solvers));
}
