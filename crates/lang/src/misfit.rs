//! Arguments that cannot be what their calls are declared to take, told before anything runs.
//!
//! What is known is what is declared: of inputs, literals, and the results of ops. Where ops read other types than they declare
//! nothing is said.

use crate::hints::{Hint, Hints, compatible, slot_hint};
use crate::names::signature;
use crate::node::NodeId;
use crate::ops::Op;
use crate::resolve::Resolver;
use crate::source::{Fail, Span, quote};
use crate::types::Ty;

/// At most so many are told of one function.
const MOST: usize = 3;

/// A call as it was written: its arguments in the order of the parameters, each with its place.
pub(crate) struct Called {
    pub op: Op,
    pub args: Vec<(NodeId, Span)>,
}

impl Resolver<'_, '_> {
    /// Where the arguments on the stack from `start` on were written, by the parameters that they are for.
    pub(crate) fn arg_spans(&self, start: usize) -> Vec<Span> {
        if !self.checked {
            return Vec::new();
        }
        let args = &self.scratch.stack[start..];
        let mut spans = vec![Span::default(); args.len()];
        for (i, arg) in args.iter().enumerate() {
            spans[self.scratch.places.get(i).copied().unwrap_or(i)] = arg.span;
        }
        spans
    }

    /// The arguments that do not fit, in the order in which they were written.
    pub(crate) fn misfits(&self) -> Vec<Fail> {
        if self.scratch.called.is_empty() {
            return Vec::new();
        }
        let hints = Hints::new(&self.dag);
        let of_call = |called: &Called| self.misfit(called, &hints);
        self.scratch.called.iter().filter_map(of_call).take(MOST).collect()
    }

    fn misfit(&self, called: &Called, hints: &Hints) -> Option<Fail> {
        let Called { op, args } = called;
        if !op.info().readings.is_empty() || op.info().zero.is_some() {
            return None;
        }
        let misfits = |(place, (node, _)): &(usize, &(NodeId, Span))| {
            !compatible(&slot_hint(*op, *place), hints.get(*node))
        };
        let (place, (node, span)) = args.iter().enumerate().find(misfits)?;
        let shown = quote(self.source.slice(*span));
        let (is, param) = (what(hints.get(*node)), &op.params()[place]);
        let message = format!(
            "argument {} ({}) of `{}` is `{shown}`, {is}, expected: {}",
            place + 1,
            param.name,
            op.name(),
            param.ty.doc()
        );
        Some(*Fail::new(*span, message).help(signature(*op)))
    }
}

/// What a value is declared to be: `an integer`.
fn what(hint: &Hint) -> String {
    let doc = match hint.ty() {
        // What people call it.
        Ty::Grid => "grid",
        Ty::IJ | Ty::IntegerTuple => "pair of integers",
        ty => ty.doc(),
    };
    let article = if doc.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {doc}")
}

#[cfg(test)]
mod tests {
    use crate::parser::{parse, parse_checked};

    fn warnings(body: &str) -> Vec<String> {
        let source = format!("def solve_a(I):\n    {body}\n");
        let checked = parse_checked(source.as_bytes(), "a.py", None);
        assert!(checked.errors.is_empty() && checked.programs.len() == 1, "{:?}", checked.errors);
        assert!(checked.warnings.iter().all(|w| w.is_warning && w.function.is_some()));
        assert!(parse(source.as_bytes(), "a.py", None).warnings.is_empty());
        let place = |w: &crate::ParseError| format!("{}:{} {}", w.line, w.column, w.message);
        checked.warnings.iter().map(place).collect()
    }

    #[test]
    fn arguments_of_the_wrong_kind_are_told_with_their_place() {
        assert_eq!(
            warnings("return crop(1, I, I)"),
            [
                "2:17 argument 1 (grid) of `crop` is `1`, an integer, expected: tuple of rows of colours"
            ]
        );
        assert_eq!(
            warnings("x = height(I)\n    return vmirror(x)"),
            ["3:20 argument 1 (piece) of `vmirror` is `x`, an integer, expected: grid or patch"]
        );
        // By the parameter that it is for, where keywords are used.
        let swapped = warnings("return recolor(patch=5, value=asindices(I))");
        assert!(swapped[0].starts_with("2:35 argument 1 (value) of `recolor` is"), "{swapped:?}");
        assert_eq!(warnings("return fill(I, add, asindices(I))").len(), 1);
    }

    #[test]
    fn nothing_is_said_where_types_leave_it_open() {
        for body in [
            "return first(objects(I, T, F, T))",
            "return paint(I, argmax(objects(I, T, F, T), size))",
            "return canvas(ZERO, shape(I))",
            "f = compose(first, last)\n    return f(I)",
            "return mapply(identity, (I, I))",
        ] {
            assert!(warnings(body).is_empty(), "{body}: {:?}", warnings(body));
        }
    }

    #[test]
    fn only_the_first_few_are_told() {
        let lines: String = (0..9).map(|n| format!("x{n} = vmirror({n})\n    ")).collect();
        assert_eq!(warnings(&format!("{lines}return I")).len(), 3);
    }
}
