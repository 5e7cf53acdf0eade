//! Tables as bytes and back, for those that travel between processes: a mark, the length of a head, the head as
//! JSON, the columns one after the other, all outputs.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::outputs::Outputs;
use super::table::{Columns, ERRORS, Samples, Table};

/// Marks the bytes of a table, with the version of their layout.
const MAGIC: u64 = 0x3274_7461_6263_7261;

/// All but columns and outputs.
#[derive(Serialize, Deserialize)]
struct Head {
    programs: usize,
    tasks: Vec<Samples>,
    pairs: Option<Vec<Vec<u32>>>,
    /// By sample, where its outputs end.
    ends: Vec<Vec<u32>>,
}

impl Table {
    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let ends = self.outputs.iter().map(|outputs| outputs.ends.clone()).collect();
        let (tasks, pairs) = (self.tasks.clone(), self.pairs.clone());
        let head = Head { programs: self.programs, tasks, pairs, ends };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let Columns { matches, errors, costs, outputs, .. } = &self.columns;
        let mut out = [MAGIC, head.len() as u64].map(u64::to_le_bytes).concat();
        out.extend(head);
        out.extend(matches.iter().map(|&n| n as u8));
        out.extend(errors);
        out.extend(costs.iter().flat_map(|n| n.to_le_bytes()));
        out.extend(outputs.iter().flat_map(|n| n.to_le_bytes()));
        self.outputs.iter().for_each(|outputs| out.extend(&outputs.bytes));
        out
    }

    /// A table from its bytes; nothing if they are none.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Table> {
        let from = &mut bytes;
        let [magic, head] = take(from, 2, u64::from_le_bytes)?[..] else { return None };
        let head = from.split_off(..usize::try_from(head).ok()?)?;
        let Head { programs, tasks, pairs, ends } = serde_json::from_slice(head).ok()?;
        let mut table = Table::empty(programs, tasks, pairs);
        if magic != MAGIC || !table.has_shape(ends.len()) {
            return None;
        }
        let rows = table.expected_rows();
        table.columns = Columns {
            matches: take(from, rows, i8::from_le_bytes)?,
            errors: take(from, rows, u8::from_le_bytes)?,
            costs: take(from, rows, u64::from_le_bytes)?,
            outputs: take(from, rows, u32::from_le_bytes)?,
            more: vec![(); rows],
        };
        for ends in ends {
            let bytes = from.split_off(..ends.last().copied().unwrap_or(0) as usize)?;
            table.outputs.push(Outputs { bytes: bytes.to_vec(), ends }.sound()?);
        }
        let known = |&error: &u8| (error as usize) < ERRORS.len();
        (from.is_empty() && table.columns.errors.iter().all(known)).then_some(table)
    }

    /// Whether pairs fit tasks and programs, and there are outputs of so many samples.
    fn has_shape(&self, samples: usize) -> bool {
        let pairs_fit = self.pairs.as_ref().is_none_or(|pairs| {
            let fits = |places: &Vec<u32>| {
                let distinct: BTreeSet<u32> = places.iter().copied().collect();
                distinct.iter().eq(places)
                    && distinct.last().is_none_or(|&p| (p as usize) < self.programs)
            };
            pairs.len() == self.tasks.len() && pairs.iter().all(fits)
        });
        pairs_fit && samples == self.tasks.iter().map(|samples| samples.all()).sum::<usize>()
    }
}

/// The next numbers; nothing where the bytes end too soon.
fn take<T, const N: usize>(
    from: &mut &[u8],
    count: usize,
    number: fn([u8; N]) -> T,
) -> Option<Vec<T>> {
    let bytes = from.split_off(..count.checked_mul(N)?)?;
    Some(bytes.as_chunks::<N>().0.iter().map(|chunk| number(*chunk)).collect())
}
