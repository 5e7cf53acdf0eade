//! `batt fmt`: programs in canonical form.

use std::path::Path;

use lang::{Batt, ParseError, Program};
use serde_json::{Value, json};

use crate::args::FmtArgs;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::Output;
use crate::programs::{read, read_stdin};
use crate::sources::Source;

/// A program's text, or why it has none in the form asked for.
type Text = Result<String, String>;

/// Prints programs in canonical line form or inlined.
pub fn run(args: &FmtArgs, output: &mut Output) -> Outcome {
    let sources = args.files.iter().map(|path| source(path)).collect::<Result<Vec<_>, _>>()?;
    let (mut texts, mut batts) = (Vec::new(), Vec::new());
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for source in &sources {
        let parsed = lang::parse_checked(&source.bytes, &source.name, args.dialect.get());
        errors.extend(parsed.errors);
        warnings.extend(parsed.warnings);
        batts.extend(parsed.batts.iter().map(Batt::tidy));
        texts.extend(parsed.programs.into_iter().map(|p| (text(&p, args.inline), p)));
    }
    complain(&texts, errors.iter().chain(&warnings), output);
    if output.json {
        output.value(&as_json(&texts, &batts, &errors, &warnings))?;
    } else {
        print(&texts, &batts, output)?;
    }
    let good = errors.is_empty() && texts.iter().all(|(text, _)| text.is_ok());
    Ok(if good { Exit::Ok } else { Exit::Bad })
}

fn source(path: &Path) -> Result<Source, Failure> {
    if path.as_os_str() == "-" { read_stdin() } else { read(path) }
}

fn text(program: &Program, inline: bool) -> Text {
    let (dag, root) = (&program.dag, program.dag.roots()[0]);
    if inline {
        let text = lang::to_inline(&program.name, dag, root, program.params);
        return text.map_err(|error| error.to_string());
    }
    Ok(lang::to_lines(&program.name, dag, root, program.params))
}

fn complain<'e>(
    texts: &[(Text, Program)],
    errors: impl Iterator<Item = &'e ParseError>,
    output: &mut Output,
) {
    for error in errors {
        output.note(&error.to_string());
    }
    for (text, program) in texts {
        if let Err(reason) = text {
            output.note(&format!("batt: {}: {reason}", program.name));
        }
    }
}

fn print(texts: &[(Text, Program)], batts: &[Batt], output: &mut Output) -> Told {
    let good = texts.iter().filter_map(|(text, _)| text.as_ref().ok());
    // Batts keep their lines: inlined, every shared step would be written out each time.
    let batts: Vec<String> = batts.iter().map(lang::to_python).collect();
    for (at, text) in good.chain(&batts).enumerate() {
        output.text(if at > 0 { "\n\n" } else { "" })?;
        output.text(text)?;
    }
    Ok(())
}

fn as_json(
    texts: &[(Text, Program)],
    batts: &[Batt],
    errors: &[ParseError],
    warnings: &[ParseError],
) -> Value {
    let error = |e: &ParseError| {
        json!({ "function": e.function, "file": e.file, "line": e.line, "column": e.column,
            "message": e.message, "help": e.help })
    };
    json!({
        "programs": texts.iter().map(|(text, program)| program_json(program, text)).collect::<Vec<_>>(),
        "batts": batts.iter().map(batt_json).collect::<Vec<_>>(),
        "errors": errors.iter().map(error).collect::<Vec<_>>(),
        "warnings": warnings.iter().map(error).collect::<Vec<_>>(),
    })
}

fn batt_json(batt: &Batt) -> Value {
    json!({
        "dialect": batt.dialect().name(),
        "solvers": batt.solvers.len(),
        "differs": batt.differs.len(),
        "steps": batt.lines().count(),
        "text": lang::to_python(batt),
    })
}

fn program_json(program: &Program, text: &Text) -> Value {
    let (dag, root) = (&program.dag, program.dag.roots()[0]);
    let steps = dag.steps(root);
    json!({
        "name": program.name,
        "dialect": program.dialect.name(),
        "hash": dag.hash(root).to_string(),
        "steps": steps.iter().filter(|id| dag.node(**id).is_call()).count(),
        "text": text.as_ref().ok(),
        "reason": text.as_ref().err(),
    })
}
