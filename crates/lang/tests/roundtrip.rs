//! Random programs: text and Dag say the same, whatever the names, the order and the neighbours.

use std::fmt::Write;

use judge::Random;
use judge::programs::random;
use lang::{
    Dag, Dialect, Hash128, Hint, Hints, Input, Node, NodeId, ProgramKind, hint_of, parse,
    to_inline, to_lines, verify,
};

fn root_hash(dag: &Dag) -> Hash128 {
    dag.hash(dag.roots()[0])
}

fn params(dialect: Dialect) -> usize {
    if dialect == Dialect::Batt { 3 } else { 1 }
}

fn reparsed(text: &str, dialect: Dialect) -> Dag {
    let mut parsed = parse(text.as_bytes(), "random.py", Some(dialect));
    let errors: String = parsed.errors.iter().map(|e| format!("{e}\n")).collect();
    assert!(errors.is_empty(), "{errors}{text}");
    parsed.programs.remove(0).dag
}

/// Programs that may be solvers: those do not read C.
fn random_dags(count: u64) -> impl Iterator<Item = (u64, Dag)> {
    let of = |seed| Dialect::ALL.map(|dialect| (seed, random(dialect, &mut Random::new(seed), 25)));
    let reads_c = |dag: &Dag| dag.ids().any(|id| dag.node(id) == Node::Input(Input::C));
    (0..count).flat_map(of).filter(move |(_, dag)| !reads_c(dag))
}

#[test]
fn both_forms_parse_back() {
    for (seed, dag) in random_dags(500) {
        let (root, params) = (dag.roots()[0], params(dag.dialect()));
        let lines = to_lines("solve_a", &dag, root, params);
        let again = reparsed(&lines, dag.dialect());
        assert_eq!(root_hash(&again), root_hash(&dag), "seed {seed}\n{lines}");
        assert_eq!(to_lines("solve_a", &again, again.roots()[0], params), lines, "seed {seed}");
        if let Ok(inline) = to_inline("solve_a", &dag, root, params) {
            let again = reparsed(&inline, dag.dialect());
            assert_eq!(root_hash(&again), root_hash(&dag), "seed {seed}\n{inline}");
        }
    }
}

/// Writes a program with random names, in a random order that respects its operands, and with
/// keyword arguments now and then.
fn scrambled(dag: &Dag, random: &mut Random) -> String {
    let head = if dag.dialect() == Dialect::Batt { "S, I, C" } else { "I" };
    let mut text = format!("def solve_a({head}):\n");
    let mut names: Vec<Option<String>> = vec![None; dag.len()];
    let mut waiting: Vec<NodeId> = dag.ids().filter(|&id| dag.node(id).is_call()).collect();
    while !waiting.is_empty() {
        let is_ready = |id: &&NodeId| {
            let mut operands = dag.operands(**id).iter();
            operands.all(|o| names[o.index()].is_some() || !dag.node(*o).is_call())
        };
        let ready: Vec<NodeId> = waiting.iter().filter(is_ready).copied().collect();
        let id = random.pick(&ready);
        waiting.retain(|&other| other != id);
        let name = format!("v{}_{}", random.below(1000), id.index());
        let _ = writeln!(text, "    {name} = {}", call_text(dag, id, &names, random));
        names[id.index()] = Some(name);
    }
    let _ = writeln!(text, "    return {}", operand_text(dag, dag.roots()[0], &names));
    text
}

fn call_text(dag: &Dag, id: NodeId, names: &[Option<String>], random: &mut Random) -> String {
    let (function, args, op) = match dag.node(id) {
        Node::Call(op, args) => (op.name().to_string(), args, Some(op)),
        Node::Apply(function, args) => (operand_text(dag, function, names), args, None),
        _ => unreachable!("only calls have lines"),
    };
    let positional = op.map_or(args.len(), |_| random.below(args.len() + 1));
    let mut parts: Vec<String> = args.iter().map(|&a| operand_text(dag, a, names)).collect();
    if let Some(op) = op {
        let keywords = parts.iter_mut().zip(op.params()).skip(positional);
        keywords.for_each(|(part, param)| *part = format!("{}={part}", param.name));
        parts[positional..].reverse();
    }
    format!("{function}({})", parts.join(", "))
}

