//! Which programs of a plan devices run, and which of them together.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::plan::{Action, Plan, Slot, Source};
use exec::run::{Policy, constant_value};
use lang::Dialect;

use crate::pack::MOST_OPERANDS;
use crate::source;

/// Failures that a device logs at most, each with the rows of its operands.
const MOST_LOGGED: usize = 16;

/// Which programs of a plan a device can run, in chunks.
#[derive(Clone, Debug)]
pub struct Chunks {
    chunks: Vec<Vec<usize>>,
    /// By program: its chunk and its place there; nothing if the CPU runs it.
    places: Vec<Option<(u32, u32)>>,
    cheaper: usize,
}

impl Chunks {
    /// Puts programs into about `count` chunks: those that devices have all code for, and that should not take longer there, by what
    /// `saves` says. Where failures are logged, the first ones of all programs count: these are one chunk, or none.
    pub fn new(plan: &Plan, count: usize, policy: Policy, saves: impl Fn(usize) -> f64) -> Chunks {
        let all = plan.programs.len();
        let mut taken: Vec<usize> = (0..all).filter(|&p| is_covered(plan, p)).collect();
        let covered = taken.len();
        let logged = logged_by(policy);
        if logged == 0 {
            taken.retain(|&p| saves(p) >= 0.0);
        } else if taken.iter().map(|&p| saves(p)).sum::<f64>() < 0.0 {
            taken.clear();
        }
        let cheaper = covered - taken.len();
        if logged > MOST_LOGGED || logged > 0 && taken.len() < all {
            taken.clear();
        }
        let count = if logged > 0 { 1 } else { count };
        let size = taken.len().div_ceil(count.max(1)).max(1);
        let chunks: Vec<Vec<usize>> = taken.chunks(size).map(<[usize]>::to_vec).collect();
        let mut places = vec![None; all];
        for (i, chunk) in chunks.iter().enumerate() {
            for (j, &program) in chunk.iter().enumerate() {
                places[program] = Some((i as u32, j as u32));
            }
        }
        Chunks { chunks, places, cheaper }
    }

    /// Programs that a device runs.
    pub fn covered(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// Programs that a device could run, and that should take longer there.
    pub fn cheaper(&self) -> usize {
        self.cheaper
    }

    /// The programs of each chunk, by their places in the plan.
    pub fn programs(&self) -> &[Vec<usize>] {
        &self.chunks
    }

    /// A program's chunk and its place there; nothing if the CPU runs it.
    pub fn place(&self, program: usize) -> Option<(u32, u32)> {
        self.places[program]
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether no program can run on a device.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }
}

/// How many failures a policy logs.
pub(crate) fn logged_by(policy: Policy) -> usize {
    match policy {
        Policy::Pile { patched } => patched,
        Policy::Strict | Policy::Safe => 0,
    }
}

/// Whether devices have code for all that a program calls.
pub fn is_covered(plan: &Plan, program: usize) -> bool {
    plan.programs[program].steps.iter().all(|&slot| step_is_covered(plan, slot))
}

/// Whether devices have code for a step and the ops it is given as functions.
pub fn step_is_covered(plan: &Plan, slot: Slot) -> bool {
    let Some(step) = plan.step(slot) else { return false };
    let known_op = |source: Option<&Source>| match source {
        Some(Source::Op(op)) => source::knows(op.kernel()),
        Some(Source::Lit(_)) => constant_fits(source),
        _ => true,
    };
    let args = plan.args(step);
    let known = match step.action {
        Action::Call(op) => source::knows(op.kernel()),
        Action::Apply => true,
    };
    known
        && args.len() <= MOST_OPERANDS
        && args.iter().all(|s| known_op(plan.sources.get(s.index())))
}

/// Whether a literal is a value at all.
fn constant_fits(source: Option<&Source>) -> bool {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    source.and_then(|s| constant_value(&cx, s)).is_none_or(|v| v.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAMS: &str = "def solve_a(I):\n    return hmirror(I)\n
def solve_b(I):\n    return vmirror(I)\n
def solve_c(I):\n    return rot90(I)\n";

    fn chunks(policy: Policy, saves: [f64; 3]) -> (Vec<Vec<usize>>, usize) {
        let mut dag = lang::Dag::new(Dialect::Arc);
        for program in lang::parse(PROGRAMS.as_bytes(), "test", Some(Dialect::Arc)).programs {
            dag.merge(&program.dag);
        }
        let chunks = Chunks::new(&Plan::new(&dag), 2, policy, |p| saves[p]);
        assert_eq!(chunks.covered(), chunks.programs().iter().map(Vec::len).sum::<usize>());
        (chunks.programs().to_vec(), chunks.cheaper())
    }

    #[test]
    fn programs_that_should_end_sooner_on_the_cpu_stay_there() {
        assert_eq!(chunks(Policy::Strict, [0.0; 3]), (vec![vec![0, 1], vec![2]], 0));
        assert_eq!(chunks(Policy::Safe, [1.0, -1.0, 0.0]), (vec![vec![0], vec![2]], 1));
        assert_eq!(chunks(Policy::Strict, [-1.0; 3]), (vec![], 3));
    }

    #[test]
    fn where_failures_are_logged_programs_stay_together() {
        let pile = |patched| Policy::Pile { patched };
        assert_eq!(chunks(pile(0), [0.0; 3]), (vec![vec![0, 1], vec![2]], 0));
        assert_eq!(chunks(pile(2), [3.0, -1.0, -1.0]), (vec![vec![0, 1, 2]], 0));
        assert_eq!(chunks(pile(2), [1.0, -1.0, -1.0]), (vec![], 3));
        assert_eq!(chunks(pile(MOST_LOGGED + 1), [1.0; 3]), (vec![], 0));
    }
}
