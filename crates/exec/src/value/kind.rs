//! Kinds of values, and which of them a declared type means: the one relation of values and types.

use lang::{Op, SafeDefault, Ty};

use super::{Fault, Value, View, text};

/// What a value is, as far as types tell values apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Integer.
    Int,
    /// Tuple of two integers.
    Pair,
    /// Cell of the dialect.
    Cell,
    /// Tuple of integer rows of one length, not empty.
    Grid,
    /// Any other tuple.
    Tuple,
    /// Set of cells, not empty.
    Object,
    /// Set of positions, not empty.
    Indices,
    /// Set of non-empty sets.
    Sets,
    /// Any other set.
    Set,
    /// Function.
    Function,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 10] = [
        Kind::Int,
        Kind::Pair,
        Kind::Cell,
        Kind::Grid,
        Kind::Tuple,
        Kind::Object,
        Kind::Indices,
        Kind::Sets,
        Kind::Set,
        Kind::Function,
    ];

    /// The kind of a value.
    pub fn of(value: Value<'_>) -> Kind {
        match value.view() {
            View::Int(_) => Kind::Int,
            View::Pair(..) => Kind::Pair,
            View::Cell(_) => Kind::Cell,
            View::Grid(_) => Kind::Grid,
            View::Row(_) | View::Tuple(_) => Kind::Tuple,
            View::Cells(_) => Kind::Object,
            View::Poses(_) => Kind::Indices,
            View::Bits(_) => Kind::Set,
            View::Set(items) => {
                // Sets come after integers and tuples, so the first element tells of all but
                // functions; the empty set is the first of sets.
                let filled = |v: &Value<'_>| v.is_set() && !matches!(v, Value::Bits(0));
                let functions = items.last().is_some_and(|v| v.is_function());
                let sets = items.first().is_some_and(filled) && !functions;
                if sets { Kind::Sets } else { Kind::Set }
            }
            View::Fn => Kind::Function,
        }
    }

    /// Whether it is a set.
    pub fn is_set(self) -> bool {
        matches!(self, Kind::Object | Kind::Indices | Kind::Sets | Kind::Set)
    }

    /// Whether it is a tuple.
    pub fn is_tuple(self) -> bool {
        matches!(self, Kind::Pair | Kind::Cell | Kind::Grid | Kind::Tuple)
    }
}

/// Whether a value of this kind is what a declared type says. Nothing where the type says little.
pub fn admits(ty: Ty, kind: Kind) -> Option<bool> {
    use Kind as K;
    Some(match ty {
        Ty::Any | Ty::Untyped => return None,
        Ty::Container | Ty::ContainerContainer if kind.is_set() || kind.is_tuple() => return None,
        Ty::Container | Ty::ContainerContainer => false,
        Ty::Numerical => matches!(kind, K::Int | K::Pair),
        Ty::IJ | Ty::IntegerTuple => kind == K::Pair,
        Ty::Cell => kind == K::Cell,
        Ty::Grid => kind == K::Grid,
        Ty::Samples => kind == K::Tuple,
        Ty::Tuple => kind.is_tuple(),
        Ty::TupleTuple | Ty::Layer | Ty::Layers => matches!(kind, K::Grid | K::Tuple),
        Ty::FrozenSet => kind.is_set(),
        Ty::IntegerSet => matches!(kind, K::Set | K::Tuple),
        Ty::Object => matches!(kind, K::Object | K::Set),
        Ty::Indices => matches!(kind, K::Indices | K::Set),
        Ty::Objects | Ty::IndicesSet => matches!(kind, K::Sets | K::Set),
        Ty::Patch => matches!(kind, K::Object | K::Indices | K::Set),
        Ty::Element => matches!(kind, K::Grid | K::Object),
        Ty::Piece => matches!(kind, K::Grid | K::Object | K::Indices),
        Ty::Callable => kind == K::Function,
        number => number.safe_default() == SafeDefault::Zero && kind == K::Int,
    })
}

/// Whether a value may be of a declared type: it is of one of its kinds, or the type says little.
pub fn fits(ty: Ty, value: Value<'_>) -> bool {
    admits(ty, Kind::of(value)) != Some(false)
}

/// Whether a value is an integer, a tuple, a set or a function as values of a declared type are.
pub fn could_fit(ty: Ty, value: Value<'_>) -> bool {
    let form = |kind: Kind| (kind.is_tuple(), kind.is_set(), kind == Kind::Function);
    let alike = |kind: &&Kind| form(**kind) == form(Kind::of(value));
    Kind::ALL.iter().filter(alike).any(|&kind| admits(ty, kind) != Some(false))
}

/// An argument of an op as people count them: `argument 2 (obj)`.
pub fn argument(op: Op, place: usize) -> String {
    match op.params().get(place) {
        Some(param) => format!("argument {} ({})", place + 1, param.name),
        None => format!("argument {}", place + 1),
    }
}

/// What to say of a failed call: the argument of the wrong kind, else what the op table says of such faults; nothing if it says
/// nothing.
pub fn why(op: Op, fault: Fault, args: &[Value<'_>]) -> String {
    let misfit = if fault == Fault::Type { misfit(op, args) } else { None };
    misfit.unwrap_or_else(|| {
        // "kind: when; kind: when" as the table has it.
        let mut clauses = op.kernel().info().errors.split("; ");
        let clause = clauses.find_map(|part| part.strip_prefix(fault.name())?.strip_prefix(": "));
        clause.unwrap_or_default().to_string()
    })
}

/// The first argument that is plainly not what was declared.
fn misfit(op: Op, args: &[Value<'_>]) -> Option<String> {
    let (place, v) = (args.iter().enumerate()).find(|(place, v)| {
        op.params().get(*place).is_some_and(|param| !could_fit(param.ty, **v))
    })?;
    let found = match text::kind(*v) {
        "indices" => "a set of positions".to_string(),
        what if what.starts_with(['i', 'o']) => format!("an {what}"),
        what => format!("a {what}"),
    };
    Some(format!("{} is {found}, expected: {}", argument(op, place), op.params()[place].ty.doc()))
}
