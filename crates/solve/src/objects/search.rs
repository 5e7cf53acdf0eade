//! The search for rules that explain the demos: one act for all bodies, one test, two tests, tables.

use exec::bodies::Field;
use exec::bodies::act::{EXTRA, ONLY};

use super::acts::{Act, Target};
use super::bits::Bits;
use super::masks::{Derived, Mask, Test};
use super::rule::{Branch, Deed, Finish, Rule};
use super::view::View;
use crate::budget::{Budget, Worked};

/// Rules that one search hands over at most.
const MOST_RULES: usize = 8;
/// Rules that one search tries at most.
const MOST_TRIES: usize = 800;

/// Rules that cost more than this are worth looking for better ones.
const PLAIN: f32 = 20.0;

/// What a search knows.
pub struct Search<'a> {
    /// The bodies.
    pub view: &'a View,
    /// The outputs.
    pub target: &'a Target<'a>,
    /// Acts, cheapest first.
    pub acts: &'a [Act],
    /// Tests, cheapest first.
    pub masks: &'a [Mask],
    /// Attributes for tables, cheapest first.
    pub derived: &'a [Derived],
    /// Whether the outputs have one cell per body.
    pub matrix: bool,
    /// Demos to explain.
    pub active: Vec<bool>,
    /// Rules found.
    pub found: Vec<Rule>,
    /// Rules that may still be tried.
    pub tries: usize,
    /// Rules wanted.
    pub most: usize,
    /// Bodies of the active demos.
    pub bodies: Bits,
    /// Open cells of the active demos.
    pub open: Bits,
}

impl<'a> Search<'a> {
    /// A search that explains the active demos.
    pub fn new(
        (view, target, matrix): (&'a View, &'a Target<'a>, bool),
        acts: &'a [Act],
        (masks, derived): (&'a [Mask], &'a [Derived]),
        active: Vec<bool>,
    ) -> Search<'a> {
        let bodies = view.of_demos(&active);
        let open = Bits::of(target.demo_of.iter().map(|&d| active[d]), target.demo_of.len());
        let (found, tries, most) = (Vec::new(), MOST_TRIES, MOST_RULES);
        Search {
            view,
            target,
            acts,
            masks,
            derived,
            matrix,
            active,
            found,
            tries,
            most,
            bodies,
            open,
        }
    }

    /// Looks for the simplest rules only.
    pub fn run_light(&mut self, budget: &mut Budget) -> Worked {
        self.uniform(budget)?;
        self.tested(1, budget)
    }

    /// Looks for rules, simple ones first.
    pub fn run(&mut self, budget: &mut Budget) -> Worked {
        let tries = self.tries;
        self.uniform(budget)?;
        self.tested(1, budget)?;
        self.tries = tries / 4;
        if self.found.is_empty() {
            self.besides(budget)?;
        }
        self.tries = tries / 4;
        self.tables(budget)?;
        self.tries = tries / 4;
        if self.found.is_empty() {
            self.tested(2, budget)?;
        }
        self.tries = tries / 4;
        if self.best() > PLAIN {
            self.decide(budget)?;
        }
        Ok(())
    }

    fn best(&self) -> f32 {
        self.found.iter().map(|rule| rule.cost).fold(f32::MAX, f32::min)
    }

    pub(super) fn full(&self) -> bool {
        self.found.len() >= self.most || self.tries == 0
    }

