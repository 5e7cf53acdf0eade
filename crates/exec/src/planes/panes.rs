//! Grids cut by lines of one colour that cross them.

use super::Facts;
use super::facts::{commonest_but, rarest_but, slot};
use super::segment::{NOWHERE, Object, Segments, object};

/// The panes between the lines; none if there are no lines.
pub(super) fn cut(facts: &Facts<'_>) -> Segments {
    let (h, w) = (facts.grid.height, facts.grid.width);
    let mut segments = Segments { of: vec![NOWHERE; h * w], objects: Vec::new() };
    let Some(colour) = colour(facts) else { return segments };
    let rows = spans((0..h).map(|r| is_row(facts, r, colour)).collect());
    let cols = spans((0..w).map(|c| is_col(facts, c, colour)).collect());
    for &(top, bottom) in &rows {
        for &(left, right) in &cols {
            let cells: Vec<u32> = (top..bottom)
                .flat_map(|r| (left..right).map(move |c| (r * w + c) as u32))
                .collect();
            cells.iter().for_each(|&at| segments.of[at as usize] = segments.objects.len() as u32);
            segments.objects.push(pane(facts, cells));
        }
    }
    segments
}

/// The cells of a pane that are not background.
pub(super) fn mask(facts: &Facts<'_>, o: &Object) -> Vec<bool> {
    let rows = (o.top..=o.bottom).flat_map(|r| (o.left..=o.right).map(move |c| (r, c)));
    rows.map(|(r, c)| facts.is_ink(facts.grid.cells[r * facts.grid.width + c])).collect()
}

fn pane(facts: &Facts<'_>, cells: Vec<u32>) -> Object {
    let mut pane = object(facts, cells);
    pane.counts[slot(facts.background)] = 0;
    pane.size = pane.counts.iter().sum();
    pane.main = commonest_but(&pane.counts, facts.background);
    pane.rare = rarest_but(&pane.counts, facts.background);
    pane.colours = pane.counts.iter().filter(|&&n| n > 0).count();
    pane
}

/// The colour of the lines: the one that most rows and columns have alone, not the background.
fn colour(facts: &Facts<'_>) -> Option<i8> {
    let (h, w) = (facts.grid.height, facts.grid.width);
    let lines = |colour: &i8| {
        (0..h).filter(|&r| is_row(facts, r, *colour)).count()
            + (0..w).filter(|&c| is_col(facts, c, *colour)).count()
    };
    let all = (0..10).filter(|&colour| facts.is_ink(colour)).map(|colour| (lines(&colour), colour));
    all.rev().max_by_key(|&(n, _)| n).filter(|&(n, _)| n > 0).map(|(_, colour)| colour)
}

fn is_row(facts: &Facts<'_>, r: usize, colour: i8) -> bool {
    let w = facts.grid.width;
    facts.grid.cells[r * w..(r + 1) * w].iter().all(|&c| c == colour)
}

fn is_col(facts: &Facts<'_>, c: usize, colour: i8) -> bool {
    (0..facts.grid.height).all(|r| facts.grid.cells[r * facts.grid.width + c] == colour)
}

/// First and past-the-last places between lines.
fn spans(lines: Vec<bool>) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut start = 0;
    for at in 0..=lines.len() {
        if at == lines.len() || lines[at] {
            if at > start {
                spans.push((start, at));
            }
            start = at + 1;
        }
    }
    spans
}
