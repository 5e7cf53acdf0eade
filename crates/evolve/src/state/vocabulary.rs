//! What lines are made of, by number: ops, what may stand in their places, and which fits where.

use std::sync::OnceLock;

use exec::plan::{Action, Source, source_of};
use lang::{Const, Dag, Dialect, Input, NodeId, Op, Ty, compatible_ty, slot_hint};

/// Places of a line: no op takes more arguments, and no function is called with more than one less.
pub const MOST_PLACES: usize = 4;

/// The word that stands in a place without an argument.
pub const NOTHING: u16 = 0;

/// A word that is the same in every state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A parameter of the program.
    Input(Input),
    /// A constant.
    Const(Const),
    /// An op as a function.
    Fn(Op),
}

impl Word {
    fn ty(self) -> Ty {
        match self {
            Word::Input(Input::S) => Ty::Samples,
            Word::Input(_) => Ty::Grid,
            Word::Const(constant) => lang::Hint::of_const(constant).ty(),
            Word::Fn(_) => Ty::Callable,
        }
    }

    /// As programs write it.
    pub fn name(self) -> &'static str {
        match self {
            Word::Input(input) => input.name(),
            Word::Const(constant) => constant.name(),
            Word::Fn(op) => op.name(),
        }
    }

    pub(super) fn node(self, dag: &mut Dag) -> NodeId {
        let node = match self {
            Word::Input(input) => return dag.input(input),
            Word::Const(constant) => dag.constant(constant),
            Word::Fn(op) => dag.function(op),
        };
        node.expect("a word of the dialect")
    }

    fn source(self, dialect: Dialect) -> Source {
        let mut dag = Dag::new(dialect);
        let node = self.node(&mut dag);
        source_of(dag.node(node)).expect("no word is a call")
    }
}

/// What a place of an op takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nothing: the op has no such place.
    Nothing,
    /// A line that gives a function, to be called.
    Function,
    /// What is compatible with a declared type.
    Of(Ty),
    /// The same, or nothing.
    Maybe(Ty),
}

impl Class {
    fn allows_nothing(self) -> bool {
        matches!(self, Class::Nothing | Class::Maybe(_))
    }

    /// Whether a value of a declared type may stand there.
    fn takes(self, ty: Ty) -> bool {
        match self {
            Class::Nothing => false,
            Class::Function => compatible_ty(Ty::Callable, ty),
            Class::Of(slot) | Class::Maybe(slot) => compatible_ty(slot, ty),
        }
    }
}

/// The words of a dialect.
///
/// Ops are numbered in the order of the op table; the number after the last one calls the function in the first
/// place. Words are numbered from 1: I, S, the constants, the ops as functions, then the lines of the state.
pub struct Vocabulary {
    /// The dialect.
    pub dialect: Dialect,
    /// The ops by number.
    pub ops: Vec<Op>,
    /// The words that are the same in every state, from number 1 on.
    pub words: Vec<Word>,
    /// What fills them.
    pub(super) sources: Vec<Source>,
    /// What places take.
    pub classes: Vec<Class>,
    /// By op and place, which class that is.
    pub places: Vec<[u8; MOST_PLACES]>,
    /// By class and word (nothing is the first), 1 if it fits.
    fixed: Vec<Vec<u8>>,
    /// By class and type, whether a line of the type fits.
    types: Vec<Vec<bool>>,
}

