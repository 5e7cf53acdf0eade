//! A part of the tasks: for job arrays that share out a data set.

use std::fmt;
use std::str::FromStr;

/// Most parts that tasks can be split into.
const MOST: usize = 1_000_000;

/// Part `number` of `count`, counted from 1.
///
/// Tasks in the order of their ids go to the parts in turn, so the parts are of nearly equal
/// size, share no task and hold all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// All tasks.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Whether this part holds the task at a place in the order of ids, counted from 0.
    pub fn holds(self, place: usize) -> bool {
        place % self.count == self.number - 1
    }

    /// The items of this part; they must come in the order of their tasks' ids.
    pub fn of<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let held = move |(place, _): &(usize, T)| self.holds(*place);
        items.into_iter().enumerate().filter(held).map(|(_, item)| item)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let number = |s: &str| s.parse::<usize>().ok();
        let parts = s.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
        let Some((number, count)) = parts else {
            return Err("a part of the tasks, such as 2/8".into());
        };
        match number {
            _ if !(1..=MOST).contains(&count) => Err(format!("1 to {MOST} parts, not {count}")),
            1.. if number <= count => Ok(Shard { number, count }),
            _ => Err(format!("parts are numbered 1 to {count}")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_complete() {
        for count in 1..6 {
            let mut seen = vec![0; 17];
            for number in 1..=count {
                let shard: Shard = format!("{number}/{count}").parse().expect("a part");
                assert_eq!(shard.to_string(), format!("{number}/{count}"));
                shard.of(0..17).for_each(|place| seen[place] += 1);
            }
            assert_eq!(seen, [1; 17]);
        }
        assert!(Shard::WHOLE.of(0..9).eq(0..9));
    }

    #[test]
    fn what_is_no_part() {
        for bad in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/99999999"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
