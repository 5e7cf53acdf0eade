//! The inputs that programs are tried on: those of a task, others made from them, and drawn ones.

use exec::bodies::segment::{NEAR8, bodies, on_common};
use exec::bodies::{Body, Field};
use exec::data::{Task, TaskGrid};

use super::drawn::Theme;
use crate::forms::{Change, Symmetry};
use crate::stream::Stream;

/// Sides of grids of tasks.
pub(super) const MOST_SIDE: usize = 30;
/// Ways to cut a grid into bodies: of one colour or of any, on 0 or on the most common colour.
const WAYS: [usize; 4] = [1, 3, 5, 7];
/// Bodies of a grid that is seen as one with bodies.
const BODIES: std::ops::RangeInclusive<usize> = 1..=30;
/// Places that are tried for a body.
const LOOKS: usize = 12;
/// Draws for each input that is wanted: many give one that is there already.
const DRAWS: usize = 4;

/// Some inputs, no two of them equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// The inputs.
    pub inputs: Vec<TaskGrid>,
    /// By input, how it was made, for people.
    pub made: Vec<String>,
    /// By input, which one of the task it is, if it is one as it is.
    pub given: Vec<Option<usize>>,
}

impl Scene {
    /// Draws up to so many inputs: those of the task and others made from them, or drawn ones.
    pub fn draw(task: &Task, count: usize, stream: &mut Stream) -> Scene {
        let mut scene = Scene::default();
        match stream.below(8) {
            0 => scene.add_drawn(count, stream),
            1..=3 => {
                scene.add_given(task, count);
                scene.add_varied(task, count, stream);
            }
            _ => scene.add_varied(task, count, stream),
        }
        if stream.chance(0.25) {
            scene.change(&Change::draw(stream));
        }
        scene
    }

    fn add(&mut self, grid: TaskGrid, made: String, given: Option<usize>) {
        if !self.inputs.contains(&grid) {
            self.inputs.push(grid);
            self.made.push(made);
            self.given.push(given);
        }
    }

    fn add_given(&mut self, task: &Task, count: usize) {
        for (at, sample) in task.samples().enumerate().take(count) {
            self.add(sample.input.clone(), task.id.clone(), Some(at));
        }
    }

    fn add_drawn(&mut self, count: usize, stream: &mut Stream) {
        let theme = Theme::draw(stream);
        for _ in 0..DRAWS * count {
            if self.inputs.len() == count {
                break;
            }
            self.add(theme.grid(stream), "drawn".into(), None);
        }
    }

    fn add_varied(&mut self, task: &Task, count: usize, stream: &mut Stream) {
        let own: Vec<&TaskGrid> = task.samples().map(|sample| &sample.input).collect();
        let way = *stream.pick(&WAYS).expect("some ways");
        for _ in 0..DRAWS * count {
            if self.inputs.len() == count {
                break;
            }
            let at = stream.below(own.len());
            let (grid, how) = varied(own[at], &own, way, stream);
            self.add(grid, format!("{} {how}", task.id), None);
        }
    }

    /// All inputs turned and recoloured alike.
    fn change(&mut self, change: &Change) {
        self.inputs.iter_mut().for_each(|grid| *grid = change.grid(grid));
        self.made.iter_mut().for_each(|made| *made = change.id(made));
        self.given.fill(None);
    }
}

/// A grid made from another, and how.
fn varied(
    grid: &TaskGrid,
    others: &[&TaskGrid],
    way: usize,
    stream: &mut Stream,
) -> (TaskGrid, &'static str) {
    let mut field = field_of(grid);
    let changes: [(&str, Vary); 5] = [
        ("resampled", resampled),
        ("moved", moved),
        ("recoloured", recoloured),
        ("resized", resized),
        ("turned", turned),
    ];
    let first = stream.below(changes.len());
    // What does not apply, since there are no bodies or no room, gives way to the next.
    for (name, change) in changes.iter().cycle().skip(first).take(changes.len()) {
        if change(&mut field, others, way, stream) {
            return (grid_of(&field), name);
        }
    }
    (grid.clone(), "as it is")
}