    /// Adds a rule if it explains all active demos.
    pub(super) fn offer(&mut self, mut rule: Rule, budget: &mut Budget) -> Worked<bool> {
        self.tries = self.tries.saturating_sub(1);
        let finishes: &[Finish] =
            if self.matrix { &[Finish::Matrix] } else { &[Finish::Under, Finish::Over] };
        for &finish in finishes {
            rule.finish = finish;
            if self.explains(&rule, budget)? {
                rule.cost += if finish == Finish::Over { 1.0 } else { 0.0 };
                self.found.push(rule);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn explains(&self, rule: &Rule, budget: &mut Budget) -> Worked<bool> {
        for d in (0..self.view.demos).filter(|&d| self.active[d]) {
            let output: &Field = &self.target.outputs[d];
            budget.spend(12 * self.view.scenes[d].field.cells.len() as u64)?;
            if rule.apply(self.view, d).as_ref() != Some(output) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One act for all bodies.
    fn uniform(&mut self, budget: &mut Budget) -> Worked {
        for act in self.acts {
            if self.bodies.within(&act.could) && self.open.within(&act.explains) && !self.full() {
                self.offer(Rule::new(Vec::new(), Deed::of(act), act.cost), budget)?;
            }
        }
        Ok(())
    }

    /// Two acts for all bodies.
    fn besides(&mut self, budget: &mut Budget) -> Worked {
        let draws = |act: &&Act| {
            (EXTRA..ONLY).contains(&act.kind) && self.bodies.within(&act.could) && act.changes
        };
        let acts: Vec<&Act> = self.acts.iter().filter(draws).take(200).collect();
        let mut pairs = Vec::new();
        for (i, a) in acts.iter().enumerate() {
            budget.spend((i * self.open.words()) as u64)?;
            let open = self.open.minus(&a.explains);
            pairs.extend(
                (0..i)
                    .filter(|&j| open.within(&acts[j].explains))
                    .map(|j| (a.cost + acts[j].cost, i, j)),
            );
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
        for (cost, i, j) in pairs.into_iter().take(20) {
            let mut rule = Rule::new(Vec::new(), Deed::of(acts[i]), cost + 2.0);
            rule.also = Some(Deed::of(acts[j]));
            if self.offer(rule, budget)? || self.full() {
                break;
            }
        }
        Ok(())
    }

    /// One act for bodies that pass one or two tests, another for the rest.
    fn tested(&mut self, tests: usize, budget: &mut Budget) -> Worked {
        for (_, a, b) in self.pairs(if tests == 1 { 400 } else { 60 }, budget)? {
            if self.full() {
                break;
            }
            match tests {
                1 => self.single_test(a, b, budget)?,
                _ => self.double_test(a, b, budget)?,
            }
        }
        Ok(())
    }

    /// Pairs of acts that together may explain everything, cheapest first.
    fn pairs(&self, most: usize, budget: &mut Budget) -> Worked<Vec<(f32, usize, usize)>> {
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (a, first) in self.acts.iter().enumerate().filter(|(_, act)| act.changes) {
            let bodies = self.bodies.minus(&first.could);
            let open = self.open.minus(&first.explains);
            let words = bodies.words() + open.words().min(2);
            budget.spend((self.acts.len() * words / 2) as u64)?;
            for (b, other) in self.acts.iter().enumerate().filter(|&(b, _)| a != b) {
                if bodies.within(&other.could) && open.within(&other.explains) {
                    pairs.push((first.cost + other.cost, a, b));
                }
            }
        }
        let order = |x: &(f32, usize, usize), y: &(f32, usize, usize)| {
            x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2)))
        };
        if pairs.len() > most {
            pairs.select_nth_unstable_by(most, order);
            pairs.truncate(most);
        }
        pairs.sort_by(order);
        Ok(pairs)
    }

    fn single_test(&mut self, a: usize, b: usize, budget: &mut Budget) -> Worked {
        let (first, other) = (&self.acts[a], &self.acts[b]);
        let needed = self.bodies.minus(&other.could);
        let mut hits = 0;
        budget.spend((self.masks.len() * needed.words()) as u64)?;
        for mask in self.masks {
            let fits =
                needed.within(&mask.bits) && mask.bits.within_among(&self.bodies, &first.could);
            if !fits || !mask.bits.meets(&self.bodies) || self.full() {
                continue;
            }
            let rule = self.branch(vec![mask.test], mask.bits.clone(), (first, other), mask.cost);
            hits += self.offer(rule, budget)? as usize;
            if hits >= 3 {
                break;
            }
        }
        Ok(())
    }

    fn branch(
        &self,
        tests: Vec<Test>,
        bits: Bits,
        (first, other): (&Act, &Act),
        cost: f32,
    ) -> Rule {
        let cost = cost + first.cost + other.cost;
        let branch = Branch { tests, bits, deed: Deed::of(first) };
        Rule::new(vec![branch], Deed::of(other), cost)
    }

    fn double_test(&mut self, a: usize, b: usize, budget: &mut Budget) -> Worked {
        let (first, other) = (&self.acts[a], &self.acts[b]);
        let needed = self.bodies.minus(&other.could);
        if needed.is_empty() {
            return Ok(());
        }
        let wide: Vec<&Mask> =
            self.masks.iter().filter(|m| needed.within(&m.bits)).take(150).collect();
        budget.spend(((self.masks.len() + wide.len() * wide.len() / 2) * needed.words()) as u64)?;
        let mut fits = Vec::new();
        for (i, x) in wide.iter().enumerate() {
            for y in &wide[..i] {
                if x.bits.both_within(&y.bits, &self.bodies, &first.could) {
                    fits.push((x.cost + y.cost, *y, *x));
                }
            }
        }
        fits.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mut hits = 0;
        for (cost, x, y) in fits.into_iter().take(30) {
            if hits >= 2 || self.full() {
                break;
            }
            let rule = self.branch(vec![x.test, y.test], x.bits.and(&y.bits), (first, other), cost);
            hits += self.offer(rule, budget)? as usize;
        }
        Ok(())
    }

    /// One act for each value of an attribute.
    fn tables(&mut self, budget: &mut Budget) -> Worked {
        let derived = self.derived;
        for d in derived {
            if self.full() {
                break;
            }
            let mut values: Vec<i64> = self.bodies.iter().map(|i| d.values[i]).collect();
            values.sort_unstable();
            values.dedup();
            if !(3..=10).contains(&values.len()) {
                continue;
            }
            budget.spend((self.acts.len() * values.len()) as u64)?;
            if let Some(rule) = self.table(d, &values) {
                self.offer(rule, budget)?;
            }
        }
        Ok(())
    }

    fn table(&self, derived: &Derived, values: &[i64]) -> Option<Rule> {
        let mut branches = Vec::new();
        let mut cost = derived.cost + 2.0;
        let mut kinds: Vec<usize> = Vec::new();
        let mut explained = Bits::none(self.target.demo_of.len());
        for &value in values {
            let group = self.bodies.iter().filter(|&i| derived.values[i] == value);
            let mut bits = Bits::none(self.view.total());
            group.for_each(|i| bits.set(i));
            let gain = |act: &Act| act.explains.minus(&explained).count();
            let possible = self.acts.iter().filter(|act| bits.within(&act.could));
            let best = possible.min_by(|a, b| {
                let same =
                    |act: &Act| if kinds.contains(&act.kind) { act.cost - 2.0 } else { act.cost };
                gain(b).cmp(&gain(a)).then(same(a).total_cmp(&same(b)))
            })?;
            explained = explained.or(&best.explains);
            cost += 2.0 + if kinds.contains(&best.kind) { best.cost / 2.0 } else { best.cost };
            kinds.push(best.kind);
            let test =
                Test { attribute: derived.attribute, derived: derived.how, how: 0, with: value };
            let all = Bits::of(derived.values.iter().map(|&v| v == value), self.view.total());
            branches.push(Branch { tests: vec![test], bits: all, deed: Deed::of(best) });
        }
        let otherwise = branches.last()?.deed;
        Some(Rule::new(branches, otherwise, cost))
    }
}
