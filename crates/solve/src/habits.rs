//! What all demo outputs have in common, beside being right: an output that breaks with it is hardly the answer.

use crate::problem::{Picture, Problem};

/// What holds for all demos of a problem.
pub struct Habits {
    /// A bit for each property that all demos have.
    held: u128,
    /// The size of all outputs, if it is the same.
    size: Option<(usize, usize)>,
    /// The number of colours in all outputs, if it is the same.
    colours: Option<u32>,
}

impl Habits {
    /// What the demos of a problem share.
    pub fn of(problem: &Problem) -> Habits {
        let demos = &problem.demos;
        let held = demos.iter().map(|demo| properties(&demo.input, &demo.output));
        Habits {
            held: if demos.is_empty() { 0 } else { held.fold(u128::MAX, |all, one| all & one) },
            size: same(demos.iter().map(|demo| demo.output.size())),
            colours: same(demos.iter().map(|demo| palette(&demo.output).count_ones())),
        }
    }

    /// How many of them an output breaks.
    pub fn broken(&self, input: &Picture, output: &Picture) -> u32 {
        let differs = self.size.is_some_and(|size| size != output.size()) as u32
            + self.colours.is_some_and(|count| count != palette(output).count_ones()) as u32;
        differs + (self.held & !properties(input, output)).count_ones()
    }
}

/// The value that all of at least two are.
fn same<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    let mut others = 0;
    values
        .all(|value| {
            others += 1;
            value == first
        })
        .then_some(())
        .filter(|()| others > 0)?;
    Some(first)
}

fn palette(picture: &Picture) -> u16 {
    picture.cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
}

/// A bit for each property that a pair has. The order means nothing.
fn properties(input: &Picture, output: &Picture) -> u128 {
    let mut bits = Properties::default();
    shapes(input, output, &mut bits);
    colours(input, output, &mut bits);
    symmetries(output, &mut bits);
    bits.add(input != output);
    if input.size() == output.size() {
        changes(input, output, &mut bits);
    } else {
        bits.add(is_part(output, input));
        bits.add(is_part(input, output));
    }
    bits.held
}

#[derive(Default)]
struct Properties {
    held: u128,
    count: u32,
}

impl Properties {
    fn add(&mut self, holds: bool) {
        self.held |= (holds as u128) << self.count;
        self.count += 1;
    }
}

fn shapes(input: &Picture, output: &Picture, bits: &mut Properties) {
    let ((h, w), (oh, ow)) = (input.size(), output.size());
    bits.add((h, w) == (oh, ow));
    bits.add(oh <= h && ow <= w);
    bits.add(oh >= h && ow >= w);
    bits.add(oh.is_multiple_of(h) && ow.is_multiple_of(w));
    bits.add(h.is_multiple_of(oh) && w.is_multiple_of(ow));
    bits.add(oh == ow);
    bits.add(oh == 1 || ow == 1);
}

fn colours(input: &Picture, output: &Picture, bits: &mut Properties) {
    let (before, after) = (palette(input), palette(output));
    bits.add(after & !before == 0);
    bits.add(before & !after == 0);
    bits.add(before & !after & !1 == 0);
    bits.add(after & 1 != 0);
    bits.add(after.count_ones() > 1);
    (0..10).for_each(|colour| bits.add(after >> colour & 1 == 0));
    (0..10).for_each(|colour| bits.add(after >> colour & 1 != 0));
}

fn symmetries(output: &Picture, bits: &mut Properties) {
    let (h, w) = output.size();
    let all = |same: &dyn Fn(usize, usize) -> u8| {
        (0..h).all(|row| (0..w).all(|col| output.at(row, col) == same(row, col)))
    };
    bits.add(all(&|row, col| output.at(h - 1 - row, col)));
    bits.add(all(&|row, col| output.at(row, w - 1 - col)));
    bits.add(all(&|row, col| output.at(h - 1 - row, w - 1 - col)));
    bits.add(h == w && all(&|row, col| output.at(col, row)));
    bits.add(h == w && all(&|row, col| output.at(w - 1 - col, h - 1 - row)));
}

