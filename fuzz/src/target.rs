//! The two targets: one seed in, nothing or a finding out.

use crate::case::Case;
use crate::guard::caught;
use crate::{Verdict, columns, engine, extremes, memory, minimise, mutate, parser};

/// Memory that one case may take, everything counted.
const MOST_BYTES: usize = 1 << 30;

/// What is fuzzed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Files for the parser.
    Parser,
    /// Programs for the engine.
    Programs,
}

/// A case that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The seed of the case.
    pub seed: u64,
    /// What is wrong.
    pub what: String,
    /// The smallest text found that shows it.
    pub text: String,
}

impl Target {
    /// The target of a name.
    pub fn named(name: &str) -> Option<Target> {
        match name {
            "parser" => Some(Target::Parser),
            "programs" => Some(Target::Programs),
            _ => None,
        }
    }

    /// Checks the case of a seed.
    pub fn check(self, seed: u64) -> Option<Finding> {
        memory::restart();
        let found = match self {
            Target::Parser => check_file(seed),
            Target::Programs => check_programs(seed),
        };
        let finding = |(what, text)| Finding { seed, what, text };
        found.map(finding).or_else(|| too_much_memory(seed))
    }
}

fn too_much_memory(seed: u64) -> Option<Finding> {
    let peak = memory::peak();
    let what = format!("{} MB were in use", peak >> 20);
    (peak > MOST_BYTES).then(|| Finding { seed, what, text: String::new() })
}

type Found = Option<(String, String)>;

fn check_file(seed: u64) -> Found {
    let bytes = mutate::file(seed);
    let check = |bytes: &[u8]| caught(|| parser::check(bytes));
    let what = check(&bytes).err()?;
    let smallest = minimise::file(bytes, &what, check);
    let shown = String::from_utf8(smallest).unwrap_or_else(|e| format!("{:?}", e.as_bytes()));
    Some((what, shown))
}

fn check_programs(seed: u64) -> Found {
    for part in 0..8 {
        if let Err(what) = caught(|| columns::check(seed.wrapping_mul(8).wrapping_add(part))) {
            return Some((what, String::new()));
        }
    }
    if seed.is_multiple_of(4)
        && let Err(what) = caught(|| extremes::check(seed))
    {
        return Some((what, String::new()));
    }
    let case = match Case::random(seed) {
        Ok(case) => case,
        Err((case, panic)) => return Some((panic, case.text())),
    };
    let check = |case: &Case| -> Verdict { caught(|| engine::check(case)) };
    let what = check(&case).err()?;
    let smallest = minimise::case(case, &what, check);
    let again = check(&smallest).err().unwrap_or_default();
    Some((again, describe(&smallest)))
}

/// A case as people read it.
fn describe(case: &Case) -> String {
    let grid = |g: &exec::data::TaskGrid| format!("{:?}", g.rows().collect::<Vec<_>>());
    let scenes = case.scenes.iter().map(|s| {
        let target = s.target.as_ref().map_or("()".into(), grid);
        let demo: Vec<String> = s.demo.iter().map(|d| grid(&d.input)).collect();
        format!("# I = {}\n# C = {target}\n# inputs of S: {}\n", grid(&s.input), demo.join(" "))
    });
    let head = format!("# dialect {}, {:?}\n", case.dialect, case.budget);
    head + &scenes.collect::<String>() + &case.text()
}
