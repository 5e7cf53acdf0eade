//! Decision lists with two tests: some bodies are treated one way, others another way, the rest a third way.

use std::collections::HashMap;

use super::acts::Act;
use super::bits::Bits;
use super::rule::{Branch, Deed, Rule};
use super::search::Search;
use crate::budget::{Budget, Worked};

/// Branches from which pairs are made.
const MOST_BRANCHES: usize = 300;
/// Acts that are tried for the rest of the bodies.
const MOST_REST: usize = 6;

/// A test and an act that agrees with all bodies that pass.
struct Sound {
    cost: f32,
    mask: usize,
    act: usize,
    cover: Bits,
}

impl Search<'_> {
    /// Looks for lists of two branches and a rest.
    pub fn decide(&mut self, budget: &mut Budget) -> Worked {
        let mut rests: Vec<usize> = (0..self.acts.len()).collect();
        let value = |act: &Act| self.bodies.minus(&act.could).count() as f32 + act.cost;
        rests.sort_by(|&a, &b| value(&self.acts[a]).total_cmp(&value(&self.acts[b])));
        for rest in rests.into_iter().take(MOST_REST) {
            if self.full() {
                break;
            }
            self.decide_with(rest, budget)?;
        }
        Ok(())
    }

    fn decide_with(&mut self, rest: usize, budget: &mut Budget) -> Worked {
        let needed = self.bodies.minus(&self.acts[rest].could);
        let open = self.open.minus(&self.acts[rest].explains);
        let sound = self.sound(rest, &needed, &open, budget)?;
        let mut pairs = Vec::new();
        budget.spend((sound.len() * sound.len() * needed.words()) as u64)?;
        for (i, x) in sound.iter().enumerate() {
            let left = needed.minus(&x.cover);
            let dark = open.minus(&self.acts[x.act].explains);
            for (j, y) in sound.iter().enumerate().filter(|(_, y)| y.act != x.act) {
                if left.within(&y.cover) && dark.within(&self.acts[y.act].explains) {
                    pairs.push((x.cost + y.cost, i, j));
                }
            }
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let mut hits = 0;
        for (cost, i, j) in pairs.into_iter().take(40) {
            if hits >= 2 || self.full() {
                break;
            }
            let branches = [i, j].map(|k| self.sound_branch(&sound[k])).to_vec();
            let cost = cost + self.acts[rest].cost + 1.0;
            let rule = Rule::new(branches, Deed::of(&self.acts[rest]), cost);
            hits += self.offer(rule, budget)? as usize;
        }
        Ok(())
    }

    fn sound_branch(&self, sound: &Sound) -> Branch {
        let mask = &self.masks[sound.mask];
        Branch {
            tests: vec![mask.test],
            bits: mask.bits.clone(),
            deed: Deed::of(&self.acts[sound.act]),
        }
    }

    /// Branches that make nothing wrong and explain something, the cheapest for what they cover.
    fn sound(
        &self,
        rest: usize,
        needed: &Bits,
        open: &Bits,
        budget: &mut Budget,
    ) -> Worked<Vec<Sound>> {
        let mut best: HashMap<(Bits, usize), Sound> = HashMap::new();
        let tried: Vec<usize> = (0..self.acts.len()).filter(|&a| a != rest).take(200).collect();
        for (m, mask) in self.masks.iter().enumerate().take(800) {
            let cover = mask.bits.and(needed);
            budget.spend((tried.len() * needed.words() / 2) as u64)?;
            for &a in &tried {
                let act = &self.acts[a];
                if !mask.bits.within_among(&self.bodies, &act.could) {
                    continue;
                }
                if cover.is_empty() && !(act.explains.meets(open) && mask.bits.meets(&self.bodies))
                {
                    continue;
                }
                let new =
                    Sound { cost: mask.cost + act.cost, mask: m, act: a, cover: cover.clone() };
                let old = best.entry((cover.clone(), a));
                old.or_insert(new);
            }
        }
        let mut all: Vec<Sound> = best.into_values().collect();
        all.sort_by(|x, y| x.cost.total_cmp(&y.cost).then((x.mask, x.act).cmp(&(y.mask, y.act))));
        all.truncate(MOST_BRANCHES);
        Ok(all)
    }
}