/// For pictures of one size: which cells change, and into what.
fn changes(input: &Picture, output: &Picture, bits: &mut Properties) {
    let (mut before, mut into) = (0u16, 0u16);
    let mut counts = [0i32; 10];
    for (&from, &to) in input.cells.iter().zip(&output.cells) {
        (before, into) =
            if from == to { (before, into) } else { (before | 1 << from, into | 1 << to) };
        counts[from as usize] += 1;
        counts[to as usize] -= 1;
    }
    bits.add(before & 1 == 0);
    bits.add(before & !1 == 0);
    bits.add(before.count_ones() <= 1);
    bits.add(into.count_ones() <= 1);
    bits.add(counts == [0; 10]);
    (0..10).for_each(|colour| bits.add(before >> colour & 1 == 0));
    (0..10).for_each(|colour| bits.add(into >> colour & 1 == 0));
    (0..10).for_each(|colour| bits.add(counts[colour] == 0));
}

/// Whether a picture is found in another one.
fn is_part(small: &Picture, large: &Picture) -> bool {
    let ((h, w), (lh, lw)) = (small.size(), large.size());
    let at = |row: usize, col: usize| {
        let line = |r: usize| &large.cells[(row + r) * lw + col..][..w];
        (0..h).all(|r| line(r) == &small.cells[r * w..][..w])
    };
    h <= lh && w <= lw && (0..=lh - h).any(|row| (0..=lw - w).any(|col| at(row, col)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Demo;

    fn picture(width: usize, cells: &[u8]) -> Picture {
        Picture { height: cells.len() / width, width, cells: cells.to_vec() }
    }

    fn problem(pairs: &[(Picture, Picture)]) -> Problem {
        let demo = |(input, output): &(Picture, Picture)| Demo {
            input: input.clone(),
            output: output.clone(),
        };
        Problem { demos: pairs.iter().map(demo).collect(), tests: vec![] }
    }

    #[test]
    fn what_the_demos_share_is_not_broken_by_them() {
        let pairs = [
            (picture(2, &[1, 0, 0, 1]), picture(2, &[1, 2, 2, 1])),
            (picture(3, &[3, 0, 3]), picture(3, &[3, 2, 3])),
        ];
        let habits = Habits::of(&problem(&pairs));
        assert!(pairs.iter().all(|(input, output)| habits.broken(input, output) == 0));
    }

    #[test]
    fn every_other_way_is_counted() {
        let pairs = [
            (picture(2, &[1, 0, 0, 1]), picture(2, &[1, 2, 2, 1])),
            (picture(3, &[3, 0, 3]), picture(3, &[3, 2, 3])),
        ];
        let habits = Habits::of(&problem(&pairs));
        let input = picture(3, &[5, 0, 0]);
        let good = habits.broken(&input, &picture(3, &[5, 2, 2]));
        // Not symmetric, as these were.
        assert!(good > 0);
        let worse = habits.broken(&input, &picture(3, &[2, 0, 0]));
        let other = habits.broken(&input, &picture(2, &[5, 2]));
        assert!(worse > good && other > good, "{good} {worse} {other}");
        assert!(habits.broken(&input, &input) > good);
    }

    #[test]
    fn no_demos_share_nothing() {
        let habits = Habits::of(&problem(&[]));
        assert_eq!(habits.broken(&picture(1, &[1]), &picture(2, &[1, 9])), 0);
    }

    #[test]
    fn parts_are_found_anywhere() {
        let large = picture(3, &[1, 2, 3, 4, 5, 6]);
        assert!(is_part(&picture(2, &[2, 3, 5, 6]), &large) && is_part(&large, &large));
        assert!(
            !is_part(&picture(2, &[2, 3, 6, 5]), &large) && !is_part(&large, &picture(1, &[1]))
        );
    }
}
