//! Curves over axes.

use super::Rgb;
use super::figure::{FAINT, Figure, INK, PAPER, SOFT, Shape, Size};

/// What is drawn: values at times, and how both are called.
pub struct Chart<'a> {
    /// What the values are, with their unit.
    pub title: String,
    /// What the places are, with their unit.
    pub along: String,
    /// Places from left to right.
    pub x: &'a [f64],
    /// The value at each place, kept until the next one.
    pub y: &'a [f64],
    /// The colour of the curve.
    pub ink: Rgb,
}

/// Room for the numbers at the left.
const LEFT: usize = 72;
/// Room for the numbers below and the name of the axis.
const FOOT: usize = 52;
const HEAD: usize = 30;
/// How many numbers an axis has, about.
const TICKS: usize = 5;

impl Chart<'_> {
    /// Draws it in a box of this size.
    pub fn figure(&self, width: usize, height: usize) -> Figure {
        let title = Figure::text(&self.title, Size::Small, INK);
        let sheet = Figure::blank(width, height).with(0, 0, title);
        let (wide, high) =
            (width.saturating_sub(LEFT + 12).max(1), height.saturating_sub(HEAD + FOOT).max(1));
        let across = Axis::new(0.0, self.x.last().copied().unwrap_or(0.0), wide);
        let (low, top) = range(self.y);
        let up = Axis::new(low, top, high);
        let mut plot = Figure::rect(wide + 1, high + 1, PAPER);
        up.ticks(|_, at| plot.put(0, high - at, bar(wide + 1, 1, FAINT)));
        plot.put(0, 0, bar(1, high + 1, SOFT));
        plot.put(0, high, bar(wide + 1, 1, SOFT));
        plot.put(0, 0, Shape::Line { points: self.stairs(&across, &up, high), ink: self.ink });
        self.numbered(sheet.with(LEFT, HEAD, plot), &across, &up)
    }

    /// A value holds until the next one is known.
    fn stairs(&self, across: &Axis, up: &Axis, high: usize) -> Vec<(usize, usize)> {
        let mut points: Vec<(usize, usize)> = Vec::new();
        for (x, y) in self.x.iter().zip(self.y) {
            let (x, y) = (across.place(*x), high - up.place(*y));
            points.extend(points.last().map(|last| (x, last.1)));
            points.push((x, y));
        }
        points.dedup();
        // A single point is no line.
        points.extend(points.first().copied().filter(|_| points.len() == 1));
        points
    }

    fn numbered(&self, mut sheet: Figure, across: &Axis, up: &Axis) -> Figure {
        let foot = HEAD + up.length + 8;
        let mut labels = Vec::new();
        up.ticks(|text, at| {
            let label = Figure::text(&text, Size::Small, SOFT);
            let x = (LEFT - 8).saturating_sub(label.width);
            labels.push((x, (HEAD + up.length - at).saturating_sub(5), label));
        });
        across.ticks(|text, at| {
            let label = Figure::text(&text, Size::Small, SOFT);
            let most = (LEFT + across.length + 12).saturating_sub(label.width);
            let x = (LEFT + at).saturating_sub(label.width / 2);
            labels.push((x.min(most), foot, label));
        });
        let name = Figure::text(&self.along, Size::Small, SOFT);
        let x = (LEFT + across.length).saturating_sub(name.width);
        labels.push((x, foot + 20, name));
        for (x, y, label) in labels {
            sheet = sheet.with(x, y, label);
        }
        sheet
    }
}

fn bar(width: usize, height: usize, fill: Rgb) -> Shape {
    Shape::Rect { width, height, fill }
}

/// From 0, unless all values are far from it.
fn range(values: &[f64]) -> (f64, f64) {
    let known = values.iter().copied().filter(|value| value.is_finite());
    let (low, top) =
        known.fold((f64::MAX, 0.0f64), |(low, top), value| (low.min(value), top.max(value)));
    if low > top / 2.0 && low < top { (low, top) } else { (0.0, top) }
}

/// Numbers along a line of pixels.
struct Axis {
    low: f64,
    step: f64,
    steps: usize,
    length: usize,
}

impl Axis {
    /// Round numbers from at most `low` to at least `high`.
    fn new(low: f64, high: f64, length: usize) -> Axis {
        let low = if low.is_finite() { low } else { 0.0 };
        let high = if high > low { high.min(1e15) } else { low + 1.0 };
        let span = (high - low).max(1e-3);
        let rough = span / TICKS as f64;
        let power = 10f64.powi(rough.log10().floor() as i32);
        let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
        let step = step.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(10.0 * power);
        let low = (low / step).floor() * step;
        let steps = ((high - low) / step - 1e-9).ceil().clamp(1.0, 20.0) as usize;
        Axis { low, step, steps, length }
    }

    /// The pixel of a value, inside.
    fn place(&self, value: f64) -> usize {
        let part = (value - self.low) / (self.step * self.steps as f64);
        // What is no number becomes 0.
        (part.clamp(0.0, 1.0) * self.length as f64).round() as usize
    }

    /// Every number with its place.
    fn ticks(&self, mut tick: impl FnMut(String, usize)) {
        let digits = (-self.step.log10().floor()).clamp(0.0, 6.0) as usize;
        for at in 0..=self.steps {
            let value = self.low + at as f64 * self.step;
            tick(format!("{value:.digits$}"), at * self.length / self.steps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        let mut labels = Vec::new();
        Axis::new(low, high, 100).ticks(|text, _| labels.push(text));
        labels
    }

    #[test]
    fn numbers_are_round_and_reach_far_enough() {
        assert_eq!(labels(0.0, 20.0), ["0", "5", "10", "15", "20"]);
        assert_eq!(labels(0.0, 0.7), ["0.0", "0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(labels(96.0, 99.5), ["96", "97", "98", "99", "100"]);
        assert_eq!(labels(0.0, 0.0).len(), 6);
        assert!(labels(0.0, f64::MAX).len() <= 21 && labels(f64::NAN, 1.0).len() <= 21);
    }

    #[test]
    fn curves_stay_inside() {
        let y = [0.0, 3.0, f64::NAN, f64::INFINITY, 7.0];
        for count in 0..y.len() {
            let x: Vec<f64> = (0..count).map(|at| at as f64).collect();
            let chart = Chart {
                title: "solved".into(),
                along: "time, s".into(),
                x: &x,
                y: &y[..count],
                ink: INK,
            };
            let figure = chart.figure(400, 200);
            assert_eq!((figure.width, figure.height), (400, 200));
            for item in &figure.items {
                let Shape::Line { points, .. } = &item.shape else { continue };
                assert!(points.iter().all(|(x, y)| item.x + x <= 400 && item.y + y <= 200));
            }
        }
    }
}
