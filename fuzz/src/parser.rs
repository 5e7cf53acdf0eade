//! What must hold for any file given to the parser.

use std::time::{Duration, Instant};

use lang::{Batt, Dialect, ParseError, Parsed, Program, ProgramKind};
use lang::{parse, parse_checked, to_inline, to_lines, to_python, verify};

use crate::Verdict;

/// Time that one file may take, in the slowest build.
const SLOW: Duration = Duration::from_secs(10);

/// Checks a file in every dialect it can be read in.
pub fn check(bytes: &[u8]) -> Verdict {
    for dialect in [None, Some(Dialect::Arc), Some(Dialect::Batt)] {
        let started = Instant::now();
        let parsed = parse_checked(bytes, "file.py", dialect);
        if started.elapsed() > SLOW {
            return Err(format!("reading {} bytes took {:?}", bytes.len(), started.elapsed()));
        }
        check_parsed(bytes, dialect, &parsed)?;
    }
    Ok(())
}

fn check_parsed(bytes: &[u8], dialect: Option<Dialect>, parsed: &Parsed) -> Verdict {
    let Parsed { programs, batts, errors, warnings, unnamed } = parsed;
    if programs.is_empty() && batts.is_empty() && errors.is_empty() {
        return Err("neither programs nor errors".into());
    }
    let text = String::from_utf8_lossy(bytes);
    let lines = Lines::of(&text);
    errors.iter().chain(warnings).try_for_each(|error| check_error(&lines, error))?;
    // What is printed has to say a task to be read again.
    let named = unnamed.iter().map(|p| Program { name: "solve_1".into(), ..p.clone() });
    for program in programs.iter().chain(&named.collect::<Vec<_>>()) {
        if dialect.is_some_and(|d| d != program.dialect) {
            return Err("a forced dialect was not taken".into());
        }
        check_program(program)?;
    }
    for batt in batts {
        if dialect.is_some_and(|d| d != batt.dialect()) {
            return Err("a forced dialect was not taken by a batt".into());
        }
        check_batt(batt)?;
    }
    Ok(())
}

/// A batt that was read is sound and prints to text that reads as the same batt.
fn check_batt(batt: &Batt) -> Verdict {
    let solvers = batt.solvers.iter().map(|entry| (entry.node, ProgramKind::Solve));
    let differs = batt.differs.iter().map(|entry| (entry.node, ProgramKind::Differ));
    // Every check looks at the whole Dag: a few of the differs will do.
    for (node, kind) in solvers.chain(differs.take(3)) {
        if let Err(problems) = verify(&batt.dag, node, kind) {
            return Err(format!("a batt does not verify: {}", problems[0]));
        }
    }
    let again = parse(to_python(batt).as_bytes(), "printed.py", None);
    let entries = |batt: &Batt| -> Vec<String> {
        let hash = |node| batt.dag.hash(node);
        let solvers = batt.solvers.iter();
        let solvers = solvers.map(|e| format!("{} {} {}", e.mutated, e.id, hash(e.node)));
        let differs = batt.differs.iter();
        let differs = differs.map(|e| format!("{:?} {} {}", e.solver, e.name, hash(e.node)));
        solvers.chain(differs).collect()
    };
    match (&again.batts[..], &again.errors[..]) {
        ([other], []) if entries(other) == entries(batt) => Ok(()),
        (_, [error, ..]) => Err(format!("a printed batt does not parse: {}", error.message)),
        _ => Err("a printed batt parses to another one".into()),
    }
}

/// A file's lines, ended by any of the three line breaks.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        Lines(text.split('\n').map(|line| line.chars().count()).collect())
    }
}

/// An error points into the file and can be printed.
fn check_error(lines: &Lines, error: &ParseError) -> Verdict {
    let place = format!("`{}` at {}:{}", error.message, error.line, error.column);
    let Some(width) = error.line.checked_sub(1).and_then(|n| lines.0.get(n as usize)) else {
        return Err(format!("no such line: {place}"));
    };
    if error.column == 0 || error.column as usize > width + 1 {
        return Err(format!("no such column: {place}"));
    }
    let shown = error.source_line.chars().count();
    if error.span_len == 0 || error.caret + error.span_len > shown + 1 {
        return Err(format!("marks outside of the line: {place}"));
    }
    let text = error.to_string();
    let odd = |c: char| c.is_control() && c != '\n';
    if error.message.is_empty() || text.contains(odd) || error.message.contains('\n') {
        return Err(format!("cannot be printed: {place}"));
    }
    Ok(())
}

/// A program that was read is sound and prints to text that reads as the same program.
fn check_program(program: &Program) -> Verdict {
    let dag = &program.dag;
    let [root] = *dag.roots() else { return Err("not exactly one root".into()) };
    if let Err(problems) = verify(dag, root, program.kind) {
        return Err(format!("does not verify: {}", problems[0]));
    }
    if dag.steps(root) != dag.ids().collect::<Vec<_>>() {
        return Err("nodes are not in canonical order, or not all are needed".into());
    }
    let lines = to_lines(&program.name, dag, root, program.params);
    check_same(program, &lines, "line form")?;
    let inline = to_inline(&program.name, dag, root, program.params);
    inline.map_or(Ok(()), |text| check_same(program, &text, "inlined form"))
}

fn check_same(program: &Program, text: &str, form: &str) -> Verdict {
    let again = parse(text.as_bytes(), "printed.py", Some(program.dialect));
    let hash = |p: &Program| p.dag.hash(p.dag.roots()[0]);
    match (&again.programs[..], &again.errors[..]) {
        ([other], []) if hash(other) == hash(program) && other.name == program.name => Ok(()),
        (_, [error, ..]) => Err(format!("the {form} does not parse: {}", error.message)),
        _ => Err(format!("the {form} parses to another program")),
    }
}
