//! One case for the engine: a few programs, a few samples, a budget.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::Budget;
use judge::Random;
use judge::material::{self, Scene};
use judge::programs::Grower;
use lang::{Dag, Dialect, to_lines};

use crate::guard::caught;
use crate::sibling::sibling;

/// Programs of one dialect with what they run on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The dialect of all programs.
    pub dialect: Dialect,
    /// The programs, one root each.
    pub programs: Vec<Dag>,
    /// The samples.
    pub scenes: Vec<Scene>,
    /// Limits on work.
    pub budget: Budget,
}

impl Case {
    /// The case of a seed; when growing it panics, the program it panicked on.
    pub fn random(seed: u64) -> Result<Case, (Case, String)> {
        let mut random = Random::new(seed);
        let dialect = random.pick(&Dialect::ALL);
        let scenes: Vec<Scene> =
            (0..1 + random.below(3)).map(|_| Scene::random(&mut random)).collect();
        let budget = budget(&mut random);
        let mut programs = Vec::new();
        let grown = grow(dialect, &scenes[0], &mut random, &mut programs);
        let mut case = Case { dialect, programs, scenes, budget };
        if let Err(panic) = grown {
            return Err((case, panic));
        }
        if random.chance(25) {
            case.programs.push(random_embedded(dialect, &mut random));
        }
        if random.chance(50) {
            let model = random.below(case.programs.len());
            let other = sibling(&case.programs[model], &mut random);
            let place = random.below(case.programs.len() + 1);
            case.programs.insert(place, other);
        }
        Ok(case)
    }

    /// The programs as text.
    pub fn text(&self) -> String {
        let one =
            |(i, dag): (usize, &Dag)| to_lines(&format!("differ_{i}"), dag, dag.roots()[0], 3);
        self.programs.iter().enumerate().map(one).collect::<Vec<_>>().join("\n")
    }
}

fn random_embedded(dialect: Dialect, random: &mut Random) -> Dag {
    let programs = material::programs(dialect);
    programs[random.below(programs.len())].dag.clone()
}

fn budget(random: &mut Random) -> Budget {
    match random.below(4) {
        0 => Budget { step: 2_000, program: 10_000 },
        1 => Budget { step: 300, program: 700 },
        2 => Budget { step: 1 << 18, program: 1 << 20 },
        _ => Budget::default(),
    }
}

/// Grows programs that begin alike. A panic leaves the program it happened in as the last one.
fn grow(
    dialect: Dialect,
    scene: &Scene,
    random: &mut Random,
    programs: &mut Vec<Dag>,
) -> Result<(), String> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let mut trunk = Grower::new(&cx, scene);
    let steps = random.below(12);
    grow_caught(&mut trunk, random, steps, programs)?;
    for _ in 0..1 + random.below(4) {
        let mut branch = trunk.clone();
        let steps = 1 + random.below(10);
        grow_caught(&mut branch, random, steps, programs)?;
        programs.push(branch.finish(random));
    }
    Ok(())
}

fn grow_caught(
    grower: &mut Grower<'_, '_>,
    random: &mut Random,
    steps: usize,
    programs: &mut Vec<Dag>,
) -> Result<(), String> {
    let grown = caught(|| {
        grower.grow(random, steps);
        Ok(())
    });
    if grown.is_err() {
        // The node that was being computed is the last one.
        let mut dag = grower.dag.clone();
        let last = dag.ids().next_back().expect("something was computed");
        dag.add_root(last);
        *programs = vec![dag.pruned()];
    }
    grown
}
