//! A trace as text and as JSON.

use exec::data::Sample;
use exec::value::Fault;
use lang::{Label, Program};
use serde_json::{Value as Json, json};

use super::super::show::Found;
use super::{Ending, INDENT, Line, Shown, State, Trace};
use crate::failure::Told;
use crate::output::{Output, printable};
use crate::render::{Block, Canvas, Picture, flow};

/// What was traced.
pub struct About<'t> {
    pub program: &'t Program,
    pub task: &'t Found,
    pub sample: &'t Sample,
    pub place: String,
}

/// The trace as one JSON value.
pub fn as_json(trace: &Trace, about: &About<'_>) -> Json {
    let Ending { result, equal, cost, .. } = &trace.ending;
    json!({
        "program": about.program.name,
        "dialect": about.program.dialect.name(),
        "task": about.task.task.id,
        "sample": about.place,
        "steps": trace.lines.iter().map(line_json).collect::<Vec<_>>(),
        "result": {
            "kind": result.as_ref().ok().map(|shown| shown.kind),
            "value": result.as_ref().ok().map(|shown| &shown.json),
            "fault": result.as_ref().err().map(|fault| fault.name()),
            "equal": equal,
            "cost": cost,
        },
        "data_version": about.task.version,
    })
}

fn line_json(line: &Line<Shown>) -> Json {
    let (shown, fault) = match &line.state {
        State::Done(shown) => (Some(shown), None),
        State::Replaced(fault, shown) => (Some(shown), Some(*fault)),
        State::Failed(fault) => (None, Some(*fault)),
        State::NotRun => (None, None),
    };
    json!({
        "name": line.name,
        "variable": line.label.as_ref().and_then(|label| label.name.as_ref()),
        "line": line.label.as_ref().map(|label| label.line),
        "why": (!line.why.is_empty()).then_some(&line.why),
        "text": line.text,
        "kind": shown.map(|shown| shown.kind),
        "value": shown.map(|shown| &shown.json),
        "fault": fault.map(|fault| fault.name()),
        "cost": line.cost,
    })
}

/// Prints the trace for people.
pub fn show(trace: &Trace, about: &About<'_>, canvas: Canvas, output: &mut Output) -> Told {
    let (program, task) = (about.program, &about.task.task);
    let head = output.bold(&printable(&program.name));
    let rest = format!(
        "{}, {} steps, on {} of task {}, data {}",
        program.dialect,
        trace.lines.len(),
        about.place,
        printable(&task.id),
        printable(&about.task.version)
    );
    output.line(&format!("{head}  {}\n", output.dim(&rest)))?;
    let input = &about.sample.input;
    let size = format!("grid {} x {}", input.height(), input.width());
    output.line(&format!("{}  {}", output.bold("I"), output.dim(&size)))?;
    indented(&canvas.picture(&input.into()), output)?;
    let mut runs = true;
    for line in &trace.lines {
        let is_run = !matches!(line.state, State::NotRun);
        output.text(if is_run || runs { "\n" } else { "" })?;
        line_shown(line, output)?;
        runs = is_run;
    }
    output.line("")?;
    ending_shown(trace, about, canvas, output)
}

fn indented(block: &Block, output: &mut Output) -> Told {
    output.text(&Block::line("").beside(INDENT, block.clone()).text())
}

fn line_shown(line: &Line<Shown>, output: &mut Output) -> Told {
    let note = match line.state {
        State::NotRun => "not run".to_string(),
        _ => format!("cost {}", line.cost),
    };
    let note = match &line.label {
        Some(Label { name: Some(name), line }) => format!("{name}, line {line}; {note}"),
        Some(Label { name: None, line }) => format!("line {line}; {note}"),
        None => note,
    };
    output.line(&format!("{}  {}", output.bold(&printable(&line.text)), output.dim(&note)))?;
    let indent = " ".repeat(INDENT);
    let why =
        |fault: &Fault| if line.why.is_empty() { fault.explain() } else { &line.why }.to_string();
    match &line.state {
        State::Done(shown) => value_shown(shown, output),
        State::Replaced(fault, shown) => {
            output.line(&format!("{indent}failed with {fault}: {}; instead:", why(fault)))?;
            value_shown(shown, output)
        }
        State::Failed(fault) => {
            output.line(&format!("{indent}failed with {fault}: {}", why(fault)))
        }
        State::NotRun => Ok(()),
    }
}

fn value_shown(shown: &Shown, output: &mut Output) -> Told {
    output.line(&format!("{}{}", " ".repeat(INDENT), shown.drawn.about))?;
    shown.drawn.picture.as_ref().map_or(Ok(()), |picture| indented(picture, output))
}

/// Output and expected output side by side, and where they differ.
fn ending_shown(trace: &Trace, about: &About<'_>, canvas: Canvas, output: &mut Output) -> Told {
    let ending = &trace.ending;
    let expected = about.sample.output.as_ref().map(Picture::from);
    let title = if about.program.kind.reads_c() { "C" } else { "expected" };
    let titled = |title: &str, picture: &Picture| Block::line(title).above(canvas.picture(picture));
    let mut blocks: Vec<Block> = ending.picture.iter().map(|p| titled("output", p)).collect();
    blocks.extend(expected.as_ref().map(|picture| titled(title, picture)));
    let wrong = match (&ending.picture, &expected) {
        (Some(picture), Some(expected)) => picture.differing(expected).filter(|d| d.marked() > 0),
        _ => None,
    };
    blocks.extend(wrong.as_ref().map(|picture| titled("wrong cells", picture)));
    for row in flow(blocks, INDENT, canvas.width) {
        indented(&row, output)?;
    }
    let verdict = verdict(ending, wrong.as_ref());
    output.line(&format!("{}  {}", output.bold(&verdict), output.dim(&total(ending.cost))))
}

fn total(cost: u64) -> String {
    format!("cost {cost} in all")
}

fn verdict(ending: &Ending, wrong: Option<&Picture>) -> String {
    match (&ending.result, ending.equal, wrong) {
        (Err(fault), ..) => format!("failed with {fault}: {}", fault.explain()),
        (Ok(_), Some(true), _) => "equal".into(),
        (Ok(_), Some(false), Some(wrong)) => match wrong.marked() {
            1 => "differs in 1 cell".into(),
            n => format!("differs in {n} cells"),
        },
        (Ok(shown), Some(false), None) if shown.kind == "grid" => "differs in size".into(),
        (Ok(shown), Some(false), None) => {
            format!("differs: the result is no grid but {}", a(shown))
        }
        (Ok(_), None, _) => "nothing to compare with".into(),
    }
}

fn a(shown: &Shown) -> String {
    match shown.kind {
        kind @ ("integer" | "object") => format!("an {kind}"),
        "indices" => "indices".into(),
        kind => format!("a {kind}"),
    }
}