/// Changes a grid, or leaves it alone and says no.
type Vary = fn(&mut Field, &[&TaskGrid], usize, &mut Stream) -> bool;

fn ground_of(field: &Field, way: usize) -> u8 {
    if on_common(way) { field.common() } else { 0 }
}

/// The bodies of a grid, unless it is hardly one with bodies.
fn bodies_of(field: &Field, way: usize) -> Option<Vec<Body>> {
    let ground = ground_of(field, way);
    let all = bodies(field, ground, way);
    let large = |body: &Body| body.cells.len() * 2 > field.cells.len();
    (BODIES.contains(&all.len()) && !all.iter().any(large)).then_some(all)
}

/// Bodies lie elsewhere.
fn moved(field: &mut Field, _: &[&TaskGrid], way: usize, stream: &mut Stream) -> bool {
    let Some(all) = bodies_of(field, way) else { return false };
    let ground = ground_of(field, way);
    let mut done = false;
    for _ in 0..1 + stream.below(all.len().min(4)) {
        let body = &all[stream.below(all.len())];
        // Only what was not moved or covered before.
        if body.cells.iter().all(|&(row, col, colour)| field.get(row, col) == Some(colour)) {
            let before = field.clone();
            body.cells.iter().for_each(|&(row, col, _)| field.put(row, col, ground));
            match place(field, body, ground, stream) {
                true => done = true,
                false => *field = before,
            }
        }
    }
    done
}

/// A body of another input comes, and often one goes.
fn resampled(field: &mut Field, others: &[&TaskGrid], way: usize, stream: &mut Stream) -> bool {
    let ground = ground_of(field, way);
    let Some(own) = bodies_of(field, way) else { return false };
    let Some(other) = stream.pick(others) else { return false };
    let Some(theirs) = bodies_of(&field_of(other), way) else { return false };
    let before = field.clone();
    if stream.chance(0.5) {
        let goes = &own[stream.below(own.len())];
        goes.cells.iter().for_each(|&(row, col, _)| field.put(row, col, ground));
    }
    let comes = &theirs[stream.below(theirs.len())];
    let placed = place(field, comes, ground, stream);
    if !placed {
        *field = before;
    }
    placed
}

/// Puts a body where there is room for it; no neighbour of its cells is another body's.
fn place(field: &mut Field, body: &Body, ground: u8, stream: &mut Stream) -> bool {
    let room = (field.height as i16 - body.height(), field.width as i16 - body.width());
    if room.0 < 0 || room.1 < 0 {
        return false;
    }
    for _ in 0..LOOKS {
        let row = stream.below(room.0 as usize + 1) as i16;
        let col = stream.below(room.1 as usize + 1) as i16;
        let there = body.moved(row - body.top, col - body.left);
        if is_free(field, &there, ground) {
            there.cells.iter().for_each(|&(row, col, colour)| field.put(row, col, colour));
            return true;
        }
    }
    false
}

fn is_free(field: &Field, body: &Body, ground: u8) -> bool {
    let ground_at = |row, col| field.get(row, col).is_none_or(|colour| colour == ground);
    body.cells.iter().all(|&(row, col, _)| {
        let near = NEAR8.iter().all(|&(down, over)| ground_at(row + down, col + over));
        near && ground_at(row, col)
    })
}

/// Two colours change places, or one becomes another. The ground stays.
fn recoloured(field: &mut Field, _: &[&TaskGrid], way: usize, stream: &mut Stream) -> bool {
    let ground = ground_of(field, way);
    let there: Vec<u8> = (0..10).filter(|c| *c != ground && field.cells.contains(c)).collect();
    let Some(&one) = stream.pick(&there) else { return false };
    let other = match there.len() > 1 && stream.chance(0.7) {
        true => there[stream.below(there.len())],
        false => stream.below(10) as u8,
    };
    for cell in &mut field.cells {
        if *cell == one {
            *cell = other;
        } else if *cell == other {
            *cell = one;
        }
    }
    one != other && other != ground
}

