//! One-coloured rows and columns.

use super::bits::{WORD, padded, same};
use super::{Rows, shortest};
use crate::cx::Cx;
use crate::value::order::equal;
use crate::value::{Grid, R, Value};

/// Whether a row has exactly one colour.
#[inline]
pub(crate) fn is_plain(row: &[i8]) -> bool {
    // Each cell equals the next one; a comparison of slices takes many at a time.
    !row.is_empty() && row[1..] == row[..row.len() - 1]
}

/// Which columns have exactly one colour, one bit each, [`WORD`] columns to a word.
#[inline]
pub(crate) fn plain_columns<'a>(cx: &Cx<'a>, g: &Grid<'a>) -> &'a [u64] {
    let words = cx.arena.filled(g.width.div_ceil(WORD), 0u64);
    let cells = padded(cx, g.cells);
    for (n, word) in words.iter_mut().enumerate() {
        let col = n * WORD;
        let len = WORD.min(g.width - col);
        *word = same(cells, col, col, len);
        for row in 1..g.height {
            *word &= same(cells, row * g.width + col, col, len);
        }
    }
    words
}

/// Whether cells of any kind are one colour; no cells are none.
pub(crate) fn one_value<'a>(mut cells: impl Iterator<Item = Value<'a>>) -> bool {
    cells.next().is_some_and(|first| cells.all(|c| equal(c, first)))
}

/// Grid without its one-coloured rows and without its one-coloured columns (both judged on the
/// original); () when all rows go, () stays ().
pub fn compress<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let Value::Grid(g) = grid else { return compress_rows(cx, grid) };
    let g = g.grid();
    let plain = plain_columns(cx, &g);
    let width = g.width - plain.iter().map(|word| word.count_ones() as usize).sum::<usize>();
    let out = cx.new_cells(g.height, width)?;
    let mut height = 0;
    for row in g.rows().filter(|row| !is_plain(row)) {
        copy_kept(row, plain, &mut out[height * width..(height + 1) * width]);
        height += 1;
    }
    cx.grid(height, width, &out[..height * width])
}

/// Copies the cells of a row whose columns are not plain.
#[inline]
fn copy_kept(row: &[i8], plain: &[u64], to: &mut [i8]) {
    if to.len() == row.len() {
        return to.copy_from_slice(row);
    }
    let mut at = 0;
    for (col, &cell) in row.iter().enumerate() {
        if plain[col / WORD] >> (col % WORD) & 1 == 0 {
            to[at] = cell;
            at += 1;
        }
    }
}

#[cold]
fn compress_rows<'a>(cx: &Cx<'a>, grid: Value<'a>) -> R<'a> {
    let rows = cx.rows(grid)?;
    let plain: Vec<bool> =
        (0..shortest(&rows)).map(|c| one_value(rows.iter().map(|r| r[c]))).collect();
    let keep = |c: usize| !plain.get(c).is_some_and(|&p| p);
    let kept: Rows<'a> = rows
        .iter()
        .filter(|r| !one_value(r.iter().copied()))
        .map(|r| r.iter().enumerate().filter(|(c, _)| keep(*c)).map(|(_, &v)| v).collect())
        .collect();
    cx.from_rows(&kept)
}
