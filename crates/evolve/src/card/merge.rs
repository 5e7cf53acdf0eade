//! Many programs into one function: round-robin, every call once.

use std::collections::HashSet;

use lang::{Batt, Dag, Dialect, DifferEntry, Hash128, Input, Node, NodeId, SolverEntry};

use crate::code::Code;
use crate::mutate::Mutation;

/// A solver or differ that goes into a batt.
#[derive(Clone, Debug)]
pub struct Part {
    /// The task of a solver, the name of a differ.
    pub id: String,
    /// The name of its function.
    pub name: String,
    /// What goes into the batt.
    pub code: Code,
    /// The program it was before its mutation, if it was mutated.
    pub parent: Option<Code>,
    /// What was changed.
    pub log: Vec<Mutation>,
}

impl Part {
    /// A program as it is.
    pub fn frozen(id: &str, name: &str, code: Code) -> Part {
        Part { id: id.into(), name: name.into(), code, parent: None, log: Vec::new() }
    }

    /// Whether it differs from the program that was chosen.
    pub fn is_mutated(&self) -> bool {
        self.parent.is_some()
    }
}

/// Where a line of a batt comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A solver, by its place.
    Solver(usize),
    /// A differ, by its place, on the result of a solver, or on the input.
    Differ(usize, Option<usize>),
}

impl Source {
    /// The solver whose result a differ looks at.
    pub fn solver(self) -> Option<usize> {
        match self {
            Source::Solver(_) => None,
            Source::Differ(_, on) => on,
        }
    }
}

/// One line of a batt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The call.
    pub node: NodeId,
    /// Who asked for it first.
    pub source: Source,
    /// The line of that program, from 1.
    pub line: u32,
    /// The hash of that line in that program.
    pub hash: Hash128,
    /// Whether that program has it from a mutation, of this line or of one before it.
    pub mutated: bool,
    /// How often it was asked for.
    pub uses: u32,
}

/// A batt with the history of its lines.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The function.
    pub batt: Batt,
    /// Its lines, in order.
    pub lines: Vec<Line>,
}

impl Merged {
    /// Lines that were asked for again and are computed only once.
    pub fn shared(&self) -> u64 {
        self.lines.iter().map(|line| u64::from(line.uses) - 1).sum()
    }

    /// Lines that come from a mutation.
    pub fn mutated(&self) -> usize {
        self.lines.iter().filter(|line| line.mutated).count()
    }
}

/// Why programs cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardError {
    /// A program is of another dialect than the batt.
    #[error("`{name}` is of dialect {dialect}: a batt has one dialect")]
    Dialect {
        /// The name of its function.
        name: String,
        /// Its dialect.
        dialect: Dialect,
    },
    /// Two parts have one name, so results could not be told apart.
    #[error("two programs are named `{0}`")]
    Twice(String),
}

/// Merges solvers and differs. First come all differs on the input, then the solvers' lines in
/// turn; a solver's last line is followed by all differs on its result.
pub fn merge(dialect: Dialect, solvers: &[Part], differs: &[Part]) -> Result<Merged, CardError> {
    check(dialect, solvers)?;
    check(dialect, differs)?;
    let mut merger = Merger::new(dialect, solvers, differs);
    merger.add_differs(None);
    let mut turns: Vec<Turn<'_>> =
        solvers.iter().enumerate().map(|(at, part)| Turn::new(Source::Solver(at), part)).collect();
    while !turns.is_empty() {
        turns.retain_mut(|turn| merger.take_turn(turn));
    }
    Ok(merger.finish())
}

fn check(dialect: Dialect, parts: &[Part]) -> Result<(), CardError> {
    let mut known = HashSet::new();
    for Part { id, name, code, .. } in parts {
        if code.dialect() != dialect {
            return Err(CardError::Dialect { name: name.clone(), dialect: code.dialect() });
        }
        if !known.insert(id) {
            return Err(CardError::Twice(name.clone()));
        }
    }
    Ok(())
}

/// A program of which some lines are in the batt.
struct Turn<'p> {
    source: Source,
    code: &'p Dag,
    /// The nodes of its parent, if it was mutated: what is not among them is new.
    parent: Option<HashSet<Hash128>>,
    /// By node of the program: where it is in the batt. Grows as lines are emitted.
    map: Vec<NodeId>,
    /// What the input is taken for.
    input: Option<NodeId>,
    line: u32,
}

impl<'p> Turn<'p> {
    fn new(source: Source, part: &'p Part) -> Turn<'p> {
        let hashes = |parent: &Code| parent.dag().ids().map(|id| parent.dag().hash(id)).collect();
        let parent = part.parent.as_ref().map(hashes);
        Turn { source, code: part.code.dag(), parent, map: Vec::new(), input: None, line: 0 }
    }
}

struct Merger<'p> {
    solvers: &'p [Part],
    differs: &'p [Part],
    dag: Dag,
    lines: Vec<Line>,
    /// By node of the batt: the place of its line among `lines`.
    places: Vec<Option<u32>>,
    o: Vec<SolverEntry>,
    s: Vec<DifferEntry>,
    args: Vec<NodeId>,
}

