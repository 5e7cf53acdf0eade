//! `batt fmt`: programs in canonical form.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::PathBuf;

use lang::{Parsed, Program};
use serde_json::{Value, json};

use crate::args::FmtArgs;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::programs::read;
use crate::sources::Source;

/// Prints programs in canonical line form or inlined.
pub fn run(args: &FmtArgs, output: &mut Output) -> Outcome {
    let (mut bad, mut printed, mut values) = (false, 0, Vec::new());
    for path in &args.files {
        let source = source(path)?;
        let Parsed { programs, errors } =
            lang::parse(&source.bytes, &source.name, args.dialect.get());
        for error in &errors {
            output.note(&error.to_string());
        }
        bad |= !errors.is_empty();
        for program in &programs {
            let text = text(program, args.inline);
            bad |= text.is_err();
            match (text, output.json) {
                (Ok(text), true) => values.push(as_json(program, &text)),
                (Ok(text), false) => {
                    output.text(if printed > 0 { "\n\n" } else { "" })?;
                    output.text(&text)?;
                    printed += 1;
                }
                (Err(reason), _) => output.note(&format!("batt: {}: {reason}", program.name)),
            }
        }
    }
    if output.json {
        output.value(&values)?;
    }
    Ok(if bad { Exit::Bad } else { Exit::Ok })
}

fn source(path: &PathBuf) -> Result<Source, Failure> {
    if path.as_os_str() != "-" {
        return read(path);
    }
    let mut bytes = Vec::new();
    let limit = lang::MAX_SOURCE as u64 + 1;
    let failed = |error: io::Error| Failure::usage(format!("standard input: {error}"));
    io::stdin().take(limit).read_to_end(&mut bytes).map_err(failed)?;
    Ok(Source { name: "-".into(), bytes: Cow::Owned(bytes) })
}

fn text(program: &Program, inline: bool) -> Result<String, String> {
    let (dag, root) = (&program.dag, program.dag.roots()[0]);
    if inline {
        let text = lang::to_inline(&program.name, dag, root, program.params);
        return text.map_err(|error| error.to_string());
    }
    Ok(lang::to_lines(&program.name, dag, root, program.params))
}

fn as_json(program: &Program, text: &str) -> Value {
    let root = program.dag.roots()[0];
    json!({
        "name": program.name,
        "dialect": program.dialect.name(),
        "hash": program.dag.hash(root).to_string(),
        "steps": program.dag.steps(root).iter().filter(|id| program.dag.node(**id).is_call()).count(),
        "text": text,
    })
}
