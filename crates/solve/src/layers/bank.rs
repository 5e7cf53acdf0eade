//! The layers of one sample: equal ones once, each function on each of them once.

use exec::layers::{Desk, Kind, Layer, TABLE};

use super::moves::{Left, Moves};
use super::numbers::{NumberMap, mix};
use super::sheets::{Hashes, PlaceAndSize, Sheets};

/// Number of a layer or of a list of layers in a [`Bank`]; lists have the top bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Id(pub u32);

const LIST: u32 = 1 << 31;
/// Answers that get their place together.
const BLOCK: usize = 32;
/// Moves that are made together.
pub const BATCH: usize = 32;

impl Id {
    /// Says that a function does not apply.
    pub const NONE: Id = Id(u32::MAX);
    /// Not tried yet.
    const OPEN: Id = Id(u32::MAX - 1);
    /// Computed, but not numbered yet.
    const PENDING: Id = Id(u32::MAX - 2);

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        self.0 & LIST != 0
    }

    /// Its place among layers or among lists.
    pub fn index(self) -> usize {
        (self.0 & !LIST) as usize
    }
}

/// A layer on the desk that is not numbered yet.
struct Pending {
    sheet: usize,
    /// Place of the answer.
    at: usize,
    hashes: Hashes,
}

/// The layers that others of a sample are fitted to, by [`Frame`](super::moves::Frame).
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// The layers; none where the output's size is not known.
    pub ids: [Id; 2],
    /// Their places and sizes.
    sizes: [PlaceAndSize; 2],
    /// Whether these are the same.
    alike: bool,
}

/// Layers and lists of one sample, and what functions made of them.
///
/// Invariant: equal layers have equal numbers, so rows are compared by numbers alone.
pub struct Bank {
    sheets: Sheets,
    lists: Vec<(u32, u32)>,
    members: Vec<u32>,
    by_list: NumberMap,
    /// Where the blocks of answers for a number begin in `blocks`.
    blocks_of: [Vec<u32>; 2],
    /// Where each block begins in `answers`. Most layers are asked for the cheapest moves only.
    blocks: Vec<u32>,
    answers: Vec<Id>,
    moves: usize,
    desk: Desk,
    pending: Vec<Pending>,
    /// Which moves of a batch wait for which answers.
    waiting: Vec<(usize, usize)>,
    /// For functions that give or take lists.
    list_desk: Desk,
    scratch: Vec<u32>,
    /// Units of work done since it was asked last.
    pub work: u64,
    /// Functions applied, remembered or not.
    pub applied: u64,
    /// Functions called.
    pub calls: u64,
}

impl Bank {
    /// An empty bank for so many moves.
    pub fn new(moves: usize) -> Bank {
        Bank {
            sheets: Sheets::default(),
            lists: Vec::new(),
            members: Vec::new(),
            by_list: NumberMap::default(),
            blocks_of: [Vec::new(), Vec::new()],
            blocks: Vec::new(),
            answers: Vec::new(),
            moves,
            desk: Desk::new(),
            pending: Vec::new(),
            waiting: Vec::new(),
            list_desk: Desk::new(),
            scratch: Vec::new(),
            work: 0,
            applied: 0,
            calls: 0,
        }
    }

    /// Makes room for so many layers: memory that is not used in the end costs nothing, but moving what is there does.
    pub fn reserve(&mut self, layers: usize) {
        self.sheets.reserve(layers);
        self.blocks.reserve(16 * layers);
        self.answers.reserve(64 * layers);
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        // As if all answers had a place: limits keep their meaning.
        let answers = self.blocks.len() / self.moves.div_ceil(BLOCK) * self.moves;
        self.sheets.bytes() + self.members.len() * 4 + self.lists.len() * 24 + answers * 4
    }

