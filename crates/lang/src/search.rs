//! Ops by what people call them: a ranked search over names, texts, types and synonyms.

use crate::{Dialect, Family, Kernel, Op, signature};

/// What people say, and the words of the table that mean it.
const SYNONYMS: &[(&str, &str)] = &[
    (
        "biggest bigger greatest highest huge large largest max maximal",
        "argmax largest maximum valmax",
    ),
    (
        "fewest least lowest minimal rarest shortest small smaller smallest tiny",
        "argmin leastcommon minimum smallest valmin",
    ),
    (
        "blob cluster component connected island region segment shape",
        "components object objects partition",
    ),
    ("object", "component objects"),
    (
        "flip mirror mirrored reflect symmetric symmetry",
        "cmirror dmirror hmirror mir_rot reversed reverse vmirror",
    ),
    ("horizontal horizontally sideways", "hconcat hfrontier hline hmirror hsplit hupscale vmirror"),
    ("vertical vertically", "hmirror vconcat vfrontier vline vmirror vsplit vupscale"),
    ("diagonal diagonally transpose", "cmirror dmirror ineighbors transpose"),
    ("clockwise quarter rotate spin turn turned", "rot180 rot270 rot90 turn"),
    ("line ray segment beam stripe", "connect hfrontier line shoot vfrontier"),
    ("colour draw paint plot put render set", "fill paint underfill underpaint"),
    ("bucket flood", "delta flood_l objects underfill"),
    ("hole enclosed inside interior", "delta holes_l inbox"),
    ("color colour", "color colour ofcolor recolor replace"),
    ("change recolour substitute", "recolor replace switch"),
    ("background bg", "mostcolor"),
    ("exchange swap", "switch"),
    ("copy duplicate", "repeat"),
    ("box bounding rectangle frame outline border edge", "backdrop bordering box inbox outbox"),
    ("centre middle", "center centerofmass"),
    ("crop cut extract slice part window", "crop subgrid trim"),
    ("enlarge magnify resize scale upsample zoom", "downscale hupscale upscale vupscale"),
    ("downsample reduce shrink", "downscale compress"),
    ("concatenate append join stack beside attach", "combine hconcat vconcat merge"),
    ("divide half halves split", "bottomhalf hsplit lefthalf righthalf tophalf vsplit"),
    ("drag move slide translate push offset", "gravitate move shift"),
    ("fall gravity drop", "gravitate fall_l"),
    ("distance far gap near", "manhattan"),
    ("touch touching adjacent next beside", "adjacent bordering neighbors"),
    ("neighbour neighbor around surrounding", "dneighbors ineighbors neighbors outbox"),
    ("align", "gravitate hmatching vmatching"),
    ("amount length number count many", "colorcount numcolors size"),
    (
        "choose keep pick select where which filter",
        "colorfilter extract mfilter sfilter sizefilter",
    ),
    ("each every loop map", "apply mapply"),
    ("all both union", "combine merge"),
    ("common shared overlap intersect and", "intersection"),
    ("minus without except exclude delete", "difference remove"),
    ("or otherwise if condition", "branch either"),
    ("not negate opposite", "flip invert"),
    ("rank sort sorted ordered", "get_arg_rank get_nth_t order"),
    ("unique distinct repeated", "dedupe palette"),
    ("match occurrence find search pattern template", "occurrences"),
    ("empty blank new create", "canvas"),
    ("repeating tile period pattern", "hperiod vperiod tile_l"),
    ("size dimensions", "height shape size width"),
    ("coordinate location", "asindices toindices position"),
    ("cell pixel", "index asobject"),
];

/// Words that say nothing about an op.
const NOISE: &[&str] = &[
    "a", "an", "as", "at", "by", "for", "from", "in", "into", "is", "it", "of", "on", "the", "to",
    "with",
];

/// Points for a word, by where it stands: as a name, as a part of one, in the first sentence, elsewhere.
const AS_NAME: u32 = 40;
const IN_NAME: u32 = 24;
const IN_SENTENCE: u32 = 12;
const ELSEWHERE: u32 = 5;

/// The kernels that some of the words fit, best first. Words may be put as people do.
pub fn search(words: &str, dialect: Option<Dialect>) -> Vec<Kernel> {
    let words = spoken(words);
    let told: Vec<Told> =
        Kernel::ALL.iter().filter_map(|&kernel| Told::of(kernel, dialect)).collect();
    let mut found: Vec<(u32, Kernel)> = told
        .iter()
        .map(|told| (told.worth(&words), told.kernel))
        .filter(|(points, _)| *points > 0)
        .collect();
    found.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    found.into_iter().map(|(_, kernel)| kernel).collect()
}

