//! Tasks seen from another side, in other colours: a change that the id of the changed task tells,
//! so that answers can be brought back.

use exec::data::{Sample, Task, TaskGrid};
use lang::{Dag, Input, Lit, NodeId, Op};
use xxhash_rust::xxh3::xxh3_64;

use crate::code::Code;
use crate::simplify::replaced;
use crate::stream::Stream;

/// Colours of task data.
const COLOURS: usize = 10;
/// Between the parts of an id: `<id>~<symmetry>~<colours>~<checksum>`.
const MARK: char = '~';
/// Ids in messages are cut.
const SHOWN: usize = 80;

/// The eight symmetries of a square, called as the ops that do them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// As it is.
    Same,
    /// A quarter turn clockwise.
    Rot90,
    /// A half turn.
    Rot180,
    /// A quarter turn the other way.
    Rot270,
    /// Upside down.
    Hmirror,
    /// Left for right.
    Vmirror,
    /// Rows for columns.
    Dmirror,
    /// Mirrored at the other diagonal.
    Cmirror,
}

impl Symmetry {
    /// All of them.
    #[rustfmt::skip]
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Same, Symmetry::Rot90, Symmetry::Rot180, Symmetry::Rot270,
        Symmetry::Hmirror, Symmetry::Vmirror, Symmetry::Dmirror, Symmetry::Cmirror,
    ];

    /// Its name in ids.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::Same => "same",
            Symmetry::Rot90 => "rot90",
            Symmetry::Rot180 => "rot180",
            Symmetry::Rot270 => "rot270",
            Symmetry::Hmirror => "hmirror",
            Symmetry::Vmirror => "vmirror",
            Symmetry::Dmirror => "dmirror",
            Symmetry::Cmirror => "cmirror",
        }
    }

    /// What leads back.
    pub fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rot90 => Symmetry::Rot270,
            Symmetry::Rot270 => Symmetry::Rot90,
            own => own,
        }
    }

    fn turns(self) -> bool {
        use Symmetry::{Cmirror, Dmirror, Rot90, Rot270};
        matches!(self, Rot90 | Rot270 | Dmirror | Cmirror)
    }

    /// Which cell of a grid comes to a place.
    fn source(self, (height, width): (usize, usize), row: usize, column: usize) -> (usize, usize) {
        match self {
            Symmetry::Same => (row, column),
            Symmetry::Rot90 => (height - 1 - column, row),
            Symmetry::Rot180 => (height - 1 - row, width - 1 - column),
            Symmetry::Rot270 => (column, width - 1 - row),
            Symmetry::Hmirror => (height - 1 - row, column),
            Symmetry::Vmirror => (row, width - 1 - column),
            Symmetry::Dmirror => (column, row),
            Symmetry::Cmirror => (height - 1 - column, width - 1 - row),
        }
    }

    /// What two of them do, one after the other.
    fn then(self, next: Symmetry) -> Symmetry {
        // No two of them give the same of a grid of six different cells.
        let tell = TaskGrid::new(2, 3, (0..6).collect()).expect("two rows of three");
        let both = Change::of_symmetry(next).grid(&Change::of_symmetry(self).grid(&tell));
        let same = |symmetry: &&Symmetry| Change::of_symmetry(**symmetry).grid(&tell) == both;
        *Symmetry::ALL.iter().find(same).expect("symmetries are closed")
    }
}

/// A symmetry and a permutation of colours.
///
/// Invariant: `colours` holds every colour 0-9 once; colour `c` becomes `colours[c]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    symmetry: Symmetry,
    colours: [u8; COLOURS],
}

/// Why an id tells no change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadId {
    /// Something was added or left out.
    #[error("{0}: no id of a changed task: these are ID~SYMMETRY~COLOURS~CHECKSUM")]
    Parts(String),
    /// There is no such symmetry.
    #[error(
        "{0}: no symmetry {1}: there are same, rot90, rot180, rot270, hmirror, vmirror, dmirror, cmirror"
    )]
    Symmetry(String, String),
    /// Not every colour once.
    #[error("{0}: {1} is no permutation of the ten colours: it has every digit once")]
    Colours(String, String),
    /// The parts are not those that were written together.
    #[error("{0}: the checksum does not fit: the id was edited")]
    Checksum(String),
}

impl Change {
    /// Everything stays.
    pub const NONE: Change =
        Change { symmetry: Symmetry::Same, colours: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };

    /// Seen from another side, in the same colours.
    pub fn of_symmetry(symmetry: Symmetry) -> Change {
        Change { symmetry, ..Change::NONE }
    }

    /// A change, if every colour occurs once.
    pub fn new(symmetry: Symmetry, colours: [u8; COLOURS]) -> Option<Change> {
        let each = (0..COLOURS as u8).all(|colour| colours.contains(&colour));
        each.then_some(Change { symmetry, colours })
    }

    /// Any symmetry, any permutation that leaves 0 alone: it is the ground of most tasks.
    pub fn draw(stream: &mut Stream) -> Change {
        let symmetry = Symmetry::ALL[stream.below(Symmetry::ALL.len())];
        let mut colours = Change::NONE.colours;
        for at in (2..COLOURS).rev() {
            colours.swap(at, 1 + stream.below(at));
        }
        Change { symmetry, colours }
    }

    /// What leads back.
    pub fn inverse(&self) -> Change {
        let mut colours = [0; COLOURS];
        (0..).zip(self.colours).for_each(|(colour, now)| colours[now as usize] = colour);
        Change { symmetry: self.symmetry.inverse(), colours }
    }

