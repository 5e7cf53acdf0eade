//! A few threads for what takes time: reading stores, running programs, packing answers.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::views::ViewError;

/// How many are at work at once. One thread more is left for the look after changes.
pub const AT_ONCE: usize = 3;
/// How many wait for their turn or are at work; those beyond are refused.
const WAITING: usize = 64;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such thing, or it cannot be read.
    View(ViewError),
    /// Too many wait already.
    Busy,
    /// A defect of ours.
    Broken,
}

impl From<ViewError> for Refusal {
    fn from(error: ViewError) -> Refusal {
        Refusal::View(error)
    }
}

/// Lets a few work at once and a few more wait.
pub struct Workers {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Workers {
    /// Nobody works yet.
    pub fn new() -> Workers {
        let [places, turns] = [WAITING, AT_ONCE].map(|n| Arc::new(Semaphore::new(n)));
        Workers { places, turns }
    }

    /// Does work on another thread. A panic in it is a refusal, and harms nobody else.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Refusal::Broken)?;
        // Both are held to the end of the work, even if nobody waits for it any more.
        let held = move || {
            let _held = (place, turn);
            work()
        };
        tokio::task::spawn_blocking(held).await.map_err(|_| Refusal::Broken)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().build().unwrap()
    }

    #[test]
    fn a_panic_is_a_refusal_and_others_go_on() {
        let workers = Workers::new();
        let (broken, fine) = runtime().block_on(async {
            (workers.run(|| panic!("on purpose")).await, workers.run(|| 7).await)
        });
        assert_eq!((broken, fine), (Err::<(), _>(Refusal::Broken), Ok(7)));
    }

    #[test]
    fn too_many_are_refused_and_later_ones_are_not() {
        let workers = Arc::new(Workers::new());
        runtime().block_on(async {
            let mut doors = Vec::new();
            let mut waiting = Vec::new();
            for _ in 0..WAITING {
                let (open, door) = mpsc::channel::<()>();
                doors.push(open);
                let workers = Arc::clone(&workers);
                waiting.push(tokio::spawn(async move { workers.run(move || door.recv()).await }));
            }
            while workers.places.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(workers.run(|| 7).await, Err(Refusal::Busy));
            drop(doors);
            for one in waiting {
                assert!(one.await.unwrap().is_ok());
            }
            assert_eq!(workers.run(|| 7).await, Ok(7));
        });
    }
}
