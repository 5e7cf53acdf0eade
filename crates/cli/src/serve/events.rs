//! Event streams: clients are told when a store changed, and ask for their view again.
//!
//! One task looks at the stores for all clients, and only while there are any. It publishes the
//! last numbers alone, so a client that reads slowly misses some and holds no memory.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use futures_util::{StreamExt, stream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use super::answer::{Answer, later, set};
use super::cache::SHARE;
use super::stamps::Stamps;

/// Time between two looks at the stores.
const LOOK: Duration = Duration::from_secs(1);
/// Changes are told at least so often, whatever it costs to show them.
const SLOWEST: Duration = Duration::from_secs(60);
/// A line of comment keeps a silent stream alive, and finds out that nobody reads it.
const SILENCE: Duration = Duration::from_secs(15);

/// Numbers of the stores.
type Numbers = Arc<[u64]>;

/// Knows who listens and what they were told.
pub struct Hub {
    feed: watch::Sender<Numbers>,
    places: Arc<Semaphore>,
    somebody: Notify,
    told: AtomicU64,
    spent: Mutex<Duration>,
}

impl Hub {
    /// Nobody listens yet; at most `streams` may.
    pub fn new(numbers: Vec<u64>, streams: usize) -> Hub {
        Hub {
            feed: watch::Sender::new(numbers.into()),
            places: Arc::new(Semaphore::new(streams)),
            somebody: Notify::new(),
            told: AtomicU64::new(0),
            spent: Mutex::default(),
        }
    }

    /// How often changes were told.
    pub fn told(&self) -> u64 {
        self.told.load(Ordering::SeqCst)
    }

    /// Counts the time that a view took that had been made before: that is what watching costs.
    pub fn spent(&self, time: Duration) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        *spent = spent.saturating_add(time);
    }

    /// A stream of changes, or a refusal if there are too many.
    pub fn answer(&self) -> Answer {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            let hint = "ask for the view itself now and then";
            return later("too many event streams are open", Some(hint));
        };
        let feed = self.feed.subscribe();
        self.somebody.notify_one();
        let listener = Listener { seen: None, feed, _place: place };
        let lines = stream::unfold(listener, Listener::next).map(Ok::<_, Infallible>);
        let mut answer = Answer::new(Body::from_stream(lines));
        set(&mut answer, header::CONTENT_TYPE, "text/event-stream");
        answer
    }

    /// Looks at the stores as long as the server runs.
    pub async fn watch(self: Arc<Self>, stamps: Arc<Stamps>) {
        let mut last = Instant::now();
        loop {
            while self.feed.receiver_count() == 0 {
                self.somebody.notified().await;
            }
            let look = Arc::clone(&stamps);
            // Fails only if the look panics, which then is seen on standard error.
            if let Ok(numbers) = tokio::task::spawn_blocking(move || look.all()).await
                && last.elapsed() >= self.pause()
                && self.publish(numbers.into())
            {
                last = Instant::now();
            }
            sleep(LOOK).await;
        }
    }

    /// How long to be silent after the last change told: so long that showing changes takes a
    /// hundredth of one core's time.
    fn pause(&self) -> Duration {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        // A little less than the time between looks, or every other look would be for nothing.
        spent.saturating_mul(SHARE).clamp(LOOK / 2, SLOWEST)
    }

    fn publish(&self, numbers: Numbers) -> bool {
        if *self.feed.borrow() == numbers {
            return false;
        }
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) = Duration::ZERO;
        // First this, so that whoever hears of the change gets a view that shows it.
        self.told.fetch_add(1, Ordering::SeqCst);
        self.feed.send_replace(numbers);
        true
    }
}

/// One client.
struct Listener {
    /// What it was told last.
    seen: Option<Numbers>,
    feed: watch::Receiver<Numbers>,
    _place: OwnedSemaphorePermit,
}

impl Listener {
    /// The next lines of the stream. The first are the numbers as they are: a client that was away
    /// sees whether it missed something.
    async fn next(mut self) -> Option<(Bytes, Listener)> {
        if self.seen.is_some() {
            match timeout(SILENCE, self.feed.changed()).await {
                Err(_) => return Some((Bytes::from_static(b":\n\n"), self)),
                Ok(Err(_)) => return None,
                Ok(Ok(())) => {}
            }
        }
        let numbers = Arc::clone(&self.feed.borrow_and_update());
        let lines = changes(self.seen.as_deref(), &numbers);
        self.seen = Some(numbers);
        Some((lines.into(), self))
    }
}

/// An event for each store whose number is another one.
fn changes(seen: Option<&[u64]>, numbers: &[u64]) -> String {
    let known = |store: usize| seen.and_then(|seen| seen.get(store));
    let is_news = |(store, number): &(usize, &u64)| known(*store) != Some(number);
    let line = |(store, number): (usize, &u64)| {
        format!("event: change\ndata: {{\"store\":{store},\"change\":{number}}}\n\n")
    };
    numbers.iter().enumerate().filter(is_news).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_told() {
        let first = "event: change\ndata: {\"store\":0,\"change\":4}\n\n";
        let second = "event: change\ndata: {\"store\":1,\"change\":7}\n\n";
        assert_eq!(changes(None, &[4, 7]), format!("{first}{second}"));
        assert_eq!(changes(Some(&[4, 6]), &[4, 7]), second);
        assert_eq!(changes(Some(&[4, 7]), &[4, 7]), "");
    }

    #[test]
    fn the_dearer_the_views_the_rarer_the_events() {
        let hub = Hub::new(vec![1], 1);
        assert!(hub.pause() < LOOK);
        hub.spent(Duration::from_millis(50));
        hub.spent(Duration::from_millis(50));
        assert_eq!(hub.pause(), Duration::from_secs(10));
        hub.spent(Duration::MAX);
        assert_eq!(hub.pause(), SLOWEST);
        assert!(!hub.publish([1].into()) && hub.pause() == SLOWEST);
        assert!(hub.publish([2].into()) && hub.pause() < LOOK);
        assert_eq!(hub.told(), 1);
    }

    #[test]
    fn a_stream_has_its_place_until_it_ends() {
        let hub = Hub::new(vec![1], 1);
        let first = hub.answer();
        assert_eq!(first.status(), 200);
        let second = hub.answer();
        assert_eq!(second.status(), 503);
        assert!(second.headers().contains_key(header::RETRY_AFTER));
        drop(first);
        assert_eq!(hub.answer().status(), 200);
    }

    #[test]
    fn a_slow_listener_hears_the_last_change_only() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let hub = Hub::new(vec![1], 1);
        let place = Arc::clone(&hub.places).try_acquire_owned().unwrap();
        let listener = Listener { seen: None, feed: hub.feed.subscribe(), _place: place };
        runtime.block_on(async {
            let (lines, listener) = listener.next().await.unwrap();
            assert_eq!(lines, changes(None, &[1]));
            assert!(hub.publish([2].into()) && hub.publish([3].into()));
            let (lines, listener) = listener.next().await.unwrap();
            assert_eq!(lines, changes(None, &[3]));
            drop(hub);
            assert!(listener.next().await.is_none());
        });
    }
}
