//! What names mean in a dialect, and the nearest name to a misspelt one.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::constants::Const;
use crate::ops::Op;
use crate::types::Dialect;

/// What a global name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Global {
    Op(Op),
    Const(Const),
}

/// Finds an op or a constant. No dialect uses one name for both, which a test checks.
pub(crate) fn global(dialect: Dialect, name: &str) -> Option<Global> {
    static INDEX: OnceLock<[FxHashMap<&'static str, Global>; 2]> = OnceLock::new();
    let index = INDEX.get_or_init(|| Dialect::ALL.map(|d| globals(d).collect()));
    index[dialect as usize].get(name).copied()
}

fn globals(dialect: Dialect) -> impl Iterator<Item = (&'static str, Global)> {
    let ops = Op::of(dialect).map(|op| (op.name(), Global::Op(op)));
    ops.chain(Const::of(dialect).map(|constant| (constant.name(), Global::Const(constant))))
}

/// The other dialect.
pub(crate) fn other(dialect: Dialect) -> Dialect {
    match dialect {
        Dialect::Arc => Dialect::Batt,
        Dialect::Batt => Dialect::Arc,
    }
}

/// The signature of an op as its dialect declares it: `fill(grid: Grid, ...) -> Grid`.
pub fn signature(op: Op) -> String {
    let required = op.arity() - op.info().optional;
    let params: Vec<String> = (op.params().iter().enumerate())
        .map(|(i, p)| format!("{}{}: {}", p.name, if i < required { "" } else { "?" }, p.ty))
        .collect();
    format!("{}({}) -> {}", op.name(), params.join(", "), op.returns())
}

/// The name nearest to `word`, if one is near enough to be what was meant: at most one third of
/// the letters may differ. A swap of two neighbouring letters counts as one difference. The
/// first of several equally near names wins.
pub fn closest<'n>(names: impl IntoIterator<Item = &'n str>, word: &str) -> Option<&'n str> {
    // No op name is longer than 30 letters; a longer word is no misspelling of one.
    if word.len() > 40 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let limit = best.map_or(word.len().max(3) / 3, |(d, _)| d - 1);
        if let Some(d) = distance(name.as_bytes(), word.as_bytes(), limit) {
            best = Some((d, name));
            if d <= 1 {
                break;
            }
        }
    }
    best.map(|(_, name)| name)
}

/// Edit distance with swaps (optimal string alignment) if it is at most `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit || a.len() > 60 {
        return None;
    }
    // Three rows of the usual table: swaps look two rows back.
    let mut rows = [[0usize; 64]; 3];
    (0..=b.len()).for_each(|j| rows[0][j] = j);
    for i in 1..=a.len() {
        let (now, up, up2) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[now][0] = i;
        let mut least = i;
        for j in 1..=b.len() {
            let change = rows[up][j - 1] + usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            let mut d = change.min(rows[up][j] + 1).min(rows[now][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[up2][j - 2] + 1);
            }
            rows[now][j] = d;
            least = least.min(d);
        }
        if least > limit {
            return None;
        }
    }
    Some(rows[a.len() % 3][b.len()]).filter(|&d| d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name() {
        let names = ["objects", "other", "fill", "paint"];
        assert_eq!(closest(names, "objets"), Some("objects"));
        assert_eq!(closest(names, "ojbects"), Some("objects"));
        assert_eq!(closest(names, "FILL"), Some("fill"));
        assert_eq!(closest(names, "panit"), Some("paint"));
        assert_eq!(closest(names, "zzzzzz"), None);
        assert_eq!(closest(names, ""), None);
        assert_eq!(closest(names, &"x".repeat(1000)), None);
    }

    #[test]
    fn swaps_count_once_and_the_limit_holds() {
        assert_eq!(distance(b"abcd", b"abdc", 3), Some(1));
        assert_eq!(distance(b"kitten", b"sitting", 3), Some(3));
        assert_eq!(distance(b"kitten", b"sitting", 2), None);
        assert_eq!(distance(b"", b"ab", 2), Some(2));
    }

    #[test]
    fn ops_and_constants_have_different_names() {
        for dialect in Dialect::ALL {
            for op in Op::of(dialect) {
                assert_eq!(Const::lookup(dialect, op.name()), None, "{}", op.name());
            }
        }
    }
}
