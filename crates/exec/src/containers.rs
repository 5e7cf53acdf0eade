//! Operations on containers that several kernels share.

use crate::cx::Cx;
use crate::value::build::{check_size, sort_dedup};
use crate::value::layout;
use crate::value::order::{canonical, equal};
use crate::value::{Fault, R, Value, View};

impl<'a> Cx<'a> {
    /// The tuple (a, b).
    #[inline]
    pub fn two(&self, a: Value<'a>, b: Value<'a>) -> R<'a> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(self.pair(a, b)),
            (Value::Int(_), Value::Pair(r, c)) if !self.is_batt() => {
                self.cell(a, r as i64, c as i64)
            }
            _ => self.tuple(&[a, b]),
        }
    }

    /// Whether a container holds a value.
    pub fn contains(&self, container: Value<'a>, value: Value<'a>) -> Result<bool, Fault> {
        Ok(match (container.view(), value) {
            (View::Bits(bits), Value::Int(n)) => (0..64).contains(&n) && bits >> n & 1 == 1,
            (View::Cells(keys), Value::Cell(key)) => keys.binary_search(&key).is_ok(),
            (View::Poses(keys), Value::Pair(r, c)) => {
                layout::pos(r as i64, c as i64).is_some_and(|key| keys.binary_search(&key).is_ok())
            }
            (View::Bits(_) | View::Cells(_) | View::Poses(_), _) => false,
            (View::Set(s), _) => s.binary_search_by(|&x| canonical(self.lay, x, value)).is_ok(),
            _ => self.items(container)?.any(|x| equal(x, value)),
        })
    }

    /// One level of flattening: the elements of `parts` in order, as a set or a tuple.
    pub fn merge_all(&self, parts: &[Value<'a>], as_set: bool) -> R<'a> {
        if as_set && let Some(union) = self.union_of_packed(parts)? {
            return Ok(union);
        }
        let mut all = self.buffer();
        let out = self
            .flatten(parts, &mut all)
            .and_then(|()| if as_set { self.set(&mut all) } else { self.tuple(&all) });
        self.recycle(all);
        out
    }

    fn flatten(&self, parts: &[Value<'a>], all: &mut Vec<Value<'a>>) -> Result<(), Fault> {
        for &part in parts {
            let items = self.items(part)?;
            check_size((all.len() + items.len()) as u64)?;
            all.extend(items);
        }
        Ok(())
    }

    /// The union of sets that are all packed alike (or empty); `None` when they are not.
    fn union_of_packed(&self, parts: &[Value<'a>]) -> Result<Option<Value<'a>>, Fault> {
        let (mut total, mut cells, mut poses) = (0, false, false);
        for part in parts {
            match part {
                Value::Cells(k) => (total, cells) = (total + k.slice().len(), true),
                Value::Poses(k) => (total, poses) = (total + k.slice().len(), true),
                Value::Bits(0) => {}
                _ => return Ok(None),
            }
        }
        if cells == poses {
            return Ok((!cells).then_some(Value::EMPTY));
        }
        check_size(total as u64)?;
        let keys = self.arena.filled(total, 0u32);
        let mut at = 0;
        for part in parts {
            if let Value::Cells(k) | Value::Poses(k) = part {
                let k = k.slice();
                keys[at..at + k.len()].copy_from_slice(k);
                at += k.len();
            }
        }
        let keys = sort_dedup(keys);
        Ok(Some(if cells { self.cells(keys) } else { self.poses(keys) }))
    }
}
