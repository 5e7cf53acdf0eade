//! `batt store show`: a task's programs, or one program.

use evolve::code::Hash128Text;
use evolve::kept::{Kept, Origin, ProgramRow};
use evolve::mutate::Mutation;
use evolve::search::GROWTH;
use evolve::store::{Ancestor, Store};
use serde_json::{Value, json};

use super::not_there;
use crate::args::store::ShowArgs;
use crate::commands::score::SIMPLIFIED;
use crate::commands::show;
use crate::commands::trace::{at_work, of_kept};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, printable};
use crate::verdict::{fits, share};
use crate::views::words::{self, short};

/// Hashes are told by at least so many digits.
pub const DIGITS: usize = 4;
/// So many ancestors are shown, unless all are asked for.
const SHOWN: usize = 20;

/// Shows what a task id or the digits of a hash stand for.
pub fn run(store: &Store, args: &ShowArgs, output: &mut Output) -> Outcome {
    let kept = store.kept(&args.what)?;
    if !kept.is_empty() {
        return task(store, &kept, output);
    }
    let program = find(store, &args.what)?;
    show_program(store, &program, args, output)
}

/// The program whose hash begins so.
pub fn find(store: &Store, what: &str) -> Result<ProgramRow, Failure> {
    let found = if what.len() >= DIGITS { store.find(what, 6)? } else { Vec::new() };
    match found.as_slice() {
        [] => Err(and_no_hash(not_there(store, what)?, what)),
        [hash] => store.program(*hash)?.ok_or_else(|| Failure::usage("the program is gone")),
        several => {
            let (what, hint) = words::several(what, several);
            Err(Failure::usage(what).hint(hint))
        }
    }
}

fn and_no_hash(mut failure: Failure, what: &str) -> Failure {
    if what.len() >= DIGITS && what.bytes().all(|b| b.is_ascii_hexdigit()) {
        failure.message += ", and no program whose hash begins so";
    }
    failure
}

fn task(store: &Store, kept: &[Kept], output: &mut Output) -> Outcome {
    if output.json {
        let rows = kept.iter().map(|k| result_json(store, k)).collect::<Result<Vec<_>, _>>()?;
        output.value(&json!({ "task": kept[0].task, "programs": rows }))?;
        return Ok(Exit::Ok);
    }
    let head = ["program", "score", "fits", "right", "cost", "lines", "from"];
    let mut table = vec![head.map(String::from).to_vec()];
    for row in kept {
        table.push(kept_row(short(row.program.hash), row));
    }
    output.table(&table)?;
    let first = short(kept[0].program.hash);
    output.line(&format!("\nthe text and history of one: batt store show {first}"))?;
    Ok(Exit::Ok)
}

fn kept_row(name: String, row: &Kept) -> Vec<String> {
    let s = &row.standing;
    vec![
        name,
        format!("{:>5}", s.demo_score),
        fits(s),
        share(s.test_right as usize, s.test_count as usize),
        format!("{:>7}", s.cost),
        format!("{:>3}", row.program.size),
        from(&row.origin),
    ]
}

/// What found a program, and from which other one: `layers`, `generation 3 of 3fb91c…`.
fn from(origin: &Origin) -> String {
    let found_by = match &origin.strategy {
        None if !origin.parents.is_empty() => format!("generation {}", origin.generation),
        _ => printable(origin.found_by()),
    };
    match origin.parents.first() {
        None => found_by,
        Some(parent) => format!("{found_by} of {}", short(parent.0)),
    }
}

fn show_program(
    store: &Store,
    program: &ProgramRow,
    args: &ShowArgs,
    output: &mut Output,
) -> Outcome {
    let kept = store.kept_of(program.hash)?;
    let (line, first) = longest_line(store, program, &kept)?;
    // Under the name of a task that it is kept for, if it is kept.
    let text = first.map_or(&program.text, |kept| &kept.program.text);
    if output.json {
        let results = kept.iter().map(|k| result_json(store, k)).collect::<Result<Vec<_>, _>>()?;
        let stages: Vec<Value> = line.iter().map(ancestor_json).collect();
        output.value(&json!({ "hash": program.hash.to_string(),
            "dialect": program.dialect.name(), "size": program.size, "text": text,
            "results": results, "lineage": stages }))?;
        return Ok(end(&line));
    }
    output.line(&output.bold(&program.hash.to_string()))?;
    output.text(text)?;
    print_results(&kept, output)?;
    print_line(&line, args.all, output)?;
    if let Some(kept) = first {
        print_work(store, kept, args.source.data.as_deref(), output)?;
    }
    Ok(end(&line))
}

