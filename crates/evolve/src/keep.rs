//! What is kept for a task, and what may join it.
//!
//! A candidate joins when its demo score beats the best kept, or equals it at lower cost, or when
//! it gives new outputs and there is room; and when it is the best to solve the task, since
//! programs that look their answers up in S may score as much and cost less. There is room while
//! fewer than 32 programs are kept, and for a candidate that ranks above the worst one, which then
//! leaves first. Programs rank by demo score, then by lower cost; the hash decides between
//! equals, so that nothing depends on the order in which programs came.

use lang::Hash128;

use crate::kept::{KEEP_PER_TASK, Kept};
use crate::standing::Standing;
use crate::stream::Stream;

/// Something with a place on a shelf.
pub trait Ranked {
    /// The program's identity.
    fn hash(&self) -> Hash128;
    /// How good it is on the shelf's task.
    fn standing(&self) -> &Standing;
}

impl Ranked for Kept {
    fn hash(&self) -> Hash128 {
        self.program.hash
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }
}

impl<T: Ranked> Ranked for std::sync::Arc<T> {
    fn hash(&self) -> Hash128 {
        (**self).hash()
    }

    fn standing(&self) -> &Standing {
        (**self).standing()
    }
}

/// Why a candidate joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its demo score beats all others.
    Better,
    /// It scores as much as the best and costs less.
    Cheaper,
    /// Its outputs are new.
    New,
}

/// The programs kept for one task, best first.
///
/// Invariant: sorted by rank, then hash; no program twice; at most [`KEEP_PER_TASK`].
#[derive(Clone, Debug)]
pub struct Shelf<T> {
    entries: Vec<T>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf { entries: Vec::new() }
    }
}

fn place(standing: &Standing, hash: Hash128) -> impl Ord + use<> {
    (standing.rank(), hash)
}

impl<T: Ranked> Shelf<T> {
    /// The best of some programs, in whatever order they come and however often.
    pub fn join(entries: impl IntoIterator<Item = T>) -> Shelf<T> {
        let mut entries: Vec<T> = entries.into_iter().collect();
        entries.sort_by_key(|e| place(e.standing(), e.hash()));
        let mut seen = std::collections::HashSet::new();
        entries.retain(|e| seen.insert(e.hash()));
        entries.truncate(KEEP_PER_TASK);
        Shelf { entries }
    }

    /// The programs, best first.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// The best program.
    pub fn best(&self) -> Option<&T> {
        self.entries.first()
    }

    /// Whether a candidate that reaches at most this score could not join, whatever else it does.
    pub fn is_hopeless(&self, most: u32) -> bool {
        match self.entries.last() {
            Some(worst) if self.is_full() => most < worst.standing().demo_score,
            _ => most == 0,
        }
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= KEEP_PER_TASK
    }

    /// Whether a candidate may join, and why.
    pub fn judge(&self, standing: &Standing, hash: Hash128) -> Option<Reason> {
        let known = self.entries.iter().any(|e| e.hash() == hash);
        if standing.demo_score == 0 || known {
            return None;
        }
        let Some(best) = self.best().map(Ranked::standing) else { return Some(Reason::Better) };
        if standing.demo_score > best.demo_score {
            return Some(Reason::Better);
        }
        if standing.rank() < best.rank() {
            return Some(Reason::Cheaper);
        }
        let new = self.entries.iter().all(|e| e.standing().outputs != standing.outputs);
        let last = self.entries.last().filter(|_| self.is_full());
        let above = |e: &T| place(standing, hash) < place(e.standing(), e.hash());
        (new && last.is_none_or(above)).then_some(Reason::New)
    }

    /// Whether a candidate that is right on all demo samples may be the best that solves the task:
    /// those that rank above it find the answers in S. Only a run without its pair tells.
    pub fn may_solve_best(&self, standing: &Standing, hash: Hash128) -> bool {
        let above = |e: &T| e.standing().solved && e.standing().rank() <= standing.rank();
        let is_better = |e: &T| above(e) || e.hash() == hash;
        standing.demo_right == standing.demo_count && !self.entries.iter().any(is_better)
    }

    /// Puts a program in its place; gives back the one that had to leave.
    pub fn add(&mut self, entry: T) -> Option<T> {
        let key = place(entry.standing(), entry.hash());
        let at = self.entries.partition_point(|e| place(e.standing(), e.hash()) < key);
        self.entries.insert(at, entry);
        if self.entries.len() > KEEP_PER_TASK { self.entries.pop() } else { None }
    }

