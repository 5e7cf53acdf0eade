//! `line_p`: the row, the column and the diagonals of a cell.

use super::facts::{commonest, commonest_but, rarest_but, slot};
use super::{Facts, Family, Kind, LINE, NONE, each, small};

/// Facts about rows (0..26), columns (26..52), diagonals (52..54), other diagonals (54..56), and of rows and columns together.
pub const FAMILY: Family = Family { name: "line_p", code: LINE, count: 60, kind, fill: line };

const PER_LINE: usize = 26;
fn kind(k: i32) -> Kind {
    let of_line = if k < 52 { k % PER_LINE as i32 } else { NONE as i32 };
    let colour =
        matches!(of_line, 2 | 3 | 5 | 6 | 7 | 12 | 13) || matches!(k, 52 | 54 | 56 | 57 | 58);
    if colour { Kind::Colour } else { Kind::Number }
}

/// The cells of all rows, or of all columns.
fn lines(facts: &Facts<'_>, columns: bool) -> Vec<Vec<i8>> {
    let grid = &facts.grid;
    let (h, w) = (grid.height, grid.width);
    match columns {
        false => (0..h).map(|r| grid.cells[r * w..(r + 1) * w].to_vec()).collect(),
        true => (0..w).map(|c| (0..h).map(|r| grid.cells[r * w + c]).collect()).collect(),
    }
}

fn tally(cells: &[i8]) -> [usize; 16] {
    let mut counts = [0; 16];
    cells.iter().for_each(|&colour| counts[slot(colour)] += 1);
    counts
}

fn line(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    match k as usize {
        k @ 0..52 => straight(facts, k % PER_LINE, k >= PER_LINE, out),
        k @ 52..56 => slanted(facts, k >= 54, k % 2 == 0, out),
        k => both(facts, k, out),
    }
}

fn straight(facts: &Facts<'_>, what: usize, columns: bool, out: &mut [i8]) {
    let lines = lines(facts, columns);
    if what == 14 {
        let counts: Vec<_> = lines.iter().map(|cells| tally(cells)).collect();
        return each(facts, out, |r, c| {
            let own = facts.grid.get(r as isize, c as isize);
            small(counts[if columns { c } else { r }][slot(own)])
        });
    }
    let values = values(facts, &lines, what);
    each(facts, out, |r, c| values[if columns { c } else { r }]);
}

fn values(facts: &Facts<'_>, lines: &[Vec<i8>], what: usize) -> Vec<i8> {
    let ink = |cells: &Vec<i8>| cells.iter().filter(|&&colour| facts.is_ink(colour)).count();
    let inks: Vec<usize> = lines.iter().map(ink).collect();
    let (most, fewest) = (inks.iter().max().copied(), inks.iter().min().copied());
    let equal =
        |at: usize, upto: usize| (0..upto).filter(|&i| i != at && lines[i] == lines[at]).count();
    let value = |at: usize| match what {
        8 => (equal(at, lines.len()) > 0) as i8,
        9 => (Some(inks[at]) == most) as i8,
        10 => (Some(inks[at]) == fewest) as i8,
        15 => small(equal(at, at) % 2),
        _ => alone(facts, &lines[at], inks[at], what),
    };
    (0..lines.len()).map(value).collect()
}

/// What a line says without looking at others.
fn alone(facts: &Facts<'_>, cells: &[i8], ink: usize, what: usize) -> i8 {
    let counts = tally(cells);
    let colours = counts.iter().filter(|&&n| n > 0).count();
    let inks = |&&colour: &&i8| facts.is_ink(colour);
    match what {
        0 => small(ink),
        1 => small(colours),
        2 => commonest_but(&counts, facts.background),
        3 => commonest(&counts),
        4 => (colours == 1) as i8,
        5 if colours == 1 => commonest(&counts),
        6 => cells.iter().find(inks).copied().unwrap_or(NONE),
        7 => cells.iter().rev().find(inks).copied().unwrap_or(NONE),
        11 => small(ink % 2),
        12 => only(facts, &counts),
        13 => rarest_but(&counts, facts.background),
        16.. => small(counts[what - 16]),
        _ => NONE,
    }
}

fn only(facts: &Facts<'_>, counts: &[usize; 16]) -> i8 {
    let main = commonest_but(counts, facts.background);
    if rarest_but(counts, facts.background) == main { main } else { NONE }
}

fn slanted(facts: &Facts<'_>, other: bool, colour: bool, out: &mut [i8]) {
    let (h, w) = (facts.grid.height, facts.grid.width);
    let which = |r: usize, c: usize| if other { r + c } else { r + w - 1 - c };
    let mut counts = vec![[0; 16]; h + w];
    for (at, &colour) in facts.grid.cells.iter().enumerate() {
        if facts.is_ink(colour) {
            counts[which(at / w, at % w)][slot(colour)] += 1;
        }
    }
    each(facts, out, |r, c| {
        let counts = &counts[which(r, c)];
        if colour { commonest_but(counts, NONE) } else { small(counts.iter().sum()) }
    });
}

fn both(facts: &Facts<'_>, k: usize, out: &mut [i8]) {
    let what = match k {
        56 => 5,
        59 => 0,
        _ => 2,
    };
    let rows = values(facts, &lines(facts, false), what);
    let cols = values(facts, &lines(facts, true), what);
    each(facts, out, |r, c| match k {
        56 | 57 if rows[r] != NONE => rows[r],
        56 | 57 => cols[c],
        58 if rows[r] == cols[c] => rows[r],
        58 => NONE,
        _ => rows[r].saturating_sub(cols[c]),
    });
}
