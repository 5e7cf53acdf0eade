//! Outputs made of a list of bodies.

use exec::bodies::cut::{JOIN_FILL, JOINS, join};
use exec::bodies::{Body, Field};

use super::crops::passing;
use super::masks::{Derived, Mask, Test};
use super::view::View;
use super::{Hunt, print};
use crate::budget::{Budget, Worked};

impl Hunt<'_> {
    /// Lists of bodies in order of an attribute.
    pub(super) fn lists(
        &mut self,
        masks: &[Mask],
        derived: &[Derived],
        budget: &mut Budget,
    ) -> Worked {
        let (view, outputs) = (self.view, self.outputs);
        let mut forms: Vec<usize> = (0..JOINS).collect();
        let (height, width) = (outputs[0].height, outputs[0].width);
        if outputs.iter().all(|o| (o.height, o.width) == (height, width))
            && height <= 30
            && width <= 30
        {
            forms.extend((1..4).map(|order| order * JOIN_FILL + 100 * height + width));
        }
        let orders: Vec<&Derived> = derived.iter().filter(|d| d.how == 0).collect();
        for how in forms {
            let most = if how >= 8 { masks.len() } else { 60 };
            let mut hits = 0;
            for mask in std::iter::once(None).chain(masks.iter().take(most).map(Some)) {
                budget.spend(2 * view.starts[view.demos] as u64 / 16 + 2)?;
                let counts = |d: usize| {
                    view.range(d).filter(|&i| mask.is_none_or(|m| m.bits.has(i))).count()
                };
                if hits >= 4
                    || !(0..view.demos)
                        .all(|d| countable(&outputs[d], view.scenes[d].ground, how, counts(d)))
                {
                    continue;
                }
                let tests: Vec<Test> = mask.iter().map(|m| m.test).collect();
                if !plausible(view, outputs, how, &tests) {
                    continue;
                }
                let cost = 4.0 + mask.map_or(0.0, |m| m.cost);
                hits += self.ordered(how, (&tests, cost), &orders, budget)?;
            }
        }
        Ok(())
    }

    /// Lists in all orders; how many fit.
    fn ordered(
        &mut self,
        how: usize,
        (tests, base): (&[Test], f32),
        orders: &[&Derived],
        budget: &mut Budget,
    ) -> Worked<usize> {
        let (view, outputs) = (self.view, self.outputs);
        let mut hits = 0;
        for order in orders {
            budget.spend(outputs.iter().map(|o| o.cells.len() as u64 + 20).sum())?;
            for down in [false, true] {
                let by = (order.attribute, down);
                let apply = |sample: usize| listed(view, sample, how, tests, by);
                if (0..view.demos).all(|d| apply(d).as_ref() == Some(&outputs[d])) {
                    self.offer(apply, base + order.cost, print::list(view.way, tests, by, how));
                    hits += 1;
                }
            }
            if hits >= 3 {
                break;
            }
        }
        Ok(hits)
    }
}

/// Whether an output may hold so many bodies.
fn countable(output: &Field, ground: u8, how: usize, count: usize) -> bool {
    let figures = || output.cells.iter().filter(|&&c| c != ground).count();
    match how {
        0 => output.width == count,
        1 | 4 => output.height == count,
        5 | 6 => output.width == count,
        7 => count > 0 && output.height == 2 * count - 1,
        8 => output.height == count && output.width == count,
        JOIN_FILL.. => figures() == count || ground != 0 && output.cells.len() == count,
        _ => count > 0,
    }
}

/// Whether the sizes of all outputs agree with a list.
fn plausible(view: &View, outputs: &[Field], how: usize, tests: &[Test]) -> bool {
    let side = |d: usize, list: &[usize], of: fn(&Body) -> i16| -> usize {
        list.iter().map(|&i| of(&view.scenes[d].bodies[i]) as usize).sum()
    };
    outputs.iter().enumerate().all(|(d, output)| {
        let list = passing(view, d, tests);
        match how {
            0 => output.height == 1,
            1 => output.width == 1,
            2 => output.width == side(d, &list, |body| body.width()),
            3 => output.height == side(d, &list, |body| body.height()),
            7 => output.height == output.width,
            _ => true,
        }
    })
}

fn listed(
    view: &View,
    sample: usize,
    how: usize,
    tests: &[Test],
    (attribute, down): (usize, bool),
) -> Option<Field> {
    let values = &view.values[attribute][view.range(sample)];
    let mut list = passing(view, sample, tests);
    list.sort_by_key(|&i| if down { -values[i] } else { values[i] });
    let bodies: Vec<_> = list.iter().map(|&i| &view.scenes[sample].bodies[i]).collect();
    join(&view.scenes[sample], &bodies, how)
}
