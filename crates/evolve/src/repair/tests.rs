use std::sync::atomic::AtomicBool;

use ::solve::Spent;
use ::solve::crew::Watch;
use ::solve::portfolio::{Settings as Portfolio, solve_with};
use ::solve::problem::Demo;

use super::*;
use crate::claim::Claim;

fn picture(rows: &[&str]) -> Picture {
    let cells = rows.concat().bytes().map(|digit| digit - b'0').collect();
    Picture { height: rows.len(), width: rows[0].len(), cells }
}

/// Turned to the right, and a colour exchanged.
fn problem() -> Problem {
    let demo =
        |input: &[&str], output: &[&str]| Demo { input: picture(input), output: picture(output) };
    Problem {
        demos: vec![
            demo(&["120", "003", "450"], &["401", "502", "070"]),
            demo(&["311", "020"], &["07", "21", "01"]),
            demo(&["00", "36", "11"], &["170", "160"]),
        ],
        tests: vec![picture(&["93", "08"])],
    }
}

/// What a strategy handed over that turns, but leaves the colour as it is.
fn nearly(problem: &Problem) -> Candidate {
    Candidate {
        strategy: "some",
        outputs: vec![None; problem.tests.len()],
        fits: vec![false; problem.demos.len()],
        cost: 5.0,
        left_out: None,
        program: vec!["x1 = rot90(I)".into(), "O = replace(x1, FOUR, SEVEN)".into()],
    }
}

fn repaired(problem: &Problem, earlier: &[Candidate], units: u64) -> (Vec<Candidate>, u64) {
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(units, 1 << 28, &stop);
    let mut found = Candidates::default();
    let _ = Repair::by(Guide::NONE).follow(problem, earlier, &mut budget, &mut found);
    (found.all, budget.spent())
}

#[test]
fn one_wrong_constant_is_put_right() {
    let problem = problem();
    let (found, units) = repaired(&problem, &[nearly(&problem)], 100_000_000);
    let best = found.iter().find(|candidate| candidate.fits_all()).expect("one that fits");
    assert_eq!(best.outputs, [Some(picture(&["09", "87"]))]);
    assert!(units > 0 && found.iter().all(|c| c.strategy == "repair"));
    assert_eq!(repaired(&problem, &[nearly(&problem)], 100_000_000), (found.clone(), units));
    for candidate in &found {
        let outputs: Vec<_> =
            candidate.outputs.iter().map(|o| o.as_ref().map(Picture::to_grid)).collect();
        let Candidate { strategy, program, fits, .. } = candidate;
        let claim = Claim { strategy, lines: program, fits, outputs: &outputs };
        claim.check(&task_of(&problem), rules(), &mut Worker::default()).expect("it holds");
    }
}

#[test]
fn it_keeps_out_of_the_way() {
    let problem = problem();
    let fits = Candidate { fits: vec![true; 3], ..nearly(&problem) };
    assert_eq!(repaired(&problem, &[fits], 100_000_000), (Vec::new(), 0));
    assert_eq!(repaired(&problem, &[], LEAST_UNITS - 1), (Vec::new(), 0));
    let nothing = Problem { demos: Vec::new(), tests: problem.tests.clone() };
    assert_eq!(repaired(&nothing, &[], 100_000_000), (Vec::new(), 0));
    let stop = AtomicBool::new(true);
    let mut found = Candidates::default();
    let ended = Repair::by(Guide::NONE).run(
        &problem,
        &mut Budget::new(1 << 40, 1 << 28, &stop),
        &mut found,
    );
    assert_eq!(ended, Err(Spent));
}

#[test]
fn its_units_are_kept_for_it() {
    let problem = problem();
    let settings = Portfolio { units: 40_000_000, ..Portfolio::default() };
    let only = |name: &str| name == "repair" || name == "cells";
    let solution = solve_with(&problem, settings, &Watch::default(), &stages(), &only);
    let names: Vec<&str> = solution.work.iter().map(|work| work.strategy).collect();
    assert_eq!(names, ["cells", "repair"]);
    assert!(stages().len() == STAGES.len() + 1);
}