    /// Draws a parent: first outputs, by the score of the best program that gives them, then
    /// one of the programs that give these outputs. So many programs that do the same do not
    /// crowd out the others.
    pub fn parent(&self, stream: &mut Stream) -> Option<usize> {
        let outputs = |i: usize| self.entries[i].standing().outputs;
        // Best first, so the first program of its outputs carries their weight.
        let is_first = |i: usize| (0..i).all(|j| outputs(j) != outputs(i));
        let weight = |i: usize| match is_first(i) {
            true => 1 + u64::from(self.entries[i].standing().demo_score),
            false => 0,
        };
        let weights: Vec<u64> = (0..self.entries.len()).map(weight).collect();
        let first = stream.roulette(weights.into_iter())?;
        let same: Vec<usize> =
            (first..self.entries.len()).filter(|&i| outputs(i) == outputs(first)).collect();
        stream.pick(&same).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Hash128Text;

    #[derive(Clone, Debug, PartialEq)]
    struct Item(u128, Standing);

    impl Ranked for Item {
        fn hash(&self) -> Hash128 {
            Hash128(self.0)
        }

        fn standing(&self) -> &Standing {
            &self.1
        }
    }

    fn standing(demo_score: u32, cost: u64, outputs: u128) -> Standing {
        Standing {
            demo_score,
            demo_right: 0,
            demo_count: 3,
            solved: false,
            cost,
            outputs: Hash128Text(Hash128(outputs)),
            test_right: 0,
            test_count: 1,
        }
    }

    fn judge(shelf: &Shelf<Item>, score: u32, cost: u64, outputs: u128) -> Option<Reason> {
        shelf.judge(&standing(score, cost, outputs), Hash128(u128::MAX))
    }

    #[test]
    fn joins_when_better_cheaper_or_new() {
        let mut shelf = Shelf::default();
        assert_eq!(judge(&shelf, 0, 1, 1), None);
        assert_eq!(judge(&shelf, 10, 1, 1), Some(Reason::Better));
        assert_eq!(shelf.add(Item(1, standing(100, 50, 1))), None);
        assert_eq!(judge(&shelf, 101, 99, 1), Some(Reason::Better));
        assert_eq!(judge(&shelf, 100, 49, 1), Some(Reason::Cheaper));
        assert_eq!(judge(&shelf, 100, 50, 1), None);
        assert_eq!(judge(&shelf, 5, 99, 1), None);
        assert_eq!(judge(&shelf, 5, 99, 2), Some(Reason::New));
        assert_eq!(shelf.judge(&standing(200, 1, 9), Hash128(1)), None);
    }

    #[test]
    fn the_worst_leaves_first() {
        let mut shelf = Shelf::default();
        for i in 0..KEEP_PER_TASK as u32 {
            assert!(!shelf.is_hopeless(1));
            assert_eq!(shelf.add(Item(i.into(), standing(100 + i, 10, i.into()))), None);
        }
        assert!(shelf.is_hopeless(99) && !shelf.is_hopeless(100));
        assert_eq!(judge(&shelf, 99, 1, 999), None);
        assert_eq!(judge(&shelf, 100, 11, 999), None);
        assert_eq!(judge(&shelf, 100, 9, 999), Some(Reason::New));
        let left = shelf.add(Item(777, standing(110, 5, 999))).expect("the shelf was full");
        assert_eq!(left.0, 0);
        assert_eq!(shelf.entries().len(), KEEP_PER_TASK);
        let ranks: Vec<_> = shelf.entries().iter().map(|e| e.1.rank()).collect();
        assert!(ranks.is_sorted());
    }

    #[test]
    fn joining_does_not_depend_on_order() {
        let items: Vec<Item> =
            (0..100u32).map(|i| Item(i.into(), standing(i % 7, (i % 5).into(), 0))).collect();
        let forward = Shelf::join(items.iter().cloned());
        let twice = Shelf::join(items.iter().rev().cloned().chain(items.iter().cloned()));
        assert_eq!(forward.entries(), twice.entries());
    }

    #[test]
    fn programs_that_do_the_same_share_their_chance() {
        let mut shelf = Shelf::default();
        shelf.add(Item(0, standing(99, 1, 7)));
        (1..20).for_each(|i| _ = shelf.add(Item(i, standing(99, 2, 8))));
        let mut stream = Stream::new(1, 1, "", 1);
        let draws = (0..2_000).map(|_| shelf.parent(&mut stream).expect("not empty"));
        let first = draws.filter(|&i| i == 0).count();
        assert!((900..1100).contains(&first), "{first}");
        assert_eq!(Shelf::<Item>::default().parent(&mut stream), None);
    }
}
