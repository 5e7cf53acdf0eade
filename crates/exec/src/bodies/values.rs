//! Lists of integers, one per body: compared within the list, tested, looked up.

/// Number of ways of [`derive`].
pub const DERIVED: usize = 9;

/// What values are among the others.
pub fn derive(values: &[i64], how: usize) -> Vec<i64> {
    let mut order = values.to_vec();
    order.sort_unstable();
    order.dedup();
    let place = |v: &i64| order.binary_search(v).unwrap_or(0);
    let mut counts = vec![0i64; order.len()];
    values.iter().for_each(|v| counts[place(v)] += 1);
    let most = counts.iter().copied().max().unwrap_or(0);
    let least = counts.iter().copied().min().unwrap_or(0);
    let one = |v: &i64| match how {
        1 => (place(v) + 1 == order.len()) as i64,
        2 => (place(v) == 0) as i64,
        3 => (order.len() - 1 - place(v)) as i64,
        4 => place(v) as i64,
        5 => counts[place(v)],
        6 => (counts[place(v)] == 1) as i64,
        7 => (counts[place(v)] == most) as i64,
        8 => (counts[place(v)] == least && least < most) as i64,
        _ => *v,
    };
    values.iter().map(one).collect()
}

/// Tests of single values: 0 equal, 1 at least, 2 bit set, 3 not equal, 4 less, 5 bit not set.
pub fn test(values: &[i64], how: usize, with: i64) -> Vec<bool> {
    let one = |&v: &i64| match how % 3 {
        0 => v == with,
        1 => v >= with,
        _ => (0..63).contains(&with) && v >= 0 && v >> with & 1 == 1,
    };
    values.iter().map(|v| one(v) == (how < 3)).collect()
}

/// The result that belongs to each value; the default where the value is no key.
pub fn look_up(values: &[i64], keys: &[i64], results: &[i64], default: i64) -> Vec<i64> {
    let one = |v: &i64| {
        keys.iter().position(|k| k == v).and_then(|at| results.get(at)).copied().unwrap_or(default)
    };
    values.iter().map(one).collect()
}