impl<'p> Merger<'p> {
    fn new(dialect: Dialect, solvers: &'p [Part], differs: &'p [Part]) -> Merger<'p> {
        Merger {
            solvers,
            differs,
            dag: Dag::new(dialect),
            lines: Vec::new(),
            places: Vec::new(),
            o: Vec::with_capacity(solvers.len()),
            s: Vec::with_capacity((solvers.len() + 1) * differs.len()),
            args: Vec::new(),
        }
    }

    /// Emits a solver's next line; tells whether it has more of them.
    fn take_turn(&mut self, turn: &mut Turn<'_>) -> bool {
        self.emit_line(turn);
        if turn.map.len() < turn.code.len() {
            return true;
        }
        if let Source::Solver(at) = turn.source {
            let (part, node) = (&self.solvers[at], turn.map[turn.code.roots()[0].index()]);
            let (id, mutated) = (part.id.clone(), part.is_mutated());
            self.o.push(SolverEntry { step: 0, mutated, id, node });
            self.add_differs(Some((at, node)));
        }
        false
    }

    /// Emits every differ on the result of a solver, or on the input.
    fn add_differs(&mut self, on: Option<(usize, NodeId)>) {
        let differs = self.differs;
        for (at, part) in differs.iter().enumerate() {
            let mut turn = Turn::new(Source::Differ(at, on.map(|(solver, _)| solver)), part);
            turn.input = on.map(|(_, node)| node);
            while turn.map.len() < turn.code.len() {
                self.emit_line(&mut turn);
            }
            let solver = on.map(|(solver, _)| self.solvers[solver].id.clone());
            let node = turn.map[turn.code.roots()[0].index()];
            self.s.push(DifferEntry { step: 0, solver, name: part.id.clone(), node });
        }
    }

    /// Emits nodes up to and including the next call. The nodes of a program are in canonical
    /// order, so those are its lines in order.
    fn emit_line(&mut self, turn: &mut Turn<'_>) {
        while let Some(id) = turn.code.id_at(turn.map.len()) {
            let node = self.emit(turn, id);
            turn.map.push(node);
            if turn.code.node(id).is_call() {
                turn.line += 1;
                self.count_line(turn, id, node);
                return;
            }
        }
    }

    /// The node of the batt that stands for a node of a program.
    fn emit(&mut self, turn: &Turn<'_>, id: NodeId) -> NodeId {
        self.args.clear();
        self.args.extend(turn.code.operands(id).iter().map(|operand| turn.map[operand.index()]));
        let dag = &mut self.dag;
        let made = match turn.code.node(id) {
            Node::Input(Input::I) => Ok(turn.input.unwrap_or_else(|| dag.input(Input::I))),
            Node::Input(input) => Ok(dag.input(input)),
            Node::Const(constant) => dag.constant(constant),
            Node::Lit(lit) => Ok(dag.lit(lit)),
            Node::Fn(op) => dag.function(op),
            Node::Call(op, _) => dag.call(op, &self.args),
            Node::Apply(..) => dag.apply(self.args[0], &self.args[1..]),
        };
        made.expect("it was valid in a Dag of the same dialect")
    }

    fn count_line(&mut self, turn: &Turn<'_>, id: NodeId, node: NodeId) {
        self.places.resize(self.dag.len(), None);
        if let Some(place) = self.places[node.index()] {
            self.lines[place as usize].uses += 1;
            return;
        }
        self.places[node.index()] = Some(self.lines.len() as u32);
        let (source, line, hash) = (turn.source, turn.line, turn.code.hash(id));
        let mutated = turn.parent.as_ref().is_some_and(|parent| !parent.contains(&hash));
        self.lines.push(Line { node, source, line, hash, mutated, uses: 1 });
    }

    fn finish(self) -> Merged {
        let notes = self.lines.iter().map(|line| note(line, self.solvers, self.differs)).collect();
        let mut batt = Batt::new(self.dag, self.o, self.s);
        batt.notes = notes;
        Merged { batt, lines: self.lines }
    }
}

/// Where a line comes from, in few words.
fn note(line: &Line, solvers: &[Part], differs: &[Part]) -> String {
    let mutated = if line.mutated { " mutated" } else { "" };
    match line.source {
        Source::Solver(at) => format!("{}:{}{mutated}", solvers[at].name, line.line),
        Source::Differ(at, None) => format!("{}:{}{mutated}", differs[at].name, line.line),
        Source::Differ(at, Some(on)) => {
            format!("{}:{} on {}{mutated}", differs[at].name, line.line, solvers[on].id)
        }
    }
}
