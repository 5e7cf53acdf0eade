//! Answers that were made before, as long as they are true.
//!
//! Many clients look at the same few views. Each view is made once for all of them, and not again
//! before the store changed. Making views takes time from a search on the same machine, so one is
//! also not made again within a hundred times the time it took; except after clients were told of
//! a change, who then must see it (the hub tells changes rarely enough for that).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::answer::{Content, JSON};
use super::events::Hub;
use super::stamps::Stamps;
use super::work::{Refusal, Workers};
use crate::views::{Library, View};

/// Most views that are kept.
const MOST: usize = 64;
/// Most bytes that they take.
const MOST_BYTES: usize = 32 << 20;
/// A view is looked at without asking the store for at least so long...
const YOUNG: Duration = Duration::from_millis(500);
/// ... and at most so long,
const OLD: Duration = Duration::from_secs(60);
/// and in between so many times as long as making it took.
pub const SHARE: u32 = 100;
/// Overviews say how long ago something happened, so they age even if nothing does.
const OVERVIEW_LASTS: Duration = Duration::from_secs(5);

/// An answer, or why there is none.
pub type Made = Result<Arc<Content>, Refusal>;

/// A view that was made.
#[derive(Clone)]
struct MadeView {
    content: Arc<Content>,
    /// Numbers of the stores before it was made.
    stamp: Vec<u64>,
    /// How often clients were told of changes before that.
    told: u64,
    made: Instant,
    checked: Instant,
    cost: Duration,
    used: u64,
}

#[derive(Default)]
struct Shelf {
    entries: BTreeMap<View, MadeView>,
    /// Views that are being made, and where those who wait for them listen.
    under_way: BTreeMap<View, watch::Receiver<Option<Made>>>,
    uses: u64,
}

/// Makes views and keeps them.
pub struct Cache {
    library: Arc<Library>,
    stamps: Arc<Stamps>,
    hub: Arc<Hub>,
    /// The threads that make them.
    pub workers: Workers,
    shelf: Mutex<Shelf>,
}

impl Cache {
    /// Nothing is made yet.
    pub fn new(library: Arc<Library>, stamps: Arc<Stamps>, hub: Arc<Hub>) -> Cache {
        Cache { library, stamps, hub, workers: Workers::new(), shelf: Mutex::default() }
    }

    /// A view, made now or before.
    pub async fn get(self: &Arc<Self>, view: View) -> Made {
        let mut made = match self.find(view) {
            Ok(content) => return Ok(content),
            Err(under_way) => under_way,
        };
        let made = made.wait_for(Option::is_some).await.map_err(|_| Refusal::Broken)?;
        made.clone().unwrap_or(Err(Refusal::Broken))
    }

    /// The view, or where to wait for it.
    fn find(self: &Arc<Self>, view: View) -> Result<Arc<Content>, watch::Receiver<Option<Made>>> {
        let mut shelf = self.shelf();
        if let Some(content) = shelf.young(&view, self.hub.told()) {
            return Ok(content);
        }
        if let Some(under_way) = shelf.under_way.get(&view) {
            return Err(under_way.clone());
        }
        let (sender, receiver) = watch::channel(None);
        shelf.under_way.insert(view.clone(), receiver.clone());
        // A task of its own: it goes on if the client that asked goes away.
        tokio::spawn(Arc::clone(self).make(view, sender));
        Err(receiver)
    }

    async fn make(self: Arc<Self>, view: View, sender: watch::Sender<Option<Made>>) {
        let old = self.shelf().entries.get(&view).cloned();
        let (this, wanted) = (Arc::clone(&self), view.clone());
        let entry = self.workers.run(move || this.renew(&wanted, old)).await;
        let entry = entry.and_then(|entry| entry);
        let made = entry.as_ref().map(|entry| Arc::clone(&entry.content)).map_err(Clone::clone);
        let mut shelf = self.shelf();
        shelf.under_way.remove(&view);
        shelf.put(view, entry.ok());
        drop(shelf);
        sender.send_replace(Some(made));
    }

