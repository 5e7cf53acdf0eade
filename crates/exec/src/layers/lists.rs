//! Lists of layers: taking a layer apart, choosing from a list, making one layer of it.

mod choose;
mod count;
mod gather;
pub(super) mod regions;
mod split;

pub use choose::{best, coloured, odd, other, pick, rest, sorted, unique};
pub use count::{counts, tallies};
pub use gather::{grid, join, overlay, pile};
pub use split::{colours, columns, corners, cut, halves, parts, rows, windows};

use super::{Layer, MAX_LIST};

/// Whether two layers show the same, wherever they lie.
fn same_picture(a: Layer<'_>, b: Layer<'_>) -> bool {
    a.height == b.height && a.cells == b.cells
}

/// Whether the same cells are set in two layers of one size.
fn same_shape(a: Layer<'_>, b: Layer<'_>) -> bool {
    let mut pairs = a.cells.iter().zip(b.cells);
    (a.height, a.width) == (b.height, b.width) && pairs.all(|(&a, &b)| (a == 0) == (b == 0))
}

/// The numbers of a list in the order of a key, those with equal keys in the order of the list.
/// Only the first `list.len()` are meant; nothing for lists that are empty or too long.
fn order(list: &[Layer<'_>], key: impl Fn(Layer<'_>) -> i64) -> Option<[u16; MAX_LIST]> {
    let mut order = unordered(list)?;
    let mut keys = [0; MAX_LIST];
    for (i, x) in list.iter().enumerate() {
        keys[i] = key(*x);
    }
    // The number in the pair makes it stable, and this sort needs no memory.
    let key = |i: &u16| (keys[*i as usize], *i);
    if !order[..list.len()].is_sorted_by_key(key) {
        order[..list.len()].sort_unstable_by_key(key);
    }
    Some(order)
}

/// The numbers of a list as they are; nothing for lists that are empty or too long.
fn unordered(list: &[Layer<'_>]) -> Option<[u16; MAX_LIST]> {
    (1..=MAX_LIST).contains(&list.len()).then_some(())?;
    let mut order = [0; MAX_LIST];
    (0..list.len()).for_each(|i| order[i] = i as u16);
    Some(order)
}

/// The number of set cells, to sort by.
fn size(x: Layer<'_>) -> i64 {
    x.set_cells() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::testing::Picture;

    #[test]
    fn pictures_and_shapes_compare() {
        let [a, b, c] = [&["1.2"][..], &["3.3"], &["1", ".", "2"]].map(Picture::new);
        assert!(!same_picture(a.layer(), b.layer()) && same_shape(a.layer(), b.layer()));
        assert!(!same_picture(a.layer(), c.layer()) && !same_shape(a.layer(), c.layer()));
        assert!(same_picture(a.layer(), Picture::at(3, 3, &["1.2"]).layer()));
    }

    #[test]
    fn order_is_stable() {
        let list = [&["11"][..], &["1."], &["22"]].map(Picture::new);
        let list: Vec<_> = list.iter().map(Picture::layer).collect();
        assert_eq!(order(&list, size).unwrap()[..3], [1, 0, 2]);
        assert!(order(&[], size).is_none());
        assert!(order(&vec![list[0]; MAX_LIST + 1], size).is_none());
    }
}