/// The words that say something, in lower case.
fn spoken(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let telling = |w: &&String| !NOISE.contains(&w.as_str());
    let some: Vec<String> = words.iter().filter(telling).cloned().collect();
    if some.is_empty() { words } else { some }
}

/// A word without its ending, so that `rotates` and `rotating` are `rotat`.
fn stem(word: &str) -> &str {
    let endings = ["ally", "ing", "ies", "ed", "es", "ly", "s", "e", "y"];
    let cut = endings.iter().find_map(|end| word.strip_suffix(end));
    cut.filter(|rest| rest.len() > 2).unwrap_or(word)
}

/// What the table says of a kernel, in words.
struct Told {
    kernel: Kernel,
    names: Vec<String>,
    sentence: Vec<String>,
    elsewhere: Vec<String>,
}

impl Told {
    fn of(kernel: Kernel, dialect: Option<Dialect>) -> Option<Told> {
        let ops: Vec<Op> =
            kernel.ops().filter(|op| dialect.is_none_or(|d| op.dialect() == d)).collect();
        let doc = kernel.doc();
        let (first, rest) = doc.split_once(". ").unwrap_or((&doc, ""));
        let signatures: Vec<String> = ops.iter().map(|&op| signature(op)).collect();
        let elsewhere = format!("{rest} {:?} {}", kernel.info().family, signatures.join(" "));
        let mut names: Vec<String> = ops.iter().map(|op| op.name().to_lowercase()).collect();
        names.push(kernel.name().to_lowercase());
        (!ops.is_empty()).then(|| Told {
            kernel,
            names,
            sentence: spoken(first),
            elsewhere: spoken(&elsewhere),
        })
    }

    /// What words are worth here. Ops of the solver are seldom what people look for.
    fn worth(&self, words: &[String]) -> u32 {
        let points: u32 = words.iter().map(|word| self.points(word)).sum();
        match self.kernel.info().family {
            Family::Layer | Family::Plane | Family::Body => points / 2,
            _ => points,
        }
    }

    /// What a word is worth here: by itself, or less by what it may mean.
    fn points(&self, word: &str) -> u32 {
        let meant =
            SYNONYMS.iter().filter(|(said, _)| said.split(' ').any(|s| stem(s) == stem(word)));
        let meant = meant.flat_map(|(_, means)| means.split(' '));
        let meant = meant.map(|means| 2 * self.points_of(means) / 3).max().unwrap_or(0);
        self.points_of(word).max(meant)
    }

    fn points_of(&self, word: &str) -> u32 {
        let stem = stem(word);
        let says = |said: &[String]| said.iter().any(|s| s.starts_with(stem));
        let short = |name: &String| {
            name == word
                || name.strip_suffix(['t', 'f', 'i', 'o', 'g']) == Some(&format!("{word}_"))
        };
        if self.names.iter().any(short) {
            AS_NAME
        } else if stem.len() > 2 && self.names.iter().any(|name| name.contains(stem)) {
            IN_NAME
        } else if says(&self.sentence) {
            IN_SENTENCE
        } else if says(&self.elsewhere) {
            ELSEWHERE
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the best five.
    fn best(words: &str) -> Vec<&'static str> {
        search(words, Some(Dialect::Arc)).iter().take(5).map(|kernel| kernel.name()).collect()
    }

    #[test]
    fn what_people_ask_for_is_among_the_best_five() {
        let asked = [
            ("largest object", ["argmax", "objects"]),
            ("draw a line", ["connect", "shoot"]),
            ("flip horizontally", ["hmirror", "vmirror"]),
            ("flood fill", ["fill", "underfill"]),
            ("rotate clockwise", ["rot90", "rot270"]),
            ("count colours", ["colorcount", "numcolors"]),
            ("bounding box", ["box", "backdrop"]),
            ("change one colour to another", ["replace", "recolor"]),
            ("crop a part of the grid", ["crop", "subgrid"]),
            ("put grids side by side", ["hconcat", "hconcat"]),
        ];
        for (words, names) in asked {
            let best = best(words);
            assert!(names.iter().all(|name| best.contains(name)), "{words}: {best:?}");
        }
    }

    #[test]
    fn every_name_is_found_and_every_synonym_means_something() {
        for op in Op::all() {
            let told = Told::of(op.kernel(), Some(op.dialect())).expect("it has a name there");
            assert_eq!(told.points(&op.name().to_lowercase()), AS_NAME, "{}", op.name());
        }
        let told: Vec<Told> = Kernel::ALL.iter().filter_map(|&k| Told::of(k, None)).collect();
        for word in SYNONYMS.iter().flat_map(|(_, means)| means.split(' ')) {
            assert!(told.iter().any(|told| told.points_of(word) > 0), "{word}");
        }
        assert!(search("qqqqqq", None).is_empty() && search("", None).is_empty());
    }
}
