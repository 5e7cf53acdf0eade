//! Independent pieces of work, each with a worker at hand.

use exec::run::Worker;

use crate::threads::parallel;

/// Does pieces `0..count` on `threads` threads; what they gave, in their order.
pub fn each<T: Send>(
    count: usize,
    threads: usize,
    piece: impl Fn(&mut Worker, usize) -> T + Sync,
) -> Vec<T> {
    parallel(threads, count, Worker::default, piece)
}
