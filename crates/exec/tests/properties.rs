//! Laws that hold for any grid, patch and set.

#[allow(dead_code, reason = "each test uses its own part")]
mod support;

use exec::data::TaskGrid;
use exec::plan::Plan;
use exec::run::{Inputs, Policy, Rules};
use judge::Random;
use judge::material::{programs, random_grid, tasks};
use lang::{Dag, Dialect};
use support::{Ended, grid, merged, program, run, run_on};

/// How `batt` writes a program whose names are those of `arc`.
fn in_batt(body: &str) -> String {
    const GRID_OPS: &[&str] = &[
        "hmirror",
        "vmirror",
        "dmirror",
        "cmirror",
        "upscale",
        "palette",
        "colorcount",
        "mostcolor",
        "shape",
    ];
    let body = body.replace("objects(I, T, F, T)", "o_g(I, R5)");
    let body = body.replace("objects(I, F, T, F)", "o_g(I, R2)");
    let renamed = |word: &str| match word {
        "ofcolor" => "f_ofcolor".to_string(),
        "toindices" | "normalize" => format!("{word}_o"),
        word if GRID_OPS.contains(&word) => format!("{word}_t"),
        word => word.to_string(),
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<String> = vec![String::new()];
    for c in body.chars() {
        match words.last_mut() {
            Some(word) if is_part(c) && word.chars().all(is_part) => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words.iter().map(|word| renamed(word)).collect()
}

/// Both bodies give the same value on every grid, in both dialects.
fn same(a: &str, b: &str) {
    same_on(a, b, |_| true);
}

fn same_on(a: &str, b: &str, wanted: impl Fn(&TaskGrid) -> bool) {
    let write = |dialect, body: &str| match dialect {
        Dialect::Arc => program(dialect, body),
        Dialect::Batt => program(dialect, &in_batt(body)),
    };
    for dialect in Dialect::ALL {
        let plan = merged(dialect, &[write(dialect, a), write(dialect, b)]);
        let mut random = Random::new(11);
        for input in (0..60).map(|_| random_grid(&mut random)).filter(&wanted) {
            let ended = run(&plan, &input, Policy::Strict).ended;
            assert!(ended[0].result.is_ok(), "{dialect} {a} on {input:?}: {:?}", ended[0]);
            assert_eq!(ended[0].result, ended[1].result, "{dialect} {a} != {b} on {input:?}");
        }
    }
}

#[test]
fn mirroring_twice_changes_nothing() {
    for mirror in ["hmirror", "vmirror", "dmirror", "cmirror"] {
        same(&format!("return {mirror}({mirror}(I))"), "return I");
    }
}

#[test]
fn turning_four_times_changes_nothing() {
    same("return rot90(rot90(rot90(rot90(I))))", "return I");
    same("return rot270(rot90(I))", "return I");
    same("return rot90(rot90(I))", "return rot180(I)");
    same("return rot90(I)", "return vmirror(dmirror(I))");
    same("return cmirror(I)", "return rot180(dmirror(I))");
}

#[test]
fn scaling_up_and_down_changes_nothing() {
    for factor in 1..5 {
        same(&format!("return downscale(upscale(I, {factor}), {factor})"), "return I");
    }
    same("return vupscale(hupscale(I, 3), 3)", "return upscale(I, 3)");
}

#[test]
fn joined_grids_split_again() {
    let first = |x: &str| format!("x = {x};return first(x)");
    same(&first("hsplit(hconcat(I, rot180(I)), 2)"), "return I");
    same(&first("vsplit(vconcat(I, rot180(I)), 2)"), "return I");
    same("return lefthalf(hconcat(I, I))", "return I");
    same("return bottomhalf(vconcat(I, I))", "return I");
    same("return vconcat(I, I)", "return dmirror(hconcat(dmirror(I), dmirror(I)))");
    let even = |g: &TaskGrid| g.width().is_multiple_of(2);
    same_on("return hconcat(lefthalf(I), righthalf(I))", "return I", even);
}

#[test]
fn moving_there_and_back_changes_nothing() {
    // The second move leaves the packed range and comes back into it.
    for (there, back) in [("(3, -7)", "(-3, 7)"), ("(2040, 5000)", "(-2040, -5000)")] {
        let moved = format!("x = asobject(I);return shift(shift(x, {there}), {back})");
        same(&moved, "return asobject(I)");
        let moved = format!("x = asindices(I);return shift(shift(x, {there}), {back})");
        same(&moved, "return asindices(I)");
    }
    same("return normalize(shift(asobject(I), (9, -4)))", "return asobject(I)");
}

#[test]
fn set_algebra() {
    let sets = "a = ofcolor(I, 0);b = ofcolor(I, 1);c = toindices(asobject(I));";
    let law = |a: &str, b: &str| same(&format!("{sets}{a}"), &format!("{sets}{b}"));
    law("return combine(a, b)", "return combine(b, a)");
    law("return combine(a, combine(b, c))", "return combine(combine(a, b), c)");
    law("return intersection(a, b)", "return difference(a, a)");
    law("return intersection(a, c)", "return a");
    law("return combine(a, a)", "return a");
    law("return difference(c, difference(c, a))", "return a");
    law("return combine(intersection(a, c), difference(a, c))", "return a");
    law("return difference(c, combine(a, b))", "return difference(difference(c, a), b)");
    law("return insert((0, 0), remove((0, 0), c))", "return c");
    law("return contained((0, 0), combine(a, c))", "return 1");
}

#[test]
fn orders_are_canonical_and_stable() {
    let tuple = "x = asindices(I);";
    let law = |a: &str, b: &str| same(&format!("{tuple}{a}"), &format!("{tuple}{b}"));
    // A set read as a tuple ascends, so ordering it by itself changes nothing.
    law("return order(x, identity)", "return totuple(x)");
    law("return order(totuple(x), first)", "return totuple(x)");
    law("return first(x)", "return minimum(x)");
    law("return combine(x, initset((40, 40)))", "return insert((40, 40), x)");
    law("return dedupe(combine(totuple(x), totuple(x)))", "return totuple(x)");
}

#[test]
fn colours_are_counted() {
    // What is in the palette is counted at least once, the rest never.
    let positive = "x = lbind(colorcount, I);y = compose(positive, x);";
    let all = format!("{positive}return sfilter(palette(I), y)");
    same(&all, "return palette(I)");
    let none = format!("{positive}return sfilter(difference(interval(0, 10, 1), palette(I)), y)");
    same(&none, "return ()");
    let counts = (0..10).fold("0".to_string(), |sum, n| format!("add(colorcount(I, {n}), {sum})"));
    same(&format!("return {counts}"), "return size(asindices(I))");
    same("return size(ofcolor(I, 2))", "return colorcount(I, 2)");
}

#[test]
fn objects_are_the_cells_without_the_background() {
    let ground = "bg = ofcolor(I, mostcolor(I));";
    let cells = format!("{ground}return difference(asindices(I), bg)");
    same("return toindices(merge(objects(I, T, F, T)))", &cells);
    // Objects with the background hold every cell once.
    same("return merge(objects(I, F, T, F))", "return asobject(I)");
    // No cell is in two objects.
    let sizes = "return size(mapply(totuple, totuple(objects(I, T, F, T))))";
    same(sizes, &format!("{ground}return subtract(size(asindices(I)), size(bg))"));
    same("return paint(canvas(mostcolor(I), shape(I)), merge(objects(I, T, F, T)))", "return I");
}

/// All embedded programs of a dialect, alone on one sample.
fn alone(programs: &[Dag], inputs: Inputs<'_>, rules: Rules) -> Vec<Ended> {
    programs.iter().map(|dag| run_on(&Plan::new(dag), inputs, rules).ended.remove(0)).collect()
}

#[test]
fn merging_preserves_every_result() {
    for dialect in Dialect::ALL {
        let programs: Vec<Dag> = programs(dialect).iter().map(|p| p.dag.clone()).collect();
        let mut random = Random::new(3);
        for task in tasks().iter().step_by(3) {
            let sample = &task.demo[0];
            let inputs =
                Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() };
            for policy in [Policy::Strict, Policy::Safe, Policy::Pile { patched: 0 }] {
                let rules = Rules { policy, ..Rules::default() };
                let expected = alone(&programs, inputs, rules);
                let chosen: Vec<usize> =
                    (0..programs.len()).filter(|_| random.below(2) == 0).rev().collect();
                let plan = merged(dialect, chosen.iter().map(|&i| &programs[i]));
                let seen = run_on(&plan, inputs, rules);
                let expected: Vec<Ended> = chosen.iter().map(|&i| expected[i].clone()).collect();
                assert_eq!(seen.ended, expected, "{dialect} {policy:?} {}", task.id);
            }
        }
    }
}

#[test]
fn programs_that_are_merged_share_steps() {
    let dialect = Dialect::Arc;
    let a = program(dialect, "x = objects(I, T, F, T);return size(x)");
    let b = program(dialect, "x = objects(I, T, F, T);return totuple(x)");
    let seen = run(&merged(dialect, &[a, b]), &grid("010 203"), Policy::Strict);
    assert_eq!((seen.stats.steps, seen.stats.steps_shared), (3, 1));
}
