//! All candidates of a task, and why two of their outputs were chosen.

use ::solve::Candidate;
use ::solve::choose::Answer;
use ::solve::portfolio::{Solution, Work};
use evolve::answer::{Attempt, How, Solved};
use evolve::submit::ATTEMPTS;
use exec::data::TaskGrid;
use serde_json::{Value, json};

use super::summary::grid_json;
use crate::failure::Told;
use crate::output::{Output, plural};
use crate::render::Canvas;

/// Outputs shown per test input, unless all are asked for.
const SHOWN: usize = 12;

/// The candidates for machines.
pub fn as_json(solution: &Solution) -> Value {
    let candidate = |candidate: &Candidate| {
        json!({ "strategy": candidate.strategy, "fits": candidate.fits, "cost": candidate.cost,
            "left_out": candidate.left_out, "lines": candidate.program })
    };
    let answer = |answer: &Answer| {
        json!({ "grid": grid_json(&answer.output.to_grid()), "chance": answer.chance,
            "candidates": answer.candidates })
    };
    let answers = |answers: &Vec<Answer>| answers.iter().map(answer).collect::<Vec<_>>();
    let work = |work: &Work| json!({ "strategy": work.strategy, "units": work.units, "candidates": work.candidates });
    json!({
        "candidates": solution.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "answers": solution.answers.iter().map(answers).collect::<Vec<_>>(),
        "work": solution.work.iter().map(work).collect::<Vec<_>>(),
    })
}

/// The candidates for people.
pub fn show(solved: &Solved<'_>, all: bool, output: &mut Output) -> Told {
    let Some(solution) = &solved.answered.solution else {
        return output.line("nothing was tried, so there are no candidates\n");
    };
    show_work(solved, solution, output)?;
    let tests = solution.answers.iter().zip(&solved.answered.tests);
    for (at, (answers, pair)) in tests.enumerate() {
        let different = plural(answers.len() as u64, "different output");
        output.line(&output.bold(&format!("test {}: {different}", at + 1)))?;
        let shown = if all { answers.len() } else { answers.len().min(SHOWN) };
        show_answers(&answers[..shown], solution, output)?;
        if shown < answers.len() {
            output.line(&format!("… {} more: --all shows them", answers.len() - shown))?;
        }
        output.line("")?;
        for (place, attempt) in pair.iter().enumerate() {
            output.line(&format!(
                "attempt {}: {}",
                place + 1,
                why(attempt, place, answers, solution)
            ))?;
        }
        output.line("")?;
    }
    Ok(())
}

fn show_work(solved: &Solved<'_>, solution: &Solution, output: &mut Output) -> Told {
    let head = ["strategy", "units", "candidates"].map(|word| output.bold(word));
    let row = |work: &Work| {
        vec![work.strategy.to_string(), work.units.to_string(), work.candidates.to_string()]
    };
    let rows: Vec<_> =
        std::iter::once(head.to_vec()).chain(solution.work.iter().map(row)).collect();
    output.table(&rows)?;
    let end = match solved.answered.how {
        How::Tried => "everything was tried",
        How::Spent => "the effort was spent: more of it may find more",
        How::Stopped | How::Untried => "it was stopped",
        How::Failed => "it was given up",
    };
    let candidates = plural(solution.candidates.len() as u64, "different candidate");
    output.line(&format!("{candidates}; {end}\n"))
}

fn show_answers(answers: &[Answer], solution: &Solution, output: &mut Output) -> Told {
    if answers.is_empty() {
        return Ok(());
    }
    let head = ["rank", "chance", "strategy", "demo", "cost", "left out", "candidates"];
    let mut rows = vec![head.iter().map(|word| output.bold(word)).collect::<Vec<_>>()];
    rows.extend(answers.iter().enumerate().map(|(at, answer)| row(at, answer, solution)));
    output.table(&rows)?;
    output.line("")?;
    let grids: Vec<TaskGrid> = answers.iter().map(|answer| answer.output.to_grid()).collect();
    let title = |(at, grid)| (format!("rank {}", at + 1), grid);
    let titled: Vec<(String, &TaskGrid)> = grids.iter().enumerate().map(title).collect();
    output.text(&Canvas::of(output).titled_small(&titled))
}

fn row(at: usize, answer: &Answer, solution: &Solution) -> Vec<String> {
    let best = &solution.candidates[answer.candidates[0]];
    let left_out = best.left_out.map(|share| format!("{:.0} %", 100.0 * share));
    vec![
        format!("{:>4}", at + 1),
        format!("{:>6.3}", answer.chance),
        best.strategy.to_string(),
        fitted(best),
        format!("{:.1}", best.cost),
        left_out.unwrap_or_else(|| "-".into()),
        supporters(answer, solution),
    ]
}

fn fitted(candidate: &Candidate) -> String {
    let fits = candidate.fits.iter().filter(|fits| **fits).count();
    format!("{fits} of {}", candidate.fits.len())
}

/// How many candidates of which strategies give an output: `3 of layers; 1 of cells`.
fn supporters(answer: &Answer, solution: &Solution) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for &number in &answer.candidates {
        let strategy = solution.candidates[number].strategy;
        match counts.iter_mut().find(|(name, _)| *name == strategy) {
            Some((_, count)) => *count += 1,
            None => counts.push((strategy, 1)),
        }
    }
    let told: Vec<String> =
        counts.iter().map(|(name, count)| format!("{count} of {name}")).collect();
    told.join("; ")
}

fn why(attempt: &Attempt, place: usize, answers: &[Answer], solution: &Solution) -> String {
    let rank = answers.iter().position(|answer| answer.output.to_grid() == attempt.grid);
    let (Some(giver), Some(rank)) = (attempt.giver, rank) else {
        let given = plural(answers.len().min(ATTEMPTS) as u64, "output");
        return format!("a guess, since candidates give {given} and no more");
    };
    let answer = &answers[rank];
    let best = &solution.candidates[answer.candidates[0]];
    let order = if place == 0 { "the most likely output" } else { "the most likely of the others" };
    format!(
        "{order}, chance {:.3}: given by {}. The best of them fits {} demos at cost {:.1}",
        giver.chance,
        supporters(answer, solution),
        fitted(best),
        best.cost,
    )
}
