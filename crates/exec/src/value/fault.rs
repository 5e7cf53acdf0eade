//! Why calls fail.

/// Why a call failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Fault {
    /// An argument of the wrong kind.
    Type,
    /// A wrong number of arguments.
    Arity,
    /// Nothing to choose from.
    Empty,
    /// A place that does not exist.
    Index,
    /// A number outside the op's domain, or integer overflow.
    Domain,
    /// Too much work, too large a value, or too deep a nesting.
    Budget,
}

impl Fault {
    /// Every kind of failure.
    pub const ALL: [Fault; 6] =
        [Fault::Type, Fault::Arity, Fault::Empty, Fault::Index, Fault::Domain, Fault::Budget];

    /// This fault, unless something holds.
    #[inline(always)]
    pub(crate) fn unless(self, holds: bool) -> Result<(), Fault> {
        if holds { Ok(()) } else { Err(self) }
    }

    /// What the kind means, for people.
    pub fn explain(self) -> &'static str {
        match self {
            Fault::Type => "an argument of the wrong kind",
            Fault::Arity => "a wrong number of arguments",
            Fault::Empty => "nothing to choose from",
            Fault::Index => "a place that does not exist",
            Fault::Domain => "a number outside the domain",
            Fault::Budget => "too much work, too large or too deep",
        }
    }

    /// The kind as messages and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Type => "type",
            Fault::Arity => "arity",
            Fault::Empty => "empty",
            Fault::Index => "index",
            Fault::Domain => "domain",
            Fault::Budget => "budget",
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
