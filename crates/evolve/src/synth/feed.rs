//! Tasks one after the other, none twice.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::vec::IntoIter;

use serde::{Deserialize, Serialize};

use super::filter::{Reason, Reasons};
use super::round::{Bench, Found, Yield, round};
use super::{Keys, Made, Material, Settings};
use crate::threads::parallel;
use crate::trace::Mismatch;

/// Rounds on each thread before their tasks are taken.
const AHEAD: usize = 8;

/// Rounds without a new task after which there is nothing more to come.
const DRY: u64 = 1 << 11;

/// Where a feed is: so it goes on exactly there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Position {
    /// The round.
    pub round: u64,
    /// Tasks of the round that were looked at.
    pub taken: u64,
}

/// Tasks in their order.
pub struct Feed {
    material: Arc<Material>,
    settings: Settings,
    threads: usize,
    /// Where the next task is looked for.
    position: Position,
    /// What the round there has found, but for what was taken; nothing before it was made.
    here: Option<IntoIter<Found>>,
    /// The rounds behind it.
    ready: VecDeque<Yield>,
    seen: HashSet<u128>,
    /// The round of the last task that was new.
    fruitful: u64,
    /// Programs that were tried in the rounds begun since the feed was made.
    pub tried: u64,
    /// Why these gave no task.
    pub reasons: Reasons,
}

impl Feed {
    /// A feed that begins at a position; `seen` are the keys of all tasks before.
    pub fn new(
        material: &Arc<Material>,
        settings: Settings,
        threads: usize,
        position: Position,
        seen: impl IntoIterator<Item = Keys>,
    ) -> Feed {
        Feed {
            material: material.clone(),
            settings,
            threads: threads.max(1),
            position,
            here: None,
            ready: VecDeque::new(),
            seen: seen.into_iter().flat_map(|keys| [keys.pairs, keys.program]).collect(),
            fruitful: position.round,
            tried: 0,
            reasons: Reasons::default(),
        }
    }

    /// Where it is.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next task; none where there is no material, when none came for many rounds, or after a stop.
    pub fn next(&mut self, stop: &AtomicBool) -> Result<Option<(Made, Keys)>, Box<Mismatch>> {
        loop {
            if self.here.is_none() && !self.begin(stop)? {
                return Ok(None);
            }
            let Some(Found { made, keys }) = self.here.as_mut().and_then(Iterator::next) else {
                self.here = None;
                self.position = Position { round: self.position.round + 1, taken: 0 };
                continue;
            };
            self.position.taken += 1;
            match self.admit(keys) {
                Ok(()) => return Ok(Some((made, keys))),
                Err(reason) => self.reasons.count(reason),
            }
        }
    }

    fn admit(&mut self, keys: Keys) -> Result<(), Reason> {
        if self.seen.contains(&keys.program) {
            return Err(Reason::SameProgram);
        }
        if !self.seen.insert(keys.pairs) {
            return Err(Reason::SamePairs);
        }
        self.seen.insert(keys.program);
        self.fruitful = self.position.round;
        Ok(())
    }

    /// Goes to the round of the position; says no if there is nothing more to come.
    fn begin(&mut self, stop: &AtomicBool) -> Result<bool, Box<Mismatch>> {
        let empty = self.material.families.is_empty() || self.material.tasks.is_empty();
        if empty || self.position.round - self.fruitful > DRY {
            return Ok(false);
        }
        if self.ready.is_empty() {
            self.fill(stop)?;
        }
        let Some(round) = self.ready.pop_front() else { return Ok(false) };
        // A round that was begun before the feed was made was counted there.
        if self.position.taken == 0 {
            self.tried += round.tried;
            self.reasons.join(&round.reasons);
        }
        let mut found = round.found.into_iter();
        (0..self.position.taken).for_each(|_| drop(found.next()));
        self.here = Some(found);
        Ok(true)
    }

    /// Makes some rounds from that of the position on; fewer after a stop.
    fn fill(&mut self, stop: &AtomicBool) -> Result<(), Box<Mismatch>> {
        let (material, settings, first) = (&*self.material, &self.settings, self.position.round);
        let count = AHEAD * self.threads;
        let rounds = parallel(self.threads, count, Bench::default, |bench, at| {
            let stopped = stop.load(Ordering::Relaxed);
            (!stopped).then(|| round(material, settings, first + at as u64, bench))
        });
        for round in rounds.into_iter().map_while(|round| round) {
            self.ready.push_back(round?);
        }
        Ok(())
    }
}