/// The program at work, if its task is at hand as the program knew it.
fn print_work(store: &Store, kept: &Kept, data: Option<&str>, output: &mut Output) -> Told {
    let found = match show::find(&kept.task, data) {
        Ok(found) if store.changed_tasks([&found.task])?.is_empty() => found,
        Ok(found) => {
            let other = format!("{} has another task of this name", found.version);
            return no_picture(&other, output);
        }
        Err(failure) => return no_picture(&failure.message, output),
    };
    output.line(&format!("\nat work on demo 1 of {}:\n", printable(&kept.task)))?;
    at_work(&of_kept(kept)?, &found.task, output)
}

fn no_picture(why: &str, output: &mut Output) -> Told {
    let note = format!("\nno picture: {}; name the data of the task: --data", printable(why));
    output.line(&output.dim(&note))
}

/// The history of a program on the task where it is longest, and its result there.
fn longest_line<'k>(
    store: &Store,
    program: &ProgramRow,
    kept: &'k [Kept],
) -> Result<(Vec<Ancestor>, Option<&'k Kept>), Failure> {
    let mut longest = (Vec::new(), None);
    for row in kept {
        let line = store.ancestors(&row.task, program.hash)?;
        if line.len() > longest.0.len() {
            longest = (line, Some(row));
        }
    }
    if kept.is_empty() {
        longest.0 = store.ancestors("", program.hash)?;
    }
    Ok(longest)
}

fn print_results(kept: &[Kept], output: &mut Output) -> Told {
    if kept.is_empty() {
        return output.line("\nkept for no task; others descend from it, or a run started with it");
    }
    output.line("")?;
    let head = ["task", "score", "fits", "right", "cost", "lines", "from"];
    let rows = kept.iter().map(|row| kept_row(printable(&row.task), row));
    let table: Vec<_> = std::iter::once(head.map(String::from).to_vec()).chain(rows).collect();
    output.table(&table)
}

fn print_line(line: &[Ancestor], all: bool, output: &mut Output) -> Told {
    output.line("\nhistory, the youngest first:")?;
    let shown = if all { line.len() } else { SHOWN };
    for ancestor in line.iter().take(shown) {
        output.line(&format!("  {}  {}", short(ancestor.hash), told(ancestor)))?;
        for mutation in &ancestor.origin.mutations {
            output.line(&format!("    {}", edit(mutation)))?;
        }
        if ancestor.origin.simplified {
            output.line(&format!("    simplified: {SIMPLIFIED}"))?;
        }
    }
    if line.len() > shown {
        output.line(&format!("  … {} more: --all shows them", line.len() - shown))?;
    }
    Ok(())
}

fn told(ancestor: &Ancestor) -> String {
    let origin = &ancestor.origin;
    match &ancestor.program {
        None => return "not in the store any more".into(),
        Some(Err(damaged)) => return format!("damaged: {}", printable(&damaged.what)),
        Some(Ok(_)) => {}
    }
    let by = origin.strategy.as_ref().map(|name| match name.as_str() {
        GROWTH => "grown from nothing".into(),
        name => format!("found by strategy {}", printable(name)),
    });
    match (by, origin.parents.as_slice()) {
        (Some(by), []) => by,
        (None, []) if origin.simplified => "from a file".into(),
        (None, []) => "as it came".into(),
        (Some(by), [_, others @ ..]) => by + &with(others),
        (None, [_, others @ ..]) => {
            let Origin { generation, candidate, seed, .. } = origin;
            let others = with(others);
            format!("generation {generation}, candidate {candidate}, seed {seed}{others}")
        }
    }
}

/// The programs that a program was made from besides the mutated one.
fn with(others: &[Hash128Text]) -> String {
    let names: Vec<String> = others.iter().map(|hash| short(hash.0)).collect();
    if names.is_empty() { String::new() } else { format!(", with {}", names.join(", ")) }
}

fn edit(mutation: &Mutation) -> String {
    format!(
        "{}: {} → {} ({})",
        words::place(mutation),
        printable(&mutation.before),
        printable(&mutation.after),
        words::operator(mutation)
    )
}

fn ancestor_json(ancestor: &Ancestor) -> Value {
    let program = ancestor.program.as_ref();
    let text = program.and_then(|program| program.as_ref().ok()).map(|program| &program.text);
    let damage = program.and_then(|program| program.as_ref().err()).map(|damaged| &damaged.what);
    json!({ "hash": ancestor.hash.to_string(), "origin": ancestor.origin, "text": text,
        "damage": damage })
}

/// Whether something is shown that the store cannot hand out.
fn end(line: &[Ancestor]) -> Exit {
    let damaged = |ancestor: &Ancestor| matches!(ancestor.program, Some(Err(_)));
    if line.iter().any(damaged) { Exit::Bad } else { Exit::Ok }
}

fn result_json(store: &Store, kept: &Kept) -> Result<Value, Failure> {
    let made = store.made(&kept.task, kept.program.hash)?;
    Ok(json!({ "task": kept.task, "hash": kept.program.hash.to_string(),
        "dialect": kept.program.dialect.name(), "size": kept.program.size,
        "text": kept.program.text, "standing": kept.standing, "origin": kept.origin,
        "made_with": made }))
}
