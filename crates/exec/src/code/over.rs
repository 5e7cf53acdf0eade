//! What functions are mapped over, and what is asked of their values.

use super::Column;
use crate::cx::Cx;
use crate::value::{Fault, Value};

/// What is mapped over.
#[derive(Clone, Copy)]
pub(crate) struct Over<'a> {
    pub(super) first: Value<'a>,
    second: Second<'a>,
    /// How many elements.
    pub len: usize,
}

/// Where the second argument of a mapped function comes from.
#[derive(Clone, Copy)]
enum Second<'a> {
    /// It has none.
    Nowhere,
    /// It is the same for all.
    Same(Value<'a>),
    /// The element at the same place of another container.
    Beside(Value<'a>),
}

/// What is asked of the values of a mapped function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// They are used, and charged for their size.
    Values,
    /// As `Values`, but patches may come unmade.
    Unmade,
    /// Only whether they are true.
    Truth,
}

impl<'a> Over<'a> {
    /// The elements of a container.
    pub fn elements(cx: &Cx<'a>, container: Value<'a>) -> Result<Over<'a>, Fault> {
        let len = cx.items(container)?.len();
        Ok(Over { first: container, second: Second::Nowhere, len })
    }

    /// The elements of two containers at equal places.
    pub fn beside(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Result<Over<'a>, Fault> {
        let len = cx.items(a)?.len().min(cx.items(b)?.len());
        Ok(Over { first: a, second: Second::Beside(b), len })
    }

    /// The same elements, each with one more argument.
    pub fn with(self, second: Value<'a>) -> Over<'a> {
        Over { second: Second::Same(second), ..self }
    }

    pub(super) fn arguments(&self) -> u8 {
        if matches!(self.second, Second::Nowhere) { 1 } else { 2 }
    }

    /// The arguments for some elements.
    pub(super) fn columns(&self, cx: &Cx<'a>, from: usize, len: usize) -> [Column<'a>; 2] {
        let second = match self.second {
            Second::Nowhere => Column::Same(Value::UNIT),
            Second::Same(v) => Column::Same(v),
            Second::Beside(container) => Column::of_elements(cx, container, from, len),
        };
        [Column::of_elements(cx, self.first, from, len), second]
    }

    /// Calls a function with the arguments for each of some elements.
    pub(super) fn each(
        &self,
        cx: &Cx<'a>,
        from: usize,
        len: usize,
        mut call: impl FnMut(usize, &Value<'a>, Option<&Value<'a>>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (first, beside) = (
            cx.items(self.first)?,
            match self.second {
                Second::Beside(container) => Some(cx.items(container)?),
                _ => None,
            },
        );
        for (at, x) in first.skip(from).take(len).enumerate() {
            match self.second {
                Second::Nowhere => call(at, &x, None)?,
                Second::Same(y) => call(at, &x, Some(&y))?,
                Second::Beside(_) => {
                    let y = beside.and_then(|items| items.get(from + at)).ok_or(Fault::Budget)?;
                    call(at, &x, Some(&y))?;
                }
            }
        }
        Ok(())
    }
}