    /// The layer of a number.
    #[inline]
    pub fn layer(&self, id: Id) -> Layer<'_> {
        self.sheets.layer(id)
    }

    /// Hash of a layer's picture without its place.
    pub fn picture_hash(&self, id: Id) -> u64 {
        self.sheets.get(id).hash
    }

    /// The layers of a list.
    pub fn members(&self, id: Id) -> &[u32] {
        let (start, len) = self.lists[id.index()];
        &self.members[start as usize..(start + len) as usize]
    }

    /// These layers as frames.
    pub fn frames(&self, ids: [Id; 2]) -> Frames {
        // No layer has height 0.
        let of = |id: Id| match id {
            Id::NONE => (0, 0, 0, 0),
            id => self.sheets.get(id).place_and_size(),
        };
        let sizes = ids.map(of);
        Frames { ids, sizes, alike: sizes[0] == sizes[1] }
    }

    /// Numbers a layer.
    pub fn add(&mut self, x: Layer<'_>) -> Id {
        self.sheets.add(x)
    }

    /// Numbers the list in `scratch`.
    fn add_list(&mut self) -> Id {
        let bytes: &[u32] = &self.scratch;
        let key = bytes.iter().fold(bytes.len() as u64, |h, &n| mix(h, n as u64));
        let next = self.lists.len() as u32;
        let (number, new) = self.by_list.number(key, next);
        if new {
            let start = self.members.len() as u32;
            self.members.extend_from_slice(&self.scratch);
            self.lists.push((start, self.scratch.len() as u32));
        }
        Id(number | LIST)
    }

    /// What a move makes of a number: computed once.
    pub fn apply(&mut self, id: Id, number: usize, moves: &Moves, frames: &Frames) -> Id {
        self.applied += 1;
        self.desk.clear();
        self.answer(id, number, moves, frames)
    }

    /// What some moves make of a number: of `steps` those whose bits are set in `open`. Gives the bits of those that
    /// apply, and what they make in `made`.
    ///
    /// New layers are numbered together in the end: their places in the table are fetched at the same time.
    pub fn apply_all(
        &mut self,
        id: Id,
        (steps, open): (&[u16], u32),
        moves: &Moves,
        frames: &Frames,
        made: &mut [Id; BATCH],
    ) -> u32 {
        self.applied += open.count_ones() as u64;
        self.desk.clear();
        for i in bits(open) {
            let number = steps[i] as usize;
            made[i] = if id.is_list() {
                self.answer(id, number, moves, frames)
            } else {
                self.begin(id, (number, i), moves, frames)
            };
        }
        self.settle(made);
        bits(open).filter(|&i| made[i] != Id::NONE).fold(0, |all, i| all | 1 << i)
    }

    /// The answer if it is known at once; else it is on the desk and settled later.
    #[inline]
    fn begin(&mut self, id: Id, (number, i): (usize, usize), moves: &Moves, frames: &Frames) -> Id {
        let at = match self.remembered(id, number, moves, frames) {
            Ok(answer) => return answer,
            Err(at) => at,
        };
        if self.answers[at] == Id::OPEN {
            let answer = self.compute(id, number, moves, frames).unwrap_or_else(|sheet| {
                let hashes = Hashes::of(self.desk.layer(sheet));
                self.pending.push(Pending { sheet, at, hashes });
                Id::PENDING
            });
            self.answers[at] = answer;
        }
        if self.answers[at] == Id::PENDING {
            self.waiting.push((i, at));
        }
        self.answers[at]
    }

    /// Numbers what is pending.
    fn settle(&mut self, made: &mut [Id; BATCH]) {
        self.sheets.fetch(self.pending.iter().map(|pending| pending.hashes));
        for &Pending { sheet, at, hashes } in &self.pending {
            self.answers[at] = self.sheets.add_hashed(self.desk.layer(sheet), hashes);
        }
        self.pending.clear();
        for (i, at) in self.waiting.drain(..) {
            made[i] = self.answers[at];
        }
    }

    /// The answer; its place where it is not known.
    #[inline]
    fn remembered(
        &mut self,
        id: Id,
        number: usize,
        moves: &Moves,
        frames: &Frames,
    ) -> Result<Id, usize> {
        let number = if frames.alike { moves.same(number) } else { number };
        if let Some(answer) = self.sifted(id, number, moves, frames) {
            return Ok(answer);
        }
        let at = self.answer_place(id, moves.rank(number, id.is_list()));
        match self.answers[at] {
            Id::OPEN | Id::PENDING => Err(at),
            answer => Ok(answer),
        }
    }

    /// What a move makes of a number; [`Id::PENDING`] if that applies, but is not settled yet.
    fn answer(&mut self, id: Id, number: usize, moves: &Moves, frames: &Frames) -> Id {
        let at = match self.remembered(id, number, moves, frames) {
            Ok(answer) => return answer,
            Err(at) => at,
        };
        if self.answers[at] == Id::OPEN {
            let answer = self.compute(id, number, moves, frames);
            self.answers[at] =
                answer.unwrap_or_else(|sheet| self.sheets.add(self.desk.layer(sheet)));
        }
        self.answers[at]
    }

    /// What a move makes of a layer where its colours or its size tell.
    #[inline]
    fn sifted(&self, id: Id, number: usize, moves: &Moves, frames: &Frames) -> Option<Id> {
        if id.is_list() {
            return None;
        }
        let sheet = self.sheets.get(id);
        if moves.fits_size(number) {
            let fits = frames.sizes[moves.get(number).frame as usize] == sheet.place_and_size();
            return fits.then_some(id);
        }
        Some(match moves.sieve(number).left(sheet.colours)? {
            Left::Nothing => Id::NONE,
            Left::All => id,
        })
    }

    /// Where the answer of the move of this rank is.
    #[inline]
    fn answer_place(&mut self, id: Id, rank: usize) -> usize {
        let places = &mut self.blocks_of[id.is_list() as usize];
        if places.len() <= id.index() {
            places.resize(id.index() + 1, u32::MAX);
        }
        let place = &mut places[id.index()];
        if *place == u32::MAX {
            *place = self.blocks.len() as u32;
            self.blocks.resize(self.blocks.len() + self.moves.div_ceil(BLOCK), u32::MAX);
        }
        let block = &mut self.blocks[*place as usize + rank / BLOCK];
        if *block == u32::MAX {
            *block = self.answers.len() as u32;
            self.answers.resize(self.answers.len() + BLOCK, Id::OPEN);
        }
        *block as usize + rank % BLOCK
    }

    /// Makes a move on a number: its answer, or the sheet on the desk that it is.
    fn compute(
        &mut self,
        id: Id,
        number: usize,
        moves: &Moves,
        frames: &Frames,
    ) -> Result<Id, usize> {
        let step = moves.get(number);
        let kind = TABLE[step.function].kind;
        if id.is_list() {
            return Ok(match kind {
                Kind::One(_) | Kind::Fit(_) => self.each(id, number, moves, frames),
                Kind::Pick(f) | Kind::Filter(f) | Kind::Gather(f) => {
                    self.on_list(id, kind, f, step.param)
                }
                Kind::Split(_) => Id::NONE,
            });
        }
        let first = moves.first(number);
        if first != number && self.answer(id, first, moves, frames) == Id::NONE {
            return Ok(Id::NONE);
        }
        self.calls += 1;
        let Bank { sheets, desk, list_desk, .. } = self;
        let x = sheets.layer(id);
        self.work += 16 + x.cells.len() as u64 * moves.weight(number);
        let sheet = desk.len();
        let done = match kind {
            Kind::One(f) => f(x, step.param, desk),
            Kind::Fit(f) => match frames.ids[step.frame as usize] {
                Id::NONE => None,
                frame => f(x, sheets.layer(frame), step.param, desk),
            },
            Kind::Split(f) => {
                list_desk.clear();
                let done = f(x, step.param, list_desk);
                return Ok(done.map_or(Id::NONE, |()| self.list_from_desk()));
            }
            _ => None,
        };
        match done {
            Some(()) if desk.len() == sheet + 1 => {
                // Many answers are the layer itself: they are seen without a look at the table.
                if desk.layer(sheet) == x { Ok(id) } else { Err(sheet) }
            }
            _ => Ok(Id::NONE),
        }
    }

    fn list_from_desk(&mut self) -> Id {
        self.scratch.clear();
        let Bank { sheets, list_desk, scratch, .. } = self;
        for x in list_desk.layers() {
            self.work += x.cells.len() as u64;
            scratch.push(sheets.add(x).0);
        }
        if self.scratch.is_empty() { Id::NONE } else { self.add_list() }
    }

    /// A function of layers on every member of a list; members that it does not apply to are left out.
    fn each(&mut self, id: Id, number: usize, moves: &Moves, frames: &Frames) -> Id {
        let (start, len) = self.lists[id.index()];
        let mut made = [0u32; exec::layers::MAX_LIST];
        let mut count = 0;
        for i in start..start + len {
            self.applied += 1;
            self.desk.clear();
            let answer = self.answer(Id(self.members[i as usize]), number, moves, frames);
            if answer != Id::NONE && !answer.is_list() {
                made[count] = answer.0;
                count += 1;
            }
        }
        self.scratch.clear();
        self.scratch.extend_from_slice(&made[..count]);
        if count == 0 { Id::NONE } else { self.add_list() }
    }

    fn on_list(
        &mut self,
        id: Id,
        kind: Kind,
        f: fn(&[Layer<'_>], i32, &mut Desk) -> Option<()>,
        param: i32,
    ) -> Id {
        self.calls += 1;
        let Bank { sheets, list_desk: desk, .. } = self;
        desk.clear();
        let empty = Layer { row: 0, col: 0, height: 1, width: 1, cells: &[0] };
        let mut layers = [empty; exec::layers::MAX_LIST];
        let (start, len) = self.lists[id.index()];
        let mut area = 0;
        for (to, &member) in
            layers.iter_mut().zip(&self.members[start as usize..(start + len) as usize])
        {
            *to = sheets.layer(Id(member));
            area += to.cells.len() as u64;
        }
        let done = f(&layers[..len as usize], param, desk);
        self.work += 16 + area;
        match (done, kind) {
            (None, _) => Id::NONE,
            (Some(()), Kind::Pick(_)) => desk
                .chosen
                .first()
                .map_or(Id::NONE, |&n| Id(self.members[(start + n as u32) as usize])),
            (Some(()), Kind::Filter(_)) if desk.chosen.is_empty() => Id::NONE,
            (Some(()), Kind::Filter(_)) => {
                self.scratch.clear();
                let members = &self.members;
                self.scratch
                    .extend(desk.chosen.iter().map(|&n| members[(start + n as u32) as usize]));
                self.add_list()
            }
            (Some(()), _) if desk.len() == 1 => sheets.add(desk.layer(0)),
            _ => Id::NONE,
        }
    }
}

/// The numbers of the bits that are set.
#[inline]
pub fn bits(mut all: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (all != 0).then(|| all.trailing_zeros() as usize);
        all &= all.wrapping_sub(1);
        next
    })
}
