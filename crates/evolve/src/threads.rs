//! Jobs on threads, results in job order.

use std::sync::atomic::{AtomicUsize, Ordering};

use exec::batch::on_threads;
use exec::run::Worker;

/// Does pieces `0..count` of work on threads, each with a worker at hand; what they gave, in their order.
pub fn each<T: Send>(
    count: usize,
    threads: usize,
    piece: impl Fn(&mut Worker, usize) -> T + Sync,
) -> Vec<T> {
    parallel(threads, count, Worker::default, piece)
}

/// Runs jobs `0..count` on threads, each with a state of its own; results come in job order,
/// whatever thread ran them.
pub fn parallel<S, T: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    if count == 0 {
        return Vec::new();
    }
    let next = AtomicUsize::new(0);
    let parts = on_threads(threads.clamp(1, count), || {
        let (mut state, mut done) = (state(), Vec::new());
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < count);
        while let Some(i) = take() {
            done.push((i, job(&mut state, i)));
        }
        done
    });
    let mut done: Vec<(usize, T)> = parts.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        for threads in [0, 1, 3] {
            let squares = parallel(
                threads,
                100,
                || 0,
                |seen, i| {
                    *seen += 1;
                    i * i
                },
            );
            assert!(squares.iter().enumerate().all(|(i, &s)| s == i * i));
        }
        assert!(parallel(4, 0, || (), |(), i| i).is_empty());
    }
}
