//! Independent pieces of work on the pool of threads, each with a worker at hand.

use std::sync::atomic::{AtomicUsize, Ordering};

use exec::batch::on_threads;
use exec::run::Worker;

/// Does pieces `0..count` on `threads` threads; what they gave, in their order.
pub fn each<T: Send>(
    count: usize,
    threads: usize,
    piece: impl Fn(&mut Worker, usize) -> T + Sync,
) -> Vec<T> {
    if count == 0 {
        return Vec::new();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut worker = Worker::default();
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < count);
        std::iter::from_fn(take).map(|i| (i, piece(&mut worker, i))).collect::<Vec<_>>()
    };
    let mut all: Vec<(usize, T)> =
        on_threads(threads.clamp(1, count), work).into_iter().flatten().collect();
    all.sort_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, given)| given).collect()
}