    /// This change and then another one.
    pub fn then(&self, next: &Change) -> Change {
        let colours = self.colours.map(|colour| next.colours[colour as usize]);
        Change { symmetry: self.symmetry.then(next.symmetry), colours }
    }

    /// The changed grid. What is no colour stays as it is.
    pub fn grid(&self, grid: &TaskGrid) -> TaskGrid {
        let size = (grid.height(), grid.width());
        let (height, width) = if self.symmetry.turns() { (size.1, size.0) } else { size };
        let colour = |cell: i8| self.colours.get(cell as usize).map_or(cell, |&c| c as i8);
        let mut cells = Vec::with_capacity(height * width);
        for row in 0..height {
            cells.extend((0..width).map(|column| {
                let (from_row, from_column) = self.symmetry.source(size, row, column);
                colour(grid.cells()[from_row * size.1 + from_column])
            }));
        }
        TaskGrid::new(height as u16, width as u16, cells).expect("as many cells as before")
    }

    /// The changed task, with an id that tells the change from the task that it was at first.
    pub fn task(&self, task: &Task) -> Task {
        let sample = |sample: &Sample| Sample {
            input: self.grid(&sample.input),
            output: sample.output.as_ref().map(|output| self.grid(output)),
        };
        let samples = |samples: &[Sample]| samples.iter().map(sample).collect();
        let (first, before) = Change::first(&task.id);
        let id = before.then(self).id(first);
        Task { id, demo: samples(&task.demo), test: samples(&task.test) }
    }

    /// The id of a task of this id that was changed.
    pub fn id(&self, first: &str) -> String {
        if *self == Change::NONE {
            return first.to_string();
        }
        let colours: String = self.colours.iter().map(|colour| colour.to_string()).collect();
        let told = format!("{first}{MARK}{}{MARK}{colours}", self.symmetry.name());
        let check = checksum(&told);
        format!("{told}{MARK}{check}")
    }

    /// The id of the first task, and what was done to it. An id without marks is of a task that is
    /// as it was.
    pub fn of_id(id: &str) -> Result<(&str, Change), BadId> {
        if !id.contains(MARK) {
            return Ok((id, Change::NONE));
        }
        let cut = |text: &str| {
            format!("`{}`", text.chars().take(SHOWN).collect::<String>().escape_debug())
        };
        let mut parts = id.rsplitn(4, MARK);
        let (check, colours, symmetry, first) =
            (parts.next(), parts.next(), parts.next(), parts.next());
        let (Some(check), Some(colours), Some(symmetry), Some(first)) =
            (check, colours, symmetry, first)
        else {
            return Err(BadId::Parts(cut(id)));
        };
        let named = Symmetry::ALL.into_iter().find(|known| known.name() == symmetry);
        let named = named.ok_or_else(|| BadId::Symmetry(cut(id), cut(symmetry)))?;
        let digits: Vec<u8> = colours.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        let change = digits.try_into().ok().and_then(|digits| Change::new(named, digits));
        let change = change.ok_or_else(|| BadId::Colours(cut(id), cut(colours)))?;
        match id.rsplit_once(MARK) {
            Some((told, _)) if checksum(told) == check => Ok((first, change)),
            _ => Err(BadId::Checksum(cut(id))),
        }
    }

    /// As [`Change::of_id`]; an id that tells no change is one that somebody gave to a first task.
    pub fn first(id: &str) -> (&str, Change) {
        Change::of_id(id).unwrap_or((id, Change::NONE))
    }

    /// A program that does to the changed grids what the given one does to the grids before: nothing
    /// if it reads more than the input.
    pub fn code(&self, code: &Code) -> Option<Code> {
        if code.reads(Input::S) || code.reads(Input::C) {
            return None;
        }
        let (mut dag, root) = (code.dag().clone(), code.root());
        let (steps, input) = (dag.steps(root), dag.input(Input::I));
        let before = self.inverse().calls(&mut dag, input)?;
        let root = match steps.contains(&input) {
            true => replaced(&mut dag, &steps, input, before)?,
            false => root,
        };
        let after = self.calls(&mut dag, root)?;
        Some(Code::of_root(&dag, after))
    }

    /// The calls of ops that make the change: a permutation is made of swaps.
    fn calls(&self, dag: &mut Dag, grid: NodeId) -> Option<NodeId> {
        let mut grid = grid;
        let dialect = dag.dialect();
        let op = |name: &str| {
            let typed = || Op::lookup(dialect, &format!("{name}_t"));
            Op::lookup(dialect, name).or_else(typed)
        };
        if self.symmetry != Symmetry::Same {
            grid = dag.call(op(self.symmetry.name())?, &[grid]).ok()?;
        }
        let mut now = Change::NONE.colours;
        for (at, wanted) in (0..).zip(self.colours) {
            // What colour `at` has become by now, and what it should be.
            let is = now[at];
            if is != wanted {
                let other = now.iter().position(|&colour| colour == wanted)?;
                let colours = [is, wanted].map(|colour| dag.lit(&Lit::Int(colour.into())));
                grid = dag.call(op("switch")?, &[grid, colours[0], colours[1]]).ok()?;
                now.swap(at, other);
            }
        }
        Some(grid)
    }
}

fn checksum(told: &str) -> String {
    format!("{:08x}", xxh3_64(told.as_bytes()) as u32)
}

/// A grid of a changed task as it was before.
pub fn undo(id: &str, grid: &TaskGrid) -> Result<TaskGrid, BadId> {
    let (_, change) = Change::of_id(id)?;
    Ok(change.inverse().grid(grid))
}