/// Lines of ground come or go at a side.
fn resized(field: &mut Field, _: &[&TaskGrid], way: usize, stream: &mut Stream) -> bool {
    let ground = ground_of(field, way);
    let (more, side) = (1 + stream.below(3), stream.below(4));
    let (height, width) = match side {
        0 | 1 => (field.height + more, field.width),
        _ => (field.height, field.width + more),
    };
    if height > MOST_SIDE || width > MOST_SIDE {
        return false;
    }
    let (down, over) = match side {
        0 => (more as i16, 0),
        2 => (0, more as i16),
        _ => (0, 0),
    };
    let mut larger = Field::plain(height, width, ground);
    for row in 0..field.height as i16 {
        for col in 0..field.width as i16 {
            larger.put(row + down, col + over, field.get(row, col).unwrap_or(ground));
        }
    }
    *field = larger;
    true
}

/// As seen from another side.
fn turned(field: &mut Field, _: &[&TaskGrid], _: usize, stream: &mut Stream) -> bool {
    let symmetry = Symmetry::ALL[1 + stream.below(Symmetry::ALL.len() - 1)];
    *field = field_of(&Change::of_symmetry(symmetry).grid(&grid_of(field)));
    true
}

/// Cells of tasks are colours; what is none is ground to bodies.
fn field_of(grid: &TaskGrid) -> Field {
    let cells = grid.cells().iter().map(|&cell| u8::try_from(cell).map_or(0, |c| c.min(9)));
    Field { height: grid.height(), width: grid.width(), cells: cells.collect() }
}

pub(super) fn grid_of(field: &Field) -> TaskGrid {
    let cells = field.cells.iter().map(|&cell| cell as i8).collect();
    TaskGrid::new(field.height as u16, field.width as u16, cells).expect("as many cells as it has")
}

#[cfg(test)]
mod tests {
    use exec::data::sets::embedded;

    use super::*;

    #[test]
    fn inputs_are_as_many_as_asked_for_different_and_grids_of_tasks() {
        let data = embedded().unwrap();
        let (mut hows, mut made) = (std::collections::BTreeSet::new(), 0);
        for (number, task) in (0..).zip(data.tasks.iter().cycle().take(200)) {
            let scene = Scene::draw(task, 7, &mut Stream::new(3, number, "scene", 0));
            assert!(scene.inputs.len() <= 7, "{}", task.id);
            assert_eq!(
                (scene.made.len(), scene.given.len()),
                (scene.inputs.len(), scene.inputs.len())
            );
            made += scene.inputs.len();
            for (at, grid) in scene.inputs.iter().enumerate() {
                assert!(!scene.inputs[..at].contains(grid), "no input twice");
                assert!(grid.height() <= MOST_SIDE && grid.width() <= MOST_SIDE);
                assert!(grid.cells().iter().all(|cell| (0..10).contains(cell)));
                let how = scene.made[at].split(['~', ' ']).nth(1).unwrap_or("as it is");
                hows.insert(how.to_string());
                if let Some(given) = scene.given[at] {
                    assert_eq!(task.samples().nth(given).map(|s| &s.input), Some(grid));
                }
            }
        }
        assert!(made > 1300, "{made}");
        for how in ["as it is", "moved", "resampled", "recoloured", "resized", "turned"] {
            assert!(hows.contains(how), "{how}: {hows:?}");
        }
    }

    #[test]
    fn bodies_that_move_stay_whole_and_apart() {
        let grid = TaskGrid::new(6, 6, [[0; 6]; 6].concat()).unwrap();
        let mut field = field_of(&grid);
        for (row, col, colour) in [(0, 0, 3), (0, 1, 3), (1, 1, 4), (5, 5, 2)] {
            field.put(row, col, colour);
        }
        let count = |field: &Field| {
            (1..10).map(|c| field.cells.iter().filter(|&&x| x == c).count()).collect::<Vec<_>>()
        };
        let before = count(&field);
        let mut places = std::collections::HashSet::new();
        for seed in 0..50 {
            let mut other = field.clone();
            moved(&mut other, &[], 3, &mut Stream::new(seed, 0, "", 0));
            assert_eq!(count(&other), before);
            assert_eq!(bodies(&other, 0, 3).len(), 2);
            places.insert(other.cells);
        }
        assert!(places.len() > 20);
    }
}
