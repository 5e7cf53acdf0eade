//! Many states at once: one piece of work for each sample of each task, so that a thread has a bank to itself.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use exec::bank::Scratch;
use exec::value::Layout;

use super::picture::{Frame, Sight};
use super::track::{Track, reserve};
use super::{Line, State, World};
use crate::threads::parallel;

/// Working memory that a thread keeps between two pieces of work.
const KEEP: usize = 8 << 20;

/// Turns between two looks at whether to stop.
const LOOK: usize = 16;

/// Lends a thread its working memory.
pub(super) fn scratch<T>(act: impl FnOnce(&mut Scratch) -> T) -> T {
    thread_local! {
        static SCRATCH: RefCell<Scratch> = RefCell::default();
    }
    SCRATCH.with(|own| match own.try_borrow_mut() {
        Ok(mut own) => {
            let given = act(&mut own);
            own.shrink(KEEP);
            given
        }
        // Asked for within a piece of work.
        Err(_) => act(&mut Scratch::default()),
    })
}

/// Whether all was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stepped {
    /// Every state has its new line.
    Done,
    /// It was stopped: no state was changed.
    Stopped,
}

/// What one state wants on one sample.
struct Turn<'s> {
    /// The state's lines, the new one among them.
    lines: &'s [Line],
    track: &'s mut Track,
    sight: Option<Sight<'s>>,
    /// Room for what fits where, on one of the samples.
    mask: Option<&'s mut [u8]>,
}

/// What is to be told of states, and the room for it, state by state.
#[derive(Default)]
pub struct Wanted<'s> {
    /// How much is shown, the pictures and the facts.
    pub seen: Option<(Frame, &'s mut [u8], &'s mut [u8])>,
    /// What fits where: see [`World::fits`].
    pub masks: Option<&'s mut [u8]>,
}

/// All turns on one sample of one task.
struct Piece<'s> {
    world: &'s World,
    sample: usize,
    turns: Vec<Turn<'s>>,
}

impl Piece<'_> {
    fn work(mut self, stop: &AtomicBool) {
        let Piece { world, sample, turns } = &mut self;
        let lay = Layout::of(world.vocabulary.dialect);
        world.at(*sample, |desk| {
            for (number, turn) in turns.iter_mut().enumerate() {
                if number % LOOK == LOOK - 1 && stop.load(Ordering::Relaxed) {
                    return;
                }
                let Turn { lines, track, sight, mask } = turn;
                let done = lines.len().min(track.cells.len());
                desk.ready(&lines[..done], track);
                (done..lines.len()).for_each(|at| desk.step(&lines[..=at], track));
                if let Some(sight) = sight {
                    sight.draw(lay, desk, track);
                }
                if let Some(mask) = mask {
                    world.fits(lines, mask);
                }
            }
        });
    }
}

/// Adds a line to each of some states (none: it stays as it is), and tells what is wanted of them. What comes of it depends
/// on the states alone, not on threads (0: only the caller's) or on what else is known of their tasks.
pub fn step(
    steps: &mut [(&mut State, Option<Line>)],
    wanted: Wanted<'_>,
    threads: usize,
    stop: &AtomicBool,
) -> Stepped {
    for (state, line) in steps.iter_mut() {
        if line.is_some() {
            reserve(&mut state.lines);
        }
        state.lines.extend(*line);
    }
    take_turns(steps.iter_mut().map(|(state, _)| &mut **state), wanted, threads, stop);
    if !stop.load(Ordering::Relaxed) {
        return Stepped::Done;
    }
    for (state, _) in steps.iter_mut().filter(|(_, line)| line.is_some()) {
        let before = state.lines.len() - 1;
        state.truncate(before);
    }
    Stepped::Stopped
}

fn take_turns<'s>(
    states: impl Iterator<Item = &'s mut State>,
    wanted: Wanted<'s>,
    threads: usize,
    stop: &AtomicBool,
) {
    let Wanted { seen, masks } = wanted;
    let mut sights = seen.map(|(frame, grids, facts)| frame.sights(grids, facts));
    let mut room = masks.unwrap_or_default();
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut first_of: HashMap<*const World, usize> = HashMap::new();
    for state in states {
        let State { world, lines, tracks } = state;
        let world: &World = world;
        let first = *first_of.entry(std::ptr::from_ref(world)).or_insert_with(|| {
            let first = pieces.len();
            pieces.extend((0..world.samples()).map(|sample| Piece {
                world,
                sample,
                turns: Vec::new(),
            }));
            first
        });
        let mut own = sights.as_mut().map(|sights| sights.next_state());
        let mut mask = std::mem::take(&mut room).split_at_mut_checked(world.mask_bytes());
        for (sample, track) in tracks.iter_mut().enumerate() {
            let sight = own.as_mut().and_then(|own| own.next());
            let mask = mask.take().map(|(mask, rest)| {
                room = rest;
                mask
            });
            pieces[first + sample].turns.push(Turn { lines, track, sight, mask });
        }
        own.into_iter().flatten().for_each(Sight::blank);
    }
    work(pieces, threads, stop);
}

fn work(pieces: Vec<Piece<'_>>, threads: usize, stop: &AtomicBool) {
    if threads == 0 {
        pieces.into_iter().for_each(|piece| piece.work(stop));
        return;
    }
    let pieces: Vec<Mutex<Option<Piece<'_>>>> =
        pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
    parallel(
        threads,
        pieces.len(),
        || (),
        |(), at| {
            let piece = pieces[at].lock().unwrap_or_else(PoisonError::into_inner).take();
            piece.into_iter().for_each(|piece| piece.work(stop));
        },
    );
}
