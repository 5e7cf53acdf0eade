//! Which tasks, programs and differs go into a batt.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use exec::data::{Dataset, Task};

use crate::code::Code;
use crate::stream::Stream;

/// At most so many differs join the built-in ones.
pub const MAX_DIFFERS: usize = 32;

/// A program that may be chosen for its task.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its task.
    pub task: String,
    /// What to call it: the name of its function.
    pub name: String,
    /// The program.
    pub code: Code,
    /// Its demo score; 0 where it is not known.
    pub score: u32,
    /// Its cost on the demo samples; 0 where it is not known.
    pub cost: u64,
}

/// The entrants of each task, in the order they came.
#[derive(Clone, Debug, Default)]
pub struct Rivals(BTreeMap<String, Vec<Entrant>>);

impl Rivals {
    /// Sorts entrants by task.
    pub fn new(entrants: impl IntoIterator<Item = Entrant>) -> Rivals {
        let mut rivals = Rivals::default();
        for entrant in entrants {
            rivals.0.entry(entrant.task.clone()).or_default().push(entrant);
        }
        rivals
    }

    /// The tasks that have a program, sorted.
    pub fn tasks(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Everyone, task by task.
    pub fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.0.values().flatten()
    }
}

/// The tasks of a batt: those wanted, or all; of these a random sample if there are more than
/// `count`. Largest data first, ties by id; tasks that the data lacks count as empty.
pub fn choose_tasks(
    rivals: &Rivals,
    wanted: Option<&BTreeSet<String>>,
    count: Option<usize>,
    data: Option<&Dataset>,
    seed: u64,
) -> Vec<String> {
    let is_wanted = |task: &&str| wanted.is_none_or(|wanted| wanted.contains(*task));
    let mut tasks: Vec<String> = rivals.tasks().filter(is_wanted).map(str::to_string).collect();
    if let Some(count) = count {
        tasks = sample(tasks, count, &mut Stream::new(seed, 0, "card:tasks", 0));
    }
    let cells = |id: &str| data.and_then(|data| data.get(id)).map_or(0, cells);
    tasks.sort_by_cached_key(|id| (Reverse(cells(id)), id.clone()));
    tasks
}

/// `count` of the items, each set of them as likely as any other.
fn sample<T>(mut items: Vec<T>, count: usize, stream: &mut Stream) -> Vec<T> {
    let count = count.min(items.len());
    for place in 0..count {
        let other = place + stream.below(items.len() - place);
        items.swap(place, other);
    }
    items.truncate(count);
    items
}

/// Cells of all grids of a task that a solver may see: test outputs decide nothing.
fn cells(task: &Task) -> usize {
    let outputs = task.demo.iter().filter_map(|sample| sample.output.as_ref());
    let grids = task.samples().map(|sample| &sample.input).chain(outputs);
    grids.map(|grid| grid.cells().len()).sum()
}

/// The program of a task: the best one (highest score, then lowest cost, then first come) when
/// frozen, otherwise by roulette with weight 1 + score.
pub fn choose<'r>(
    rivals: &'r Rivals,
    task: &str,
    frozen: bool,
    stream: &mut Stream,
) -> Option<&'r Entrant> {
    let entrants = rivals.0.get(task)?;
    if frozen {
        return entrants.iter().min_by_key(|entrant| (Reverse(entrant.score), entrant.cost));
    }
    let weights = entrants.iter().map(|entrant| 1 + u64::from(entrant.score));
    stream.roulette(weights).map(|place| &entrants[place])
}

/// At most [`MAX_DIFFERS`] differs, given by their weights: the heaviest when frozen, otherwise
/// by roulette. Tells their places, ascending.
pub fn choose_differs(weights: &[u64], frozen: bool, seed: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..weights.len()).collect();
    if left.len() <= MAX_DIFFERS {
        return left;
    }
    let mut chosen = Vec::new();
    if frozen {
        left.sort_by_key(|&place| Reverse(weights[place]));
        chosen = left[..MAX_DIFFERS].to_vec();
    } else {
        let mut stream = Stream::new(seed, 0, "card:differs", 0);
        while chosen.len() < MAX_DIFFERS {
            let drawn = stream.roulette(left.iter().map(|&place| weights[place]));
            let Some(at) = drawn else { break };
            chosen.push(left.remove(at));
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::parse;

    fn entrant(task: &str, score: u32, cost: u64) -> Entrant {
        let parsed = parse(b"def solve_a(I):\n    return rot90(I)\n", "a.py", None);
        let code = Code::of_program(&parsed.programs[0]);
        Entrant { task: task.into(), name: format!("solve_{task}"), code, score, cost }
    }

    #[test]
    fn the_best_when_frozen_else_by_weight() {
        let rivals = Rivals::new([entrant("a", 0, 1), entrant("a", 9, 7), entrant("a", 9, 5)]);
        let mut stream = Stream::new(1, 0, "a", 0);
        let best = choose(&rivals, "a", true, &mut stream).map(|e| (e.score, e.cost));
        assert_eq!(best, Some((9, 5)));
        let mut drawn = [0; 2];
        for _ in 0..2100 {
            let entrant = choose(&rivals, "a", false, &mut stream).expect("three entrants");
            drawn[usize::from(entrant.score == 9)] += 1;
        }
        // Weights 1, 10, 10.
        assert!((60..140).contains(&drawn[0]), "{drawn:?}");
        assert!(choose(&rivals, "b", true, &mut stream).is_none());
    }

    #[test]
    fn tasks_are_sampled_and_sorted_by_data() {
        let json = br#"{"b": {"train": [{"input": [[1, 2]], "output": [[3]]}], "test": []},
            "c": {"train": [{"input": [[1, 2, 3]], "output": [[3]]}], "test": []}}"#;
        let data = Dataset::parse("tasks", json).expect("two tasks");
        let rivals = Rivals::new(["d", "b", "a", "c"].map(|task| entrant(task, 0, 0)));
        let all = choose_tasks(&rivals, None, None, Some(&data), 1);
        assert_eq!(all, ["c", "b", "a", "d"]);
        let wanted = BTreeSet::from(["a".to_string(), "b".into(), "none".into()]);
        assert_eq!(choose_tasks(&rivals, Some(&wanted), None, None, 1), ["a", "b"]);
        let mut seen = BTreeSet::new();
        for seed in 0..100 {
            let two = choose_tasks(&rivals, None, Some(2), Some(&data), seed);
            assert_eq!(
                (two.len(), &two),
                (2, &choose_tasks(&rivals, None, Some(2), Some(&data), seed))
            );
            seen.insert(two);
        }
        assert_eq!(seen.len(), 6, "every pair comes up");
        assert_eq!(choose_tasks(&rivals, None, Some(9), None, 1).len(), 4);
        assert!(choose_tasks(&rivals, None, Some(0), None, 1).is_empty());
    }

    #[test]
    fn at_most_32_differs() {
        assert_eq!(choose_differs(&[5, 0, 7], false, 1), [0, 1, 2]);
        let mut weights = vec![1; 100];
        weights[50..82].fill(20);
        assert_eq!(choose_differs(&weights, true, 1), (50..82).collect::<Vec<_>>());
        let drawn = choose_differs(&weights, false, 1);
        assert_eq!((drawn.len(), &drawn), (32, &choose_differs(&weights, false, 1)));
        assert!(drawn.is_sorted() && drawn != choose_differs(&weights, false, 2));
        assert!(drawn.iter().filter(|&&place| weights[place] > 1).count() > 16, "{drawn:?}");
        assert!(choose_differs(&[0; 40], false, 1).is_empty());
    }
}