    /// The old entry if it is still true, else a new one. Reads stores and runs programs.
    fn renew(&self, view: &View, old: Option<MadeView>) -> Result<MadeView, Refusal> {
        // Both are read before the view is made: what changes meanwhile makes it old.
        let told = self.hub.told();
        let stamp = self.stamps.of(view)?;
        let checked = Instant::now();
        let is_true = |old: &MadeView| old.stamp == stamp && checked - old.made < lasts(view);
        let is_again = old.is_some();
        if let Some(old) = old.filter(is_true) {
            return Ok(MadeView { told, checked, ..old });
        }
        let json = self.library.json(view)?;
        let cost = checked.elapsed();
        if is_again {
            self.hub.spent(cost);
        }
        let content = Arc::new(Content::new(JSON, json));
        Ok(MadeView { content, stamp, told, made: checked, checked, cost, used: 0 })
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lasts(view: &View) -> Duration {
    if matches!(view, View::Overview { .. }) { OVERVIEW_LASTS } else { Duration::MAX }
}

impl MadeView {
    fn is_young(&self, told: u64) -> bool {
        let limit = self.cost.saturating_mul(SHARE).clamp(YOUNG, OLD);
        self.told == told && self.checked.elapsed() < limit
    }

    /// Twice its length: packed it may be as long again.
    fn bytes(&self) -> usize {
        2 * self.content.len()
    }
}

impl Shelf {
    fn young(&mut self, view: &View, told: u64) -> Option<Arc<Content>> {
        let entry = self.entries.get_mut(view).filter(|entry| entry.is_young(told))?;
        self.uses += 1;
        entry.used = self.uses;
        Some(Arc::clone(&entry.content))
    }

    /// Keeps an entry, or forgets the one that was there; then those not used for longest go
    /// until there is room.
    fn put(&mut self, view: View, entry: Option<MadeView>) {
        self.entries.remove(&view);
        let Some(entry) = entry else { return };
        self.uses += 1;
        self.entries.insert(view, MadeView { used: self.uses, ..entry });
        while self.entries.len() > MOST || self.bytes() > MOST_BYTES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(view, _)| view.clone()) else { return };
            self.entries.remove(&oldest);
        }
    }

    fn bytes(&self) -> usize {
        self.entries.values().map(MadeView::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::StoreNo;

    fn view(sample: usize) -> View {
        let (store, program) = (StoreNo(0), "00ff".into());
        View::Trace { store, program, task: None, sample, test: false }
    }

    fn entry(bytes: usize) -> MadeView {
        let content = Arc::new(Content::new(JSON, vec![b' '; bytes]));
        let (made, cost) = (Instant::now(), Duration::from_secs(1));
        MadeView { content, stamp: vec![1], told: 0, made, checked: made, cost, used: 0 }
    }

    #[test]
    fn a_full_shelf_forgets_what_was_not_used_for_longest() {
        let mut shelf = Shelf::default();
        for n in 0..MOST {
            shelf.put(view(n), Some(entry(10)));
        }
        assert!(shelf.young(&view(0), 0).is_some());
        shelf.put(view(MOST), Some(entry(10)));
        assert_eq!(shelf.entries.len(), MOST);
        assert!(shelf.entries.contains_key(&view(0)) && !shelf.entries.contains_key(&view(1)));
    }

    #[test]
    fn what_is_kept_is_bounded_in_bytes() {
        let mut shelf = Shelf::default();
        for n in 0..10 {
            shelf.put(view(n), Some(entry(MOST_BYTES / 8)));
        }
        assert_eq!(shelf.entries.len(), 4);
        shelf.put(view(10), Some(entry(MOST_BYTES)));
        assert!(shelf.entries.is_empty());
    }

    #[test]
    fn nobody_who_was_told_of_a_change_sees_what_was_before() {
        let mut shelf = Shelf::default();
        shelf.put(view(0), Some(entry(10)));
        assert!(shelf.young(&view(0), 0).is_some());
        assert!(shelf.young(&view(0), 1).is_none());
        shelf.put(view(0), None);
        assert!(shelf.young(&view(0), 0).is_none());
    }
}