fn operand_text(dag: &Dag, id: NodeId, names: &[Option<String>]) -> String {
    match dag.node(id) {
        Node::Input(input) => input.name().to_string(),
        Node::Const(constant) => constant.name().to_string(),
        Node::Lit(lit) => lit.to_string(),
        Node::Fn(op) => op.name().to_string(),
        _ => names[id.index()].clone().expect("written before"),
    }
}

#[test]
fn names_and_order_of_lines_do_not_matter() {
    for (seed, dag) in random_dags(200) {
        let mut random = Random::new(!seed);
        let lines = to_lines("solve_a", &dag, dag.roots()[0], 3);
        for _ in 0..3 {
            let text = scrambled(&dag, &mut random);
            let again = reparsed(&text, dag.dialect());
            assert_eq!(root_hash(&again), root_hash(&dag), "seed {seed}\n{text}");
            assert_eq!(to_lines("solve_a", &again, again.roots()[0], 3), lines);
            assert_eq!(again.steps(again.roots()[0]), again.ids().collect::<Vec<_>>());
        }
    }
}

#[test]
fn merging_shares_and_keeps_programs() {
    for dialect in Dialect::ALL {
        let dags: Vec<Dag> =
            random_dags(100).map(|(_, dag)| dag).filter(|dag| dag.dialect() == dialect).collect();
        let mut merged = Dag::new(dialect);
        for dag in &dags {
            let roots = merged.merge(dag);
            assert_eq!(merged.hash(roots[0]), root_hash(dag));
        }
        let (size, sum) = (merged.len(), dags.iter().map(Dag::len).sum::<usize>());
        assert!(size < sum, "{size} of {sum}");
        for dag in &dags {
            merged.merge(dag);
        }
        assert_eq!(merged.len(), size, "merging again adds nothing");
        for (dag, &root) in dags.iter().chain(&dags).zip(merged.roots()) {
            let alone = to_lines("solve_a", dag, dag.roots()[0], 3);
            assert_eq!(to_lines("solve_a", &merged, root, 3), alone);
            assert_eq!(verify(&merged, root, ProgramKind::Solve), Ok(()));
        }
    }
}

#[test]
fn hints_agree_one_by_one_and_together() {
    for (_, dag) in random_dags(200) {
        let hints = Hints::new(&dag);
        for id in dag.ids() {
            assert_eq!(*hints.get(id), hint_of(&dag, id));
            assert_eq!(hints.return_ty(&dag, id), lang::return_ty(&dag, id));
            if let Node::Call(op, _) = dag.node(id) {
                assert!(matches!(hints.get(id), Hint::Sig { .. } | Hint::Ty(_)));
                assert_eq!(lang::return_ty(&dag, id), op.returns());
            }
        }
    }
}

/// Cuts, repeats and changes bytes of valid text: the parser must neither panic nor hang, and
/// what it accepts must be sound.
#[test]
fn damaged_files_are_survived() {
    let mut random = Random::new(7);
    for (_, dag) in random_dags(100) {
        let text = to_lines("solve_a", &dag, dag.roots()[0], 1);
        let mut bytes = format!("import os\n{text}\n{}", text.replace("solve_a", "differ_b"));
        for _ in 0..20 {
            let at = random.below(bytes.len() + 1);
            let piece = random.pick(&[
                "(", ")", "\n", "\"\"\"", "'", "\\", "def ", "\n  ", "=", "@", "é", "-", ",", ":",
                "\r", "{", "#", "f'", "\t",
            ]);
            if bytes.is_char_boundary(at) {
                bytes.insert_str(at, piece);
            }
            for program in parse(bytes.as_bytes(), "damaged.py", None).programs {
                let root = program.dag.roots()[0];
                assert_eq!(verify(&program.dag, root, program.kind), Ok(()), "{bytes}");
            }
        }
    }
}
