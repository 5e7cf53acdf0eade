//! Views: more demos than there are, by what the rule is supposed not to depend on.

use crate::problem::{Demo, Picture, Problem};

/// What is added to the demos.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Nothing.
    Plain,
    /// Their mirror images: the rule knows no left or right, up or down.
    Mirrored,
    /// Their transposed images: the rule does the same to rows and columns.
    Swapped,
    /// The same with other colours where demos differ in colours: the rule goes by other things.
    Recoloured,
}

/// Views in the order in which they are tried.
pub static VIEWS: &[View] = &[View::Plain, View::Swapped, View::Mirrored, View::Recoloured];

impl View {
    /// The demos with what is added, each with the number of the demo that it comes from; nothing if the view adds
    /// nothing.
    pub fn demos(self, problem: &Problem) -> Vec<(usize, Demo)> {
        let plain = problem.demos.iter().cloned().enumerate();
        let turns: &[u8] = match self {
            View::Plain => return plain.collect(),
            View::Recoloured => return recoloured(problem),
            View::Swapped => &[0, 4],
            View::Mirrored => &[0, 1, 2, 3],
        };
        let image = |demo: &Demo, turn: u8| Demo {
            input: turned(&demo.input, turn),
            output: turned(&demo.output, turn),
        };
        plain.flat_map(|(i, demo)| turns.iter().map(move |&turn| (i, image(&demo, turn)))).collect()
    }
}

/// One of the eight symmetric images: bit 0 swaps left and right, bit 1 up and down, bit 2 rows and columns before that.
fn turned(picture: &Picture, turn: u8) -> Picture {
    let (h, w) = picture.size();
    let (height, width) = if turn & 4 != 0 { (w, h) } else { (h, w) };
    let cell = |at: usize| {
        let (r, c) = (at / width, at % width);
        let r = if turn & 2 != 0 { height - 1 - r } else { r };
        let c = if turn & 1 != 0 { width - 1 - c } else { c };
        if turn & 4 != 0 { picture.at(c, r) } else { picture.at(r, c) }
    };
    Picture { height, width, cells: (0..height * width).map(cell).collect() }
}

/// Colours that every demo has, in the input or the output, keep their meaning; the others are exchanged.
fn recoloured(problem: &Problem) -> Vec<(usize, Demo)> {
    let palette = |p: &Picture| p.cells.iter().fold(0u16, |mask, &c| mask | 1 << c);
    let masks: Vec<u16> =
        problem.demos.iter().map(|d| palette(&d.input) | palette(&d.output)).collect();
    let fixed = masks.iter().fold(u16::MAX, |all, mask| all & mask) | 1;
    let used = masks.iter().fold(0, |all, mask| all | mask);
    let free: Vec<u8> = (0..10).filter(|&c| fixed >> c & 1 == 0).collect();
    if used & !fixed == 0 || free.len() < 2 {
        return Vec::new();
    }
    let image = |picture: &Picture, by: usize| {
        let map = |&c: &u8| match free.iter().position(|&f| f == c) {
            Some(at) => free[(at + by) % free.len()],
            None => c,
        };
        Picture { cells: picture.cells.iter().map(map).collect(), ..picture.clone() }
    };
    let steps: Vec<usize> =
        [0, 1, free.len() / 2].into_iter().filter(|&by| by == 0 || by < free.len()).collect();
    let demos = problem.demos.iter().enumerate();
    let images = demos.flat_map(|(i, demo)| {
        let both = |by: usize| {
            (i, Demo { input: image(&demo.input, by), output: image(&demo.output, by) })
        };
        steps.iter().copied().map(both).collect::<Vec<_>>()
    });
    images.collect()
}
