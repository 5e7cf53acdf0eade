//! A task with its attempts, drawn in the terminal.

use evolve::answer::{Answered, Attempt, Found, Solved, right};
use evolve::submit::ATTEMPTS;
use exec::data::{Dataset, Sample, TaskGrid};

use crate::failure::Told;
use crate::output::{Output, printable};
use crate::render::Canvas;
use crate::verdict::share;

/// Draws attempts and the programs that give them.
pub fn draw(solved: &Solved<'_>, data: &Dataset, test: bool, output: &mut Output) -> Told {
    let head = output.bold(&printable(&solved.task.id));
    let version = output.dim(&format!("data {}", printable(&data.version)));
    output.line(&format!("{head}  {version}\n"))?;
    for (at, (sample, pair)) in solved.task.test.iter().zip(&solved.answered.tests).enumerate() {
        let grids = titled(&format!("test {}", at + 1), sample, pair, &solved.answered, test);
        output.line(&Canvas::of(output).titled(&grids))?;
    }
    for (number, found) in solved.answered.found.iter().enumerate() {
        let places = places(&solved.answered, number);
        output.line(&format!("{}: {}", output.bold(&places), about(found)))?;
        match &found.program {
            Some(text) => output.line(&lang::explained(text, lang::Dialect::Batt))?,
            None => output.line("")?,
        }
    }
    Ok(())
}

fn titled<'g>(
    name: &str,
    sample: &'g Sample,
    pair: &'g [Attempt; ATTEMPTS],
    answered: &Answered,
    test: bool,
) -> Vec<(String, &'g TaskGrid)> {
    let right = right(sample, pair).filter(|_| test);
    let mut grids = vec![(name.to_string(), &sample.input)];
    for (at, attempt) in pair.iter().enumerate() {
        let by = attempt.giver.map_or("guess", |giver| answered.found[giver.found].strategy);
        let verdict = right.map_or("", |right| if right[at] { ", right" } else { ", wrong" });
        grids.push((format!("attempt {}: {by}{verdict}", at + 1), &attempt.grid));
    }
    let expected = sample.output.as_ref().filter(|_| test);
    grids.extend(expected.map(|output| ("expected".to_string(), output)));
    grids
}

/// Where a candidate's outputs stand: `attempt 1 of test 1, 2`.
fn places(answered: &Answered, number: usize) -> String {
    let gives = |attempt: &Attempt| attempt.giver.is_some_and(|giver| giver.found == number);
    let told = (0..ATTEMPTS).filter_map(|at| {
        let tests = answered.tests.iter().enumerate().filter(|(_, pair)| gives(&pair[at]));
        let tests: Vec<String> = tests.map(|(test, _)| (test + 1).to_string()).collect();
        let of = || format!(" of test {}", tests.join(", "));
        let of = if answered.tests.len() == 1 { String::new() } else { of() };
        (!tests.is_empty()).then(|| format!("attempt {}{of}", at + 1))
    });
    told.collect::<Vec<_>>().join(" and ")
}

fn about(found: &Found) -> String {
    let right = found.fits.iter().filter(|fits| **fits).count();
    let misses: Vec<String> = found
        .fits
        .iter()
        .enumerate()
        .filter(|(_, fits)| !**fits)
        .map(|(at, _)| (at + 1).to_string())
        .collect();
    let but = match misses.len() {
        0 => String::new(),
        _ => format!(", not demo {}", misses.join(", ")),
    };
    let written = if found.program.is_some() { "" } else { "; no program" };
    format!("{}, fits {right} of {} demos{but}{written}", found.strategy, found.fits.len())
}

/// A line of the table of tasks.
pub fn row(solved: &Solved<'_>) -> Vec<String> {
    let Solved { task, answered, cut, .. } = solved;
    let tests = answered.tests.len();
    let pairs = task.test.iter().zip(&answered.tests);
    let verdicts: Vec<bool> = pairs
        .filter_map(|(sample, pair)| right(sample, pair))
        .map(|right| right.contains(&true))
        .collect();
    let right = verdicts.iter().filter(|right| **right).count();
    let first = answered.tests.iter().find_map(|pair| pair[0].giver);
    let found = first.map(|giver| &answered.found[giver.found]);
    let fits = |found: &Found| {
        let right = found.fits.iter().filter(|fits| **fits).count();
        format!("{right}/{}", found.fits.len())
    };
    let lines = |found: &Found| {
        let text = found.program.as_ref()?;
        Some(text.lines().count().saturating_sub(2).to_string())
    };
    vec![
        printable(&task.id),
        format!("{}/{tests}", answered.answered()),
        found.map(fits).unwrap_or_default(),
        share(right, verdicts.len()),
        found.map_or(if tests == 0 { "" } else { "guess" }, |found| found.strategy).to_string(),
        first.map(|giver| format!("{:.2}", giver.chance)).unwrap_or_default(),
        found.and_then(lines).unwrap_or_default(),
        if *cut { "cut short".into() } else { String::new() },
    ]
}