impl Vocabulary {
    /// The words of a dialect.
    pub fn of(dialect: Dialect) -> &'static Vocabulary {
        static ALL: [OnceLock<Vocabulary>; 2] = [const { OnceLock::new() }; 2];
        ALL[dialect as usize].get_or_init(|| Vocabulary::new(dialect))
    }

    fn new(dialect: Dialect) -> Vocabulary {
        let ops: Vec<Op> = Op::of(dialect).collect();
        let inputs = [Input::I, Input::S].map(Word::Input).into_iter();
        let functions = ops.iter().copied().map(Word::Fn);
        let words: Vec<Word> =
            inputs.chain(Const::of(dialect).map(Word::Const)).chain(functions).collect();
        let (classes, places) = classes_of(&ops);
        let row = |class: &Class| {
            // Functions among these words are ops, which are called as such.
            let fits = |word: &Word| *class != Class::Function && class.takes(word.ty());
            let of_words = words.iter().map(fits);
            std::iter::once(class.allows_nothing()).chain(of_words).map(u8::from).collect()
        };
        let fixed = classes.iter().map(row).collect();
        let of_types = |class: &Class| Ty::ALL.iter().map(|&ty| class.takes(ty)).collect();
        let types = classes.iter().map(of_types).collect();
        let sources = words.iter().map(|word| word.source(dialect)).collect();
        Vocabulary { dialect, ops, words, sources, classes, places, fixed, types }
    }

    /// How many numbers of ops there are, the calls of functions among them.
    pub fn op_count(&self) -> usize {
        self.ops.len() + 1
    }

    /// The word that the first line of a state is.
    pub fn first_line(&self) -> usize {
        self.words.len() + 1
    }

    /// What a line does; nothing for a number that is no op's.
    pub fn action(&self, op: usize) -> Option<Action> {
        match self.ops.get(op) {
            Some(&op) => Some(Action::Call(op)),
            None => (op == self.ops.len()).then_some(Action::Apply),
        }
    }

    /// Which words that are the same in every state fit a class, nothing first: 0 or 1.
    pub fn fits(&self, class: usize) -> &[u8] {
        &self.fixed[class]
    }

    /// Whether a line of a declared type fits a class.
    pub fn line_fits(&self, class: usize, ty: Ty) -> bool {
        self.types[class][ty as usize]
    }
}

/// The classes of all places, and for each op and for calls of functions which class each place has.
fn classes_of(ops: &[Op]) -> (Vec<Class>, Vec<[u8; MOST_PLACES]>) {
    let mut classes = vec![Class::Nothing];
    let mut number = |class: Class| {
        let known = classes.iter().position(|&other| other == class);
        let number = known.unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        });
        u8::try_from(number).expect("fewer classes than types, twice")
    };
    let mut places: Vec<[u8; MOST_PLACES]> = Vec::with_capacity(ops.len() + 1);
    for &op in ops {
        places.push(std::array::from_fn(|place| number(class_of(op, place))));
    }
    places.push(std::array::from_fn(|place| number(class_of_call(place))));
    (classes, places)
}

/// What a place of an op takes, as mutation sees it.
fn class_of(op: Op, place: usize) -> Class {
    if place >= op.arity() {
        return Class::Nothing;
    }
    let ty = slot_hint(op, place).ty();
    if op.takes(place) { Class::Maybe(ty) } else { Class::Of(ty) }
}

/// What a place of a call of a function takes: which types depends on the function, so nothing is said.
fn class_of_call(place: usize) -> Class {
    match place {
        0 => Class::Function,
        1 => Class::Of(Ty::Any),
        _ => Class::Maybe(Ty::Any),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_every_op_has_its_class() {
        for dialect in Dialect::ALL {
            let vocabulary = Vocabulary::of(dialect);
            for (number, &op) in vocabulary.ops.iter().enumerate() {
                assert!(op.arity() <= MOST_PLACES, "{}", op.name());
                let class =
                    |place: usize| vocabulary.classes[vocabulary.places[number][place] as usize];
                for place in 0..MOST_PLACES {
                    assert_eq!(
                        class(place) == Class::Nothing,
                        place >= op.arity(),
                        "{}",
                        op.name()
                    );
                }
                let least = (0..MOST_PLACES).filter(|&p| !class(p).allows_nothing()).count();
                assert!(op.takes(least) && (least == 0 || !op.takes(least - 1)), "{}", op.name());
            }
        }
    }

    #[test]
    fn words_fit_by_the_table_of_compatible_types() {
        let vocabulary = Vocabulary::of(Dialect::Batt);
        let place = |op: &str, at: usize| {
            let number = vocabulary.ops.iter().position(|other| other.name() == op);
            vocabulary.places[number.expect("an op")][at] as usize
        };
        let word = |name: &str| {
            let at = vocabulary.words.iter().position(|word| word.name() == name);
            at.expect("a word") + 1
        };
        let fits = |op, at, name| vocabulary.fits(place(op, at))[word(name)] == 1;
        assert!(fits("o_g", 0, "I") && fits("o_g", 1, "R5") && !fits("o_g", 1, "I"));
        assert!(fits("compose", 0, "size") && !fits("compose", 0, "I"));
        assert!(fits("identity", 0, "I") && fits("identity", 0, "THREE"));
        assert!(fits("c_iz_n", 0, "S") && !fits("o_g", 0, "UP"));
    }
}
